"""What the rules on evidence slots bring, each value swept alone over the defaults of the others; by words alone.

covered: share of the questions all of whose ground (one of the right sets of clauses; of jet-rag, a passage with every
must_include string) stands in the excerpts. documents: distinct documents among the excerpts. repeated: share of
excerpts that say, letter by letter, what another one says. passed: share of each kind of question whose top score
reaches the threshold as shipped, which the rules are not to change. unread: whatever the question asks for. linked: with what the excerpts refer to.

    python bench/slots.py [--sets NAME …] [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from common import ROOT, Stages, arguments, folder_of, sampled, shared, write
from geungeo import thresholds, wiring
from geungeo.korean.overlap import solid
from geungeo.korean.passage import heading
from geungeo.ports import Snapshot
from geungeo.records import Chunk, Hit, Reader
from geungeo.search.evidence import OFF, Rules, Selected, select
from geungeo.search.links import Places
from geungeo.search.named import named_in
from geungeo.search.query import understand
from geungeo.search.retrieve import retrieve
from geungeo.search.wanted import PLAIN, wanted
from geungeo.settings import SETTINGS
from jetrag_labels import Case as JetragCase
from jetrag_labels import strict
from retrieval_jetrag import documents as jetrag_documents
from retrieval_jetrag import golden as jetrag_cases
from words import Case, everyday_case, relevance_cases

CANDIDATES, SLOTS = 50, 8
OPERATOR = Reader(role="operator")
DEFAULT = Rules(
    **{one.name.removeprefix("slots."): one.default for one in SETTINGS if one.name.startswith("slots.")}  # type: ignore[arg-type]
)
UNLINKED = replace(DEFAULT, linked=0)
SWEPT: dict[str, Sequence[Any]] = {
    "candidates": (1, 2, 3, 4, 6, 8, 0),
    "per_document": (1, 2, 3, 4, 5, 0),
    "similarity": (0.5, 0.7, 0.8, 0.9, 0.95, 0.0),
    "drop_filler": (True, False),
    "share": (True, False),
}
WAYS = {"off": OFF, "default": UNLINKED, "default_unread": UNLINKED, "linked": DEFAULT}
WAYS |= {f"{key}={value}": replace(UNLINKED, **{key: value}) for key, values in SWEPT.items() for value in values}
PLAINLY = ("off", "default_unread")  # without the exceptions by what the question wants
Covered = Callable[[list[Chunk]], bool]


@dataclass(frozen=True)
class Asked:
    """One question with its candidates. covered: None for one that has no answer here."""

    question: str
    kind: str
    hits: list[Hit]
    copies: dict[str, str]
    covered: Covered | None


def main() -> None:
    parser = arguments(__doc__, "slots")
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS))
    options = parser.parse_args()
    data = shared()
    figures = {}
    for name in options.sets:
        snapshot, every = SETS[name](data, options)
        figures[name] = {
            "chunks": len(snapshot.chunks),
            "ways": {way: measured(every, snapshot, rules, way not in PLAINLY) for way, rules in WAYS.items()},
        }
    write(options, {"slots": SLOTS, "sets": figures})


def everyday(data: Path, options: Any) -> tuple[Snapshot, list[Asked]]:
    half = json.loads((ROOT / "cases/everyday/tuning.json").read_text(encoding="utf-8"))
    files = [document["file"] for document in half["documents"]]
    places = [(ROOT / file if file.startswith("examples/") else data / file.removeprefix("shared/")) for file in files]
    docs = folder_of(options.work / "slots-everyday-docs", zip(places, files, strict=True))
    snapshot, copies = opened(options.work / "slots-everyday", docs, half["as_of"])
    named = {key: document.file for key, document in snapshot.documents.items()}
    return snapshot, of_cases([everyday_case(case, named) for case in half["cases"]], snapshot, copies, options)


def examples(data: Path, options: Any) -> tuple[Snapshot, list[Asked]]:
    snapshot, copies = opened(options.work / "slots-examples", ROOT / "examples/docs", "2027-01-01")
    return snapshot, of_cases(relevance_cases(), snapshot, copies, options)


def of_cases(cases: list[Case], snapshot: Snapshot, copies: dict[str, str], options: argparse.Namespace) -> list[Asked]:
    def covered(case: Case) -> Covered | None:
        if not case.gold:
            return None
        return lambda there: any(all(any(here(chunk) for chunk in there) for here in one) for one in case.gold)

    chosen = sampled(cases, options.limit, options.seed)
    return [asked(case.question, case.kind, snapshot, copies, covered(case)) for case in chosen]


def jetrag(data: Path, options: Any) -> tuple[Snapshot, list[Asked]]:
    docs = folder_of(options.work / "slots-jetrag-docs", jetrag_documents(data))
    snapshot, copies = opened(options.work / "slots-jetrag", docs, "2027-01-01")

    def covered(case: JetragCase) -> Covered | None:
        if case.negative:
            return None
        return lambda there: any(
            strict(case, snapshot.documents[chunk.key].file, f"{heading(chunk)}\n{chunk.text}") for chunk in there
        )

    cases = [case for case in jetrag_cases(data) if case.negative or (case.documents and case.must_include)]
    return snapshot, [
        asked(case.question, "none" if case.negative else case.group, snapshot, copies, covered(case))
        for case in sampled(cases, options.limit, options.seed)
    ]


SETS = {"everyday_tuning": everyday, "relevance_fit": examples, "jetrag": jetrag}


def opened(folder: Path, docs: Path, day: str) -> tuple[Snapshot, dict[str, str]]:
    wiring.init(folder, docs)
    base = wiring.open_workspace(folder, {"embedder.kind": "none"})
    wiring.refresh(base, Stages())
    desk = wiring.desk(base, filing=False)
    snapshot = desk.snapshot(OPERATOR, day)
    return snapshot, dict(desk.copies(OPERATOR, snapshot, None))


def asked(question: str, kind: str, snapshot: Snapshot, copies: dict[str, str], covered: Covered | None) -> Asked:
    query = understand(question, snapshot=snapshot, named=named_in(snapshot))
    return Asked(question, kind, retrieve(query, snapshot, None, cut_offs(), CANDIDATES), copies, covered)


def cut_offs() -> thresholds.Thresholds:
    return thresholds.parse(thresholds.shipped(), thresholds.shipped()["tokenizer"])


def measured(every: list[Asked], snapshot: Snapshot, rules: Rules, read: bool) -> dict[str, Any]:
    relevant = cut_offs().relevance
    assert relevant is not None
    spent, covered, passed = 0.0, [], defaultdict(list)
    selections: list[Selected] = []
    for one in every:
        start = time.process_time()
        candidates = [snapshot.chunks[hit.chunk_id] for hit in one.hits]
        asks = wanted(one.question, candidates) if read else PLAIN
        places = Places(snapshot) if rules.linked else None
        selected = select(one.hits, snapshot.chunks, SLOTS, rules, asks, one.copies, relevant=relevant, places=places)
        spent += time.process_time() - start
        selections.append(selected)
        passed[one.kind].append(selected.top_score >= relevant)
        if one.covered:
            covered.append(one.covered([chunk for e in selected.excerpts for chunk in (e.chunk, *e.also)]))
    texts = [[solid(e.chunk.text) for e in selected.excerpts] for selected in selections]
    return {
        "n": len(covered),
        "covered": _mean(covered),
        "excerpts": _mean([len(some) for some in texts]),
        "documents": _mean([len({e.chunk.doc_id for e in selected.excerpts}) for selected in selections]),
        "repeated": _mean([1 - len(set(some)) / len(some) for some in texts if some]),
        "passed": {kind: [_mean(some), len(some)] for kind, some in sorted(passed.items())},
        "cpu_ms": round(spent / max(1, len(every)) * 1000, 2),
    }


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 4)


if __name__ == "__main__":
    main()
