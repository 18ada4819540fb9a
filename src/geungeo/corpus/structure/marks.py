"""Where 항, 호 and 목 begin inside a clause's text, and in which of them a place lies.

항 is ①, beyond ⑳ ㉑ or (21). An article without ① may count its 항 as 1) or 가.: the first such mark decides.
호 is '1.', 목 is '가.'; deeper marks name no place of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from geungeo.corpus.structure.headings import heading_of
from geungeo.records import Chunk

Level = Literal[0, 1, 2]

_CIRCLED = {chr(0x2460 + i): i + 1 for i in range(20)}
_CIRCLED |= {chr(0x3251 + i): i + 21 for i in range(15)}
_CIRCLED |= {chr(0x32B1 + i): i + 36 for i in range(15)}
_CIRCLE = "[①-⑳㉑-㉟㊱-㊿]"
_SYLLABLE = "[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호]"

_AT_LINE = re.compile(
    rf"^[ \t\u3000]*(?:(?P<circled>{_CIRCLE})|(?P<number>\d{{1,3}})(?:의(?P<branch>\d{{1,2}}))?\.(?!\d)(?!\s*\d{{1,2}}\s*\.)"
    rf"|(?P<letter>{_SYLLABLE})\.(?=\s|\S)|(?P<paren>\d{{1,3}})\)|\((?P<round>\d{{1,3}})\))",
    re.MULTILINE,
)
_INLINE = re.compile(rf"(?<=[.>\])）] ){_CIRCLE}|(?<=[.>\])）]){_CIRCLE}")
_GAP = re.compile(r"[ \t\u3000]*")


@dataclass(frozen=True, slots=True)
class Mark:
    """level 0 항, 1 호, 2 목; number as in '3', '3의2', '가'; start in code points."""

    start: int
    level: Level
    number: str


@dataclass(frozen=True, slots=True)
class Place:
    """Numbers without 제/항/호: clause '2', item '3의2', subitem '가'. None where there is no such level."""

    clause: str | None = None
    item: str | None = None
    subitem: str | None = None


def clause_name(number: str) -> str:
    return f"제{number}항" if number.isdigit() else f"{number}항"


def item_name(number: str) -> str:
    main, _, branch = number.partition("의")
    return f"제{main}호의{branch}" if branch else f"제{main}호"


def names(place: Place) -> tuple[str, ...]:
    """('제2항', '제3호', '가목'), without the levels that are absent."""
    named = (
        clause_name(place.clause) if place.clause else "",
        item_name(place.item) if place.item else "",
        f"{place.subitem}목" if place.subitem else "",
    )
    return tuple(name for name in named if name)


def row_name(rows: Iterable[int]) -> str:
    """'3행' or '3~9행', from row numbers of a sheet; '' without any."""
    numbers = [row for row in rows if row]
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    return f"{low}행" if low == high else f"{low}~{high}행"


def marks(text: str, *, nested: bool | None = None) -> list[Mark]:
    """Every 항, 호 and 목 that begins in `text`, in order.

    nested: the text is a piece from inside an article, so its first 가. is 목; None: found out from its first lines.
    """
    body = _body_start(text)
    inside = body is None if nested is None else nested
    found: list[Mark] = []
    state = _State(nested=inside)
    for start, kind, number in _candidates(text, body or 0):
        mark = state.take(start, kind, number)
        if mark:
            found.append(mark)
    return found


def place_in(text: str, offset: int) -> Place:
    """The 항, 호 and 목 in which `offset` (code points) lies, as far as `text` itself shows it."""
    return _place(marks(text), offset)


def _place(found: list[Mark], offset: int) -> Place:
    now: list[str | None] = [None, None, None]
    for mark in found:
        if mark.start > offset:
            break
        now[mark.level :] = [mark.number, *[None] * (2 - mark.level)]
    return Place(*now)


def citation_label(chunk: Chunk, start: int, end: int) -> str:
    """The chunk's label and, below it, the 항, 호 and 목 that hold all of chunk.text[start:end].

    '국가공무원 복무규정 제15조 제2항 제3호', also where the chunk is the whole article; of a sheet's rows, those quoted.
    """
    if chunk.rows:
        quoted = chunk.rows[chunk.text.count("\n", 0, start) : chunk.text.count("\n", 0, end) + 1]
        whole = chunk.label.removesuffix(row_name(chunk.rows)).rstrip()
        return f"{whole} {row_name(quoted)}".rstrip()
    if not _has_places(chunk):
        return chunk.label
    quote = chunk.text[start:end]
    first = start + len(quote) - len(quote.lstrip())
    last = max(first, start + len(quote.rstrip()) - 1)
    found = marks(chunk.text, nested=_is_piece(chunk))
    if chunk.clause and found and found[0].level == 2 and found[0].number == chunk.clause:
        found = marks(chunk.text, nested=False)
    deepest = _common(names(_place(found, first)), names(_place(found, last)))
    held = {entry for entry in chunk.path if entry.endswith(("항", "호", "목")) or "호의" in entry}
    return " ".join((chunk.label, *(name for name in deepest if name not in held)))


def _has_places(chunk: Chunk) -> bool:
    return chunk.part in ("부칙", "별표") or (chunk.part == "본칙" and chunk.article is not None)


def _is_piece(chunk: Chunk) -> bool:
    return bool(chunk.article) and _body_start(chunk.text) is None


def _common(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """Names shared from the top; a level that only one side has names no common place."""
    shared: list[str] = []
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        shared.append(a)
    return tuple(shared)


def _body_start(text: str) -> int | None:
    """Where the words behind the heading lines at the front begin; None where `text` starts without a heading."""
    at, seen = 0, False
    for line in text.split("\n", 12)[:12]:
        solid = line.strip()
        heading = heading_of(solid) if solid else None
        if heading and heading.kind == "article":
            return at + line.index(solid) + heading.start
        if solid and not heading:
            break
        seen = seen or heading is not None
        at += len(line) + 1
    return min(at, len(text)) if seen else None


def _candidates(text: str, body: int) -> list[tuple[int, str, str]]:
    """(start, kind, number) of what may be a mark: at a line's head, right behind the heading, or ① in a line."""
    found = [(match.start(_kind(match)), *_read(match)) for match in _AT_LINE.finditer(text)]
    gap = _GAP.match(text, body)
    lead = gap.end() if gap and body else 0
    if lead and (first := _AT_LINE.match(text[lead : lead + 12])):
        found.append((lead, *_read(first)))
    heads = {number for _, kind, number in found if kind == "circled"}
    for match in _INLINE.finditer(text, body):
        number = str(_CIRCLED[match.group()])
        if number not in heads:
            found.append((match.start(), "inline", number))
    return sorted(set(found))


