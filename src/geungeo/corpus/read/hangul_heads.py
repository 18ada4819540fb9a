"""Paragraph heads of 한글 documents (outline, number, bullet): which text stands in front of a paragraph.

hwp 5 and hwpx store the same model; each reader fills a `HeadTable` from its own header.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from geungeo.corpus.read.numbering import HANGUL_STYLES, LEVELS, Counters, bullet_text
from geungeo.corpus.read.parts import Head

_MARK = re.compile(r"\^(10|[1-9nN])")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a numbering: pattern ('제^1조'), number style (a key of HANGUL_STYLES), first number."""

    pattern: str
    style: str = "DIGIT"
    start: int = 1


@dataclass(frozen=True, slots=True)
class Heading:
    """What a paragraph shape says. `level` is 0-based; `list_id` names a numbering or bullet (outline: the section's)."""

    kind: Literal["outline", "number", "bullet"]
    list_id: int
    level: int


@dataclass(slots=True)
class HeadTable:
    headings: dict[int, Heading] = field(default_factory=dict)
    numberings: dict[int, tuple[Level, ...]] = field(default_factory=dict)
    continues: set[int] = field(default_factory=set)
    bullets: dict[int, str] = field(default_factory=dict)


class Heads:
    """Counts along the document: one call a paragraph, in reading order."""

    def __init__(self, table: HeadTable) -> None:
        self._table = table
        self._counters = Counters()
        self._outline = 0

    def start_section(self, outline: int) -> None:
        """A section names the numbering of its outline; one that continues goes on from the last section's."""
        if outline != self._outline and outline in self._table.continues:
            self._counters.copy(self._outline, outline)
        self._outline = outline

    def next(self, shape: int) -> Head:
        """The head of the next paragraph, which has this paragraph shape."""
        heading = self._table.headings.get(shape)
        if heading is None:
            return Head("")
        if heading.kind == "bullet":
            return Head(bullet_text(self._table.bullets.get(heading.list_id, "")), bullet=True)
        level = min(heading.level, LEVELS - 1)
        if heading.kind == "outline":
            return Head(self._number(self._outline, level), min(level + 1, 6))
        return Head(self._number(heading.list_id, level))

    def _number(self, list_id: int, level: int) -> str:
        levels = self._table.numberings.get(list_id, ())
        if level >= len(levels):
            return ""
        numbers = self._counters.advance(list_id, level, [each.start for each in levels])

        def put(mark: re.Match[str]) -> str:
            what = mark.group(1)
            if what in "nN":
                return ".".join(str(n) for n in numbers[: level + 1]) + ("." if what == "N" else "")
            at = int(what) - 1
            return HANGUL_STYLES.get(levels[at].style, str)(numbers[at]) if at < len(levels) else ""

        return _MARK.sub(put, levels[level].pattern).strip()


def auto_number(style: str, number: int, user: str, before: str, after: str) -> str:
    """The number of a note, picture, table or equation as it is shown; `user` is the sign of a style without numbers."""
    shown = HANGUL_STYLES[style](number) if style in HANGUL_STYLES else user or "*"
    return f"{before}{shown}{after}"
