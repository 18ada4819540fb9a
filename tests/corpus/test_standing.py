"""When a rule says that it takes effect, and what is no rule at all: drafts, comparisons, repeals."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.chunk import chunks
from geungeo.corpus.quality import flagged
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.korean.effect import effective_from
from geungeo.search.evidence import barred

ARTICLES = "제1조(목적) 이 규정은 휴가를 정한다.\n\n제2조(연가) 연가는 15일로 한다.\n\n"


def parsed(name: str, text: str) -> ParsedDocument:
    (one,) = split(read(text.encode(), name), file=name, file_hash="", doc_id=name)
    return one


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("이 규정은 2024년 3월 1일부터 시행한다.", "2024-03-01"),
        ("제1조(시행일) 이 규칙은 2024. 3. 1.부터 시행한다.", "2024-03-01"),
        ("이 영은 공포한 날부터 시행한다.", "2020-02-04"),
        ("이 법은 공포 후 6개월이 경과한 날부터 시행한다.", "2020-08-05"),
        ("이 법은 공포 후 1년이 경과한 날부터 시행한다. 다만, 제3조는 공포한 날부터 시행한다.", "2021-02-05"),
        ("이 규칙은 공포한 날부터 시행한다. 다만, 제5조는 2021년 1월 1일부터 시행한다.", "2020-02-04"),
        ("이 규정은 승인을 받은 날부터 시행한다.", "2020-02-04"),
        ("제2조(경과조치) 이 규정 시행 전의 휴가는 종전에 따른다.", None),
    ],
)
def test_a_rule_says_from_when_it_holds(said: str, day: str | None) -> None:
    assert effective_from(said, "2020-02-04") == day


def test_what_counts_from_an_unknown_issue_is_unknown() -> None:
    assert effective_from("이 법은 공포 후 6개월이 경과한 날부터 시행한다.", None) is None
    assert effective_from("이 법은 2024년 13월 1일부터 시행한다.", "2020-02-04") is None


@given(st.dates(date(1950, 1, 1), date(2090, 1, 1)), st.integers(1, 36))
def test_months_end_on_days_that_exist_and_are_counted_alike(issued: date, months: int) -> None:
    day = effective_from(f"이 법은 공포 후 {months}개월이 경과한 날부터 시행한다.", issued.isoformat())
    assert day is not None
    passed = (date.fromisoformat(day) - timedelta(days=1)).replace(day=1)
    assert (passed.year - issued.year) * 12 + passed.month - issued.month == months


def test_acts_of_years_say_the_day_that_the_state_says(shared: Path) -> None:
    """Without the front matter's 시행일자, 부칙 tells it; where it does not, nothing wrong is said."""
    right = 0
    for path in sorted((shared / "statutes/history/개인정보보호법").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        stated = re.search(r"^시행일자: (\S+)\n", text, re.MULTILINE)
        assert stated
        found = parsed(path.name, text.replace(stated.group(), "")).document.effective_at
        assert found in (stated[1], None)
        right += found is not None
    assert right >= 6


def test_the_addenda_of_the_last_revision_speak_and_not_those_of_an_earlier_one() -> None:
    old, new = (
        "부칙 (2020. 1. 1.)\n\n이 규정은 2020년 2월 1일부터 시행한다.\n\n",
        "부칙 (2024. 1. 5.)\n\n이 규정은 2024년 3월 1일부터 시행한다.\n",
    )
    assert (
        parsed("휴가 규정.md", f"# 휴가 규정\n\n개정 2024. 1. 5.\n\n{ARTICLES}{old}{new}").document.effective_at
        == "2024-03-01"
    )
    assert parsed("휴가 규정.md", f"# 휴가 규정\n\n개정 2024. 1. 5.\n\n{ARTICLES}{old}").document.effective_at is None
    assert parsed("휴가 규정.md", f"# 휴가 규정\n\n{ARTICLES}{old}{new}").document.effective_at == "2024-03-01"


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("휴가 규정 일부개정안.md", "휴가 규정", "draft"),
        ("휴가규정(개정안)_20240301.md", "휴가 규정", "draft"),
        ("입법예고.md", "휴가 규정", "draft"),
        ("휴가.md", "휴가 규정 일부개정규정안", "draft"),
        ("휴가.md", "고용노동부 공고 제2024-1호 입법예고", "draft"),
        ("휴가규정 신구조문대비표.md", "휴가 규정", "comparison"),
        ("휴가.md", "휴가 규정 신·구조문 대비표", "comparison"),
        ("휴가 규정(2024.3.1.개정).md", "휴가 규정", ""),
        ("개정 표준취업규칙(2025년, 배포).md", "개정 표준취업규칙(안)", ""),
        ("제안 규정.md", "공무원 제안 규정", ""),
        ("보안업무규정 안내.md", "보안업무규정", ""),
    ],
)
def test_drafts_are_told_by_their_name_and_their_first_lines(name: str, head: str, kind: str) -> None:
    assert parsed(name, f"# {head}\n\n{ARTICLES}").document.draft == kind


@pytest.mark.parametrize("name", ["휴가 규정(2024. 3. 1. 폐지).md", "휴가 규정_폐지.md"])
def test_a_rule_that_is_called_repealed_is_and_so_is_one_that_only_says_so(name: str) -> None:
    assert parsed(name, f"# 휴가 규정\n\n개정 2024. 3. 1.\n\n{ARTICLES}").document.repealed_at == "2024-03-01"
    said = parsed("휴가.md", "# 휴가 규정\n\n개정 2024. 3. 1.\n\n제1조 휴가 규정은 이를 폐지한다.\n")
    assert said.document.repealed_at == "2024-03-01"
    other = parsed("휴가.md", f"# 휴가 규정\n\n개정 2024. 3. 1.\n\n{ARTICLES}부칙\n\n종전의 여비 규정은 폐지한다.\n")
    assert other.document.repealed_at is None


def test_no_living_act_is_taken_for_a_draft_and_two_for_repealed(shared: Path) -> None:
    found = [
        split(read(path.read_bytes(), path.name), file=path.name, file_hash="", doc_id=path.name)[0].document
        for path in sorted((shared / "statutes/current").glob("*/법률*.md"))
    ]
    assert [document.draft for document in found if document.draft] == []
    assert [document.title for document in found if document.repealed_at] == ["근로기준법"]


def test_a_comparison_table_is_no_ground_whatever_file_it_stands_in() -> None:
    table = "| 현행 | 개정안 |\n|---|---|\n| 제2조(연가) 연가는 11일로 한다. | 제2조(연가) 연가는 15일로 한다. |\n"
    document = parsed("안내.md", f"# 휴가 안내\n\n{ARTICLES}## 붙임\n\n{table}")
    found = flagged(document, chunks(document))
    assert any("11일" in chunk.text for chunk in found)
    assert all(barred(chunk) for chunk in found if "11일" in chunk.text)
    assert not any(barred(chunk) for chunk in found if chunk.article == "1")
