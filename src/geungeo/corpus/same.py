"""Whether two files without a stated id are versions of one document: by title, collection, dates and shared text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from geungeo.korean.normalize import squeeze
from geungeo.records import Document

SHARED = 0.5

_DATED = re.compile(r"[\[(（][^\])）]*\d{4}[^\])）]*[\])）]|(?:19|20)\d{2}[-._년\s]*\d{1,2}[-._월\s]*\d{1,2}\s*일?\.?")
_KIND = re.compile(r"(?:일부|전부|타법)?\s*개정(?:본|안)?$|제정$|[\s_\-·()]+")


@dataclass(frozen=True, slots=True)
class Earlier:
    """share: of the text of the longer one that both have, in [0, 1]."""

    document: Document
    share: float


class Titles:
    """Documents by what people call them."""

    def __init__(self, collection: Callable[[Document], str], documents: Iterable[Document]) -> None:
        self._collection = collection
        self._found: dict[tuple[str, str], dict[str, Document]] = defaultdict(dict)
        self.add(documents)

    def add(self, documents: Iterable[Document]) -> None:
        for document in documents:
            if not document.id_stated:
                self._found[self._name(document)][document.key] = document

    def earlier(self, document: Document) -> Earlier | None:
        """Another version of this document: the one that it shares most text with; None where there is none."""
        dates = _dates(document)
        others = [d for d in self._found.get(self._name(document), {}).values() if d.file != document.file]
        if not any(dates) or any(_dates(other) == dates for other in others):
            return None
        found = (Earlier(other, shared(document.text, other.text)) for other in others if any(_dates(other)))
        best = max(found, key=lambda each: each.share, default=None)
        return best if best and best.share >= SHARED else None

    def _name(self, document: Document) -> tuple[str, str]:
        return undated(document.title), self._collection(document)


def undated(title: str) -> str:
    """'취업규칙(2024. 3. 1. 개정)' and '취업 규칙' alike."""
    return _KIND.sub("", _DATED.sub("", title))


def shared(one: str, other: str) -> float:
    """Share of the longer text's letters that stand in lines which both have."""
    left, right = _lines(one), _lines(other)
    both = sum(len(line) * count for line, count in (left & right).items())
    longer = max(sum(len(line) * count for line, count in lines.items()) for lines in (left, right))
    return both / longer if longer else 0.0


def _lines(text: str) -> Counter[str]:
    return Counter(line for raw in text.splitlines() if (line := squeeze(raw)))


def _dates(document: Document) -> tuple[str | None, str | None]:
    return document.revised_at, document.effective_at
