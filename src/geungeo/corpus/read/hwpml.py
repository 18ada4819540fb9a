"""HWPML: a 한글 document as one XML file, often named .hwp or .hml; the names of its elements are in capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree

from geungeo.corpus.blocks import Block, Cell, Reading, Rule
from geungeo.corpus.read.encoding import decode
from geungeo.corpus.read.hangul_heads import Heading, Heads, HeadTable, Level, auto_number
from geungeo.corpus.read.hwpx_head import number
from geungeo.corpus.read.numbering import LEVELS
from geungeo.corpus.read.parts import (
    AUTOMATIC_NUMBERING,
    Part,
    aside,
    border,
    finish,
    leading_rows,
    local,
    numbered,
    objects_named,
    solid_of,
    table,
)
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length

_ROLES = {
    "HEADER": "header",
    "FOOTER": "footer",
    "FOOTNOTE": "footnote",
    "ENDNOTE": "endnote",
    "HIDDENCOMMENT": "hidden",
    "FIELDBEGIN": "memo",
    "SECDEF": "header",
}
_SHOWN = {"TAB": "\t", "LINEBREAK": "\n", "HYPEN": "-", "NBSPACE": " ", "FWSPACE": " "}
_INLINE = {"DUTMAL": ("MAINTEXT", "SUBTEXT"), "EQUATION": ("SCRIPT",)}
_ATTRIBUTES = {"TEXTART": "Text"}
_OBJECTS = {"PICTURE": "picture", "OLE": "object"}
_XML_HEAD = re.compile(r"\s*<\?xml[^>]*\?>")
_KINDS = {"Outline": "outline", "Number": "number", "Bullet": "bullet"}
# Elements whose text nodes are settings: descriptions that 한글 makes of pictures, keys of an index, parameters.
_SETTINGS = frozenset(["SHAPECOMMENT", "INDEXMARK", "PARAMETERSET", "PARAMETERARRAY", "ITEM", "OUTLINEDATA"])


def read_hwpml(data: bytes, name: str) -> Reading:
    """Raises UnreadableFile: corrupted, empty or scanned."""
    with border("hwpml"):
        text = _XML_HEAD.sub("", decode(data), count=1)  # its encoding may be another than the file has
        root = etree.fromstring(text, etree.XMLParser(resolve_entities=False, no_network=True))
        sections = [node for node in root.iter() if local(node) == "SECTION"]
        if not sections:
            raise UnreadableFile("corrupted", "HWPML 본문(SECTION)이 없습니다")
        body = _Body(Heads(_head_table(root)))
        blocks = body.read(sections)
        unread = objects_named(sections, _OBJECTS)
        return finish("hwpml", blocks, _count(sections), body.tally, _title(root), unread)


def _title(root: etree._Element) -> str | None:
    return next((node.text for node in root.iter() if local(node) == "TITLE"), None)


class _Body:
    """Walks the sections once, in order, as heads count along."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self.tally: Counter[str] = Counter()

    def read(self, sections: Iterable[etree._Element]) -> list[Block]:
        blocks: list[Block] = []
        for place, section in enumerate(sections):
            blocks += [Rule()] if place else []
            blocks += self._blocks(section)
        return blocks

    def _blocks(self, element: etree._Element) -> list[Block]:
        """Every paragraph in `element`, in order, an object's caption first."""
        blocks: list[Block] = []
        for child in sorted(element, key=lambda node: local(node) != "CAPTION"):
            if local(child) == "P":
                blocks += self._paragraph(child)
            elif local(child) and local(child) not in _SETTINGS:
                blocks += self._blocks(child)
        return blocks

    def _paragraph(self, paragraph: etree._Element) -> list[Block]:
        outline = next((node for text in paragraph for node in text if local(node) == "SECDEF"), None)
        if outline is not None:
            self._heads.start_section(number(outline, "OutlineShape"))
        head = self._heads.next(number(paragraph, "ParaShape", -1))
        blocks = numbered(head, self._parts(paragraph), self.tally)
        return [Rule(), *blocks] if paragraph.get("PageBreak") == "true" else blocks

    def _parts(self, paragraph: etree._Element) -> Iterator[Part]:
        """Texts and objects in order; a line's end between elements is the file's layout."""
        for text in (node for node in paragraph if local(node) == "TEXT"):
            yield _between(text.text)
            for child in text:
                if local(child) == "CHAR":
                    yield from _chars(child)
                elif local(child) and local(child) not in _SETTINGS:
                    yield from self._object(child)
                yield _between(child.tail)

    def _object(self, element: etree._Element) -> Iterator[Part]:
        """What an object shows: text within the line, or blocks."""
        name = local(element)
        if name == "TABLE":
            yield from self._table(element)
        elif name == "AUTONUM":
            shown = _auto_number(element)
            self.tally[AUTOMATIC_NUMBERING] += solid_length(shown)
            yield shown
        else:
            yield element.get(_ATTRIBUTES.get(name, "none"), "")
            yield " ".join(child.text or "" for child in element if local(child) in _INLINE.get(name, ()))
            yield from aside(_ROLES.get(name, "textbox"), self._blocks(element))

    def _table(self, element: etree._Element) -> list[Block]:
        """Rows in order; the caption stands in the shape."""
        caption = [
            b for node in element.iter("{*}CAPTION") if _nearest_table(node) is element for b in self._blocks(node)
        ]
        cells: list[Cell] = []
        header_rows: set[tuple[int, bool]] = set()
        for place, row in enumerate(node for node in element if local(node) == "ROW"):
            for item in (node for node in row if local(node) == "CELL"):
                cells.append(self._cell(item, place, len(cells)))
                header_rows.add((cells[-1].row, item.get("Header") == "true"))
        return table(cells, caption, leading_rows(header_rows))

    def _cell(self, element: etree._Element, row: int, col: int) -> Cell:
        """A cell; one that does not say where it stands keeps the order of the file."""
        return Cell(
            number(element, "RowAddr", row),
            number(element, "ColAddr", col),
            tuple(self._blocks(element)),
            max(number(element, "RowSpan", 1), 1),
            max(number(element, "ColSpan", 1), 1),
        )


