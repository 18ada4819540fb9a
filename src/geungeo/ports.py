"""Protocols for what stands outside: as small as their callers need.

Embedded adapters are the reference; the contract tests in tests/contract/ hold for every adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geungeo.records import (
    Chunk,
    Deed,
    Document,
    Draft,
    Evidence,
    Excerpt,
    Feedback,
    Handoff,
    Message,
    Notice,
    NoticeKind,
    QAPair,
    Reason,
    Role,
    Status,
    Token,
    TraceRow,
)

Matrix: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """A disjunction: (field, term, boost). Fields: body, title, bigram, article (korean.passage.article_term)."""

    clauses: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """A change that becomes visible as a whole: the last row of an id wins, removals last. removed_documents: keys."""

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
    def documents(self) -> Mapping[str, Document]:
        """Every version by its key."""
        ...

    def of(self, key: str) -> Sequence[str]:
        """Ids of the chunks of one version, in the text's order; () for a version that is not there."""
        ...

    def of_article(self, key: str, article: str) -> Sequence[str]:
        """Of these, those whose article has this number ('29의2') outside 부칙."""
        ...

    @property
    def dense_ready(self) -> bool:
        """True when every chunk of this commit has its vector, or had them all once in this generation."""
        ...

    def lexical(self, query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids with their BM25 score (> 0), best first, ties by chunk id."""
        ...

    def holds(self, term: str) -> bool:
        """Whether a clause has this term (korean.tokens.terms), in its words or its title."""
        ...

    def nearest(self, vector: Matrix, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids by cosine in [-1, 1] among chunks that have a vector, best first."""
        ...

    def similarities(self, vector: Matrix, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of each chunk that has a vector; chunks without one are absent."""
        ...

    def within(self, keys: frozenset[str]) -> Snapshot:
        """The same commit as if it held these versions only: what is left out moves no rank and no score."""
        ...


class CorpusStore(Protocol):
    """documents.jsonl and chunks.jsonl with the index derived from them."""

    def snapshot(self) -> Snapshot: ...

    def writing(self, what: str) -> AbstractContextManager[None]:
        """Hold the writer lock over several `apply`; `what` names the work to others. Raises WorkspaceLocked."""
        ...

    def apply(self, batch: Batch, analysed: Callable[[int, int], None] | None = None) -> str:
        """Append and commit the batch; returns the new commit's name. Raises WorkspaceLocked.

        Rows equal to what is stored are left out; a batch that changes nothing returns the commit as it is.
        analysed: called with chunks analysed so far and to analyse.
        """
        ...

    def missing_vectors(self) -> list[tuple[str, str]]:
        """(key, text) of passages in the current commit that have no vector yet."""
        ...

    def add_vectors(self, keys: Sequence[str], vectors: Matrix) -> None: ...


class PairStore(Protocol):
    """qa.jsonl: the questions baked from the clauses."""

    def pairs(self) -> Mapping[str, QAPair]:
        """Of the last commit, by id, in the order in which they came first."""
        ...

    def writing(self, what: str) -> AbstractContextManager[None]:
        """Hold the lock of baking and verifying; `what` names the work to others. Raises WorkspaceLocked."""
        ...

    def put(self, pairs: Sequence[QAPair], removed: Sequence[str] = ()) -> int:
        """Append and commit as one batch, in `writing` only; the last row of an id wins. Returns the commit's number.

        It has reached the disk when this returns. Rows equal to what is stored are left out.
        """
        ...


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


class Reranker(Protocol):
    """Reads a question and passages together. Raises RerankerUnavailable."""

    @property
    def name(self) -> str: ...

    def order(self, question: str, texts: Sequence[str]) -> list[int]:
        """Every index of `texts` once, the best first."""
        ...


@dataclass(frozen=True, slots=True)
class NewHandoff:
    """What the inbox takes; it assigns ticket and time."""

    question: str
    reason: str
    top_score: float
    draft: str | None
    failed: tuple[str, ...]
    evidence: tuple[Evidence, ...] = field(default_factory=tuple)
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A ticket without its ledger, as lists and gaps read it. clause: (chunk id, label) of the excerpt that bore most
    on it.
    """

    ticket: int
    question: str
    reason: Reason
    top_score: float
    draft: str | None
    failed: tuple[str, ...]
    created_at: str
    updated_at: str
    status: Status
    asker: str
    assignee: str
    collection: str
    clause: tuple[str, str] | None = None


class Inbox(Protocol):
    """Questions given to people. What a call returned has reached the disk."""

    def add(self, handoff: NewHandoff) -> int:
        """Store it durably; returns the ticket number (> 0)."""
        ...

    def list(self, limit: int = 100, wanted: Wanted = ANY, before: int | None = None) -> list[Handoff]:
        """Newest first; `before`: only tickets with a smaller number, for the next page."""
        ...

    def asked(
        self, wanted: Wanted = ANY, since: str = "", before: int | None = None, limit: int | None = None
    ) -> Iterator[Asked]:
        """Newest first, read as they are asked for. since: ISO date or time; "" is all."""
        ...

    def get(self, ticket: int) -> Handoff | None: ...

    def names(self, of: Literal["collection", "assignee"]) -> Sequence[str]:
        """Every name that tickets have here, sorted, "" aside."""
        ...

    def version(self, ticket: int) -> str:
        """Another one after each reply, further word, assignment or change of status but the asker's reading; "" for none."""
        ...

    def of_receipts(self, hashes: Sequence[str]) -> Sequence[Handoff]:
        """The tickets filed under these hashed receipts, newest first; "" is nobody's."""
        ...

    def messages(self, ticket: int) -> Sequence[Message]:
        """Oldest first."""
        ...

    def say(self, ticket: int, message: Message, status: Status, version: str = "") -> Message:
        """Add a message and set the ticket's status, both or neither; `number` and time are assigned.

        version: of the ticket as its writer saw it; raises TicketChanged when it has another now. "" looks at none.
        """
        ...

    def set_status(self, ticket: int, status: Status, was: Sequence[Status] | None = None, version: str = "") -> None:
        """`was`: only from one of these, looked at and changed in one step. version: as of `say`."""
        ...

    def assign(self, ticket: int, assignee: str, version: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class Judged:
    """An opinion and what it is about; number: later ones have greater ones. trace: None when it is gone."""

    number: int
    feedback: Feedback
    trace: TraceRow | None


class TraceLog(Protocol):
    """What was asked and answered, for the operator. Rows come masked."""

    def add(self, trace: TraceRow) -> None: ...

    def get(self, trace_id: str) -> TraceRow | None: ...

    def feedback(self, feedback: Feedback) -> None:
        """Keep it; a later one of the same user on the same trace replaces the earlier."""
        ...

    def newest(self, limit: int = 100, before: str = "") -> Sequence[TraceRow]:
        """Newest first; `before`: only those kept before the trace with this id."""
        ...

    def judged(self, right: bool | None = None, before: int | None = None, limit: int = 100) -> Sequence[Judged]:
        """Opinions, newest first; None: of either kind. before: with a smaller number."""
        ...


@dataclass(frozen=True, slots=True)
class NewToken:
    """What the token store takes; it assigns the number. Times: ISO, UTC."""

    user: str
    groups: tuple[str, ...]
    role: Role
    created_at: str
    expires_at: str
    note: str = ""


class TokenStore(Protocol):
    """Keys to the house and the sessions opened with them. Secrets come hashed; times are ISO, UTC."""

    def ever(self) -> bool:
        """Whether there has been a token at any time, revoked ones too."""
        ...

    def add(self, token: NewToken, hash: str) -> Token: ...

    def list(self) -> Sequence[Token]:
        """Newest first."""
        ...

    def held(self, number: int) -> tuple[Token, str] | None:
        """The token, whether or not it still holds, and its hash."""
        ...

    def revoke(self, number: int, at: str) -> Token | None:
        """Ends the token and its sessions; None when there is none. A second time changes nothing."""
        ...

    def used(self, number: int, at: str) -> None: ...

    def open_session(self, hash: str, number: int, expires_at: str, at: str) -> None:
        """Sessions that ended before `at` go."""
        ...

    def session(self, hash: str) -> tuple[Token, str] | None:
        """The session's token and when it ends, whether or not they still hold."""
        ...

    def close_session(self, hash: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Letter:
    """One notice, worded. delivery: its name, the same at every try. text: for e-mail; document: for a webhook."""

    delivery: str
    recipient: str
    subject: str
    text: str
    document: Mapping[str, object]


class Outbox(Protocol):
    """Notices that wait, went out or failed. Times are ISO in UTC."""

    def put(self, kind: NoticeKind, channels: Sequence[str], at: str) -> None:
        """Queue a notice a channel that belongs to no ticket."""
        ...

    def claim(self, now: str, until: str, limit: int) -> Sequence[Notice]:
        """Notices due at `now`, oldest first, each given to one caller only until `until`; counts as an attempt."""
        ...

    def sent(self, number: int, at: str, nothing: str = "") -> None:
        """Done. nothing: why nothing was sent."""
        ...

    def failed(self, number: int, error: str, due_at: str | None) -> None: ...

    def again(self, number: int, now: str) -> bool:
        """Due now, with all attempts before it; False when there is none or it went out."""
        ...

    def list(self, limit: int = 100) -> Sequence[Notice]:
        """Newest first."""
        ...

    def given_up(self) -> int:
        """How many nobody tries any more."""
        ...


class Sender(Protocol):
    @property
    def needs_recipient(self) -> bool: ...

    def send(self, letter: Letter) -> None:
        """Raises NoticeFailed."""
        ...


class AuditLog(Protocol):
    """Rows are added; none is changed, and none removed but by Keeping."""

    def add(self, deed: Deed) -> None: ...

    def list(self, limit: int = 100, deed: str | None = None) -> Sequence[Deed]:
        """Newest first; `deed`: of this name only."""
        ...


class Keeping(Protocol):
    """What removes rows that people left. Counts are of rows by kind; kinds without any are absent."""

    def remove(self, before: Mapping[str, str], dry: bool = False) -> dict[str, int]:
        """Rows of each kind (ops.retention.KINDS) older than its ISO time, open tickets aside. dry: only count."""
        ...

    def waiting(self, before: str) -> int:
        """How many open tickets are older."""
        ...

    def forget(self, user: str, dry: bool = False) -> dict[str, int]:
        """Everything of this person, all of it or nothing; `*_unnamed` counts rows that stay without the name."""
        ...

    def scrub(self) -> bool:
        """Let nothing of what was removed stay on the disk; False when a long reader kept it there."""
        ...
