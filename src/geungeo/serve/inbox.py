"""The inbox as operators see it: lists, one ticket with all that led to it, clauses to answer with, opinions, a sheet.

What they do to a ticket stands in replies.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geungeo import messages
from geungeo.errors import GeungeoError, UnknownTicket
from geungeo.ports import ANY, Asked, Inbox, Judged, Snapshot, Wanted
from geungeo.records import Check, Chunk, Citation, Handoff, Message, Reader, Role
from geungeo.search.evidence import select
from geungeo.search.named import named_in
from geungeo.search.query import understand
from geungeo.search.retrieve import retrieve
from geungeo.serve.ask import Desk, admitted, clean
from geungeo.serve.grounds import Ground, ground_now
from geungeo.serve.replies import asker_of
from geungeo.serve.sheet import sheet

LISTED = 50  # tickets or opinions a page
FOUND = 12  # clauses of a search


@dataclass(frozen=True, slots=True)
class Line:
    """One message under a ticket, with its author and its clauses as they stand now."""

    number: int
    role: Role
    author: str
    text: str
    grounds: tuple[Ground, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A ticket with everything about it. checks: empty when its trace is gone. version: as Inbox.version."""

    handoff: Handoff
    version: str
    checks: tuple[Check, ...]
    said: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A clause that may be a ground. score: relevance in [0, 1]. readable: whether the ticket's asker may read it."""

    chunk: Chunk
    score: float
    readable: bool


@dataclass(frozen=True, slots=True)
class Pick:
    """Words of a clause that an operator chose. end None: to the clause's end. quote: as they saw it; "": as it stands."""

    chunk_id: str
    start: int = 0
    end: int | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """`asking`: what the same search runs with. Methods that name a ticket raise UnknownTicket; all are thread-safe."""

    inbox: Inbox
    asking: Desk

    def page(self, wanted: Wanted = ANY, before: int | None = None) -> list[Asked]:
        """The newest LISTED, older than `before`."""
        return list(self.inbox.asked(wanted, before=before, limit=LISTED))

    def names(self) -> tuple[Sequence[str], Sequence[str]]:
        """The collections and the assignees that there are tickets of, "" aside."""
        return self.inbox.names("collection"), self.inbox.names("assignee")

    def one(self, ticket: int, who: Reader) -> Opened:
        handoff = self._row(ticket)
        version, said = self.inbox.version(ticket), self.inbox.messages(ticket)
        trace = self.asking.traces.get(handoff.trace_id) if self.asking.traces else None
        return Opened(handoff, version, trace.checks if trace else (), tuple(_lines(said, self.asking.snapshot(who))))

    def search(self, words: str, ticket: int | None, who: Reader) -> list[Found]:
        """The best clauses by the search that answers, without those that can be no ground. Raises BadQuestion."""
        thresholds, snapshot = self.asking.thresholds(), self.asking.snapshot(who)
        asked = clean(words, self.asking.limits.question_chars)
        query = understand(asked, self.asking.tokenizer, self.asking.words(), snapshot, named_in(snapshot))
        try:
            hits = retrieve(query, snapshot, self.asking.embedder, thresholds, self.asking.limits.candidates)
        except GeungeoError:
            hits = retrieve(query, snapshot, None, thresholds, self.asking.limits.candidates)
        copies, allowed = self.asking.copies(who, snapshot, None), admitted(snapshot, self.asking)
        selected = select(hits, snapshot.chunks, FOUND, copies=copies, allowed=allowed)
        scores = {row.chunk_id: row.relevance for row in selected.ledger}
        asker = self.asking.snapshot(asker_of(self._row(ticket))) if ticket is not None else None
        return [
            Found(
                excerpt.chunk, scores[excerpt.chunk.chunk_id], asker is None or excerpt.chunk.chunk_id in asker.chunks
            )
            for excerpt in selected.excerpts
        ]

    def cited(self, picks: Sequence[Pick], who: Reader) -> list[Citation]:
        """The picks as citations, numbered from 1; what they quote is checked when the reply is given."""
        chunks = self.asking.snapshot(who).chunks
        return [_citation(number, pick, chunks.get(pick.chunk_id)) for number, pick in enumerate(picks, start=1)]

    def opinions(self, right: bool | None = None, before: int | None = None) -> Sequence[Judged]:
        """What askers said of their answers, newest first; None of either kind."""
        return self.asking.traces.judged(right, before, LISTED) if self.asking.traces else []

    def _row(self, ticket: int) -> Handoff:
        row = self.inbox.get(ticket)
        if row is None:
            raise UnknownTicket(messages.TICKET_UNKNOWN.format(ticket=ticket))
        return row


def inbox_sheet(inbox: Inbox, wanted: Wanted = ANY) -> bytes:
    """Every ticket wanted, newest first, as a CSV file."""
    return sheet(messages.INBOX_COLUMNS, (_cells(row) for row in inbox.asked(wanted)))


def _lines(said: Sequence[Message], whole: Snapshot) -> Iterator[Line]:
    for message in said:
        grounds = tuple(ground_now(citation, whole) for citation in message.citations)
        yield Line(message.number, message.role, message.author, message.text, grounds, message.created_at)


def _citation(number: int, pick: Pick, chunk: Chunk | None) -> Citation:
    text = chunk.text if chunk else ""
    end = len(text) if pick.end is None else pick.end
    return Citation(number, pick.chunk_id, "", "", pick.start, end, pick.quote or text[pick.start : end])


def _cells(row: Asked) -> tuple[str | int | float | None, ...]:
    return (
        row.ticket,
        row.created_at,
        row.updated_at,
        messages.STATUSES[row.status],
        messages.REASONS[row.reason],
        row.collection,
        row.asker,
        row.assignee,
        row.question,
        row.draft,
        ", ".join(messages.CHECKS.get(name, name) for name in row.failed),
        row.clause[1] if row.clause else None,
        round(row.top_score, 3),
    )
