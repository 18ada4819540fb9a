"""An extractive answer leads with the number where the clause states just that one, and else only quotes."""

from __future__ import annotations

import pytest

from article_samples import chunk, excerpts
from geungeo.answer import answer
from geungeo.models.extractive import ExtractiveWriter


def told(question: str, name: str, text: str) -> str:
    found = answer(question, excerpts(chunk("취업규칙", "제33조", name, text)), ExtractiveWriter(), 0.3)
    assert found.verified, found.checks
    return found.text


def test_the_number_comes_first_and_the_clause_behind_it_is_cited() -> None:
    text = told("배우자 출산휴가는 며칠인가요?", "배우자 출산휴가", "회사는 배우자 출산휴가로 20일의 유급휴가를 준다.")
    assert text == "20일입니다: 회사는 배우자 출산휴가로 20일의 유급휴가를 준다. [1]"


@pytest.mark.parametrize(
    ("question", "name", "text"),
    [
        ("병가는 며칠인가요?", "병가", "회사는 60일의 범위에서 병가를 허가할 수 있다."),
        ("정산은 며칠 안에 하나요?", "정산", "정산은 출장을 마친 날부터 7일 이내에 하여야 한다."),
        ("연차휴가는 며칠인가요?", "연차휴가", "10년 이상 근속한 사원의 연차휴가는 20일로 한다."),
        ("숙박비는 얼마인가요?", "숙박비", "숙박비는 서울 10만원, 그 밖의 곳 7만원으로 한다."),
        ("연차휴가를 팔 수 있나요?", "연차휴가", "연차휴가 15일은 팔 수 없다."),
    ],
)
def test_a_limit_a_special_case_or_several_numbers_are_only_quoted(question: str, name: str, text: str) -> None:
    assert told(question, name, text).startswith(text[:10])
