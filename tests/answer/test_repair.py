"""A right sentence that lost its marker gets it back once; nothing else does."""

from __future__ import annotations

import pytest

from article_samples import chunk, excerpts
from geungeo.answer.repair import restore_markers

LEAVE = chunk("취업규칙", "제15조", "연차", "① 1년간 80퍼센트 이상 출근한 근로자에게 15일의 유급휴가를 준다.")
DISMISSAL = chunk("취업규칙", "제20조", "해고", "해고하려면 적어도 30일 전에 예고를 하여야 한다.")
SHOWN = excerpts(LEAVE, DISMISSAL)


@pytest.mark.parametrize(
    ("draft", "mended"),
    [
        ("해고하려면 30일 전에 예고해야 합니다.", "해고하려면 30일 전에 예고해야 합니다. [2]"),
        ("연차는 15일입니다.", "연차는 15일입니다. [1]"),
        (
            "15일의 유급휴가를 줍니다. 30일 전에 예고를 하여야 합니다. [2]",
            "15일의 유급휴가를 줍니다. [1] 30일 전에 예고를 하여야 합니다. [2]",
        ),
        ("30일 전에 예고를 하여야 합니다. [7]", "30일 전에 예고를 하여야 합니다. [2]"),
    ],
)
def test_the_marker_comes_from_the_excerpt_that_carries_the_sentence(draft: str, mended: str) -> None:
    assert restore_markers(draft, SHOWN) == mended


@pytest.mark.parametrize(
    "draft",
    [
        "30일 전에 예고해야 합니다. [2]",
        "구내식당은 무료입니다.",
        "해고하려면 적어도 60일 전에 예고를 하여야 합니다.",
        "",
    ],
)
def test_what_has_its_marker_or_stands_in_no_excerpt_is_left(draft: str) -> None:
    assert restore_markers(draft, SHOWN) is None
    assert restore_markers(draft, []) is None
