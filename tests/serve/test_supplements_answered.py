"""An answer from an amended article says to which cases it applies, and from when, where its 부칙 says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.records import AskResult
from geungeo.serve.ask import ask

RULE = """# 휴직 규정

개정 2026. 3. 1.

제1조(목적) 이 규정은 직원의 휴직을 정한다.

제2조(질병휴직) ① 질병휴직 기간은 2년으로 한다.

② 질병휴직 중의 급여는 봉급의 70퍼센트로 한다.

제3조(가족돌봄휴직) 가족돌봄휴직 기간은 90일로 한다.

부칙 <2026. 3. 1.>

제1조(시행일) 이 규정은 2026년 3월 1일부터 시행한다. 다만, 제3조의 개정규정은 2027년 1월 1일부터 시행한다.

제2조(질병휴직에 관한 적용례) 제2조제1항의 개정규정은 이 규정 시행 이후 신청하는 질병휴직부터 적용한다.
"""
APPLIES = "이 규정 시행 이후 신청하는 질병휴직부터 적용한다"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    root: Path = tmp_path_factory.mktemp("addenda") / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    opened = wiring.open_workspace(root)
    (opened.docs / "휴직.md").write_text(RULE, encoding="utf-8")
    ingest(opened.docs, opened.store, opened.settings, opened.workspace.report)
    return opened


def asked(base: wiring.Base, question: str, day: str = "2026-11-30") -> AskResult:
    result = ask(question, by_words(base, inbox=None, traces=None), as_of=day)
    assert result.route == "auto_answer", result.checks
    return result


def test_the_clause_that_says_to_whom_an_article_applies_comes_with_it(base: wiring.Base) -> None:
    result = asked(base, "질병휴직 기간은 몇 년인가요?")
    assert result.answer.startswith("2년입니다: 질병휴직 기간은 2년으로 한다.")
    assert APPLIES in result.answer
    assert result.citations[0].label == "휴직 규정 제2조 제1항"
    assert "부칙" in result.citations[1].label
    (row,) = [row for row in result.evidence if row.chunk_id == result.citations[1].chunk_id]
    assert row.kept


def test_another_clause_of_the_article_is_answered_without_it(base: wiring.Base) -> None:
    result = asked(base, "질병휴직 중 급여는 몇 퍼센트인가요?")
    assert "70퍼센트" in result.answer
    assert APPLIES not in result.answer


def test_an_article_that_begins_later_than_its_rule_says_so_until_then(base: wiring.Base) -> None:
    question = "가족돌봄휴직 기간은 며칠인가요?"
    (citation,) = asked(base, question).citations
    assert citation.note == "휴직 규정 제3조: 2027-01-01부터 시행(부칙 <2026. 3. 1.> 제1조)"
    assert citation.note in asked(base, question).notes
    (citation,) = asked(base, question, "2027-01-01").citations
    assert citation.note == ""
    assert all(not one.note for one in asked(base, "질병휴직 기간은 몇 년인가요?").citations)


def test_what_comes_with_an_article_takes_no_other_passages_place(base: wiring.Base) -> None:
    desk = by_words(base, inbox=None, traces=None)
    few = by_words(base, inbox=None, traces=None, limits=type(desk.limits)(desk.limits.question_chars, 40, 1))
    result = ask("질병휴직 기간은 몇 년인가요?", few, as_of="2026-11-30")
    kept = [row for row in result.evidence if row.kept]
    assert [row.number for row in sorted(kept, key=lambda row: row.number or 0)] == [1, 2]
    (linked,) = [row for row in kept if row.number == 2]
    assert "부칙" in linked.label
    assert "휴직 규정 제2조" in linked.why
