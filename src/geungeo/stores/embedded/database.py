"""geungeo.db: what people said and did. Primary data: backed up, never rebuilt. The only file that imports sqlite3.

WAL mode; a connection a call, so it is safe from several threads and processes. What a block committed has reached
the disk. Raises WorkspaceError when the file can't be used.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from geungeo import messages
from geungeo.errors import WorkspaceError

log = logging.getLogger(__name__)

Connection = sqlite3.Connection
Row = sqlite3.Row

# user_version -> statements that lead there from the version before. A shipped entry never changes: add the next.
MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: (
        """
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
    ),
    2: (
        "ALTER TABLE handoffs ADD COLUMN asker TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE handoffs ADD COLUMN groups TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE handoffs ADD COLUMN collection TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE handoffs ADD COLUMN assignee TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE handoffs ADD COLUMN updated_at TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE handoffs ADD COLUMN receipt TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE handoffs ADD COLUMN clause TEXT",
        """
        UPDATE handoffs SET clause = (
            SELECT json_array(json_extract(row.value, '$.chunk_id'), json_extract(row.value, '$.label'))
            FROM json_each(evidence) AS row WHERE json_extract(row.value, '$.kept')
            ORDER BY json_extract(row.value, '$.relevance') DESC, json_extract(row.value, '$.number') LIMIT 1
        )
        """,
        "CREATE INDEX handoffs_by_receipt ON handoffs (receipt) WHERE receipt <> ''",
        "CREATE INDEX handoffs_by_asker ON handoffs (asker, ticket)",
        "CREATE INDEX handoffs_by_status ON handoffs (status, ticket)",
        """
        CREATE TABLE messages (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            ticket INTEGER NOT NULL REFERENCES handoffs (ticket) ON DELETE CASCADE,
            role TEXT NOT NULL,
            author TEXT NOT NULL,
            text TEXT NOT NULL,
            citations TEXT NOT NULL,
            created_at TEXT NOT NULL
        )
        """,
        "CREATE INDEX messages_by_ticket ON messages (ticket, number)",
        """
        CREATE TABLE traces (
            trace_id TEXT PRIMARY KEY,
            created_at TEXT NOT NULL,
            user TEXT NOT NULL,
            question TEXT NOT NULL,
            route TEXT NOT NULL,
            reason TEXT,
            answer TEXT NOT NULL,
            draft TEXT,
            citations TEXT NOT NULL,
            checks TEXT NOT NULL,
            evidence TEXT NOT NULL,
            top_score REAL NOT NULL,
            ticket INTEGER,
            total_seconds REAL NOT NULL,
            "commit" TEXT NOT NULL,
            model TEXT NOT NULL
        )
        """,
        "CREATE INDEX traces_by_time ON traces (created_at)",
        """
        CREATE TABLE feedback (
            trace_id TEXT NOT NULL,
            user TEXT NOT NULL,
            "right" INTEGER NOT NULL,
            why TEXT NOT NULL,
            created_at TEXT NOT NULL,
            PRIMARY KEY (trace_id, user)
        )
        """,
        """
        CREATE TABLE tokens (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE,
            user TEXT NOT NULL,
            groups TEXT NOT NULL,
            role TEXT NOT NULL,
            note TEXT NOT NULL,
            created_at TEXT NOT NULL,
            expires_at TEXT,
            revoked_at TEXT,
            used_at TEXT
        )
        """,
        """
        CREATE TABLE web_sessions (
            hash TEXT PRIMARY KEY,
            token INTEGER NOT NULL REFERENCES tokens (number) ON DELETE CASCADE,
            created_at TEXT NOT NULL,
            expires_at TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            created_at TEXT NOT NULL,
            who TEXT NOT NULL,
            deed TEXT NOT NULL,
            subject TEXT NOT NULL,
            detail TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE notices (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            channel TEXT NOT NULL,
            ticket INTEGER REFERENCES handoffs (ticket) ON DELETE CASCADE,
            message INTEGER,
            created_at TEXT NOT NULL,
            due_at TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            sent_at TEXT,
            error TEXT NOT NULL DEFAULT ''
        )
        """,
        "CREATE INDEX notices_waiting ON notices (due_at) WHERE sent_at IS NULL",
        # What may be done to the audit log in this transaction beyond adding (keeping.py); without rows in between.
        "CREATE TABLE audit_opening (purpose TEXT NOT NULL, before TEXT NOT NULL)",
        """
        CREATE TRIGGER audit_stays BEFORE DELETE ON audit
        WHEN NOT EXISTS (
            SELECT 1 FROM audit_opening
            WHERE purpose = 'retention' AND julianday(OLD.created_at) < julianday(before)
        )
        BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END
        """,
        """
        CREATE TRIGGER audit_as_written BEFORE UPDATE ON audit
        WHEN NOT EXISTS (SELECT 1 FROM audit_opening WHERE purpose = 'forget')
            OR (NEW.number, NEW.created_at, NEW.who, NEW.deed) IS NOT (OLD.number, OLD.created_at, OLD.who, OLD.deed)
        BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END
        """,
        # INSERT OR REPLACE would remove a row without asking the trigger above.
        """
        CREATE TRIGGER audit_only_grows BEFORE INSERT ON audit
        WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
        BEGIN SELECT RAISE(ABORT, 'audit rows are never replaced'); END
        """,
    ),
}


