"""The embedded corpus store: two logs that are the truth, and an index derived from them.

A batch is appended to documents.jsonl, then to chunks.jsonl (whose commit row decides), then to the index. Killed
between the two, the log is ahead of the index: readers answer from the index's commit, and the next one who can
write replays the rest. Files and locks are in log.py, tables.py, generation.py, lexical.py and vectors.py.
"""

from __future__ import annotations

import errno
import logging
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

import numpy as np

from geungeo import messages
from geungeo.errors import IndexMismatch, WorkspaceError, WorkspaceLocked
from geungeo.korean.passage import passage_text
from geungeo.korean.tokenizers import TOKENIZER
from geungeo.ports import Batch, Matrix
from geungeo.records import Chunk, Document, to_json
from geungeo.stores.embedded.generation import (
    Generation,
    Identity,
    create_generation,
    current_name,
    open_generation,
    read_identity,
    sweep,
    switch,
)
from geungeo.stores.embedded.lexical import Entry, analyse, indexed_alike
from geungeo.stores.embedded.lock import holder, writer_lock
from geungeo.stores.embedded.log import LogFile, append_batch, replace_log
from geungeo.stores.embedded.snapshot import EmbeddedSnapshot
from geungeo.stores.embedded.tables import Tables, advance, open_tables, save_tables, saved_tables
from geungeo.stores.embedded.vectors import VectorFile
from geungeo.workspace import Workspace

Row = TypeVar("Row", Document, Chunk)

# The disk, a quota or the largest size of a file is used up.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
log = logging.getLogger(__name__)

# In the generation's folder: where in the log each chunk lies. Told again when one row in so many is new.
_PLACES = "places.npz"
_TOLD_SHARE = 20

# Called with chunks analysed so far and chunks to analyse.
Analysed = Callable[[int, int], None]


