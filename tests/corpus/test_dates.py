"""Of a rule's own words: when it was revised, by what kind of amendment, and from when it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from geungeo.corpus.read import read
from geungeo.corpus.structure import split
from geungeo.korean.effect import effective_from
from geungeo.records import Document

ARTICLES = "제1조(목적) 이 규정은 직원의 휴가를 정한다.\n\n제2조(연가) 연가는 1년에 15일로 한다.\n\n"


def document(name: str, text: str) -> Document:
    return split(read(text.encode(), name), file=name, file_hash="", doc_id=name)[0].document


@pytest.mark.parametrize(
    ("name", "front", "kind"),
    [
        ("휴가.md", "[시행 2024. 3. 1.] [규정 제9호, 2024. 1. 5., 일부개정]", "일부개정"),
        ("휴가.md", "[대통령령 제9호, 2024. 1. 5., 타법개정]", "타법개정"),
        ("휴가.md", "제정 2020. 1. 1. 전문개정 2024. 1. 5.", "전부개정"),
        ("휴가.md", "제정 2020. 1. 1.", "제정"),
        ("휴가.md", "개정 2024. 1. 5.", "개정"),
        ("012_2024-01-05_폐지제정.md", "", "폐지제정"),
        ("휴가(2024. 1. 5. 일부개정).md", "개정 2024. 1. 5.", "일부개정"),
        ("휴가.md", "", ""),
    ],
)
def test_the_kind_of_amendment_is_told_by_front_or_file(name: str, front: str, kind: str) -> None:
    assert document(name, f"# 휴가 규정\n\n{front}\n\n{ARTICLES}").amendment == kind


def test_front_matter_tells_the_kind_and_unknown_words_tell_none() -> None:
    text = "---\n제목: 휴가 규정\n공포일자: 2024-01-05\n제개정구분: {}\n---\n\n" + ARTICLES
    assert document("휴가.md", text.format("일부 개정")).amendment == "일부개정"
    assert document("휴가.md", text.format("오타")).amendment == ""


def test_addenda_that_name_another_rule_are_its_amendment_of_this_one() -> None:
    own, other = "부칙 <제9호, 2024. 1. 5.>", "부칙(직제 규정) <제12호, 2024. 1. 5.>"
    text = "이 규정은 공포한 날부터 시행한다.\n"
    assert document("휴가.md", f"# 휴가 규정\n\n{ARTICLES}{other}\n\n{text}").amendment == "타법개정"
    assert document("휴가.md", f"# 휴가 규정\n\n{ARTICLES}{own}\n\n{text}").amendment == ""


def test_acts_of_years_tell_the_kind_that_their_file_names(shared: Path) -> None:
    """Without the file's name: where the text tells a kind, it is the right one but for laws that amend many at once."""
    told = wrong = 0
    for path in sorted((shared / "statutes/history").rglob("*.md"))[::8]:
        found = document("x.md", path.read_text(encoding="utf-8")).amendment
        told += bool(found)
        wrong += found not in ("", "개정", path.stem.split("_")[-1])
    assert told >= 10
    assert wrong <= 1


def test_a_stated_revision_finds_its_own_addenda_and_not_an_older_one() -> None:
    """The front's chapter says when it was last amended as a chapter; the last 부칙 is years younger."""
    front = "# 휴가 규정\n\n## 제1장 총칙 <개정 2009. 3. 27.>\n\n"
    old = "부칙 <2009. 3. 27.>\n\n이 규정은 공포한 날부터 시행한다.\n\n"
    new = "부칙 <2023. 7. 7.>\n\n이 규정은 공포 후 1년 6개월이 경과한 날부터 시행한다.\n"
    found = document("휴가.md", f"{front}{ARTICLES}{old}{new}")
    assert (found.revised_at, found.effective_at) == ("2023-07-07", "2025-01-08")
    stated = f"---\n제목: 휴가 규정\n공포일자: 2024-05-05\n---\n\n{front}{ARTICLES}{old}{new}"
    assert document("휴가.md", stated).effective_at is None


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("제5조의 개정규정은 2025년 1월 1일부터 시행한다.", None),
        ("1. 다음 각 목의 개정규정은 2026년 1월 2일부터 시행한다.", None),
        ("이 규칙과 부칙 제2조는 2025년 1월 1일부터 시행한다.", "2025-01-01"),
        ("이 규칙은 공포일부터 시행한다.", "2020-02-04"),
        ("이 영은 공포한 날부터 시행하되, 제3조는 2025년 1월 1일부터 시행한다.", "2020-02-04"),
        ("이 법은 공포 후 1년 6개월이 경과한 날부터 시행한다.", "2021-08-05"),
        ("이 영은 공포한 날부터 시행한다. 다만 제77조의 개정규정은 2027년 1월 1일부터 시행한다.", "2020-02-04"),
        ("이 법은 정부조직법의 시행일부터 시행한다.", None),
    ],
)
def test_single_articles_do_not_tell_for_the_rule(said: str, day: str | None) -> None:
    assert effective_from(said, "2020-02-04") == day


def test_no_day_is_wrong_where_a_revision_has_one_day(shared: Path) -> None:
    """A revision that begins in steps (해당 호에서 정하는 날) is read as it begins; the act's text may be of a later step."""
    for path in sorted((shared / "statutes/current").rglob("*.md"))[::6]:
        text = path.read_text(encoding="utf-8")
        stated = re.search(r"^시행일자: '?([\d-]+)'?\n", text, re.MULTILINE)
        assert stated
        found = document(path.name, text.replace(stated.group(), "", 1)).effective_at
        assert found in (stated[1], None), path
