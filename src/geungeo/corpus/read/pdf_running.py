"""Running headers, footers and page numbers: lines that stand at the same place on page after page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from geungeo.corpus.read.pdf_lines import Item, Line

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—<\[(∙·|~]?\s*(?:p(?:age)?\.?\s*)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?\s*(?:쪽|페이지)?\s*[-–—>\])∙·|~]?",
    re.IGNORECASE,
)
_NEVER = re.compile(r"제\s?\d+\s?[조장절]|\[?\s?별\s?[표지]|부\s?칙|[①-⑳]")
_Place: TypeAlias = tuple[int, int]  # page index, item index
_Key: TypeAlias = tuple[str, str, int]  # role, text without its numbers, height
_EDGE_LINES = 3
_ZONE = 0.16  # share of the page's height, at its top and bottom, in which running lines stand


@dataclass(frozen=True, slots=True)
class Running:
    """A line that repeats. `first`: where it stands first (page index, item index); `rest`: its other places."""

    role: Literal["header", "footer"]
    text: str
    places: tuple[tuple[int, int], ...]


def running_lines(pages: Sequence[Sequence[Item]], heights: Sequence[float]) -> list[Running]:
    """Every running header and footer. A lone page number counts when it is the number of its own page."""
    groups: dict[_Key, list[_Place]] = defaultdict(list)
    for page, items in enumerate(pages):
        for at, role in _edges(items, heights[page]):
            line = items[at]
            if isinstance(line, Line) and not _NEVER.match(line.text):
                groups[role, _DIGITS.sub("0", line.text), round(line.bottom / 6)].append((page, at))
    found = []
    for (role, _, _), places in _neighbours_joined(groups).items():
        texts = {place: _line(pages, place).text for place in places}
        if running := _repeated(texts, len(pages)):
            found.append(Running("header" if role == "header" else "footer", texts[running[0]], tuple(running)))
    return sorted(found, key=lambda one: one.places)


def _neighbours_joined(groups: dict[_Key, list[_Place]]) -> dict[_Key, list[_Place]]:
    """Groups whose heights differ by rounding only become one."""
    joined: dict[_Key, list[_Place]] = {}
    for role, text, height in sorted(groups):
        near = (role, text, height - 1)
        key = near if near in joined else (role, text, height)
        joined[key] = sorted(joined.get(key, []) + groups[role, text, height])
    return joined


def _line(pages: Sequence[Sequence[Item]], place: _Place) -> Line:
    item = pages[place[0]][place[1]]
    assert isinstance(item, Line)
    return item


def _edges(items: Sequence[Item], height: float) -> list[tuple[int, str]]:
    """(item index, role) of the lines in the top and bottom zones."""
    order = sorted(range(len(items)), key=lambda at: items[at].top)
    top = [(at, "header") for at in order[:_EDGE_LINES] if items[at].bottom < _ZONE * height]
    bottom = [(at, "footer") for at in order[-_EDGE_LINES:] if items[at].top > (1 - _ZONE) * height]
    return top + bottom


def _repeated(texts: dict[_Place, str], count: int) -> list[_Place]:
    """The places of a line that is the same on its pages, or differs only in a number that counts the pages."""
    text, _ = Counter(texts.values()).most_common(1)[0]
    same = [place for place in texts if texts[place] == text]
    if len(same) >= max(2, min(3, count)):
        return same
    shifts = {place: {int(number) - place[0] for number in _DIGITS.findall(texts[place])} for place in texts}
    if not any(shifts.values()):
        return []
    usual, times = Counter(shift for found in shifts.values() for shift in found).most_common(1)[0]
    counted = [place for place in texts if usual in shifts[place]]
    is_number = _PAGE_NUMBER.fullmatch(text) is not None
    enough = times > 2 or times == count or (is_number and (times > 1 or usual == 1))
    return counted if enough and times * 2 > len(texts) else []
