"""Ruled tables of a pdf: cell boxes to a grid with spans, and one table again where a page's end cut it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geungeo.corpus.blocks import Cell, Table, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.read.pdf_flow import cell_blocks
from geungeo.corpus.read.pdf_lines import Glyph, Grid, Item, Line, text_lines

Box = tuple[float, float, float, float]  # x0, top, x1, bottom

_SNAP = 3.0  # points within which two rules are one


def grid(boxes: Sequence[Box], glyphs: Sequence[Glyph]) -> tuple[Grid | None, list[Glyph]]:
    """(the table, glyphs outside its cells); None and all glyphs where the boxes hold no table of two columns and rows."""
    columns = _edges([box[0] for box in boxes] + [box[2] for box in boxes])
    lines = _edges([box[1] for box in boxes] + [box[3] for box in boxes])
    inside, outside = _shared_out(boxes, glyphs)
    filled = sum(1 for own in inside if any(not glyph.text.isspace() for glyph in own))
    if len(columns) < 3 or len(lines) < 3 or filled < 2:
        return None, list(glyphs)
    cells = tuple(
        sorted(
            (_cell(box, own, columns, lines) for box, own in zip(boxes, inside, strict=True)),
            key=lambda cell: (cell.row, cell.col),
        )
    )
    heading = tuple(" ".join(texts_of_blocks(cell.blocks)) for cell in cells if cell.row == 0)
    return Grid(Table(cells), tuple(columns), heading, columns[0], columns[-1], lines[0], lines[-1]), outside


def _edges(places: Sequence[float]) -> list[float]:
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > _SNAP:
            edges.append(place)
    return edges


def _at(edges: Sequence[float], place: float) -> int:
    return min(range(len(edges)), key=lambda index: abs(edges[index] - place))


def _shared_out(boxes: Sequence[Box], glyphs: Sequence[Glyph]) -> tuple[list[list[Glyph]], list[Glyph]]:
    """Each glyph to the one box that holds its centre, or outside."""
    inside: list[list[Glyph]] = [[] for _ in boxes]
    outside: list[Glyph] = []
    for glyph in glyphs:
        x, y = (glyph.x0 + glyph.x1) / 2, glyph.middle
        home = next((at for at, box in enumerate(boxes) if box[0] <= x <= box[2] and box[1] <= y <= box[3]), None)
        (outside if home is None else inside[home]).append(glyph)
    return inside, outside


def _cell(box: Box, glyphs: Sequence[Glyph], columns: Sequence[float], lines: Sequence[float]) -> Cell:
    left, right = _at(columns, box[0]), _at(columns, box[2])
    top, bottom = _at(lines, box[1]), _at(lines, box[3])
    blocks = cell_blocks(text_lines(glyphs), box[2] - _SNAP)
    return Cell(top, left, blocks, max(bottom - top, 1), max(right - left, 1))


def tables_joined(items: Sequence[Item]) -> tuple[list[Item], int]:
    """Items where a table that goes on after a page's end is one, and the solid characters of headings it repeated."""
    out: list[Item] = []
    repeated = 0
    for item in items:
        at = _last_of_flow(out)
        if isinstance(item, Grid) and at is not None and _goes_on(out[at], item):
            first = out[at]
            assert isinstance(first, Grid)
            out[at], dropped = _joined(first, item)
            repeated += dropped
        else:
            out.append(item)
    return out, repeated


def _last_of_flow(items: Sequence[Item]) -> int | None:
    """Index of the last item that is no note and no running line."""
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if not (isinstance(item, Line) and item.flow in ("header", "footer", "footnote")):
            return at
    return None


def _goes_on(first: Item, second: Grid) -> bool:
    return (
        isinstance(first, Grid)
        and second.page == first.page + 1
        and len(first.columns) == len(second.columns)
        and all(abs(a - b) < 2 * _SNAP for a, b in zip(first.columns, second.columns, strict=True))
    )


def _joined(first: Grid, second: Grid) -> tuple[Grid, int]:
    cells, dropped = second.table.cells, 0
    if second.heading == first.heading and all(cell.row_span == 1 for cell in cells if cell.row == 0):
        dropped = sum(solid_length_of_blocks(cell.blocks) for cell in cells if cell.row == 0)
        cells = tuple(replace(cell, row=cell.row - 1) for cell in cells if cell.row > 0)
    height = max(cell.row + cell.row_span for cell in first.table.cells)
    moved = tuple(replace(cell, row=cell.row + height) for cell in cells)
    table = replace(first.table, cells=first.table.cells + moved)
    return replace(first, table=table, page=second.page, bottom=second.bottom), dropped
