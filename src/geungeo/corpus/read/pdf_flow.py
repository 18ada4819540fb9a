"""Lines of a pdf to paragraphs: a page's end never splits one, a line's end only where one ends."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from statistics import quantiles

from geungeo.corpus.blocks import Aside, AsideRole, Block, Paragraph
from geungeo.corpus.read.pdf_lines import Grid, Item, Line
from geungeo.korean.tokens import kiwi

# What opens a paragraph wherever it stands: numbers and signs that Korean rules count with.
_MARKER = re.compile(
    r"[①-⑳㉑-㉟㊱-㊿❶-❿㉮-㉻⑴-⒇]|[가-하]\s?[.)]\s|\(\s?(?:\d{1,2}|[가-하])\s?\)\s|\[\s?\d{1,2}\s?\]\s|[Ⅰ-Ⅻ]\s?[.)]?\s"
    r"|\d{1,2}\s?[.)]\s|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s|[-–•·∙○●◦□■◇◆▶▷▸►※◎◉☐☑ㅇ❍*]\s?\D|【|<\s?(?:별표|별지|붙임|참고)"
)
_ARTICLE = re.compile(
    r"제\s?\d{1,4}\s?(?:조(?:\s?의\s?\d{1,3})?\s?[(（【\[]|[편장절관]\s+\S)|부\s{0,4}칙(?:\s|$|[(<])|별\s?[표지]\s?(?:제?\s?\d|$)"
)
_DATE_TAIL = re.compile(r"\d{1,4}\s?[.,]?$")
_ENDED = re.compile(r"[.!?:;。][”’\"')\]>〉」』]*$|[>〉\]】]$|다\)$")
_CONTENTS = re.compile(r"(?:[·.…‥⋯ㆍ]\s?){4,}\s*\d{1,4}$")
_FOOTNOTE = re.compile(r"\d{1,3}\s?\)|[*†‡]+\s?\S|주\s?\d*\s?\)|\[\d{1,3}\]")

_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_CONTEXT = 40  # characters on either side that are enough to tell whether a word goes on
_ASIDES: dict[str, AsideRole] = {"header": "header", "footer": "footer", "footnote": "footnote"}


@dataclass(frozen=True, slots=True)
class Layout:
    """What holds for the whole document: type size, where lines end, and how they were broken.

    rights: farthest line end of each flow. flush: places where many of its lines end (justified text).
    spaced: a stored space ends a line that was broken between words. ragged: only whole words were moved down.
    step: usual distance of a paragraph's lines, in type sizes.
    """

    size: float
    rights: dict[str, float] = field(default_factory=dict)
    flush: dict[str, tuple[float, ...]] = field(default_factory=dict)
    spaced: bool = False
    ragged: bool = False
    step: float = 2.0

    def is_flush(self, line: Line) -> bool:
        return any(abs(line.x1 - place) < 0.3 * line.size for place in self.flush.get(line.flow, ()))


def layout(items: Sequence[Item], right: float | None = None) -> Layout:
    """Measure a document, or with `right` one table cell of that inner right edge."""
    lines = [item for item in items if isinstance(item, Line) and item.flow not in _ASIDES]
    if not lines:
        return Layout(1.0)
    sizes: Counter[float] = Counter()
    ends: defaultdict[str, list[float]] = defaultdict(list)
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
        ends[line.flow].append(line.x1)
    size = sizes.most_common(1)[0][0]
    rights = {flow: right or _edge(places) for flow, places in ends.items()}
    measured = Layout(size, rights, {flow: _flush(places) for flow, places in ends.items()})
    full = [line for line in lines if rights[line.flow] - line.x1 < 5 * size]
    return replace(
        measured,
        spaced=sum(line.spaced for line in full) > 0.05 * len(full),
        ragged=sum(measured.is_flush(line) for line in full) < 0.5 * len(full),
        step=_step(lines, measured),
    )


def _edge(ends: list[float]) -> float:
    """Right margin: the farthest line end, a few stray ones aside."""
    return max(ends) if len(ends) < 20 else quantiles(ends, n=50)[-1]


def _step(lines: Sequence[Line], page: Layout) -> float:
    """Most common distance of a full line and the next one that opens nothing."""
    steps = Counter(
        round((line.bottom - last.bottom) / last.size, 1)
        for last, line in pairwise(lines)
        if line.page == last.page
        and line.flow == last.flow
        and _is_full(last, line, page)
        and not opens(line.text, last.text)
    )
    likely = {step: count for step, count in steps.items() if 0.8 < step < 2.4}
    return max(likely, key=lambda step: (likely[step], -step)) if likely else 2.0


def _flush(ends: list[float]) -> tuple[float, ...]:
    """Places (points) at which at least 4 lines, and 6 % of them, end."""
    near = Counter(round(end / 2) for end in ends)
    least = max(4, 0.06 * len(ends))
    return tuple(2.0 * place for place in near if near[place] + near[place + 1] >= least)


def flow(items: Sequence[Item], page: Layout) -> list[Block]:
    """Blocks in reading order; a note or running line that interrupts a paragraph follows it as an Aside."""
    blocks: list[Block] = []
    paragraph: list[Line] = []
    asides: list[Line] = []
    for item in items:
        if isinstance(item, Line) and item.flow in _ASIDES:
            asides.append(item)
            continue
        if paragraph and not (isinstance(item, Line) and _continues(paragraph, item, page)):
            blocks += [Paragraph(_text(paragraph, page)), *_asides(asides)]
            paragraph, asides = [], []
        if isinstance(item, Grid):
            blocks.append(item.table)
        else:
            paragraph.append(item)
    if paragraph:
        blocks.append(Paragraph(_text(paragraph, page)))
    return blocks + _asides(asides)


def _asides(lines: list[Line]) -> list[Block]:
    """Notes and running lines: one Aside for each stretch of one role; a note's further lines join its first."""
    found: list[Block] = []
    for role, stretch in groupby(lines, key=lambda line: line.flow):
        texts: list[str] = []
        for line in stretch:
            if role == "footnote" and texts and not _FOOTNOTE.match(line.text):
                texts[-1] += (" " if parted(texts[-1], line.text) else "") + line.text
            else:
                texts.append(line.text)
        found.append(Aside(_ASIDES[role], tuple(Paragraph(text) for text in texts)))
    return found


