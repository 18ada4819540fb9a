"""The head table of an hwp 5 file, from the records of its DocInfo stream."""

from __future__ import annotations

import struct

from geungeo.corpus.read.hangul_heads import Heading, HeadTable, Level
from geungeo.corpus.read.hwp_records import BULLET, NUMBERING, PARA_SHAPE, flat_records, wide_string
from geungeo.corpus.read.numbering import HANGUL_STYLES

_STYLES = tuple(HANGUL_STYLES)
_KINDS = {1: "outline", 2: "number", 3: "bullet"}


def head_table(doc_info: bytes) -> HeadTable:
    """Shapes, numberings and bullets by their place in the stream: shapes from 0, the others from 1."""
    table = HeadTable()
    shapes = 0
    for tag, _level, payload in flat_records(doc_info):
        if tag == PARA_SHAPE:
            _shape(table, shapes, payload)
            shapes += 1
        elif tag == NUMBERING:
            _numbering(table, payload)
        elif tag == BULLET:
            table.bullets[len(table.bullets) + 1] = payload[12:14].decode("utf-16-le", "replace").strip("\0")
    return table


def _shape(table: HeadTable, number: int, payload: bytes) -> None:
    properties = struct.unpack_from("<I", payload)[0]
    kind = _KINDS.get(properties >> 23 & 3)
    if kind:
        list_id = struct.unpack_from("<H", payload, 30)[0]
        # Newer files state levels 8-10 behind the three bits that end at 7.
        level = struct.unpack_from("<I", payload, 54)[0] if len(payload) >= 58 else properties >> 25 & 7
        table.headings[number] = Heading(kind, list_id, level)  # type: ignore[arg-type]


def _numbering(table: HeadTable, payload: bytes) -> None:
    """Seven levels, the list's start, starts of the levels; then levels 8-10 likewise in newer files."""
    heads, at = _levels(payload, 0, 7)
    first = struct.unpack_from("<H", payload, at)[0]
    starts, at = _starts(payload, at + 2, 7)
    if len(payload) >= at + 3 * 14:
        more, at = _levels(payload, at, 3)
        heads, starts = heads + more, starts + _starts(payload, at, 3)[0]
    number = len(table.numberings) + 1
    table.numberings[number] = tuple(
        Level(pattern, style, start) for (pattern, style), start in zip(heads, starts, strict=True)
    )
    if first == 0:
        table.continues.add(number)


def _levels(payload: bytes, at: int, count: int) -> tuple[list[tuple[str, str]], int]:
    out = []
    for _ in range(count):
        code = struct.unpack_from("<I", payload, at)[0] >> 5 & 31
        pattern, at = wide_string(payload, at + 12)
        out.append((pattern, _STYLES[code] if code < len(_STYLES) else "DIGIT"))
    return out, at


def _starts(payload: bytes, at: int, count: int) -> tuple[list[int], int]:
    if len(payload) < at + 4 * count:
        return [1] * count, at
    return list(struct.unpack_from(f"<{count}I", payload, at)), at + 4 * count
