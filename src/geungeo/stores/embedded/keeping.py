"""How long rows of geungeo.db stay, and how a person leaves it: the one file that removes what was kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from geungeo.stores.embedded.database import Connection, Database

# Kind of row -> what removes those older than :before. An open ticket waits for a person and is never too old.
_DUE = {
    "tickets": """DELETE FROM handoffs WHERE status <> 'open'
        AND julianday(CASE updated_at WHEN '' THEN created_at ELSE updated_at END) < julianday(:before)""",
    "traces": "DELETE FROM traces WHERE julianday(created_at) < julianday(:before)",
    "feedback": "DELETE FROM feedback WHERE julianday(created_at) < julianday(:before)",
    "notices": """DELETE FROM notices WHERE (sent_at IS NOT NULL OR due_at IS NULL)
        AND julianday(created_at) < julianday(:before)""",
    "audit": "DELETE FROM audit WHERE julianday(created_at) < julianday(:before)",
}
_TABLES = {
    "tickets": "handoffs",
    "messages": "messages",
    "traces": "traces",
    "feedback": "feedback",
    "notices": "notices",
    "tokens": "tokens",
    "sessions": "web_sessions",
    "audit": "audit",
}
# In this order: what was said of someone's question goes before the question, by which it is found.
_FORGET = (
    "DELETE FROM feedback WHERE user = :user OR trace_id IN (SELECT trace_id FROM traces WHERE user = :user)",
    "DELETE FROM traces WHERE user = :user OR trace_id IN (SELECT trace_id FROM handoffs WHERE asker = :user)",
    "DELETE FROM handoffs WHERE asker = :user",
    "DELETE FROM tokens WHERE user = :user",
)
_UNNAME = {
    "replies_unnamed": "UPDATE messages SET author = '' WHERE author = :user",
    "assignments_unnamed": "UPDATE handoffs SET assignee = '' WHERE assignee = :user",
}


class SqliteKeeping:
    """Implements ports.Keeping."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remove(self, before: Mapping[str, str], dry: bool = False) -> dict[str, int]:
        with self._changing(dry) as (db, counts):
            for kind, at in before.items():
                with _audit_open(db, "retention", at):
                    db.execute(_DUE[kind], {"before": at})
            db.execute("DELETE FROM web_sessions WHERE julianday(expires_at) < julianday('now')")
        return counts

    def waiting(self, before: str) -> int:
        with self._database.reading() as db:
            found = db.execute(
                "SELECT count(*) FROM handoffs WHERE status = 'open' AND julianday(created_at) < julianday(?)",
                (before,),
            )
            return int(found.fetchone()[0])

    def forget(self, user: str, dry: bool = False) -> dict[str, int]:
        with self._changing(dry) as (db, counts):
            for statement in _FORGET:
                db.execute(statement, {"user": user})
            for kind, statement in _UNNAME.items():
                counts[kind] = db.execute(statement, {"user": user}).rowcount
            counts["audit_unnamed"] = _unname_audit(db, user)
        return {kind: count for kind, count in counts.items() if count}

    def scrub(self) -> bool:
        return self._database.scrub()

    @contextmanager
    def _changing(self, dry: bool) -> Iterator[tuple[Connection, dict[str, int]]]:
        """A transaction, and how many rows of each kind it removed, known at the block's end; undone when `dry`."""
        counts: dict[str, int] = {}
        with self._database.transaction() as db:
            db.execute("SAVEPOINT begun")
            had = _sizes(db)
            yield db, counts
            left = _sizes(db)
            counts |= {kind: had[kind] - left[kind] for kind in had if had[kind] > left[kind]}
            if dry:
                db.execute("ROLLBACK TO begun")


def _sizes(db: Connection) -> dict[str, int]:
    return {kind: int(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for kind, name in _TABLES.items()}


def _unname_audit(db: Connection, user: str) -> int:
    """What was done stays, by whom too; whom it was done to loses the name. Returns how many rows changed."""
    changed = 0
    with _audit_open(db, "forget"):
        for number, subject, detail in db.execute("SELECT number, subject, detail FROM audit").fetchall():
            new = (_without(subject, user), json.dumps(_without(json.loads(detail), user), ensure_ascii=False))
            if new != (subject, detail):
                db.execute("UPDATE audit SET subject = ?, detail = ? WHERE number = ?", (*new, number))
                changed += 1
    return changed


def _without(value: Any, user: str) -> Any:
    """The JSON value with each text that is this person, by name or as a principal, emptied."""
    if isinstance(value, dict):
        return {key: _without(item, user) for key, item in value.items()}
    if isinstance(value, list):
        return [_without(item, user) for item in value]
    return "" if value in (user, f"user:{user}") else value


@contextmanager
def _audit_open(db: Connection, purpose: str, before: str = "") -> Iterator[None]:
    """Until the block's end, in this transaction alone, the audit's triggers let this purpose through."""
    db.execute("INSERT INTO audit_opening (purpose, before) VALUES (?, ?)", (purpose, before))
    yield
    db.execute("DELETE FROM audit_opening")
