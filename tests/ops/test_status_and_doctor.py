"""What status counts and what doctor finds, with what to do about it."""

from __future__ import annotations

import dataclasses
import os
import shutil
from pathlib import Path

import pytest
from test_embed_and_rebuild import DIMENSION, Letters

from geungeo.korean.tokens import TOKENIZER
from geungeo.ops.doctor import Patient, doctor
from geungeo.ops.embed import embed_missing
from geungeo.ops.status import status
from geungeo.ports import Batch, NewHandoff
from geungeo.records import Check
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.thresholds import Thresholds
from geungeo.workspace import Workspace
from store_samples import rule

DOCUMENT, CHUNKS = rule("보안업무규정")
MEASURED = Thresholds(Letters.model, TOKENIZER, 0.5, {}, {}, 0.3, {})


@pytest.fixture
def store(tmp_path: Path) -> EmbeddedStore:
    (tmp_path / "geungeo.toml").write_text('[docs]\nfolder = "docs"\n', encoding="utf-8")
    store = EmbeddedStore(Workspace(tmp_path), Letters.model, DIMENSION)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CHUNKS[:8]))
    return store


def findings(store: EmbeddedStore, **changes: object) -> dict[str, Check]:
    patient = Patient(store.workspace, store, Letters(), TOKENIZER, MEASURED)
    return {check.name: check for check in doctor(dataclasses.replace(patient, **changes))}  # type: ignore[arg-type]


def faults(store: EmbeddedStore, **changes: object) -> dict[str, str]:
    return {name: check.detail for name, check in findings(store, **changes).items() if not check.passed}


def test_status_counts_what_is_there(store: EmbeddedStore) -> None:
    inbox = SqliteInbox(store.workspace.database)
    inbox.add(NewHandoff("질문", "no_relevant_policy", 0.1, None, ()))
    before = status(store, Letters(), TOKENIZER, MEASURED, inbox)
    assert (before["documents"], before["chunks"], before["vectors"]) == (1, 8, {"done": 0, "total": 8})
    assert (before["dense_ready"], before["inbox_open"], before["thresholds"]) == (False, 1, "calibrated")
    assert f"{before['generation']}:{before['number']}" == before["commit"] == store.snapshot().commit
    embed_missing(store, Letters())
    assert status(store, Letters(), TOKENIZER, MEASURED, inbox)["vectors"] == {"done": 8, "total": 8}


@pytest.mark.parametrize(
    ("thresholds", "state"),
    [
        (None, "missing"),
        (dataclasses.replace(MEASURED, relevance=None), "uncalibrated"),
        (dataclasses.replace(MEASURED, tokenizer="other"), "other_tokenizer"),
        (dataclasses.replace(MEASURED, embedding_model="other"), "without_vectors"),
    ],
)
def test_thresholds_that_do_not_hold_here_are_told(
    store: EmbeddedStore, thresholds: Thresholds | None, state: str
) -> None:
    inbox = SqliteInbox(store.workspace.database)
    assert status(store, Letters(), TOKENIZER, thresholds, inbox)["thresholds"] == state
    assert "geungeo" in faults(store, thresholds=thresholds)["thresholds"]


def test_a_sound_workspace_has_no_faults(store: EmbeddedStore) -> None:
    assert faults(store) == {}
    assert faults(store, embedder=None, thresholds=dataclasses.replace(MEASURED, embedding_model="x")).keys() == {
        "thresholds"
    }


def test_a_cutting_model_damaged_logs_and_a_lost_index_are_each_named(store: EmbeddedStore) -> None:
    assert faults(store, embedder=Letters(reads=100)).keys() == {"token_limit"}
    data = bytearray(store.workspace.chunks.read_bytes())
    store.apply(Batch(removed_chunks=(CHUNKS[0].chunk_id,)))
    whole = store.workspace.chunks.read_bytes()
    data[100] ^= 1
    store.workspace.chunks.write_bytes(bytes(data) + whole[len(data) :])
    assert "손상" in faults(EmbeddedStore(store.workspace, Letters.model, DIMENSION))["logs"]
    store.workspace.chunks.write_bytes(whole)
    shutil.rmtree(store.workspace.index)
    lost = faults(EmbeddedStore(store.workspace, Letters.model, DIMENSION))
    assert "geungeo rebuild" in lost["index"]


def test_logs_ahead_of_the_index_are_named_and_the_next_writer_catches_up(store: EmbeddedStore) -> None:
    kept = store.workspace.root / "kept"
    shutil.copytree(store.workspace.index, kept)
    store.apply(Batch(removed_chunks=(CHUNKS[0].chunk_id,)))
    shutil.rmtree(store.workspace.index)
    kept.rename(store.workspace.index)
    behind = EmbeddedStore(store.workspace, Letters.model, DIMENSION)
    assert CHUNKS[0].chunk_id in behind.snapshot().chunks
    assert "이어서" in faults(behind)["logs"]
    with behind.writing("test"):
        assert CHUNKS[0].chunk_id not in behind.snapshot().chunks
    assert faults(behind) == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_not_be_written_is_named(store: EmbeddedStore) -> None:
    store.workspace.data.chmod(0o500)
    try:
        assert "권한" in faults(store)["write_access"]
    finally:
        store.workspace.data.chmod(0o700)


def test_an_empty_workspace_is_told_what_to_do(tmp_path: Path) -> None:
    store = EmbeddedStore(Workspace(tmp_path), Letters.model, DIMENSION)
    with store.writing("test"):
        pass
    assert "geungeo ingest" in faults(store)["clauses"]
