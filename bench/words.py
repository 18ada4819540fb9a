"""What each way of finding rule words brings: everyday questions, by words alone (no vectors).

Each way is measured on top of the bare question, then all together. A rank is that of the last clause that a right
ground needs, among clauses that can be grounds at all. handed_off: share of questions whose best of eight excerpts lies
below the relevance threshold as shipped.

    python bench/words.py [--limit N] [--out F] [--work D]
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import ROOT, Stages, arguments, folder_of, sampled, shared, write
from geungeo import thresholds, wiring
from geungeo.asked_before import labelled
from geungeo.golden import cases as golden
from geungeo.korean.everyday import Dictionary, shipped
from geungeo.ports import Snapshot
from geungeo.records import Chunk, Reader
from geungeo.search.evidence import barred, select
from geungeo.search.fuse import QUESTIONS, fuse
from geungeo.search.named import named_in
from geungeo.search.query import Query, lexical_query, understand
from geungeo.search.retrieve import retrieve
from geungeo.search.side_index import like
from ranking import RECALL_AT

CANDIDATES, SLOTS, AT = 50, 8, 10
EVEN = {QUESTIONS: 1.0}
OPERATOR = Reader(role="operator")
BARE = Dictionary({})
Way = Callable[[str, Snapshot], Query]
WAYS: dict[str, Way] = {
    "bare": lambda question, snapshot: understand(question, words=BARE),
    "dictionary": lambda question, snapshot: understand(question, words=shipped()),
    "spelling": lambda question, snapshot: understand(question, words=BARE, snapshot=snapshot),
    "corpus": lambda question, snapshot: understand(question, words=BARE, named=named_in(snapshot)),
    "all": lambda question, snapshot: understand(
        question, words=shipped(), snapshot=snapshot, named=named_in(snapshot)
    ),
}


@dataclass(frozen=True)
class Case:
    """gold: sets of clauses, each clause as a test; one set is enough."""

    question: str
    kind: str
    tags: tuple[str, ...]
    gold: tuple[tuple[Callable[[Chunk], bool], ...], ...]


def main() -> None:
    options = arguments(__doc__, "words").parse_args()
    data = shared()
    tuning = json.loads((ROOT / "cases/everyday/tuning.json").read_text(encoding="utf-8"))
    rules = everyday(data, options.work, tuning)
    files = {key: document.file for key, document in rules.documents.items()}
    sets = {
        "everyday_tuning": (rules, [everyday_case(case, files) for case in tuning["cases"]]),
        "relevance_fit": (examples(options.work, tuning["as_of"]), relevance_cases()),
    }
    figures: dict[str, Any] = {}
    for name, (snapshot, every) in sets.items():
        chosen = sampled(every, options.limit, options.seed)
        figures[name] = {way: measured(chosen, snapshot, make) for way, make in WAYS.items()}
    rules, every = sets["everyday_tuning"]
    write(
        options,
        {
            "words": {"everyday": len(shipped().said)},
            "sets": figures,
            "known_questions": known_questions(sampled(every, options.limit, options.seed), rules),
        },
    )


def everyday(data: Path, work: Path, half: dict[str, Any]) -> Snapshot:
    files = [document["file"] for document in half["documents"]]
    places = [(ROOT / file if file.startswith("examples/") else data / file.removeprefix("shared/")) for file in files]
    return _opened(
        work / "words-everyday", folder_of(work / "words-docs", zip(places, files, strict=True)), half["as_of"]
    )


def examples(work: Path, day: str) -> Snapshot:
    return _opened(work / "words-examples", ROOT / "examples/docs", day)


def _opened(folder: Path, docs: Path, day: str) -> Snapshot:
    wiring.init(folder, docs)
    base = wiring.open_workspace(folder, {"embedder.kind": "none"})
    wiring.refresh(base, Stages())
    return wiring.desk(base, filing=False).snapshot(OPERATOR, day)


def everyday_case(case: dict[str, Any], files: dict[str, str]) -> Case:
    gold = tuple(tuple(_place(each, files) for each in one["all"]) for one in case.get("gold", ()))
    return Case(case["q"], case["kind"], tuple(case["tags"]), gold)


def _place(gold: dict[str, Any], files: dict[str, str]) -> Callable[[Chunk], bool]:
    def here(chunk: Chunk) -> bool:
        if files[chunk.key] != gold["file"]:
            return False
        if "annex" in gold:
            return chunk.part == "별표" and f"별표 {gold['annex']}" in " ".join(chunk.path)
        same = chunk.article == gold["article"] and chunk.part == "본칙"
        return same and (gold.get("clause") is None or chunk.clause in (None, gold["clause"]))

    return here


def relevance_cases() -> list[Case]:
    found = golden.load(ROOT / "cases/relevance.json")
    return [
        Case(case.q, case.kind, (), tuple((gold.matches,) for gold in case.gold))
        for case in found.cases
        if case.half == "fit"
    ]


def measured(every: list[Case], snapshot: Snapshot, way: Way) -> dict[str, Any]:
    cut_offs = thresholds.parse(thresholds.shipped(), thresholds.shipped()["tokenizer"])
    assert cut_offs.relevance is not None
    ranks, handed, changed = [], defaultdict(list), []
    spent = 0.0
    for case in every:
        start = time.process_time()
        query = way(case.question, snapshot)
        spent += time.process_time() - start
        if query.changes:
            changed.append([case.question, query.text])
        selected = select(retrieve(query, snapshot, None, cut_offs, CANDIDATES), snapshot.chunks, SLOTS)
        handed[case.kind].append(selected.top_score < cut_offs.relevance)
        if case.gold:
            ranks.append(_rank(case, query, snapshot))
    return {
        "n": len(ranks),
        **{f"recall@{k}": _mean([rank <= k for rank in ranks]) for k in RECALL_AT},
        f"mrr@{AT}": _mean([1 / rank if rank <= AT else 0.0 for rank in ranks]),
        "handed_off": {kind: [_mean(gone), len(gone)] for kind, gone in sorted(handed.items())},
        "respelt": changed,
        "understand_cpu_ms": round(spent / len(every) * 1000, 2),
    }


def known_questions(every: list[Case], snapshot: Snapshot) -> dict[str, Any]:
    """Each question with all the others of its half named as people would, by how alike two questions must be: mostly
    others than on its own clause, so that this shows the harm first."""
    asked = [case for case in every if case.gold]
    right = [
        [c for c in snapshot.chunks.values() if any(here(c) for one in case.gold for here in one)] for case in asked
    ]
    rows = tuple(
        labelled(case.question, chunk, "") for case, found in zip(asked, right, strict=True) for chunk in found
    )
    queries = [understand(case.question) for case in asked]
    rankings = [dict(snapshot.lexical(lexical_query(query), CANDIDATES)) for query in queries]
    figures: dict[str, Any] = {}
    for cut in (None, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        ranks, fired, hits = [], 0, 0
        for case, found, query, own in zip(asked, right, queries, rankings, strict=True):
            some = [] if cut is None else like(query, rows, snapshot, CANDIDATES, cut)
            others = [one.chunk_id for one in some if one.question != case.question]
            fired += bool(others)
            hits += bool(others) and others[0] in {chunk.chunk_id for chunk in found}
            ranks.append(_rank_in(case, list(fuse(own, {}, {}, EVEN, alike=others)), snapshot))
        mrr = _mean([1 / rank if rank <= AT else 0.0 for rank in ranks])
        figures[str(cut)] = {f"mrr@{AT}": mrr, "found_alike": fired, "of_them_right": hits, "n": len(asked)}
    return figures


def _rank(case: Case, query: Query, snapshot: Snapshot) -> float:
    return _rank_in(case, [i for i, _ in snapshot.lexical(lexical_query(query), CANDIDATES)], snapshot)


def _rank_in(case: Case, order: list[str], snapshot: Snapshot) -> float:
    ordered = [chunk for chunk in (snapshot.chunks[i] for i in order) if not barred(chunk)]
    return min((max(_first(ordered, one) for one in gold) for gold in case.gold), default=float("inf"))


def _first(ordered: list[Chunk], right: Callable[[Chunk], bool]) -> float:
    return next((float(at) for at, chunk in enumerate(ordered, start=1) if right(chunk)), float("inf"))


def _mean(values: list[Any]) -> float:
    return round(float(sum(values)) / max(1, len(values)), 4)


if __name__ == "__main__":
    main()
