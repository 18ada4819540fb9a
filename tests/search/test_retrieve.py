"""Which passages come first, and what relevance rests on."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import NoVectors, hand_made
from geungeo import wiring
from geungeo.errors import EmbedderUnavailable
from geungeo.korean.passage import passage_text
from geungeo.ports import Batch
from geungeo.records import Hit
from geungeo.search.query import lexical_query, understand
from geungeo.search.relevance import FEATURES, SIMILARITY, features, relevance
from geungeo.search.retrieve import retrieve
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.thresholds import DENSE, LEXICAL, Fit, Thresholds
from geungeo.workspace import Workspace
from store_samples import Directions, direction, rule

ODD = [
    "😀😀😀",
    "12345",
    "은 는 이 가 을 를",
    "?!…",
    "가" * 1000,
    "연차 휴가 " * 140,
    "ㅋㅋㅋㅋ",
    "A",
    "\n",
    "제0조 제9999조의999",
]


def found(base: wiring.Base, question: str) -> list[Hit]:
    return retrieve(understand(question), base.store.snapshot(), None, hand_made(), 50)


def labels(base: wiring.Base, question: str) -> list[str]:
    chunks = base.store.snapshot().chunks
    return [chunks[hit.chunk_id].label for hit in found(base, question)]


# --- Order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["며칠인가요?", "며칠까지 쓸 수 있나요?"])
def test_연차는_연차를_연차에서_find_the_same_in_the_same_order(examples_base: wiring.Base, rest: str) -> None:
    first = [hit.chunk_id for hit in found(examples_base, f"연차는 {rest}")][:5]
    assert first
    for word in ("연차를", "연차에서", "연차도"):
        assert [hit.chunk_id for hit in found(examples_base, f"{word} {rest}")][:5] == first


@pytest.mark.parametrize("noun", ["병가", "연가", "여비"])
def test_a_lone_noun_with_any_particle_finds_the_same(examples_base: wiring.Base, noun: str) -> None:
    assert found(examples_base, f"{noun}를") == found(examples_base, f"{noun}는") == found(examples_base, f"{noun}에서")


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("국가공무원 복무규정 제4조의2", "국가공무원 복무규정 제4조의2"),
        ("법원공용차량 관리규칙 제4조의2는 무슨 내용인가요?", "법원공용차량 관리규칙 제4조의2"),
        ("채용절차의 공정화에 관한 법률 4조의2", "채용절차의 공정화에 관한 법률 제4조의2"),
        ("공무원 행동강령 제 13 조의 2", "공무원 행동강령 제13조의2"),
        ("국가공무원 복무규정 제13조의2가 뭐예요", "국가공무원 복무규정 제13조의2"),
        ("보안업무규정 제3조", "보안업무규정 제3조"),
        ("표준취업규칙 제12조", "표준취업규칙 제12조"),
    ],
)
def test_a_named_article_comes_first_and_the_rules_title_decides(
    examples_base: wiring.Base, question: str, label: str
) -> None:
    assert labels(examples_base, question)[0].startswith(label)


def test_an_article_of_부칙_comes_first_only_when_부칙_is_asked(examples_base: wiring.Base) -> None:
    assert "부칙" in labels(examples_base, "보안업무규정 부칙 제3조")[0]
    plain = ["부칙" in label for label in labels(examples_base, "보안업무규정 제3조") if label.endswith("제3조")]
    assert plain == sorted(plain)


def test_15일_does_not_raise_제15조(examples_base: wiring.Base) -> None:
    snapshot = examples_base.store.snapshot()
    article = {i for i, chunk in snapshot.chunks.items() if chunk.article == "15"}
    days = found(examples_base, "15일")
    assert days
    assert all(hit.features["article"] == 0.0 for hit in days)
    for hit in days[:5]:
        assert hit.chunk_id not in article or "15일" in snapshot.chunks[hit.chunk_id].text


def test_without_an_embedder_the_order_is_the_lexical_one(examples_base: wiring.Base) -> None:
    query = understand("출장 중에 숙박비는 얼마인가요?")
    snapshot = examples_base.store.snapshot()
    expected = snapshot.lexical(lexical_query(query), 50)
    hits = retrieve(query, snapshot, None, hand_made(), 50)
    assert [(hit.chunk_id, hit.lexical) for hit in hits] == expected
    assert all(hit.similarity is None for hit in hits)
    assert [hit.fused for hit in hits] == sorted((hit.fused for hit in hits), reverse=True)


# --- Relevance ----------------------------------------------------------------------------------------------


def test_relevance_is_of_question_and_passage_alone(examples_base: wiring.Base, tmp_path: Path) -> None:
    whole = examples_base.store.snapshot()
    document = next(d for d in whole.documents.values() if d.title == "국가공무원 복무규정")
    alone = EmbeddedStore(Workspace(tmp_path), "none", 0)
    own = tuple(chunk for chunk in whole.chunks.values() if chunk.doc_id == document.doc_id)
    alone.apply(Batch(documents=(document,), chunks=own[:60]))
    for question in ("병가는 며칠인가요?", "출근 시간은 몇 시인가요?", "당직", "비밀은 누가 취급하나요?"):
        query = understand(question)
        few = {hit.chunk_id: hit for hit in retrieve(query, alone.snapshot(), None, hand_made(), 50)}
        many = {hit.chunk_id: hit for hit in retrieve(query, whole, None, hand_made(), 400)}
        shared = few.keys() & many.keys()
        assert shared
        for chunk_id in shared:
            assert few[chunk_id].relevance == many[chunk_id].relevance
            assert few[chunk_id].features == many[chunk_id].features


NUMBERS = st.floats(-1e6, 1e6)


@given(values=st.dictionaries(st.sampled_from([*FEATURES, SIMILARITY, "unknown"]), NUMBERS), intercept=NUMBERS,
       slopes=st.dictionaries(st.sampled_from([*FEATURES, SIMILARITY]), NUMBERS))  # fmt: skip
def test_relevance_lies_between_0_and_1(values: dict[str, float], intercept: float, slopes: dict[str, float]) -> None:
    for fits in ({}, {LEXICAL: Fit(intercept, slopes)}, {LEXICAL: Fit(0.0, {}), DENSE: Fit(intercept, slopes)}):
        assert 0.0 <= relevance(values, fits) <= 1.0


def test_relevance_is_the_logistic_of_its_features() -> None:
    fits = {LEXICAL: Fit(-1.0, {"focus": 2.0}), DENSE: Fit(0.5, {"focus": 1.0, SIMILARITY: 3.0})}
    assert relevance({"focus": 0.75}, fits) == pytest.approx(1 / (1 + math.exp(-0.5)))
    assert relevance({"focus": 0.75, SIMILARITY: -0.5}, fits) == pytest.approx(1 / (1 + math.exp(0.25)))
    assert relevance({"focus": 0.75, SIMILARITY: 0.9}, {LEXICAL: fits[LEXICAL]}) == relevance({"focus": 0.75}, fits)


@pytest.mark.parametrize("question", ODD)
def test_features_of_odd_questions_are_finite(examples_base: wiring.Base, question: str) -> None:
    query = understand(question)
    chunks = list(examples_base.store.snapshot().chunks.values())
    for chunk in [chunks[0], chunks[len(chunks) // 2], chunks[-1]]:
        values = features(query, chunk, 0.8)
        assert values.keys() == {*FEATURES, SIMILARITY}
        assert all(math.isfinite(value) for value in values.values())
        assert all(0.0 <= value <= 1.0 for name, value in values.items() if name != "matched")
    for hit in found(examples_base, question):
        assert 0.0 <= hit.relevance <= 1.0


# --- With vectors -------------------------------------------------------------------------------------------

DOCUMENT, CLAUSES = rule("보안업무규정")
# Made by hand: the two fits never give the same value.
TWO_FITS = {LEXICAL: Fit(-2.0, {"focus": 1.0}), DENSE: Fit(2.0, {"focus": 1.0, SIMILARITY: 1.0})}
QUESTION = understand("비밀취급 인가는 누가 하나요?")


@pytest.fixture
def half_embedded(tmp_path: Path) -> EmbeddedStore:
    store = EmbeddedStore(Workspace(tmp_path), Directions.model, Directions.dimension)
    store.apply(Batch(documents=(DOCUMENT,), chunks=CLAUSES[:20]))
    missing = store.missing_vectors()[::2]
    store.add_vectors([key for key, _ in missing], Directions().passages([text for _, text in missing]))
    return store


def measured(model: str) -> Thresholds:
    return dataclasses.replace(hand_made(), embedding_model=model, fits=TWO_FITS, fusion={LEXICAL: 1.0, DENSE: 1.0})


def test_a_passage_without_its_vector_is_judged_by_words(half_embedded: EmbeddedStore) -> None:
    hits = retrieve(QUESTION, half_embedded.snapshot(), Directions(), measured(Directions.model), 50)
    with_vector = [hit for hit in hits if hit.similarity is not None]
    without = [hit for hit in hits if hit.similarity is None]
    assert with_vector
    assert without
    assert all(SIMILARITY not in hit.features and hit.relevance == relevance(hit.features, {LEXICAL: TWO_FITS[LEXICAL]}) for hit in without)  # fmt: skip
    assert all(hit.relevance == relevance(hit.features, {DENSE: TWO_FITS[DENSE], LEXICAL: Fit(0, {})}) for hit in with_vector)  # fmt: skip
    assert max(hit.relevance for hit in without) < min(hit.relevance for hit in with_vector)


def test_another_models_fit_is_never_used(half_embedded: EmbeddedStore) -> None:
    hits = retrieve(QUESTION, half_embedded.snapshot(), Directions(), measured("another"), 50)
    assert any(hit.similarity is not None for hit in hits)
    assert all(hit.relevance == relevance(hit.features, {LEXICAL: TWO_FITS[LEXICAL]}) for hit in hits)


def test_meaning_joins_the_order_once_all_vectors_are_there(half_embedded: EmbeddedStore) -> None:
    thresholds = measured(Directions.model)
    by_words = retrieve(QUESTION, half_embedded.snapshot(), None, thresholds, 50)
    before = retrieve(QUESTION, half_embedded.snapshot(), Directions(), thresholds, 50)
    assert [hit.chunk_id for hit in before] == [hit.chunk_id for hit in by_words]
    missing = half_embedded.missing_vectors()
    half_embedded.add_vectors([key for key, _ in missing], Directions().passages([text for _, text in missing]))
    after = retrieve(QUESTION, half_embedded.snapshot(), Directions(), thresholds, 50)
    assert {hit.chunk_id for hit in after} == {chunk.chunk_id for chunk in CLAUSES[:20]}
    assert all(hit.similarity is not None for hit in after)
    assert np.allclose([hit.similarity or 0.0 for hit in after], [_cosine(hit) for hit in after], atol=1e-4)


def _cosine(hit: Hit) -> float:
    chunk = next(chunk for chunk in CLAUSES if chunk.chunk_id == hit.chunk_id)
    return float(direction(QUESTION.text) @ direction(passage_text(chunk)))


def test_relevance_with_vectors_is_of_the_passage_alone_too(half_embedded: EmbeddedStore, tmp_path: Path) -> None:
    hits = retrieve(QUESTION, half_embedded.snapshot(), Directions(), measured(Directions.model), 50)
    target = next(hit for hit in hits if hit.similarity is not None)
    chunk = half_embedded.snapshot().chunks[target.chunk_id]
    alone = EmbeddedStore(Workspace(tmp_path / "alone"), Directions.model, Directions.dimension)
    alone.apply(Batch(documents=(DOCUMENT,), chunks=(chunk,)))
    key, text = alone.missing_vectors()[0]
    alone.add_vectors([key], Directions().passages([text]))
    (hit,) = retrieve(QUESTION, alone.snapshot(), Directions(), measured(Directions.model), 50)
    assert (hit.relevance, hit.features) == (target.relevance, target.features)


def test_an_embedder_that_is_down_is_for_the_caller_to_decide(half_embedded: EmbeddedStore) -> None:
    with pytest.raises(EmbedderUnavailable, match="임베딩 서버"):
        retrieve(QUESTION, half_embedded.snapshot(), NoVectors(), measured("down"), 50)