def _nearest_table(element: etree._Element) -> etree._Element | None:
    return next((node for node in element.iterancestors() if local(node) == "TABLE"), None)


def _chars(char: etree._Element) -> Iterator[str]:
    """A run of letters with the tabs, breaks and marks among them."""
    yield char.text or ""
    for mark in char:
        yield _SHOWN.get(local(mark), "") or mark.text or ""
        yield mark.tail or ""


def _between(text: str | None) -> str:
    """Letters that stand between elements, as some writers put them; never mere white space."""
    return text if text and text.strip() else ""


def _auto_number(element: etree._Element) -> str:
    """The number of a note, table, picture or equation; a page's number is none of the text."""
    if element.get("NumberType") in ("Page", "TotalPage"):
        return ""
    form = next((node for node in element if local(node) == "AUTONUMFORMAT"), element)
    signs = (form.get(name, "") for name in ("UserChar", "PrefixChar", "SuffixChar"))
    return auto_number(_style(form.get("Type", "Digit")), number(element, "Number", 1), *signs)


def _style(name: str) -> str:
    """'HangulSyllable' as the styles are named everywhere else: HANGUL_SYLLABLE."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def _head_table(root: etree._Element) -> HeadTable:
    heads = HeadTable()
    for element in root.iter():
        match local(element):
            case "PARASHAPE":
                if kind := _KINDS.get(element.get("HeadingType", "")):
                    shape = Heading(kind, number(element, "Heading"), number(element, "Level"))  # type: ignore[arg-type]
                    heads.headings[number(element, "Id")] = shape
            case "NUMBERING":
                _numbering(heads, element)
            case "BULLET":
                heads.bullets[number(element, "Id")] = element.get("Char", "")
            case "BODY":
                break
    return heads


def _numbering(heads: HeadTable, element: etree._Element) -> None:
    levels = [Level("")] * LEVELS
    for head in element:
        at = number(head, "Level") - 1
        if local(head) == "PARAHEAD" and 0 <= at < LEVELS:
            levels[at] = Level(head.text or "", _style(head.get("NumFormat", "Digit")), number(head, "Start", 1))
    list_id = number(element, "Id")
    heads.numberings[list_id] = tuple(levels)
    if number(element, "Start", 1) == 0:
        heads.continues.add(list_id)


def _count(sections: Iterable[etree._Element]) -> int:
    """Solid characters of every text node and shown attribute, each paragraph's joined first."""
    total = 0
    for section in sections:
        scopes: list[list[str]] = [[]]
        _collect(section, scopes[0], scopes)
        total += sum(solid_of(scope) for scope in scopes)
    return total


def _collect(node: etree._Element, scope: list[str], scopes: list[list[str]]) -> None:
    name = local(node)
    if name in _SETTINGS:
        return
    if name == "P":
        scope = []
        scopes.append(scope)
    scope += [node.text or "", "-" if name == "HYPEN" else node.get(_ATTRIBUTES.get(name, "none"), "")]
    for child in node:
        if isinstance(child.tag, str):
            _collect(child, scope, scopes)
        scope.append(child.tail or "")
