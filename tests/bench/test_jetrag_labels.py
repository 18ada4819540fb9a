"""Labels of jet-rag's questions: which passages are right, by document and words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from jetrag_labels import Case, cases, loose, names_document, strict

GUIDE = "(붙임2) 2025년 데이터센터 산업 활성화 지원 사업 통합_안내서.pdf"


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("2025년 데이터센터 산업 활성화 지원 사업 통합_안내서", GUIDE),
        ("(붙임2) 2025년 데이터센터 산업 활성화 지원 사업 토", GUIDE),
        (unicodedata.normalize("NFD", "직제_규정(2024.4.30.개정)"), "직제_규정(2024.4.30.개정).hwpx"),
        ("한마음생활체육관_운영_내규", "한마음생활체육관_운영_내규(2024.4.30.개정).hwpx"),
        ("law sample2", "law_sample2.pdf"),
    ],
)
def test_a_title_names_its_document(title: str, file: str) -> None:
    assert names_document(title, file)
    assert names_document(title, unicodedata.normalize("NFD", file))


def test_other_documents_are_not_named() -> None:
    assert not names_document("law sample2", "law sample3.pdf")
    assert not names_document("sample-report", GUIDE)
    assert not names_document("", GUIDE)


def test_strict_needs_all_words_and_loose_needs_one() -> None:
    case = Case("1", "보증금은?", "exact_fact", ("내규.hwpx",), ("보증금은", "000원"), False, False)
    assert strict(case, "내규.hwpx", "보증금은 5,000원\n으로 한다")
    assert not strict(case, "내규.hwpx", "보증금은 돌려준다")
    assert loose(case, "내규.hwpx", "보증금은 돌려준다")
    assert not loose(case, "다른.hwpx", "보증금은 5,000원")


def test_words_are_found_across_line_breaks() -> None:
    case = Case("1", "q", "exact_fact", ("a",), ("데이터종류",), False, False)
    assert strict(case, "a", "데이터\n종류")


def test_counts_of_the_shared_set(shared: Path) -> None:
    folder = shared / "rules/jet-rag"
    text = (folder / "evals/golden_v2.no-resume.csv").read_text(encoding="utf-8-sig")
    found = cases(text, [path.name for path in (folder / "assets/public").iterdir()])
    positive = [case for case in found if not case.negative]
    at_hand = [case for case in positive if case.documents]
    assert (len(found), len(positive), len(at_hand)) == (119, 114, 84)
    assert sum(not case.needs_picture for case in at_hand) == 79
    assert Counter(case.group for case in found) == {
        "at_hand_text": 65,
        "at_hand_picture": 5,
        "other_text": 14,
        "document_absent": 30,
        "out_of_scope": 5,
    }
