"""Short names that a document gives: 법인카드(이하 “카드”라 한다), 정보보호최고책임자(CISO)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTE = r"[\"“”'‘’「」｢｣『』]"
_BEFORE = re.compile(rf"(?P<full>[0-9A-Za-z가-힣ㆍ·]{{2,20}}){_QUOTE}?\s?\Z")
_HEREAFTER = re.compile(
    rf"[(（]\s?이하\s?(?:[가-힣 ]{{0,12}}에서\s)?{_QUOTE}?(?P<short>[0-9A-Za-z가-힣ㆍ· ]{{2,20}}?){_QUOTE}?\s?"
    r"(?:이)?라\s?(?:한다|함|칭한다|칭함)"
)
_LETTERS = re.compile(r"[(（]\s?(?P<short>[A-Z][A-Za-z&]{1,9})\s?[)）]")
_REACH = 24  # letters before the bracket
# Names that nearly every rule gives to something of its own: they tell nothing.
_EMPTY = frozenset("규칙 규정 위원회 기관 회사 센터 협회 지침 조례 사업 법률 시행령 시ㆍ도 공단 위원 처분".split())
_MOST = 200


def names(text: str) -> tuple[tuple[str, str], ...]:
    """(full, short) as the text gives them, each once, in order; at most 200.

    Only what is plainly a short form: letters of the full name in their order, or Latin ones. 신청한 사람(이하 “신청인”이라
    한다) would make 신청인 of every 사람.
    """
    return tuple(dict.fromkeys(_named(text)))[:_MOST]


def _named(text: str) -> Iterator[tuple[str, str]]:
    for pattern in (_HEREAFTER, _LETTERS):
        for match in pattern.finditer(text):
            before = _BEFORE.search(text[max(0, match.start() - _REACH) : match.start()])
            short = " ".join(match["short"].split())
            if before and short not in _EMPTY and _shortens(before["full"], short):
                yield before["full"], short


def _shortens(full: str, short: str) -> bool:
    if short.isascii():
        return not full.isascii() and len(full) > 2
    left = iter(full)
    return len(full) > len(short) and len(full) > 3 and all(letter in left for letter in short)
