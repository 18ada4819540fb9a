"""A sheet's rows as tables: runs of rows, the headings above them, and the notes that stand alone in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from geungeo.corpus.blocks import Block, Cell, Paragraph, Table
from geungeo.corpus.read.xlsx_cells import Sheet
from geungeo.corpus.tables import heads, is_value
from geungeo.korean.normalize import solid_length

_MAX_HEADER = 3
_NOTE = 20  # solid characters: a longer text alone in its row runs over the columns beside it


@dataclass(frozen=True, slots=True)
class SheetBlocks:
    """repeated: solid characters of headings that stand again above hidden rows or rows behind a note."""

    shown: tuple[Block, ...]
    hidden: tuple[Block, ...]
    repeated: int


@dataclass(slots=True)
class _Group:
    """Rows of one table; header: those of `rows` that are headings, copies of an earlier table's where `copied`."""

    rows: list[int]
    header: list[int] = field(default_factory=list)
    copied: bool = False


def sheet_blocks(sheet: Sheet) -> SheetBlocks:
    """Tables with their headings and titles in order; hidden rows apart, under the headings that rule them."""
    blocks: list[Block] = []
    groups: list[_Group] = []
    for item in _items(sheet):
        if isinstance(item, Paragraph):
            blocks.append(item)
        else:
            groups.append(item)
            blocks.append(_table(sheet, item))
    hidden = [_table(sheet, group) for group in _hidden(sheet, groups)]
    copied = [*(group for group in groups if group.copied), *_hidden(sheet, groups)]
    repeated = sum(solid_length(text) for group in copied for row in group.header for text in sheet.cells[row].values())
    return SheetBlocks(tuple(blocks), tuple(hidden), repeated)


def _items(sheet: Sheet) -> list[Paragraph | _Group]:
    """Titles and groups of visible rows; a run of rows without headings of its own goes on with those before it."""
    items: list[Paragraph | _Group] = []
    last: _Group | None = None
    for run in _runs(sheet):
        titles, rest = _titles(sheet, run)
        items += [Paragraph(text) for row in titles for text in sheet.cells[row].values()]
        if not rest:
            continue
        header = _header(sheet, rest, first=last is None or bool(titles))
        goes_on = last is not None and not header and not titles and _within(sheet, rest, last)
        if last is None or not goes_on:
            last = _Group(rest, header)
            items.append(last)
        elif items[-1] is last:
            last.rows += rest
        else:
            last = _Group(rest, last.header, copied=True)
            items.append(last)
    return items


def _runs(sheet: Sheet) -> Iterator[list[int]]:
    """Visible rows that hold something, cut at blank rows."""
    run: list[int] = []
    for row in sorted(sheet.cells):
        if row in sheet.hidden_rows or not sheet.cells[row]:
            continue
        if run and row > run[-1] + 1 and not _bridged(sheet, run[-1], row):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _bridged(sheet: Sheet, above: int, below: int) -> bool:
    """Hidden rows are no gap, and nor is a row that a merged cell covers."""
    spanned = max((above + sheet.merges.get((above, col), (1, 1))[0] - 1 for col in sheet.cells[above]), default=above)
    return all(row in sheet.hidden_rows or row <= spanned for row in range(above + 1, min(below, above + 10_000)))


def _titles(sheet: Sheet, run: list[int]) -> tuple[list[int], list[int]]:
    """Rows of one cell before the table, and the table's rows; a list of one column is a table without titles."""
    wide = [i for i, row in enumerate(run) if len(sheet.cells[row]) > 1]
    if not wide:
        columns = {col for row in run for col in sheet.cells[row]}
        return (run, []) if len(run) <= 2 or len(columns) > 1 else ([], run)
    return run[: wide[0]], run[wide[0] :]


def _header(sheet: Sheet, rows: list[int], *, first: bool) -> list[int]:
    """Leading rows that are headings: as the sheet states, as their style shows, else as a first table's words read."""
    if rows[0] <= sheet.header < rows[-1]:
        return [row for row in rows if row <= sheet.header]
    marked = 0
    while marked < min(_MAX_HEADER, len(rows) - 1) and _is_marked(sheet, rows[marked]):
        marked += 1
    if marked and not _is_marked(sheet, rows[marked]):
        return rows[:marked]
    cells = list(_cells(sheet, rows[:1], rows[0], rows[-1]))
    columns = {col for row in rows for col in sheet.cells[row]}
    if not first or len(rows) < 2 or not heads(cells, len(columns)):
        return []
    below = rows[0] + max(cell.row_span for cell in cells)
    if any(cell.col_span > 1 for cell in cells):
        below = max(below, rows[0] + 2) if _names_columns(sheet, rows[1]) else below
    return [row for row in rows[:-1] if row < min(below, rows[0] + _MAX_HEADER)]


def _names_columns(sheet: Sheet, row: int) -> bool:
    """Below headings that span columns: several words, no value."""
    texts = list(sheet.cells[row].values())
    return len(texts) > 1 and not any(is_value(text) or solid_length(text) > _NOTE for text in texts)


def _is_marked(sheet: Sheet, row: int) -> bool:
    return len(sheet.cells[row]) > 1 and all((row, col) in sheet.marked for col in sheet.cells[row])


def _within(sheet: Sheet, rows: Sequence[int], group: _Group) -> bool:
    """Whether the rows use no other columns than the group's."""
    used = {col for row in group.rows for col in sheet.cells[row]}
    return all(col in used for row in rows for col in sheet.cells[row])


def _hidden(sheet: Sheet, groups: Sequence[_Group]) -> list[_Group]:
    """Hidden rows by the table in or behind which they stand."""
    found: dict[int, _Group] = {}
    for row in sorted(row for row in sheet.hidden_rows if sheet.cells.get(row)):
        before = [i for i, group in enumerate(groups) if group.rows[0] < row]
        at = before[-1] if before else -1
        found.setdefault(at, _Group([], groups[at].header if before else [], copied=True)).rows.append(row)
    return list(found.values())


def _table(sheet: Sheet, group: _Group) -> Table:
    """Grid rows count from the group's first row, so that each keeps its number."""
    rows = [*group.header, *group.rows] if group.copied else group.rows
    base = rows[0]
    cells = tuple(_cells(sheet, rows, base, rows[-1]))
    header = (max(group.header) - base + 1) if group.header else 0
    return Table(cells, "", header, base)


def _cells(sheet: Sheet, rows: Iterable[int], base: int, last: int) -> Iterator[Cell]:
    rows = list(rows)
    width = max((col for row in rows for col in sheet.cells[row]), default=0) + 1
    for row in rows:
        for col, text in sorted(sheet.cells[row].items()):
            height, span = sheet.merges.get((row, col), (1, 1))
            if len(sheet.cells[row]) == 1 and solid_length(text) > _NOTE:
                span = width
            yield Cell(row - base, col, (Paragraph(text),), min(height, last - row + 1), max(min(span, width - col), 1))
