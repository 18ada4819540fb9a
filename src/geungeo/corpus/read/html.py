"""HTML to blocks: what a browser would show, tables with their spans, list numbers written out."""

from __future__ import annotations

import html as html_text
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from lxml import etree, html

from geungeo.corpus.blocks import (
    MAX_PLACES,
    Block,
    Cell,
    Difference,
    Paragraph,
    Reading,
    Rule,
    Stated,
    Table,
    Unread,
    texts_of_blocks,
)
from geungeo.corpus.read.encoding import decode
from geungeo.corpus.read.storage import Told, rewrite
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, squeeze, strip_control

NOT_SHOWN = "script and style"
HIDDEN = "hidden elements"
TITLE = "page title"
NUMBERING = "automatic numbering"
PARAMETERS = "macro parameters"
NAVIGATION = "navigation"

_Element: TypeAlias = Any  # lxml's element has no useful type of its own

_SILENT = frozenset(["script", "style", "template", "noscript", "iframe", "object"])
_PARAMETERS = frozenset(["ac:parameter", "ac:task-id", "ac:task-uuid", "ac:task-status", "ac:placeholder"])
_BLOCK = re.compile(
    r"(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form"
    r"|header|html|legend|li|main|nav|optgroup|option|p|section|select|summary|h[1-6]|pre"
    r"|ac:(?:rich-text-body|layout|layout-section|layout-cell|structured-macro|plain-text-body|task|task-list|task-body))\Z"
)
_ROW_GROUPS = frozenset(["thead", "tbody", "tfoot"])
_DECLARED = re.compile(
    rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)|<\?xml[^>]{0,100}encoding\s*=\s*[\"']([\w-]+)", re.IGNORECASE
)
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(https?://[^\s<>]+?)\s*-->", re.IGNORECASE)
_HEAD_TAG = re.compile(r"<(?:link|meta)\b[^>]{1,2000}>", re.IGNORECASE)
_FIELD = re.compile(r"([\w:-]+)\s*=\s*([\"'])(.*?)\2", re.DOTALL)
_KOREAN_LABELS = frozenset(["euc-kr", "ks_c_5601-1987", "ksc5601", "cp949", "windows-949", "x-windows-949", "ms949"])
_XML_HEAD = re.compile(r"\s*<\?xml[^>]*\?>")
_XHTML = re.compile(r"\s*<\?xml|<!doctype[^>]*xhtml|<(?:ac|ri):", re.IGNORECASE)
_VOID = re.compile(r"(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\Z", re.IGNORECASE)
_SELF_CLOSED = re.compile(r"<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'))?)*)\s*/>")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_BREAK = "\x00"  # a forced line break while white space is squeezed; strip_control removed it from the source
_MAX_SPAN = 1000
_SEEN = {"img": "picture", "svg": "picture", "ac:image": "picture", "video": "media", "audio": "media"}
_DOT = re.compile(r"\s*[012]\s*(?:px)?\s*")


def read_html(data: bytes, name: str) -> Reading:
    """Blocks of the shown text. Raises UnreadableFile: encoding, corrupted, empty."""
    text = _text(data)
    reading = read_markup(text, "html")[0]
    return replace(reading, stated=replace(reading.stated, source=_address(text)))


def read_markup(text: str, kind: str) -> tuple[Reading, Told]:
    """The same of decoded text, and what Confluence's own elements tell beside it; '' has no blocks."""
    root = _tree(text) if text.strip() else html.Element("p")
    chars_in, unread = _solid(root), _unread(root)
    told = rewrite(root)
    page = _Page(told.differences)
    page.walk(root)
    page.end_paragraph()
    differences = tuple(Difference(label, chars) for label, chars in page.differences.items() if chars)
    stated = Stated(title=_title(root))
    return Reading(kind, tuple(page.blocks), chars_in, stated, differences, unread=unread), told


def _unread(root: _Element) -> tuple[Unread, ...]:
    """Pictures and films; a picture of a dot or two is a counter of visits."""
    found = Counter(_SEEN[node.tag] for node in root.iter(*_SEEN) if not _DOT.fullmatch(node.get("width") or ""))
    return tuple(Unread(name, count) for name, count in sorted(found.items()))


def _address(text: str) -> str | None:
    """Where the page was taken from, as it says itself or as the browser noted that saved it."""
    saved = _SAVED_FROM.search(text[:4096])
    if saved:
        return saved[1]
    for tag in _HEAD_TAG.findall(text[:100_000]):
        fields = {name.lower(): value for name, _, value in _FIELD.findall(tag)}
        address = fields.get("href") if fields.get("rel", "").lower() == "canonical" else None
        if fields.get("property", "").lower() == "og:url":
            address = fields.get("content")
        if address and address.startswith(("http://", "https://")):
            return html_text.unescape(address).strip()
    return None


def _text(data: bytes) -> str:
    """Decoded as the page declares where that holds, else by content."""
    declared = _DECLARED.search(data[:4096])
    label = next((group.decode().lower() for group in declared.groups() if group), "") if declared else ""
    if label in _KOREAN_LABELS:
        try:
            return data.decode("cp949")
        except UnicodeDecodeError:
            return decode(data)
    return decode(data)


def _tree(text: str) -> _Element:
    shown = _without_cdata(strip_control(text))
    if _XHTML.search(shown[:10_000]):
        shown = _SELF_CLOSED.sub(lambda m: m[0] if _VOID.match(m[1]) else f"<{m[1]}{m[2]}></{m[1]}>", shown)
    shown = _XML_HEAD.sub("", shown, count=1)
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return html.document_fromstring(shown, parser=parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise UnreadableFile("corrupted", "html 구조를 읽을 수 없습니다") from error


def _without_cdata(text: str) -> str:
    """CDATA sections as escaped text, which the html parser keeps; one that nothing closes stays as it is."""
    first, *rest = text.split("<![CDATA[")
    parts = [first]
    for section in rest:
        inside, end, after = section.partition("]]>")
        parts.append(inside.replace("&", "&amp;").replace("<", "&lt;") + after if end else section)
    return "".join(parts)


def _title(root: _Element) -> str | None:
    """The page's title; the first heading where the title only adds a site's name to it."""
    title = squeeze(nfc(root.findtext(".//title") or ""))
    heading = squeeze(nfc("".join(next(root.iter("h1"), root.makeelement("h1")).itertext())))
    return (heading if heading and heading in title else title) or None


def _solid(element: _Element) -> int:
    """Solid characters of every text node below `element`, shown or not."""
    return sum(solid_length(text) for text in element.itertext())


def _is_hidden(element: _Element) -> bool:
    return "hidden" in element.attrib or _HIDDEN_STYLE.search(element.get("style") or "") is not None


class _Page:
    """Blocks gathered so far, the words of the open paragraph and the differences (name -> characters)."""

    def __init__(self, differences: Counter[str]) -> None:
        self.blocks: list[Block] = []
        self.differences = differences
        self._words: list[str] = []
        self._level = 0
        self._number = ""
        self._verbatim = False

    def walk(self, element: _Element) -> None:
        """Take in the element without its tail."""
        tag = element.tag if isinstance(element.tag, str) else ""
        left_out = _left_out(element, tag)
        if left_out:
            self.differences[left_out] -= _solid(element)
        elif tag == "br":
            self._words.append(_BREAK)
        elif tag == "hr":
            self.end_paragraph()
            self.blocks.append(Rule())
        elif tag == "table":
            self._table(element)
        elif tag in ("ol", "ul"):
            self._list(element, tag)
        elif _BLOCK.match(tag):
            self._block(element, tag)
        else:
            self._content(element)

    def _content(self, element: _Element) -> None:
        self._say(element.text)
        for child in element:
            self.walk(child)
            self._say(child.tail)

    def _say(self, text: str | None) -> None:
        if text:
            self._words.append(text.replace("\n", _BREAK) if self._verbatim else _SPACES.sub(" ", text))

    def _block(self, element: _Element, tag: str) -> None:
        self.end_paragraph()
        outer = self._level, self._verbatim
        self._level = int(tag[1]) if tag[0] == "h" and tag[1:].isdigit() else self._level
        self._verbatim = self._verbatim or tag in ("pre", "ac:plain-text-body")
        self._content(element)
        self.end_paragraph()
        self._level, self._verbatim = outer

    def end_paragraph(self) -> None:
        """Close the open paragraph, if it holds anything."""
        lines = (strip_control(line) for line in "".join(self._words).split(_BREAK))
        text = nfc("\n".join(line for line in map(squeeze, lines) if line))
        self._words.clear()
        if text:
            self.differences[NUMBERING] += solid_length(self._number)
            self.blocks.append(Paragraph(self._number + text, self._level))
            self._number = ""

    def _list(self, element: _Element, tag: str) -> None:
        self.end_paragraph()
        self._say(element.text)
        number, step = _numbers(element) if tag == "ol" else (0, 0)
        for item in element:
            if item.tag == "li":
                number = _integer(item.get("value"), number)
                self.end_paragraph()
                self._number = f"{_numeral(number, element.get('type'))}. " if tag == "ol" else "- "
                number += step
            self.walk(item)
            self._number = "" if item.tag == "li" else self._number
            self._say(item.tail)
        self.end_paragraph()

    def _table(self, element: _Element) -> None:
        self.end_paragraph()
        captions: list[str] = []
        rows = list(self._rows(element, captions))
        self.end_paragraph()
        cells = tuple(self._cells(rows))
        if cells or captions:
            self.blocks.append(Table(cells, " ".join(captions), _header_rows(rows)))

    def _rows(self, element: _Element, captions: list[str]) -> Iterator[_Element]:
        """Rows of the table; text that stands between rows or cells comes before the table."""
        self._say(element.text)
        for child in element:
            if child.tag == "tr" and not _left_out(child, "tr"):
                self._stray(child)
                yield child
            elif child.tag in _ROW_GROUPS and not _left_out(child, child.tag):
                yield from self._rows(child, captions)
            elif child.tag == "caption" and not _left_out(child, "caption"):
                captions.append(" ".join(squeeze(text) for text in texts_of_blocks(self._inside(child))))
            else:
                self.walk(child)
            self._say(child.tail)

    def _stray(self, row: _Element) -> None:
        self._say(row.text)
        for child in row:
            if not _is_cell(child):
                self.walk(child)
            self._say(child.tail)

    def _cells(self, rows: list[_Element]) -> Iterator[Cell]:
        """Cells at their grid position: spans from above push a row's cells to the right."""
        taken: dict[int, int] = {}  # column -> first row in which it is free again
        places = 0
        for row, element in enumerate(rows):
            col = 0
            for child in filter(_is_cell, element):
                while taken.get(col, 0) > row:
                    col += 1
                width = min(max(_integer(child.get("colspan"), 1), 1), _MAX_SPAN)
                height = _integer(child.get("rowspan"), 1)
                height = min(height if height > 0 else len(rows), len(rows) - row)
                places += width * height
                if places > MAX_PLACES:
                    raise UnreadableFile("corrupted", f"표의 병합된 칸이 너무 큽니다({places:,}칸)")
                taken |= dict.fromkeys(range(col, col + width), row + height)
                yield Cell(row, col, self._inside(child), height, width)
                col += width

    def _inside(self, element: _Element) -> tuple[Block, ...]:
        page = _Page(self.differences)
        page._content(element)
        page.end_paragraph()
        return tuple(page.blocks)


def _left_out(element: _Element, tag: str) -> str:
    """The difference under which the element's text is left out, or ''."""
    if tag in _SILENT:
        return NOT_SHOWN
    if tag == "title":
        return TITLE
    if tag in _PARAMETERS:
        return PARAMETERS
    if (tag == "nav" or element.get("role") == "navigation") and _is_links(element):
        return NAVIGATION
    return HIDDEN if _is_hidden(element) else ""


def _is_links(element: _Element) -> bool:
    """Whether most of the text leads elsewhere: a site repeats such a menu on every page."""
    links = sum(_solid(link) for link in element.iter("a"))
    return links > 0.8 * _solid(element)


def _is_cell(element: _Element) -> bool:
    return element.tag in ("td", "th") and not _left_out(element, element.tag)


def _header_rows(rows: list[_Element]) -> int | None:
    """Leading rows in <thead>, else leading rows of <th> only; None when that is no row or every row."""
    in_head = [row.getparent().tag == "thead" for row in rows]
    all_th = [bool(len(row)) and all(cell.tag == "th" for cell in row if _is_cell(cell)) for row in rows]
    marks = in_head if any(in_head) else all_th
    count = next((index for index, mark in enumerate(marks) if not mark), len(marks))
    return count if 0 < count < len(rows) else None


def _numbers(element: _Element) -> tuple[int, int]:
    """First number of an ordered list and its step."""
    if "reversed" in element.attrib:
        return _integer(element.get("start"), sum(1 for child in element if child.tag == "li")), -1
    return _integer(element.get("start"), 1), 1


def _integer(text: str | None, otherwise: int) -> int:
    match = re.match(r"\s*([+-]?\d{1,6})", text or "")
    return int(match[1]) if match else otherwise


def _numeral(number: int, style: str | None) -> str:
    if style in ("a", "A") and number > 0:
        letters = ""
        while number > 0:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord(style) + rest) + letters
        return letters
    if style in ("i", "I") and 0 < number < 4000:
        roman = _roman(number)
        return roman.lower() if style == "i" else roman
    return str(number)


def _roman(number: int) -> str:
    parts = []
    for value, sign in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    ):
        count, number = divmod(number, value)
        parts.append(sign * count)
    return "".join(parts)