def with_footnotes(items: Sequence[Item], size: float) -> list[Item]:
    """The items of one page; small print under the text that opens like a note gets the flow 'footnote'."""
    body = [item for item in items if item.flow not in _ASIDES]
    start = len(body)
    while start and isinstance(line := body[start - 1], Line) and line.size < 0.9 * size:
        start -= 1
    first = body[start] if 0 < start < len(body) else None
    if not isinstance(first, Line) or not _FOOTNOTE.match(first.text):
        return list(items)
    notes = {id(item) for item in body[start:]}
    return [replace(item, flow="footnote") if id(item) in notes else item for item in items]


def _continues(paragraph: list[Line], line: Line, page: Layout) -> bool:
    """Whether `line` goes on with the paragraph: the line before it was full and nothing opens a new one."""
    last = paragraph[-1]
    if (
        opens(line.text, last.text)
        or _CONTENTS.search(last.text)
        or not 0.92 < line.size / last.size < 1.08
        or not _is_full(last, line, page)
    ):
        return False
    if line.flow != last.flow:
        return True
    return _aligned(paragraph, line) and (line.page != last.page or _near(paragraph, line, page))


def _is_full(last: Line, line: Line, page: Layout) -> bool:
    """Whether `last` had no room for what `line` begins with."""
    if page.is_flush(last):
        return True
    room = page.rights.get(last.flow, last.x1) - last.x1
    if room <= line.glyph + 0.25 * last.size:
        return True
    return room <= line.word + 0.4 * last.size and (page.ragged or not _ENDED.search(last.text))


def opens(text: str, before: str) -> bool:
    """Whether a clause or an item starts with `text`; `before` is the line above it.

    '제15조에 따라' at a line's head is a reference, and '12. 개정>' after '2025. 9.' is the rest of a date.
    """
    if _ARTICLE.match(text):
        return True
    return _MARKER.match(text) is not None and not (text[0].isdigit() and _DATE_TAIL.search(before))


def _near(paragraph: list[Line], line: Line, page: Layout) -> bool:
    """Whether the line follows at the paragraph's own distance, or at the document's under a first line."""
    last = paragraph[-1]
    usual = page.step * last.size
    if len(paragraph) > 1 and paragraph[-2].page == last.page and paragraph[-2].flow == last.flow:
        usual = max(usual, last.bottom - paragraph[-2].bottom)
    return 0 < line.bottom - last.bottom < 1.2 * usual


def _aligned(paragraph: list[Line], line: Line) -> bool:
    """Whether its indent fits: flush with the line above, below a first line's indent, or hanging under a marker."""
    shift = (line.x0 - paragraph[-1].x0) / line.size
    if abs(shift) < 0.6:
        return True
    first = len(paragraph) == 1
    return first and (shift < 0 or (shift < 4.5 and _MARKER.match(paragraph[0].text) is not None))


def _text(paragraph: list[Line], page: Layout) -> str:
    parts = [paragraph[0].text]
    for last, line in pairwise(paragraph):
        if last.spaced or page.ragged or _ENDED.search(last.text) or (not page.spaced and parted(last.text, line.text)):
            parts.append(" ")
        parts.append(line.text)
    return "".join(parts)


def parted(left: str, right: str) -> bool:
    """Whether a space parts two texts between which a line ended; Kiwi decides inside Korean words."""
    if not (_HANGUL.match(left[-1:]) and _HANGUL.match(right[:1])):
        return right[:1] not in ")]}」』〉》.,:;!?" and left[-1:] not in "([{「『〈《"
    _, spaces = kiwi().glue([left[-_CONTEXT:], right[:_CONTEXT]], return_space_insertions=True)
    return bool(spaces[0])


def cell_blocks(lines: Sequence[Line], right: float) -> tuple[Block, ...]:
    """Blocks of a table cell whose inner right edge is `right`."""
    return tuple(flow(lines, layout(lines, right)))
