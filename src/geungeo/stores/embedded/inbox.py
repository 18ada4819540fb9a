"""Questions given to people, and what was said about them: tables handoffs and messages of geungeo.db."""

from __future__ import annotations

import builtins
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from geungeo.ports import ANY, NewHandoff, Wanted
from geungeo.records import Citation, Evidence, Handoff, Message, Status, to_json
from geungeo.stores.embedded.database import Database, Row, now

_PLAIN = ("question", "reason", "top_score", "draft", "trace_id", "asker", "collection", "receipt")
_EQUAL = ("status", "reason", "collection", "assignee", "asker")


class SqliteInbox:
    """Implements ports.Inbox."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)

    def add(self, handoff: NewHandoff) -> int:
        row = {name: getattr(handoff, name) for name in _PLAIN}
        row |= {name: _json(getattr(handoff, name)) for name in ("failed", "groups", "evidence")}
        row["created_at"] = row["updated_at"] = now()
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        with self.database.transaction() as db:
            return int(db.execute(f"INSERT INTO handoffs ({names}) VALUES ({values})", row).lastrowid or 0)

    def list(
        self,
        limit: int = 100,
        wanted: Wanted = ANY,
        before: int | None = None,
    ) -> builtins.list[Handoff]:
        equal = {name: value for name in _EQUAL if (value := getattr(wanted, name)) is not None}
        where = [f"{name} = :{name}" for name in equal]
        values: dict[str, Any] = {**equal, "limit": limit, "before": before}
        if before is not None:
            where.append("ticket < :before")
        for at, word in enumerate(wanted.text.split()):
            where.append(f"instr(question, :word{at}) > 0")
            values[f"word{at}"] = word
        condition = " AND ".join(where) or "1"
        with self.database.reading() as db:
            rows = db.execute(
                f"SELECT * FROM handoffs WHERE {condition} ORDER BY ticket DESC LIMIT :limit", values
            ).fetchall()
        return [_handoff(row) for row in rows]

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

    def messages(self, ticket: int) -> builtins.list[Message]:
        with self.database.reading() as db:
            rows = db.execute("SELECT * FROM messages WHERE ticket = ? ORDER BY number", (ticket,)).fetchall()
        return [_message(row) for row in rows]

    def say(self, ticket: int, message: Message, status: Status) -> Message:
        at = now()
        values = (ticket, message.role, message.author, message.text, _json(message.citations), at)
        with self.database.transaction() as db:
            number = db.execute(
                "INSERT INTO messages (ticket, role, author, text, citations, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            db.execute("UPDATE handoffs SET status = ?, updated_at = ? WHERE ticket = ?", (status, at, ticket))
        return Message(number or 0, ticket, message.role, message.author, message.text, message.citations, at)

    def set_status(self, ticket: int, status: Status, was: Sequence[Status] | None = None) -> None:
        condition = "" if was is None else f" AND status IN ({', '.join('?' * len(was))})"
        with self.database.transaction() as db:
            db.execute(
                f"UPDATE handoffs SET status = ?, updated_at = ? WHERE ticket = ?{condition}",
                (status, now(), ticket, *(was or ())),
            )

    def assign(self, ticket: int, assignee: str) -> None:
        with self.database.transaction() as db:
            db.execute("UPDATE handoffs SET assignee = ?, updated_at = ? WHERE ticket = ?", (assignee, now(), ticket))

    def open_count(self) -> int:
        with self.database.reading() as db:
            return int(db.execute("SELECT count(*) FROM handoffs WHERE status = 'open'").fetchone()[0])


def _json(value: Any) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)


def _handoff(row: Row) -> Handoff:
    values: dict[str, Any] = dict(row)
    del values["receipt"]  # for look-ups only
    values["failed"] = tuple(json.loads(row["failed"]))
    values["groups"] = tuple(json.loads(row["groups"]))
    values["evidence"] = tuple(Evidence(**item) for item in json.loads(row["evidence"]))
    return Handoff(**values)


def _message(row: Row) -> Message:
    values: dict[str, Any] = dict(row)
    values["citations"] = tuple(Citation(**item) for item in json.loads(row["citations"]))
    return Message(**values)
