"""Rows as a CSV file that Excel opens: UTF-8 with a mark in front, and no cell that it would take for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

# What begins a formula in Excel, LibreOffice or Google Sheets, the wide letters of a Korean keyboard too.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_CELL_MAX = 32_000  # Excel holds 32,767 letters a cell


def sheet(head: Sequence[str], rows: Iterable[Sequence[str | int | float | None]]) -> bytes:
    """Numbers stay numbers; None is an empty cell."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([_cell(name) for name in head])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig", errors="replace")


def lines(values: Iterable[str]) -> str:
    """Many texts in one cell, as many as it holds; the rest is counted."""
    kept: list[str] = []
    room = _CELL_MAX
    every = list(values)
    for value in every:
        room -= len(value) + 1
        if room < 0:
            return "\n".join([*kept, f"… (+{len(every) - len(kept)})"])
        kept.append(value)
    return "\n".join(kept)


def _cell(value: str | int | float | None) -> str | int | float:
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "")[:_CELL_MAX]
    # A cell of spaces and a formula is one to some readers, so spaces do not hide it.
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(_FORMULA) else text
