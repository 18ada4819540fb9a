"""Nearest vectors: the exact search that ships, by size, and usearch's HNSW beside it (`pip install usearch`).

Vectors are a mixture: each the unit sum, by random weights, of two real ones from a workspace that bench made
(--vectors, a folder with vectors.f32), for a CPU would make 200,000 real ones in hours. Questions are mixed apart in the
same way. recall@10 is that of the approximate index against the exact one; few_recall@10: when a reader may
see one row in twenty, chosen by weeding an answer of 200.

    python bench/nearest.py --vectors DIR [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from common import arguments, write
from geungeo.ports import Matrix
from geungeo.stores.embedded.vectors import VectorFile, best, cosines

SIZES = (50_000, 100_000, 200_000, 300_000)
DIMENSION, WANTED, SEEN, WEEDED = 384, 50, 20, 200
QUESTIONS = 60


def main() -> None:
    parser = arguments(__doc__, "nearest")
    parser.add_argument("--vectors", type=Path, required=True, help="folder of real vectors")
    parser.add_argument("--ann", type=int, default=200_000, help="size at which the approximate index is tried; 0: not")
    options = parser.parse_args()
    real = VectorFile(options.vectors, DIMENSION)
    source, draw = np.asarray(real.matrix(real.count)), np.random.default_rng(options.seed)
    questions = mixed(source, QUESTIONS, draw)
    folder = options.work / "nearest"
    folder.mkdir(parents=True, exist_ok=True)
    exact, ann = {}, None
    for size in [size for size in SIZES if not options.limit or size <= options.limit]:
        matrix = stored(folder / "mixed.f32", source, size, draw)
        names = [f"{row:016x}" for row in range(size)]
        exact[size] = {"cpu_ms": milliseconds(partial(searched, matrix, names), questions)}
        if size == options.ann:
            ann = approximate(matrix, questions, names)
    options.vectors = options.vectors.name
    write(options, {"real_vectors": real.count, "figures": {"exact": exact, "usearch": ann}})


def mixed(source: Matrix, count: int, draw: np.random.Generator) -> Matrix:
    weights = draw.uniform(0.2, 0.8, (count, 1)).astype(np.float32)
    one, other = (source[draw.integers(0, len(source), count)] for _ in range(2))
    sums = weights * one + (1 - weights) * other
    unit: Matrix = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    return unit


def stored(path: Path, source: Matrix, size: int, draw: np.random.Generator) -> Matrix:
    """From a file, mapped, as a workspace has it."""
    with path.open("wb") as file:
        for _ in range(0, size, 10_000):
            file.write(mixed(source, 10_000, draw).astype("<f4").tobytes())
    return np.memmap(path, dtype="<f4", mode="r", shape=(size, DIMENSION))


def searched(matrix: Matrix, names: list[str], question: Matrix) -> list[int]:
    return [row for row, _ in best(cosines(matrix, question), WANTED, names.__getitem__)]


def milliseconds(work: Callable[[Matrix], object], questions: Matrix) -> dict[str, float]:
    work(questions[0])
    spent = []
    for question in questions:
        since = time.process_time()
        work(question)
        spent.append((time.process_time() - since) * 1000)
    return {"median": round(float(np.median(spent)), 1), "p95": round(float(np.quantile(spent, 0.95)), 1)}


def approximate(matrix: Matrix, questions: Matrix, names: list[str]) -> dict[str, Any] | None:
    try:
        from usearch.index import Index
    except ImportError:
        return None
    since = time.process_time()
    index: Any = Index(ndim=DIMENSION, metric="ip", dtype="f32")
    index.add(np.arange(len(matrix)), np.asarray(matrix), threads=1)
    built = time.process_time() - since
    out: dict[str, Any] = {"rows": len(matrix), "build_cpu_s": round(built, 1)}
    for wide in (64, 128, 256, 512):
        index.expansion_search = wide
        hits, few, due = 0, 0, 0
        for question in questions:
            scores = cosines(matrix, question)
            near = index.search(question, WEEDED).keys.tolist()
            hits += len(set(near[:10]) & {row for row, _ in best(scores, 10, names.__getitem__)})
            right = {row * SEEN for row, _ in best(scores[::SEEN], 10, lambda i: names[i * SEEN])}
            few, due = few + len(set([row for row in near if row % SEEN == 0][:10]) & right), due + len(right)
        out[f"expansion {wide}"] = {
            "recall@10": round(hits / (10 * len(questions)), 4),
            "few_recall@10": round(few / due, 4),
            "cpu_ms": milliseconds(lambda q: index.search(q, WANTED), questions),
        }
    return out


if __name__ == "__main__":
    main()
