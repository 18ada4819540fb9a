"""Clauses from which no question can come, each with its reason: they leave the denominator of coverage.

contents, form   as the reader flagged them        effective   a 부칙 that only says from when it holds
definitions      a list of what words mean         refers      every sentence sends the reader elsewhere
gate             twice all pairs were rejected     empty       twice in a row nothing was asked
"""

from __future__ import annotations

import re
from typing import Literal

from geungeo.korean.clauses import pieces
from geungeo.records import Chunk

Reason = Literal["", "contents", "form", "unfit", "effective", "definitions", "refers", "gate", "empty"]

_DEFINITIONS = re.compile(r"^(?:용어의?\s?)?(?:정의|뜻)$|용어의\s?(?:정의|뜻)")
_EFFECTIVE = re.compile(r"시행한다|시행일|시행된다|적용한다|적용례|경과조치|폐지한다")
_REFERS = re.compile(
    r"준용한다|별표\s?\d*\S{0,12}(?:과|와)\s같다|따로\s정한다|(?:법령|규정|예)에\s(?:따른다|의한다)|(?:으로|이|가)\s정한다"
)
_FORMS = frozenset({"form", "cover", "index"})
_UNFIT = frozenset({"garbled", "header", "boilerplate", "template", "repeat"})


def barren(chunk: Chunk) -> Reason:
    """Why nothing can be asked of it, as its form tells; "" where something may be."""
    flags = set(chunk.flags)
    if "toc" in flags:
        return "contents"
    if flags & _FORMS or chunk.part == "별지":
        return "form"
    if flags & _UNFIT or chunk.part == "해설":
        return "unfit"
    if chunk.part == "부칙" and _EFFECTIVE.search(chunk.text):
        return "effective"
    if chunk.article_title and _DEFINITIONS.search(chunk.article_title.strip()):
        return "definitions"
    return "refers" if _only_refers(chunk.text) else ""


def _only_refers(text: str) -> bool:
    every = [text[piece.start : piece.end] for piece in pieces(text)]
    return bool(every) and all(_REFERS.search(sentence) for sentence in every)
