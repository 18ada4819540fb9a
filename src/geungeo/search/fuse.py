"""Reciprocal rank fusion with measured weights: decides the order of candidates and nothing else.

Cormack, Clarke, Büttcher (2009), "Reciprocal rank fusion outperforms Condorcet and individual rank learning
methods": score = sum of weight / (60 + rank). The constant 60 is the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_K = 60


def fuse(rankings: Mapping[str, Sequence[str]], weights: Mapping[str, float]) -> dict[str, float]:
    """Fused score by id (> 0, higher is better), best first; ties by id. A ranking without a weight counts 0."""
    scores: dict[str, float] = {}
    for name, ids in rankings.items():
        for rank, item in enumerate(ids, start=1):
            scores[item] = scores.get(item, 0.0) + weights.get(name, 0.0) / (_K + rank)
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))
