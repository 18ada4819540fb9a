"""What is due goes, and only that; a person who leaves is nowhere any more, not even in the file's bytes."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from database_rows import trace
from geungeo.decisions import deed
from geungeo.errors import BadDeed, WorkspaceError
from geungeo.ops import retention as module
from geungeo.ops.retention import KINDS, Retention, daily, forget
from geungeo.ports import NewHandoff, NewToken
from geungeo.records import Citation, Deed, Feedback, Message
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.stores.embedded.keeping import SqliteKeeping
from geungeo.stores.embedded.outbox import SqliteOutbox
from geungeo.stores.embedded.tokens import SqliteTokens
from geungeo.stores.embedded.traces import SqliteTraces

TODAY = date(2026, 7, 1)
DAYS = {"tickets": 730, "traces": 90, "feedback": 365, "notices": 30, "audit": 0}


class House:
    """A database with every kind of row, each bearing a text that no other has."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.inbox = SqliteInbox(path, ("webhook",))
        self.database = self.inbox.database
        self.traces, self.audit = SqliteTraces(self.database), SqliteAudit(self.database)
        self.tokens, self.keeping = SqliteTokens(self.database), SqliteKeeping(self.database)

    def retention(self, **days: int) -> Retention:
        return Retention(self.keeping, self.audit, DAYS | days)

    def ticket(self, asker: str, text: str, status: str = "closed", age: int = 0) -> int:
        number = self.inbox.add(NewHandoff(f"질문 {text}", "unavailable", 0.0, f"초안 {text}", (), asker=asker))
        self.inbox.say(number, Message(0, number, "employee", asker, f"더 {text}", (), ""), "open")
        quote = Citation(1, "0" * 16, "복무규정 제1조", "a.md", 0, 3, "인용문")
        self.inbox.say(number, Message(0, number, "operator", "oper", f"답 {text}", (quote,), ""), "answered")
        self.inbox.set_status(number, status)  # type: ignore[arg-type]
        self.set("handoffs", "ticket", number, created_at=at(age), updated_at=at(age))
        return number

    def trace(self, user: str, text: str, age: int = 0) -> None:
        self.traces.add(replace(trace(text, user, at(age), f"질문 {text}"), answer=f"답 {text}"))
        self.traces.feedback(Feedback(text, False, f"까닭 {text}", user, at(age)))

    def set(self, table: str, key: str, value: object, **columns: str) -> None:
        """Rows of other days cannot be had by waiting."""
        with self.database.transaction() as db:
            for name, new in columns.items():
                db.execute(f"UPDATE {table} SET {name} = ? WHERE {key} = ?", (new, value))

    def counts(self) -> dict[str, int]:
        with closing(sqlite3.connect(self.path)) as db:
            names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}

    def bytes(self) -> bytes:
        return b"".join(path.read_bytes() for path in self.path.parent.glob(f"{self.path.name}*"))


def at(age: int) -> str:
    """Noon, `age` days before TODAY."""
    return (datetime(2026, 7, 1, 12).astimezone() - timedelta(days=age)).isoformat(timespec="seconds")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "geungeo.db")


def test_what_is_older_than_its_days_goes_by_kind_and_the_rest_stays(house: House) -> None:
    for age in (29, 31, 89, 91, 364, 366, 729, 731):
        house.ticket("kim", f"t{age}", age=age)
        house.trace("kim", f"r{age}", age=age)
    removed = house.retention().run(TODAY, dry=True)
    before = house.counts()
    assert house.retention().run(TODAY).counts == removed.counts
    assert removed.counts == {"tickets": 1, "messages": 2, "notices": 3, "traces": 5, "feedback": 3}
    after = house.counts()
    assert before["handoffs"] - after["handoffs"] == 1
    assert before["messages"] - after["messages"] == 2
    assert {row.question for row in house.inbox.list()} == {f"질문 t{age}" for age in (29, 31, 89, 91, 364, 366, 729)}
    assert {row.trace_id for row in house.traces.newest()} == {"r29", "r31", "r89"}
    assert {one.feedback.trace_id for one in house.traces.judged()} == {"r29", "r31", "r89", "r91", "r364"}
    assert house.retention().run(TODAY).counts == {}


