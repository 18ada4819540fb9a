"""A second count of a pdf's characters, by another program than the one that reads them."""

from __future__ import annotations

import pypdfium2

from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length


def counts(data: bytes) -> list[int]:
    """Solid characters of each page's text layer; 0 for a page that does not load. Raises UnreadableFile: corrupted."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UnreadableFile("corrupted", f"PDF 구조 오류({error})") from error
    try:
        return [_count(document, index) for index in range(len(document))]
    finally:
        document.close()


def _count(document: pypdfium2.PdfDocument, index: int) -> int:
    try:
        text = document[index].get_textpage().get_text_range()
    except pypdfium2.PdfiumError:
        return 0
    # At a line's end pdfium stores a hyphen as U+FFFE or U+0002; U+FFFF is a glyph that stands for no character.
    return solid_length(text.replace("\ufffe", "-").replace("\x02", "-").replace("\uffff", ""))
