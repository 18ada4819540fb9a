"""What the files of the embedded store survive: torn tails, kills, deletion, change of model, other processes."""

from __future__ import annotations

import dataclasses
import gc
import json
import multiprocessing
import random
import shutil
import time
from pathlib import Path

import pytest

from geungeo.errors import IndexMismatch, WorkspaceError
from geungeo.korean.tokens import terms
from geungeo.ports import Batch
from geungeo.records import Chunk
from geungeo.stores.embedded.generation import create_generation, current_name
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from store_samples import asking, directions, edited, rule, scan

MODEL, DIMENSION = "directions-1", 16
QUESTIONS = ("연가 일수는 며칠인가요", "제15조", "공가", "당직 근무")
DOCUMENT, CHUNKS = rule()


def opened(folder: Path, model: str = MODEL, dimension: int = DIMENSION) -> EmbeddedStore:
    return EmbeddedStore(Workspace(folder), model, dimension)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one rule and all its vectors."""
    folder = tmp_path_factory.mktemp("filled")
    store = opened(folder)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CHUNKS))
    embed_all(store)
    return folder


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> EmbeddedStore:
    """A store of its own, as `filled` left it."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    return opened(tmp_path)


def embed_all(store: EmbeddedStore) -> None:
    missing = store.missing_vectors()
    if missing:
        store.add_vectors([key for key, _ in missing], directions([text for _, text in missing], DIMENSION))


def answers(store: EmbeddedStore) -> list[object]:
    snapshot, vectors = store.snapshot(), directions(list(QUESTIONS), DIMENSION)
    lexical = [snapshot.lexical(asking(question), 10) for question in QUESTIONS]
    return [*lexical, *(snapshot.nearest(vector, 10) for vector in vectors), snapshot.dense_ready]


def edit(store: EmbeddedStore, word: str = "고친 말") -> None:
    store.apply(Batch(chunks=(edited(CHUNKS[3], f"{CHUNKS[3].text} {word}"),), removed_chunks=(CHUNKS[5].chunk_id,)))


# --- Torn and damaged logs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 40, 400])
@pytest.mark.parametrize("which", ["documents", "chunks"])
def test_rows_behind_the_last_commit_row_are_nothing(store: EmbeddedStore, which: str, cut: int) -> None:
    before = answers(store)
    log = getattr(store.workspace, which)
    with log.open("ab") as file:
        file.write(log.read_bytes()[:-cut])
    again = opened(store.workspace.root)
    assert answers(again) == before
    edit(again)
    assert opened(store.workspace.root).snapshot().chunks[CHUNKS[3].chunk_id].text.endswith("고친 말")
    assert CHUNKS[5].chunk_id not in opened(store.workspace.root).snapshot().chunks


def test_documents_without_their_chunks_commit_are_nothing(store: EmbeddedStore) -> None:
    chunks_log = store.workspace.chunks.read_bytes()
    before = dict(store.snapshot().documents)
    shutil.copytree(store.workspace.index, store.workspace.root / "kept")
    other, other_chunks = rule("보안업무규정")
    store.apply(Batch(documents=(other,), chunks=other_chunks))
    store.workspace.chunks.write_bytes(chunks_log)
    shutil.rmtree(store.workspace.index)
    (store.workspace.root / "kept").rename(store.workspace.index)
    again = opened(store.workspace.root)
    with again.writing("test"):
        assert dict(again.snapshot().documents) == before
    edit(again)
    assert dict(opened(store.workspace.root).snapshot().documents) == before


