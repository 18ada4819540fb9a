"""Letters of a scanned page, by Tesseract: an optional engine outside Python, and a small client of it."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.korean.normalize import nfc, strip_control

Picture: TypeAlias = Any  # a PIL image: the client's own type

DPI = 300  # what Tesseract's models were trained for
_LANGUAGE = "kor"  # its model knows Latin letters and digits, too; with "eng" beside it, Korean words turn Latin
_LAYOUT = 4  # one column of lines of different sizes: keeps titles and list numbers that the default drops
_SECONDS_A_PAGE = 120
_LINE, _WORD = "4", "5"
_APART = 40  # characters of the text that may stand before the next word: spaces, line ends, words of no box
_UNSURE = 30  # Tesseract's own mark of 0-100 below which it sees words in stains and rules


@dataclass(frozen=True, slots=True)
class Word:
    """What stands between spaces, with the box of its line's height, in points from the page's top left corner."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    line: tuple[int, ...]


def require() -> None:
    """Raises SettingError with the line to type where the client, the engine or its Korean model is absent."""
    if find_spec("pytesseract") is None:
        raise SettingError(messages.OCR_NO_CLIENT)
    if shutil.which("tesseract") is None:
        raise SettingError(messages.OCR_NO_ENGINE)
    import pytesseract

    if _LANGUAGE not in pytesseract.get_languages(config=""):
        raise SettingError(messages.OCR_NO_LANGUAGE.format(language=_LANGUAGE))


def words(picture: Picture) -> list[Word]:
    """Words of a page drawn at DPI, in reading order; none where the engine gives up within its time.

    Of one run both outputs are taken: the table has the boxes, and only the text has the spaces of Korean.
    """
    from pytesseract import pytesseract as client

    with TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        picture.save(page.with_suffix(".png"))
        try:
            client.run_tesseract(
                str(page.with_suffix(".png")),
                str(page),
                extension="tsv",
                lang=_LANGUAGE,
                config=f"--psm {_LAYOUT} --dpi {DPI} -c tessedit_create_tsv=1 -c tessedit_create_txt=1",
                timeout=_SECONDS_A_PAGE,
            )
        except (RuntimeError, client.TesseractError):  # the client's signs of a page that took too long, or broke it
            return []
        table, text = (page.with_suffix(ending).read_text(encoding="utf-8") for ending in (".tsv", ".txt"))
    return _joined(_pieces(table, text))


def _joined(pieces: Iterable[tuple[Word, bool]]) -> list[Word]:
    """The engine parts Korean words into syllables: those without a space between them are one word."""
    found: list[Word] = []
    for word, spaced in pieces:
        if found and not spaced and found[-1].line == word.line:
            before = found.pop()
            word = replace(word, text=before.text + word.text, x0=before.x0, x1=max(before.x1, word.x1))
        found.append(word)
    return found


def _pieces(table: str, text: str) -> Iterator[tuple[Word, bool]]:
    """Boxes as the table has them, and whether the text has a space before each.

    Rows of the table are nested boxes; a word stands in the line that was named last before it.
    """
    point = 72 / DPI
    top = bottom = 0.0
    at = 0
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        left, over, width, height = (int(row[name]) * point for name in ("left", "top", "width", "height"))
        if row["level"] == _LINE:
            top, bottom = over, over + height
        said = (row["text"] or "").strip()
        if row["level"] != _WORD or not said:
            continue
        found = text.find(said, at, at + len(said) + _APART)
        spaced = found < 0 or found > at
        at = found + len(said) if found >= 0 else at
        letters = strip_control(nfc(said))
        if letters and float(row["conf"]) >= _UNSURE:
            line = tuple(int(row[name]) for name in ("block_num", "par_num", "line_num"))
            yield Word(letters, left, left + width, top, bottom, line), spaced
