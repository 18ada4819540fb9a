"""How a file's bytes become blocks: one reader per format, chosen by the bytes and never by the name's ending."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from geungeo.corpus.blocks import MAX_PLACES, Reading, cells_of_blocks, texts_of_blocks
from geungeo.corpus.read.detect import Kind, detect
from geungeo.corpus.read.encoding import BINARY
from geungeo.corpus.read.notion import named
from geungeo.errors import UnreadableFile

# A text of 32 MB is longer than any rule by far, and takes half a gigabyte while it is read.
_TEXTS = frozenset({"md", "txt", "csv", "html", "hwpml", "confluence"})
_MAX_TEXT = 32 * 2**20


def read(data: bytes, name: str, *, ocr: bool = False) -> Reading:
    """The file as blocks in reading order. `name` only helps messages; ocr: read pages without letters by OCR.

    Raises UnreadableFile, whatever the bytes, with the reason and what was seen.
    """
    kind = _kind(data, name)
    if kind in _TEXTS and len(data) > _MAX_TEXT:
        raise UnreadableFile("too_large", f"글만 {len(data) // 2**20:,}MB, {_MAX_TEXT // 2**20}MB까지 읽습니다")
    try:
        reading = _reader(kind, ocr=ocr)(data, name)
        _require_tables_of_a_size(reading)
    except (RecursionError, MemoryError) as error:
        raise UnreadableFile("corrupted", f"{kind}: 구조가 너무 깊거나 큽니다") from error
    if not any(texts_of_blocks(reading.blocks)):
        raise UnreadableFile("empty", f"{kind}: 글자가 없습니다")
    return named(reading, name)


def _require_tables_of_a_size(reading: Reading) -> None:
    """Raises UnreadableFile('corrupted') for merged cells that would fill memory when they are written out."""
    places = sum(cell.row_span * cell.col_span for cell in cells_of_blocks(reading.blocks))
    if places > MAX_PLACES:
        raise UnreadableFile("corrupted", f"{reading.kind}: 병합된 칸이 너무 큽니다({places:,}칸)")


def _kind(data: bytes, name: str) -> Kind:
    """The kind; bytes that are no kind at all under a 한글 file's name are most often locked by document security, and a
    text under a letter's is a letter, however few its headers."""
    try:
        kind = detect(data)
    except UnreadableFile as error:
        of_hangul = name.lower().endswith((".hwp", ".hwpx", ".hml"))
        if of_hangul and (error.reason == "encoding" or error.detail == BINARY):
            raise UnreadableFile("unknown_hwp", f"앞부분: {data[:8].hex(' ')}") from error
        raise
    if kind in ("md", "txt") and name.lower().endswith(".eml"):
        raise UnreadableFile("mail", "전자우편(eml)")
    return kind


def _reader(kind: Kind, *, ocr: bool) -> Callable[[bytes, str], Reading]:
    """A format's reader; its parser is loaded when the first such file comes."""
    match kind:
        case "md" | "txt":
            from geungeo.corpus.read import text

            return text.read_md if kind == "md" else text.read_txt
        case "csv":
            from geungeo.corpus.read.csv_rows import read_csv

            return read_csv
        case "confluence":
            from geungeo.corpus.read.confluence import read_page

            return read_page
        case "html":
            from geungeo.corpus.read.html import read_html

            return read_html
        case "pdf":
            from geungeo.corpus.read.pdf import read_pdf

            return partial(read_pdf, ocr=ocr)
        case "docx":
            from geungeo.corpus.read.docx import read_docx

            return read_docx
        case "xlsx":
            from geungeo.corpus.read.xlsx import read_xlsx

            return read_xlsx
        case "pptx":
            from geungeo.corpus.read.pptx import read_pptx

            return read_pptx
        case "openapi":
            from geungeo.corpus.read.openapi import read_openapi

            return read_openapi
        case "hwp" | "hwpx":
            from geungeo.corpus.read import hwp

            return hwp.read_hwp if kind == "hwp" else hwp.read_hwpx
        case "hwpml":
            from geungeo.corpus.read.hwpml import read_hwpml

            return read_hwpml
