"""Measure on labelled questions: fusion weights, relevance coefficients, and the threshold that parts answerable
questions from the others. Chosen on one half, reported on the other.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geungeo.errors import GeungeoError
from geungeo.golden import fusion as blending
from geungeo.golden import logistic
from geungeo.golden.cases import GoldenCase, GoldenSet
from geungeo.golden.fusion import NO_FITS, Candidates, choose, mrr
from geungeo.korean.tokenizers import TOKENIZER
from geungeo.ports import Embedder, Snapshot
from geungeo.records import Chunk
from geungeo.search.relevance import AGAINST, FEATURES, SIMILARITY, relevance
from geungeo.thresholds import DENSE, FUSION, LEXICAL, Fit

# Rows per question that the fit sees: the passages that would stand nearest to an answer.
_DEPTH = 10
NO_OTHERS: Mapping[str, Sequence[Candidates]] = {}
NO_WEIGHTS: Mapping[str, float] = {}  # words alone
_GROUNDED_START = {
    "status": "uncalibrated",
    "value": 0.30,
    "source": "starting value of the seed rule: at least 30 % of the answer's character pairs stand in the excerpts",
}


@dataclass(frozen=True, slots=True)
class _Seen:
    case: GoldenCase
    found: Candidates


def calibrate(
    golden: GoldenSet,
    snapshot: Snapshot,
    embedder: Embedder,
    *,
    candidates: int,
    slots: int,
    measured_on: str,
    today: datetime.date,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
    tokenizer: str = TOKENIZER,
    other_kinds: Mapping[str, Sequence[Candidates]] = NO_OTHERS,
) -> dict[str, Any]:
    """The thresholds.json document. Raises GeungeoError when the corpus lacks vectors or a gold clause.

    other_kinds: by name, questions over other documents that have a say in the fusion weights and in nothing else.
    """
    if not snapshot.dense_ready:
        raise GeungeoError("벡터가 아직 다 만들어지지 않았습니다. `geungeo ingest`가 끝난 뒤에 다시 재 주세요.")
    seen = []
    for done, case in enumerate(golden.cases, start=1):
        seen.append(_Seen(case, _looked_up(case, snapshot, embedder, candidates, tokenizer)))
        progress("calibrating", done, len(golden.cases))
    fitting = [item for item in seen if item.case.half == "fit"]
    reporting = [item for item in seen if item.case.half == "report"]

    if not (_answerable(fitting) and _answerable(reporting)) or all(item.case.answerable for item in fitting):
        raise GeungeoError("정답셋의 두 절반(fit, report)에 답할 수 있는 질문과 없는 질문이 모두 있어야 합니다.")

    kinds = [[item.found for item in fitting], *other_kinds.values()]
    first = choose(kinds)
    fits = {LEXICAL: _fit(fitting, FEATURES, NO_WEIGHTS), DENSE: _fit(fitting, (*FEATURES, SIMILARITY), first)}
    fusion = choose(kinds, fits)
    threshold = _choose_threshold(_top_scores(fitting, fits, fusion, slots))
    alone = _choose_threshold(_top_scores(fitting, _only(fits), fusion, slots))
    fits[LEXICAL] = _shifted(fits[LEXICAL], alone, threshold)
    return {
        "embedding_model": embedder.model,
        "tokenizer": tokenizer,
        "golden_version": golden.version,
        "measured_on": measured_on,
        "calibrated_at": today.isoformat(),
        "entries": {
            "relevance": {
                "status": "calibrated",
                "value": threshold,
                "chosen_by": "highest balanced accuracy on the fit half",
                "fits": {
                    name: {"intercept": one.intercept, "coefficients": one.coefficients} for name, one in fits.items()
                },
                "errors": {
                    "with_vectors": {
                        "fit": _errors(_top_scores(fitting, fits, fusion, slots), threshold),
                        "report": _errors(_top_scores(reporting, fits, fusion, slots), threshold),
                    },
                    "without_vectors": {
                        "fit": _errors(_top_scores(fitting, _only(fits), fusion, slots), threshold),
                        "report": _errors(_top_scores(reporting, _only(fits), fusion, slots), threshold),
                    },
                },
            },
            "fusion": {
                "status": "calibrated",
                "method": FUSION,
                "value": fusion,
                "chosen_by": "highest mrr@10 of the gold clause on the fit half and on the other kinds alike",
                "mrr@10": {
                    "fit": round(mrr(kinds[0], fusion, fits), 4),
                    "report": round(mrr([item.found for item in reporting], fusion, fits), 4),
                    "report_lexical_alone": round(mrr([item.found for item in reporting], NO_WEIGHTS, NO_FITS), 4),
                    "other_kinds": {name: round(mrr(some, fusion, fits), 4) for name, some in other_kinds.items()},
                    "other_kinds_lexical_alone": {
                        name: round(mrr(some, NO_WEIGHTS, NO_FITS), 4) for name, some in other_kinds.items()
                    },
                },
                "n": {
                    "fit": _answerable(fitting),
                    "report": _answerable(reporting),
                    "other_kinds": {name: len(some) for name, some in other_kinds.items()},
                },
            },
            "groundedness": _GROUNDED_START,
        },
    }


def _looked_up(case: GoldenCase, snapshot: Snapshot, embedder: Embedder, limit: int, tokenizer: str) -> Candidates:
    def right(chunk: Chunk) -> bool:
        return any(gold.matches(chunk) for gold in case.gold)

    found = blending.candidates(case.q, snapshot, embedder, limit, tokenizer, right)
    if case.answerable and not found.gold:
        raise GeungeoError(f"정답셋 {case.id}의 조항이 문서에 없습니다: {case.gold}. 정답셋에 맞는 문서를 읽어 주세요.")
    return found


def _fit(seen: Sequence[_Seen], names: tuple[str, ...], weights: Mapping[str, float]) -> Fit:
    """Rows: each case's first candidates, and its gold clauses wherever they rank."""
    rows, labels = [], []
    for item in seen:
        found, vectors = item.found.features, SIMILARITY in names
        gold = [i for i in found if i in item.found.gold and i not in item.found.barred]
        for chunk_id in dict.fromkeys(item.found.order(weights, NO_FITS, vectors)[:_DEPTH] + gold):
            rows.append([found[chunk_id].get(name, 0.0) for name in names])
            labels.append(float(chunk_id in item.found.gold))
    return logistic.fit(names, np.array(rows), np.array(labels), AGAINST)


