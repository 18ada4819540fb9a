"""Clauses by the questions that people asked about them: a ranking beside words and meaning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from geungeo.asked_before import Labelled, stale
from geungeo.korean.tokens import terms_many
from geungeo.ports import Snapshot
from geungeo.search.query import Query
from geungeo.search.relevance import weight

# Share of the words of both questions that must be the same, by their weight. A starting value: not measured yet.
ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class Like:
    """A clause that answered a like question. alike: in (0, 1], how far the questions have the same words."""

    chunk_id: str
    question: str
    alike: float


def like(query: Query, rows: Sequence[Labelled], snapshot: Snapshot, limit: int, least: float = ALIKE) -> list[Like]:
    """Best first, a clause once, at least `least` alike. Only clauses that `snapshot` holds, with the text that they had when they were named."""
    best: dict[str, Like] = {}
    index = _indexed(tuple(rows))
    found: dict[int, set[str]] = defaultdict(set)
    for term, words in query.terms.items():
        for word in words:
            for at in index.holding.get(word, ()):
                found[at].add(term)
    own = sum(weight(term) for term in query.terms)
    for at, shared in found.items():
        row = rows[at]
        chunk = snapshot.chunks.get(row.chunk_id)
        alike = min(1.0, sum(map(weight, shared)) / max(own, index.weights[at], 1e-9))
        if not stale(row, chunk) and alike >= least:
            one = Like(row.chunk_id, row.q, alike)
            best[row.chunk_id] = max(best.get(row.chunk_id, one), one, key=lambda like: like.alike)
    return sorted(best.values(), key=lambda one: (-one.alike, one.chunk_id))[:limit]


@dataclass(frozen=True, slots=True)
class _Index:
    holding: dict[str, list[int]]
    weights: list[float]


@lru_cache(maxsize=8)
def _indexed(rows: tuple[Labelled, ...]) -> _Index:
    holding: dict[str, list[int]] = defaultdict(list)
    weights = []
    for at, words in enumerate(terms_many(row.q for row in rows)):
        weights.append(sum(weight(word) for word in set(words)))
        for word in set(words):
            holding[word].append(at)
    return _Index(dict(holding), weights)
