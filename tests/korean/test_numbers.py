"""Numbers with their unit: the same fact however it is written, and never a word that only looks like one."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.korean.numbers import LABEL, facts, known

_DIGITS = "영일이삼사오육칠팔구"


def keys(text: str) -> list[tuple[Decimal, str]]:
    return [fact.key for fact in facts(text)]


def spelled(value: int) -> str:
    """A numeral below 100,000,000 as Koreans write it: 350000 is 삼십오만."""
    high, low = divmod(value, 10000)
    return (_group(high) + "만" if high > 1 else "만" if high else "") + _group(low)


def _group(value: int) -> str:
    out = ""
    for size, name in ((1000, "천"), (100, "백"), (10, "십"), (1, "")):
        digit = value // size % 10
        if digit:
            out += ("" if digit == 1 and name else _DIGITS[digit]) + name
    return out


@pytest.mark.parametrize(
    ("forms", "value", "unit"),
    [
        ("100,000원|10만 원|10만원|십만원|십만 원|１００,０００원|100천원|₩100,000", 100000, "원"),
        ("삼십일 이내|30일|３０일", 30, "일"),
        ("100분의 50|50 %|50퍼센트|5할|50％|절반|2분의 1|백분의 오십|½", 50, "%"),
        ("1천만원|천만 원|10,000,000원", 10000000, "원"),
        ("3억 2천만 원|삼억 이천만 원|320,000,000원", 320000000, "원"),
        ("2시간 30분|2시간 반|150분", 150, "분"),
        ("하루|1일", 1, "일"),
        ("이틀|2일", 2, "일"),
        ("열흘|10일|십일 이내", 10, "일"),
        ("보름|15일", 15, "일"),
        ("한 달|1개월|일 개월", 1, "개월"),
        ("두 달|2개월|두달", 2, "개월"),
        ("한 달 반|1.5개월", Decimal("1.5"), "개월"),
        ("세 번|3회|3번|세 차례", 3, "회"),
        ("5명|5인|다섯 명|다섯 사람", 5, "명"),
        ("2025. 1. 1.|2025년 1월 1일|2025-01-01|2025.1.1.", 20250101, "date"),
        ("오후 6시|18시|18:00|저녁 6시", 1080, "시각"),
        ("3월 31일|3월31일", 331, "월일"),
        ("반일|0.5일", Decimal("0.5"), "일"),
        ("스무 명|20명", 20, "명"),
        ("이십오 퍼센트|25%", 25, "%"),
        ("5조 3천억원", 5300000000000, "원"),
    ],
)
def test_one_fact_in_many_writings(forms: str, value: int | Decimal, unit: str) -> None:
    for form in forms.split("|"):
        assert keys(form) == [(Decimal(value), unit)], form


@pytest.mark.parametrize(
    "text",
    [
        "이 사람은",
        "만 나이",
        "사 원",
        "사원",
        "이사회의 의결",
        "제외한 시간",
        "다시 한번",
        "구제를 신청한 사람",
        "해당 지정을 한 해당 관서",
        "만점",
        "이 원칙",
        "오일",
        "일일이",
        "1. 목적",
        "2) 내용",
        "[1]",
        "[1, 2]",
        "[발췌 3]",
    ],
)
def test_words_and_marks_that_are_no_numbers(text: str) -> None:
    assert keys(text) == []


@pytest.mark.parametrize("text", ["제15조", "제15조의2", "제2항", "별표 1", "15조에 따라", "제3호", "3항", "제 5 조"])
def test_numbers_that_name_a_place_are_labels(text: str) -> None:
    assert {unit for _, unit in keys(text)} == {LABEL}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("15일", "15영업일"),
        ("15일", "15근무일"),
        ("15영업일", "15근무일"),
        ("1년", "1개월"),
        ("15일", "15회"),
        ("5명", "5회"),
        ("30일", "31일"),
        ("3월", "3개월"),
        ("50%", "50%p"),
        ("제3회", "3회"),
        ("1만원", "1천원"),
        ("2025년 1월 1일", "2025년 1월 2일"),
        ("6시", "6시간"),
        ("15", "15일"),
    ],
)
def test_facts_that_differ(left: str, right: str) -> None:
    assert not set(keys(left)) & set(keys(right))


def test_a_range_states_both_ends_with_the_unit() -> None:
    for text in ("3~5일", "3일~5일", "3∼5일", "3 내지 5일", "3-5일"):
        assert keys(text) == [(Decimal(3), "일"), (Decimal(5), "일")], text


def test_a_full_date_also_states_its_day_and_its_year() -> None:
    assert {(Decimal(101), "월일"), (Decimal(2025), "년")} <= known("2025년 1월 1일부터")


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("5명 이상", "≥"),
        ("5명을 초과하는", ">"),
        ("5명을 넘는", ">"),
        ("5명 이하", "≤"),
        ("30일 이내", "≤"),
        ("30일간 이내", "≤"),
        ("20일을 초과할 수 없다", "≤"),
        ("35시간을 넘어서는 아니 된다", "≤"),
        ("25일을 한도로", "≤"),
        ("연 60일의 범위에서", "≤"),
        ("1년 미만", "<"),
        ("30일 전에", "전"),
        ("30일 후", "후"),
        ("90일마다", "마다"),
        ("15일", ""),
    ],
)
def test_the_comparison_word_belongs_to_its_number(text: str, bound: str) -> None:
    assert [fact.bound for fact in facts(text)] == [bound]


@given(st.integers(min_value=1, max_value=99_999_999))
def test_an_amount_is_the_same_fact_in_digits_commas_and_words(value: int) -> None:
    expected = [(Decimal(value), "원")]
    forms = [f"{value}원", f"{value:,}원", f"{value:,} 원을", f"금액은 {value:,}원"]
    if value >= 10:
        forms.append(f"{spelled(value)}원")
    high, low = divmod(value, 10000)
    if high:
        forms.append(f"{high}만 {low}원" if low else f"{high}만 원")
    for form in forms:
        assert keys(form) == expected, form


@given(st.integers(min_value=10, max_value=9999), st.sampled_from(["일", "개월", "년", "명", "회", "퍼센트"]))
def test_a_spelled_count_is_the_count_in_digits(value: int, unit: str) -> None:
    assert keys(f"{spelled(value)}{unit} 이내") == keys(f"{value}{unit} 이내")


@given(st.integers(min_value=1, max_value=100), st.integers(min_value=1, max_value=400))
def test_a_share_of_a_hundred_is_a_percentage(part: int, other: int) -> None:
    assert keys(f"100분의 {part}") == keys(f"{part}%") == keys(f"{part} 퍼센트")
    assert (keys(f"{other}일") == keys(f"{part}일")) == (other == part)


@given(st.text(alphabet="0123456789,.~-일이삼십백천만억원년월시분의 제조항호[]()한두세하루½%달", max_size=40))
def test_any_text_gives_facts_within_it(text: str) -> None:
    for fact in facts(text):
        assert 0 <= fact.start < fact.end <= len(text)
        assert text[fact.start : fact.end].strip()


@given(st.lists(st.sampled_from(["15일", "3개월", "100분의 50", "10만 원", "제15조", "두 달", "오후 6시"]), max_size=6))
def test_numbers_in_a_row_stay_apart(words: list[str]) -> None:
    assert keys(" 및 ".join(words)) == [key for word in words for key in keys(word)]
