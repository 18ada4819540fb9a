"""How much of one text's wording stands in another, by character pairs without spaces and punctuation."""

from __future__ import annotations

import re

from geungeo.korean.normalize import nfc

_OTHER = re.compile(r"[^0-9A-Za-z가-힣㐀-鿿%½¼¾]+")


def solid(text: str) -> str:
    """Letters, digits and % only, lower case: two texts with the same solid form have the same words."""
    return _OTHER.sub("", nfc(text)).lower()


def pairs(text: str) -> list[str]:
    """Character pairs of `solid(text)`, repeats kept."""
    run = solid(text)
    return [run[i : i + 2] for i in range(len(run) - 1)]


def share(text: str, source: str) -> float:
    """Share in [0, 1] of the pairs of `text` that occur in `source`; 0 for a text without pairs."""
    wanted = pairs(text)
    there = set(pairs(source))
    return sum(pair in there for pair in wanted) / len(wanted) if wanted else 0.0
