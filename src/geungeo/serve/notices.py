"""Telling people that a ticket waits for them: letters made from what is queued, sent in the background, tried again.

A notice is queued in the transaction of the ticket or message it tells of, so none is lost and no answer waits for
one. It goes out at least once; `delivery` is the same at every try, so that a receiver can tell a second one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from geungeo import messages
from geungeo.access import Rules
from geungeo.errors import GeungeoError, NoticeFailed
from geungeo.ports import Inbox, Letter, Outbox, Sender
from geungeo.records import Handoff, Message, Notice

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # a notice whose sender was killed is tried again after this
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=6)
A_ROUND = 20
_PAUSE = 2.0  # seconds between looks at the outbox


@dataclass(frozen=True, slots=True)
class Wording:
    """What letters say. recipient: of operators where the collection names none. domain: of askers whose name is no
    address. address: where people reach geungeo; "" leaves links out. with_text: whether questions and replies are
    quoted, then masked."""

    recipient: str = ""
    domain: str = ""
    address: str = ""
    with_text: bool = True
    mask: Callable[[str], str] = lambda text: text


@dataclass(frozen=True, slots=True)
class Post:
    """rules: as they stand now, for a collection's recipient. attempts: how often one notice is tried."""

    outbox: Outbox
    inbox: Inbox
    senders: Mapping[str, Sender]
    rules: Callable[[], Rules]
    wording: Wording
    attempts: int

    def deliver_due(self, now: datetime) -> int:
        """Send what is due; returns how many notices were looked at. One that fails keeps none of the others."""
        due = self.outbox.claim(_at(now), _at(now + LEASE), A_ROUND)
        for notice in due:
            try:
                nothing = self._send(notice)
            except NoticeFailed as error:
                self._failed(notice, error, now)
            except Exception as error:
                log.exception("notice %s", notice.number)
                self._failed(notice, NoticeFailed(type(error).__name__), now)
            else:
                self.outbox.sent(notice.number, _at(now), nothing)
        return len(due)

    def _send(self, notice: Notice) -> str:
        """Why nothing was sent, for there is nothing to tell any more or nobody to tell it to; "" when it went out."""
        sender = self.senders.get(notice.channel)
        if sender is None:
            raise NoticeFailed(messages.NOTICE_NO_CHANNEL.format(channel=notice.channel))
        letter = self._letter(notice)
        if letter is None:
            return messages.NOTICE_TICKET_GONE
        if not letter.recipient and sender.needs_recipient:
            return messages.NOTICE_NOBODY
        sender.send(letter)
        return ""

    def _failed(self, notice: Notice, error: NoticeFailed, now: datetime) -> None:
        over = notice.attempts >= self.attempts
        wait = max(min(FIRST_WAIT * 4 ** (notice.attempts - 1), LONGEST_WAIT), timedelta(seconds=error.wait or 0))
        log.warning("notice %s (%s) failed: %s", notice.number, notice.channel, error)
        self.outbox.failed(notice.number, str(error), None if over else _at(now + wait))

    def _letter(self, notice: Notice) -> Letter | None:
        """None when its ticket is gone."""
        if notice.ticket is None:
            return self._test_letter(notice)
        row = self.inbox.get(notice.ticket)
        if row is None:
            return None
        said = [message for message in self.inbox.messages(row.ticket) if message.number == notice.message]
        recipient = self._asker(row) if notice.kind == "reply" else self._operators(row)
        return self._told(notice, row, said[0] if said else None, recipient)

    def _told(self, notice: Notice, row: Handoff, said: Message | None, recipient: str) -> Letter:
        place, link = ("#ticket={}" if notice.kind == "reply" else "desk#inbox/{}"), ""
        if self.wording.address:
            link = f"{self.wording.address.rstrip('/')}/{place.format(row.ticket)}"
        collection = self.rules().collections.get(row.collection)
        about = {"ticket": row.ticket, "collection": (collection.title or collection.name) if collection else ""}
        question, text = self._quoted(row.question), self._quoted(said.text) if said else ""
        document: dict[str, Any] = {
            "kind": notice.kind,
            **about,
            "reason": row.reason,
            "status": row.status,
            "question": question,
            "text": text,
            "link": link,
            "recipient": recipient,
            "created_at": notice.created_at,
            "delivery": delivery(notice),
        }
        head = messages.NOTICE_HEAD[notice.kind].format(**about)
        lines = [head, question and messages.NOTICE_QUESTION.format(question=question), text, link]
        return Letter(delivery(notice), recipient, head, "\n\n".join(filter(None, lines)), document)

    def _test_letter(self, notice: Notice) -> Letter:
        document = {"kind": notice.kind, "created_at": notice.created_at, "delivery": delivery(notice)}
        return Letter(delivery(notice), self.wording.recipient, messages.NOTICE_TEST, messages.NOTICE_TEST, document)

    def _operators(self, row: Handoff) -> str:
        """The assignee where that is an address, else the collection's recipient, else everybody's."""
        if "@" in row.assignee:
            return row.assignee
        collection = self.rules().collections.get(row.collection)
        return (collection.recipient if collection else "") or self.wording.recipient

    def _asker(self, row: Handoff) -> str:
        if "@" in row.asker or not row.asker:
            return row.asker
        return f"{row.asker}@{self.wording.domain}" if self.wording.domain else ""

    def _quoted(self, text: str) -> str:
        return self.wording.mask(text) if self.wording.with_text else ""


def deliver_until(stop: threading.Event, post: Post) -> None:
    """The background work of a running serve. A broken outbox is logged, and looked at again."""
    while not stop.is_set():
        try:
            busy = post.deliver_due(datetime.now(UTC)) == A_ROUND
        except GeungeoError as error:
            log.error("notices: %s", error)
            busy = False
        except Exception:
            log.exception("notices stopped for now")
            busy = False
        if not busy:
            stop.wait(_PAUSE)


def delivery(notice: Notice) -> str:
    """A notice's name for receivers; the same at every try."""
    return f"{notice.channel}-{notice.number}-{notice.created_at}".replace(":", "").replace("+", "")


def _at(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds")
