"""hwp 5: paragraphs, tables and what is anchored in them, from the trees of records of the body's sections."""

from __future__ import annotations

import re
import struct
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

from geungeo.corpus.blocks import Block, Cell, Reading, Rule
from geungeo.corpus.read import hwp_records as rec
from geungeo.corpus.read.hangul_heads import Heads, auto_number
from geungeo.corpus.read.hwp_count import count_hwp
from geungeo.corpus.read.hwp_heads import head_table
from geungeo.corpus.read.hwp_records import Record, wide_string
from geungeo.corpus.read.hwpx import read_hwpx
from geungeo.corpus.read.numbering import HANGUL_STYLES
from geungeo.corpus.read.parts import (
    AUTOMATIC_NUMBERING,
    TRACKED_DELETION,
    Part,
    aside,
    assemble,
    border,
    finish,
    leading_rows,
    numbered,
    table,
)
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length

__all__ = ["read_hwp", "read_hwpx"]

_WANTED = frozenset(
    [
        *(rec.PARA_HEADER, rec.PARA_TEXT, rec.RANGE_TAG, rec.CTRL_HEADER, rec.LIST_HEADER),
        *(rec.TABLE, rec.EQUATION, rec.TEXTART, rec.FORM, rec.MEMO_LIST),
    ]
)
# What controls show. Some take one unit of the text, all others eight.
_SHOWN = {9: "\t", 10: "\n", 24: "-", 30: " ", 31: " "}
_ONE_UNIT = frozenset([0, 10, 13, *range(24, 32)])
# Controls that stand for a record of the paragraph.
_EXTENDED = frozenset([1, 2, 3, 11, 12, 14, 15, 16, 17, 18, 21, 22, 23])
_PAGE_BREAK, _DELETED = 4, 17
_FORM_TEXT = re.compile(r"\b(?:Caption|Text):wstring:(\d+):")
_STYLES = tuple(HANGUL_STYLES)
_PAGE_NUMBERS = (0, 6)
_ROLES = {"head": "header", "foot": "footer", "fn  ": "footnote", "en  ": "endnote", "tcmt": "hidden", "secd": "header"}


def read_hwp(data: bytes, name: str) -> Reading:
    """An hwp 5 file. Raises UnreadableFile: password, distribution, hwp3, corrupted, empty or scanned."""
    with border("hwp"):
        file = rec.open_hwp(data)
        body = _Body(Heads(head_table(file.doc_info)))
        blocks = body.read([rec.records(section, _WANTED) for section in file.sections])
        return finish("hwp", blocks, count_hwp(file.sections), body.tally, file.title, rec.objects(file.sections))


