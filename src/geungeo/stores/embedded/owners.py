"""How much of the index each document owns: any set of documents is counted without asking the index again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


def owner(key: str) -> int:
    """A document's number in the index, 64 bits. Two alike would count as one, and never be shown as one."""
    return int.from_bytes(hashlib.sha1(key.encode("utf-8", "surrogatepass")).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class Owners:
    """numbers: every document's, sorted. chunks, lengths[field]: what it owns, in the same order."""

    numbers: NDArray[np.uint64]
    chunks: NDArray[np.int64]
    lengths: Mapping[str, NDArray[np.int64]]

    def places(self, numbers: Iterable[int]) -> NDArray[np.int64]:
        """Where each of `numbers` stands; those that own nothing are left out."""
        asked = np.fromiter(numbers, dtype=np.uint64)
        if not len(self.numbers):
            return np.zeros(0, dtype=np.int64)
        at = np.minimum(np.searchsorted(self.numbers, asked), len(self.numbers) - 1).astype(np.int64)
        there: NDArray[np.int64] = at[self.numbers[at] == asked]
        return there

    def mask(self, keys: Iterable[str]) -> NDArray[np.bool_]:
        """True at the documents of `keys`."""
        seen = np.zeros(len(self.numbers), dtype=np.bool_)
        seen[self.places(map(owner, keys))] = True
        return seen


def counted(numbers: Iterable[int], lengths: Mapping[str, Iterable[int]]) -> Owners:
    """From one number and one length a field of every chunk, all in the same order."""
    unique, at = np.unique(np.fromiter(numbers, dtype=np.uint64), return_inverse=True)
    sums = {field: np.zeros(len(unique), dtype=np.int64) for field in lengths}
    for field, values in lengths.items():
        np.add.at(sums[field], at, np.fromiter(values, dtype=np.int64))
    return Owners(unique, np.bincount(at, minlength=len(unique)).astype(np.int64), sums)
