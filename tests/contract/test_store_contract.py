"""What every corpus store promises, on every backend."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geungeo.ports import Batch, CorpusStore, LexicalQuery, Snapshot
from geungeo.records import Chunk, Document
from store_samples import asking, direction, directions, edited, rule, scan

Open = Callable[[], CorpusStore]

QUESTIONS = ("연가 일수는 며칠인가요", "제15조", "공가를 쓸 수 있는 경우", "출장 공무원의 의무", "당직 근무")


def filled(store: CorpusStore) -> tuple[Document, tuple[Chunk, ...]]:
    document, chunks = rule()
    store.apply(Batch(documents=(document,), chunks=chunks))
    return document, chunks


def embed_all(store: CorpusStore) -> None:
    missing = store.missing_vectors()
    store.add_vectors([key for key, _ in missing], directions([text for _, text in missing]))


def same_ranking(found: list[tuple[str, float]], wanted: list[tuple[str, float]]) -> bool:
    return [i for i, _ in found] == [i for i, _ in wanted] and [s for _, s in found] == pytest.approx(
        [s for _, s in wanted]
    )


def test_an_empty_store_answers_with_nothing(open_store: Open) -> None:
    snapshot = open_store().snapshot()
    assert dict(snapshot.chunks) == {}
    assert snapshot.lexical(asking("연가"), 5) == []
    assert snapshot.nearest(direction("연가"), 5) == []
    assert not snapshot.dense_ready


def test_what_was_applied_is_there_and_stays_after_reopening(open_store: Open) -> None:
    store = open_store()
    document, chunks = filled(store)
    for snapshot in (store.snapshot(), open_store().snapshot()):
        assert dict(snapshot.documents) == {document.doc_id: document}
        assert dict(snapshot.chunks) == {chunk.chunk_id: chunk for chunk in chunks}


@pytest.mark.parametrize("question", QUESTIONS)
def test_lexical_search_equals_a_scan(open_store: Open, question: str) -> None:
    store = open_store()
    _, chunks = filled(store)
    assert same_ranking(store.snapshot().lexical(asking(question), 7), scan(chunks, asking(question), 7))


def test_scores_depend_on_the_commit_not_on_how_it_came_about(open_store: Open) -> None:
    store = open_store()
    _, chunks = filled(store)
    for word in ("연가", "출장", "당직"):
        store.apply(Batch(chunks=tuple(edited(chunk, f"{word} {chunk.text}") for chunk in chunks[:12])))
    store.apply(Batch(chunks=chunks[:12], removed_chunks=tuple(chunk.chunk_id for chunk in chunks[20:])))
    live = chunks[:20]
    for question in QUESTIONS:
        assert same_ranking(store.snapshot().lexical(asking(question), 20), scan(live, asking(question), 20))


def test_many_equal_scores_are_cut_by_chunk_id(open_store: Open) -> None:
    store = open_store()
    _, chunks = rule()
    copies = tuple(dataclasses.replace(chunks[0], chunk_id=f"{i:016x}") for i in range(300, 0, -1))
    store.apply(Batch(chunks=copies))
    found = store.snapshot().lexical(LexicalQuery((("article", chunks[0].article or "", 1.0),)), 5)
    assert [chunk_id for chunk_id, _ in found] == [f"{i:016x}" for i in range(1, 6)]


def test_an_unknown_term_and_a_zero_limit_find_nothing(open_store: Open) -> None:
    store = open_store()
    filled(store)
    assert store.snapshot().lexical(LexicalQuery((("body", "양자컴퓨터", 1.0),)), 5) == []
    assert store.snapshot().lexical(LexicalQuery(()), 5) == []
    assert store.snapshot().lexical(asking("연가"), 0) == []


def test_a_snapshot_never_changes(open_store: Open) -> None:
    store = open_store()
    _, chunks = filled(store)
    before = store.snapshot()
    was = (before.commit, dict(before.chunks), before.lexical(asking("연가"), 9), before.nearest(direction("연가"), 9))
    store.apply(Batch(removed_chunks=tuple(chunk.chunk_id for chunk in chunks[:9])))
    embed_all(store)
    now = (before.commit, dict(before.chunks), before.lexical(asking("연가"), 9), before.nearest(direction("연가"), 9))
    assert now == was
    assert store.snapshot().commit != before.commit


def test_another_opening_sees_each_commit_at_once(open_store: Open) -> None:
    writer, reader = open_store(), open_store()
    document, chunks = rule()
    for chunk in chunks[:5]:
        commit = writer.apply(Batch(documents=(document,), chunks=(chunk,)))
        assert reader.snapshot().commit == commit
        assert chunk.chunk_id in reader.snapshot().chunks
        assert scan([chunk], asking(chunk.text[:30]), 1)[0][0] in dict(
            reader.snapshot().lexical(asking(chunk.text[:30]), 3)
        )


def test_a_batch_that_changes_nothing_is_no_commit(open_store: Open) -> None:
    store = open_store()
    document, chunks = filled(store)
    before = store.snapshot().commit
    again = Batch(documents=(document,), chunks=chunks, removed_chunks=("0" * 16,), removed_documents=("없음",))
    assert store.apply(again) == before


def test_nearest_equals_a_scan_over_chunks_with_a_vector(open_store: Open) -> None:
    store = open_store()
    _, chunks = filled(store)
    missing = store.missing_vectors()
    assert len(missing) == len(chunks)
    some = missing[::2]
    store.add_vectors([key for key, _ in some], directions([text for _, text in some]))
    snapshot = store.snapshot()
    assert not snapshot.dense_ready
    query = direction("연가 일수")
    texts = {text for _, text in some}
    wanted = {
        chunk.chunk_id: float(direction(text) @ query)
        for chunk, text in zip(chunks, (text for _, text in missing), strict=True)
        if text in texts
    }
    found = snapshot.nearest(query, len(chunks))
    assert dict(found) == pytest.approx(wanted, abs=1e-4)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert snapshot.nearest(query, 3) == found[:3]
    assert snapshot.similarities(query, [chunk.chunk_id for chunk in chunks]) == dict(found)


def test_an_unchanged_passage_keeps_its_vector_and_a_changed_one_asks_for_its_own(open_store: Open) -> None:
    store = open_store()
    _, chunks = filled(store)
    embed_all(store)
    assert store.snapshot().dense_ready
    shifted = tuple(dataclasses.replace(chunk, start=chunk.start + 7, end=chunk.end + 7) for chunk in chunks[1:])
    store.apply(Batch(chunks=(edited(chunks[0], chunks[0].text + " 덧붙인 말"), *shifted)))
    assert [text for _, text in store.missing_vectors()] == [
        "\n".join((" ".join((chunks[0].doc, *chunks[0].path)), chunks[0].text + " 덧붙인 말"))
    ]


def test_dense_results_stay_joined_once_all_vectors_were_there(open_store: Open) -> None:
    store = open_store()
    _, chunks = filled(store)
    embed_all(store)
    store.apply(Batch(chunks=(edited(chunks[0], "새로 쓴 조문"),)))
    assert store.snapshot().dense_ready
    assert open_store().snapshot().dense_ready
    assert chunks[0].chunk_id not in dict(store.snapshot().nearest(direction("새로 쓴 조문"), 999))


def test_equal_passages_share_a_vector_and_both_are_found(open_store: Open) -> None:
    store = open_store()
    _, chunks = rule()
    twin = dataclasses.replace(chunks[0], chunk_id="f" * 16)
    store.apply(Batch(chunks=(chunks[0], twin)))
    assert len(store.missing_vectors()) == 1
    embed_all(store)
    found = store.snapshot().nearest(direction("목적"), 5)
    assert [chunk_id for chunk_id, _ in found] == sorted([chunks[0].chunk_id, twin.chunk_id])


CHUNKS = rule()[1][:14]
STEP = st.tuples(
    st.dictionaries(st.integers(0, len(CHUNKS) - 1), st.sampled_from(["", "연가 ", "출장 당직 "]), max_size=6),
    st.sets(st.integers(0, len(CHUNKS) - 1), max_size=4),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, min_size=1, max_size=6))
def test_any_run_of_batches_equals_a_dictionary(open_store: Open, steps: list[tuple[dict[int, str], set[int]]]) -> None:
    store = open_store()
    store.apply(Batch(removed_chunks=tuple(store.snapshot().chunks)))
    model: dict[str, Chunk] = {}
    for puts, removals in steps:
        chunks = tuple(edited(CHUNKS[i], word + CHUNKS[i].text) for i, word in puts.items())
        gone = tuple(CHUNKS[i].chunk_id for i in removals)
        store.apply(Batch(chunks=chunks, removed_chunks=gone))
        model = {k: v for k, v in (model | {c.chunk_id: c for c in chunks}).items() if k not in gone}
        check(store.snapshot(), model)
    check(open_store().snapshot(), model)


def check(snapshot: Snapshot, model: dict[str, Chunk]) -> None:
    assert dict(snapshot.chunks) == model
    for question in QUESTIONS[:3]:
        assert same_ranking(snapshot.lexical(asking(question), 10), scan(model, asking(question), 10))