class EmbeddedStore:
    """Implements ports.CorpusStore in a workspace folder, for many reading processes and one writing one.

    model, dimension: the embedder in use ("none", 0 without one). An index made for other ones is refused with
    IndexMismatch at every call; `rebuild` makes a new one. pinned: answer from this generation whatever CURRENT
    says (one that is being built). lock_wait: seconds to wait for another writer. All methods are safe from several threads.
    """

    def __init__(
        self,
        workspace: Workspace,
        model: str,
        dimension: int,
        tokenizer: str = TOKENIZER,
        pinned: Generation | None = None,
        lock_wait: float = 0.0,
    ) -> None:
        self.workspace = workspace
        self.identity = Identity(tokenizer, model, dimension)
        self._lock_wait = lock_wait
        self._pinned = pinned
        self._generation = pinned
        self._latest: EmbeddedSnapshot | None = None
        self._reading = threading.RLock()
        self._writing = threading.RLock()
        self._depth = 0
        self._sound: LogFile | None = None  # the log that was looked through
        self._told = 0  # chunk rows whose places are kept

    # --- reading ------------------------------------------------------------------------------------------------

    def snapshot(self) -> EmbeddedSnapshot:
        """The newest commit that the index holds. Cheap when nothing changed; reads only what was appended.

        Raises IndexMismatch when there is no index or it was made for something else. A deleted index/ does not
        stop a process that has it open.
        """
        with self._reading:
            name = self._pinned.name if self._pinned else current_name(self.workspace.index)
            if name is None and self._latest:
                return self._latest
            if name is None:
                raise IndexMismatch(messages.INDEX_MISSING)
            if self._generation is None or self._generation.name != name:
                self._generation, self._latest = self._opened(name), None
            self._latest = self._newest(self._generation)
            return self._latest

    def missing_vectors(self) -> list[tuple[str, str]]:
        """(key, text) of passages in the current commit that have no vector yet; empty without an embedder."""
        snapshot = self.snapshot()
        if not self.identity.dimension:
            return []
        missing = snapshot.missing()
        if not missing:
            self._note_dense()  # a run that was killed after its last vector has not
        return [(key, passage_text(snapshot.chunks[chunk_id])) for key, chunk_id in missing]

    def committed(self) -> int:
        """Number of the last commit in the logs, indexed or not. Raises WorkspaceError on damage."""
        return advance(open_tables(self.workspace)).number

    # --- writing ------------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self, what: str) -> Iterator[None]:
        """Hold the writer lock over several calls. On entry the index exists and has caught up with the logs.

        what: the work's name, told to whom the lock refuses. Raises WorkspaceLocked when another holds it.
        """
        with self._locked(what) as outermost:
            if outermost and current_name(self.workspace.index) is None:
                with self.rebuilding():
                    pass
            if outermost:
                self._require_sound()
                self._catch_up()
                sweep(self.workspace.index)
            yield
            if outermost:
                self._compact()
                self._tell_places()

    def apply(self, batch: Batch, analysed: Analysed | None = None) -> str:
        """See ports.CorpusStore. Rows equal to what is stored are left out; nothing changed is no commit."""
        with self.writing("ingest"):
            before = self.snapshot()
            documents = _changes(batch.documents, "key", batch.removed_documents, before.documents)
            chunks = _changes(batch.chunks, "chunk_id", batch.removed_chunks, before.chunks)
            if not documents and not chunks:
                return before.commit
            # Analysed before anything is written: a text that can't be analysed changes nothing.
            gone = [chunk_id for chunk_id, chunk in chunks.items() if chunk is None]
            new = list(_analysed_anew(before.chunks, filter(None, chunks.values())))
            ready = list(self._counted(new, len(new), analysed))
            self._append(before.tables, documents, chunks)
            self._open_generation().lexical.commit(before.tables.number + 1, gone, ready)
            return self.snapshot().commit

    def add_vectors(self, keys: Sequence[str], vectors: Matrix) -> None:
        """Append unit vectors for keys from `missing_vectors`. Needs no writer lock."""
        generation = self._open_generation()
        if generation.vectors is None:
            raise IndexMismatch(messages.INDEX_WITHOUT_VECTORS)
        generation.vectors.append(keys, vectors)
        self._note_dense()

    @contextmanager
    def rebuilding(self, analysed: Analysed | None = None) -> Iterator[EmbeddedStore]:
        """A store pinned to a new generation, made from the logs beside the one that answers.

        Vectors are carried over where model and dimension agree. At the block's end the new one answers; when the
        block raises, the new one is removed and the old one goes on. Holds the writer lock. Raises IndexMismatch when
        the old one holds commits that the logs lost: a new one would drop their answers in silence.
        """
        with self._locked("rebuild"):
            sweep(self.workspace.index)
            held = self._commits_held()
            generation = create_generation(self.workspace.index, self.identity)
            try:
                fresh = EmbeddedStore(
                    self.workspace, self.identity.model, self.identity.dimension, self.identity.tokenizer, generation
                )
                fresh._catch_up(analysed)
                recorded = fresh.snapshot().tables.number
                if recorded < held:
                    raise IndexMismatch(messages.INDEX_AHEAD.format(indexed=held, recorded=recorded))
                fresh._carry_vectors(self.workspace.index)
                yield fresh
                switch(self.workspace.index, generation.name)
            except BaseException:
                shutil.rmtree(generation.folder)
                raise
            self.snapshot()
            self._tell_places()
            sweep(self.workspace.index)

    # --- inside -------------------------------------------------------------------------------------------------

    @contextmanager
    def _locked(self, what: str) -> Iterator[bool]:
        """The writer lock, once a process; True for the outermost block of the thread that holds it."""
        if not self._writing.acquire(timeout=self._lock_wait):
            raise WorkspaceLocked(holder(self.workspace.lock))
        try:
            with writer_lock(self.workspace.lock, what, self._lock_wait) if self._depth == 0 else nullcontext():
                self._depth += 1
                try:
                    yield self._depth == 1
                finally:
                    self._depth -= 1
        except OSError as error:
            if error.errno not in _NO_ROOM:
                raise
            raise WorkspaceError(messages.DISK_FULL.format(error=error.strerror)) from error
        finally:
            self._writing.release()

    def _note_dense(self) -> None:
        """From now on search by meaning goes on while a few vectors are missing."""
        generation = self._open_generation()
        if not generation.dense_once and self.snapshot().complete:
            generation.mark_dense()

    def _commits_held(self) -> int:
        """Number of the last commit in the index that answers, whatever it was made for; 0 without a readable one."""
        name = current_name(self.workspace.index)
        try:
            folder = self.workspace.index / (name or "")
            return open_generation(folder, read_identity(folder)).lexical.view().number if name else 0
        except (OSError, IndexMismatch):
            return 0

    def _open_generation(self) -> Generation:
        with self._reading:
            self.snapshot()
            assert self._generation is not None
            return self._generation

    def _opened(self, name: str) -> Generation:
        """The generation, held. It may be swept between its name being read and its being held: look again."""
        index = self.workspace.index
        while True:
            try:
                generation = open_generation(index / name, self.identity)
            except (OSError, IndexMismatch):
                if current_name(index) in (name, None):
                    raise
            else:
                if self._pinned or current_name(index) == name:
                    return generation
            name = current_name(index) or name

    def _newest(self, generation: Generation) -> EmbeddedSnapshot:
        """The index first, then the logs up to its commit: what the logs hold beyond is not indexed yet."""
        for _ in range(3):
            view, vectors = generation.lexical.view(), generation.vectors.refresh() if generation.vectors else 0
            latest = self._latest
            stale = latest is None or latest.tables.replaced()
            tables = self._opened_tables(generation, view.number) if latest is None or stale else latest.tables
            if tables.number != view.number or latest is None or stale:
                tables = advance(tables, view.number)
            elif latest and not stale:
                if latest.vectors == vectors:
                    return latest
                view = latest.view  # the same commit: what was counted in it still holds
            if tables.number == view.number:
                return EmbeddedSnapshot(generation, tables, view, vectors)
            self._latest = None
        raise IndexMismatch(messages.INDEX_AHEAD.format(indexed=view.number, recorded=tables.number))

    def _require_sound(self) -> None:
        """Nothing is written behind a damaged batch: compaction would drop it in silence."""
        tables = self.snapshot().tables
        if tables.kept and self._sound is not tables.chunks_log:
            tables.chunks_log.check(tables.chunks_end)
            self._sound = tables.chunks_log

    def _opened_tables(self, generation: Generation, upto: int) -> Tables:
        tables = saved_tables(self.workspace, generation.folder / _PLACES, upto)
        self._told = tables.chunk_rows
        return tables

    def _tell_places(self) -> None:
        """Once enough rows were written that reading them again would take a while. Only a convenience."""
        tables = self.snapshot().tables
        if abs(tables.chunk_rows - self._told) * _TOLD_SHARE <= tables.chunk_rows:
            return
        try:
            save_tables(tables, self._open_generation().folder / _PLACES)
            self._told = tables.chunk_rows
        except OSError as error:
            log.warning("places of chunks are not kept: %s", error)

    def _catch_up(self, analysed: Analysed | None = None) -> None:
        """Put into the index what the logs hold beyond it."""
        before = self.snapshot()
        tables = advance(before.tables)
        if tables.number == before.tables.number:
            return
        gone = [chunk_id for chunk_id in before.chunks if chunk_id not in tables.chunks]
        new = tables.chunks.other_than(before.tables.chunks)
        entries = self._counted(_analysed_anew(before.chunks, map(tables.chunks.__getitem__, new)), len(new), analysed)
        self._open_generation().lexical.commit(tables.number, gone, entries)

    def _append(
        self, tables: Tables, documents: Mapping[str, Document | None], chunks: Mapping[str, Chunk | None]
    ) -> None:
        number = tables.number + 1
        try:
            append_batch(self.workspace.documents, _rows(documents), number, tables.documents_end)
            append_batch(self.workspace.chunks, _rows(chunks), number, tables.chunks_end)
        except OSError as error:
            raise WorkspaceError(messages.LOG_NOT_WRITTEN.format(folder=self.workspace.data, error=error)) from error

    def compact(self) -> None:
        """Rewrite the logs to what is live, whatever that saves: nothing that was replaced stays on the disk."""
        with self.writing("compact"):
            self._compact(least=1)

    def _counted(self, chunks: Iterable[Chunk], total: int, analysed: Analysed | None) -> Iterator[Entry]:
        for done, entry in enumerate(analyse(chunks, self.identity.tokenizer), 1):
            yield entry
            if analysed:
                analysed(done, total)

    def _compact(self, least: int = 1000) -> None:
        """Rewrite the logs to what is live when at least `least` rows, and half of all, say nothing any more."""
        tables = self.snapshot().tables
        if tables.wasted >= (least if least == 1 else max(least, tables.rows // 2)):
            replace_log(self.workspace.documents, map(to_json, tables.documents.values()), tables.number)
            replace_log(self.workspace.chunks, map(to_json, tables.chunks.values()), tables.number)

    def _carry_vectors(self, index: Path, block: int = 4096) -> None:
        """Take over the vectors of the generation that answers, if the same model made them."""
        name = current_name(index)
        if name is None or not self.identity.dimension:
            return
        try:
            found = read_identity(index / name)
        except IndexMismatch:
            return
        if (found.model, found.dimension) != (self.identity.model, self.identity.dimension):
            return
        old = VectorFile(index / name, found.dimension)
        matrix = old.matrix(old.count)
        keys = [key for key, _ in self.snapshot().missing() if key in old.rows]
        for at in range(0, len(keys), block):
            some = keys[at : at + block]
            self.add_vectors(some, np.asarray(matrix[[old.rows[key] for key in some]]))


def _changes(rows: Sequence[Row], key: str, removed: Sequence[str], before: Mapping[str, Row]) -> dict[str, Row | None]:
    """What a batch changes: id -> its new row, or None for a removal. Later rows win, removals win over rows."""
    wanted: dict[str, Row | None] = {getattr(row, key): row for row in rows}
    wanted |= dict.fromkeys(removed)
    return {row_id: row for row_id, row in wanted.items() if before.get(row_id) != row}


def _analysed_anew(before: Mapping[str, Chunk], chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Those of which the index needs an entry: a chunk whose terms stay the same has its own."""
    return (c for c in chunks if not ((old := before.get(c.chunk_id)) and indexed_alike(old, c)))


def _rows(changes: Mapping[str, Document | Chunk | None]) -> Iterator[dict[str, object]]:
    return ({"removed": row_id} if row is None else to_json(row) for row_id, row in changes.items())
