"""A base that stays open: answers many threads while vectors are made in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from geungeo import messages
from geungeo.errors import GeungeoError
from geungeo.ports import Snapshot
from geungeo.records import AskResult, Chunk, Document, Reader
from geungeo.serve.ask import Desk, ask

log = logging.getLogger(__name__)

# The house looks at its own state; nothing of a document leaves by this.
_HOUSE = Reader(role="operator")

Stepped = Callable[[str, int, int], None]
# Makes the vectors that are missing until done or told to stop.
Embed = Callable[[Stepped, threading.Event], object]


class Running:
    """What the web needs (web.app.Services). `close` stops the background work; all methods are thread-safe."""

    def __init__(self, desk: Desk, embed: Embed | None, suggestions: Sequence[Mapping[str, str]] = ()) -> None:
        self._desk = desk
        self._suggestions = list(suggestions)
        self._embed = embed
        self._progress = ("", 0, 0)
        self._trouble = ""
        self._stop = threading.Event()
        self._worker = threading.Thread(target=self._make_vectors, name="vectors", daemon=True)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        self._stop.set()
        if self._worker.is_alive():
            self._worker.join()

    def ask(self, question: str, reader: Reader, progress: Callable[[str], None] | None = None) -> AskResult:
        return ask(question, self._desk, progress or (lambda stage: None), reader)

    def chunk(self, chunk_id: str, reader: Reader) -> Chunk | None:
        return self._desk.snapshot(reader).chunks.get(chunk_id)

    def neighbours(self, chunk_id: str, reader: Reader, before: int, after: int) -> list[Chunk]:
        snapshot = self._desk.snapshot(reader)
        here = snapshot.chunks.get(chunk_id)
        if here is None:
            return []
        same = [chunk for chunk in snapshot.chunks.values() if chunk.doc_id == here.doc_id]
        same.sort(key=lambda chunk: (chunk.start, chunk.end, chunk.chunk_id))
        at = same.index(here)
        return same[max(0, at - before) : at] + same[at + 1 : at + 1 + after]

    def document(self, doc_id: str, reader: Reader) -> Document | None:
        return self._desk.snapshot(reader).documents.get(doc_id)

    def health(self) -> dict[str, Any]:
        """Degraded without an index or clauses, and when the vectors stopped half-way; never raises for these."""
        model = self._desk.embedder.model if self._desk.embedder else "none"
        try:
            snapshot = self._snapshot()
        except GeungeoError as error:
            log.error("no index: %s", error)
            vectors = {"done": 0, "total": 0}
            return {"status": "degraded", "chunks": 0, "vectors": vectors, "commit": "", "model": model}
        stage, done, total = self._progress
        total = total if stage else len(snapshot.chunks)
        return {
            "status": "degraded" if self._trouble or not snapshot.chunks else "ok",
            "chunks": len(snapshot.chunks),
            "vectors": {"done": total if snapshot.dense_ready else done, "total": total},
            "commit": snapshot.commit,
            "model": model,
        }

    def progress(self) -> dict[str, Any]:
        stage, done, total = self._progress
        return {"stage": self._trouble or stage, "done": done, "total": total}

    def suggestions(self) -> Sequence[Mapping[str, str]]:
        return self._suggestions

    def _snapshot(self) -> Snapshot:
        return self._desk.snapshot(_HOUSE)

    def _make_vectors(self) -> None:
        """Questions are answered by words alone until this is done, and after it failed."""
        if self._embed is None:
            return
        try:
            self._embed(self._stepped, self._stop)
        except Exception as error:
            log.exception("vectors stopped")
            self._trouble = messages.VECTORS_STOPPED.format(error=type(error).__name__)

    def _stepped(self, stage: str, done: int, total: int) -> None:
        self._progress = (stage, done, total)
