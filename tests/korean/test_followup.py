"""A question that leans on an earlier one is read with its nouns; one that stands alone is left as it is."""

from __future__ import annotations

import pytest

from geungeo.korean.followup import standalone
from geungeo.records import Turn

LABELS = ("표준취업규칙 제39조 제1항",)


@pytest.mark.parametrize(
    ("before", "asked", "read"),
    [
        ("연차는 며칠이야?", "그럼 계약직은?", "계약직 연차는 며칠이야?"),
        ("계약직 연차는 며칠이야?", "정규직은?", "정규직 연차는 며칠이야?"),
        ("연차는 며칠이야?", "반차는?", "반차는 며칠이야?"),
        ("병가는 며칠까지 쓸 수 있어?", "그럼 육아휴직은?", "육아휴직은 며칠까지 쓸 수 있어?"),
        ("배우자 출산휴가 며칠이야?", "거기서 며칠까지야?", "배우자 출산휴가 며칠까지야?"),
        ("배우자 출산휴가 며칠이야?", "그건 언제까지 신청해?", "배우자 출산휴가 언제까지 신청해?"),
        ("출장비 정산은 어떻게 해?", "그 다음은?", "출장비 정산 다음은?"),
        ("해외 출장 숙박비 한도는?", "국내는?", "국내 출장 숙박비 한도는?"),
        ("퇴직금은 언제 줘?", "그럼 알바생도 받아?", "퇴직금 알바생도 받아?"),
        ("와이프가 애 낳으면 며칠 쉬어?", "쌍둥이면?", "쌍둥이면 와이프가 애 낳으면 며칠 쉬어?"),
        ("퇴직금은 언제 줘?", "다음 조는?", "표준취업규칙 제40조는 무엇인가요?"),
    ],
)
def test_a_leaning_question_is_read_with_the_one_before(before: str, asked: str, read: str) -> None:
    assert standalone(asked, [Turn(before, LABELS)]) == read


@pytest.mark.parametrize(
    "asked", ["노트북은 몇 년마다 바꿔줘?", "병가는 며칠까지 쓸 수 있나요?", "복무규정 제18조 알려줘"]
)
def test_what_names_its_own_matter_stands_alone(asked: str) -> None:
    assert standalone(asked, [Turn("연차는 며칠이야?", LABELS)]) is None


def test_a_chain_is_followed_to_its_beginning() -> None:
    earlier = [Turn("연차는 며칠이야?"), Turn("그럼 계약직은?")]
    assert standalone("거기서 며칠까지야?", earlier) == "계약직 연차 며칠까지야?"


def test_without_an_earlier_question_nothing_changes() -> None:
    assert standalone("그럼 계약직은?", []) is None
