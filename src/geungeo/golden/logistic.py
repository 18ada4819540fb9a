"""Logistic regression by Newton's method with an L2 penalty; for a few hundred rows of a few features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geungeo.thresholds import Fit

_PENALTY = 1.0
_STEPS = 50


def fit(names: tuple[str, ...], rows: NDArray[np.float64], labels: NDArray[np.float64]) -> Fit:
    """rows: (n, len(names)); labels: (n,) of 0 and 1. Both classes weigh the same in sum.

    Features are standardised inside, so that one penalty suits all; coefficients come back in the features' own
    units. Raises ValueError when a class is missing.
    """
    positives, negatives = float(labels.sum()), float((1 - labels).sum())
    if positives == 0 or negatives == 0:
        raise ValueError(f"need both classes, got {positives:.0f} positive and {negatives:.0f} negative rows")
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread == 0] = 1.0
    design = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])
    weights = np.where(labels == 1, 0.5 / positives, 0.5 / negatives) * len(rows)
    beta = np.zeros(design.shape[1])
    penalty = _PENALTY * np.eye(len(beta))
    penalty[0, 0] = 0.0
    for _ in range(_STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(design @ beta, -30, 30)))
        gradient = design.T @ (weights * (labels - p)) - penalty @ beta
        curvature = (design * (weights * p * (1 - p))[:, None]).T @ design + penalty + 1e-9 * np.eye(len(beta))
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    slopes = beta[1:] / spread
    return Fit(float(beta[0] - slopes @ mean), {n: float(s) for n, s in zip(names, slopes, strict=True)})
