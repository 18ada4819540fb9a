"""pptx: a slide is a heading and what stands below it; its notes follow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import etree

from geungeo import messages
from geungeo.corpus.blocks import Aside, Block, Cell, Paragraph, Reading
from geungeo.corpus.read.drawing import objects_in, run_texts
from geungeo.corpus.read.numbering import WORD_STYLES
from geungeo.corpus.read.parts import (
    PLACE_NAMES,
    UNDER_MERGE,
    Head,
    Package,
    aside,
    border,
    finish,
    local,
    numbered,
    stated_in,
    table,
)
from geungeo.corpus.read.pptx_count import count_pptx
from geungeo.corpus.read.relations import Relations, related, relation_of
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length, squeeze

SLIDE_NUMBERS = "slide numbers"

# Below a document's own title.
_SLIDE_LEVEL = 2
_TITLES = frozenset(["title", "ctrTitle"])
_SIGNS = {
    "circle": "decimalEnclosedCircle",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
_FRAMES = {"ftr": "footer", "hdr": "header", "dt": "footer"}


def read_pptx(data: bytes, name: str) -> Reading:
    """A pptx file. Raises UnreadableFile: password, corrupted, empty or scanned (pictures only)."""
    with border("pptx"):
        package = Package(data)
        if package.locked:
            raise UnreadableFile("password", "압축에 암호가 걸려 있습니다")
        deck = _Deck(package)
        blocks = deck.read()
        title, chars = stated_in(package), count_pptx(package)
        return finish("pptx", blocks, chars, deck.tally, title, deck.objects, deck.notes())


class _Deck:
    """Walks the slides once, in the order in which they are shown."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self.tally: Counter[str] = Counter()
        self.objects: Counter[str] = Counter()
        self._hidden: list[int] = []

    def read(self) -> list[Block]:
        main = related(self._package, "").kind("officeDocument") or "ppt/presentation.xml"
        targets = related(self._package, main)
        ids = (relation_of(node) for node in self._package.xml(main).iter() if local(node) == "sldId")
        parts = [part for one in ids if (part := targets.by_id.get(one, "")) in self._package.names]
        return [block for number, part in enumerate(parts, 1) for block in self._slide(number, part)]

    def notes(self) -> tuple[str, ...]:
        numbers = ", ".join(map(str, self._hidden))
        return (messages.HIDDEN_SLIDES.format(numbers=numbers),) if self._hidden else ()

    def _slide(self, number: int, part: str) -> list[Block]:
        root, parts = self._package.xml(part), related(self._package, part)
        hidden = root.get("show") in ("0", "false")
        self._hidden += [number] if hidden else []
        shapes = list(_shapes(root))
        title = next((shape for shape in shapes if _placeholder(shape) in _TITLES), None)
        body = [block for shape in shapes if shape is not title for block in self._shape(shape, parts)]
        body = aside("hidden", body) if hidden else body
        self.objects.update(objects_in(root))
        return [self._heading(number, title, hidden), *body, *self._behind(parts)]

    def _heading(self, number: int, title: etree._Element | None, hidden: bool) -> Block:
        said = messages.SLIDE_HIDDEN if hidden else messages.SLIDE
        place = said.format(number=number)
        self.tally[PLACE_NAMES] += solid_length(place)
        blocks = self._paragraphs(title) if title is not None else []
        words = squeeze(" ".join(block.text for block in blocks if isinstance(block, Paragraph)))
        return Paragraph(f"{place} {words}".strip(), _SLIDE_LEVEL)

    def _behind(self, parts: Relations) -> list[Block]:
        """Speaker's notes and comments of a slide."""
        blocks: list[Block] = []
        for part in (*parts.all("notesSlide"), *parts.all("comments")):
            if part not in self._package.names:
                continue
            root = self._package.xml(part)
            found = [block for shape in _shapes(root) for block in self._shape(shape, parts)]
            found += [Paragraph(squeeze(text)) for node in root.iter() if (text := _comment(node).strip())]
            blocks += aside("memo", [block for block in found if not isinstance(block, Aside)])
            blocks += [block for block in found if isinstance(block, Aside)]
        return blocks

    def _shape(self, shape: etree._Element, parts: Relations) -> list[Block]:
        kind = _placeholder(shape)
        if kind == "sldNum":
            self.tally[SLIDE_NUMBERS] -= _solid(shape)
            return []
        blocks = self._diagram(shape, parts) or self._table(shape) or self._paragraphs(shape)
        return aside(_FRAMES[kind], blocks) if kind in _FRAMES else blocks

    def _paragraphs(self, shape: etree._Element) -> list[Block]:
        """Paragraphs of a shape or a cell, with the numbers that PowerPoint counts."""
        counts = _Counts()
        blocks: list[Block] = []
        for node in shape.iter():
            if local(node) == "p":
                blocks += numbered(counts.next(node), run_texts(node), self.tally)
        return blocks

    def _table(self, shape: etree._Element) -> list[Block]:
        grid = next((node for node in shape.iter() if local(node) == "tbl"), None)
        if grid is None:
            return []
        properties = next((node for node in grid if local(node) == "tblPr"), grid)
        rows = [node for node in grid if local(node) == "tr"]
        cells = [cell for row, line in enumerate(rows) for cell in self._cells(row, line)]
        header = 1 if properties.get("firstRow") in ("1", "true") and len(rows) > 1 else None
        return table(cells, (), header)

    def _cells(self, row: int, line: etree._Element) -> Iterator[Cell]:
        for col, item in enumerate(node for node in line if local(node) == "tc"):
            if item.get("hMerge") in ("1", "true") or item.get("vMerge") in ("1", "true"):
                self.tally[UNDER_MERGE] -= _solid(item)
                continue
            height, width = (max(int(item.get(name, 1)), 1) for name in ("rowSpan", "gridSpan"))
            yield Cell(row, col, tuple(self._paragraphs(item)), height, width)

    def _diagram(self, shape: etree._Element, parts: Relations) -> list[Block]:
        """The texts of a SmartArt in the order in which they were typed; its arrows are not read."""
        ids = next((node for node in shape.iter() if local(node) == "relIds"), None)
        part = parts.by_id.get(relation_of(ids, "dm"), "") if ids is not None else ""
        return self._paragraphs(self._package.xml(part)) if part in self._package.names else []