class Database:
    """One SQLite file, brought to the newest version on opening.

    On a full disk that waits until the next use: answers need no database, and only what is to be kept fails.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened = False
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open()
        except WorkspaceError as error:
            if not _no_room(error.__cause__):
                raise
            log.error("%s", error)

    def _open(self) -> None:
        try:
            self.path.touch(mode=0o600)  # its owner's alone; the WAL beside it gets the same
        except OSError as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self.path.name, error=error.strerror)) from error
        self._opened = True
        try:
            with self.transaction() as db:
                _migrate(db, self.path)
        except BaseException:
            self._opened = False
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction, committed durably at the block's end, undone when the block raises."""
        if not self._opened:
            self._open()
        try:
            with closing(sqlite3.connect(self.path, timeout=30, isolation_level=None)) as db:
                db.row_factory = Row
                _write_ahead(db)
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA foreign_keys = ON")
                # What is deleted is overwritten, not only let go.
                db.execute("PRAGMA secure_delete = ON")
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                except BaseException:
                    db.execute("ROLLBACK")
                    raise
                db.execute("COMMIT")
        except sqlite3.Error as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self.path.name, error=error)) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look, beside any writer."""
        if not self._opened:
            self._open()
        try:
            with closing(sqlite3.connect(self.path, timeout=30, isolation_level=None)) as db:
                db.row_factory = Row
                db.execute("BEGIN")
                yield db
        except sqlite3.Error as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self.path.name, error=error)) from error

    def scrub(self, patience: float = 30) -> bool:
        """Let nothing of what was deleted stay in the file or its WAL; False when a long reader kept it there.

        patience: seconds to wait for readers. Deleted text is gone only once this returned True.
        """
        try:
            with closing(sqlite3.connect(self.path, timeout=patience, isolation_level=None)) as db:
                db.execute("PRAGMA secure_delete = ON")
                db.execute("VACUUM")
                return int(db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]) == 0
        except sqlite3.Error as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self.path.name, error=error)) from error

    def copy_to(self, target: Path) -> None:
        """One consistent state into a new file, while others read and write."""
        try:
            with closing(sqlite3.connect(self.path, timeout=30)) as db, closing(sqlite3.connect(target)) as copy:
                db.backup(copy)
        except sqlite3.Error as error:
            raise WorkspaceError(messages.INBOX_BROKEN.format(file=self.path.name, error=error)) from error


def _write_ahead(db: Connection, patience: float = 30) -> None:
    """The first of several processes changes the journal. SQLite does not wait for this lock by itself as it does for
    others, lest two wait for one another. patience: seconds."""
    until = time.monotonic() + patience
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def utc_now() -> str:
    """This moment in UTC, to the second: sorts as text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def now() -> str:
    """This moment as it is stored: local time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _no_room(error: BaseException | None) -> bool:
    """A full disk shows as that, or as a file beside the database that can't grow."""
    if isinstance(error, sqlite3.OperationalError):
        return error.sqlite_errorname.startswith(("SQLITE_FULL", "SQLITE_IOERR"))
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _migrate(db: Connection, path: Path) -> None:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > max(MIGRATIONS):
        raise WorkspaceError(messages.INBOX_NEWER.format(file=path.name, version=version))
    for number in range(version + 1, max(MIGRATIONS) + 1):
        for statement in MIGRATIONS[number]:
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
