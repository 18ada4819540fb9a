"""inbox, gaps and feedback from the shell: what the desk does, in words and as JSON and CSV."""

from __future__ import annotations

import csv
import io
import os
import sys
from pathlib import Path

import pytest
from test_cli import Shell

from asking import document
from geungeo import thresholds, wiring
from geungeo.ports import NewHandoff
from geungeo.records import Chunk, Feedback
from geungeo.stores.embedded.audit import SqliteAudit


@pytest.fixture
def shell(examples_copy: wiring.Base, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for name in [name for name in os.environ if name.startswith("GEUNGEO_") and name != "GEUNGEO_SHARED"]:
        monkeypatch.delenv(name)
    thresholds.save(examples_copy.workspace.thresholds, document())
    return Shell(examples_copy.workspace.root, monkeypatch, capsys)


def file(base: wiring.Base, question: str, reason: str = "no_relevant_policy", asker: str = "kim") -> int:
    return base.inbox.add(NewHandoff(question, reason, 0.2, None, (), asker=asker, groups=("hr",)))


def clause(base: wiring.Base) -> Chunk:
    return next(c for c in base.store.snapshot().chunks.values() if c.part == "본칙" and not c.flags)


def test_a_ticket_is_assigned_answered_with_a_clause_closed_and_opened_again(
    examples_copy: wiring.Base, shell: Shell
) -> None:
    number, chunk = str(file(examples_copy, "보안 책임은 누구에게?")), clause(examples_copy)
    assert "choi" in shell("inbox", "assign", number, "choi").out
    assert [row["ticket"] for row in shell("inbox", "--assignee", "choi", "--json").json] == [int(number)]
    replied = shell("inbox", "reply", number, "-", "--cite", f"{chunk.chunk_id}:0:9", stdin="기관의 장 [1]".encode())
    assert replied.code == 0, replied.err
    said = shell("inbox", number).out
    assert "기관의 장 [1]" in said
    assert chunk.text[:9] in said
    assert shell("inbox", "close", number, "--json").json["status"] == "closed"
    assert shell("inbox", "--status", "open", "--json").json == []
    assert shell("inbox", "reopen", number).code == 0
    deeds = [deed.deed for deed in SqliteAudit(examples_copy.inbox.database).list()]
    assert deeds == ["reopen", "close", "reply", "assign"]


def test_search_finds_clauses_to_cite_and_marks_what_the_asker_may_not_read(
    examples_copy: wiring.Base, shell: Shell
) -> None:
    number = str(file(examples_copy, "보안의 책임은?"))
    found = shell("inbox", "search", "보안업무규정 보안의 책임", "--ticket", number, "--json").json
    assert found[0]["readable"]
    assert 0 <= found[0]["score"] <= 1
    doc = found[0]["chunk"]["doc_id"]
    examples_copy.workspace.decisions.write_text(
        f'{{"target": "document:{doc}", "kind": "allow", "value": ["group:it"], "who": "a", "when": "b"}}\n', "utf-8"
    )
    again = shell("inbox", "search", "보안업무규정 보안의 책임", "--ticket", number)
    assert "물어본 사람이 읽을 수 없는 문서" in again.out
    refused = shell("inbox", "reply", number, "답", "--cite", found[0]["chunk"]["chunk_id"])
    assert refused.code == 2
    assert "읽을 수 없는" in refused.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["inbox", "reply", "99", "답"],
        ["inbox", "close", "99"],
        ["inbox", "reply", "1", "답", "--cite", "zz"],
        ["inbox", "reply", "1", "  "],
        ["inbox", "--status", "방금"],
        ["gaps", "--since", "어제"],
    ],
)
def test_what_cannot_be_done_is_told_with_code_2(
    examples_copy: wiring.Base, shell: Shell, arguments: list[str]
) -> None:
    file(examples_copy, "질문")
    ran = shell(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err
    assert examples_copy.inbox.messages(1) == []


def test_gaps_group_in_words_json_and_csv(
    examples_copy: wiring.Base, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "없습니다" in shell("gaps").out
    for question in ("재택근무 수당 나와요?", "재택 수당 얼마", "우산 빌려줘요?"):
        file(examples_copy, question)
    file(examples_copy, "꺼짐", "unavailable")
    words = shell("gaps").out
    assert "[없는 규정]" in words
    assert "질문 2건" in words
    assert "쓸 수 없었음: 1건" in words
    found = shell("gaps", "--json").json
    assert [gap["count"] for gap in found["missing"]] == [2, 1]
    assert shell("gaps", "--reason", "unavailable", "--json").json["missing"] == []
    assert shell("gaps", "--since", "2999-01-01", "--json").json["missing"] == []
    for command in ("gaps", "inbox"):
        out = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="cp949"))
        shell(command, "--csv")
        sys.stdout.flush()
        rows = list(csv.reader(io.StringIO(out.getvalue().decode("utf-8-sig"), newline="")))
        assert len(rows) == {"gaps": 4, "inbox": 5}[command]


def test_opinions_are_listed_with_their_question_as_far_as_it_is_kept(examples_copy: wiring.Base, shell: Shell) -> None:
    assert "없습니다" in shell("feedback").out
    traces = wiring.kept(Path(shell.workspace))
    traces.feedback(Feedback("a" * 16, False, "다릅니다", "kim", "2026-07-01T09:00:00+09:00"))
    traces.feedback(Feedback("b" * 16, True, "", "lee", "2026-07-02T09:00:00+09:00"))
    assert [row["feedback"]["user"] for row in shell("feedback", "--json").json] == ["lee", "kim"]
    wrong = shell("feedback", "--wrong").out
    assert "다릅니다" in wrong
    assert "lee" not in wrong