class _Counts:
    """The running numbers of a shape's numbered paragraphs, by indent."""

    def __init__(self) -> None:
        self._at: dict[int, tuple[str, int]] = {}

    def next(self, paragraph: etree._Element) -> Head:
        properties = next((node for node in paragraph if local(node) == "pPr"), None)
        level = int(properties.get("lvl", 0)) if properties is not None else 0
        auto = (
            next((node for node in properties if local(node) == "buAutoNum"), None) if properties is not None else None
        )
        self._at = {depth: count for depth, count in self._at.items() if depth <= level}
        if auto is None:
            self._at.pop(level, None)
            return Head("")
        if not any(text.strip() for text in run_texts(paragraph)):
            return Head("")
        style, start = auto.get("type", "arabicPeriod"), int(auto.get("startAt", 1))
        before, number = self._at.get(level, ("", start - 1))
        number = number + 1 if before in ("", style) else start
        self._at[level] = (style, number)
        return Head(_number(style, number))


def _number(style: str, number: int) -> str:
    """'arabicPeriod' 3 as '3.', 'romanUcParenR' as 'III)', 'circleNumDbPlain' as '③'."""
    signs = next((signs for start, signs in _SIGNS.items() if style.startswith(start)), "decimal")
    sign = WORD_STYLES[signs](number)
    if style.endswith("ParenBoth"):
        return f"({sign})"
    return sign + (")" if style.endswith("ParenR") else "." if style.endswith("Period") else "")


def _shapes(root: etree._Element) -> Iterator[etree._Element]:
    """Shapes and frames in order, those in groups too."""
    for node in root:
        name = local(node)
        if name in ("sp", "graphicFrame"):
            yield node
        elif name == "AlternateContent":
            yield from _shapes(next((child for child in node if local(child) == "Choice"), node))
        elif name:
            yield from _shapes(node)


def _placeholder(shape: etree._Element) -> str:
    """The kind of placeholder that a shape fills; '' for a shape of its own."""
    head = next((node for node in shape if local(node).startswith("nv")), None)
    node = next((node for node in head.iter() if local(node) == "ph"), None) if head is not None else None
    return node.get("type", "body") if node is not None else ""


def _comment(node: etree._Element) -> str:
    """A comment's words: plain in older files, paragraphs of a text body in newer ones."""
    if local(node) == "text":
        return node.text or ""
    body = local(node) == "p" and any(local(above) in ("cm", "reply") for above in node.iterancestors())
    return "".join(run_texts(node)) if body else ""


def _solid(element: etree._Element) -> int:
    return sum(solid_length("".join(run_texts(node))) for node in element.iter() if local(node) == "p")
