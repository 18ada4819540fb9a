"""Personal numbers and addresses in Korean text: found, counted, masked. Names of people are not looked for.

rust-pii-transformer reads the plain forms and many spoken and typed variants (전각, 한글 숫자, 88O1O1). Two things are
ours: what it takes for a person's though it is the law's (dates, rows of numbers), and what it passes by (see _OURS).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain

import rust_pii_transformer as library

from geungeo import messages


@dataclass(frozen=True, slots=True)
class Private:
    """text[start:end] is of this kind, one of messages.PRIVATE's keys."""

    kind: str
    start: int
    end: int


def mask(text: str) -> str:
    """The text with each find replaced by its kind in brackets; everything else stays as it is."""
    return _replaced(text, lambda kind, value: f"[{messages.PRIVATE[kind]}]")


def blank(text: str) -> str:
    """The text, as long as before, with a star for every letter and digit of each find."""
    return _replaced(text, lambda kind, value: "".join("*" if letter.isalnum() else letter for letter in value))


def _replaced(text: str, instead: Callable[[str, str], str]) -> str:
    """Until nothing is found: of two that touch ('a@b.kr900101-1234567'), one may hide the other."""
    while found := find(text):
        parts, at = [], 0
        for one in found:
            parts += [text[at : one.start], instead(one.kind, text[one.start : one.end])]
            at = one.end
        before, text = text, "".join([*parts, text[at:]])
        if text == before:
            break
    return text


def counted(text: str) -> dict[str, int]:
    """How many of each kind stand in the text; kinds that do not are absent."""
    return dict(Counter(found.kind for found in find(text)))


def find(text: str) -> list[Private]:
    """All finds from left to right, none overlapping: those that touch become one, of the longer one's kind."""
    if not _WORTH_A_LOOK.search(text):
        return []
    plain = text.translate(_FOLDED)
    found: list[Private] = []
    for one in sorted(chain(_theirs(plain), _ours(plain)), key=lambda one: (one.start, -one.end, one.kind)):
        if found and one.start < found[-1].end:
            found[-1] = _joined(found[-1], one)
        else:
            found.append(one)
    return found


def _joined(first: Private, second: Private) -> Private:
    """Of two as long: what looks like a phone is one, and beside a bank's name any other number is an account."""
    telling = {"phone": 2, "account": 1}
    longer = max(first, second, key=lambda one: (one.end - one.start, telling.get(one.kind, 0)))
    return Private(longer.kind, first.start, max(first.end, second.end))


# Four digits near each other, an @, or digits read aloud: whatever has none of these holds nothing of ours.
_WORTH_A_LOOK = re.compile(r"(?:[\d０-９OoIl][^\w\n]{0,3}){4}|[@＠]|[공영일이삼사오육륙칠팔구]{3}")
# One letter for one, so that offsets stay; half of a surrogate pair (a file name's odd byte) is no text.
_FOLDED = {
    **{ord("０") + digit: str(digit) for digit in range(10)},
    **dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u2003\u3000\t"), " "),
    **{ord("＠"): "@", ord("．"): ".", ord("＋"): "+"},
    **dict.fromkeys(range(0xD800, 0xE000), "?"),
}
# The library's name -> ours. A business's registration number is public, and its check digit fits case numbers.
_KINDS = {
    "resident": "resident",
    "foreigner_registration": "resident",
    "credit_card": "card",
    "bank_account": "account",
    "phone": "phone",
    "email": "email",
    "driver_license": "licence",
    "birth_date": "birth",
    "passport": "passport",
}
# "<개정 2012.11.23, 2014.3.6>": a row of dates or numbers is never one number, nor a moment (20241030-003129) or a share.
_ROW = re.compile(r",|\d{4}[.-] ?\d{1,2}[.-] ?\d{1,2}(?!\d)|^(?:19|20)\d\d[01]\d[0-3]\d[-_ ]?\d{6}$|^\d\.\d")


def _theirs(text: str) -> Iterator[Private]:
    for one in library.detect(text).findings:
        kind, start, end = _KINDS.get(one.entity), one.source.char_start, one.source.char_end
        if kind and not _is_law(kind, text[start:end]):
            yield Private(kind, start, end)


