"""Vectors by what was embedded: two append-only files, row i of one named by row i of the other.

    vectors.f32    little-endian float32, `dimension` a row
    vectors.keys   16 hex and a newline a row; written after its vector is durable, so it decides

A changed clause gets a new key; an unchanged one is never embedded again.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np

from geungeo import messages
from geungeo.errors import IndexMismatch
from geungeo.ports import Matrix

_KEY = 17


class VectorFile:
    """Vectors of one generation. `rows` only grows: a reader that remembers `count` sees what it saw.

    rows: key -> row number. count: rows known so far.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.dimension = dimension
        self.rows: dict[str, int] = {}
        self.count = 0
        self._keys = _open(folder / "vectors.keys")
        self._values = _open(folder / "vectors.f32")
        self._mutex = threading.Lock()
        self.refresh()

    def refresh(self) -> int:
        """Learn rows that any process appended since; returns `count`."""
        with self._mutex:
            return self._learn()

    def append(self, keys: Sequence[str], vectors: Matrix) -> None:
        """Store unit vectors of shape (len(keys), dimension). Safe from several threads and processes."""
        if vectors.shape != (len(keys), self.dimension):
            raise IndexMismatch(messages.VECTOR_SHAPE.format(shape=vectors.shape, wanted=(len(keys), self.dimension)))
        with self._mutex, _locked(self._keys):
            self._learn()
            new = {key: i for i, key in enumerate(keys) if key not in self.rows}
            _write_at(
                self._values, self.count * self.dimension * 4, vectors[list(new.values())].astype("<f4").tobytes()
            )
            _write_at(self._keys, self.count * _KEY, "".join(f"{key}\n" for key in new).encode())
            self._learn()

    def matrix(self, count: int) -> Matrix:
        """The first `count` rows, memory-mapped, shape (count, dimension)."""
        if count == 0:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.memmap(self._values, dtype="<f4", mode="r", shape=(count, self.dimension))

    def _learn(self) -> int:
        values = os.fstat(self._values.fileno()).st_size // (self.dimension * 4)
        whole = min(os.fstat(self._keys.fileno()).st_size // _KEY, values) - self.count
        data = os.pread(self._keys.fileno(), max(0, whole) * _KEY, self.count * _KEY)
        for at in range(0, len(data) - _KEY + 1, _KEY):
            key, end = data[at : at + _KEY - 1], data[at + _KEY - 1 : at + _KEY]
            if end != b"\n" or b"\0" in key:
                break
            self.rows.setdefault(key.decode("ascii"), self.count)
            self.count += 1
        return self.count


def cosines(matrix: Matrix, vector: Matrix) -> Matrix:
    """Of each row, rounded to what the order of additions can't change, so that a row's place in the file never matters.

    Every row is looked at: 200,000 take 45 ms of processor time, 300,000 take 70 (bench/nearest.py). An approximate
    index took 3, but of what a reader may see, when that is a twentieth, it missed every eighth of the best ten.
    """
    found: Matrix = np.round(np.clip(matrix @ vector, -1.0, 1.0), 5)
    return found


def best(scores: Matrix, limit: int, name: Callable[[int], str]) -> list[tuple[int, float]]:
    """Places of the `limit` highest scores, highest first, equal ones by name."""
    # Everything as good as the last wanted one, so that ties are cut by name.
    bar = np.partition(scores, len(scores) - limit)[len(scores) - limit] if limit < len(scores) else -np.inf
    found = sorted((-float(scores[i]), name(i), i) for i in np.flatnonzero(scores >= bar).tolist())
    return [(i, -negative) for negative, _, i in found[:limit]]


@contextmanager
def _locked(file: BinaryIO) -> Iterator[None]:
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _open(path: Path) -> BinaryIO:
    """Read and write; made when absent, never shortened."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0)


def _write_at(file: BinaryIO, at: int, data: bytes) -> None:
    """Write over whatever torn tail stands behind byte `at`, durably."""
    os.ftruncate(file.fileno(), at)
    written = 0
    while written < len(data):
        written += os.pwrite(file.fileno(), data[written:], at + written)
    os.fsync(file.fileno())