AGES = (0, 1, 2, 30, 89, 90, 91, 364, 365, 400)


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A ticket, a trace and an opinion of each age; only looked at."""
    house = House(tmp_path_factory.mktemp("aged") / "geungeo.db")
    for age in AGES:
        house.ticket("kim", f"t{age}", age=age)
        house.trace("kim", f"r{age}", age=age)
    return house


@given(days=st.integers(1, 401), kind=st.sampled_from(["tickets", "traces", "feedback"]))
@settings(max_examples=60, deadline=None)
def test_a_row_stays_for_exactly_its_days(aged: House, days: int, kind: str) -> None:
    counts = aged.retention(**dict.fromkeys(DAYS, 0) | {kind: days}).run(TODAY, dry=True).counts
    assert counts.get(kind, 0) == sum(age > days for age in AGES)
    assert not counts.keys() - {kind, "messages", "notices"}


def test_zero_days_is_for_ever(house: House) -> None:
    house.ticket("kim", "t", age=36000)
    house.trace("kim", "r", age=36000)
    assert house.retention(**dict.fromkeys(DAYS, 0)).run(TODAY).counts == {}


def test_an_open_ticket_is_never_too_old_and_is_told(house: House) -> None:
    house.ticket("kim", "open", status="open", age=9999)
    for status in ("answered", "seen", "closed"):
        house.ticket("kim", status, status=status, age=9999)
    removed = house.retention().run(TODAY)
    assert removed.waiting == 1
    assert [row.question for row in house.inbox.list()] == ["질문 open"]


def test_a_ticket_counts_from_its_last_change(house: House) -> None:
    number = house.ticket("kim", "t", age=900)
    house.set("handoffs", "ticket", number, updated_at=at(10))
    assert house.retention().run(TODAY).counts == {}


def test_a_notice_that_still_waits_stays(house: House) -> None:
    outbox = SqliteOutbox(house.database)
    for _ in range(3):
        outbox.put("test", ("webhook",), "2026-01-01T00:00:00+00:00")
    outbox.sent(1, "2026-01-01T00:00:01+00:00")
    outbox.failed(2, "no", None)
    assert house.retention().run(TODAY).counts == {"notices": 2}
    assert [notice.number for notice in outbox.list()] == [3]


def test_the_audit_log_goes_by_retention_alone(house: House) -> None:
    for age in (50, 100, 150):
        house.audit.add(Deed(at(age), "oper", "close", f"ticket:{age}", {}))
    assert house.retention(audit=99).run(TODAY).counts == {"audit": 2}
    assert [one.subject for one in house.audit.list()] == ["retention", "ticket:50"]
    with closing(sqlite3.connect(house.path)) as db, pytest.raises(sqlite3.IntegrityError, match="never removed"):
        db.execute("DELETE FROM audit")


def test_each_run_is_noted_and_a_look_is_not(house: House) -> None:
    house.trace("kim", "r", age=100)
    house.retention().run(TODAY, dry=True)
    assert house.audit.list() == []
    house.retention().run(TODAY, "oper")
    last = house.retention().last()
    assert last is not None
    assert (last.who, last.detail) == ("oper", {"removed": {"traces": 1}, "waiting": 0})
    assert not house.retention().due(date.today())
    assert house.retention().due(date.today() + timedelta(days=1))


def test_removed_text_is_not_in_the_file_any_more(house: House) -> None:
    """Nor in its WAL: texts of all sizes, so that whole pages, parts of pages and overflow pages are among them."""
    gone: list[str] = []
    kept: list[str] = []
    for number in range(60):
        key = f"SECRET{number:03}END"
        (gone if number % 3 else kept).append(key)
        house.ticket("kim", key * (1, 40, 900)[number % 3], age=9999 if number % 3 else 1)
        house.trace("kim", key * 5, age=9999 if number % 3 else 1)
    house.set("handoffs", "ticket", 1, assignee="lee")
    assert [key for key in gone if key.encode() not in house.bytes()] == []
    removed = house.retention().run(TODAY)
    assert removed.gone
    raw = house.bytes()
    assert [key for key in gone if key.encode() in raw] == []
    assert [key for key in kept if key.encode() not in raw] == []
    with closing(sqlite3.connect(house.path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_long_reader_keeps_text_in_the_file_and_that_is_told(house: House) -> None:
    house.trace("kim", "SECRET", age=999)
    with closing(sqlite3.connect(house.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM traces").fetchone()
        with house.database.transaction() as db:
            db.execute("DELETE FROM traces")
        assert not house.database.scrub(patience=0.2)
    assert house.database.scrub()
    assert "질문 SECRET".encode() not in house.bytes()


def lived_in(house: House) -> None:
    """kim asked, judged, replied to others and holds a token; lee did as well."""
    for name in ("kim", "lee"):
        house.ticket(name, f"{name}-one")
        number = house.ticket(name, f"{name}-two", status="open")
        house.trace(name, f"{name}-trace")
        house.tokens.add(
            NewToken(name, ("hr",), "employee", "2026-01-01T00:00:00+00:00", "2027-01-01T00:00:00+00:00"), name
        )
        house.tokens.open_session(f"session-{name}", 1, "2027-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00")
        house.audit.add(deed("oper", "token_made", "token:1", user=name, role="employee"))
        house.audit.add(deed("oper", "allow_set", "document:a.md", allow=[[f"user:{name}", "group:hr"]]))
        house.audit.add(deed("oper", "assign", f"ticket:{number}", assignee=name))
    other = house.ticket("lee", "answered by kim", status="open")
    house.inbox.say(other, Message(0, other, "operator", "kim", "제가 답합니다", (), ""), "answered")
    house.inbox.assign(other, "kim")


def test_a_person_who_is_forgotten_is_nowhere_by_name(house: House) -> None:
    lived_in(house)
    assert b"kim" in house.bytes()
    looked = forget("kim", house.keeping, house.audit, "oper", dry=True)
    assert b"kim" in house.bytes()
    removed = forget(" user:kim ", house.keeping, house.audit, "oper")
    assert removed.counts == looked.counts
    assert removed.counts["tickets"] == 2
    assert removed.counts["messages"] == 4
    assert removed.counts["traces"] == removed.counts["feedback"] == removed.counts["tokens"] == 1
    assert removed.counts["replies_unnamed"] == removed.counts["assignments_unnamed"] == 1
    assert removed.counts["audit_unnamed"] == 3
    assert removed.gone
    texts = house.bytes().replace(b"answered by kim", b"")
    assert b"kim" not in texts
    assert {row.asker for row in house.inbox.list()} == {"lee"}
    assert "제가 답합니다" in [
        message.text for row in house.inbox.list() for message in house.inbox.messages(row.ticket)
    ]


def test_the_audit_log_keeps_the_facts_of_a_forgotten_person(house: House) -> None:
    lived_in(house)
    before = house.audit.list()
    forget("kim", house.keeping, house.audit, "oper")
    newest, *rest = house.audit.list()
    assert (newest.deed, newest.subject, newest.who) == ("forget", "person", "oper")
    assert [(one.created_at, one.who, one.deed) for one in rest] == [(o.created_at, o.who, o.deed) for o in before]
    assert [one.detail for one in rest if "lee" in str(one.detail)] == [
        o.detail for o in before if "lee" in str(o.detail)
    ]
    assert {"user": "", "role": "employee"} in [one.detail for one in rest]
    assert {"allow": [["", "group:hr"]]} in [one.detail for one in rest]


def test_an_operator_who_is_forgotten_stays_in_the_audit_log_as_who_acted(house: House) -> None:
    """Who did what to others is what the log is for; retention.audit ends it."""
    house.audit.add(deed("kim", "close", "ticket:1"))
    forget("kim", house.keeping, house.audit, "oper")
    assert [one.who for one in house.audit.list()] == ["oper", "kim"]


@pytest.mark.parametrize("nobody", ["", " ", "user:"])
def test_nobody_cannot_be_forgotten(house: House, nobody: str) -> None:
    house.ticket("", "anonymous")
    with pytest.raises(BadDeed, match="이름이 비어"):
        forget(nobody, house.keeping, house.audit, "oper")
    assert len(house.inbox.list()) == 1


def test_forgetting_who_was_never_there_removes_nothing(house: House) -> None:
    lived_in(house)
    before = house.counts()
    assert forget("park", house.keeping, house.audit, "oper").counts == {}
    assert house.counts() == before | {"audit": before["audit"] + 1}


class Breaking:
    """A keeping that fails at first, as a locked file does."""

    def __init__(self, keeping: SqliteKeeping, times: int, then: Callable[[], None]) -> None:
        self._keeping, self._left, self._then = keeping, times, then

    def remove(self, before: Mapping[str, str], dry: bool = False) -> dict[str, int]:
        if self._left:
            self._left -= 1
            raise WorkspaceError("geungeo.db을 쓸 수 없습니다.")
        self._then()
        return self._keeping.remove(before, dry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._keeping, name)


def test_the_daily_run_survives_a_failure_and_happens_once_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    house.trace("kim", "r", age=9999)
    stop, ran = threading.Event(), threading.Semaphore(0)
    breaking = Breaking(house.keeping, 2, ran.release)
    worker = threading.Thread(target=daily, args=(stop, Retention(breaking, house.audit, DAYS)))
    worker.start()
    assert ran.acquire(timeout=60)
    while house.retention().last() is None:
        assert worker.is_alive()
    assert not ran.acquire(timeout=0.3)
    stop.set()
    worker.join(timeout=60)
    assert not worker.is_alive()
    assert house.traces.newest() == []
    assert len(house.audit.list(deed="retention")) == 1


def test_every_kind_has_a_setting() -> None:
    from geungeo.settings import load

    found = load()
    assert {kind: found[f"retention.{kind}"] for kind in KINDS} == DAYS


def test_what_a_reader_kept_in_the_file_goes_with_the_next_run(house: House) -> None:
    house.trace("kim", "SECRET", age=1)
    with house.database.transaction() as db:
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("DELETE FROM traces")
    assert house.retention().run(TODAY).counts == {}
    assert "질문 SECRET".encode() not in house.bytes()
