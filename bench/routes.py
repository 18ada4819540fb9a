"""Which route questions take over jet-rag's documents: answered or handed off, and why.

Groups: jet-rag's positive questions whose document is at hand (text only, and those that need a picture); its
positives whose document is absent or is another text under the same name; its out-of-scope questions; and seeded
everyday sentences of ChatbotData. Nothing in these documents answers the last four groups, so every answer there is a
false answer; the rate is stated. (A question about an absent document may by chance be answered by another one.)
For answered positives `right_document` says how many cite the expected document: not that the answer is right.

    python bench/routes.py [--no-vectors] [--everyday 100] [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path
from typing import Any

from common import Bench, Stages, arguments, sampled, shared, write
from geungeo.ports import Snapshot
from geungeo.records import AskResult
from jetrag_labels import Case
from retrieval_jetrag import golden, opened

ANSWERED = "auto_answer"
ANSWERABLE = ("at_hand_text", "at_hand_picture")
UNANSWERABLE = ("other_text", "document_absent", "out_of_scope")
EXAMPLES_SHOWN = 12


def main() -> None:
    parser = arguments(__doc__, "routes")
    parser.add_argument("--no-vectors", action="store_true")
    parser.add_argument("--everyday", type=int, default=100, help="how many everyday sentences")
    options = parser.parse_args()

    data = shared()
    bench, stages = opened(data, options.work, vectors=not options.no_vectors), Stages()
    bench.ingest(stages)
    bench.embed(stages)
    snapshot, thresholds = bench.snapshot(), bench.thresholds()
    groups = _groups(golden(data), options.limit, options.seed)
    figures = {name: _positive(bench, snapshot, groups[name]) for name in ANSWERABLE}
    absent = {name: [case.question for case in groups[name]] for name in UNANSWERABLE}
    absent["everyday"] = everyday(data, options.limit or options.everyday, options.seed)
    figures |= {name: _unanswerable(bench, questions) for name, questions in absent.items()}
    write(
        options,
        {
            "corpus": {"documents": len(snapshot.documents), "chunks": len(snapshot.chunks)},
            "writer": "extractive",
            "embedding_model": bench.model,
            "relevance_threshold": thresholds.relevance,
            "figures": figures,
        },
    )


def everyday(data: Path, count: int, seed: int) -> list[str]:
    """Seeded sentences of everyday talk, each once."""
    with (data / "qa/ChatbotData.csv").open(encoding="utf-8-sig", newline="") as stream:
        sentences = sorted({row["Q"].strip() for row in csv.DictReader(stream)})
    return random.Random(seed).sample(sentences, count)


def _groups(all_cases: list[Case], limit: int, seed: int) -> dict[str, list[Case]]:
    by_group = {name: [case for case in all_cases if case.group == name] for name in (*ANSWERABLE, *UNANSWERABLE)}
    return {name: sampled(cases, limit, seed) for name, cases in by_group.items()}


def _positive(bench: Bench, snapshot: Snapshot, cases: list[Case]) -> dict[str, Any]:
    results = [bench.ask(case.question) for case in cases]
    answered = [(case, result) for case, result in zip(cases, results, strict=True) if result.route == ANSWERED]
    return _counts(results) | {
        "answer_rate": _share(len(answered), len(results)),
        "right_document": sum(_cites_expected(case, result, snapshot) for case, result in answered),
    }


def _unanswerable(bench: Bench, questions: list[str]) -> dict[str, Any]:
    results = [bench.ask(question) for question in questions]
    wrong = [result for result in results if result.route == ANSWERED]
    return _counts(results) | {
        "false_answer_rate": _share(len(wrong), len(results)),
        "false_answers": [{"question": result.question, "answer": result.answer} for result in wrong[:EXAMPLES_SHOWN]],
    }


def _counts(results: list[AskResult]) -> dict[str, Any]:
    reasons = Counter(result.reason for result in results if result.reason)
    failed = Counter(name for result in results for name in result.failed)
    return {
        "n": len(results),
        "answered": sum(result.route == ANSWERED for result in results),
        "handed_off": dict(sorted(reasons.items())),
        "failed_checks": dict(sorted(failed.items())),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _cites_expected(case: Case, result: AskResult, snapshot: Snapshot) -> bool:
    files = {Path(snapshot.documents[snapshot.chunks[c.chunk_id].key].file).name for c in result.citations}
    return bool(files & set(case.documents))


if __name__ == "__main__":
    main()
