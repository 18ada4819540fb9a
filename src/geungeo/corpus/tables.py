"""A table as lines that a person can read: a line for each row, every value beside its heading."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from geungeo.corpus.blocks import Aside, Block, Cell, Paragraph, Table, solid_length_of_blocks
from geungeo.korean.normalize import solid_length, squeeze

_BETWEEN = " · "
_SHORT = 20  # solid characters that a heading has at most
_REPEATED = 200  # solid characters up to which a merged cell is said again in every row it spans
_WRAPPED = 30  # characters up to which the lines of a cell are one label broken to fit
_MAX_HEADER = 3
_VALUE = re.compile(
    r"[\d.,:%()~∼\-–/\s₩$원일월년개명시간분회점건세만천억제호조항]*\d[\d.,:%()~∼\-–/\s₩$원일월년개명시간분회점건세만천억]*"
)
_YEAR = re.compile(r"(?:19|20)\d\d\s*(?:년도?)?")
# Words that head the columns of two-column tables; other two-column tables are labels with their values.
_HEADS = re.compile(
    r"구\s*분|항\s*목|내\s*용|비\s*고|종\s*류|대\s*상|설\s*명|기\s*준|사\s*유|일\s*수|금\s*액|용\s*어|의\s*미|뜻|이름|명칭|값|연번|번호|순번"
    r"|name|description|type|value|field|key|item|attribute|option",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The table as text, and how many solid characters that is more than the table's own (headings, repeats, signs).

    rows: grid row of each entry of `lines`; -1 for a caption.
    """

    lines: tuple[str, ...]
    rows: tuple[int, ...]
    added: int

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def render(table: Table) -> Rendered:
    """Caption, then a line per row: '구분: 정규직 · 연차: 15일'. Every character of every cell comes out.

    A merged cell is said in each row it spans; empty cells are left out; a row of one cell stands as it is.
    """
    found = [(-1, table.caption)] if table.caption else []
    found += _rows(table)
    lines = tuple(line for _, line in found)
    added = sum(map(solid_length, lines)) - solid_length_of_blocks([table])
    return Rendered(lines, tuple(row for row, _ in found), added)


def _rows(table: Table) -> list[tuple[int, str]]:
    """(grid row, line) of every row that says anything."""
    by_row = _by_row(table.cells)
    width = len({cell.col for cell in table.cells})
    titles, header = _header(table, by_row, width)
    headings = {col: _heading(header, col) for cell in table.cells for col in (cell.col, cell.col + cell.col_span - 1)}
    lines = [(row, _plain(by_row[row], row)) for row in titles]
    apart = {*titles, *(cell.row for cell in header)}
    said: set[int] = set()
    written = [(row, _row(by_row[row], row, header, headings, width, said)) for row in by_row if row not in apart]
    silent = [(cell.row, _inline(cell)) for cell in header if id(cell) not in said and _inline(cell)]
    lines += [(silent[0][0], _BETWEEN.join(word for _, word in silent))] if silent else []
    return [(row, line) for row, line in (*lines, *written) if line]


def _by_row(cells: Sequence[Cell]) -> dict[int, list[Cell]]:
    """Each row in which a cell begins -> the cells that cover it, left to right."""
    rows = sorted({cell.row for cell in cells})
    found: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in sorted(cells, key=lambda one: one.col):
        for row in rows[bisect_left(rows, cell.row) : bisect_left(rows, cell.row + cell.row_span)]:
            found[row].append(cell)
    return {row: found[row] for row in rows}


def _header(table: Table, by_row: dict[int, list[Cell]], width: int) -> tuple[list[int], list[Cell]]:
    """(rows above the header that hold one cell, the header's cells)."""
    rows = list(by_row)
    if table.header_rows is not None:
        return [], [cell for cell in table.cells if cell.row < table.header_rows and width > 1]
    titles = []
    while rows and len(by_row[rows[0]]) == 1 and len(rows) > 2:
        titles.append(rows.pop(0))
    if width < 2 or len(rows) < 2 or not heads(by_row[rows[0]], width):
        return [], []
    height = 1
    if any(cell.col_span > 1 for cell in by_row[rows[0]]):
        height = min(max(cell.row_span for cell in by_row[rows[0]]), _MAX_HEADER)
    end = rows[0] + height
    if end > rows[-1]:
        return [], []
    return titles, [cell for cell in table.cells if rows[0] <= cell.row < end]


def heads(cells: Sequence[Cell], width: int) -> bool:
    """Whether a row reads as headings: short words in every column but perhaps the first, no values."""
    texts = [_inline(cell) for cell in cells]
    if any(solid_length(text) > _SHORT or is_value(text) for text in texts) or not all(texts[1:]):
        return False
    if len(cells) < 2 or any(len(_lines(cell.blocks)) > 2 for cell in cells):
        return False
    return width > 2 or any(_HEADS.search(text) for text in texts)


def is_value(text: str) -> bool:
    return _VALUE.fullmatch(text) is not None and _YEAR.fullmatch(text) is None


def _heading(header: Sequence[Cell], col: int) -> tuple[Cell, ...]:
    """Header cells above a column, top to bottom."""
    above = [cell for cell in header if cell.col <= col < cell.col + cell.col_span]
    return tuple(sorted(above, key=lambda cell: cell.row))


def _row(
    cells: Sequence[Cell],
    row: int,
    header: Sequence[Cell],
    headings: dict[int, tuple[Cell, ...]],
    width: int,
    said: set[int],
) -> str:
    """One row; the header cells that it uses are added to `said`."""
    if not header:
        return _plain(cells, row)
    parts = []
    for cell in cells:
        text = _value(cell, row)
        if not text:
            continue
        above = headings[cell.col] + tuple(
            one for one in headings[cell.col + cell.col_span - 1] if one not in headings[cell.col]
        )
        if len(cells) == 1 and width > 1 and cell.col_span > 1:
            above = ()
        said.update(id(one) for one in above)
        parts.append(_labelled(" ".join(word for word in map(_inline, above) if word), text))
    return _BETWEEN.join(parts)


def _plain(cells: Sequence[Cell], row: int) -> str:
    """A row without headings; of two cells the first, when short, labels the second."""
    texts = [text for cell in cells if (text := _value(cell, row))]
    if len(texts) == 2 and len(cells) == 2 and solid_length(texts[0]) <= _SHORT and "\n" not in texts[0]:
        return _labelled(*texts)
    return _BETWEEN.join(texts)


def _labelled(label: str, text: str) -> str:
    if not label:
        return text
    return f"{label} {text}" if label.endswith((":", "：")) else f"{label}: {text}"


def _value(cell: Cell, row: int) -> str:
    """The cell's text in this row: long merged cells are said in their first row only."""
    lines = _lines(cell.blocks)
    wrapped = all(isinstance(block, Paragraph) for block in cell.blocks) and sum(map(len, lines)) <= _WRAPPED
    text = (" " if wrapped else "\n").join(lines)
    return text if cell.row == row or solid_length(text) <= _REPEATED else ""


def _inline(cell: Cell) -> str:
    return squeeze(" ".join(_lines(cell.blocks)))


def _lines(blocks: Sequence[Block]) -> list[str]:
    """The lines of a cell; a table inside it is rendered in turn."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Paragraph():
                lines.append(block.text)
            case Table():
                lines.append(render(block).text)
            case Aside():
                lines += _lines(block.blocks)
    return [line for line in lines if line]
