"""A second count of a pdf's characters, by another program than the one that reads them."""

from __future__ import annotations

import pypdfium2

from geungeo.korean.normalize import solid_length


def counts(data: bytes) -> list[int]:
    """Solid characters of each page's text layer. Raises pypdfium2.PdfiumError-free ValueError when it can't open."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    try:
        return [_count(document, index) for index in range(len(document))]
    finally:
        document.close()


def _count(document: pypdfium2.PdfDocument, index: int) -> int:
    page = document[index]
    try:
        text_page = page.get_textpage()
        text = text_page.get_text_range()
        text_page.close()
    finally:
        page.close()
    # At a line's end pdfium stores a hyphen as U+FFFE (formerly U+0002); a glyph without a character has none here.
    return solid_length(text.replace("\ufffe", "-").replace("\x02", "-").replace("\uffff", ""))
