"""Automatic numbers read as the document shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.read.numbering import HANGUL_STYLES, WORD_STYLES, Counters, bullet_text


@pytest.mark.parametrize(
    ("style", "number", "shown"),
    [
        ("HANGUL_SYLLABLE", 3, "다"),
        ("HANGUL_SYLLABLE", 15, "거"),
        ("CIRCLED_DIGIT", 20, "⑳"),
        ("CIRCLED_DIGIT", 21, "㉑"),
        ("CIRCLED_DIGIT", 51, "(51)"),
        ("ROMAN_CAPITAL", 4, "Ⅳ"),
        ("ROMAN_CAPITAL", 14, "XIV"),
        ("HANGUL_JAMO", 2, "ㄴ"),
        ("CIRCLED_HANGUL_SYLLABLE", 1, "㉮"),
        ("HANGUL_PHONETIC", 21, "이십일"),
        ("IDEOGRAPH", 10, "十"),
        ("DECAGON_CIRCLE", 2, "을"),
    ],
)
def test_hangul_numbers(style: str, number: int, shown: str) -> None:
    assert HANGUL_STYLES[style](number) == shown


@pytest.mark.parametrize(
    ("style", "number", "shown"),
    [
        ("ganada", 14, "하"),
        ("chosung", 1, "ㄱ"),
        ("koreanDigital", 10, "일영"),
        ("koreanCounting", 12, "십이"),
        ("decimalEnclosedCircle", 3, "③"),
        ("decimalEnclosedParen", 21, "(21)"),
        ("upperRoman", 19, "XIX"),
        ("lowerLetter", 27, "aa"),
        ("decimalZero", 7, "07"),
        ("ordinal", 22, "22nd"),
        ("none", 5, ""),
    ],
)
def test_word_numbers(style: str, number: int, shown: str) -> None:
    assert WORD_STYLES[style](number) == shown


@given(st.sampled_from([*HANGUL_STYLES.values(), *WORD_STYLES.values()]), st.integers(0, 10**9))
def test_any_number_has_a_short_text(style: object, number: int) -> None:
    assert callable(style)
    assert len(style(number)) <= 40


@given(st.sampled_from(sorted(HANGUL_STYLES)), st.integers(1, 10))
def test_numbers_of_one_style_differ(style: str, number: int) -> None:
    assert HANGUL_STYLES[style](number) != HANGUL_STYLES[style](number % 10 + 1)


def test_deeper_levels_begin_anew_and_skipped_ones_count_as_begun() -> None:
    counters = Counters()
    starts = [1, 1, 1]
    walk = [counters.advance("list", level, starts) for level in (0, 2, 2, 1, 2, 0, 1)]
    assert [n[: level + 1] for n, level in zip(walk, (0, 2, 2, 1, 2, 0, 1), strict=True)] == [
        (1,),
        (1, 1, 1),
        (1, 1, 2),
        (1, 2),
        (1, 2, 1),
        (2,),
        (2, 1),
    ]


def test_symbol_font_bullets_become_signs_that_show() -> None:
    assert bullet_text("\uf06c") == "●"
    assert bullet_text("\uf0b7") == "•"
    assert bullet_text("\uf0fb") == "•"
    assert bullet_text("○") == "○"
