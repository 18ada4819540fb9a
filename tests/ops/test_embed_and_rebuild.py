"""Embedding stops, resumes and loses nothing; a rebuild answers as before or leaves the old index."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from geungeo.errors import EmbedderUnavailable, IndexMismatch, SettingError
from geungeo.ops.embed import embed_missing
from geungeo.ops.rebuild import rebuild, verify
from geungeo.ports import Batch, Matrix
from geungeo.stores.embedded.generation import current_name
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from store_samples import asking, direction, directions, rule

DOCUMENT, CHUNKS = rule("보안업무규정")
DIMENSION = 16


class Letters:
    """A deterministic embedder: a text's direction comes from its letters. It notes what it was given."""

    model = "letters-1"
    dimension = DIMENSION
    max_tokens = 400

    def __init__(self, reads: int | None = None, fails_after: int | None = None) -> None:
        self.seen: list[str] = []
        self._reads = reads
        self._fails_after = fails_after

    def query(self, text: str) -> Matrix:
        return direction(text, DIMENSION)

    def passages(self, texts: Sequence[str]) -> Matrix:
        self.seen.extend(texts)
        if self._fails_after is not None and len(self.seen) > self._fails_after:
            raise EmbedderUnavailable("서버가 답하지 않습니다.")
        return directions([text[: self._reads] for text in texts], DIMENSION)

    def count_tokens(self, text: str) -> int:
        return len(text)


@pytest.fixture
def store(tmp_path: Path) -> EmbeddedStore:
    store = EmbeddedStore(Workspace(tmp_path), Letters.model, DIMENSION)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CHUNKS[:12]))
    return store


def answers(store: EmbeddedStore) -> list[object]:
    snapshot = store.snapshot()
    questions = ("비밀의 보관", "제5조", "보안 심사")
    return [(snapshot.lexical(asking(q), 9), snapshot.nearest(direction(q, DIMENSION), 9)) for q in questions]


def test_all_passages_get_vectors_and_progress_reaches_the_total(store: EmbeddedStore) -> None:
    told: list[tuple[str, int, int]] = []
    assert embed_missing(store, Letters(), lambda *step: told.append(step)) == 12
    assert store.snapshot().dense_ready
    assert told[-1] == ("embedding", 12, 12)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_a_stop_keeps_what_is_done_and_the_next_run_does_only_the_rest(store: EmbeddedStore) -> None:
    stop = threading.Event()
    first = embed_missing(store, Letters(), lambda *_: stop.set(), stop)
    assert 0 < first < 12
    assert not store.snapshot().dense_ready
    again = Letters()
    assert embed_missing(store, again) == 12 - first
    assert store.snapshot().dense_ready


def test_an_embedder_that_fails_half_way_keeps_what_is_done(store: EmbeddedStore) -> None:
    with pytest.raises(EmbedderUnavailable):
        embed_missing(store, Letters(fails_after=6))
    left = len(store.missing_vectors())
    assert 0 < left < 12
    assert embed_missing(store, Letters()) == left


def test_what_is_committed_meanwhile_is_embedded_too(store: EmbeddedStore) -> None:
    def commit_more(*step: object) -> None:
        store.apply(Batch(chunks=CHUNKS[:15]))

    assert embed_missing(store, Letters(), commit_more) == 15
    assert store.snapshot().complete


def test_a_model_that_cuts_silently_is_refused_before_anything_is_stored(store: EmbeddedStore) -> None:
    with pytest.raises(SettingError, match="max_tokens"):
        embed_missing(store, Letters(reads=100))
    assert len(store.missing_vectors()) == 12


def test_a_background_thread_embeds_while_questions_are_answered(store: EmbeddedStore) -> None:
    worker = threading.Thread(target=embed_missing, args=(store, Letters()), kwargs={"background": True})
    worker.start()
    lexical = answers(store)[0]
    while worker.is_alive():
        assert answers(store)[0][0] == lexical[0]  # type: ignore[index]
    assert store.snapshot().complete


def test_a_rebuild_gives_the_same_answers_and_embeds_nothing_twice(store: EmbeddedStore) -> None:
    embed_missing(store, Letters())
    before, old = answers(store), store.snapshot().commit
    embedder, told = Letters(), set[str]()
    commit = rebuild(store, embedder, lambda stage, *_: told.add(stage))
    assert commit != old
    assert embedder.seen == []
    assert told == {"analysing"}
    assert answers(store) == before
    shutil.rmtree(store.workspace.index)
    rebuild(EmbeddedStore(store.workspace, Letters.model, DIMENSION), Letters())
    assert answers(store) == before


def test_a_rebuild_whose_embedder_fails_leaves_the_old_index(store: EmbeddedStore) -> None:
    embed_missing(store, Letters())
    before, old = answers(store), current_name(store.workspace.index)
    other = EmbeddedStore(store.workspace, "letters-2", DIMENSION)
    with pytest.raises(EmbedderUnavailable):
        rebuild(other, Letters(fails_after=5))
    assert current_name(store.workspace.index) == old
    assert answers(store) == before


def without(store: EmbeddedStore, chunk_id: str) -> EmbeddedStore:
    """The store, opened anew after its index lost one chunk behind the logs' back."""
    generation = store._open_generation()
    generation.lexical.commit(store.snapshot().tables.number, [chunk_id], [])
    return EmbeddedStore(store.workspace, Letters.model, DIMENSION, pinned=generation)


def test_an_index_that_lost_a_chunk_is_found_out_and_rebuilt(store: EmbeddedStore) -> None:
    assert verify(store.snapshot()) == []
    assert "1개가 색인에 없고" in verify(without(store, CHUNKS[0].chunk_id).snapshot())[0]
    again = EmbeddedStore(store.workspace, Letters.model, DIMENSION)
    rebuild(again, None)
    assert verify(again.snapshot()) == []


def test_a_new_index_that_does_not_hold_every_chunk_is_not_switched_to(store: EmbeddedStore) -> None:
    old = current_name(store.workspace.index)
    with pytest.raises(IndexMismatch, match="바꾸지 않았습니다"):
        rebuild(Losing(store.workspace, Letters.model, DIMENSION), None)
    assert current_name(store.workspace.index) == old


class Losing(EmbeddedStore):
    """A store whose new indexes lose a chunk, as a faulty disk or library would."""

    @contextmanager
    def rebuilding(self, analysed: Callable[[int, int], None] | None = None) -> Iterator[EmbeddedStore]:
        with super().rebuilding(analysed) as fresh:
            yield without(fresh, CHUNKS[0].chunk_id)
