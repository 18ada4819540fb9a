"""A trace holds the question as it was asked, but for personal numbers; a ticket holds all of it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from asking import Says, by_words
from geungeo import wiring
from geungeo.records import Check, Citation, Evidence, Feedback, Reader, TraceRow, to_json
from geungeo.serve.ask import ask
from geungeo.serve.feedback import Opinions
from geungeo.serve.masked import MaskedTraces, masked
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.traces import SqliteTraces

QUESTION = "주민번호 880101-1234568, 010-1234-5678, 신한은행 110-123-456789, kim@example.com 병가는 1년에 며칠인가요?"
NUMBERS = ("880101", "1234-5678", "110-123", "kim@")


def test_every_text_of_a_trace_is_masked() -> None:
    private = "010-1234-5678"
    row = TraceRow(
        "t",
        "2026-01-01T00:00:00+09:00",
        "kim",
        private,
        "handoff",
        None,
        private,
        private,
        (Citation(1, "0" * 16, "복무규정 제15조", "a.md", 0, 5, private),),
        (Check("grounded", False, private),),
        (Evidence("0" * 16, "복무규정 제15조", True, "관련", 1, 1.0, None, 0.1, 0.2, {}, private),),
        0.5,
        None,
        0.1,
        "1",
        "extractive",
    )
    kept = json.dumps(to_json(masked(row)), ensure_ascii=False)
    assert private not in kept
    assert kept.count("[전화번호]") == 6
    left_out = {"question", "answer", "draft", "citations", "checks", "evidence"}
    for field in {field.name for field in dataclasses.fields(TraceRow)} - left_out:
        assert getattr(masked(row), field) == getattr(row, field)


def test_a_question_is_masked_in_its_trace_and_whole_in_its_ticket(examples_copy: wiring.Base) -> None:
    desk = by_words(examples_copy, writer=Says(f"{QUESTION} [1]"))
    result = ask(QUESTION, desk, reader=Reader("kim"))
    assert result.question == QUESTION
    assert result.ticket is not None
    ticket = examples_copy.inbox.get(result.ticket)
    assert ticket is not None
    assert ticket.question == QUESTION
    trace = wiring.traces(examples_copy).get(result.trace_id)
    assert trace is not None
    assert "[주민등록번호], [전화번호], 신한은행 [계좌번호], [이메일] 병가는" in trace.question
    kept = json.dumps(to_json(trace), ensure_ascii=False)
    assert [number for number in NUMBERS if number in kept] == []


@pytest.mark.parametrize("right", [True, False])
def test_the_reason_of_a_judgement_is_masked(examples_copy: wiring.Base, tmp_path: Path, right: bool) -> None:
    result = ask(QUESTION, by_words(examples_copy), reader=Reader("kim"))
    Opinions(wiring.traces(examples_copy)).judge(result.trace_id, right, "010-1234-5678로 전화 주세요", Reader("kim"))
    judged = wiring.traces(examples_copy).judged()
    assert [one.feedback.why for one in judged] == ["[전화번호]로 전화 주세요"]


def test_masking_changes_nothing_else_on_the_way(tmp_path: Path) -> None:
    traces = MaskedTraces(SqliteTraces(Database(tmp_path / "geungeo.db")))
    traces.feedback(Feedback("t", True, "제60조제1항, 대통령령 제35893호", "kim", "2026-01-01T00:00:00+09:00"))
    assert traces.judged()[0].feedback.why == "제60조제1항, 대통령령 제35893호"
    assert traces.get("t") is None
