"""What an employee gets for each question of cases/relevance.json and cases/everyday/tuning.json, without an LLM.

answered_right: all clauses of one golden ground are cited, and its must_include strings stand in the answer (spaces
aside). answered_else: another answer: wrong, or right by a clause that the golden set does not name. Near misses and
what lies outside have no right answer: answered_else is a false answer there. The threshold was chosen on the `fit` half
of relevance.json and the writer's rules were looked at on it and on everyday/tuning; `report` is the figure to quote.
Intervals: 95 %, Wilson. false_conflict: answerable questions handed off since two rules would disagree.

    python bench/answers.py [--no-vectors] [--limit N] [--out F] [--work D] [--each F]
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import ROOT, Bench, Stages, arguments, folder_of, sampled, shared, write
from geungeo.golden.cases import GoldenCase, load
from geungeo.records import AskResult, Chunk
from geungeo.thresholds import shipped
from words import everyday_case

RIGHT, ELSE = "answered_right", "answered_else"
ROUTES = (
    RIGHT,
    ELSE,
    "no_relevant_policy",
    "answer_unverified",
    "conflict",
    "not_in_force",
    "unavailable",
    "uncalibrated",
)
Here = Callable[[Chunk], bool]


@dataclass(frozen=True)
class Case:
    """half: of relevance.json; everyday's is 'tuning'. grounds: sets of clauses, with what must stand in the answer."""

    id: str
    question: str
    kind: str
    half: str
    grounds: tuple[tuple[tuple[Here, ...], tuple[str, ...]], ...] = ()


def main() -> None:
    parser = arguments(__doc__, "answers")
    parser.add_argument("--no-vectors", action="store_true")
    parser.add_argument("--each", type=Path, help="each question's answer, a line of JSON each")
    options = parser.parse_args()
    sets: dict[str, Any] = {}
    lines: list[dict[str, Any]] = []
    for name, (bench, cases, day) in {"relevance": relevance(options), "everyday": everyday(options)}.items():
        snapshot, corpus = bench.snapshot(), {}
        corpus = {"documents": len(snapshot.documents), "chunks": len(snapshot.chunks)}
        counts: dict[tuple[str, str], Counter[str]] = {}
        for case in sampled(cases, options.limit, options.seed):
            result = bench.ask(case.question, as_of=day)
            found = outcome(case, result, snapshot.chunks)
            counts.setdefault((case.kind, case.half), Counter())[found] += 1
            lines.append(line(name, case, result, found))
        sets[name] = {
            "corpus": corpus,
            "figures": {f"{kind}, {half}": _row(kind, found) for (kind, half), found in counts.items()},
        }
    if options.each:
        options.each.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines), encoding="utf-8")
    measured = shipped()
    write(
        options,
        {
            "writer": "extractive",
            "embedding_model": bench.model,
            "calibrated_at": measured["calibrated_at"],
            "threshold_errors": measured["entries"]["relevance"].get("errors"),
            "sets": sets,
        },
    )


def relevance(options: Any) -> tuple[Bench, list[Case], str | None]:
    bench = _opened(Bench(options.work / "examples", ROOT / "examples/docs", vectors=not options.no_vectors))
    cases = [labelled(case) for case in load(ROOT / "cases/relevance.json").cases]
    return bench, cases, None


def labelled(case: GoldenCase) -> Case:
    grounds = tuple(((gold.matches,), case.must_include) for gold in case.gold)
    return Case(case.id, case.q, case.kind, case.half, grounds)


def everyday(options: Any) -> tuple[Bench, list[Case], str]:
    half = json.loads((ROOT / "cases/everyday/tuning.json").read_text(encoding="utf-8"))
    files, data = [document["file"] for document in half["documents"]], shared()
    places = [(ROOT / file if file.startswith("examples/") else data / file.removeprefix("shared/")) for file in files]
    docs = folder_of(options.work / "everyday-docs", zip(places, files, strict=True))
    bench = _opened(Bench(options.work / "everyday", docs, vectors=not options.no_vectors))
    named = {key: document.file for key, document in bench.snapshot().documents.items()}
    return bench, [_everyday(case, named) for case in half["cases"]], half["as_of"]


def _everyday(case: dict[str, Any], files: dict[str, str]) -> Case:
    told = [tuple(one["must_include"]) for one in case.get("gold", ())]
    grounds = tuple(zip(everyday_case(case, files).gold, told, strict=True))
    return Case(case["id"], case["q"], case["kind"], "tuning", grounds)


def _opened(bench: Bench) -> Bench:
    stages = Stages()
    bench.ingest(stages)
    bench.embed(stages)
    return bench


def outcome(case: Case, result: AskResult, chunks: Mapping[str, Chunk]) -> str:
    """One of ROUTES."""
    if result.route == "handoff":
        return str(result.reason)
    cited, words = [chunks[citation.chunk_id] for citation in result.citations], _solid(result.answer)
    right = any(
        all(any(here(chunk) for chunk in cited) for here in clauses) and all(_solid(one) in words for one in said)
        for clauses, said in case.grounds
    )
    return RIGHT if right else ELSE


def _solid(words: str) -> str:
    return "".join(words.split())


def line(name: str, case: Case, result: AskResult, found: str) -> dict[str, Any]:
    return {
        "set": name,
        "id": case.id,
        "kind": case.kind,
        "half": case.half,
        "q": case.question,
        "outcome": found,
        "answer": result.answer if result.route == "auto_answer" else "",
        "draft": result.draft,
        "failed": result.failed,
        "top_score": round(result.top_score, 3),
        "cited": [citation.label for citation in result.citations],
        "excerpts": [row.chunk_id for row in result.evidence if row.kept],
    }


def _row(kind: str, found: Counter[str]) -> dict[str, Any]:
    n, answered = found.total(), found[RIGHT] + found[ELSE]
    row: dict[str, Any] = {
        "n": n,
        **{route: found[route] for route in ROUTES},
        **dict(_shares("answered", answered, n)),
    }
    if kind == "answerable":
        row |= dict(_shares("right_of_answered", found[RIGHT], answered))
        row["false_conflict"] = found["conflict"]
    return row


def _shares(name: str, part: int, whole: int) -> Iterator[tuple[str, Any]]:
    yield name, round(part / whole, 4) if whole else None
    yield f"{name}_95", wilson(part, whole)


def wilson(part: int, whole: int) -> list[float] | None:
    """The 95 % interval of a share (Wilson 1927)."""
    if not whole:
        return None
    z, share = 1.959964, part / whole
    middle, wide = share + z * z / (2 * whole), z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole**2))
    return [round((middle + sign * wide) / (1 + z * z / whole), 4) for sign in (-1, 1)]


if __name__ == "__main__":
    main()
