"""Glyphs of a page to lines in reading order: by their coordinates, never by their order in the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TypeAlias

from geungeo.corpus.blocks import Table

# A gap of this share of the type size is a space where the file stores none. Measured on the shared files: gaps
# inside words stay below 0.07, gaps between words begin at 0.19.
_SPACE = 0.14
_SEGMENT = 1.2  # a gap of this many type sizes may be a gutter between columns
_COLUMN_LINES = 4  # a column has at least so many lines on either side of its gutter
_FILL = 0.55  # and they fill at least this share of its width: a list of labels and values is no pair of columns
_WORDS = 8  # and are at least so many type sizes long


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character with its box, in points from the page's top left corner."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float

    @property
    def size(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line of running text. `spaced`: it ends with a stored space. `flow`: the column it stands in.

    `word`: width of its first word, `glyph`: of its first glyph, in points.
    """

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    spaced: bool
    word: float
    glyph: float
    page: int = 0
    flow: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table at its place on the page; `columns` are its vertical edges, `heading` the texts of its first row."""

    table: Table
    columns: tuple[float, ...]
    heading: tuple[str, ...]
    x0: float
    x1: float
    top: float
    bottom: float
    page: int = 0
    flow: str = ""


Item: TypeAlias = Line | Grid
Segment: TypeAlias = tuple[Glyph, ...]


def page_items(glyphs: Sequence[Glyph], grids: Sequence[Grid], page: int) -> list[Item]:
    """Lines and tables of one page in reading order, columns one after the other."""
    pieces: list[_Piece] = [
        _Piece(segment, row) for row, line in enumerate(rows(glyphs)) for segment in _segments(line)
    ]
    pieces += [_Piece(grid, -1) for grid in grids]
    pieces.sort(key=lambda piece: (piece.top, piece.x0))
    return [replace(item, page=page, flow=flow) for flow, part in _flows(pieces) for item in _items(part)]


def text_lines(glyphs: Sequence[Glyph]) -> list[Line]:
    """Lines of a table cell, top to bottom."""
    return [line for row in rows(glyphs) if (line := _line(row))]


def rows(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Glyphs that stand on one line, left to right, lines top to bottom; raised and lowered signs join their line."""
    found: list[_Row] = []
    for glyph in sorted(glyphs, key=lambda one: (round(one.bottom, 1), one.x0)):
        if found and abs(found[-1].bottom - glyph.bottom) < 0.12 * glyph.size and found[-1].same_size(glyph):
            found[-1].add(glyph)
        else:
            found.append(_Row(glyph))
    return [row.ordered() for row in _absorbed(found)]


class _Row:
    """A line while it is gathered."""

    def __init__(self, first: Glyph) -> None:
        self.glyphs = [first]
        self.top, self.bottom = first.top, first.bottom

    @property
    def size(self) -> float:
        return self.bottom - self.top

    def same_size(self, glyph: Glyph) -> bool:
        return 0.8 < glyph.size / max(self.size, 0.1) < 1.25

    def add(self, glyph: Glyph) -> None:
        self.glyphs.append(glyph)

    def holds(self, other: _Row) -> bool:
        """Whether the smaller `other` stands on this line: its middle lies well inside, its glyphs in free places."""
        middle = (other.top + other.bottom) / 2
        inset = 0.1 * self.size
        return self.top + inset < middle < self.bottom - inset and not self._covers(other)

    def _covers(self, other: _Row) -> bool:
        inked = [glyph for glyph in self.glyphs if not glyph.text.isspace()]
        for glyph in other.glyphs:
            centre = (glyph.x0 + glyph.x1) / 2
            if not glyph.text.isspace() and any(one.x0 < centre < one.x1 for one in inked):
                return True
        return False

    def ordered(self) -> Segment:
        return tuple(sorted(self.glyphs, key=lambda glyph: glyph.x0))


def _absorbed(found: list[_Row]) -> list[_Row]:
    """Rows with the smaller ones merged into the larger that hold them; only near neighbours can."""
    found.sort(key=lambda row: row.top)
    kept: list[_Row] = []
    for row in found:
        host = next((other for other in reversed(kept[-4:]) if _same_line(other, row)), None)
        if host is None:
            kept.append(row)
            continue
        if row.size > host.size:
            host.top, host.bottom = row.top, row.bottom
        host.glyphs += row.glyphs
    return sorted(kept, key=lambda row: row.bottom)


