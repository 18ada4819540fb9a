"""Nothing that was handed off is lost: not between threads, processes or a killed one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from geungeo.errors import WorkspaceError
from geungeo.ports import NewHandoff
from geungeo.records import Evidence
from geungeo.stores.embedded.inbox import SqliteInbox

EVIDENCE = Evidence(
    "0123456789abcdef", "복무규정 제15조", True, "관련", 1, 12.5, None, 0.03, 0.81, {"covered": 0.7}, "연가 일수는"
)


def question(text: str) -> NewHandoff:
    return NewHandoff(text, "answer_unverified", 0.81, "초안 [1]", ("grounded",), (EVIDENCE,), "t-1")


def test_a_handoff_comes_back_as_it_was_given(tmp_path: Path) -> None:
    inbox = SqliteInbox(tmp_path / "geungeo.db")
    ticket = inbox.add(question("연차 며칠?"))
    found = SqliteInbox(tmp_path / "geungeo.db").get(ticket)
    assert found is not None
    assert (found.ticket, found.question, found.reason, found.top_score) == (
        ticket,
        "연차 며칠?",
        "answer_unverified",
        0.81,
    )
    assert (found.draft, found.failed, found.evidence) == ("초안 [1]", ("grounded",), (EVIDENCE,))
    assert (found.trace_id, found.status) == ("t-1", "open")
    assert found.created_at[:2] == "20"
    assert inbox.get(ticket + 1) is None
    assert inbox.open_count() == 1


def test_newest_first_and_tickets_rise(tmp_path: Path) -> None:
    inbox = SqliteInbox(tmp_path / "geungeo.db")
    tickets = [inbox.add(question(f"질문 {i}")) for i in range(5)]
    assert tickets == sorted(set(tickets))
    assert [handoff.ticket for handoff in inbox.list(3)] == tickets[:1:-1]


def test_threads_lose_nothing(tmp_path: Path) -> None:
    inbox = SqliteInbox(tmp_path / "geungeo.db")
    with ThreadPoolExecutor(8) as pool:
        tickets = list(pool.map(lambda i: inbox.add(question(f"질문 {i}")), range(40)))
    assert len(set(tickets)) == 40
    assert {handoff.question for handoff in inbox.list()} == {f"질문 {i}" for i in range(40)}


def add_until_killed(path: Path, told: str) -> None:
    inbox = SqliteInbox(path)
    with open(told, "a", encoding="utf-8", buffering=1) as file:
        for i in range(10_000):
            file.write(f"{inbox.add(question(f'{os.getpid()} {i}'))}\n")


def test_what_was_told_survives_a_killed_process(tmp_path: Path) -> None:
    path, told = tmp_path / "geungeo.db", tmp_path / "told"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=add_until_killed, args=(path, str(told))) for _ in range(2)]
    for process in processes:
        process.start()
    while not told.exists() or len(told.read_text().split()) < 30:
        assert all(process.is_alive() for process in processes)
    for process in processes:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    tickets = [int(line) for line in told.read_text().split()]
    inbox = SqliteInbox(path)
    assert len(set(tickets)) == len(tickets)
    assert {handoff.ticket for handoff in inbox.list(10_000)} >= set(tickets)
    assert inbox.add(question("그 뒤")) > max(tickets)


def test_a_damaged_or_newer_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "geungeo.db").write_bytes(b"not a database, but long enough to look at" * 40)
    with pytest.raises(WorkspaceError, match=r"geungeo\.db"):
        SqliteInbox(tmp_path / "geungeo.db")
    with sqlite3.connect(tmp_path / "newer.db") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(WorkspaceError, match="99"):
        SqliteInbox(tmp_path / "newer.db")
