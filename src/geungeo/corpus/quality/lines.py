"""What one line looks like: an entry of a contents list or of an index, something to fill in, a page number, or text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from geungeo.corpus.structure.headings import heading_of

Kind = Literal["", "leaders", "pages", "blank", "label", "number"]

_LEADERS = re.compile(
    r"\S.*?(?:(?:[.·․…‥⋯ㆍ‧]\s?){4,}|…{2,})\s*[-–]?\s*(?:\d{1,4}|\d{1,2}-\d{1,3}|[ivxIVX]{1,6})\s*[-–]?"
)
# A page behind a space, a tab or a dot; '4-12' (chapter and page) may touch the word before it.
_PAGE = re.compile(
    r"\S.{0,100}?(?:[\s·]+[-–]?\s?(?P<page>\d{1,4})\s?[-–]?|(?<=\D)(?P<chapter>\d{1,2})-(?P<within>\d{1,3}))"
)
_TAB = re.compile(r"[^\t]*\S\s?\t+\s*\d{1,4}")
# What a contents list sets before an entry: '1.', '2.3.1', 'Ⅳ.', '가.', 'B.', '제1장', '[별표 1]', '부록 A'.
_NUMBERED = re.compile(
    r"(?:\d{1,2}(?:[.-]\d{1,2}){0,5}[.)]?|[Ⅰ-Ⅻ]+[.)]?|[가-하A-Z][.)]|제\s?\d+\s?[편장절관조]|CHAPTER\s\d+"
    r"|[\[〔<【(]?(?:별\s?[표지첨]|서식|부록|붙임|참고))(?=[\s\].)\d]|$)"
)
_ENTRY = re.compile(r"\S.{0,38}?[\s,·.]+\d{1,4}(?:\s*[-–~]\s*\d{1,4})?(?:\s*,\s*\d{1,4}(?:\s*[-–~]\s*\d{1,4})?)*")
_NUMBER = re.compile(
    r"[-–—<\[(∙·|~]?\s*(?:p(?:age)?\.?\s*)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?\s*(?:쪽|페이지)?\s*[-–—>\])∙·|~]?",
    re.IGNORECASE,
)
_BLANK = re.compile(
    r"년\s{2,}월\s{2,}일|\(\s*(?:서명|인|직인|날인)[^)]{0,6}\)|서명\s*또는\s*인|귀\s{0,4}[하중]\s*$|_{4,}|\(\s{3,}\)"
)
# '성  명 :' with nothing behind it.
_LABEL = re.compile(r"[-○◦□·*]?\s*[가-힣][가-힣\s()·/]{1,14}\s?[:：]\s*")
_FIELD = re.compile(
    r"(?:^|·\s)\s*(?:[①-⑳]\s?)?(?:성\s*명|이\s*름|주민등록번호|생년월일|연\s*락\s*처|전화(?:번호)?|주\s*소|소\s*속|직\s*[위급책]|서\s*명"
    r"|신\s*청\s*인|대\s*표\s*자|업\s*체\s*명|회\s*사\s*명|학\s*번|작\s*성\s*자|확\s*인|결\s*재|접\s*수\s*번\s*호|담\s*당\s*자)(?=\s*(?:·|[:：]?\s*$|\())"
)
# Before the page: a tab, wide space, dots, or the chapter's number. A single space leads to a count as well.
_LED = re.compile(r"(?:\t|\s{2,}|[.·․…‥⋯ㆍ]{2,})\s*[-–]?\s?\d{1,4}$|\d-\d{1,3}$")
_DIGIT_OR_DASH = frozenset("0123456789-–")
_SEQUENCE, _PLAIN_SEQUENCE = 4, 8  # entries that make a column of pages, led to and not
_LONGEST = 400  # characters of an entry with its dots
_BROKEN = 80  # characters of an entry's first line


@dataclass(frozen=True, slots=True)
class Look:
    text: str
    kind: Kind


def looks(lines: Iterable[tuple[str, bool, bool]]) -> list[Look]:
    """Of a chunk's lines in order, each with whether it is a table's row, and in a column of pages (`page_column`)."""
    return [_look(line, table, in_column) for line, table, in_column in lines]


def page_column(lines: Sequence[str]) -> set[int]:
    """Of a whole document's lines, the places of those in a column of pages: '1. 개요 3', '2. 대상 5'. Numbers at the ends that never
    fall, half of the lines numbered in front; an entry may be broken over two lines. Tables' rows stand as ''.
    """
    found: set[int] = set()
    for run in _rising(lines):
        entries = [lines[at] for at in run if _PAGE.fullmatch(lines[at])]
        numbered = sum(
            _NUMBERED.match(line) is not None and re.search(r"[가-힣A-Za-z]{2}", line) is not None for line in entries
        )
        led = sum(_LED.search(line) is not None for line in entries)
        if len(entries) >= (_SEQUENCE if 2 * led >= len(entries) else _PLAIN_SEQUENCE) and 2 * numbered >= len(entries):
            found.update(run)
    return found


def is_bare_heading(line: str) -> bool:
    """'제3조(의무)' and nothing behind it; what was deleted or left out (삭제, 생략) has no title."""
    heading = heading_of(line)
    return bool(heading and heading.kind == "article" and heading.title and not line[heading.start :].strip())


def is_entry(line: str) -> bool:
    """'연차휴가 12, 34-36': a word with its pages, no list mark in front."""
    return _ENTRY.fullmatch(line) is not None and not _NUMBERED.match(line) and not line.split()[0].endswith((".", ")"))


def fields(line: str) -> int:
    """Labels of personal details in the line that have no value beside them."""
    return len(_FIELD.findall(line))


def _look(line: str, table: bool, in_column: bool) -> Look:
    alone = _alone(line, table)
    return Look(line, "pages" if in_column and alone not in ("leaders", "number") and not table else alone)


def _alone(line: str, table: bool) -> Kind:
    if len(line) <= _LONGEST and _LEADERS.fullmatch(line):
        return "leaders"
    if _BLANK.search(line):
        return "blank"
    if _TAB.fullmatch(line) and _NUMBERED.match(line):
        return "pages"
    if table:
        return ""
    if _NUMBER.fullmatch(line):
        return "number"
    heading = heading_of(line)
    if heading and heading.contents:
        return "pages"
    return "label" if _LABEL.fullmatch(line) else ""


def _rising(lines: Sequence[str]) -> Iterator[list[int]]:
    """Runs of lines whose last numbers never fall, with at most one short line between two of them."""
    run: list[int] = []
    last, at = (0, 0), -2
    for place, line in enumerate(lines):
        match = _PAGE.fullmatch(line) if line[-1:] in _DIGIT_OR_DASH else None
        if not match:
            continue
        page, between = _page(match), range(at + 1, place)
        if run and (len(between) > 1 or page < last or not all(0 < len(lines[k]) <= _BROKEN for k in between)):
            yield run
            run = []
        run += [*(between if run else ()), place]
        last, at = page, place
    yield run


def _page(match: re.Match[str]) -> tuple[int, int]:
    return (0, int(match["page"])) if match["page"] else (int(match["chapter"]), int(match["within"]))
