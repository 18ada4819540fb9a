"""A question that asks two things: each is answered from its own sentence, or a person answers and reads what is missing."""

from __future__ import annotations

import pytest

from article_samples import chunk, excerpts
from geungeo.answer import answer
from geungeo.korean.parts import parts
from geungeo.models.extractive import ExtractiveWriter
from geungeo.records import Draft, Excerpt

LEAVE = "연차유급휴가", "회사는 1년간 근무한 사원에게 15일의 연차유급휴가를 준다."
TRIP = "출장비", "출장비 한도는 1일 10만원으로 한다."
CARD = "법인카드", "법인카드의 한도는 월 200만원으로 한다."
REQUEST = "연차 신청", "사원은 연차를 쓰려는 날의 3일 전까지 신청하여야 한다."


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("연차 며칠이고 언제까지 신청해?", ("연차 며칠이고", "연차 언제까지 신청해?")),
        ("출장비랑 법인카드 한도", ("출장비 한도", "법인카드 한도")),
        ("육아휴직은 며칠이고 급여는 얼마예요?", ("육아휴직은 며칠이고", "급여는 얼마예요?")),
        ("병가는 며칠? 진단서는 언제 내요?", ("병가는 며칠?", "진단서는 언제 내요?")),
        ("공가와 병가는 각각 며칠인가요?", ("공가 며칠인가요?", "병가 며칠인가요?")),
    ],
)
def test_two_questions_in_one_are_told_apart_and_each_stands_alone(question: str, asked: tuple[str, str]) -> None:
    assert parts(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "연차는 며칠인가요?",
        "누구랑 상담하나",
        "가족이랑 같이 이사가는데 식비는 얼마예요",
        "퇴직일자를 명시하지 아니하고 사직원을 제출한 경우 퇴직일은 언제입니까?",
        "1년에 연가 며칠이에요? 딱 7년 채웠어요",
        "연가와 병가의 차이는 무엇인가요",
        "그만둔 직원 더 나오라고 할 수 있어? 며칠까지",
    ],
)
def test_one_question_stays_one(question: str) -> None:
    assert parts(question) == (question,)


def shown(*articles: tuple[str, str]) -> list[Excerpt]:
    return excerpts(*(chunk("취업규칙", f"제{at}조", *article) for at, article in enumerate(articles, start=1)))


def test_both_parts_are_answered_and_both_clauses_cited() -> None:
    told = answer("출장비랑 법인카드 한도", shown(TRIP, CARD), ExtractiveWriter(), 0.3)
    assert told.verified, told.checks
    assert "10만원" in told.text
    assert "200만원" in told.text
    assert told.cited == (1, 2)


def test_a_part_without_an_answer_makes_the_whole_no_answer_and_is_named() -> None:
    told = answer("출장비랑 법인카드 한도", shown(TRIP, LEAVE), ExtractiveWriter(), 0.3)
    assert told.failed == ("found_in_policies",)
    assert "법인카드 한도" in told.checks[0].detail
    assert "10만원" in told.draft.text  # the operator sees what was found


class Half:
    """A writer that answers the first part only."""

    name = "half"

    def write(self, question: str, excerpts: object) -> Draft:
        return Draft("출장비 한도는 1일 10만원으로 합니다. [1]", model=self.name)


def test_a_language_model_that_answers_half_is_found_out() -> None:
    told = answer("출장비랑 법인카드 한도", shown(TRIP, CARD), Half(), 0.3)
    assert told.failed == ("found_in_policies",)


def test_the_second_part_may_lean_on_the_first() -> None:
    told = answer("연차는 며칠이고 언제까지 신청해?", shown(LEAVE, REQUEST), ExtractiveWriter(), 0.3)
    assert told.verified, told.checks
    assert "15일" in told.text
    assert "3일 전까지" in told.text