def _top_scores(
    seen: Sequence[_Seen], fits: dict[str, Fit], weights: Mapping[str, float], slots: int
) -> list[tuple[float, bool]]:
    """(top_score, answerable) of each case, as evidence.select gives it; without a dense fit, as without vectors."""
    vectors = DENSE in fits
    return [
        (
            max(
                (
                    relevance(item.found.found(i, vectors), fits)
                    for i in item.found.order(weights, fits, vectors)[:slots]
                ),
                default=0.0,
            ),
            item.case.answerable,
        )
        for item in seen
    ]


def _choose_threshold(scores: Sequence[tuple[float, bool]]) -> float:
    """The cut with the highest balanced accuracy; midway between its neighbours, so that it rests on no one case."""
    ordered = sorted(score for score, _ in scores)
    cuts = [(low + high) / 2 for low, high in itertools.pairwise(ordered)]
    best = max(cuts, key=lambda cut: (_balanced(scores, cut), cut))
    return round(best, 4)


def _balanced(scores: Sequence[tuple[float, bool]], cut: float) -> float:
    errors = _errors(scores, cut)
    return float(2.0 - errors["answerable_refused"] - errors["unanswerable_passed"])


def _errors(scores: Sequence[tuple[float, bool]], cut: float) -> dict[str, float | int]:
    """Both error rates at `cut`, with the number of questions each rests on."""
    answerable = [score for score, yes in scores if yes]
    others = [score for score, yes in scores if not yes]
    return {
        "answerable_refused": round(sum(s < cut for s in answerable) / (len(answerable) or 1), 4),
        "n_answerable": len(answerable),
        "unanswerable_passed": round(sum(s >= cut for s in others) / (len(others) or 1), 4),
        "n_unanswerable": len(others),
    }


def _shifted(fit: Fit, own: float, common: float) -> Fit:
    """The fit with its intercept moved so that its own threshold `own` reads `common`: one threshold serves both."""
    return Fit(fit.intercept + _logit(common) - _logit(own), fit.coefficients)


def _logit(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return float(np.log(p / (1 - p)))


def _only(fits: dict[str, Fit]) -> dict[str, Fit]:
    return {LEXICAL: fits[LEXICAL]}


def _answerable(seen: Sequence[_Seen]) -> int:
    return sum(item.case.answerable for item in seen)
