"""What the parts of an xlsx say: each sheet's cells as they are shown, its merges, and what is hidden or marked."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from geungeo.corpus.read.parts import UNDER_MERGE, Package, local
from geungeo.corpus.read.relations import related, relation_of
from geungeo.corpus.read.xlsx_numbers import BUILT_IN, shown
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, squeeze, strip_control

AS_SHOWN = "numbers as the cell shows them"

# Beyond this a workbook is a database: one file of it would be more chunks than a rule base has.
MAX_CELLS = 500_000
_MAX_STRINGS = 1_000_000
_ADDRESS = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})\Z")
_TITLES = re.compile(r"\$(\d+):\$(\d+)")
_NO_FILL = frozenset(["none", "gray125", ""])

Span = tuple[int, int, int, int]


@dataclass(slots=True)
class Sheet:
    """Rows count from 1, columns from 0. cells: row -> column -> what is shown, one line each.

    merges: anchor -> (rows, columns). marked: cells whose style is bold or filled. header: last row of headings that
    the sheet states (print titles, frozen panes, filter, table), 0 without; tables: first rows of stated tables.
    """

    name: str
    hidden: bool
    part: str
    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    merges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    marked: set[tuple[int, int]] = field(default_factory=set)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: int = 0
    header: int = 0
    uncalculated: int = 0


@dataclass(frozen=True, slots=True)
class _Styles:
    """By cell style: the number format, and whether it is bold or filled."""

    formats: tuple[str, ...]
    marked: tuple[bool, ...]


class Workbook:
    """Reads sheet by sheet; `tally` names how shown numbers differ from stored ones, and what merges cover."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = _main_part(package)
        root = package.xml(self._main)
        self._from_1904 = any(local(node) == "workbookPr" and node.get("date1904") in ("1", "true") for node in root)
        targets = related(package, self._main)
        self._strings = _strings(package, targets.kind("sharedStrings"))
        self._styles = _styles(package, targets.kind("styles"))
        self._titles = _print_titles(root)
        self.tally: Counter[str] = Counter()
        self._left = MAX_CELLS
        self.sheets = [
            Sheet(squeeze(nfc(node.get("name", ""))), node.get("state", "visible") != "visible", part)
            for node in root.iter()
            if local(node) == "sheet" and (part := targets.by_id.get(relation_of(node), "")) in package.names
        ]

    def read(self) -> Iterator[Sheet]:
        """Raises UnreadableFile: too_large."""
        for number, sheet in enumerate(self.sheets):
            self._fill(sheet)
            sheet.header = max(sheet.header, self._titles.get(number, 0))
            yield sheet

    def _fill(self, sheet: Sheet) -> None:
        """One pass over the sheet's XML, each row let go once it is read."""
        source = io.BytesIO(self._package.read(sheet.part))
        merges: list[Span] = []
        row = 0
        for _, node in etree.iterparse(source, resolve_entities=False, no_network=True):
            name = local(node)
            if name == "row":
                row = self._row(sheet, node, row)
                node.clear()
                while node.getprevious() is not None:
                    del node.getparent()[0]
            elif name == "mergeCell":
                merges += [span] if (span := _span(node.get("ref", ""))) else []
            elif name == "pane" and node.get("state", "") in ("frozen", "frozenSplit"):
                sheet.header = int(float(node.get("ySplit") or 0))
            elif name == "autoFilter" and (span := _span(node.get("ref", ""))):
                sheet.header = max(sheet.header, span[0])
            elif name == "col" and _is_on(node, "hidden"):
                sheet.hidden_columns += int(node.get("max", 1)) - int(node.get("min", 1)) + 1
        self._merge(sheet, merges)

    def _row(self, sheet: Sheet, node: etree._Element, before: int) -> int:
        row = int(node.get("r") or before + 1)
        col = -1
        found: dict[int, str] = {}
        for item in node:
            if local(item) != "c":
                continue
            address = _ADDRESS.match(item.get("r", ""))
            col = column(address[1]) if address else col + 1
            text = self._cell(sheet, item)
            if text:
                found[col] = text
                if self._styles.marked and self._styles.marked[_index(item, len(self._styles.marked))]:
                    sheet.marked.add((row, col))
        if found:
            sheet.cells[row] = found
            self._left -= len(found)
        if _is_on(node, "hidden"):
            sheet.hidden_rows.add(row)
        if self._left < 0:
            raise UnreadableFile("too_large", f"칸이 {MAX_CELLS:,}개가 넘는 통합 문서")
        return row

    def _cell(self, sheet: Sheet, item: etree._Element) -> str:
        kind = item.get("t", "n")
        parts = {local(child): child for child in item}
        if kind == "inlineStr":
            return _line(string_of(parts["is"])) if "is" in parts else ""
        raw = (parts["v"].text or "") if "v" in parts else ""
        if not raw:
            sheet.uncalculated += "f" in parts and kind == "n"
            return ""
        if kind == "s":
            at = int(raw)
            return _line(self._strings[at]) if 0 <= at < len(self._strings) else ""
        if kind not in ("n", "b"):
            return _line(raw)
        text = ("TRUE" if raw == "1" else "FALSE") if kind == "b" else self._number(item, raw)
        self.tally[AS_SHOWN] += solid_length(text) - solid_length(raw)
        return text

    def _number(self, item: etree._Element, raw: str) -> str:
        formats = self._styles.formats
        return _line(shown(raw, formats[_index(item, len(formats))], from_1904=self._from_1904))

    def _merge(self, sheet: Sheet, merges: list[Span]) -> None:
        """Only the first cell of a merged area is shown."""
        for top, left, bottom, right in merges:
            sheet.merges[top, left] = (bottom - top + 1, right - left + 1)
            rows = range(top, bottom + 1) if bottom - top < len(sheet.cells) else sorted(sheet.cells)
            for row in rows:
                if not top <= row <= bottom or row not in sheet.cells:
                    continue
                for col in [c for c in sheet.cells[row] if left <= c <= right and (row, c) != (top, left)]:
                    self.tally[UNDER_MERGE] -= solid_length(sheet.cells[row].pop(col))


