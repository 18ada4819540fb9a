"""Protocols for what stands outside: as small as their callers need.

Embedded adapters are the reference; the contract tests in tests/contract/ hold for every adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geungeo.records import Chunk, Deed, Document, Draft, Excerpt, Feedback, Handoff, Message, Status, TraceRow

Matrix: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """A disjunction: (field, term, boost). Fields: body, title, bigram, article (korean.passage.article_term)."""

    clauses: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """A change that becomes visible as a whole: the last row of an id wins, removals last."""

    documents: tuple[Document, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    removed_documents: tuple[str, ...] = ()
    removed_chunks: tuple[str, ...] = ()


class Snapshot(Protocol):
    """One commit of the corpus and its index; never changes after it was taken."""

    @property
    def commit(self) -> str: ...
    @property
    def chunks(self) -> Mapping[str, Chunk]: ...
    @property
    def documents(self) -> Mapping[str, Document]: ...
    @property
    def dense_ready(self) -> bool:
        """True when every chunk of this commit has its vector, or had them all once in this generation."""
        ...

    def lexical(self, query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids with their BM25 score (> 0), best first, ties by chunk id."""
        ...

    def nearest(self, vector: Matrix, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids by cosine in [-1, 1] among chunks that have a vector, best first."""
        ...

    def similarities(self, vector: Matrix, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of each chunk that has a vector; chunks without one are absent."""
        ...

    def within(self, doc_ids: frozenset[str]) -> Snapshot:
        """The same commit as if it held these documents only: what is left out moves no rank and no score."""
        ...


class CorpusStore(Protocol):
    """documents.jsonl and chunks.jsonl with the index derived from them."""

    def snapshot(self) -> Snapshot: ...

    def writing(self, what: str) -> AbstractContextManager[None]:
        """Hold the writer lock over several `apply`; `what` names the work to others. Raises WorkspaceError."""
        ...

    def apply(self, batch: Batch, analysed: Callable[[int, int], None] | None = None) -> str:
        """Append and commit the batch; returns the new commit's name. Raises WorkspaceError when locked.

        Rows equal to what is stored are left out; a batch that changes nothing returns the commit as it is.
        analysed: called with chunks analysed so far and to analyse.
        """
        ...

    def missing_vectors(self) -> list[tuple[str, str]]:
        """(key, text) of passages in the current commit that have no vector yet."""
        ...

    def add_vectors(self, keys: Sequence[str], vectors: Matrix) -> None: ...


class Embedder(Protocol):
    """Unit-length vectors. `model` names weights and quantisation; vectors of two models never meet."""

    @property
    def model(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def max_tokens(self) -> int: ...

    def query(self, text: str) -> Matrix:
        """Shape (dimension,)."""
        ...

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension). Texts over max_tokens are windowed and averaged, never cut."""
        ...

    def count_tokens(self, text: str) -> int: ...


class Writer(Protocol):
    """Writes a draft from numbered excerpts only. Raises WriterUnavailable."""

    @property
    def name(self) -> str: ...

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft: ...


@dataclass(frozen=True, slots=True)
class NewHandoff:
    """What the inbox takes; it assigns ticket and time."""

    question: str
    reason: str
    top_score: float
    draft: str | None
    failed: tuple[str, ...]
    evidence: tuple[object, ...] = field(default_factory=tuple)
    trace_id: str = ""
    asker: str = ""
    groups: tuple[str, ...] = ()
    collection: str = ""
    receipt: str = ""  # hashed; of a ticket without a name


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tickets to list; None means any. text: words that the question must contain."""

    status: Status | None = None
    reason: str | None = None
    collection: str | None = None
    assignee: str | None = None
    asker: str | None = None
    text: str = ""


ANY = Wanted()


class Inbox(Protocol):
    """Questions given to people. What a call returned has reached the disk."""

    def add(self, handoff: NewHandoff) -> int:
        """Store it durably; returns the ticket number (> 0)."""
        ...

    def list(self, limit: int = 100, wanted: Wanted = ANY, before: int | None = None) -> list[Handoff]:
        """Newest first; `before`: only tickets with a smaller number, for the next page."""
        ...

    def get(self, ticket: int) -> Handoff | None: ...

    def of_receipts(self, hashes: Sequence[str]) -> Sequence[Handoff]:
        """The tickets filed under these hashed receipts, newest first; "" is nobody's."""
        ...

    def messages(self, ticket: int) -> Sequence[Message]:
        """Oldest first."""
        ...

    def say(self, ticket: int, message: Message, status: Status) -> Message:
        """Add a message and set the ticket's status, both or neither; `number` and time are assigned."""
        ...

    def set_status(self, ticket: int, status: Status, was: Sequence[Status] | None = None) -> None:
        """`was`: only from one of these, looked at and changed in one step."""
        ...

    def assign(self, ticket: int, assignee: str) -> None: ...


class TraceLog(Protocol):
    """What was asked and answered, for the operator. Rows come masked."""

    def add(self, trace: TraceRow) -> None: ...

    def get(self, trace_id: str) -> TraceRow | None: ...

    def feedback(self, feedback: Feedback) -> None:
        """Keep it; a later one of the same user on the same trace replaces the earlier."""
        ...


class AuditLog(Protocol):
    def add(self, deed: Deed) -> None: ...

    def list(self, limit: int = 100) -> Sequence[Deed]:
        """Newest first."""
        ...
