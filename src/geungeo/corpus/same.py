"""Whether two files without a stated id are versions of one document: by title, collection, dates and text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from geungeo.corpus.sketch import similarity
from geungeo.records import Document

# Similarity from which two dated texts of one title are versions of one rule. Measured on 2026-11-30 on acts of law:
# bench/results/near_duplicates.json.
VERSIONS = 0.45

_DATED = re.compile(r"[\[(（][^\])）]*\d{4}[^\])）]*[\])）]|(?:19|20)\d{2}[-._년\s]*\d{1,2}[-._월\s]*\d{1,2}\s*일?\.?")
_SEPARATORS = re.compile(r"[\s_\-·,]+")
_KIND = re.compile(r"(?:일부|전부|타법)?개정(?:본|안)?$|제정$")
_MARK = r"(?:최종|수정|사본|복사|검토|copy|final|rev|(?<![a-z])v(?:er)?)"
_FRONT_MARK = re.compile(
    r"^\W*(?:복사본\s+|copy of\s+|(?:복사본|사본|copy|최종본?|수정본?)\s*[_\-]+\s*)+", re.IGNORECASE
)
_END_MARK = re.compile(rf"(?:\(\d{{1,2}}\)|(?:\d{{1,2}}차)?{_MARK}\.?\d{{0,2}}(?:본|판|안)?\.?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Earlier:
    """share: similarity of the two texts, in [0, 1]."""

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
        dated = (other for other in others if any(_dates(other)))
        found = (Earlier(other, similarity(document.sketch, other.sketch)) for other in dated)
        best = max(found, key=lambda each: each.share, default=None)
        return best if best and best.share >= VERSIONS else None

    def _name(self, document: Document) -> tuple[str, str]:
        return plain_title(document.title), self._collection(document)


@lru_cache(maxsize=65_536)
def plain_title(title: str) -> str:
    """'취업규칙(2024. 3. 1. 개정)', '취업 규칙_최종_수정2' and '복사본 취업규칙 (1)' alike."""
    undated = _DATED.sub("", title)
    found = _SEPARATORS.sub("", _FRONT_MARK.sub("", undated) or undated)
    while (shorter := _KIND.sub("", _END_MARK.sub("", found))) and shorter != found:
        found = shorter
    return found


def _dates(document: Document) -> tuple[str | None, str | None]:
    return document.revised_at, document.effective_at
