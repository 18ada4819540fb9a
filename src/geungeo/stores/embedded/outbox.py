"""Notices that wait, went out or failed: table notices of geungeo.db."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from geungeo.records import Notice, NoticeKind
from geungeo.stores.embedded.database import Connection, Database

_COLUMNS = "number, kind, channel, ticket, message, created_at, due_at, attempts, sent_at, error"


def queue(
    db: Connection, kind: NoticeKind, channels: Sequence[str], at: str, ticket: int | None, message: int | None = None
) -> None:
    """A notice a channel, in the transaction of what it tells of: one is never there without the other."""
    db.executemany(
        "INSERT INTO notices (kind, channel, ticket, message, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(kind, channel, ticket, message, at, at) for channel in channels],
    )


class SqliteOutbox:
    """Implements ports.Outbox. Times are ISO in UTC, so that they sort as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, kind: NoticeKind, channels: Sequence[str], at: str) -> None:
        with self._database.transaction() as db:
            queue(db, kind, channels, at, ticket=None)

    def claim(self, now: str, until: str, limit: int) -> builtins.list[Notice]:
        with self._database.transaction() as db:
            rows = db.execute(
                f"""UPDATE notices SET due_at = ?, attempts = attempts + 1 WHERE number IN (
                    SELECT number FROM notices WHERE sent_at IS NULL AND due_at <= ? ORDER BY due_at, number LIMIT ?
                ) RETURNING {_COLUMNS}""",
                (until, now, limit),
            ).fetchall()
        return sorted((Notice(**dict(row)) for row in rows), key=lambda notice: notice.number)

    def sent(self, number: int, at: str, nothing: str = "") -> None:
        with self._database.transaction() as db:
            db.execute(
                "UPDATE notices SET sent_at = ?, due_at = NULL, error = ? WHERE number = ?", (at, nothing, number)
            )

    def failed(self, number: int, error: str, due_at: str | None) -> None:
        with self._database.transaction() as db:
            db.execute("UPDATE notices SET error = ?, due_at = ? WHERE number = ?", (error, due_at, number))

    def again(self, number: int, now: str) -> bool:
        with self._database.transaction() as db:
            done = db.execute(
                "UPDATE notices SET due_at = ?, attempts = 0 WHERE number = ? AND sent_at IS NULL", (now, number)
            )
            return done.rowcount > 0

    def list(self, limit: int = 100) -> builtins.list[Notice]:
        with self._database.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM notices ORDER BY number DESC LIMIT ?", (limit,)).fetchall()
        return [Notice(**dict(row)) for row in rows]

    def given_up(self) -> int:
        with self._database.reading() as db:
            found = db.execute("SELECT count(*) FROM notices WHERE sent_at IS NULL AND due_at IS NULL").fetchone()
        return int(found[0])
