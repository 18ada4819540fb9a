"""A text in a few numbers, from which two texts are compared without being read again.

A sketch holds the `KEPT` least hashes of the text's runs of letters (a bottom-k sketch: Broder 1997, "On the resemblance
and containment of documents"). Runs are long, so that one name changed in every clause tells a family of rules apart,
while a rule of which some articles were amended stays alike; spaces and line ends count for nothing.
"""

from __future__ import annotations

import base64
import hashlib

import numpy as np
from numpy.typing import NDArray

from geungeo.korean.overlap import solid

# Letters of a run, and hashes kept: bench/near_duplicates.py compares others. The error of `similarity` is at most
# 1 / (2 √KEPT).
RUN = 16
KEPT = 256

_DIGEST = 16


def sketch(text: str) -> str:
    """The digest of the text's letters and its hashes, in ASCII; "" of a text without letters."""
    letters = solid(text)
    if not letters:
        return ""
    digest = hashlib.sha1(letters.encode()).hexdigest()[:_DIGEST]
    return digest + base64.b64encode(_hashes(letters).astype("<u4").tobytes()).decode()


def equal(one: str, other: str) -> bool:
    """Whether two sketches are of one text, spaces and punctuation aside."""
    return bool(one) and one[:_DIGEST] == other[:_DIGEST]


def digest(found: str) -> str:
    """Equal for sketches of one text, and for no others."""
    return found[:_DIGEST]


def similarity(one: str, other: str) -> float:
    """Of all runs of letters in the two texts, the share that both have, in [0, 1]; estimated, and 1 of one text only."""
    if equal(one, other):
        return 1.0
    left, right = _read(one), _read(other)
    least = np.union1d(left, right)[:KEPT]
    both = np.intersect1d(left, right, assume_unique=True)
    return min(float(np.isin(least, both).mean()), 1 - 0.5 / KEPT) if len(least) else 0.0


def _hashes(letters: str) -> NDArray[np.uint32]:
    """The least hashes of all runs, ascending; of a text shorter than a run, that of the whole."""
    codes = np.frombuffer(letters.encode("utf-32-le"), dtype="<u4").astype(np.uint64)
    length = min(RUN, len(codes))
    found = np.zeros(len(codes) - length + 1, dtype=np.uint64)
    for at in range(length):  # wraps at 64 bits, as meant
        found = found * np.uint64(0x100000001B3) + codes[at : at + len(found)]
    return np.unique((_mixed(found) >> np.uint64(32)).astype(np.uint32))[:KEPT]


def _mixed(found: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Every bit made to depend on all others (the last step of MurmurHash3)."""
    found = (found ^ (found >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    found = (found ^ (found >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return found ^ (found >> np.uint64(33))


def _read(found: str) -> NDArray[np.uint32]:
    return np.frombuffer(base64.b64decode(found[_DIGEST:]), dtype="<u4")
