"""PDF with a text layer: glyphs and ruled tables from pdfplumber; the layout is decided in pdf_lines and pdf_flow."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfplumber.utils.exceptions import PdfminerException

from geungeo import messages
from geungeo.corpus.blocks import Difference, Reading, Stated, Unread
from geungeo.corpus.read import pdf_count
from geungeo.corpus.read.ocr import DPI
from geungeo.corpus.read.ocr import words as ocr_words
from geungeo.corpus.read.pdf_flow import flow, layout, with_footnotes
from geungeo.corpus.read.pdf_lines import Glyph, Grid, Item, Line, page_items
from geungeo.corpus.read.pdf_running import running_lines
from geungeo.corpus.read.pdf_tables import grid, tables_joined
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, strip_control

RECOGNISED = "text read from scans"
RUNNING = "repeated running headers and footers"
OVERPRINT = "glyphs printed twice"
OVERLAP = "overlapping equal letters that the second count takes for one"
TABLE_HEAD = "repeated table headings"

_Page: TypeAlias = Any
_UNMAPPED = re.compile(r"\(cid:\d+\)|[\uffff\ufffe]")  # glyphs for which the file states no character
_NEAR = 4.0  # points: cell of the grid in which a second print is looked for
_OVERPRINT = 0.12  # share of the type size by which a second print is set off
_PICTURE = 28.0  # points, a centimetre: a smaller picture is an ornament
_MAX_EDGES = 4000  # dotted rules are thousands of short edges: no tables are looked for among them

logging.getLogger("pdfminer").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page as read: its items, height, and solid glyphs kept, dropped as overprint, and overlapping an equal one.

    recognised: solid characters read from its picture. pictures: those beside its text, each by a key of its own.
    """

    items: tuple[Item, ...]
    height: float
    kept: int
    twice: int
    overlapping: int
    recognised: int = 0
    pictures: frozenset[Hashable] = frozenset()


def read_pdf(data: bytes, name: str, *, ocr: bool = False) -> Reading:
    """Blocks of all pages. Raises UnreadableFile: scanned (no page has text), password, corrupted.

    ocr: read pages without a text layer from their picture.
    """
    sheets = _sheets(data, ocr=ocr)
    without = tuple(number for number, sheet in enumerate(sheets, start=1) if not sheet.kept and not sheet.recognised)
    if len(without) == len(sheets):
        raise UnreadableFile("scanned", f"{len(sheets)}쪽 모두 글자 층이 없습니다")
    items, differences = _document(sheets)
    blocks = flow(items, layout(items))
    chars_in, printed_over = _counted(data, sheets)
    named = (*differences, *printed_over, *_recognised(sheets))
    pictures = len(frozenset[Hashable]().union(*(sheet.pictures for sheet in sheets)))
    unread = (Unread("picture", pictures),) if pictures else ()
    return Reading("pdf", tuple(blocks), chars_in, Stated(), named, without, unread, _notes(sheets))


def _recognised(sheets: Sequence[_Sheet]) -> list[Difference]:
    chars = sum(sheet.recognised for sheet in sheets)
    return [Difference(RECOGNISED, chars)] if chars else []


def _notes(sheets: Sequence[_Sheet]) -> tuple[str, ...]:
    pages = ", ".join(str(number) for number, sheet in enumerate(sheets, start=1) if sheet.recognised)
    return (messages.OCR_PAGES.format(pages=pages),) if pages else ()


def _sheets(data: bytes, *, ocr: bool) -> list[_Sheet]:
    try:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            sheets = [_sheet(page, number, ocr=ocr) for number, page in enumerate(pdf.pages)]
    except PdfminerException as error:
        cause = error.args[0] if error.args else error
        if isinstance(cause, PDFPasswordIncorrect):
            raise UnreadableFile("password", "열기 암호가 있는 PDF") from error
        raise UnreadableFile("corrupted", f"PDF 구조 오류({type(cause).__name__})") from error
    except Exception as error:  # on broken bytes the parser raises whatever its own code trips over
        raise UnreadableFile("corrupted", f"PDF 구조 오류({type(error).__name__})") from error
    if not sheets:
        raise UnreadableFile("corrupted", "쪽이 없는 PDF")
    return sheets


def _sheet(page: _Page, number: int, *, ocr: bool) -> _Sheet:
    glyphs, twice = _glyphs(page)
    kept, overlapping, pictures = _solid(glyphs), _overlapping(glyphs), _pictures(page)
    scanned = _from_scan(page) if ocr and not kept else []
    grids, rest = _tables(page, glyphs or scanned)
    items = tuple(page_items(rest, grids, number))
    page.close()
    seen = pictures if kept else frozenset[Hashable]()  # a page without text is named as one
    return _Sheet(items, float(page.height), kept, twice, overlapping, _solid(scanned), seen)


def _pictures(page: _Page) -> frozenset[Hashable]:
    """Pictures of some size on the page; one that stands on every page is the same object."""
    large = [
        image for image in page.images if min(image["x1"] - image["x0"], image["bottom"] - image["top"]) >= _PICTURE
    ]
    return frozenset(
        getattr(image["stream"], "objid", None) or (page.page_number, at) for at, image in enumerate(large)
    )


