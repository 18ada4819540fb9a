"""Chunks are read where they lie in the log: from kept places or from the log itself, the same ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.errors import WorkspaceError
from geungeo.ports import Batch
from geungeo.stores.embedded.store import EmbeddedStore


def opened(base: wiring.Base) -> EmbeddedStore:
    """The store as another process opens it."""
    made_for = base.store.identity
    return EmbeddedStore(base.workspace, made_for.model, made_for.dimension, made_for.tokenizer)


def places_of(base: wiring.Base) -> Path:
    (found,) = base.workspace.index.glob("g*/places.npz")
    return found


def test_kept_places_give_the_chunks_that_the_log_gives(examples_copy: wiring.Base) -> None:
    kept = opened(examples_copy).snapshot()
    places_of(examples_copy).unlink()
    read = opened(examples_copy).snapshot()
    assert list(kept.chunks) == list(read.chunks)
    assert dict(kept.chunks) == dict(read.chunks)
    assert [kept.tables.chunks.passage(i) for i in kept.chunks] == [read.tables.chunks.passage(i) for i in read.chunks]
    assert {key: kept.of(key) for key in kept.documents} == {key: read.of(key) for key in read.documents}


def test_what_was_committed_after_the_places_were_kept_is_there(examples_copy: wiring.Base) -> None:
    first, *others = examples_copy.store.snapshot().chunks.values()
    text = first.text + " 덧붙인 말이다."
    examples_copy.store.apply(Batch(chunks=(replace(first, text=text),), removed_chunks=(others[0].chunk_id,)))
    later = opened(examples_copy).snapshot()
    assert later.chunks[first.chunk_id].text == text
    assert others[0].chunk_id not in later.chunks
    assert len(later.chunks) == len(others)


def test_places_of_another_log_are_not_believed(examples_copy: wiring.Base) -> None:
    """A log that was put back from a copy, or rewritten, answers for itself."""
    log = examples_copy.workspace.chunks
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    chunks = [row for row in rows if "chunk_id" in row]
    fresh = opened(examples_copy)
    with fresh.writing("test"):
        fresh._compact(least=-1)
    again = opened(examples_copy).snapshot()
    assert {chunk_id: chunk.text for chunk_id, chunk in again.chunks.items()} == {
        row["chunk_id"]: row["text"] for row in chunks
    }


def test_a_row_that_was_damaged_meanwhile_is_said(examples_copy: wiring.Base) -> None:
    store = opened(examples_copy)
    chunk_id = next(iter(store.snapshot().chunks))
    log = examples_copy.workspace.chunks
    data = log.read_bytes()
    at = data.index(chunk_id.encode())
    with log.open("r+b") as file:
        file.seek(at - 5)
        file.write(b"\x00" * 8)
    with pytest.raises(WorkspaceError):
        opened(examples_copy).snapshot().chunks[chunk_id]
