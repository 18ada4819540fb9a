"""geungeo.db through time: old files, killed migrations, several processes, killed writers."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from database_rows import trace
from geungeo.decisions import deed
from geungeo.errors import WorkspaceError
from geungeo.ports import NewHandoff
from geungeo.records import Deed, Message
from geungeo.stores.embedded import database
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.stores.embedded.traces import SqliteTraces

SPAWN = multiprocessing.get_context("spawn")

# As the first version wrote it, not as today's code would.
VERSION_1 = """
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
);
PRAGMA user_version = 1;
"""
ROWS = [
    (1, "연차 며칠?", "no_relevant_policy", 0.1, None, "[]", "[]", "2026-01-02T03:04:05+09:00", "t1", "open"),
    (
        3,
        "병가 🌿",
        "answer_unverified",
        0.7,
        "초안 [1]",
        '["grounded"]',
        "[]",
        "2026-02-02T03:04:05+09:00",
        "t3",
        "open",
    ),
]


def version_1(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1)
        db.executemany(f"INSERT INTO handoffs VALUES ({', '.join('?' * 10)})", ROWS)
        db.execute("UPDATE sqlite_sequence SET seq = 7")
        db.commit()
    return path


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_file_of_the_first_version_keeps_every_row(tmp_path: Path) -> None:
    inbox = SqliteInbox(version_1(tmp_path / "geungeo.db"))
    rows = sorted(inbox.list(), key=lambda row: row.ticket)
    kept = [(r.ticket, r.question, r.reason, r.top_score, r.draft, r.created_at, r.trace_id, r.status) for r in rows]
    assert kept == [(*row[:5], *row[7:]) for row in ROWS]
    assert [row.failed for row in rows] == [(), ("grounded",)]
    assert {(row.asker, row.groups, row.collection, row.assignee) for row in rows} == {("", (), "", "")}
    assert inbox.add(NewHandoff("그 뒤", "unavailable", 0.0, None, ())) == 8
    assert version_of(tmp_path / "geungeo.db") == max(database.MIGRATIONS)


class Dying(tuple[str, ...]):
    """Statements that kill the process in their midst."""

    def __iter__(self) -> Iterator[str]:
        yield from self[: len(self) // 2]
        os.kill(os.getpid(), signal.SIGKILL)


def migrate_and_die(path: Path) -> None:
    database.MIGRATIONS[2] = Dying(database.MIGRATIONS[2])
    Database(path)


def test_a_migration_killed_half_way_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = version_1(tmp_path / "geungeo.db")
    process = SPAWN.Process(target=migrate_and_die, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM handoffs ORDER BY ticket").fetchall() == ROWS
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'messages'").fetchone() == (0,)
    assert version_of(path) == 1
    assert len(SqliteInbox(path).list()) == 2


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = version_1(tmp_path / "geungeo.db")
    monkeypatch.setitem(database.MIGRATIONS, 2, (*database.MIGRATIONS[2], "CREATE NONSENSE"))
    with pytest.raises(WorkspaceError, match=r"geungeo\.db"):
        Database(path)
    assert version_of(path) == 1
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM handoffs ORDER BY ticket").fetchall() == ROWS


def add_one(path: Path, start: object, name: str) -> None:
    start.wait()  # type: ignore[attr-defined]  # a barrier, which has no public type
    SqliteInbox(path).add(NewHandoff(name, "unavailable", 0.0, None, ()))


@pytest.mark.parametrize("old", [True, False])
def test_processes_that_open_at_once_migrate_once(tmp_path: Path, old: bool) -> None:
    path = tmp_path / "geungeo.db"
    if old:
        version_1(path)
    start = SPAWN.Barrier(4)
    processes = [SPAWN.Process(target=add_one, args=(path, start, f"p{number}")) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    questions = {row.question for row in SqliteInbox(path).list()}
    assert questions == {"p0", "p1", "p2", "p3"} | ({row[1] for row in ROWS} if old else set())


def write_until_killed(path: Path, told: str) -> None:
    """One acknowledged row of each kind after the other."""
    inbox, own = SqliteInbox(path), os.getpid()
    traces, audit = SqliteTraces(inbox.database), SqliteAudit(inbox.database)
    with open(told, "a", encoding="utf-8", buffering=1) as file:
        for i in range(10_000):
            ticket = inbox.add(NewHandoff(f"{own} {i}", "unavailable", 0.0, None, (), trace_id=f"{own}-{i}"))
            file.write(json.dumps(["ticket", ticket]) + "\n")
            said = inbox.say(ticket, Message(0, ticket, "operator", "kim", f"{own} {i}", (), ""), "answered")
            file.write(json.dumps(["message", said.number, ticket]) + "\n")
            traces.add(trace(f"{own}-{i}"))
            file.write(json.dumps(["trace", f"{own}-{i}"]) + "\n")
            audit.add(deed("kim", "reply", f"ticket:{ticket}", own=own, i=i))
            file.write(json.dumps(["deed", f"ticket:{ticket}"]) + "\n")


def test_whatever_was_told_survives_killed_processes(tmp_path: Path) -> None:
    path, told = tmp_path / "geungeo.db", tmp_path / "told"
    processes = [SPAWN.Process(target=write_until_killed, args=(path, str(told))) for _ in range(2)]
    for process in processes:
        process.start()
    while not told.exists() or told.read_text().count("\n") < 80:
        assert all(process.is_alive() for process in processes)
    for process in processes:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    inbox = SqliteInbox(path)
    traces, subjects = SqliteTraces(inbox.database), {one.subject for one in SqliteAudit(inbox.database).list(10_000)}
    assert {kind for kind, *_ in lines} == {"ticket", "message", "trace", "deed"}
    for kind, *values in lines:
        if kind == "ticket":
            assert inbox.get(values[0]) is not None
        elif kind == "message":
            assert values[0] in {message.number for message in inbox.messages(values[1])}
            assert inbox.get(values[1]).status == "answered"  # type: ignore[union-attr]
        elif kind == "trace":
            assert traces.get(values[0]) is not None
        else:
            assert values[0] in subjects
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM audit",
        "UPDATE audit SET detail = '{}'",
        "UPDATE audit SET who = 'lee'",
        "INSERT OR REPLACE INTO audit SELECT number, created_at, 'lee', deed, subject, detail FROM audit",
        "REPLACE INTO audit (number, created_at, who, deed, subject, detail) VALUES (1, '', '', '', '', '')",
    ],
)
def test_a_row_of_the_audit_log_stays_as_it_was_written(tmp_path: Path, statement: str) -> None:
    audit = SqliteAudit(Database(tmp_path / "geungeo.db"))
    written = Deed("2020-01-01T00:00:00+09:00", "kim", "close", "ticket:1", {"assignee": "lee"})
    audit.add(written)
    with closing(sqlite3.connect(tmp_path / "geungeo.db")) as db, pytest.raises(sqlite3.IntegrityError, match="never"):
        db.execute(statement)
    audit.add(deed("kim", "reopen", "ticket:1"))
    assert [one.deed for one in audit.list()] == ["reopen", "close"]
    assert audit.list(deed="close") == [written]
    assert audit.list(1) == audit.list()[:1]
