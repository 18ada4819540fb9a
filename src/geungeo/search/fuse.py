"""The order of candidates: words, meaning and bearing added up, by measured weights. It decides nothing else.

Scores are added, not ranks: on every set of bench/retrieval.py that beat the sum of inverse ranks. How much meaning
counts depends on the question: the less of it the documents say in its own words, the more. After Bruch, Gai, Ingber
(2023), "An Analysis of Fusion Functions for Hybrid Retrieval", which compares both ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, pstdev

# Of `weights`, each >= 0. dense: of similarity. unspoken: more of it, where nothing says the question's words. bearing:
# of relevance. questions: of the first clause that answered a like question.
DENSE, UNSPOKEN, BEARING, QUESTIONS = "dense", "unspoken", "bearing", "questions"


def fuse(
    lexical: Mapping[str, float],
    similarity: Mapping[str, float],
    relevance: Mapping[str, float],
    weights: Mapping[str, float],
    spoken: float = 1.0,
    alike: Sequence[str] = (),
) -> dict[str, float]:
    """Fused score by id (>= 0, higher is better), best first; ties by id. A part without a weight counts 0.

    lexical: BM25 > 0, counted as a share of the best; similarity: counted in standard deviations above the least, so
    that a model's scale does not matter; relevance: in [0, 1]; an id may be absent from any of them. spoken: in [0, 1],
    share of the question's words that the documents say. alike: best first.
    """
    words, meaning = max(lexical.values(), default=1.0), _spread(similarity)
    dense = weights.get(DENSE, 0.0) + weights.get(UNSPOKEN, 0.0) * (1.0 - spoken)
    bearing, known = weights.get(BEARING, 0.0), weights.get(QUESTIONS, 0.0)
    named = {item: known / rank for rank, item in enumerate(alike, start=1)}
    scores = {
        item: lexical.get(item, 0.0) / words
        + dense * meaning.get(item, 0.0)
        + bearing * relevance.get(item, 0.0)
        + named.get(item, 0.0)
        for item in {*lexical, *similarity, *relevance, *alike}
    }
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))


def named_first(fused: Iterable[str], found: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The fused order, but an article that the question names before all others: its number is no matter of degree.

    A dense ranking knows no numbers, and would put many neighbours before it.
    """
    return sorted(fused, key=lambda chunk_id: -found[chunk_id]["article"])


def _spread(values: Mapping[str, float]) -> dict[str, float]:
    """In standard deviations above the least; all 0 where they are equal."""
    least, width = min(values.values(), default=0.0), _deviation(values.values())
    return {item: (value - least) / width for item, value in values.items()}


def _deviation(values: Iterable[float]) -> float:
    found = [float(value) for value in values]
    return (pstdev(found, fmean(found)) if found else 0.0) or 1.0
