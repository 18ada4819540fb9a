"""A new index beside the old one, from the logs alone; verified, then switched."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from geungeo import messages
from geungeo.errors import IndexMismatch
from geungeo.korean.passage import passage_text
from geungeo.korean.tokens import bigrams, terms
from geungeo.ops.embed import Progress, embed_missing
from geungeo.ports import CorpusStore, Embedder, LexicalQuery, Snapshot
from geungeo.records import Chunk


class IndexedSnapshot(Snapshot, Protocol):
    def indexed_ids(self) -> set[str]: ...


class NewIndex(CorpusStore, Protocol):
    """A store that answers from the index that is being made."""

    def snapshot(self) -> IndexedSnapshot: ...


class Rebuildable(Protocol):
    def rebuilding(self, analysed: Callable[[int, int], None] | None) -> AbstractContextManager[NewIndex]: ...
    def snapshot(self) -> Snapshot: ...


def rebuild(store: Rebuildable, embedder: Embedder | None, progress: Progress | None = None) -> str:
    """Make, fill, verify and switch; returns the new commit's name.

    Whatever fails half-way leaves the old index answering. Vectors of unchanged passages are carried over when the
    model is the same; the others are embedded before the switch, so that no search by meaning is lost meanwhile.
    """
    with store.rebuilding(lambda done, total: progress("analysing", done, total) if progress else None) as fresh:
        if embedder:
            embed_missing(fresh, embedder, progress)
        faults = verify(fresh.snapshot())
        if faults:
            raise IndexMismatch(messages.REBUILD_FAILED.format(fault=faults[0]))
    return store.snapshot().commit


def verify(snapshot: IndexedSnapshot, samples: int = 5, seed: int = 0) -> list[str]:
    """What is wrong with an index, as sentences; empty when it holds every chunk and finds what a scan finds."""
    indexed, chunks = snapshot.indexed_ids(), snapshot.chunks
    if indexed != chunks.keys():
        lost, extra = len(chunks.keys() - indexed), len(indexed - chunks.keys())
        return [messages.FAULT_COUNT.format(chunks=len(chunks), lost=lost, extra=extra)]
    sampled = random.Random(seed).sample(sorted(chunks), min(samples, len(chunks)))
    return [fault for chunk_id in sampled for fault in _sample_faults(snapshot, chunks[chunk_id])]


def _sample_faults(snapshot: IndexedSnapshot, chunk: Chunk) -> list[str]:
    """The chunk's first pair of letters must find exactly the chunks that hold it, its words the chunk itself."""
    faults = []
    pair = next(iter(bigrams(chunk.text)), "")
    wanted = {key for key, other in snapshot.chunks.items() if _holds(passage_text(other), pair)}
    found = {key for key, _ in snapshot.lexical(LexicalQuery((("bigram", pair, 1.0),)), len(snapshot.chunks))}
    if pair and found != wanted:
        faults.append(messages.FAULT_PAIR.format(pair=pair, wanted=len(wanted), found=len(found)))
    words = tuple(("body", term, 1.0) for term in terms(chunk.text)[:20])
    if words and chunk.chunk_id not in dict(snapshot.lexical(LexicalQuery(words), len(snapshot.chunks))):
        faults.append(messages.FAULT_WORDS.format(label=chunk.label))
    return faults


def _holds(text: str, pair: str) -> bool:
    return pair in text.lower() and pair in bigrams(text)
