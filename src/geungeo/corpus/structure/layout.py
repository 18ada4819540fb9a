"""Blocks to lines in reading order: layout tables become text and commentary, data tables become one entry each.

A table whose cells start clauses is layout: its cells are text, and what stands beside a clause (착안사항, 해설, 참고)
is commentary. Nothing is left out: every block's words are in exactly one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from geungeo.corpus.blocks import Aside, Block, Cell, Difference, Paragraph, Rule, Table, solid_length_of_blocks
from geungeo.corpus.structure.headings import Heading, heading_of
from geungeo.corpus.tables import render

Role = Literal[
    "text",
    "table",
    "contents",
    "commentary",
    "header",
    "footer",
    "footnote",
    "endnote",
    "memo",
    "hidden",
    "textbox",
    "alt",
]

TABLE_HEADINGS = "table headings"

# Words at a column's or a box's head that announce guidance instead of rules.
_GUIDANCE = re.compile(
    r"착안\s*사항|해\s*설|참\s*고|작성\s*(?:요령|방법|예시|시)|유의\s*사항|설\s*명|비\s*고|가이드|도움말|취지"
)
_GUIDANCE_BOX = re.compile(
    r"[\s<〈《\[〔(（【◈※☞*■□▶]*(?:참\s*고|해\s*설|착안\s*사항|작성\s*(?:요령|방법|예시)|유의\s*사항|도움말|개정\s*취지)\s*[\s>〉》\]〕)）】:：]"
)
_VERSIONS = re.compile(r"^\s*현\s*행\s*(?:규정)?\s*$")


@dataclass(frozen=True, slots=True)
class Line:
    """One physical line, trimmed, or a rendered table (several rows).

    level: 1-6 where the format states a heading. group: lines of one aside or commentary cell share it.
    wall: a rule (---) stands before it. lead: the first line of its paragraph. row: its number in a sheet, else 0.
    blank: of a rendered table: the share of its cells that hold no text, in [0, 1].
    """

    text: str
    role: Role = "text"
    level: int = 0
    group: int = 0
    wall: bool = False
    lead: bool = True
    row: int = 0
    blank: float = 0.0


def flatten(blocks: Iterable[Block]) -> tuple[list[Line], list[Difference]]:
    """All lines in reading order, and what rendering tables added."""
    added: list[Difference] = []
    lines: list[Line] = []
    wall = False
    for item in _lines(blocks, "text", 0, count(1), added):
        if item is None:
            wall = True
            continue
        lines.append(replace(item, wall=True) if wall else item)
        wall = False
    return lines, added


def _lines(
    blocks: Iterable[Block], role: Role, group: int, groups: Iterator[int], added: list[Difference]
) -> Iterator[Line | None]:
    """None stands for a wall."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from _paragraph(block, role, group)
        elif isinstance(block, Table):
            yield from _table(block, role, group, groups, added)
        elif isinstance(block, Aside):
            aside = role if role not in ("text", "table") else block.role
            yield from _lines(block.blocks, aside, group if aside == role else next(groups), groups, added)
        elif isinstance(block, Rule):
            yield None


def _paragraph(block: Paragraph, role: Role, group: int) -> Iterator[Line]:
    lead = True
    for text in block.text.splitlines():
        if text.strip():
            yield Line(text.strip(), role, block.level if lead else 0, group, lead=lead)
            lead = False


def _table(
    table: Table, role: Role, group: int, groups: Iterator[int], added: list[Difference]
) -> Iterator[Line | None]:
    yield from _paragraph(Paragraph(table.caption), role, group)
    table = replace(table, caption="")
    if len({cell.col for cell in table.cells}) == 1:
        yield from _box(table, role, group, groups, added)
        return
    roles = _column_roles(table) if role == "text" else None
    if roles is not None:
        yield from _layout(table, roles, groups, added)
        return
    head, rest = _pulled_head(table)
    for cell in head:
        yield from _lines(cell.blocks, role, group, groups, added)
    yield from _data(rest, role, group, added)


def _data(table: Table, role: Role, group: int, added: list[Difference]) -> Iterator[Line]:
    rendered = render(table)
    if rendered.added:
        added.append(Difference(TABLE_HEADINGS, rendered.added))
    shown: Role = "table" if role == "text" else role
    if table.first_row:
        for row, line in zip(rendered.rows, rendered.lines, strict=True):
            yield Line(line, shown, 0, group, row=table.first_row + row)
    elif rendered.text.strip():
        yield Line(rendered.text.strip("\n"), shown, 0, group, blank=_blank(table))


def _blank(table: Table) -> float:
    return sum(not solid_length_of_blocks(cell.blocks) for cell in table.cells) / len(table.cells)


