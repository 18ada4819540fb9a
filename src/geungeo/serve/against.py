"""Two rules that disagree, in words for whoever asked: the higher one first, each with its rank and its day."""

from __future__ import annotations

import re

from geungeo import messages
from geungeo.answer.conflict import Side
from geungeo.records import Document

# Index into messages.RANKS, by the title or by what the document says of its number; the first that fits.
_RANKS = (
    (1, re.compile(r"시행령$|대통령령")),
    (2, re.compile(r"시행규칙$|총리령|부령")),
    (4, re.compile(r"지침|매뉴얼|편람|안내|요령|가이드|업무\s?표준|Q\s?&\s?A|FAQ", re.IGNORECASE)),
    (0, re.compile(r"(?:법|법률)$|법률\s제")),
)
_RULE = 3
_SHOWN = 120


def rank(document: Document) -> int:
    """Place among messages.RANKS, 0 the highest; by names alone: 규정 where they tell nothing."""
    told = (document.title.strip(), document.number or "")
    return next((place for place, names in _RANKS if any(names.search(each) for each in told)), _RULE)


def against_words(first: tuple[Side, Document], second: tuple[Side, Document]) -> str:
    """One sentence with both quotes; the higher rank first, of two equals the newer."""
    ordered = sorted(
        sorted((first, second), key=lambda side: side[1].effective_at or "", reverse=True),
        key=lambda side: rank(side[1]),
    )
    return messages.CONFLICT.format(first=_words(*ordered[0]), second=_words(*ordered[1]))


def _words(side: Side, document: Document) -> str:
    quote = " ".join(side.quote.split()).rstrip(".")
    quote = quote if len(quote) <= _SHOWN else quote[: _SHOWN - 1] + "…"
    day = messages.CONFLICT_DAY.format(day=document.effective_at) if document.effective_at else ""
    return messages.CONFLICT_SIDE.format(
        quote=quote, label=side.chunk.label, rank=messages.RANKS[rank(document)], effective=day
    )
