"""xlsx: a sheet is a heading and its tables; a row is one line, and people find it by its number."""

from __future__ import annotations

from collections import Counter

from lxml import etree

from geungeo import messages
from geungeo.corpus.blocks import Block, Paragraph, Reading
from geungeo.corpus.read.drawing import objects_in, texts_in
from geungeo.corpus.read.parts import PLACE_NAMES, Package, aside, border, finish, local, stated_in
from geungeo.corpus.read.relations import related
from geungeo.corpus.read.xlsx_cells import Sheet, Workbook, string_of
from geungeo.corpus.read.xlsx_count import count_xlsx
from geungeo.corpus.read.xlsx_tables import sheet_blocks
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, squeeze, strip_control

REPEATED_HEADINGS = "repeated table headings"
# Below a document's own title.
_SHEET_LEVEL = 2


def read_xlsx(data: bytes, name: str) -> Reading:
    """An xlsx file. Raises UnreadableFile: password, corrupted, empty, scanned (pictures only) or too_large."""
    with border("xlsx"):
        package = Package(data)
        if package.locked:
            raise UnreadableFile("password", "압축에 암호가 걸려 있습니다")
        book = _Book(package)
        blocks = book.read()
        title, chars = stated_in(package), count_xlsx(package)
        return finish("xlsx", blocks, chars, book.tally, title, unread=book.objects, notes=book.notes())


class _Book:
    """Walks the sheets once, in order."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._workbook = Workbook(package)
        self.tally = self._workbook.tally
        self.objects: Counter[str] = Counter()
        self._hidden: list[str] = []
        self._uncalculated = 0

    def read(self) -> list[Block]:
        return [block for sheet in self._workbook.read() for block in self._sheet(sheet)]

    def notes(self) -> tuple[str, ...]:
        found = [messages.HIDDEN_IN_SHEETS.format(what=", ".join(self._hidden))] if self._hidden else []
        if self._uncalculated:
            found.append(messages.UNCALCULATED.format(count=self._uncalculated))
        return tuple(found)

    def _sheet(self, sheet: Sheet) -> list[Block]:
        found = sheet_blocks(sheet)
        beside = self._beside(sheet)
        self._uncalculated += sheet.uncalculated
        self.tally[REPEATED_HEADINGS] += found.repeated
        self._note_hidden(sheet)
        blocks: list[Block] = [*found.shown, *aside("hidden", found.hidden), *beside]
        if not blocks:
            return []
        heading = messages.SHEET_HIDDEN if sheet.hidden else messages.SHEET
        text = heading.format(name=sheet.name)
        self.tally[PLACE_NAMES] += solid_length(text)
        return [Paragraph(text, _SHEET_LEVEL), *(aside("hidden", blocks) if sheet.hidden else blocks)]

    def _note_hidden(self, sheet: Sheet) -> None:
        rows = sum(1 for row in sheet.hidden_rows if sheet.cells.get(row))
        parts = [
            messages.HIDDEN_SHEET if sheet.hidden else "",
            messages.HIDDEN_ROWS.format(count=rows) if rows else "",
            messages.HIDDEN_COLUMNS.format(count=sheet.hidden_columns) if sheet.hidden_columns else "",
        ]
        if any(parts) and sheet.cells:
            self._hidden.append(f"'{sheet.name}' {'·'.join(part for part in parts if part)}")

    def _beside(self, sheet: Sheet) -> list[Block]:
        """Notes on cells and text boxes; pictures and charts are counted."""
        parts = related(self._package, sheet.part)
        blocks: list[Block] = []
        for part in parts.all("comments"):
            blocks += self._comments(self._package.xml(part)) if part in self._package.names else []
        for part in parts.all("drawing"):
            if part in self._package.names:
                drawing = self._package.xml(part)
                self.objects.update(objects_in(drawing))
                blocks += aside("textbox", texts_in(drawing))
        return blocks

    def _comments(self, root: etree._Element) -> list[Block]:
        blocks: list[Block] = []
        for comment in (node for node in root.iter() if local(node) == "comment"):
            text = "".join(string_of(node) for node in comment if local(node) == "text")
            shown = squeeze(strip_control(nfc(text)))
            place = f"{comment.get('ref', '')}: "
            self.tally[PLACE_NAMES] += solid_length(place) if shown else 0
            blocks += aside("memo", [Paragraph(place + shown)] if shown else [])
        return blocks
