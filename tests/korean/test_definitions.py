"""Short names that a rule gives are known for short names; what is no short form is none."""

from __future__ import annotations

import pytest

from geungeo.korean.definitions import names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("회사는 법인카드(이하 “카드”라 한다)를 준다.", (("법인카드", "카드"),)),
        ("한국석유관리원(이하 '관리원'이라 한다)", (("한국석유관리원", "관리원"),)),
        ("정보보호최고책임자(CISO)를 둔다.", (("정보보호최고책임자", "CISO"),)),
        ('산업안전보건협의회(이하 이 조에서 "협의회"라 한다)', (("산업안전보건협의회", "협의회"),)),
    ],
)
def test_a_short_name_is_read_with_its_full_one(text: str, found: tuple[tuple[str, str], ...]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "휴가를 신청한 사람(이하 “신청인”이라 한다)",
        "「근로기준법」(이하 “법”이라 한다)",
        "연차(15일)",
        "회사(이하 같다)",
    ],
)
def test_what_is_no_short_form_gives_none(text: str) -> None:
    assert names(text) == ()
