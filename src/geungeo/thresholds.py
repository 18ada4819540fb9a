"""thresholds.json: cut-offs and coefficients that were measured, with the model and the date they hold for.

Nothing here is typed in by hand: `geungeo calibrate` writes the file. An entry without a measurement says
`uncalibrated` and where its starting value comes from.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.errors import ThresholdsError
from geungeo.korean.tokens import TOKENIZER

LEXICAL, DENSE = "lexical", "dense"
# How scores are joined (search.fuse); weights that were measured for another way mean nothing there.
FUSION = "scores-1"
# Where none were measured: the mix without regard to the question that lost on no set of bench/retrieval.py, and a
# clause that people named for a like question counts as much as the best by words.
_STARTING = {"lexical": 1.0, "dense": 0.25, "questions": 1.0}
_EXAMPLES = "examples"  # what the shipped thresholds were measured on


@dataclass(frozen=True, slots=True)
class Fit:
    """A logistic function of named features: relevance = 1 / (1 + exp(-(intercept + sum c·f)))."""

    intercept: float
    coefficients: dict[str, float]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What search and checks read. `relevance` in [0, 1]; `grounded` in [0, 1]; fusion weights >= 0.

    relevance is None while it is uncalibrated: then every question is handed off.
    """

    embedding_model: str
    tokenizer: str
    relevance: float | None
    fits: dict[str, Fit]
    fusion: dict[str, float]
    grounded: float
    document: dict[str, Any]

    def usable_weights(self, embedding_model: str | None) -> dict[str, float]:
        """Of search.fuse. Those of similarity hold for the model that they were measured with; for another the starting
        ones stand in."""
        if embedding_model in (None, self.embedding_model):
            return _STARTING | self.fusion
        return self.fusion | _STARTING | {"unspoken": 0.0}

    def usable_fits(self, embedding_model: str | None) -> dict[str, Fit]:
        """The dense fit holds only for the model it was measured with; the lexical one for any."""
        if embedding_model == self.embedding_model:
            return self.fits
        return {name: fit for name, fit in self.fits.items() if name == LEXICAL}


def shipped(tokenizer: str = TOKENIZER) -> dict[str, Any]:
    """The thresholds measured on the example documents, as `geungeo init` copies them; with the index of this
    tokenizer where it was measured, else with the usual one's."""
    documents: dict[str, dict[str, Any]] = {}
    for name in ("thresholds.json", "thresholds-mecab.json"):
        text = resources.files("geungeo").joinpath(f"shipped/{name}").read_text(encoding="utf-8")
        document = json.loads(text)
        documents[document["tokenizer"]] = document
    return documents.get(tokenizer, documents[TOKENIZER])


def load(path: Path, tokenizer: str) -> Thresholds:
    """Raises ThresholdsError when the file is absent or torn. What was measured with another tokenizer is
    uncalibrated; but a copy of the shipped ones stands for those shipped for this tokenizer.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ThresholdsError(messages.THRESHOLDS_MISSING.format(file=path.name)) from error
    except (OSError, ValueError) as error:
        # The system's own words name the folder, and this is read by whoever asks.
        why = error.strerror if isinstance(error, OSError) else type(error).__name__
        raise ThresholdsError(messages.THRESHOLDS_TORN.format(file=path.name, why=why)) from error
    if isinstance(document, dict) and _of_another(document, tokenizer):
        document = shipped(tokenizer)
    return parse(document, tokenizer)


def parse(document: dict[str, Any], tokenizer: str) -> Thresholds:
    """Raises ThresholdsError with the field that is missing or wrong: a cut-off that lets everything pass is wrong."""
    try:
        entries = document["entries"]
        relevance = entries["relevance"]
        calibrated = relevance["status"] == "calibrated" and document["tokenizer"] == tokenizer
        return Thresholds(
            embedding_model=document["embedding_model"],
            tokenizer=document["tokenizer"],
            relevance=_share(relevance["value"]) if calibrated else None,
            fits={name: _fit(fit) for name, fit in relevance.get("fits", {}).items()},
            fusion=_fusion(entries["fusion"]),
            grounded=_share(entries["groundedness"]["value"]),
            document=document,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ThresholdsError(messages.THRESHOLDS_WRONG.format(error=error)) from error


def _of_another(document: dict[str, Any], tokenizer: str) -> bool:
    """A copy of shipped thresholds, of an earlier version or of another tokenizer."""
    return document.get("measured_on") == _EXAMPLES and document.get("tokenizer") != tokenizer


def _fusion(entry: dict[str, Any]) -> dict[str, float]:
    """Raises ValueError for a weight below 0."""
    weights = {name: _number(weight) for name, weight in entry["value"].items()}
    if any(weight < 0.0 for weight in weights.values()):
        raise ValueError(weights)
    return weights if entry.get("method") == FUSION else {}


def _fit(fit: dict[str, Any]) -> Fit:
    return Fit(_number(fit["intercept"]), {key: _number(value) for key, value in fit["coefficients"].items()})


def _number(value: Any) -> float:
    if isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _share(value: Any) -> float:
    if not 0.0 < _number(value) <= 1.0:
        raise ValueError(value)
    return float(value)


def save(path: Path, document: dict[str, Any]) -> None:
    """Atomic: a reader sees the old file or the new one."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
