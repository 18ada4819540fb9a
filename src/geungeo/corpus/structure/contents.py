"""Which lines are a table of contents: with page numbers, or bare headings that come again further down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from geungeo.corpus.structure.headings import Heading, heading_of, number_key
from geungeo.corpus.structure.layout import Line

_TITLE = re.compile(
    r"^[\s<〈\[【《(◈■□]*(?:조\s*문\s*(?:순\s*서|목\s*차)|목\s*차|차\s*례|목\s*록|순\s*서|(?:제목|표|그림|수식)\s*차례|(?:table\s+of\s+)?contents)[\s>〉\]】》)]*$",
    re.IGNORECASE,
)
# '1. 개요 ········ 3': dots lead to a page number.
_DOTTED = re.compile(r"(?:[.·․…‥⋯ㆍ]\s?){3,}\s*[-–]?\s*\d{1,4}\s*[-–]?$")

# A contents list may hold this many short lines without a page number between two with one (장 headings, columns' heads).
_GAP = 8
_SHORT = 50
_LONGEST = 400  # characters of an entry with its dots


def is_contents_title(text: str) -> bool:
    return _TITLE.match(text) is not None


def mark_contents(lines: list[Line]) -> list[Line]:
    """The same lines; those of a table of contents have the role 'contents' and state no heading level."""
    heads = [heading_of(line.text) if line.role == "text" else None for line in lines]
    numbered = [i for i, line in enumerate(lines) if line.role == "text" and _is_entry(line, heads[i])]
    inside = _spread(lines, heads, numbered) | _bare(lines, heads)
    inside |= _above(lines, heads, inside)
    return [replace(line, role="contents", level=0) if i in inside else line for i, line in enumerate(lines)]


def _is_entry(line: Line, heading: Heading | None) -> bool:
    dotted = len(line.text) <= _LONGEST and _DOTTED.search(line.text) is not None
    return (heading is not None and heading.contents) or dotted


def _spread(lines: list[Line], heads: list[Heading | None], numbered: list[int]) -> set[int]:
    """Numbered entries, and the short lines between two of them. A lone numbered line is no list."""
    inside: set[int] = set()
    for i, j in pairwise(numbered):
        between = range(i + 1, j)
        if len(between) <= _GAP and all(_is_short(lines[k]) for k in between):
            inside.update(range(i, j + 1))
    return inside


def _bare(lines: list[Line], heads: list[Heading | None]) -> set[int]:
    """Three or more article headings in a row with nothing below them, if the first comes again later with text."""
    articles = {i: head for i, head in enumerate(heads) if head and head.kind == "article" and head.title}
    last_of = {head.number: i for i, head in articles.items()}
    inside: set[int] = set()
    for run in _bare_runs(lines, heads, articles):
        if len(run) >= 3 and last_of[articles[run[0]].number] > run[-1]:
            inside.update(range(run[0], run[-1] + 1))
    return inside


def _bare_runs(lines: list[Line], heads: list[Heading | None], articles: dict[int, Heading]) -> Iterator[list[int]]:
    """Articles with rising numbers and no words of their own, with only other headings between them."""
    run: list[int] = []
    for i, head in articles.items():
        bare = not lines[i].level and not lines[i].text[head.start :].strip()
        rises = bool(run) and number_key(head.number) > number_key(articles[run[-1]].number)
        if run and not (bare and rises and all(heads[k] and _is_short(lines[k]) for k in range(run[-1] + 1, i))):
            yield run
            run = []
        if bare:
            run.append(i)
    yield run


def _above(lines: list[Line], heads: list[Heading | None], inside: set[int]) -> set[int]:
    """The list's own title and the 장 headings that stand just over its first entry."""
    found: set[int] = set()
    for first in sorted(inside):
        k = first - 1
        while first - k <= _GAP and k >= 0 and k not in inside and lines[k].role == "text" and _is_short(lines[k]):
            if is_contents_title(lines[k].text):
                found.update(range(k, first))
                break
            k -= 1
        head = heads[first - 1] if first else None
        if head and head.kind == "division" and first - 1 not in inside:
            found.add(first - 1)
    return found


def _is_short(line: Line) -> bool:
    return line.role == "text" and len(line.text) <= _SHORT and not re.search(r"(?:다|음|함)\.$", line.text)
