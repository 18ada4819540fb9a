"""Questions given to people, and what was said about them: tables handoffs and messages of geungeo.db."""

from __future__ import annotations

import builtins
import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from geungeo import messages
from geungeo.errors import TicketChanged
from geungeo.ports import ANY, Asked, NewHandoff, Wanted
from geungeo.records import Citation, Evidence, Handoff, Message, Status, to_json
from geungeo.stores.embedded.database import Connection, Database, Row, now, utc_now
from geungeo.stores.embedded.outbox import queue

_PLAIN = ("question", "reason", "top_score", "draft", "trace_id", "asker", "collection", "receipt")
_EQUAL = ("status", "reason", "collection", "assignee", "asker")


# Without the ledger, which is long; what it says of the best clause stands in a column of its own.
_ASKED = ", ".join(field.name for field in dataclasses.fields(Asked))
_VERSION = """
    SELECT CASE status WHEN 'seen' THEN 'answered' ELSE status END || '-' || assignee || '-' ||
        coalesce((SELECT max(number) FROM messages WHERE messages.ticket = handoffs.ticket), 0)
    FROM handoffs WHERE ticket = ?
"""


class SqliteInbox:
    """Implements ports.Inbox. channels: by which people are told of new tickets and messages."""

    def __init__(self, path: Path, channels: Sequence[str] = ()) -> None:
        self.database = Database(path)
        self._channels = tuple(channels)

    def add(self, handoff: NewHandoff) -> int:
        row = {name: getattr(handoff, name) for name in _PLAIN}
        row |= {name: _json(getattr(handoff, name)) for name in ("failed", "groups", "evidence")}
        row["clause"] = _clause(handoff.evidence)
        row["created_at"] = row["updated_at"] = now()
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        with self.database.transaction() as db:
            ticket = int(db.execute(f"INSERT INTO handoffs ({names}) VALUES ({values})", row).lastrowid or 0)
            queue(db, "handoff", self._channels, utc_now(), ticket)
        return ticket

    def list(
        self,
        limit: int = 100,
        wanted: Wanted = ANY,
        before: int | None = None,
    ) -> builtins.list[Handoff]:
        condition, values = _where(wanted, "", before, limit)
        with self.database.reading() as db:
            return [_handoff(row) for row in db.execute(f"SELECT * FROM handoffs {condition}", values)]

    def asked(
        self, wanted: Wanted = ANY, since: str = "", before: int | None = None, limit: int | None = None
    ) -> Iterator[Asked]:
        condition, values = _where(wanted, since, before, limit)
        with self.database.reading() as db:
            for row in db.execute(f"SELECT {_ASKED} FROM handoffs {condition}", values):
                fields: dict[str, Any] = dict(row)
                fields["failed"] = tuple(json.loads(row["failed"]))
                fields["clause"] = tuple(json.loads(row["clause"])) if row["clause"] else None
                yield Asked(**fields)

    def get(self, ticket: int) -> Handoff | None:
        with self.database.reading() as db:
            row = db.execute("SELECT * FROM handoffs WHERE ticket = ?", (ticket,)).fetchone()
        return _handoff(row) if row else None

    def of_receipts(self, hashes: Sequence[str]) -> builtins.list[Handoff]:
        wanted = [value for value in hashes if value]
        places = ", ".join("?" * len(wanted))
        with self.database.reading() as db:
            rows = db.execute(
                f"SELECT * FROM handoffs WHERE receipt IN ({places}) ORDER BY ticket DESC", wanted
            ).fetchall()
        return [_handoff(row) for row in rows]

    def names(self, of: Literal["collection", "assignee"]) -> builtins.list[str]:
        with self.database.reading() as db:
            rows = db.execute(f"SELECT DISTINCT {of} FROM handoffs WHERE {of} <> '' ORDER BY {of}").fetchall()
        return [row[0] for row in rows]

    def version(self, ticket: int) -> str:
        with self.database.reading() as db:
            return _version(db, ticket)

    def messages(self, ticket: int) -> builtins.list[Message]:
        with self.database.reading() as db:
            rows = db.execute("SELECT * FROM messages WHERE ticket = ? ORDER BY number", (ticket,)).fetchall()
        return [_message(row) for row in rows]

    def say(self, ticket: int, message: Message, status: Status, version: str = "") -> Message:
        at = now()
        values = (ticket, message.role, message.author, message.text, _json(message.citations), at)
        with self.database.transaction() as db:
            _unchanged(db, ticket, version)
            number = db.execute(
                "INSERT INTO messages (ticket, role, author, text, citations, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            db.execute("UPDATE handoffs SET status = ?, updated_at = ? WHERE ticket = ?", (status, at, ticket))
            queue(db, "reply" if message.role == "operator" else "further", self._channels, utc_now(), ticket, number)
        return Message(number or 0, ticket, message.role, message.author, message.text, message.citations, at)

    def set_status(self, ticket: int, status: Status, was: Sequence[Status] | None = None, version: str = "") -> None:
        condition = "" if was is None else f" AND status IN ({', '.join('?' * len(was))})"
        with self.database.transaction() as db:
            _unchanged(db, ticket, version)
            db.execute(
                f"UPDATE handoffs SET status = ?, updated_at = ? WHERE ticket = ?{condition}",
                (status, now(), ticket, *(was or ())),
            )

    def assign(self, ticket: int, assignee: str, version: str = "") -> None:
        with self.database.transaction() as db:
            _unchanged(db, ticket, version)
            db.execute("UPDATE handoffs SET assignee = ?, updated_at = ? WHERE ticket = ?", (assignee, now(), ticket))

    def citing(self, chunk_ids: Sequence[str]) -> builtins.list[int]:
        """Numbers of the tickets with a reply that cites one of these passages, ascending."""
        query = (
            "SELECT DISTINCT ticket FROM messages, json_each(messages.citations) AS cited "
            "WHERE json_extract(cited.value, '$.chunk_id') IN (SELECT value FROM json_each(?)) ORDER BY ticket"
        )
        with self.database.reading() as db:
            return [int(row["ticket"]) for row in db.execute(query, (json.dumps(list(chunk_ids)),))]

    def open_count(self) -> int:
        with self.database.reading() as db:
            return int(db.execute("SELECT count(*) FROM handoffs WHERE status = 'open'").fetchone()[0])


def _where(wanted: Wanted, since: str, before: int | None, limit: int | None) -> tuple[str, dict[str, Any]]:
    """Condition, order and limit of a list, with the values they name."""
    equal = {name: value for name in _EQUAL if (value := getattr(wanted, name)) is not None}
    values: dict[str, Any] = {**equal, "since": since, "before": before, "limit": -1 if limit is None else limit}
    where = ["created_at >= :since", *(f"{name} = :{name}" for name in equal)]
    if before is not None:
        where.append("ticket < :before")
    for at, word in enumerate(wanted.text.split()):
        where.append(f"instr(question, :word{at}) > 0")
        values[f"word{at}"] = word
    return f"WHERE {' AND '.join(where)} ORDER BY ticket DESC LIMIT :limit", values


def _version(db: Connection, ticket: int) -> str:
    row = db.execute(_VERSION, (ticket,)).fetchone()
    return str(row[0]) if row else ""


def _unchanged(db: Connection, ticket: int, version: str) -> None:
    if version and _version(db, ticket) != version:
        raise TicketChanged(messages.TICKET_CHANGED.format(ticket=ticket))


def _clause(ledger: Sequence[Evidence]) -> str | None:
    """Of the kept candidate that bears most on the question: [chunk id, label]."""
    kept = [row for row in ledger if row.kept]
    best = min(kept, key=lambda row: (-row.relevance, row.number or 0), default=None)
    return _json([best.chunk_id, best.label]) if best else None


def _json(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


def _handoff(row: Row) -> Handoff:
    values: dict[str, Any] = dict(row)
    del values["receipt"], values["clause"]  # for look-ups and lists only
    values["failed"] = tuple(json.loads(row["failed"]))
    values["groups"] = tuple(json.loads(row["groups"]))
    values["evidence"] = tuple(Evidence(**item) for item in json.loads(row["evidence"]))
    return Handoff(**values)


def _message(row: Row) -> Message:
    values: dict[str, Any] = dict(row)
    values["citations"] = tuple(Citation(**item) for item in json.loads(row["citations"]))
    return Message(**values)
