"""Questions given to people: SQLite in geungeo.db. Primary data: backed up, never rebuilt."""

from __future__ import annotations

import builtins
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.errors import WorkspaceError
from geungeo.ports import NewHandoff
from geungeo.records import Evidence, Handoff, to_json

# user_version -> statements that lead there from the version before.
_MIGRATIONS = {
    1: """
        CREATE TABLE handoffs (
            ticket INTEGER PRIMARY KEY AUTOINCREMENT,
            question TEXT NOT NULL,
            reason TEXT NOT NULL,
            top_score REAL NOT NULL,
            draft TEXT,
            failed TEXT NOT NULL,
            evidence TEXT NOT NULL,
            created_at TEXT NOT NULL,
            trace_id TEXT NOT NULL,
            status TEXT NOT NULL DEFAULT 'open'
        )
    """,
}


class SqliteInbox:
    """Implements ports.Inbox. A connection a call: safe from several threads and processes.

    What `add` returned has reached the disk. Raises WorkspaceError when the file can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._connected() as db:
            db.execute("PRAGMA journal_mode = WAL")
            _migrate(db, path)

    def add(self, handoff: NewHandoff) -> int:
        row = {name: getattr(handoff, name) for name in ("question", "reason", "top_score", "draft", "trace_id")}
        row["failed"] = json.dumps(handoff.failed, ensure_ascii=False)
        row["evidence"] = json.dumps(to_json(handoff.evidence), ensure_ascii=False)
        row["created_at"] = datetime.now().astimezone().isoformat(timespec="seconds")
        names = ", ".join(row)
        values = ", ".join(f":{name}" for name in row)
        with self._connected() as db:
            return int(db.execute(f"INSERT INTO handoffs ({names}) VALUES ({values})", row).lastrowid or 0)

    def list(self, limit: int = 100) -> builtins.list[Handoff]:
        with self._connected() as db:
            rows = db.execute("SELECT * FROM handoffs ORDER BY ticket DESC LIMIT ?", (limit,)).fetchall()
        return [_handoff(row) for row in rows]

    def get(self, ticket: int) -> Handoff | None:
        with self._connected() as db:
            row = db.execute("SELECT * FROM handoffs WHERE ticket = ?", (ticket,)).fetchone()
        return _handoff(row) if row else None

    def open_count(self) -> int:
        with self._connected() as db:
            return int(db.execute("SELECT count(*) FROM handoffs WHERE status = 'open'").fetchone()[0])

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """One transaction, committed durably at the block's end."""
        try:
            with closing(sqlite3.connect(self._path, timeout=30)) as db:
                db.row_factory = sqlite3.Row
                db.execute("PRAGMA synchronous = FULL")
                with db:
                    yield db
        except sqlite3.Error as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self._path.name, error=error)) from error


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    db.execute("BEGIN IMMEDIATE")
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > max(_MIGRATIONS):
        raise WorkspaceError(messages.INBOX_NEWER.format(file=path.name, version=version))
    for number in range(version + 1, max(_MIGRATIONS) + 1):
        db.execute(_MIGRATIONS[number])
        db.execute(f"PRAGMA user_version = {number}")


def _handoff(row: sqlite3.Row) -> Handoff:
    values: dict[str, Any] = dict(row)
    values["failed"] = tuple(json.loads(row["failed"]))
    values["evidence"] = tuple(Evidence(**item) for item in json.loads(row["evidence"]))
    return Handoff(**values)
