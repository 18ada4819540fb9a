"""The operator's side of a hand-off: reply with a clause as its ground, assign, close, open again. Every deed is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from geungeo import messages
from geungeo.errors import UnknownTicket
from geungeo.korean.normalize import nfc, strip_control
from geungeo.ports import AuditLog, Inbox, Snapshot
from geungeo.records import Chunk, Citation, Deed, Document, Handoff, Message, Reader
from geungeo.serve.grounds import checked
from geungeo.serve.tickets import clean_text


@dataclass(frozen=True, slots=True)
class Replies:
    """snapshot: the corpus as a reader may see it. `who` is the operator who acts; whether they may is asked before.

    version: of the ticket as the operator saw it (Inbox.version); "" acts whatever happened meanwhile. Every method
    raises UnknownTicket, and TicketChanged when somebody acted in between; all are thread-safe.
    """

    inbox: Inbox
    snapshot: Callable[[Reader], Snapshot]
    max_chars: int
    audit: AuditLog
    allows_draft: Callable[[Document], bool] = lambda document: False

    def reply(self, ticket: int, text: str, citations: Sequence[Citation], who: Reader, version: str = "") -> Message:
        """Any status -> answered. Raises BadMessage: no words, too many, or a citation that can't be a ground.

        A citation must quote its clause letter for letter, and the asker, with the groups they asked with, must be
        able to read it.
        """
        row = self._row(ticket)
        words = clean_text(text, self.max_chars)
        grounds = self._grounds(citations, who, row) if citations else ()
        said = self.inbox.say(ticket, Message(0, ticket, "operator", who.user, words, grounds, ""), "answered", version)
        self._note(who, "reply", ticket, message=said.number, cited=[citation.chunk_id for citation in grounds])
        return said

    def assign(self, ticket: int, assignee: str, who: Reader, version: str = "") -> Handoff:
        """`assignee`: a user's name; "" takes it back."""
        self._row(ticket)
        name = strip_control(nfc(assignee)).strip()
        self.inbox.assign(ticket, name, version)
        self._note(who, "assign", ticket, assignee=name)
        return self._row(ticket)

    def close(self, ticket: int, who: Reader, version: str = "") -> Handoff:
        self._row(ticket)
        self.inbox.set_status(ticket, "closed", version=version)
        self._note(who, "close", ticket)
        return self._row(ticket)

    def reopen(self, ticket: int, who: Reader, version: str = "") -> Handoff:
        self._row(ticket)
        self.inbox.set_status(ticket, "open", version=version)
        self._note(who, "reopen", ticket)
        return self._row(ticket)

    def _grounds(self, citations: Sequence[Citation], who: Reader, row: Handoff) -> tuple[Citation, ...]:
        whole = self.snapshot(who)

        def allowed(chunk: Chunk) -> bool:
            return chunk.key in whole.documents and self.allows_draft(whole.documents[chunk.key])

        return checked(citations, whole, self.snapshot(asker_of(row)), allowed)

    def _row(self, ticket: int) -> Handoff:
        row = self.inbox.get(ticket)
        if row is None:
            raise UnknownTicket(messages.TICKET_UNKNOWN.format(ticket=ticket))
        return row

    def _note(self, who: Reader, deed: str, ticket: int, **detail: Any) -> None:
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        self.audit.add(Deed(at, who.user, deed, f"ticket:{ticket}", detail))


def asker_of(row: Handoff) -> Reader:
    """Who asked, with the rights they asked with: what a reply may cite. Never an operator."""
    return Reader(row.asker, row.groups)
