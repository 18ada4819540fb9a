"""What the web needs from the house, a protocol a face. Called from worker threads, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from geungeo.ops.catalogue import Catalogue
from geungeo.ops.documents import Shelf
from geungeo.ops.history import History
from geungeo.ops.lexicon import Lexicon
from geungeo.ops.retention import Retention
from geungeo.ops.tuning import Tuning
from geungeo.ports import AuditLog, TraceLog
from geungeo.records import AskResult, Chunk, Document, Reader, Reason, Turn
from geungeo.serve.gaps import Gaps
from geungeo.serve.identity import Credentials, Session
from geungeo.serve.inbox import Overview
from geungeo.serve.jobs import Job, Jobs
from geungeo.serve.rates import Rates
from geungeo.serve.replies import Replies
from geungeo.serve.tickets import Ticket


class Asking(Protocol):
    """Everything is as `reader` may see it: what is hidden from them is as if it were not there."""

    def ask(
        self,
        question: str,
        reader: Reader,
        progress: Callable[[str], None] | None = None,
        as_of: str | None = None,
        collection: str | None = None,
        history: Sequence[Turn] = (),
    ) -> AskResult:
        """as_of: the day whose rules are asked, ISO; None is today. collection: only its documents are looked at; None
        is all. history: as of serve.ask. Raises BadQuestion when the question is empty or too long, the day is none, or
        the reader knows no such collection."""
        ...

    def collections(self, reader: Reader) -> Mapping[str, str]:
        """Title by name of those that may be asked."""
        ...

    def chunk(self, chunk_id: str, reader: Reader) -> Chunk | None: ...

    def neighbours(self, chunk_id: str, reader: Reader, before: int, after: int) -> list[Chunk]:
        """Up to `before` + `after` other chunks of the same document around this one, by start."""
        ...

    def document(self, key: str, reader: Reader) -> Document | None:
        """A version by its key (records.Document.key)."""
        ...

    def health(self, reader: Reader) -> Mapping[str, Any]:
        """Shape: schemas.Health."""
        ...

    def progress(self, reader: Reader) -> Mapping[str, Any]:
        """Shape: schemas.Progress; done == total when nothing runs. A sentence as stage says why it stopped."""
        ...

    def suggestions(self, reader: Reader) -> Sequence[Mapping[str, str]]:
        """Shape: schemas.Suggestion."""
        ...


class Identity(Protocol):
    def reader(self, credentials: Credentials) -> Reader | None:
        """Who this is; None when a login is needed and was not given, or does not hold."""
        ...

    def needed(self) -> bool:
        """Whether anybody must log in."""
        ...

    def from_proxy(self, credentials: Credentials) -> bool:
        """Whether the trusted proxy sent this, so that its X-Forwarded headers hold. Never waits."""
        ...

    def login(self, token: str) -> Session | None:
        """None when the token does not hold."""
        ...

    def logout(self, session: str) -> None:
        """Ends the session; nothing when there is none."""
        ...


class Ticketing(Protocol):
    """The asker's side of the inbox (serve.tickets). Whoever is not a ticket's asker gets UnknownTicket."""

    def mine(self, reader: Reader, before: int | None = None) -> list[Ticket]: ...

    def of_receipts(self, receipts: Sequence[str]) -> list[Ticket]: ...

    def one(self, ticket: int, reader: Reader, receipt: str = "") -> Ticket: ...

    def seen(self, ticket: int, reader: Reader, receipt: str = "", upto: int | None = None) -> Ticket: ...

    def ask_further(self, ticket: int, text: str, reader: Reader, receipt: str = "") -> Ticket:
        """Raises BadMessage."""
        ...

    def reopen(self, ticket: int, reader: Reader, receipt: str = "") -> Ticket: ...


class Judging(Protocol):
    def judge(self, trace_id: str, right: bool, why: str, reader: Reader) -> None:
        """Raises UnknownTrace, BadMessage."""
        ...


@dataclass(frozen=True, slots=True)
class Operating:
    """What the operator's desk works with, beside the inbox.

    ask_for: queues a job of this kind for this operator. health: wiring.health. try_out: a question that leaves
    neither ticket nor trace, with these settings instead of those that stand; raises SettingError.
    """

    shelf: Shelf
    catalogue: Catalogue
    tuning: Tuning
    lexicon: Lexicon
    jobs: Jobs
    ask_for: Callable[[str, str], Job]
    health: Callable[[], Mapping[str, Any]]
    try_out: Callable[[str, Reader, Mapping[str, Any]], AskResult]


@dataclass(frozen=True, slots=True)
class Answering:
    """What operators see of hand-offs and do with them. gaps: since (ISO date; "" is all), for these reasons."""

    overview: Overview
    replies: Replies
    gaps: Callable[[str, Sequence[Reason]], Gaps]


@dataclass(frozen=True, slots=True)
class Kept:
    """What operators see of what is kept."""

    traces: TraceLog
    audit: AuditLog
    retention: Retention


@dataclass(frozen=True, slots=True)
class Services:
    """tickets: None where nothing is filed. opinions: None where questions are not kept."""

    asking: Asking
    identity: Identity
    tickets: Ticketing | None = None
    opinions: Judging | None = None
    desk: Operating | None = None
    inbox: Answering | None = None
    kept: Kept | None = None
    history: History | None = None
    rates: Rates = field(default_factory=Rates)
    anonymous: bool = False  # questions are kept without a name
    secure_cookie: bool = False  # the session's cookie goes over https only, whatever the request came by
