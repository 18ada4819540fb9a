"""A view of some documents is the store that only ever held these: nothing hidden moves a rank or a score."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from geungeo.ports import Batch, CorpusStore, LexicalQuery, Snapshot
from geungeo.records import Chunk, Document
from store_samples import asking, direction, directions, edited, rule, scan

New = Callable[[], CorpusStore]

NAMES = ("국가공무원 복무규정", "공무원 제안 규정", "보안업무규정")
# The last ones share places and words: what is hidden is near to what is seen.
CORPUS = [(document, chunks[:7]) for document, chunks in map(rule, NAMES)]
TWIN = dataclasses.replace(CORPUS[0][0], doc_id="사본", title="복무규정 사본", file="비밀/사본.md")
CORPUS.append(
    (
        TWIN,
        tuple(
            dataclasses.replace(chunk, chunk_id=f"{i:016x}", doc_id=TWIN.doc_id, doc=TWIN.title)
            for i, chunk in enumerate(CORPUS[0][1])
        ),
    )
)
QUESTIONS = ("연가 일수는 며칠인가요", "제3조", "출장 공무원의 여비", "비밀의 취급과 보호", "사본")
WORDS = ["", "연가 여비 ", "비밀 출장 " * 9]


def embed_all(store: CorpusStore) -> None:
    if missing := store.missing_vectors():
        store.add_vectors([key for key, _ in missing], directions([text for _, text in missing]))


def of_documents(batch: Batch, doc_ids: Iterable[str]) -> Batch:
    """What of the batch belongs to these documents."""
    seen = set(doc_ids)
    gone = {chunk.chunk_id for document, chunks in CORPUS for chunk in chunks if document.doc_id in seen}
    return Batch(
        tuple(document for document in batch.documents if document.doc_id in seen),
        tuple(chunk for chunk in batch.chunks if chunk.doc_id in seen),
        tuple(doc_id for doc_id in batch.removed_documents if doc_id in seen),
        tuple(chunk_id for chunk_id in batch.removed_chunks if chunk_id in gone),
    )


def assert_alike(seen: Snapshot, alone: Snapshot) -> None:
    assert dict(seen.documents) == dict(alone.documents)
    assert dict(seen.chunks) == dict(alone.chunks)
    assert len(seen.chunks) == len(alone.chunks)
    assert not alone.chunks or seen.dense_ready == alone.dense_ready
    every = [chunk.chunk_id for _, chunks in CORPUS for chunk in chunks]
    for question in QUESTIONS:
        for limit in (2, 50):
            assert seen.lexical(asking(question), limit) == alone.lexical(asking(question), limit)
            assert seen.nearest(direction(question), limit) == alone.nearest(direction(question), limit)
        assert seen.similarities(direction(question), every) == alone.similarities(direction(question), every)


PLACE = st.tuples(st.integers(0, len(CORPUS) - 1), st.integers(0, 6))
STEP = st.tuples(st.dictionaries(PLACE, st.sampled_from(WORDS), max_size=8), st.sets(PLACE, max_size=5))
SEEN = st.sets(st.sampled_from([document.doc_id for document, _ in CORPUS]))


@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(STEP, max_size=3), seen=SEEN, lost=st.none() | st.integers(0, len(CORPUS) - 1))
def test_any_documents_are_seen_as_if_they_were_alone(
    open_new: New,
    steps: Sequence[tuple[dict[tuple[int, int], str], set[tuple[int, int]]]],
    seen: set[str],
    lost: int | None,
) -> None:
    whole, alone = open_new(), open_new()
    batches = [Batch(tuple(d for d, _ in CORPUS), tuple(chunk for _, chunks in CORPUS for chunk in chunks))]
    for puts, removals in steps:
        chunks = tuple(edited(CORPUS[at][1][i], word + CORPUS[at][1][i].text) for (at, i), word in puts.items())
        batches.append(Batch(chunks=chunks, removed_chunks=tuple(CORPUS[at][1][i].chunk_id for at, i in removals)))
    if lost is not None:
        document, chunks = CORPUS[lost]
        ids = tuple(chunk.chunk_id for chunk in chunks)
        batches.append(Batch(removed_documents=(document.doc_id,), removed_chunks=ids))
    for batch in batches:
        whole.apply(batch)
        alone.apply(of_documents(batch, seen))
    embed_all(whole)
    embed_all(alone)
    assert_alike(whole.snapshot().within(frozenset(seen)), alone.snapshot())


def test_a_view_of_a_view_shows_what_both_show(open_new: New) -> None:
    whole, alone = open_new(), open_new()
    for store, corpus in ((whole, CORPUS), (alone, CORPUS[1:2])):
        store.apply(Batch(tuple(d for d, _ in corpus), tuple(chunk for _, chunks in corpus for chunk in chunks)))
        embed_all(store)
    names = [document.doc_id for document, _ in CORPUS]
    twice = whole.snapshot().within(frozenset(names[:2])).within(frozenset(names[1:]) | {"없는 문서"})
    assert_alike(twice, alone.snapshot())


def _another_copy(name: str) -> tuple[Document, tuple[Chunk, ...]]:
    document = dataclasses.replace(TWIN, doc_id=name, title=f"복무규정 {name}", file=f"{name}.md")
    chunks = (
        dataclasses.replace(chunk, chunk_id=f"{name}{i}", doc_id=name, doc=document.title)
        for i, chunk in enumerate(CORPUS[0][1])
    )
    return document, tuple(chunks)


def test_what_is_hidden_is_taken_off_every_count_where_it_is_little(open_new: New) -> None:
    """One of six: such a view counts the whole and the hidden, not the seen."""
    every = [*CORPUS, _another_copy("둘째"), _another_copy("셋째")]
    for hidden in (every[3], every[1]):
        whole, alone = open_new(), open_new()
        seen = [each for each in every if each is not hidden]
        for store, corpus in ((whole, every), (alone, seen)):
            store.apply(Batch(tuple(d for d, _ in corpus), tuple(chunk for _, chunks in corpus for chunk in chunks)))
            embed_all(store)
        view = whole.snapshot().within(frozenset(document.doc_id for document, _ in seen))
        odd = LexicalQuery((*asking(QUESTIONS[0]).clauses, ("body", 'a"b\\', 1.0), ("title", "+사본*", 1.0)))
        assert view.lexical(odd, 50) == alone.snapshot().lexical(odd, 50)
        every_id = [chunk.chunk_id for _, chunks in every for chunk in chunks]
        assert set(view.chunks) == set(every_id) - {chunk.chunk_id for chunk in hidden[1]}
        for question in QUESTIONS:
            assert view.lexical(asking(question), 50) == alone.snapshot().lexical(asking(question), 50)


def test_an_article_is_found_by_its_number_and_only_where_it_is_seen(open_new: New) -> None:
    store = open_new()
    store.apply(Batch(tuple(d for d, _ in CORPUS), tuple(chunk for _, chunks in CORPUS for chunk in chunks)))
    embed_all(store)
    whole = store.snapshot()
    for view in (whole, whole.within(frozenset({CORPUS[0][0].doc_id}))):
        for document, chunks in CORPUS:
            for article in {chunk.article for chunk in chunks if chunk.article} | {"999"}:
                expected = [
                    chunk_id
                    for chunk_id in view.of(document.key)
                    if view.chunks[chunk_id].article == article and view.chunks[chunk_id].part != "부칙"
                ]
                assert list(view.of_article(document.key, article)) == expected


def test_vectors_that_only_hidden_documents_lack_hold_nobody_up(open_new: New) -> None:
    store = open_new()
    (seen, of_seen), (hidden, of_hidden) = CORPUS[:2]
    store.apply(Batch((seen, hidden), of_seen + of_hidden))
    wanted = {chunk.text for chunk in of_seen}
    missing = [(key, text) for key, text in store.missing_vectors() if any(words in text for words in wanted)]
    store.add_vectors([key for key, _ in missing], directions([text for _, text in missing]))
    assert not store.snapshot().dense_ready
    assert store.snapshot().within(frozenset({seen.doc_id})).dense_ready
    assert not store.snapshot().within(frozenset({hidden.doc_id})).dense_ready


def test_a_chunk_whose_document_is_absent_is_seen_by_nobody(open_new: New) -> None:
    store = open_new()
    (seen, of_seen), (absent, of_absent) = CORPUS[:2]
    store.apply(Batch((seen,), of_seen + of_absent))
    view = store.snapshot().within(frozenset({seen.doc_id, absent.doc_id}))
    assert set(view.chunks) == {chunk.chunk_id for chunk in of_seen}
    assert set(dict(view.lexical(asking("출장 여비"), 50))) <= set(view.chunks)


def test_a_chunk_that_moves_to_a_hidden_document_is_hidden_with_it(open_new: New) -> None:
    store = open_new()
    (seen, of_seen), (hidden, _) = CORPUS[:2]
    store.apply(Batch((seen, hidden), of_seen))
    store.apply(Batch(chunks=(dataclasses.replace(of_seen[0], doc_id=hidden.doc_id),)))
    view = store.snapshot().within(frozenset({seen.doc_id}))
    assert of_seen[0].chunk_id not in view.chunks
    assert of_seen[0].chunk_id not in dict(view.lexical(asking(of_seen[0].text[:40]), 50))


def scattered(count: int, seed: int) -> tuple[list[Document], list[Chunk]]:
    """Documents of one chunk each, of very uneven lengths, in few words: scores lie close to each other."""
    chance = random.Random(seed)
    words = ["연가", "출장", "여비", "비밀", "병가", "당직", "휴직", "징계", "승진", "보수"]
    model_document, (model, *_) = rule()
    documents = [dataclasses.replace(model_document, doc_id=f"d{i}", file=f"d{i}.md") for i in range(count)]
    chunks = []
    for i, document in enumerate(documents):
        common = words[:4] if i % 2 else words  # documents of odd number hardly know other words, and are long
        length = chance.choice((60, 120)) if i % 2 else chance.choice((2, 5, 9, 40))
        text = " ".join(chance.choices(common, k=length))
        chunks.append(dataclasses.replace(edited(model, text), chunk_id=f"{i:016x}", doc_id=document.doc_id))
    return documents, chunks


@pytest.mark.parametrize("seed", range(3))
def test_no_true_best_is_lost_among_close_scores(open_new: New, seed: int) -> None:
    store = open_new()
    documents, chunks = scattered(240, seed)
    store.apply(Batch(tuple(documents), tuple(chunks)))
    removed = {chunk.chunk_id for chunk in random.Random(seed).sample(chunks, 60)}
    store.apply(Batch(removed_chunks=tuple(removed)))
    left = [chunk for chunk in chunks if chunk.chunk_id not in removed]
    for doc_ids in (
        {f"d{i}" for i in range(240)},
        {f"d{i}" for i in range(0, 240, 2)},
        {f"d{i}" for i in range(1, 240, 2)},
    ):
        live = [chunk for chunk in left if chunk.doc_id in doc_ids]
        view = store.snapshot().within(frozenset(doc_ids))
        for words in ("연가", "여비 징계", "비밀 보수 승진 출장"):
            query = LexicalQuery(tuple(("body", word, 1.0) for word in words.split()))
            for limit in (1, 3, 20):
                found, wanted = view.lexical(query, limit), scan(live, query, limit)
                assert [score for _, score in found] == pytest.approx([score for _, score in wanted])
                assert {chunk_id for chunk_id, score in wanted if score > wanted[-1][1] * (1 + 1e-9)} <= set(
                    dict(found)
                )
