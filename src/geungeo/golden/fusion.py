"""Weights of search.fuse, chosen on labelled questions of one kind or of several."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

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
        ids = self.features if vectors else self.lexical
        similarity = self.similarity if vectors else {}
        bearing = {i: relevance(self.found(i, vectors), fits) for i in ids} if weights.get(BEARING) else {}
        fused = fuse(self.lexical, similarity, bearing, weights, self.spoken)
        return [i for i in named_first(fused, self.features) if i not in self.barred]

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


def mrr(
    seen: Sequence[Candidates], weights: Mapping[str, float], fits: Mapping[str, Fit], vectors: bool = True
) -> float:
    """Mean reciprocal rank of the first gold clause within ten, over questions that have one."""
    scores = []
    for item in seen:
        if item.gold:
            ranks = [rank for rank, i in enumerate(item.order(weights, fits, vectors)[:AT], start=1) if i in item.gold]
            scores.append(1.0 / ranks[0] if ranks else 0.0)
    return float(np.mean(scores)) if scores else 0.0


def choose(kinds: Sequence[Sequence[Candidates]], fits: Mapping[str, Fit] = NO_FITS) -> dict[str, float]:
    """Weights with the best mrr@10 over the kinds of questions, each kind counting alike; the smallest among equals.

    Those that lose to words alone on any kind come last. Without fits relevance gets no weight.
    """
    words = [mrr(seen, {}, fits) for seen in kinds]
    best, best_value = {LEXICAL: 1.0, DENSE: 0.0, UNSPOKEN: 0.0, BEARING: 0.0}, (False, -1.0)
    for dense, unspoken, bearing in itertools.product(_DENSE, _UNSPOKEN, _BEARING if fits else (0.0,)):
        weights = {LEXICAL: 1.0, DENSE: dense, UNSPOKEN: unspoken, BEARING: bearing}
        found = [mrr(seen, weights, fits) for seen in kinds]
        never = all(one >= alone for one, alone in zip(found, words, strict=True))
        if (never, round(float(np.mean(found)), 4)) > best_value:
            best, best_value = weights, (never, round(float(np.mean(found)), 4))
    return best