def _is_law(kind: str, value: str) -> bool:
    """True for what the library joined from dates, years and numbers of things."""
    digits = sum(letter.isdigit() for letter in value)
    if kind == "phone" and value.startswith("1"):
        return True  # 1588-1234 is looked for in _OURS: by itself it is as often two years or a picture's number
    if kind == "card" and 0 < digits < 14:
        return True  # a case's or file's number whose check digit happens to fit
    return kind != "birth" and bool(_ROW.search(value))


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the library passes by. near: a word that must stand close by; never: one that may not stand before."""

    kind: str
    pattern: re.Pattern[str]
    near: re.Pattern[str] | None = None
    never: re.Pattern[str] | None = None
    digits: tuple[int, int] = (0, 99)


_START, _END = r"(?<!\d)(?<!\d[.-])", r"(?![\d-])"
_AREA = r"0(?:1[016789]|2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|[678]0|50\d?)"
_READ = "[공영일이삼사오육륙칠팔구]"
_SERVICE = (
    "15(?:22|33|44|51|55|66|77|88|99)|16(?:00|11|22|33|44|55|60|61|66|68|70|77|88|99)"
    "|18(?:00|11|22|33|44|55|66|70|77|88|99)"
)
_REGION = "서울|부산|경기|강원|충북|충남|전북|전남|경북|경남|제주|대구|인천|광주|대전|울산"
_MONEY = re.compile("계좌|은행|뱅크|농협|수협|신협|새마을금고|우체국|통장|입금|이체|송금|급여|월급|상여|환급|예금주")

_OURS = (
    # A number given since October 2020 has no check digit, so none is asked of one with a hyphen and a real day.
    _Shape("resident", re.compile(rf"{_START}\d{{6}} ?- ?[1-8]\d{{6}}(?!\d)"), never=re.compile("법인")),
    _Shape("phone", re.compile(rf"{_START}(?:\+ ?82[ -]?|82-)(?:\(0\)|0)?[1-7]\d?[ -]?\d{{3,4}}[ -]?\d{{4}}{_END}")),
    _Shape("phone", re.compile(rf"{_START}\(?{_AREA}(?: ?[-./·)] ?| )\d{{3,4}}(?: ?[-./·] ?| )\d{{4}}{_END}")),
    _Shape("phone", re.compile(rf"{_START}(?<!제)(?:{_SERVICE})-\d{{4}}{_END}(?! ?[호년])")),
    _Shape("phone", re.compile(rf"{_START}(?:{_SERVICE}) \d{{4}}{_END}"), near=re.compile("전화|센터|번호|연락")),
    _Shape("phone", re.compile(rf"공일[공일육칠팔구] ?{_READ}{{3,4}} ?{_READ}{{4}}")),
    _Shape(
        "account",
        re.compile(rf"{_START}(?:\d{{2,6}}(?:[ -]\d{{1,7}}){{1,4}}|\d{{10,14}}){_END}(?! ?[원명호년])"),
        near=_MONEY,
        digits=(10, 14),
    ),
    _Shape("card", re.compile(rf"{_START}\d{{4}}([ -])\d{{4}}\1\d{{4}}\1\d{{3,4}}{_END}"), near=re.compile("카드")),
    _Shape(
        "passport",
        re.compile(r"(?<![A-Za-z0-9])(?:[A-Z]\d{8}|[A-Z]{2}\d{7}|[A-Z]\d{3}[A-Z]\d{4})(?![A-Za-z0-9])"),
        near=re.compile("여권"),
    ),
    _Shape("licence", re.compile(rf"(?:{_REGION}) ?\d{{2}}-\d{{6}}-\d{{2}}{_END}")),
    _Shape("licence", re.compile(rf"{_START}(?:1[1-9]|2[0-8])-\d{{2}}-\d{{6}}-\d{{2}}{_END}"), near=re.compile("면허")),
    _Shape("email", re.compile(r"(?<![\w.%+-])[A-Za-z0-9._%+-]{1,64} @ (?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}")),
    _Shape(
        "email",
        re.compile(r"(?<![\w.%+-])[\w.%+-]{1,64}@(?=[\w-]{0,63}[가-힣])(?:[\w-]{1,63}\.){1,8}(?:한국|[A-Za-z]{2,24})"),
    ),
)
# Letters before and after a find among which `near` and `never` look.
_BEFORE, _AFTER = 30, 15


def _ours(text: str) -> Iterator[Private]:
    for shape in _OURS:
        if (shape.near and not shape.near.search(text)) or (shape.kind == "email" and "@" not in text):
            continue  # most texts are long, and have no such word
        for match in shape.pattern.finditer(text):
            if _fits(shape, match):
                yield Private(shape.kind, match.start(), match.end())


def _fits(shape: _Shape, match: re.Match[str]) -> bool:
    text, value = match.string, match.group()
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    if shape.near and not shape.near.search(before + value + text[match.end() : match.end() + _AFTER]):
        return False
    if shape.never and shape.never.search(before):
        return False
    if not shape.digits[0] <= sum(letter.isdigit() for letter in value) <= shape.digits[1]:
        return False
    if shape.kind == "resident":
        return _real_day(value[:6])
    if shape.kind == "phone":
        return not _years(value)
    return shape.kind not in ("account", "card") or not _ROW.search(value)


def _real_day(digits: str) -> bool:
    """YYMMDD in this century or the last."""
    for century in ("19", "20"):
        try:
            date.fromisoformat(f"{century}{digits[:2]}-{digits[2:4]}-{digits[4:]}")
        except ValueError:
            continue
        return True
    return False


def _years(value: str) -> bool:
    """'1592-1598', '1861 1904': from one year to a later one, not 1588-1234."""
    halves = re.fullmatch(r"(\d{4})[- ](\d{4})", value)
    return halves is not None and int(halves[1]) < int(halves[2]) < 2100