class _Body:
    """Walks the sections once, in order, as heads count along."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._memos: deque[list[Record]] = deque()
        self.tally: Counter[str] = Counter()

    def read(self, sections: list[list[Record]]) -> list[Block]:
        """A forced wall stands between sections; a memo without its field comes last."""
        self._memos.extend(memo for section in sections for memo in _memos(section))
        blocks: list[Block] = []
        for number, section in enumerate(sections):
            blocks += [Rule()] if number else []
            blocks += self._paragraphs(section)
        while self._memos:
            blocks += aside("memo", self._paragraphs(self._memos.popleft()))
        return blocks

    def _paragraphs(self, records: Iterable[Record]) -> list[Block]:
        """Every paragraph among `records` and below them, in order."""
        blocks: list[Block] = []
        for record in records:
            if record.tag == rec.PARA_HEADER:
                blocks += self._paragraph(record)
            elif record.tag == rec.TEXTART:
                blocks += assemble([wide_string(record.payload, 32)[0]])
            else:
                blocks += self._paragraphs(record.children)
        return blocks

    def _paragraph(self, record: Record) -> list[Block]:
        payload = record.payload.ljust(12, b"\0")
        outline = next((c for c in record.children if c.control == "secd"), None)
        if outline is not None:
            self._heads.start_section(struct.unpack_from("<H", outline.payload.ljust(20, b"\0"), 18)[0])
        head = self._heads.next(struct.unpack_from("<H", payload, 8)[0])
        blocks = numbered(head, self._parts(record), self.tally)
        return [Rule(), *blocks] if payload[11] & _PAGE_BREAK else blocks

    def _parts(self, record: Record) -> Iterator[Part]:
        """Text and objects in the order of the text; objects that it does not name come last."""
        payload = next((child.payload for child in record.children if child.tag == rec.PARA_TEXT), b"")
        _check_controls(record.payload, payload)
        controls = deque(child for child in record.children if child.tag == rec.CTRL_HEADER)
        for piece in self._pieces(payload, _deleted(record)):
            if isinstance(piece, str):
                yield piece
            elif controls:
                yield from self._control(controls.popleft(), memo=piece == b"%%me")
        for control in controls:
            yield from self._control(control)
        yield from aside("header", self._paragraphs(_master_pages(record)))

    def _pieces(self, payload: bytes, deleted: list[tuple[int, int]]) -> Iterator[str | bytes]:
        """Runs of text, and the four letters of each control that stands for a record."""
        units = _units(payload)
        start = 0
        for at, code in _controls(units):
            yield from self._kept(payload, start, at, deleted)
            start = at + (1 if code in _ONE_UNIT else 8)
            if code in _SHOWN:
                yield _SHOWN[code]
            elif code in _EXTENDED:
                yield payload[2 * at + 2 : 2 * at + 6][::-1]
        yield from self._kept(payload, start, len(units), deleted)

    def _kept(self, payload: bytes, start: int, end: int, deleted: list[tuple[int, int]]) -> Iterator[str]:
        """Units start..end without what a tracked change deleted."""
        edges = sorted({start, end, *(e for span in deleted for e in span if start < e < end)})
        for left, right in pairwise(edges):
            text = payload[2 * left : 2 * right].decode("utf-16-le", "replace")
            if any(a <= left < b for a, b in deleted):
                self.tally[TRACKED_DELETION] -= solid_length(text)
            else:
                yield text

    def _control(self, control: Record, memo: bool = False) -> Iterator[Part]:
        """What an object shows: text within the line, or blocks."""
        kind = control.control
        if memo or kind == "%%me":
            yield from aside("memo", self._paragraphs(self._memos.popleft() if self._memos else ()))
        elif kind == "tbl ":
            yield from self._table(control)
        elif kind == "atno":
            number = _auto_number(control.payload)
            self.tally[AUTOMATIC_NUMBERING] += solid_length(number)
            yield number
        else:
            yield from _inline_texts(control)
            yield from aside(_ROLES.get(kind, "textbox"), self._paragraphs(control.children))

    def _table(self, control: Record) -> list[Block]:
        """Lists of paragraphs: the caption before the TABLE record, behind it a list a cell."""
        caption: list[Block] = []
        cells: list[Cell] = []
        header_rows: set[tuple[int, bool]] = set()
        behind = False
        for head, paragraphs in _lists(control.children):
            if head.tag == rec.TABLE:
                behind = True
            elif not behind:
                caption = self._paragraphs(paragraphs)
            else:
                flags, col, row, col_span, row_span = struct.unpack_from("<5H", head.payload.ljust(16, b"\0"), 6)
                header_rows.add((row, bool(flags & 4)))
                cells.append(Cell(row, col, tuple(self._paragraphs(paragraphs)), max(row_span, 1), max(col_span, 1)))
        return table(cells, caption, leading_rows(header_rows))


def _lists(children: Iterable[Record]) -> list[tuple[Record, list[Record]]]:
    """Each list head, and the TABLE record among them, with the paragraphs that follow it."""
    lists: list[tuple[Record, list[Record]]] = []
    for child in children:
        if child.tag in (rec.LIST_HEADER, rec.TABLE):
            lists.append((child, list(child.children)))
        elif lists:
            lists[-1][1].append(child)
    return lists


def _memos(section: Iterable[Record]) -> Iterator[list[Record]]:
    """Bodies of memos, in the order of their fields: they hang on some paragraph, each list after a MEMO_LIST."""
    for top in section:
        for record in (top, *top.walk()):
            if record.tag == rec.PARA_HEADER:
                yield from (body for is_memo, body in _hung(record) if is_memo)


def _master_pages(record: Record) -> list[Record]:
    return [paragraph for is_memo, body in _hung(record) if not is_memo for paragraph in body]


def _hung(record: Record) -> list[tuple[bool, list[Record]]]:
    """Lists hung on a paragraph itself, (is a memo, paragraphs): else they are pages that lie behind the last page."""
    lists: list[tuple[bool, list[Record]]] = []
    memo = False
    for child in record.children:
        if child.tag == rec.LIST_HEADER:
            lists.append((memo, list(child.children)))
        elif child.tag == rec.PARA_HEADER and lists:
            lists[-1][1].append(child)
        memo = child.tag == rec.MEMO_LIST
    return lists


def _deleted(record: Record) -> list[tuple[int, int]]:
    """Ranges of the text, in UTF-16 units, that a tracked change deleted."""
    tags = b"".join(child.payload for child in record.children if child.tag == rec.RANGE_TAG)
    spans = struct.iter_unpack("<III", tags[: len(tags) // 12 * 12])
    return [(start, end) for start, end, tag in spans if tag >> 24 == _DELETED]


def _units(text: bytes) -> memoryview:
    """UTF-16 units of a paragraph's text."""
    return memoryview(text[: len(text) // 2 * 2]).cast("H")


def _controls(units: memoryview) -> Iterator[tuple[int, int]]:
    """Where each control stands, and its code."""
    at = 0
    while at < len(units):
        code = units[at]
        if code < 32:
            yield at, code
        at += 8 if code < 32 and code not in _ONE_UNIT else 1


def _check_controls(header: bytes, text: bytes) -> None:
    """A paragraph's head says which controls its text holds; one that is not there was lost.

    Versions up to 5.0.5 claim a table (11) in every paragraph.
    """
    claimed = struct.unpack_from("<I", header.ljust(8, b"\0"), 4)[0] & ~(1 << 11)
    held = {code for _, code in _controls(_units(text))}
    lost = [code for code in range(32) if claimed >> code & 1 and code not in held]
    if lost:
        raise UnreadableFile("corrupted", f"문단 머리에 적힌 조판 부호({lost[0]})가 본문에 없습니다")


def _auto_number(payload: bytes) -> str:
    """The number of a note, table, picture or equation; a page's number is none of the text."""
    properties, number, user, before, after = struct.unpack_from("<I4H", payload.ljust(16, b"\0"), 4)
    style = properties >> 4 & 255
    name = _STYLES[style] if style < len(_STYLES) else ""
    signs = (chr(code) if code else "" for code in (user, before, after))
    return "" if properties & 15 in _PAGE_NUMBERS else auto_number(name, number, *signs)


def _form_texts(settings: str) -> Iterator[str]:
    """Shown texts among a form object's settings, `Caption:wstring:<length>:<text>`."""
    for match in _FORM_TEXT.finditer(settings):
        yield settings[match.end() : match.end() + int(match[1])]


def _inline_texts(control: Record) -> Iterator[str]:
    """Equation scripts, ruby and overlaid characters, texts of form objects."""
    if control.control in ("tdut", "tcps"):
        main, at = wide_string(control.payload, 4)
        yield main
        if control.control == "tdut":
            yield f" {wide_string(control.payload, at)[0]}"
    for child in control.children:
        if child.tag == rec.EQUATION:
            yield wide_string(child.payload, 4)[0]
        elif child.tag == rec.FORM:
            yield " ".join(_form_texts(wide_string(child.payload, 12)[0]))