def _from_scan(page: _Page) -> list[Glyph]:
    """What Tesseract sees on the page, as if it were printed: a word's letters share its width."""
    glyphs: list[Glyph] = []
    line: tuple[int, ...] | None = None
    for word in ocr_words(page.to_image(resolution=DPI, antialias=True).original):
        if word.line == line:
            glyphs.append(Glyph(" ", glyphs[-1].x1, word.x0, word.top, word.bottom))
        line, step = word.line, (word.x1 - word.x0) / len(word.text)
        for at, letter in enumerate(word.text):
            glyphs.append(Glyph(letter, word.x0 + at * step, word.x0 + (at + 1) * step, word.top, word.bottom))
    return glyphs


def _solid(glyphs: Sequence[Glyph]) -> int:
    return sum(solid_length(glyph.text) for glyph in glyphs)


def _overlapping(glyphs: Sequence[Glyph]) -> int:
    """Letters that cover half of an equal one next to them, both counted."""
    pairs = [
        (one, other)
        for one, other in pairwise(sorted(glyphs, key=lambda glyph: (round(glyph.bottom), glyph.x0)))
        if one.text == other.text and not one.text.isspace() and other.x0 - one.x0 < 0.6 * (one.x1 - one.x0)
    ]
    return 2 * len(pairs)


def _glyphs(page: _Page) -> tuple[list[Glyph], int]:
    """Glyphs of the page that stand for a character, and how many were a second print of the same one."""
    glyphs = []
    for char in page.chars:
        text = _UNMAPPED.sub("", strip_control(nfc(char["text"])))
        if text:
            glyphs.append(Glyph(text, float(char["x0"]), float(char["x1"]), float(char["top"]), float(char["bottom"])))
    return _printed_once(glyphs)


def _printed_once(glyphs: list[Glyph]) -> tuple[list[Glyph], int]:
    """Bold type is often faked by printing a character again a hair beside itself: it is one character."""
    seen: dict[tuple[str, int, int], list[Glyph]] = {}
    kept = []
    for glyph in glyphs:
        near = [
            other
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other in seen.get((glyph.text, int(glyph.x0 // _NEAR) + dx, int(glyph.top // _NEAR) + dy), ())
        ]
        limit = _OVERPRINT * glyph.size
        if not glyph.text.isspace() and any(
            abs(other.x0 - glyph.x0) < limit and abs(other.top - glyph.top) < limit for other in near
        ):
            continue
        seen.setdefault((glyph.text, int(glyph.x0 // _NEAR), int(glyph.top // _NEAR)), []).append(glyph)
        kept.append(glyph)
    return kept, _solid(glyphs) - _solid(kept)


def _tables(page: _Page, glyphs: list[Glyph]) -> tuple[list[Grid], list[Glyph]]:
    """Ruled tables of the page, and the glyphs outside them."""
    if not page.edges or len(page.edges) > _MAX_EDGES:
        return [], glyphs
    grids: list[Grid] = []
    rest = glyphs
    for table in sorted(page.find_tables(), key=lambda one: -_area(one.bbox)):
        found, rest_after = grid([box for box in table.cells if box], rest)
        if found:
            grids.append(found)
            rest = rest_after
    return grids, rest


def _area(box: tuple[float, float, float, float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _document(sheets: Sequence[_Sheet]) -> tuple[list[Item], list[Difference]]:
    """All items in reading order, running lines kept where they stand first, tables joined across pages."""
    pages: list[list[Item]] = [list(sheet.items) for sheet in sheets]
    repeated = 0
    dropped: set[tuple[int, int]] = set()
    for running in running_lines(pages, [sheet.height for sheet in sheets]):
        (page, at), *others = running.places
        pages[page][at] = replace(pages[page][at], flow=running.role)
        repeated += sum(solid_length(_text(pages[page][at])) for page, at in others)
        dropped.update(others)
    kept = [[item for at, item in enumerate(items) if (page, at) not in dropped] for page, items in enumerate(pages)]
    size = layout([item for items in kept for item in items]).size
    items, heads = tables_joined([item for page in kept for item in with_footnotes(page, size)])
    named = ((RUNNING, repeated), (TABLE_HEAD, heads))
    return items, [Difference(label, -chars) for label, chars in named if chars]


def _text(item: Item) -> str:
    return item.text if isinstance(item, Line) else ""


def _counted(data: bytes, sheets: Sequence[_Sheet]) -> tuple[int, list[Difference]]:
    """The second count, and where it differs because letters are printed over each other."""
    counted = pdf_count.counts(data)
    twice = overlapping = 0
    for count, sheet in zip(counted, sheets, strict=False):
        twice += min(max(count - sheet.kept, 0), sheet.twice)
        overlapping += min(max(sheet.kept - count, 0), sheet.overlapping)
    named = ((OVERPRINT, -twice), (OVERLAP, overlapping))
    return sum(counted), [Difference(label, chars) for label, chars in named if chars]
