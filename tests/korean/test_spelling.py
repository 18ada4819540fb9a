"""Typos are put right by the vocabulary at hand; what is known, and every number, stays."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.korean.spelling import respelt

WORDS = frozenset(
    "육아휴직 육아 휴직 휴가 연차 연차휴가 물품관리관 가족돌봄휴가 가족 돌봄 시간외근무 신청 수당 비밀번호".split()
)


def known(word: str) -> bool:
    return word in WORDS


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("육아휴적 신청 언제까지?", "육아휴직 신청 언제까지?"),
        ("휴갸는 며칠?", "휴가는 며칠?"),
        ("물픔관리관이 누구?", "물품관리관이 누구?"),
        ("가족돌봄휴과 며칠?", "가족돌봄휴가 며칠?"),
        ("시간외근므 수당", "시간외근무 수당"),
        ("연 차 휴 가 며칠?", "연차휴가 며칠?"),
        ("수당 언제드러와?", "수당 언제들어와?"),
        ("연차 최대 몇개까지 느러나", "연차 최대 몇개까지 늘어나"),
    ],
)
def test_a_typo_becomes_the_one_word_that_lies_near(asked: str, read: str) -> None:
    found = respelt(asked, known)
    assert found.text == read
    assert [asked.count(said) for said, _ in found.changes] == [1]


@pytest.mark.parametrize(
    "question",
    [
        "휴가는 며칠?",
        "노트북 교체 주기는?",
        "에어팟 사 주나요?",
        "칼퇴해도 되나요?",
        "15일 이내 신청",
        "제23조가 뭐야?",
    ],
)
def test_known_words_unknown_things_and_numbers_stay(question: str) -> None:
    assert respelt(question, known).text == question


def test_of_two_words_equally_near_none_is_chosen() -> None:
    assert respelt("육아휴적 신청", lambda word: word in {"육아휴직", "육아휴작"}).changes == ()


@given(st.text(alphabet="육아휴적직가나다 0123456789일월년제조항?", max_size=25))
def test_numbers_never_change(question: str) -> None:
    found = respelt(question, known)
    assert re.findall(r"\d+", found.text) == re.findall(r"\d+", question)