def _kind(match: re.Match[str]) -> str:
    return "number" if match.lastgroup == "branch" else match.lastgroup or ""


def _read(match: re.Match[str]) -> tuple[str, str]:
    kind = _kind(match)
    value = match[kind]
    if kind == "circled":
        return kind, str(_CIRCLED[value])
    if kind == "number" and match["branch"]:
        return kind, f"{int(value)}의{int(match['branch'])}"
    return kind, value if kind == "letter" else str(int(value))


@dataclass(slots=True)
class _State:
    """What has been counted so far; `top` is the style that counts 항 in this text."""

    nested: bool
    top: str = ""
    clause: int = 0
    item: int = 0

    def take(self, start: int, kind: str, number: str) -> Mark | None:
        if kind in ("circled", "inline") or (kind == "round" and self.clause >= 20):
            return self._circled(start, int(number), kind)
        if kind == "number":
            return self._item(start, number)
        if self.top == kind or (not self.top and not self.nested and not self.item and kind != "round"):
            self.top, self.item = kind, 0
            return Mark(start, 0, number)
        return Mark(start, 2, number) if kind == "letter" else None

    def _circled(self, start: int, number: int, kind: str) -> Mark | None:
        """①: at a line's head any later number, in a line or as (21) only the next one; lists under 호 are none."""
        if self.top not in ("", "circled") or (self.item and not self.clause and not self.nested):
            return None
        if kind != "circled" and (not self.clause or number != self.clause + 1):
            return None
        if self.clause and not self.clause < number <= self.clause + 6:
            return None
        self.top, self.clause, self.item = "circled", number, 0
        return Mark(start, 0, str(number))

    def _item(self, start: int, number: str) -> Mark | None:
        main = int(number.partition("의")[0])
        opens_piece = self.nested and not self.clause and not self.item  # 제46호 of an article that was split
        if main != 1 and not opens_piece and not self.item <= main <= self.item + 30:
            return None
        self.item = main
        return Mark(start, 1, number)
