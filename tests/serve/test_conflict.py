"""Two documents that disagree on what was asked: neither is told as the answer, both are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.records import AskResult
from geungeo.serve.ask import ask


def rule(title: str, text: str, day: str = "2024-01-01") -> str:
    head = f"---\n제목: {title}\n시행일자: {day}\n---\n\n"
    return f"{head}제1조(목적) 이 규정은 회사의 운영에 필요한 사항을 정한다.\n\n제2조({text.split()[0]}) {text}\n"


def asked(tmp_path: Path, question: str, *rules: str) -> AskResult:
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    base = wiring.open_workspace(root)
    for number, text in enumerate(rules):
        (base.docs / f"{number}.md").write_text(text, encoding="utf-8")
    ingest(base.docs, base.store, base.settings, base.workspace.report, day="2026-11-30")
    return ask(question, by_words(base))


YEARLY = "연차휴가 연차휴가는 1년에 {days}일의 유급휴가로 한다."
COMPANY = rule("휴가규정", YEARLY.format(days=15))
QUESTION = "연차휴가는 1년에 며칠인가요?"


def test_both_are_shown_with_their_rank_and_day_the_higher_first(tmp_path: Path) -> None:
    result = asked(tmp_path, QUESTION, rule("휴가 업무 지침", YEARLY.format(days=12), "2025-03-01"), COMPANY)
    assert (result.route, result.reason, result.citations) == ("handoff", "conflict", ())
    for words in ("15일", "12일", "규정, 시행 2024-01-01", "지침, 시행 2025-03-01"):
        assert words in result.answer
    assert result.answer.index("휴가규정") < result.answer.index("휴가 업무 지침")


def test_a_law_stands_before_a_rule_of_the_house(tmp_path: Path) -> None:
    result = asked(tmp_path, QUESTION, COMPANY, rule("휴가기본법", YEARLY.format(days=20)))
    assert result.reason == "conflict"
    assert result.answer.index("법률") < result.answer.index("규정, 시행")


def test_what_one_allows_and_the_other_forbids_is_a_conflict(tmp_path: Path) -> None:
    one = rule("복무규정", "겸직 직원은 다른 직무를 겸직할 수 있다.")
    other = rule("윤리규정", "겸직 직원은 다른 직무를 겸직할 수 없다.")
    assert asked(tmp_path, "직원은 겸직할 수 있나요?", one, other).reason == "conflict"


@pytest.mark.parametrize(
    ("question", "other"),
    [
        (QUESTION, rule("별도 휴가규정", YEARLY.format(days=15))),
        (
            "정규직 연차휴가는 1년에 며칠인가요?",
            rule("계약직 휴가규정", "연차휴가 " + "계약직 연차휴가는 1년에 10일의 유급휴가로 한다."),
        ),
        (QUESTION, rule("출장규정", "출장 출장은 1년에 30일까지로 한다.")),
        (QUESTION, rule("장기근속규정", "연차휴가 10년 이상 근속한 직원의 연차휴가는 1년에 20일의 유급휴가로 한다.")),
    ],
)
def test_the_same_number_another_subject_or_another_condition_is_none(
    tmp_path: Path, question: str, other: str
) -> None:
    own = (
        COMPANY
        if question == QUESTION
        else rule("휴가규정", "연차휴가 정규직 연차휴가는 1년에 15일의 유급휴가로 한다.")
    )
    result = asked(tmp_path, question, own, other)
    assert (result.route, result.reason) == ("auto_answer", None)
    assert "15일" in result.answer
