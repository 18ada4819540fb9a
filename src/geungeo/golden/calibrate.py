"""Measure on labelled questions: fusion weights, relevance coefficients, and the threshold that parts answerable
questions from the others. Chosen on one half, reported on the other.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geungeo.errors import GeungeoError
from geungeo.golden import logistic
from geungeo.golden.cases import GoldenCase, GoldenSet
from geungeo.korean.normalize import squeeze
from geungeo.korean.tokenizers import TOKENIZER
from geungeo.ports import Embedder, Snapshot
from geungeo.search.evidence import barred
from geungeo.search.fuse import fuse
from geungeo.search.query import lexical_query, understand
from geungeo.search.relevance import AGAINST, FEATURES, SIMILARITY, features, relevance
from geungeo.search.retrieve import named_first
from geungeo.thresholds import DENSE, LEXICAL, Fit

# Rows per question that the fit sees: the passages that would stand nearest to an answer.
_DEPTH = 10
_DENSE_WEIGHTS = tuple(round(0.1 * step, 1) for step in range(21))
_GROUNDED_START = {
    "status": "uncalibrated",
    "value": 0.30,
    "source": "starting value of the seed rule: at least 30 % of the answer's character pairs stand in the excerpts",
}


@dataclass(frozen=True, slots=True)
class Candidates:
    """One case's candidates: rankings of chunk ids, features by id, and which ids are gold."""

    case: GoldenCase
    rankings: dict[str, list[str]]
    features: dict[str, dict[str, float]]
    gold: frozenset[str]

    def order(self, weights: dict[str, float]) -> list[str]:
        """Ids of the rankings that have a weight, in the order in which retrieve gives them."""
        fused = fuse({name: self.rankings[name] for name, weight in weights.items() if weight}, weights)
        return named_first(fused, self.features)


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
) -> dict[str, Any]:
    """The thresholds.json document. Raises GeungeoError when the corpus lacks vectors or a gold clause."""
    if not snapshot.dense_ready:
        raise GeungeoError("벡터가 아직 다 만들어지지 않았습니다. `geungeo ingest`가 끝난 뒤에 다시 재 주세요.")
    seen = []
    for done, case in enumerate(golden.cases, start=1):
        seen.append(_candidates(case, snapshot, embedder, candidates, tokenizer))
        progress("calibrating", done, len(golden.cases))
    fitting = [item for item in seen if item.case.half == "fit"]
    reporting = [item for item in seen if item.case.half == "report"]

    if not (_answerable(fitting) and _answerable(reporting)) or all(item.case.answerable for item in fitting):
        raise GeungeoError("정답셋의 두 절반(fit, report)에 답할 수 있는 질문과 없는 질문이 모두 있어야 합니다.")

    fusion, fusion_mrr = _choose_fusion(fitting)
    fits = {
        LEXICAL: _fit(fitting, FEATURES, {LEXICAL: 1.0}),
        DENSE: _fit(fitting, (*FEATURES, SIMILARITY), fusion),
    }
    threshold = _choose_threshold(_top_scores(fitting, fits, fusion, slots))
    alone = _choose_threshold(_top_scores(fitting, {LEXICAL: fits[LEXICAL]}, {LEXICAL: 1.0}, slots))
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
                        "fit": _errors(_top_scores(fitting, _only(fits), {LEXICAL: 1.0}, slots), threshold),
                        "report": _errors(_top_scores(reporting, _only(fits), {LEXICAL: 1.0}, slots), threshold),
                    },
                },
            },
            "fusion": {
                "status": "calibrated",
                "value": fusion,
                "chosen_by": "highest mrr@10 of the gold clause on the fit half",
                "mrr@10": {
                    "fit": fusion_mrr,
                    "report": _mrr(reporting, fusion),
                    "report_lexical_alone": _mrr(reporting, {LEXICAL: 1.0}),
                },
                "n": {"fit": _answerable(fitting), "report": _answerable(reporting)},
            },
            "groundedness": _GROUNDED_START,
        },
    }


def _candidates(case: GoldenCase, snapshot: Snapshot, embedder: Embedder, limit: int, tokenizer: str) -> Candidates:
    query = understand(case.q, tokenizer)
    vector = embedder.query(squeeze(case.q))
    rankings = {
        LEXICAL: [chunk_id for chunk_id, _ in snapshot.lexical(lexical_query(query), limit)],
        DENSE: [chunk_id for chunk_id, _ in snapshot.nearest(vector, limit)],
    }
    ids = [i for i in dict.fromkeys(rankings[LEXICAL] + rankings[DENSE]) if not barred(snapshot.chunks[i])]
    similarity = snapshot.similarities(vector, ids)
    gold = frozenset(i for i, chunk in snapshot.chunks.items() if any(g.matches(chunk) for g in case.gold))
    if case.answerable and not gold:
        raise GeungeoError(f"정답셋 {case.id}의 조항이 문서에 없습니다: {case.gold}. 정답셋에 맞는 문서를 읽어 주세요.")
    kept = {name: [i for i in ranking if i in set(ids)] for name, ranking in rankings.items()}
    return Candidates(case, kept, {i: features(query, snapshot.chunks[i], similarity.get(i)) for i in ids}, gold)


def _choose_fusion(seen: Sequence[Candidates]) -> tuple[dict[str, float], float]:
    """Weights {lexical: 1, dense: w} with the best mrr@10; the smallest w among equals."""
    best, best_mrr = {LEXICAL: 1.0, DENSE: 0.0}, -1.0
    for dense in _DENSE_WEIGHTS:
        weights = {LEXICAL: 1.0, DENSE: dense}
        mrr = _mrr(seen, weights)
        if mrr > best_mrr:
            best, best_mrr = weights, mrr
    return best, best_mrr


def _mrr(seen: Sequence[Candidates], weights: dict[str, float]) -> float:
    """Mean reciprocal rank of the first gold clause within ten, over answerable cases."""
    scores = []
    for item in seen:
        if item.case.answerable:
            ranks = [rank for rank, i in enumerate(item.order(weights)[:10], start=1) if i in item.gold]
            scores.append(1.0 / ranks[0] if ranks else 0.0)
    return round(float(np.mean(scores)), 4) if scores else 0.0


def _fit(seen: Sequence[Candidates], names: tuple[str, ...], weights: dict[str, float]) -> Fit:
    """Rows: each case's first candidates, and its gold clauses wherever they rank."""
    rows, labels = [], []
    for item in seen:
        for chunk_id in dict.fromkeys(item.order(weights)[:_DEPTH] + [i for i in item.features if i in item.gold]):
            rows.append([item.features[chunk_id].get(name, 0.0) for name in names])
            labels.append(float(chunk_id in item.gold))
    return logistic.fit(names, np.array(rows), np.array(labels), AGAINST)


def _top_scores(
    seen: Sequence[Candidates], fits: dict[str, Fit], weights: dict[str, float], slots: int
) -> list[tuple[float, bool]]:
    """(top_score, answerable) of each case, as evidence.select gives it."""
    return [
        (
            max((relevance(item.features[i], fits) for i in item.order(weights)[:slots]), default=0.0),
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


def _answerable(seen: Sequence[Candidates]) -> int:
    return sum(item.case.answerable for item in seen)
