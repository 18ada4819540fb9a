"""docx: paragraphs, tables and what is anchored in them, from the XML of the body and of its notes."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree

from geungeo.corpus.blocks import Block, Cell, Reading, Rule
from geungeo.corpus.read.docx_count import count_docx
from geungeo.corpus.read.docx_numbering import WordHeads, child, is_on, value
from geungeo.corpus.read.drawing import objects_in
from geungeo.corpus.read.numbering import bullet_text
from geungeo.corpus.read.parts import (
    TRACKED_DELETION,
    Package,
    Part,
    aside,
    assemble,
    border,
    finish,
    leading_rows,
    local,
    numbered,
    stated_in,
    table,
)
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length

_OLE = b"\xd0\xcf\x11\xe0"
_SHOWN = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_DELETED = frozenset(["del", "moveFrom"])
_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote", "commentReference": "memo"}
_PARTS_OF_NOTES = {"footnote": "footnotes", "endnote": "endnotes", "memo": "comments"}
_PROPERTIES = frozenset(
    ["pPr", "rPr", "sdtPr", "sdtEndPr", "tblPr", "trPr", "tcPr", "tblGrid", "instrText", "Fallback"]
)
_DRAWINGS = frozenset(["drawing", "pict", "object"])


def read_docx(data: bytes, name: str) -> Reading:
    """A docx file. Raises UnreadableFile: password, corrupted, empty or scanned."""
    if data.startswith(_OLE):
        raise UnreadableFile("password", "암호가 걸린 Office 문서")
    with border("docx"):
        package = Package(data)
        if package.locked:
            raise UnreadableFile("password", "압축에 암호가 걸려 있습니다")
        main = _main_part(package)
        parts = _related(package, main)
        body = _Body(_heads(parts), _notes(parts))
        root = package.xml(main)
        blocks = body.read(root, [(role, part) for role, part in parts if role in ("header", "footer")])
        unread = sum(map(objects_in, [root, *(part for _, part in parts)]), Counter[str]())
        return finish("docx", blocks, count_docx(package), body.tally, stated_in(package), unread)


def _main_part(package: Package) -> str:
    for relation in package.xml("_rels/.rels") if "_rels/.rels" in package.names else ():
        if relation.get("Type", "").endswith("/officeDocument"):
            return relation.get("Target", "").lstrip("/")
    return "word/document.xml"


def _related(package: Package, main: str) -> list[tuple[str, etree._Element]]:
    """(kind, root) of the parts that the main part names: header, footnotes, numbering ..."""
    folder, file = posixpath.split(main)
    rels = f"{folder}/_rels/{file}.rels"
    wanted = ("header", "footer", "footnotes", "endnotes", "comments", "numbering", "styles")
    out = []
    for relation in package.xml(rels) if rels in package.names else ():
        kind = relation.get("Type", "").rpartition("/")[2]
        target = posixpath.normpath(posixpath.join(folder, relation.get("Target", ""))).lstrip("/")
        if relation.get("Target", "").startswith("/"):
            target = relation.get("Target", "").lstrip("/")
        if kind in wanted and target in package.names:
            out.append((kind, package.xml(target)))
    return out


def _heads(parts: Iterable[tuple[str, etree._Element]]) -> WordHeads:
    found = dict(parts)
    return WordHeads(found.get("numbering"), found.get("styles"))


def _notes(parts: Iterable[tuple[str, etree._Element]]) -> dict[tuple[str, str], etree._Element]:
    """Notes by role and id."""
    found = dict(parts)
    return {
        (role, value(note, "id") or ""): note
        for role, part in _PARTS_OF_NOTES.items()
        for note in found.get(part, ())
        if local(note) in ("footnote", "endnote", "comment")
    }


class _Body:
    """Walks the document once, in order, as numbers count along."""

    def __init__(self, heads: WordHeads, notes: dict[tuple[str, str], etree._Element]) -> None:
        self._heads = heads
        self._notes = notes
        self.tally: Counter[str] = Counter()

    def read(self, root: etree._Element, frames: Iterable[tuple[str, etree._Element]]) -> list[Block]:
        """Running headers and footers first, as they frame every page; notes that nothing refers to last."""
        blocks = [block for role, frame in frames for block in aside(role, self._blocks(frame))]
        blocks += self._blocks(root)
        while self._notes:
            blocks += self._note(*next(iter(self._notes)))
        return blocks

    def _note(self, role: str, number: str) -> list[Block]:
        note = self._notes.pop((role, number), None)
        return aside(role, self._blocks(note)) if note is not None else []

    def _blocks(self, element: etree._Element) -> list[Block]:
        """Every paragraph and table in `element`, whatever wraps them, in order."""
        blocks: list[Block] = []
        for node in element:
            name = local(node)
            if name == "p":
                blocks += self._paragraph(node)
            elif name == "tbl":
                blocks += self._table(node)
            elif name == "AlternateContent":
                blocks += self._blocks(_choice(node))
            elif name in _DELETED:
                self._delete(node)
            elif name and name not in _PROPERTIES:
                blocks += self._blocks(node)
        return blocks

    def _paragraph(self, paragraph: etree._Element) -> list[Block]:
        properties = child(paragraph, "pPr")
        head = self._heads.next(properties)
        blocks = numbered(head, self._parts(paragraph), self.tally)
        if is_on(child(properties, "pageBreakBefore")):
            blocks.insert(0, Rule())
        section = child(properties, "sectPr")
        if section is not None and value(child(section, "type")) not in ("continuous", "nextColumn"):
            blocks.append(Rule())
        return blocks

    def _parts(self, element: etree._Element) -> Iterator[Part]:
        """Texts and objects of a paragraph or of what wraps its runs, in order."""
        for node in element:
            name = local(node)
            if name == "t":
                yield node.text or ""
            elif name in _SHOWN:
                yield _SHOWN[name]
            elif name == "br":
                yield Rule() if value(node, "type") == "page" else "\n"
            elif name == "sym":
                yield bullet_text(chr(int(value(node, "char") or "F0B7", 16)))
            elif name in _REFERENCES:
                yield from self._note(_REFERENCES[name], value(node, "id") or "")
            elif name in _DELETED or name == "delText":
                self._delete(node)
            elif name in _DRAWINGS:
                yield from aside("textbox", self._shapes(node))
            elif name == "AlternateContent":
                yield from self._parts(_choice(node))
            elif name == "ruby":
                yield from (part for kind in ("rubyBase", "rt") for part in self._parts(_only(node, kind)))
            elif name == "r" and is_on(child(child(node, "rPr"), "vanish")):
                yield from aside("hidden", assemble(self._parts(node)))
            elif name and name not in _PROPERTIES:
                yield from self._parts(node)

    def _shapes(self, element: etree._Element) -> list[Block]:
        """Text in shapes: text boxes, and the labels of drawings that have no box."""
        blocks: list[Block] = []
        for node in element:
            name = local(node)
            if name == "txbxContent":
                blocks += self._blocks(node)
            elif name == "AlternateContent":
                blocks += self._shapes(_choice(node))
            elif name == "t":
                blocks += assemble([node.text or ""])
            elif name and name not in _PROPERTIES:
                blocks += self._shapes(node)
        return blocks

    def _delete(self, element: etree._Element) -> None:
        """Tracked deletions, and the place that moved text has left, are not shown."""
        texts = [node.text or "" for node in element.iter() if local(node) in ("t", "delText")]
        self.tally[TRACKED_DELETION] -= sum(map(solid_length, texts))

    def _table(self, element: etree._Element) -> list[Block]:
        cells: dict[tuple[int, int], Cell] = {}
        open_at: dict[int, tuple[int, int]] = {}
        header_rows: set[tuple[int, bool]] = set()
        for row, line in enumerate(_inside(element, "tr")):
            properties = child(line, "trPr")
            header_rows.add((row, is_on(child(properties, "tblHeader"))))
            col = int(value(child(properties, "gridBefore")) or 0)
            for item in _inside(line, "tc"):
                col = self._cell(item, row, col, cells, open_at)
        return table(cells.values(), (), leading_rows(header_rows))

    def _cell(
        self,
        item: etree._Element,
        row: int,
        col: int,
        cells: dict[tuple[int, int], Cell],
        open_at: dict[int, tuple[int, int]],
    ) -> int:
        """Add a cell, or let the one above grow downwards; the column behind it."""
        properties = child(item, "tcPr")
        width = max(int(value(child(properties, "gridSpan")) or 1), 1)
        merge = child(properties, "vMerge")
        blocks = tuple(self._blocks(item))
        above = open_at.get(col)
        if merge is not None and value(merge) != "restart" and above is not None:
            grown = cells[above]
            cells[above] = Cell(above[0], col, grown.blocks + blocks, row - above[0] + 1, grown.col_span)
            return col + width
        cells[row, col] = Cell(row, col, blocks, 1, width)
        if merge is not None:
            open_at[col] = (row, col)
        else:
            open_at.pop(col, None)
        return col + width


def _inside(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Rows or cells, also where a content control or a tracked change wraps them."""
    for node in element:
        if local(node) == name:
            yield node
        elif local(node) in ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"):
            yield from _inside(node, name)


def _choice(element: etree._Element) -> etree._Element:
    """The first choice of alternative contents; the fallback says the same for older readers."""
    return _only(element, "Choice") if child(element, "Choice") is not None else element


def _only(element: etree._Element, name: str) -> etree._Element:
    found = child(element, name)
    return found if found is not None else etree.Element("none")
