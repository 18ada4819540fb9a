"""A base that stays open: answers many threads while vectors are made in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from geungeo import messages
from geungeo.errors import GeungeoError
from geungeo.records import NOBODY, AskResult, Chunk, Document, Reader, Turn
from geungeo.serve.ask import Desk, ask
from geungeo.serve.jobs import Jobs
from geungeo.versions import EVER

log = logging.getLogger(__name__)

# The house looks at its own state; nothing of a document leaves by this.
_HOUSE = Reader(role="operator")

# The job that makes missing vectors; without this kind of job there is no search by meaning to wait for.
VECTORS = "vectors"


class Running:
    """What the web needs (web.app.Services). `close` stops the background work; all methods are thread-safe.

    renewed: the desk as the settings stand now; looked at before each question. tried: as it would be with other ones.
    """

    def __init__(
        self,
        desk: Desk,
        jobs: Jobs | None,
        suggestions: Sequence[Mapping[str, str]] = (),
        renewed: Callable[[Desk], Desk] = lambda desk: desk,
        tried: Callable[[Desk, Mapping[str, Any]], Desk] = lambda desk, stated: desk,
    ) -> None:
        self._desk = desk
        self._suggestions = list(suggestions)
        self._jobs = jobs
        self._renewed = renewed
        self._tried = tried

    def start(self) -> None:
        """The background work, vectors first. Questions are answered by words alone until those are done."""
        if self._jobs:
            self._jobs.start()
            if VECTORS in self._jobs.kinds:
                self._jobs.ask(VECTORS, "")

    def close(self) -> None:
        if self._jobs:
            self._jobs.close()

    def ask(
        self,
        question: str,
        reader: Reader,
        progress: Callable[[str], None] | None = None,
        as_of: str | None = None,
        collection: str | None = None,
        history: Sequence[Turn] = (),
    ) -> AskResult:
        desk = self._renewed(self._desk)
        return ask(question, desk, progress or (lambda stage: None), reader, as_of, collection, history)

    def collections(self, reader: Reader) -> Mapping[str, str]:
        """Title by name of those that may be asked."""
        return self._desk.collections(reader)

    def try_out(self, question: str, reader: Reader, stated: Mapping[str, Any] = MappingProxyType({})) -> AskResult:
        """As `ask`, with other settings where they are stated, but it leaves neither ticket nor trace. Raises
        SettingError."""
        desk = self._tried(self._desk, stated) if stated else self._renewed(self._desk)
        return ask(question, replace(desk, inbox=None, traces=None), reader=reader)

    def chunk(self, chunk_id: str, reader: Reader) -> Chunk | None:
        return self._desk.snapshot(reader, EVER).chunks.get(chunk_id)

    def neighbours(self, chunk_id: str, reader: Reader, before: int, after: int) -> list[Chunk]:
        snapshot = self._desk.snapshot(reader, EVER)
        here = snapshot.chunks.get(chunk_id)
        if here is None:
            return []
        same = [snapshot.chunks[other] for other in snapshot.of(here.key)]
        same.sort(key=lambda chunk: (chunk.start, chunk.end, chunk.chunk_id))
        at = same.index(here)
        return same[max(0, at - before) : at] + same[at + 1 : at + 1 + after]

    def document(self, key: str, reader: Reader) -> Document | None:
        return self._desk.snapshot(reader, EVER).documents.get(key)

    def health(self, reader: Reader = NOBODY) -> dict[str, Any]:
        """Counts what `reader` may see. Degraded without an index or clauses, and when the vectors stopped half-way;
        never raises for these."""
        model = self._desk.embedder.model if self._desk.embedder else "none"
        try:
            snapshot = self._desk.snapshot(reader)
        except GeungeoError as error:
            log.error("no index: %s", error)
            vectors = {"done": 0, "total": 0}
            return {"status": "degraded", "chunks": 0, "vectors": vectors, "commit": "", "model": model}
        stage, done, total, trouble = self._vectors()
        done, total = self._seen_of(done, total, reader) if stage else (0, len(snapshot.chunks))
        return {
            "status": "degraded" if trouble or not snapshot.chunks else "ok",
            "chunks": len(snapshot.chunks),
            "vectors": {"done": total if snapshot.dense_ready else done, "total": total},
            "commit": snapshot.commit,
            "model": model,
        }

    def progress(self, reader: Reader = NOBODY) -> dict[str, Any]:
        stage, done, total, trouble = self._vectors()
        done, total = self._seen_of(done, total, reader)
        return {"stage": trouble or stage, "done": done, "total": total}

    def suggestions(self, reader: Reader = NOBODY) -> list[Mapping[str, str]]:
        """To whoever may not read everything, only those that name their document, and that one may be read: a
        question tells what a document is about."""
        if reader.role == "operator":
            return self._suggestions
        try:
            seen, every = self._desk.snapshot(reader, EVER).documents, self._desk.snapshot(_HOUSE, EVER).documents
        except GeungeoError as error:
            log.error("no suggestions: %s", error)
            return []
        if len(seen) == len(every):
            return self._suggestions
        files = {document.file for document in seen.values()}
        return [item for item in self._suggestions if item.get("document") in files]

    def _seen_of(self, done: int, total: int, reader: Reader) -> tuple[int, int]:
        """The same share, of 100 for whoever is no operator: how many there are may be more than they see."""
        if reader.role == "operator" or not total:
            return done, total
        return done * 100 // total, 100

    def _vectors(self) -> tuple[str, int, int, str]:
        """Stage, done, total, and a sentence when they stopped half-way."""
        job = self._jobs.latest(VECTORS) if self._jobs else None
        if job is None:
            return "", 0, 0, ""
        return job.stage, job.done, job.total, messages.VECTORS_STOPPED if job.state == "failed" else ""
