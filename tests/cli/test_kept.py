"""retention, forget, audit, trace, backup and restore from the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asking import OUTSIDE, SICK, by_words
from geungeo import wiring
from geungeo.cli.main import geungeo
from geungeo.errors import GeungeoError, UnknownTrace, WorkspaceError
from geungeo.records import Feedback, Message, Reader
from geungeo.serve.ask import ask
from geungeo.serve.feedback import Opinions
from geungeo.stores.embedded.database import Database

Run = Callable[..., Result]


@pytest.fixture
def base(examples_copy: wiring.Base, monkeypatch: pytest.MonkeyPatch) -> wiring.Base:
    monkeypatch.setenv("GEUNGEO_EMBEDDER_KIND", "none")
    return examples_copy


@pytest.fixture
def run(base: wiring.Base) -> Run:
    def invoke(*words: str) -> Result:
        return CliRunner().invoke(geungeo, ["-w", str(base.workspace.root), *words], catch_exceptions=True)

    return invoke


def lived_in(base: wiring.Base, anonymous: bool = False) -> str:
    """kim asks twice and judges; returns the trace of what was answered."""
    desk = by_words(base, anonymous=anonymous)
    kim = Reader("kim-jisu", ("hr",))
    answered = ask(SICK, desk, reader=kim)
    ask(f"{OUTSIDE} 010-1234-5678", desk, reader=kim)
    Opinions(desk.traces).judge(answered.trace_id, False, "틀린 조항입니다", kim)
    return answered.trace_id


def as_json(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_retention_says_its_days_and_removes_what_is_due(base: wiring.Base, run: Run) -> None:
    lived_in(base)
    with base.inbox.database.transaction() as db:
        db.execute("UPDATE traces SET created_at = '2020-01-01T00:00:00+09:00'")
    looked = as_json(run("retention", "--dry-run", "--json"))
    assert (looked["days"]["traces"], looked["removed"], looked["dry"]) == (90, {"traces": 2}, True)
    assert "지울 것(아직 지우지 않음): 질문 기록 2" in run("retention", "--dry-run").stdout
    assert "지웠습니다: 질문 기록 2" in run("retention").stdout
    assert "지울 것이 없습니다" in run("retention").stdout
    assert [one["detail"]["removed"] for one in as_json(run("audit", "--json"))] == [{}, {"traces": 2}]


def test_an_open_ticket_beyond_its_days_is_told(base: wiring.Base, run: Run) -> None:
    lived_in(base)
    with base.inbox.database.transaction() as db:
        db.execute("UPDATE handoffs SET created_at = '2020-01-01T00:00:00+09:00', updated_at = created_at")
    assert "처리 전이라 남긴 질문 1건" in run("retention").stdout
    assert base.inbox.get(1) is not None


def test_forget_says_what_it_removed_and_where_the_name_still_stands(base: wiring.Base, run: Run) -> None:
    lived_in(base)
    with base.workspace.settings.open("a", encoding="utf-8") as file:
        file.write('\n[folders."인사"]\nallow = ["user:kim-jisu"]\n\n[folders."안전"]\nallow = ["user:kim-jisu2"]\n')
    assert as_json(run("forget", "kim-jisu", "--dry-run", "--json"))["dry"] is True
    assert len(wiring.kept(base.workspace.root).newest()) == 2
    told = run("forget", "kim-jisu")
    assert told.exit_code == 0
    assert "접수한 질문 1" in told.stdout
    assert "질문 기록 2" in told.stdout
    assert "geungeo.toml" in told.stdout
    assert as_json(run("forget", "kim-jisu", "--json"))["removed"] == {}
    assert b"kim-jisu" not in b"".join(path.read_bytes() for path in base.workspace.root.glob("geungeo.db*"))
    assert isinstance(run("forget", " ").exception, GeungeoError)


def test_asked_without_a_name_no_name_is_kept_anywhere(base: wiring.Base, run: Run) -> None:
    """Neither ticket, nor trace, nor opinion, nor any other file of the workspace; rights held all the same."""
    lived_in(base, anonymous=True)
    for path in base.workspace.root.rglob("*"):
        assert not path.is_file() or b"kim-jisu" not in path.read_bytes(), path
    ticket = base.inbox.get(1)
    assert ticket is not None
    assert (ticket.asker, ticket.groups) == ("", ("hr",))
    assert {row.user for row in wiring.kept(base.workspace.root).newest()} == {""}
    [judged] = wiring.kept(base.workspace.root).judged()
    assert judged.feedback == Feedback(
        judged.feedback.trace_id, False, "틀린 조항입니다", "", judged.feedback.created_at
    )


def test_a_trace_is_shown_by_its_id_and_the_newest_are_listed(base: wiring.Base, run: Run) -> None:
    trace_id = lived_in(base)
    listed = run("trace", "--limit", "1").stdout
    assert f"no_relevant_policy  {OUTSIDE} [전화번호]" in listed
    assert trace_id not in listed
    shown = run("trace", trace_id).stdout
    assert f"질문: {SICK}\n" in shown
    assert "국가공무원 복무규정 제18조" in shown
    assert as_json(run("trace", trace_id, "--json"))["question"] == SICK
    assert len(as_json(run("trace", "--json"))) == 2
    assert isinstance(run("trace", "0000").exception, UnknownTrace)


def test_the_audit_log_is_read_newest_first(base: wiring.Base, run: Run) -> None:
    assert "감사 기록이 없습니다" in run("audit").stdout
    lived_in(base)
    replies = wiring.replies(base, by_words(base))
    replies.assign(1, "park", Reader("oper", role="operator"))
    replies.close(1, Reader("oper", role="operator"))
    assert [line.split()[2:4] for line in run("audit").stdout.splitlines()] == [
        ["close", "ticket:1"],
        ["assign", "ticket:1"],
    ]
    assert [one["deed"] for one in as_json(run("audit", "--limit", "1", "--json"))] == ["close"]


def test_a_backup_is_made_and_restored_in_one_command_each(base: wiring.Base, run: Run, tmp_path: Path) -> None:
    lived_in(base)
    base.inbox.say(1, Message(0, 1, "operator", "park", "확인했습니다", (), ""), "answered")
    file, again = tmp_path / "kept.tar.gz", tmp_path / "again"
    made = as_json(run("backup", str(file), "--json"))
    assert made["docs"] == "outside"
    restored = as_json(run("restore", str(file), "--into", str(again), "--json"))
    assert restored["files"] == made["files"]
    asked = CliRunner().invoke(geungeo, ["-w", str(again), "ask", "연차는 며칠이에요?", "--json"])
    assert json.loads(asked.stdout)["citations"][0]["label"] == "표준취업규칙 제33조 제1항"
    assert [m.text for m in wiring.inbox(again).messages(1)] == ["확인했습니다"]
    refused = run("restore", str(file), "--into", str(again))
    assert isinstance(refused.exception, WorkspaceError)
    with closing(file.open("r+b")) as torn:
        torn.truncate(1000)
    assert "손상되었거나" in str(run("restore", str(file), "--into", str(tmp_path / "third")).exception)
    assert not (tmp_path / "third").exists()


def test_a_restored_database_is_whole(base: wiring.Base, run: Run, tmp_path: Path) -> None:
    lived_in(base)
    copy = tmp_path / "copy.db"
    base.inbox.database.copy_to(copy)
    with Database(copy).reading() as db:
        assert [row[0] for row in db.execute("PRAGMA integrity_check")] == ["ok"]
        assert db.execute("SELECT count(*) FROM traces").fetchone()[0] == 2
