"""Where in the stored text a quote stands: exactly, or with other spaces, quotation marks and Unicode form."""

from __future__ import annotations

import re

from geungeo.korean.clauses import Piece, pieces
from geungeo.korean.normalize import nfc
from geungeo.records import Chunk, Ground

_QUOTES = {"“": '"', "”": '"', "„": '"', "＂": '"', "‘": "'", "’": "'", "`": "'", "ㆍ": "·", "・": "·", "･": "·"}
_SHORTEST = 4  # letters; less stands anywhere


def ground(quote: str, chunk: Chunk) -> Ground | None:
    """`quote` as a span of `chunk`, with the chunk's own characters; None when it does not stand there."""
    start = chunk.text.find(quote) if quote.strip() else -1
    span = (start, start + len(quote)) if start >= 0 else _normalised(quote, chunk.text)
    if span is None:
        return None
    return Ground(chunk.chunk_id, chunk.content_hash, *span, chunk.text[span[0] : span[1]])


def holds(ground: Ground, chunk: Chunk) -> bool:
    """Whether the span still stands in the chunk as it was quoted."""
    return ground.content_hash == chunk.content_hash and chunk.text[ground.start : ground.end] == ground.quote != ""


def evidence(ground: Ground, chunk: Chunk) -> list[str]:
    """The sentences that the span touches, whole, each with the line that leads it in before it: nothing that turns the
    meaning (다만, 아니 된다) is cut off by a short quote. A chunk without sentences gives the quote itself."""
    found = pieces(chunk.text)
    texts = [with_lead(piece, found, chunk.text) for piece in found if _touches(piece, ground)]
    return texts or [ground.quote]


def with_lead(piece: Piece, found: list[Piece], text: str) -> str:
    """The piece's words after those of what leads it in, on lines of their own."""
    words = text[piece.start : piece.end]
    if piece.lead is None:
        return words
    return f"{with_lead(found[piece.lead], found, text)}\n{words}"


def _touches(piece: Piece, ground: Ground) -> bool:
    return piece.start < ground.end and ground.start < piece.end


def _normalised(quote: str, text: str) -> tuple[int, int] | None:
    wanted = "".join(_plain(char) for char in nfc(quote))
    letters = [(plain, at) for at, char in enumerate(text) for plain in _plain(char)]
    if len(re.sub(r"\W", "", wanted)) < _SHORTEST:
        return None
    start = "".join(plain for plain, _ in letters).find(wanted)
    return (letters[start][1], letters[start + len(wanted) - 1][1] + 1) if start >= 0 else None


def _plain(char: str) -> str:
    return "" if char.isspace() else _QUOTES.get(char, char)
