"""Retrieval metrics over one ranking and its relevant items. Names follow golden metrics: recall@k, mrr@k, ndcg@k."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)
RECALL_AT, RANKED_AT = (1, 5, 10, 20), 10


def distinct(items: Iterable[Item]) -> list[Item]:
    """First appearance of each item: pieces of one article are one article."""
    return list(dict.fromkeys(items))


def recall(ranking: Sequence[Item], relevant: Collection[Item], k: int) -> float:
    """Share of the relevant items among the first `k`, in [0, 1]."""
    return sum(item in relevant for item in ranking[:k]) / len(relevant)


def hit(ranking: Sequence[Item], relevant: Collection[Item], k: int) -> float:
    """1.0 when any relevant item is among the first `k`."""
    return float(any(item in relevant for item in ranking[:k]))


def reciprocal_rank(ranking: Sequence[Item], relevant: Collection[Item], k: int) -> float:
    """1 / rank of the first relevant item among the first `k`; 0 when there is none."""
    return next((1 / rank for rank, item in enumerate(ranking[:k], 1) if item in relevant), 0.0)


def ndcg(ranking: Sequence[Item], relevant: Collection[Item], k: int) -> float:
    """Binary gain, discount log2(rank + 1), over the best possible order; in [0, 1]."""
    gain = sum(1 / math.log2(rank + 1) for rank, item in enumerate(ranking[:k], 1) if item in relevant)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))


def scores(ranking: Sequence[Item], relevant: Collection[Item]) -> dict[str, float]:
    """All metrics of one question. `relevant` must not be empty."""
    out = {f"recall@{k}": recall(ranking, relevant, k) for k in RECALL_AT}
    out |= {f"hit@{k}": hit(ranking, relevant, k) for k in RECALL_AT}
    out[f"mrr@{RANKED_AT}"] = reciprocal_rank(ranking, relevant, RANKED_AT)
    out[f"ndcg@{RANKED_AT}"] = ndcg(ranking, relevant, RANKED_AT)
    return out


def means(rows: Sequence[dict[str, float]]) -> dict[str, float | int]:
    """Mean of each metric with its n; only n when there are no rows."""
    out: dict[str, float | int] = {"n": len(rows)}
    for name in rows[0] if rows else ():
        out[name] = round(sum(row[name] for row in rows) / len(rows), 4)
    return out
