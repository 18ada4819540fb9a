"""Documents without 조: stretches and paths from their outline (Ⅰ · 1 · 1.1 · 가 · (1) · □) and their headings.

A numbered line is a heading when it is short, no sentence, and has something of its own below it; else it is a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from geungeo.corpus.structure import LineSpan
from geungeo.corpus.structure.headings import RANKS, heading_of
from geungeo.korean.normalize import squeeze

_LONGEST_HEADING = 60
_STYLES = (
    ("rom", re.compile(r"(?:[Ⅰ-Ⅻ]+|(?:X{0,2}(?:IX|IV|V?I{1,3}|V|X)))(?=[.\s)])[.)]?")),
    ("num3", re.compile(r"\d{1,2}(?:[.-]\d{1,2}){2,4}\.?(?=[\s가-힣])")),
    ("num2", re.compile(r"\d{1,2}[.-]\d{1,2}\.?(?=[\s가-힣])(?!\s*\d{1,2}\s*\.)")),
    ("num", re.compile(r"\d{1,2}\.(?!\d)(?!\s*\d{1,2}\s*\.)")),
    ("ga", re.compile(r"[가나다라마바사아자차카타파하]\.(?=\s)")),
    ("paren", re.compile(r"\d{1,2}\)")),
    ("ga)", re.compile(r"[가나다라마바사아자차카타파하]\)")),
    ("(n)", re.compile(r"\(\d{1,2}\)|[⑴-⒇]")),
    ("(ga)", re.compile(r"\([가나다라마바사아자차카타파하]\)")),
    ("box", re.compile(r"[□■◆◇▣❏❑]")),
    ("circled", re.compile(r"[①-⑳㉑-㉟]")),
    ("round", re.compile(r"[○●◎ㅇ◦•❍](?=\s)")),
    ("dash", re.compile(r"[-–·∙▪▷▶*](?=\s)")),
    ("note", re.compile(r"[※☞]")),
)
# Styles whose lines may be headings; the others are lists.
_HEADS = frozenset(["rom", "num3", "num2", "num", "ga", "(n)", "box", *RANKS])
# A quarter of a page of headings is an outline; one or two numbered lines are not.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines first..last (exclusive) under one heading path; key names the place by marks and counts, not by words."""

    first: int
    last: int
    path: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class _Head:
    style: str
    mark: str


def stretches(text: str, lines: tuple[LineSpan, ...], *, marks: bool = True) -> tuple[list[Stretch], bool]:
    """The stretches of a body without 조, in order and without gaps; and whether its outline is numbered.

    marks: False where only the format's own headings count (sheets, slides, endpoints).
    """
    styles = [_style(text[line.start : line.end], line) if marks or line.level else ("", "") for line in lines]
    heads = [_head(text, lines, styles, i) for i in range(len(lines))]
    numbered = sum(1 for head in heads if head and not head.style.startswith("h"))
    if numbered < _FEWEST:
        heads = [head if head and head.style.startswith("h") else None for head in heads]
    return _cut(text, lines, heads, each=not marks), numbered >= _FEWEST


def _style(text: str, line: LineSpan) -> tuple[str, str]:
    """(style, mark) of a line: a heading level of the format, an outline mark, or ('', '')."""
    if line.level:
        return f"h{line.level}", ""
    if line.role != "text":
        return "", ""
    heading = heading_of(text)
    if heading and heading.kind == "division":
        return heading.name[-1] if heading.name[-1] in RANKS else "장", heading.name
    for style, pattern in _STYLES:
        match = pattern.match(text)
        if match:
            return style, match.group().strip(". ")
    return "", ""


def _head(text: str, lines: tuple[LineSpan, ...], styles: list[tuple[str, str]], i: int) -> _Head | None:
    style, mark = styles[i]
    if style.startswith("h") or style in RANKS:
        return _Head(style, mark)
    if style not in _HEADS or i + 1 >= len(lines) or styles[i + 1][0] == style or lines[i + 1].wall:
        return None
    words = text[lines[i].start : lines[i].end]
    if len(words) > _LONGEST_HEADING or re.search(r"[.:：]$|다$|[:：]\s*\S", words):
        return None
    return _Head(style, mark)


def _cut(text: str, lines: tuple[LineSpan, ...], heads: list[_Head | None], *, each: bool) -> list[Stretch]:
    """A heading opens a stretch unless only headings stand before it in the one at hand; so does a wall.

    each: every heading opens one, so that an endpoint without words does not join the next.
    """
    found: list[Stretch] = []
    stack: list[tuple[str, str, str]] = []
    counts: dict[str, int] = {}
    first, bare, walls = 0, True, 0
    path: tuple[str, ...] = ()
    key = ""
    for i, head in enumerate(heads):
        if i > first and (each or not bare) and (head or lines[i].wall):
            found.append(Stretch(first, i, path, key))
            first, bare = i, True
            walls += lines[i].wall
            key = f"{_key(stack)}|{walls}" if walls else _key(stack)
        if head:
            stack = _above(stack, head.style)
            parent = _key(stack)
            counts[f"{parent}>{head.style}"] = counts.get(f"{parent}>{head.style}", 0) + 1
            mark = head.mark if head.mark.strip("□■◆◇▣❏❑") else f"{head.style}.{counts[f'{parent}>{head.style}']}"
            stack.append((head.style, mark, _words(text[lines[i].start : lines[i].end])))
            path = tuple(words for _, _, words in stack)
            key = f"{_key(stack)}|{walls}" if walls else _key(stack)
        else:
            bare = False
    if first < len(lines):
        found.append(Stretch(first, len(lines), path, key))
    return found


def _words(line: str) -> str:
    heading = heading_of(line)
    shown = f"{heading.name} {heading.title}" if heading and heading.kind == "division" else line
    return squeeze(shown)[:_LONGEST_HEADING]


def _above(stack: list[tuple[str, str, str]], style: str) -> list[tuple[str, str, str]]:
    """What stays open when a heading of `style` comes: all above its own style; marks lie below the format's levels."""
    if style.startswith("h"):
        return [entry for entry in stack if entry[0].startswith("h") and entry[0] < style]
    if style in RANKS:
        return [entry for entry in stack if entry[0].startswith("h") or RANKS.get(entry[0], 9) < RANKS[style]]
    styles = [entry[0] for entry in stack]
    return stack[: styles.index(style)] if style in styles else list(stack)


def _key(stack: list[tuple[str, str, str]]) -> str:
    return "/".join(mark for _, mark, _ in stack)
