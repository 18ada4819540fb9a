"""Comma-separated values: a table whose first row is its head, as exports of Notion and of sheets give it."""

from __future__ import annotations

import csv
import io
from itertools import islice

from geungeo.corpus.blocks import Cell, Difference, Paragraph, Reading, Table
from geungeo.corpus.read.encoding import decode
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, strip_control

MARKUP = "commas and quotes"

# Rows that are looked at; the longest head of a column.
_LOOK, _HEAD = 50, 60


def is_csv(text: str) -> bool:
    """Columns with names of their own, and as many cells in every row; prose has spaces behind its commas."""
    try:
        rows = list(islice(csv.reader(io.StringIO(text, newline=""), strict=True), _LOOK))
    except csv.Error:
        return False
    heads, *below = [row for row in rows if row] or [[]]
    named = all(head == head.strip() and 0 < len(head) <= _HEAD and not head.endswith(".") for head in heads)
    return named and len(heads) > 1 and len(set(heads)) == len(heads) and _are_rows(below, len(heads), len(rows))


def _are_rows(rows: list[list[str]], width: int, seen: int) -> bool:
    whole = rows[:-1] if seen == _LOOK else rows  # the last one may be cut off
    return bool(rows) and all(len(row) == width for row in whole)


def read_csv(data: bytes, name: str) -> Reading:
    """Raises UnreadableFile('corrupted') where quotes do not close."""
    text = nfc(strip_control(decode(data)))
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error as error:
        raise UnreadableFile("corrupted", f"csv: {error}") from error
    cells = tuple(
        Cell(at, col, (Paragraph(words),))
        for at, row in enumerate(rows)
        for col, cell in enumerate(row)
        if (words := cell.strip())
    )
    removed = sum(len(row) - 1 for row in rows) + text.count('"') - sum(cell.count('"') for row in rows for cell in row)
    table = Table(cells, header_rows=1 if len(rows) > 1 else None)
    return Reading("csv", (table,), solid_length(text), differences=(Difference(MARKUP, -removed),) if removed else ())