def column(letters: str) -> int:
    """'A' as 0, 'AA' as 26."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def string_of(element: etree._Element) -> str:
    """The text of a shared or inline string, its runs joined; the reading aids above kanji are none of it."""
    own = [node for node in element if local(node) in ("t", "r")]
    return "".join(
        text.text or "" for node in own for text in ([node] if local(node) == "t" else node) if local(text) == "t"
    )


def _line(text: str) -> str:
    """One line: a row of a sheet is one line of the text. '_x000D_' is how a file writes a carriage return."""
    return squeeze(strip_control(nfc(text.replace("_x000D_", " "))))


def _main_part(package: Package) -> str:
    root = related(package, "").kind("officeDocument") if "_rels/.rels" in package.names else ""
    return root or "xl/workbook.xml"


def _strings(package: Package, part: str) -> list[str]:
    found: list[str] = []
    if part not in package.names:
        return found
    for _, node in etree.iterparse(io.BytesIO(package.read(part)), resolve_entities=False, no_network=True):
        if local(node) == "si":
            found.append(string_of(node))
            node.clear()
            while node.getprevious() is not None:
                del node.getparent()[0]
            if len(found) > _MAX_STRINGS:
                raise UnreadableFile("too_large", f"글이 있는 칸이 {_MAX_STRINGS:,}개가 넘는 통합 문서")
    return found


def _styles(package: Package, part: str) -> _Styles:
    if part not in package.names:
        return _Styles(("General",), ())
    groups = {local(node): node for node in package.xml(part)}
    codes = {int(node.get("numFmtId", 0)): node.get("formatCode", "") for node in groups.get("numFmts", ())}
    codes = BUILT_IN | codes
    bold = [
        any(local(child) == "b" and _is_on(child, "val", "1") for child in font) for font in groups.get("fonts", ())
    ]
    filled = [
        any(local(child) == "patternFill" and child.get("patternType", "") not in _NO_FILL for child in fill)
        for fill in groups.get("fills", ())
    ]
    styles = [node for node in groups.get("cellXfs", ()) if local(node) == "xf"]
    formats = tuple(codes.get(int(node.get("numFmtId", 0)), "General") for node in styles)
    marked = tuple(_at(bold, node.get("fontId")) or _at(filled, node.get("fillId")) for node in styles)
    return _Styles(formats or ("General",), marked)


def _print_titles(root: etree._Element) -> dict[int, int]:
    """Sheet -> last of the rows that are repeated on every printed page."""
    found = {}
    for node in root.iter():
        if local(node) == "definedName" and node.get("name") == "_xlnm.Print_Titles":
            rows = _TITLES.search(node.text or "")
            if rows:
                found[int(node.get("localSheetId", 0))] = int(rows[2])
    return found


def _span(reference: str) -> Span | None:
    """'B2:C3' as (2, 1, 3, 2): rows from 1, columns from 0; None for what is no area."""
    first, _, last = reference.partition(":")
    start, end = _ADDRESS.match(first), _ADDRESS.match(last or first)
    if not start or not end:
        return None
    return int(start[2]), column(start[1]), int(end[2]), column(end[1])


def _index(item: etree._Element, count: int) -> int:
    """The cell's style, the first one where it names none that exists."""
    at = int(item.get("s") or 0)
    return at if at < count else 0


def _at(values: list[bool], index: str | None) -> bool:
    return 0 <= int(index or 0) < len(values) and values[int(index or 0)]


def _is_on(node: etree._Element, name: str, otherwise: str = "0") -> bool:
    return node.get(name, otherwise) in ("1", "true")
