"""Labelled questions of every kind at hand, each set over its own documents: what the rankings are measured on.

A set's `gains` gives the metrics of one ranking of chunks for one question. Where a set labels several articles that
all bear on the question (court), recall is a share of them; elsewhere one right place is enough and recall is a hit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import retrieval_court as court
import retrieval_jetrag as jetrag
from common import ROOT, Stages, current_acts, folder_of
from geungeo import wiring
from geungeo.errors import IndexMismatch
from geungeo.golden import cases as golden
from geungeo.ops.embed import embed_missing
from geungeo.ports import Snapshot
from geungeo.records import Chunk, Reader
from geungeo.search.evidence import barred
from jetrag_labels import strict
from ranking import distinct, ndcg, recall, reciprocal_rank
from words import everyday_case

OPERATOR = Reader(role="operator")
RECALLS, AT = (1, 5, 10), 10
Gains = dict[str, float]


@dataclass(frozen=True)
class Question:
    """id: stable in its set. group: questions of one document or origin, for splits and resampling."""

    id: str
    text: str
    group: str
    gains: Callable[[Sequence[Chunk]], Gains]
    right: Callable[[Chunk], bool]


@dataclass(frozen=True)
class Set:
    name: str
    base: wiring.Base
    snapshot: Snapshot
    questions: list[Question]


def opened(work: Path, name: str, docs: Path, day: str | None = None, **settings: Any) -> tuple[wiring.Base, Snapshot]:
    """A workspace over `docs`, read and embedded as far as it is not yet."""
    wiring.init(work / name, docs)
    base = wiring.open_workspace(work / name, settings)
    try:
        base.store.snapshot()
    except IndexMismatch:  # kept from an earlier version, or made with another tokenizer
        with base.store.rebuilding():
            pass
    wiring.refresh(base, Stages())
    if base.embedder:
        embed_missing(base.store, base.embedder, Stages())
    return base, wiring.desk(base, filing=False).snapshot(OPERATOR, day)


def one_rank(rank: float) -> Gains:
    """Metrics of a question for which one place is enough; `rank` from 1, inf where it was not found."""
    out = {f"recall@{k}": float(rank <= k) for k in RECALLS}
    near = rank <= AT
    return out | {f"mrr@{AT}": 1 / rank if near else 0.0, f"ndcg@{AT}": 1 / math.log2(rank + 1) if near else 0.0}


def first(ordered: Sequence[Chunk], right: Callable[[Chunk], bool]) -> float:
    """Rank among chunks that can be grounds at all."""
    grounds = (chunk for chunk in ordered if not barred(chunk))
    return next((float(at) for at, chunk in enumerate(grounds, start=1) if right(chunk)), math.inf)


def several(ranking: Sequence[Any], relevant: frozenset[Any]) -> Gains:
    out = {f"recall@{k}": recall(ranking, relevant, k) for k in RECALLS}
    return out | {f"mrr@{AT}": reciprocal_rank(ranking, relevant, AT), f"ndcg@{AT}": ndcg(ranking, relevant, AT)}


# --- the sets ---------------------------------------------------------------------------------------------------


def everyday(data: Path, work: Path, **settings: Any) -> Set:
    """cases/everyday/tuning.json; a rank is that of the last clause that a ground needs."""
    half = json.loads((ROOT / "cases/everyday/tuning.json").read_text(encoding="utf-8"))
    files = [document["file"] for document in half["documents"]]
    places = [(ROOT / file if file.startswith("examples/") else data / file.removeprefix("shared/")) for file in files]
    docs = folder_of(work / "rank-everyday-docs", zip(places, files, strict=True))
    base, snapshot = opened(work, "rank-everyday", docs, half["as_of"], **settings)
    by_key = {key: document.file for key, document in snapshot.documents.items()}
    questions = []
    for row in half["cases"]:
        case = everyday_case(row, by_key)
        if case.gold:

            def gains(ordered: Sequence[Chunk], grounds: Any = case.gold) -> Gains:
                return one_rank(min(max(first(ordered, place) for place in ground) for ground in grounds))

            def right(chunk: Chunk, grounds: Any = case.gold) -> bool:
                return any(place(chunk) for ground in grounds for place in ground)

            questions.append(Question(row["id"], row["q"], row["documents"][0], gains, right))
    return Set("everyday", base, snapshot, questions)


def examples(data: Path, work: Path, **settings: Any) -> Set:
    """cases/relevance.json over the examples; group: its half."""
    base, snapshot = opened(work, "rank-examples", ROOT / "examples/docs", "2027-01-01", **settings)
    questions = []
    for case in golden.load(ROOT / "cases/relevance.json").cases:
        if case.answerable:

            def right(chunk: Chunk, grounds: Any = case.gold) -> bool:
                return any(ground.matches(chunk) for ground in grounds)

            questions.append(Question(case.id, case.q, case.half, _first_right(right), right))
    return Set("examples", base, snapshot, questions)


def reports(data: Path, work: Path, **settings: Any) -> Set:
    """jet-rag's questions whose document is at hand and that need text only; all of its must_include strings in one
    passage."""
    docs = folder_of(work / "rank-jetrag-docs", jetrag.documents(data))
    base, snapshot = opened(work, "rank-jetrag", docs, **settings)
    questions = []
    for at, case in enumerate(jetrag.golden(data)):
        if case.negative or not (case.documents and case.must_include) or case.group != "at_hand_text":
            continue

        def right(chunk: Chunk, case: Any = case) -> bool:
            return jetrag._is_right(case, chunk, strict, snapshot)

        if any(right(chunk) for chunk in snapshot.chunks.values()):
            questions.append(Question(str(at), case.question, case.documents[0], _first_right(right), right))
    return Set("jetrag", base, snapshot, questions)


def korquad(data: Path, work: Path, **settings: Any) -> Set:
    """KorQuAD 1.0 dev: a paragraph is a document and, whatever its length, one chunk."""
    articles = json.loads((data / "qa/KorQuAD_v1.0_dev.json").read_text(encoding="utf-8"))["data"]
    docs = work / "rank-korquad-docs"
    docs.mkdir(parents=True, exist_ok=True)
    questions = []
    for number, article in enumerate(articles):
        for place, paragraph in enumerate(article["paragraphs"]):
            name = f"{number:03}-{place:03}.txt"
            if not (docs / name).exists():
                (docs / name).write_text(paragraph["context"] + "\n", encoding="utf-8")
            questions += [(row["id"], row["question"], number, name) for row in paragraph["qas"]]
    base, snapshot = opened(work, "rank-korquad", docs, **{"chunk.size": 3000, "chunk.overlap": 0} | settings)
    file_of = {key: document.file for key, document in snapshot.documents.items()}

    def asked(row: tuple[str, str, int, str]) -> Question:
        def right(chunk: Chunk) -> bool:
            return file_of[chunk.key] == row[3]

        def gains(ordered: Sequence[Chunk]) -> Gains:
            return several(distinct(file_of[chunk.key] for chunk in ordered), frozenset({row[3]}))

        return Question(row[0], row[1], str(row[2]), gains, right)

    return Set("korquad", base, snapshot, [asked(row) for row in questions])


def court_rows(data: Path, work: Path, **settings: Any) -> Set:
    """court_issue_statute_pairs over statutes/current, the rows of the first bench's main figure."""
    docs = folder_of(work / "rank-court-docs", current_acts(data))
    base, _ = opened(work, "rank-court", docs, **settings)
    snapshot = base.store.snapshot()
    return Set("court", base, snapshot, list(court_questions(data, snapshot)))


def court_questions(data: Path, snapshot: Snapshot) -> Iterator[Question]:
    for at, case in enumerate(court.main_cases(data, snapshot)):

        def right(chunk: Chunk, case: Any = case) -> bool:
            return court.item(chunk) in case.relevant

        def gains(ordered: Sequence[Chunk], case: Any = case) -> Gains:
            return several(distinct(court.item(chunk) for chunk in ordered), case.relevant)

        yield Question(str(at), case.question, str(sorted(case.relevant)[0]), gains, right)


def _first_right(right: Callable[[Chunk], bool]) -> Callable[[Sequence[Chunk]], Gains]:
    return lambda ordered: one_rank(first(ordered, right))


SETS = {"everyday": everyday, "examples": examples, "jetrag": reports, "korquad": korquad, "court": court_rows}
