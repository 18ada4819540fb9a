"""Weights of search.fuse, chosen on labelled questions of one kind or of several."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geungeo.korean.normalize import squeeze
from geungeo.ports import Embedder, Snapshot
from geungeo.records import Chunk
from geungeo.search.evidence import barred
from geungeo.search.fuse import BEARING, DENSE, UNSPOKEN, fuse, named_first
from geungeo.search.query import lexical_query, understand
from geungeo.search.relevance import features, relevance, spoken
from geungeo.search.retrieve import FIRST
from geungeo.thresholds import LEXICAL, Fit

AT = 10
_DENSE = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3)
_UNSPOKEN = (0.0, 0.1, 0.2, 0.3)
_BEARING = (0.0, 0.2, 0.4, 0.6)
NO_FITS: Mapping[str, Fit] = {}
NOTHING: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Candidates:
    """One question's candidates as retrieve has them, and which ids are gold; an unanswerable one has none.

    lexical, similarity: scores by id, the lexical ones best first. spoken: see search.relevance.
    """

    lexical: dict[str, float]
    similarity: dict[str, float]
    features: dict[str, dict[str, float]]
    barred: frozenset[str]
    gold: frozenset[str]
    spoken: float

    def order(self, weights: Mapping[str, float], fits: Mapping[str, Fit], vectors: bool = True) -> list[str]:
        """Ids as retrieve orders them, without those that can be no ground; vectors: with an embedder or without."""
        return self.by(weights, self.bearing(fits, vectors) if weights.get(BEARING) else NOTHING, vectors)

    def by(self, weights: Mapping[str, float], bearing: Mapping[str, float], vectors: bool = True) -> list[str]:
        """As `order`, with the relevance of each id at hand."""
        fused = fuse(self.lexical, self.similarity if vectors else NOTHING, bearing, weights, self.spoken)
        return [i for i in named_first(fused, self.features) if i not in self.barred]

    def bearing(self, fits: Mapping[str, Fit], vectors: bool = True) -> dict[str, float]:
        return {i: relevance(self.found(i, vectors), fits) for i in (self.features if vectors else self.lexical)}

    def found(self, chunk_id: str, vectors: bool = True) -> dict[str, float]:
        """Features as relevance takes them."""
        own = self.features[chunk_id]
        return own if vectors else {name: value for name, value in own.items() if name != "similarity"}


def candidates(
    question: str, snapshot: Snapshot, embedder: Embedder, limit: int, tokenizer: str, right: Callable[[Chunk], bool]
) -> Candidates:
    query = understand(question, tokenizer)
    vector = embedder.query(squeeze(query.text))
    lexical = dict(snapshot.lexical(lexical_query(query), limit))
    ids = list(dict.fromkeys([*lexical, *(i for i, _ in snapshot.nearest(vector, limit))]))
    similarity = snapshot.similarities(vector, ids)
    found = {i: features(query, snapshot.chunks[i], similarity.get(i)) for i in ids}
    return Candidates(
        lexical=lexical,
        similarity=similarity,
        features=found,
        barred=frozenset(i for i in ids if barred(snapshot.chunks[i])),
        gold=frozenset(i for i, chunk in snapshot.chunks.items() if right(chunk)),
        spoken=spoken(query, (found[i] for i in list(lexical)[:FIRST])),
    )


def mrr(seen: Sequence[Candidates], weights: Mapping[str, float], fits: Mapping[str, Fit]) -> float:
    """Mean reciprocal rank of the first gold clause within ten, over questions that have one."""
    return float(np.mean([_reciprocal(item, item.order(weights, fits)) for item in seen if item.gold] or [0.0]))


def choose(kinds: Sequence[Sequence[Candidates]], fits: Mapping[str, Fit] = NO_FITS) -> dict[str, float]:
    """Weights with the best mrr@10 over the kinds of questions, each kind counting alike; the smallest among equals.

    Those that lose to words alone on any kind, by more than one standard error of the paired difference, come last.
    Without fits relevance gets no weight.
    """
    asked = [[(item, item.bearing(fits)) for item in seen if item.gold] for seen in kinds]
    asked = [some for some in asked if some]
    words = _ranked(asked, {})
    best, best_value = {LEXICAL: 1.0, DENSE: 0.0, UNSPOKEN: 0.0, BEARING: 0.0}, (False, -1.0)
    for dense, unspoken, bearing in itertools.product(_DENSE, _UNSPOKEN, _BEARING if fits else (0.0,)):
        weights = {LEXICAL: 1.0, DENSE: dense, UNSPOKEN: unspoken, BEARING: bearing}
        found = _ranked(asked, weights)
        never = not any(_loses(one, alone) for one, alone in zip(found, words, strict=True))
        value = (never, round(float(np.mean([one.mean() for one in found])), 4))
        if value > best_value:
            best, best_value = weights, value
    return best


def _ranked(
    kinds: Sequence[Sequence[tuple[Candidates, Mapping[str, float]]]], weights: Mapping[str, float]
) -> list[NDArray[np.float64]]:
    """Reciprocal ranks by kind."""
    return [np.array([_reciprocal(item, item.by(weights, bearing)) for item, bearing in some]) for some in kinds]


def _reciprocal(item: Candidates, order: Sequence[str]) -> float:
    return next((1.0 / rank for rank, i in enumerate(order[:AT], start=1) if i in item.gold), 0.0)


def _loses(one: NDArray[np.float64], alone: NDArray[np.float64]) -> bool:
    difference = one - alone
    return bool(difference.mean() < -difference.std() / np.sqrt(len(difference)))
