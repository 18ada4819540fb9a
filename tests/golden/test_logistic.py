"""The fit is the one optimum of its penalised likelihood: checked by the conditions that hold there and only there."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from geungeo.golden import logistic
from geungeo.search.relevance import relevance
from geungeo.thresholds import LEXICAL, Fit

Rows = NDArray[np.float64]


def gradient(found: Fit, names: tuple[str, ...], rows: Rows, labels: Rows) -> tuple[Rows, Rows]:
    """Of the penalised, class-weighted log-likelihood by intercept and standardised slopes; and these slopes."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    slopes = np.array([found.coefficients[name] for name in names]) * spread
    scaled = (rows - mean) / spread
    intercept = found.intercept + float((np.array([found.coefficients[name] for name in names]) * mean).sum())
    p = 1.0 / (1.0 + np.exp(-(intercept + scaled @ slopes)))
    share = np.where(labels == 1, 0.5 / labels.sum(), 0.5 / (1 - labels).sum()) * len(rows)
    error = share * (labels - p)
    return np.array([error.sum(), *(scaled.T @ error - slopes)]), slopes


def sample(seed: int, n: int = 120) -> tuple[Rows, Rows]:
    """Three features: one that speaks for, one against, one that says nothing."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(n, 3)) * [1.0, 5.0, 0.1] + [0.0, 2.0, 9.0]
    chance = 1 / (1 + np.exp(-(2.0 * rows[:, 0] - 0.4 * (rows[:, 1] - 2.0) - 0.5)))
    return rows, (random.random(n) < chance).astype(float)


@pytest.mark.parametrize("seed", range(6))
def test_no_step_leads_higher_from_where_it_ends(seed: int) -> None:
    names = ("for", "against", "nothing")
    rows, labels = sample(seed)
    found = logistic.fit(names, rows, labels, ("against",))
    slope, values = gradient(found, names, rows, labels)
    assert abs(slope[0]) < 1e-3
    for sign, step, value in zip((1, -1, 1), slope[1:], values, strict=True):
        assert value * sign >= 0
        if value == 0:
            assert step * sign <= 1e-3
        else:
            assert abs(step) < 1e-3


def test_what_parts_the_classes_is_found_and_in_the_features_own_units() -> None:
    rows = np.array([[0.0], [0.1], [0.2], [0.8], [0.9], [1.0]])
    labels = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    for scale in (1.0, 1000.0):
        found = logistic.fit(("f",), rows * scale, labels)
        scores = [relevance({"f": float(row[0]) * scale}, {LEXICAL: found}) for row in rows]
        assert scores == sorted(scores)
        assert max(scores[:3]) < 0.5 < min(scores[3:])
        assert relevance({"f": 0.5 * scale}, {LEXICAL: found}) == pytest.approx(0.5, abs=1e-4)


def test_both_classes_weigh_the_same() -> None:
    rows = np.array([[0.0]] * 98 + [[1.0]] * 2)
    labels = np.array([0.0] * 98 + [1.0] * 2)
    found = logistic.fit(("f",), rows, labels)
    assert relevance({"f": 0.0}, {LEXICAL: found}) < 0.5 < relevance({"f": 1.0}, {LEXICAL: found})


def test_a_feature_that_never_changes_gets_no_say() -> None:
    rows, labels = sample(1)
    rows[:, 2] = 7.0
    found = logistic.fit(("for", "against", "nothing"), rows, labels, ("against",))
    assert found.coefficients["nothing"] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("label", [0.0, 1.0])
def test_one_class_alone_can_not_be_fitted(label: float) -> None:
    with pytest.raises(ValueError, match="both classes"):
        logistic.fit(("f",), np.array([[0.0], [1.0]]), np.array([label, label]))
