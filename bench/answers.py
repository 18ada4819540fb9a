"""What an employee gets for each question of cases/relevance.json over the examples, without an LLM.

answered_right: a citation of the golden clause, and every must_include string stands in the answer (spaces aside).
answered_else: another answer: wrong, or right by a clause that the golden set does not name. Near misses and outside
questions have no right answer: answered_else is a false answer there. The threshold was chosen on the `fit` half, and
the writer's rules were looked at on it; `report` is the figure to quote.

    python bench/answers.py [--no-vectors] [--limit N] [--out F] [--work D]
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from common import ROOT, Bench, Stages, arguments, write
from geungeo.golden.cases import GoldenCase, load
from geungeo.ports import Snapshot
from geungeo.records import AskResult
from geungeo.thresholds import shipped

ROUTES = ("answered_right", "answered_else", "no_relevant_policy", "answer_unverified", "unavailable", "uncalibrated")


def outcome(case: GoldenCase, result: AskResult, snapshot: Snapshot) -> str:
    """One of ROUTES."""
    if result.route == "handoff":
        return str(result.reason)
    cites = any(gold.matches(snapshot.chunks[citation.chunk_id]) for citation in result.citations for gold in case.gold)
    words = "".join(result.answer.split())
    says = all("".join(wanted.split()) in words for wanted in case.must_include)
    return "answered_right" if cites and says else "answered_else"


def main() -> None:
    parser = arguments(__doc__, "answers")
    parser.add_argument("--no-vectors", action="store_true")
    options = parser.parse_args()
    bench, stages = Bench(options.work / "examples", ROOT / "examples/docs", vectors=not options.no_vectors), Stages()
    bench.ingest(stages)
    bench.embed(stages)
    snapshot = bench.snapshot()
    counts: dict[str, dict[str, Counter[str]]] = {}
    golden = load(ROOT / "cases/relevance.json")
    for case in golden.cases[: options.limit or None]:
        found = outcome(case, bench.ask(case.q), snapshot)
        counts.setdefault(case.kind, {}).setdefault(case.half, Counter())[found] += 1
    measured = shipped()
    write(
        options,
        {
            "corpus": {"documents": len(snapshot.documents), "chunks": len(snapshot.chunks)},
            "golden_version": golden.version,
            "writer": "extractive",
            "embedding_model": bench.model,
            "calibrated_at": measured["calibrated_at"],
            "threshold_errors": measured["entries"]["relevance"].get("errors"),
            "mrr@10": measured["entries"]["fusion"].get("mrr@10"),
            "figures": {kind: {half: _row(found) for half, found in halves.items()} for kind, halves in counts.items()},
        },
    )


def _row(found: Counter[str]) -> dict[str, Any]:
    return {"n": found.total(), **{route: found[route] for route in ROUTES}}


if __name__ == "__main__":
    main()