def test_damage_before_whole_commits_is_said_and_nothing_is_cut_off(store: EmbeddedStore) -> None:
    edit(store)
    log = store.workspace.chunks
    data = bytearray(log.read_bytes())
    data[len(data) // 3] ^= 1
    log.write_bytes(data)
    with pytest.raises(WorkspaceError, match=r"chunks\.jsonl"):
        opened(store.workspace.root).committed()
    with pytest.raises(WorkspaceError, match="손상"):
        edit(opened(store.workspace.root), "또")
    assert log.read_bytes() == bytes(data)


def test_a_commit_is_whole_or_absent_wherever_the_log_is_cut(store: EmbeddedStore) -> None:
    log = store.workspace.chunks
    first = log.stat().st_size
    edit(store)
    data = log.read_bytes()
    dice, states = random.Random(7), set()
    for at in [*dice.sample(range(first), 20), *dice.sample(range(first, len(data)), 20)]:
        log.write_bytes(data[:at])
        states.add(opened(store.workspace.root).committed())
    assert states == {0, 1}


# --- The index is derived -------------------------------------------------------------------------------------------


def test_a_deleted_index_comes_back_with_the_same_answers(store: EmbeddedStore) -> None:
    edit(store)
    embed_all(store)
    before = answers(store)
    shutil.rmtree(store.workspace.index)
    assert answers(store) == before, "a process that has it open goes on"
    fresh = opened(store.workspace.root)
    with pytest.raises(IndexMismatch, match="geungeo rebuild"):
        fresh.snapshot()
    with fresh.rebuilding() as made:
        embed_all(made)
    assert answers(fresh) == before
    assert answers(store) == before


def test_rebuilding_keeps_vectors_and_the_old_index_goes_when_nobody_holds_it(store: EmbeddedStore) -> None:
    reader = opened(store.workspace.root)
    held = reader.snapshot()
    before, old = answers(store), current_name(store.workspace.index)
    with store.rebuilding() as made:
        assert made.missing_vectors() == []
    assert answers(store) == before
    assert old is not None
    assert held.lexical(asking("연가"), 3)
    assert (store.workspace.index / old).is_dir()
    assert reader.snapshot().commit != held.commit
    del held
    gc.collect()
    with store.writing("test"):
        pass
    assert [path.name for path in store.workspace.index.glob("g*")] == [current_name(store.workspace.index)]


def test_a_rebuild_that_fails_leaves_the_old_index(store: EmbeddedStore) -> None:
    before, old = answers(store), current_name(store.workspace.index)
    with pytest.raises(ZeroDivisionError), store.rebuilding():
        raise ZeroDivisionError
    assert current_name(store.workspace.index) == old
    assert [path.name for path in store.workspace.index.glob("g*")] == [old]
    assert answers(opened(store.workspace.root)) == before


def test_what_a_killed_rebuild_left_is_swept_by_the_next_writer(store: EmbeddedStore) -> None:
    before = answers(store)
    create_generation(store.workspace.index, store.identity)
    gc.collect()
    assert len(list(store.workspace.index.glob("g*"))) == 2
    with store.writing("test"):
        assert [path.name for path in store.workspace.index.glob("g*")] == [current_name(store.workspace.index)]
    assert answers(store) == before


@pytest.mark.parametrize(("model", "dimension"), [("directions-2", DIMENSION), (MODEL, 8), ("none", 0)])
def test_another_model_is_refused_until_rebuild(store: EmbeddedStore, model: str, dimension: int) -> None:
    other = opened(store.workspace.root, model, dimension)
    for call in (other.snapshot, other.missing_vectors, lambda: edit(other)):
        with pytest.raises(IndexMismatch, match="geungeo rebuild"):
            call()
    with other.rebuilding():
        pass
    assert other.snapshot().lexical(asking("연가"), 3) == answers_lexical(CHUNKS, "연가", 3)
    assert not other.snapshot().dense_ready
    with pytest.raises(IndexMismatch, match=r"geungeo\.toml"):
        store.snapshot()


def answers_lexical(chunks: tuple[Chunk, ...], question: str, limit: int) -> list[tuple[str, object]]:
    return [(key, pytest.approx(score)) for key, score in scan(chunks, asking(question), limit)]


def test_logs_that_lost_what_the_index_holds_are_refused(store: EmbeddedStore) -> None:
    data = store.workspace.chunks.read_bytes()
    edit(store)
    store.workspace.chunks.write_bytes(data)
    with pytest.raises(IndexMismatch, match="백업에서 data/를 되돌리거나"):
        opened(store.workspace.root).snapshot()


# --- Vectors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["vectors.f32", "vectors.keys"])
def test_a_torn_vector_is_asked_for_again(store: EmbeddedStore, name: str) -> None:
    before = answers(store)
    path = store.workspace.index / str(current_name(store.workspace.index)) / name
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 5)
    again = opened(store.workspace.root)
    assert len(again.missing_vectors()) == 1
    embed_all(again)
    assert answers(again) == before


def test_vectors_of_another_shape_are_refused(store: EmbeddedStore) -> None:
    with pytest.raises(IndexMismatch, match="geungeo rebuild"):
        store.add_vectors(["0" * 16], directions(["연가"], 8))


