"""Kiwi's and mecab-ko's terms on the court questions, lexically, over statutes/current: paired, with an interval.

The interval is a seeded bootstrap over rows, 2,000 times.

    python bench/tokenizers.py [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from common import arguments, sampled, shared, write
from geungeo.search.query import lexical_query, understand
from rank_sets import SETS, Set

CANDIDATES, TIMES = 100, 2000


def main() -> None:
    options = arguments(__doc__, "tokenizers").parse_args()
    gains = {kind: found(kind, options) for kind in ("kiwi", "mecab")}
    figures = {metric: paired(gains, metric, options.seed) for metric in gains["kiwi"][0]}
    write(options, {"rows": len(gains["kiwi"]), "figures": figures})


def found(kind: str, options: Any) -> list[dict[str, float]]:
    stated = {"lexical.tokenizer": kind, "embedder.kind": "none"}
    some: Set = SETS["court"](shared(), options.work / f"tokenizers-{kind}", **stated)
    out = []
    for asked in sampled(some.questions, options.limit, options.seed):
        query = lexical_query(understand(asked.text, some.base.tokenizer))
        out.append(asked.gains([some.snapshot.chunks[i] for i, _ in some.snapshot.lexical(query, CANDIDATES)]))
    return out


def paired(gains: dict[str, list[dict[str, float]]], metric: str, seed: int) -> dict[str, float]:
    kiwi, mecab = (np.array([row[metric] for row in gains[kind]]) for kind in ("kiwi", "mecab"))
    low, high = interval(mecab - kiwi, seed)
    return {
        "kiwi": round(float(kiwi.mean()), 4),
        "mecab": round(float(mecab.mean()), 4),
        "difference": round(float((mecab - kiwi).mean()), 4),
        "low": low,
        "high": high,
    }


def interval(differences: Sequence[float] | np.ndarray[Any, Any], seed: int) -> tuple[float, float]:
    """The middle 95 % of the mean over resampled rows."""
    values, random = np.asarray(differences), np.random.default_rng(seed)
    means = values[random.integers(0, len(values), (TIMES, len(values)))].mean(axis=1)
    return round(float(np.quantile(means, 0.025)), 4), round(float(np.quantile(means, 0.975)), 4)


if __name__ == "__main__":
    main()
