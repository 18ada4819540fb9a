"""hwpx: paragraphs, tables and what is anchored in them, from the XML of the body's sections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree

from geungeo.corpus.blocks import Block, Cell, Reading, Rule
from geungeo.corpus.read.hangul_heads import Heads, HeadTable, auto_number
from geungeo.corpus.read.hwpx_count import count_hwpx
from geungeo.corpus.read.hwpx_head import head_table, number
from geungeo.corpus.read.parts import (
    AUTOMATIC_NUMBERING,
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
    objects_named,
    table,
)
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length

_ROLES = {
    "header": "header",
    "footer": "footer",
    "footNote": "footnote",
    "endNote": "endnote",
    "hiddenComment": "hidden",
    "fieldBegin": "memo",
    "memogroup": "memo",
    "secPr": "header",
}
_SHOWN = {"tab": "\t", "lineBreak": "\n", "hypen": "-", "hyphen": "-", "nbSpace": " ", "fwSpace": " "}
# Objects within the line: the attribute or the child elements that hold their text.
_ATTRIBUTES = {
    "compose": "composeText",
    "btn": "caption",
    "checkBtn": "caption",
    "radioBtn": "caption",
    "comboBox": "selectedValue",
}
_CHILDREN = {"dutmal": ("mainText", "subText"), "edit": ("text",), "equation": ("script",)}
_OBJECTS = {"pic": "picture", "ole": "object", "chart": "chart", "video": "media"}
_SETTINGS = frozenset(["parameters", "parameterset", "shapeComment", "indexmark", "metaTag", "renderingInfo"])


def read_hwpx(data: bytes, name: str) -> Reading:
    """An hwpx file. Raises UnreadableFile: password, corrupted, empty or scanned."""
    with border("hwpx"):
        package = Package(data)
        _refuse_locked(package)
        sections = [package.xml(part) for part in _numbered(package.names, "section")]
        if not sections:
            raise UnreadableFile("corrupted", "hwpx 본문(section)이 없습니다")
        masters = [package.xml(part) for part in _numbered(package.names, "masterpage")]
        body = _Body(Heads(_heads(package)))
        blocks = body.read(sections, masters)
        unread = objects_named([*sections, *masters], _OBJECTS)
        return finish("hwpx", blocks, count_hwpx([*sections, *masters]), body.tally, _title(package), unread)


def _refuse_locked(package: Package) -> None:
    manifest = "META-INF/manifest.xml"
    if package.locked or (manifest in package.names and b"encryption-data" in package.read(manifest)):
        raise UnreadableFile("password", "hwpx 문서 암호")


def _numbered(names: Iterable[str], kind: str) -> list[str]:
    matches = [match for name in names if (match := re.fullmatch(rf"(?:.*/)?{kind}(\d+)\.xml", name))]
    return [match.group() for match in sorted(matches, key=lambda match: int(match.group(1)))]


def _heads(package: Package) -> HeadTable:
    """A bare package without a header has no numbering to show."""
    part = next((part for part in package.names if part.endswith("header.xml")), None)
    return head_table(package.xml(part)) if part else HeadTable()


def _title(package: Package) -> str | None:
    part = next((part for part in package.names if part.endswith("content.hpf")), None)
    titles = [node.text for node in package.xml(part).iter(etree.Element) if local(node) == "title"] if part else []
    return titles[0] if titles else None


class _Body:
    """Walks the sections once, in order, as heads count along."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._deleting = False
        self.tally: Counter[str] = Counter()

    def read(self, sections: Iterable[etree._Element], masters: Iterable[etree._Element]) -> list[Block]:
        """A wall stands between sections; master pages, which frame every page, come first."""
        blocks = [block for page in masters for block in aside("header", self._blocks(page))]
        for place, section in enumerate(sections):
            blocks += [Rule()] if place else []
            blocks += self._blocks(section)
        return blocks

    def _blocks(self, element: etree._Element) -> list[Block]:
        """Every paragraph in `element`, in order, an object's caption first."""
        blocks: list[Block] = []
        for child in sorted(element, key=lambda node: local(node) != "caption"):
            name = local(child)
            if name == "p":
                blocks += self._paragraph(child)
            elif name == "memogroup":
                blocks += aside("memo", self._blocks(child))
            elif name == "switch":
                blocks += self._blocks(_branch(child))
            elif name and name not in _SETTINGS:
                blocks += self._art(child) + self._blocks(child)
        return blocks

    def _art(self, element: etree._Element) -> list[Block]:
        return assemble([element.get("text", "")]) if local(element) == "textart" else []

    def _paragraph(self, paragraph: etree._Element) -> list[Block]:
        outline = next((node for run in paragraph for node in run if local(node) == "secPr"), None)
        if outline is not None:
            self._heads.start_section(number(outline, "outlineShapeIDRef"))
        head = self._heads.next(number(paragraph, "paraPrIDRef", -1))
        # A deletion is marked in each paragraph that it covers; one that is not closed ends with its paragraph.
        outer, self._deleting = self._deleting, False
        blocks = numbered(head, self._parts(paragraph), self.tally)
        self._deleting = outer
        return [Rule(), *blocks] if paragraph.get("pageBreak") == "1" else blocks

    def _parts(self, element: etree._Element) -> Iterator[Part]:
        """Texts and objects of a paragraph, a run or a control, in order."""
        for child in element:
            name = local(child)
            if name == "t":
                yield from self._text(child)
            elif name in ("run", "ctrl"):
                yield from self._parts(child)
            elif name == "switch":
                yield from self._parts(_branch(child))
            elif name in ("deleteBegin", "deleteEnd"):
                self._deleting = name == "deleteBegin"
            elif name and name not in _SETTINGS:
                yield from self._object(child)

    def _text(self, element: etree._Element) -> Iterator[Part]:
        """A text node with its inner marks: tabs, breaks, tracked changes."""
        yield from self._kept(element.text)
        for mark in element:
            name = local(mark)
            if name in ("deleteBegin", "deleteEnd"):
                self._deleting = name == "deleteBegin"
            elif name in _SHOWN:
                yield from self._kept(_SHOWN[name])
            elif name:
                yield from self._kept(mark.text)
            yield from self._kept(mark.tail)

    def _kept(self, text: str | None) -> Iterator[str]:
        if text and self._deleting:
            self.tally[TRACKED_DELETION] -= solid_length(text)
        elif text:
            yield text

    def _object(self, element: etree._Element) -> Iterator[Part]:
        """What an object shows: text within the line, or blocks."""
        name = local(element)
        if name == "tbl":
            yield from self._table(element)
        elif name == "autoNum":
            shown = _auto_number(element)
            self.tally[AUTOMATIC_NUMBERING] += solid_length(shown)
            yield shown
        else:
            yield element.get(_ATTRIBUTES.get(name, "none"), "")
            yield " ".join(child.text or "" for child in element if local(child) in _CHILDREN.get(name, ()))
            yield from aside(_ROLES.get(name, "textbox"), self._art(element) + self._blocks(element))

    def _table(self, element: etree._Element) -> list[Block]:
        caption: list[Block] = []
        cells: list[Cell] = []
        header_rows: set[tuple[int, bool]] = set()
        for place, child in enumerate(element):
            if local(child) == "caption":
                caption = self._blocks(child)
            elif local(child) == "tr":
                for item in (node for node in child if local(node) == "tc"):
                    cells.append(self._cell(item, place, len(cells)))
                    header_rows.add((cells[-1].row, item.get("header") == "1"))
        return table(cells, caption, leading_rows(header_rows))

    def _cell(self, element: etree._Element, row: int, col: int) -> Cell:
        """A cell; one that does not say where it stands keeps the order of the file."""
        address = next((node for node in element if local(node) == "cellAddr"), element)
        span = next((node for node in element if local(node) == "cellSpan"), element)
        return Cell(
            number(address, "rowAddr", row),
            number(address, "colAddr", col),
            tuple(self._blocks(element)),
            max(number(span, "rowSpan", 1), 1),
            max(number(span, "colSpan", 1), 1),
        )


def _branch(switch: etree._Element) -> etree._Element:
    """The first case of a switch, else its default: they say the same for newer and older readers."""
    branches = sorted(switch, key=lambda node: local(node) != "case")
    return branches[0] if branches else switch


def _auto_number(element: etree._Element) -> str:
    """The number of a note, table, picture or equation; a page's number is none of the text."""
    if element.get("numType") in ("PAGE", "TOTAL_PAGE"):
        return ""
    form = next((node for node in element if local(node) == "autoNumFormat"), element)
    signs = (form.get(name, "") for name in ("userChar", "prefixChar", "suffixChar"))
    return auto_number(form.get("type", "DIGIT"), number(element, "num", 1), *signs)