# --- Other processes ------------------------------------------------------------------------------------------------


def hold_lock(folder: Path, held: str) -> None:
    with opened(folder).writing("ingest"):
        Path(held).touch()
        time.sleep(60)


def test_a_second_writer_is_told_who_writes_and_readers_go_on(store: EmbeddedStore, tmp_path: Path) -> None:
    held = tmp_path / "held"
    process = multiprocessing.get_context("spawn").Process(target=hold_lock, args=(tmp_path, str(held)))
    process.start()
    try:
        while not held.exists():
            assert process.is_alive()
            time.sleep(0.02)
        with pytest.raises(WorkspaceError, match=rf"ingest, 프로세스 {process.pid}"):
            edit(store)
        assert store.snapshot().lexical(asking("연가"), 3)
    finally:
        process.kill()
        process.join()
    edit(store)


def test_compaction_leaves_what_is_live_and_readers_follow(store: EmbeddedStore) -> None:
    reader = opened(store.workspace.root)
    reader.snapshot()
    for i in range(1, 2500 // len(CHUNKS)):
        store.apply(Batch(chunks=tuple(dataclasses.replace(chunk, start=chunk.start + i) for chunk in CHUNKS)))
    assert len(store.workspace.chunks.read_bytes().splitlines()) < 1000 + 3 * len(CHUNKS)
    edit(store)
    for snapshot in (store.snapshot(), reader.snapshot(), opened(store.workspace.root).snapshot()):
        assert len(snapshot.chunks) == len(CHUNKS) - 1
        assert snapshot.commit == store.snapshot().commit
        assert snapshot.chunks[CHUNKS[3].chunk_id].text.endswith("고친 말")


# Commits states 0, 1, 2 … : the number in every chunk's text, and so many chunks. Killed at any moment.


def state(number: int) -> tuple[Chunk, ...]:
    return tuple(edited(chunk, f"상태{number} {chunk.text[:60]}") for chunk in CHUNKS[: 3 + number % 5])


def write_states(folder: Path, told: str) -> None:
    store = opened(folder)
    at = reached(store)
    with open(told, "a", encoding="ascii", buffering=1) as file:
        for number in range(at + 1, at + 200):
            gone = {chunk.chunk_id for chunk in CHUNKS} - {chunk.chunk_id for chunk in state(number)}
            store.apply(Batch(documents=(DOCUMENT,), chunks=state(number), removed_chunks=tuple(gone)))
            file.write(f"{number}\n")


def reached(store: EmbeddedStore) -> int:
    with store.writing("test"):
        chunks = store.snapshot().chunks
    return int(next(iter(chunks.values())).text.split()[0].removeprefix("상태")) if chunks else -1


def killed_rounds(folder: Path, rounds: int, seed: int) -> None:
    """Each round: a process writes state after state and is killed; what it told must stand, whole and indexed."""
    dice, told = random.Random(seed), folder / "told"
    told.touch()
    terms("미리")  # Forked processes share the loaded analyser.
    for _ in range(rounds):
        before = len(told.read_text())
        process = multiprocessing.get_context("fork").Process(target=write_states, args=(folder, str(told)))
        process.start()
        while len(told.read_text()) == before:
            assert process.is_alive()
        time.sleep(dice.random() * 0.3)
        process.kill()
        process.join()
        store, last = opened(folder), int(told.read_text().split()[-1])
        number = reached(store)
        assert number in (last, last + 1)
        wanted = {chunk.chunk_id: chunk for chunk in state(number)}
        assert dict(store.snapshot().chunks) == wanted
        assert store.snapshot().indexed_ids() == wanted.keys()
        assert store.snapshot().lexical(asking("연가"), 9) == answers_lexical(tuple(wanted.values()), "연가", 9)
        told.write_text(f"{number}\n")


def test_killed_at_any_moment_the_last_commit_stands_whole(tmp_path: Path) -> None:
    killed_rounds(tmp_path, 6, seed=11)


@pytest.mark.long
def test_killed_at_any_moment_again_and_again(tmp_path: Path) -> None:
    killed_rounds(tmp_path, 60, seed=12)


def test_the_lock_file_names_nobody_when_nobody_writes(store: EmbeddedStore) -> None:
    edit(store)
    assert store.workspace.lock.read_bytes() == b""
    assert json.loads(store.workspace.chunks.read_text().splitlines()[-1])["commit"] == 2