def _box(table: Table, role: Role, group: int, groups: Iterator[int], added: list[Difference]) -> Iterator[Line | None]:
    """A table of one column is a frame round text; one that says 참고 or 해설 is commentary."""
    guidance = role == "text" and _GUIDANCE_BOX.match(_first_text(_ordered(table)) + " ") is not None
    for cell in _ordered(table):
        if guidance:
            group = group or next(groups)
            yield from _lines(cell.blocks, "commentary", group, groups, added)
        else:
            yield from _lines(cell.blocks, role, group, groups, added)


def _layout(
    table: Table, roles: dict[int, Role], groups: Iterator[int], added: list[Difference]
) -> Iterator[Line | None]:
    """Row by row, text columns first; a row over the full width is text."""
    width = _width(table)
    for row in _rows(table):
        for cell in sorted(row, key=lambda cell: (roles.get(cell.col) == "commentary", cell.col)):
            full = cell.col_span >= width or (cell.row == 0 and roles.get(-1) == "text")
            role: Role = "text" if full else roles.get(cell.col, "text")
            yield from _lines(cell.blocks, role, next(groups) if role == "commentary" else 0, groups, added)


def _column_roles(table: Table) -> dict[int, Role] | None:
    """Role of each column of a layout table (key -1: the first row is a head that names columns); None for data."""
    head = [cell for cell in table.cells if cell.row == 0]
    if any(_VERSIONS.match(_text(cell)) for cell in head):
        return None
    starts = {cell: _clauses(cell) for cell in table.cells}
    if any(sum(heading.contents for heading in found) >= 3 for found in starts.values()):
        return {-1: "text"}
    clause_cells = [cell for cell, found in starts.items() if any(not heading.contents for heading in found)]
    guides = {
        cell.col for cell in head if _GUIDANCE.search(_text(cell)) and len(_text(cell)) <= 30 and not starts[cell]
    }
    columns = {cell.col for cell in clause_cells}
    if not columns:
        return None
    bodied = any(len(_text(cell)) >= 40 for cell in clause_cells)
    if not bodied and not guides and not _beside_sentences(table, clause_cells):
        return None
    roles: dict[int, Role] = {-1: "text"} if guides else {}
    for cell in table.cells:
        beside = cell.col not in columns and (cell.col in guides or bodied)
        roles.setdefault(cell.col, "commentary" if beside else "text")
    return roles


def _clauses(cell: Cell) -> list[Heading]:
    """Article headings at a line's head in the cell; a weak one ('제3조 목적') counts only with its text below."""
    found: list[Heading] = []
    for block in cell.blocks:
        if isinstance(block, Paragraph):
            for text in block.text.splitlines():
                heading = heading_of(text.strip())
                if heading and heading.kind == "article" and not heading.weak:
                    found.append(heading)
    return found


def _beside_sentences(table: Table, clause_cells: list[Cell]) -> bool:
    """Bare headings are clauses only where the cells beside them hold sentences, not figures."""
    rows = {cell.row for cell in clause_cells}
    beside = [_text(cell) for cell in table.cells if cell.row in rows and cell not in clause_cells]
    spoken = [text for text in beside if re.search(r"(?:다|음|함|됨)\s*\.", text)]
    return len(clause_cells) >= 2 and bool(beside) and 2 * len(spoken) > len(beside)


def _pulled_head(table: Table) -> tuple[list[Cell], Table]:
    """A first row over the full width that is a heading ('[별지 2] 출석통지서') stands before its table."""
    first = [cell for cell in table.cells if cell.row == 0]
    if len(first) != 1 or first[0].col_span < _width(table) or first[0].row_span > 1:
        return [], table
    heading = heading_of(_first_text(first).strip())
    if heading is None or heading.kind == "article":
        return [], table
    rest = tuple(replace(cell, row=cell.row - 1) for cell in table.cells if cell.row > 0)
    rows = table.header_rows
    below = table.first_row + 1 if table.first_row else 0
    return first, Table(rest, "", rows if rows is None else max(0, rows - 1), below)


def _rows(table: Table) -> Iterator[list[Cell]]:
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell)
    for row in sorted(rows):
        yield rows[row]


def _ordered(table: Table) -> list[Cell]:
    return sorted(table.cells, key=lambda cell: (cell.row, cell.col))


def _width(table: Table) -> int:
    return max((cell.col + cell.col_span for cell in table.cells), default=0)


def _text(cell: Cell) -> str:
    return "\n".join(block.text for block in cell.blocks if isinstance(block, Paragraph))


def _first_text(cells: Iterable[Cell]) -> str:
    texts = (
        block.text for cell in cells for block in cell.blocks if isinstance(block, Paragraph) and block.text.strip()
    )
    return next(texts, "").strip().split("\n", 1)[0]
