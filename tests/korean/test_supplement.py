"""What 부칙 say of single articles, in the words that real ones use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.korean.supplement import issued_at, said_of_articles

ISSUED = "2024-10-22"


def said(text: str) -> list[tuple[list[str], str | None]]:
    found = said_of_articles(text, ISSUED)
    return [([ref.article + (f"-{ref.clause}" if ref.clause else "") for ref in one.refs], one.day) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "제2조(육아휴직에 관한 적용례) 제15조의 개정규정은 이 규칙 시행 후 최초로 발생하는 휴직부터 적용한다.",
            [(["15"], None)],
        ),
        (
            "제36조제1항 및 제3항의 개정규정은 이 영 시행 전에 인수한 전자기록물에 대해서도 적용한다.",
            [(["36-1", "36-3"], None)],
        ),
        (
            "제44조의24부터 제44조의26까지의 개정규정은 이 법 시행 이후 최초로 유통한 경우부터 적용한다.",
            [(["44의24", "44의25", "44의26"], None)],
        ),
        (
            "다만, 제203조제1호의 개정규정은 공포 후 6개월이 경과한 날부터 시행하고, 제209조제4항의 개정규정은 2025년 1월 1일부터 시행한다.",
            [(["203"], "2025-04-23"), (["209-4"], "2025-01-01")],
        ),
        ("제74조제1항 및 제7항의 개정규정: 공포 후 4개월이 경과한 날", [(["74-1", "74-7"], "2025-02-23")]),
        (
            "제3조(경과조치) 이 영 시행 전에 징계 사유가 발생한 경우에는 제16조제2항의 개정규정에도 불구하고 종전의 규정에 따른다.",
            [(["16-2"], None)],
        ),
        (
            "제48조의4제1항ㆍ제2항 및 제4항부터 제7항까지의 개정규정은 이 법 시행 이후 침해사고가 발생한 경우부터 적용한다.",
            [([f"48의4-{n}" for n in (1, 2, 4, 5, 6, 7)], None)],
        ),
        # nothing of this rule's articles, or nothing to travel with them
        ("제1조(시행일) 이 영은 공포한 날부터 시행한다.", []),
        ("「국가공무원 복무규정」 제20조제19항의 개정규정은 남성공무원에 대해서도 적용한다.", []),
        ("이 영 시행 당시 종전의 제4조제4항에 따라 구성된 위원회는 새 위원회로 본다.", []),
        ('제22조제1항 중 "법무감사과장"을 "기획감사과장"으로 한다.', []),
        ("부칙 제7조에 따라 개정되는 법률을 개정한 부분은 각각 해당 법률의 시행일부터 시행한다.", []),
    ],
)
def test_the_articles_and_what_is_said_of_them(text: str, expected: list[tuple[list[str], str | None]]) -> None:
    assert said(text) == expected


def test_what_is_said_can_be_quoted_from_its_place() -> None:
    text = "제2조(적용례) 제5조의 개정규정은 이 규정 시행 이후 신청하는 경우부터 적용한다."
    (one,) = said_of_articles(text, None)
    assert text[one.start : one.end].startswith("제5조의 개정규정은")
    assert one.about("5", "3")
    assert not one.about("6", None)


@given(st.integers(1, 300), st.integers(1, 20), st.integers(1, 20))
def test_a_clause_is_about_its_own_clause_only(article: int, clause: int, other: int) -> None:
    (one,) = said_of_articles(f"제{article}조제{clause}항의 개정규정은 이 법 시행 이후 하는 처분부터 적용한다.", None)
    assert one.about(str(article), str(clause))
    assert one.about(str(article), None)
    assert one.about(str(article), str(other)) == (other == clause)


def test_the_day_of_a_supplement_stands_in_its_heading() -> None:
    assert issued_at("부칙 <제419호,2024.6.28>") == "2024-06-28"
    assert issued_at("부칙(2024. 1. 5. 개정)") == "2024-01-05"
    assert issued_at("부칙") is None
    assert issued_at("부칙 <2024.13.45>") is None
