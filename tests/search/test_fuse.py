"""Fusion decides order alone: words, meaning and relevance added up, by weights."""

from __future__ import annotations

import math
from statistics import pstdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geungeo.search.fuse import fuse, named_first

IDS = st.sampled_from("abcdefgh")
# As BM25 and as cosines come: numbers that differ, differ by more than rounding.
LEXICAL = st.dictionaries(IDS, st.integers(1, 4000).map(lambda n: n / 100), max_size=8)
SIMILARITY = st.dictionaries(IDS, st.integers(-1000, 1000).map(lambda n: n / 1000), max_size=8)
RELEVANCE = st.dictionaries(IDS, st.integers(0, 100).map(lambda n: n / 100), max_size=8)
SHARE = st.integers(0, 20).map(lambda n: n / 20)
WEIGHT = st.integers(0, 40).map(lambda n: n / 20)


@given(
    lexical=LEXICAL, similarity=SIMILARITY, relevance=RELEVANCE, dense=WEIGHT, more=WEIGHT, bearing=WEIGHT, spoken=SHARE
)
def test_each_id_gets_the_sum_of_its_parts(
    lexical: dict[str, float],
    similarity: dict[str, float],
    relevance: dict[str, float],
    dense: float,
    more: float,
    bearing: float,
    spoken: float,
) -> None:
    weights = {"dense": dense, "unspoken": more, "bearing": bearing}
    fused = fuse(lexical, similarity, relevance, weights, spoken)
    assert set(fused) == {*lexical, *similarity, *relevance}
    width = (pstdev(similarity.values()) if similarity else 0.0) or 1.0
    for item, score in fused.items():
        words = lexical.get(item, 0.0) / max(lexical.values(), default=1.0)
        meaning = (similarity[item] - min(similarity.values())) / width if item in similarity else 0.0
        expected = words + (dense + more * (1 - spoken)) * meaning + bearing * relevance.get(item, 0.0)
        assert math.isclose(score, expected, abs_tol=1e-9)
        assert score >= 0.0
    assert list(fused) == sorted(fused, key=lambda item: (-fused[item], item))


@given(lexical=LEXICAL)
def test_words_alone_keep_their_order(lexical: dict[str, float]) -> None:
    assert list(fuse(lexical, {}, {}, {"dense": 1.0})) == sorted(lexical, key=lambda item: (-lexical[item], item))


@given(similarity=SIMILARITY)
def test_where_no_word_is_found_meaning_keeps_its_order(similarity: dict[str, float]) -> None:
    order = list(fuse({}, similarity, {}, {"unspoken": 0.3}, spoken=0.0))
    assert [similarity[item] for item in order] == sorted(similarity.values(), reverse=True)


@given(lexical=LEXICAL, similarity=SIMILARITY, scale=st.sampled_from([0.01, 3.0]), shift=st.sampled_from([-0.5, 0.8]))
def test_a_models_scale_of_similarity_does_not_matter(
    lexical: dict[str, float], similarity: dict[str, float], scale: float, shift: float
) -> None:
    assume(len(set(similarity.values())) > 1)
    other = {item: value * scale + shift for item, value in similarity.items()}
    plain, moved = (fuse(lexical, some, {}, {"dense": 0.25}) for some in (similarity, other))
    assert all(math.isclose(moved[item], plain[item], abs_tol=1e-6) for item in plain)


def test_meaning_counts_more_the_less_the_documents_say_the_questions_words() -> None:
    lexical, similarity = {"words": 9.0, "meaning": 5.0}, {"words": 0.80, "meaning": 0.88}
    weights = {"dense": 0.1, "unspoken": 0.4}
    assert next(iter(fuse(lexical, similarity, {}, weights, spoken=1.0))) == "words"
    assert next(iter(fuse(lexical, similarity, {}, weights, spoken=0.0))) == "meaning"


def test_what_people_named_first_stands_beside_the_best_by_words() -> None:
    fused = fuse({"a": 9.0, "b": 1.0}, {}, {}, {"questions": 1.0}, alike=["b", "c"])
    assert list(fused) == ["b", "a", "c"]
    assert fused["c"] == pytest.approx(0.5)


def test_an_article_that_the_question_names_comes_before_all() -> None:
    found = {"a": {"article": 0.0}, "b": {"article": 1.0}, "c": {"article": 0.0}}
    assert named_first(["a", "c", "b"], found) == ["b", "a", "c"]
