"""Logistic regression with an L2 penalty and signs stated ahead; for a few hundred rows of a few features."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from geungeo.thresholds import Fit

_PENALTY = 1.0
_STEPS = 20_000
_STILL = 1e-9


def fit(
    names: tuple[str, ...], rows: NDArray[np.float64], labels: NDArray[np.float64], against: Collection[str] = ()
) -> Fit:
    """rows: (n, len(names)); labels: (n,) of 0 and 1. Both classes weigh the same in sum.

    A feature may only raise the probability, those of `against` only lower it: what would come out the other way on
    few rows merely corrects its neighbours, and gets 0. Features are standardised inside, so that one penalty suits
    all; coefficients come back in the features' own units. Projected gradient ascent: the problem is concave and
    the constraints are half-lines, so it ends at the one optimum. Raises ValueError when a class is missing.
    """
    positives, negatives = float(labels.sum()), float((1 - labels).sum())
    if positives == 0 or negatives == 0:
        raise ValueError(f"need both classes, got {positives:.0f} positive and {negatives:.0f} negative rows")
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread == 0] = 1.0
    design = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])
    weights = np.where(labels == 1, 0.5 / positives, 0.5 / negatives) * len(rows)
    signs = np.array([0.0, *(-1.0 if name in against else 1.0 for name in names)])
    penalty = np.array([0.0, *(_PENALTY for _ in names)])
    steepest = np.linalg.eigvalsh((design * weights[:, None]).T @ design).max() / 4 + _PENALTY
    beta = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(design @ beta, -30, 30)))
        moved = beta + (design.T @ (weights * (labels - p)) - penalty * beta) / steepest
        moved = np.where(moved * signs < 0, 0.0, moved)
        still = np.abs(moved - beta).max() < _STILL
        beta = moved
        if still:
            break
    slopes = beta[1:] / spread
    return Fit(float(beta[0] - slopes @ mean), {n: float(s) for n, s in zip(names, slopes, strict=True)})