def _same_line(one: _Row, other: _Row) -> bool:
    large, small = (one, other) if one.size >= other.size else (other, one)
    return large.holds(small)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Part of a line between wide gaps, or a table, while columns are looked for."""

    held: Segment | Grid
    row: int

    @property
    def x0(self) -> float:
        return self.held.x0 if isinstance(self.held, Grid) else self.held[0].x0

    @property
    def x1(self) -> float:
        return self.held.x1 if isinstance(self.held, Grid) else max(glyph.x1 for glyph in self.held)

    @property
    def top(self) -> float:
        return self.held.top if isinstance(self.held, Grid) else min(glyph.top for glyph in self.held)

    @property
    def bottom(self) -> float:
        return self.held.bottom if isinstance(self.held, Grid) else max(glyph.bottom for glyph in self.held)


def _segments(row: Segment) -> list[Segment]:
    """The row cut at wide gaps; spaces at a cut stay with the left part."""
    parts: list[list[Glyph]] = [[]]
    last: Glyph | None = None
    for glyph in row:
        if not glyph.text.isspace():
            if last and glyph.x0 - last.x1 > _SEGMENT * max(glyph.size, last.size):
                parts.append([])
            last = glyph
        parts[-1].append(glyph)
    return [tuple(part) for part in parts if any(not glyph.text.isspace() for glyph in part)]


def _flows(pieces: list[_Piece]) -> list[tuple[str, list[_Piece]]]:
    """(flow name, pieces) in reading order: 'page' for text across the page, 'left' and 'right' for columns."""
    gutter = _gutter(pieces)
    if gutter is None:
        return [("page", pieces)]
    flows: list[tuple[str, list[_Piece]]] = []
    for run in _runs(pieces, gutter):
        if _is_columns(run, gutter):
            flows.append(("left", [piece for piece in run if piece.x1 <= gutter]))
            flows.append(("right", [piece for piece in run if piece.x0 >= gutter]))
        else:
            flows.append(("page", run))
    return flows


def _gutter(pieces: list[_Piece]) -> float | None:
    """The x that best parts the page into two columns, if any does."""
    if len(pieces) < 2 * _COLUMN_LINES:
        return None
    left, right = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    edges = sorted({round(piece.x0) - 3.0 for piece in pieces if 0.35 < (piece.x0 - left) / (right - left + 1) < 0.65})
    best, most = None, 0
    for gutter in edges:
        count = sum(len(run) for run in _runs(pieces, gutter) if _is_columns(run, gutter))
        if count > most:
            best, most = gutter, count
    return best


def _runs(pieces: list[_Piece], gutter: float) -> list[list[_Piece]]:
    """Pieces cut into stretches that keep clear of the gutter and pieces that cross it, top to bottom."""
    runs: list[list[_Piece]] = []
    clear = False
    for piece in pieces:
        crosses = piece.x0 < gutter < piece.x1
        if not runs or crosses or not clear:
            if crosses and runs and not clear:
                runs[-1].append(piece)
            else:
                runs.append([piece])
        else:
            runs[-1].append(piece)
        clear = not crosses
    return runs


def _is_columns(run: list[_Piece], gutter: float) -> bool:
    sides = [piece for piece in run if piece.x1 <= gutter], [piece for piece in run if piece.x0 >= gutter]
    if min(map(len, sides)) < _COLUMN_LINES or sum(map(len, sides)) < len(run):
        return False
    for side in sides:
        width = max(piece.x1 for piece in side) - min(piece.x0 for piece in side)
        usual = median(piece.x1 - piece.x0 for piece in side)
        if usual < max(_FILL * width, _WORDS * median(piece.bottom - piece.top for piece in side)):
            return False
    left, right = sides
    shared = min(left[-1].bottom, right[-1].bottom) - max(left[0].top, right[0].top)
    return shared > 0.3 * (max(left[-1].bottom, right[-1].bottom) - min(left[0].top, right[0].top))


def _items(pieces: list[_Piece]) -> list[Item]:
    """Pieces of one flow as lines and tables: parts of the same line join again."""
    lines: dict[int, list[Glyph]] = {}
    items: list[Item] = []
    for piece in pieces:
        if isinstance(piece.held, Grid):
            items.append(piece.held)
        else:
            lines.setdefault(piece.row, []).extend(piece.held)
    items += [line for glyphs in lines.values() if (line := _line(sorted(glyphs, key=lambda glyph: glyph.x0)))]
    return sorted(items, key=lambda item: item.bottom if isinstance(item, Line) else item.top)


def _line(row: Iterable[Glyph]) -> Line | None:
    glyphs = list(row)
    inked = [glyph for glyph in glyphs if not glyph.text.isspace()]
    if not inked:
        return None
    size = median(glyph.size for glyph in inked)
    words = joined(glyphs)
    first = words.split(" ", 1)[0]
    word = inked[: max(len(first), 1)]
    return Line(
        text=words,
        x0=inked[0].x0,
        x1=max(glyph.x1 for glyph in inked),
        top=min(glyph.top for glyph in inked),
        bottom=max(glyph.bottom for glyph in inked),
        size=size,
        spaced=glyphs[-1].text.isspace(),
        word=word[-1].x1 - word[0].x0,
        glyph=inked[0].x1 - inked[0].x0,
    )


def joined(glyphs: Sequence[Glyph]) -> str:
    """The glyphs of a line as text: one space for stored spaces and for gaps as wide as a space."""
    parts: list[str] = []
    last: Glyph | None = None
    pending = False
    for glyph in glyphs:
        if glyph.text.isspace():
            pending = True
            continue
        if last and (pending or glyph.x0 - last.x1 > _SPACE * max(glyph.size, last.size)):
            parts.append(" ")
        parts.append(glyph.text)
        last, pending = glyph, False
    return "".join(parts)
