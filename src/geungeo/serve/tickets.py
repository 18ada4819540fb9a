"""The asker's side of a hand-off: their own tickets, what was replied, and what they say to it.

A ticket is the asker's by their name, or by its receipt where no name was kept. Anybody else's is as unknown as one
that was never given out, and nothing of the desk's own (draft, failed checks, assignee) is in what they see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from geungeo import messages
from geungeo.errors import BadMessage, UnknownTicket
from geungeo.korean.normalize import nfc, strip_control
from geungeo.ports import Inbox, Snapshot, Wanted
from geungeo.records import Handoff, Message, Reader, Reason, Role, Status
from geungeo.serve.grounds import Ground, ground_now
from geungeo.serve.receipts import hashed

LISTED = 100  # tickets a page
RECEIPTS = 200  # that one look-up takes


@dataclass(frozen=True, slots=True)
class Said:
    """One message under a ticket. author: of a reply, who answered; "" for the asker's own words."""

    number: int
    role: Role
    author: str
    text: str
    grounds: tuple[Ground, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket as its asker sees it. said: oldest first; empty in lists."""

    ticket: int
    question: str
    reason: Reason
    status: Status
    created_at: str
    updated_at: str
    trace_id: str
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Tickets:
    """snapshot: the corpus as a reader may see it. Methods that name a ticket raise UnknownTicket; all are
    thread-safe."""

    inbox: Inbox
    snapshot: Callable[[Reader], Snapshot]
    max_chars: int

    def mine(self, reader: Reader, before: int | None = None) -> list[Ticket]:
        """The newest LISTED under the reader's name (older than `before`); none for a reader without one."""
        if not reader.user:
            return []
        return [_ticket(row) for row in self.inbox.list(LISTED, Wanted(asker=reader.user), before)]

    def of_receipts(self, receipts: Sequence[str]) -> list[Ticket]:
        """Newest first; receipts of nothing are nothing."""
        return [_ticket(row) for row in self.inbox.of_receipts([hashed(receipt) for receipt in receipts[:RECEIPTS]])]

    def one(self, ticket: int, reader: Reader, receipt: str = "") -> Ticket:
        """With what was said; a reply's grounds as far as this reader may read them now."""
        return self._told(self._own(ticket, reader, receipt), reader)

    def seen(self, ticket: int, reader: Reader, receipt: str = "", upto: int | None = None) -> Ticket:
        """answered -> seen. upto: number of the last message they saw; a newer reply stays unseen."""
        own = self._own(ticket, reader, receipt)
        said = self.inbox.messages(ticket)
        if upto is None or not said or said[-1].number <= upto:
            self.inbox.set_status(own.ticket, "seen", was=("answered",))
        return self.one(ticket, reader, receipt)

    def ask_further(self, ticket: int, text: str, reader: Reader, receipt: str = "") -> Ticket:
        """Add the asker's words; a person must act again. Raises BadMessage."""
        own = self._own(ticket, reader, receipt)
        words = clean_text(text, self.max_chars)
        # The ticket's own name, not the reader's: what was asked without a name stays without one.
        self.inbox.say(own.ticket, Message(0, own.ticket, "employee", own.asker, words, (), ""), "open")
        return self.one(ticket, reader, receipt)

    def reopen(self, ticket: int, reader: Reader, receipt: str = "") -> Ticket:
        own = self._own(ticket, reader, receipt)
        self.inbox.set_status(own.ticket, "open", was=("answered", "seen", "closed"))
        return self.one(ticket, reader, receipt)

    def _own(self, ticket: int, reader: Reader, receipt: str) -> Handoff:
        found = self.inbox.get(ticket)
        if found is not None and reader.user and found.asker == reader.user:
            return found
        shown = self.inbox.of_receipts([hashed(receipt)]) if receipt else []
        if not any(row.ticket == ticket for row in shown):
            raise UnknownTicket(messages.TICKET_UNKNOWN.format(ticket=ticket))
        return shown[0]

    def _told(self, own: Handoff, reader: Reader) -> Ticket:
        said = self.inbox.messages(own.ticket)
        readable = self.snapshot(reader) if any(message.citations for message in said) else None
        return _ticket(own, tuple(_said(message, readable) for message in said))


def clean_text(text: str, limit: int) -> str:
    """What a person wrote under a ticket, in NFC without control characters but line breaks. Raises BadMessage."""
    words = strip_control(nfc(text)).replace("\r\n", "\n").replace("\r", "\n").strip()
    if not words:
        raise BadMessage(messages.MESSAGE_EMPTY)
    if len(words) > limit:
        raise BadMessage(messages.MESSAGE_TOO_LONG.format(length=len(words), limit=limit))
    return words


def _ticket(row: Handoff, said: tuple[Said, ...] = ()) -> Ticket:
    return Ticket(row.ticket, row.question, row.reason, row.status, row.created_at, row.updated_at, row.trace_id, said)


def _said(message: Message, readable: Snapshot | None) -> Said:
    grounds = tuple(ground_now(citation, readable) for citation in message.citations) if readable else ()
    author = message.author if message.role == "operator" else ""
    return Said(message.number, message.role, author, message.text, grounds, message.created_at)
