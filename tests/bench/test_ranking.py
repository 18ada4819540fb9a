"""Metrics of the retrieval benches, against values computed by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking import distinct, means, ndcg, recall, reciprocal_rank, scores


def test_scores_of_a_ranking_worked_by_hand() -> None:
    found = scores(["x", "a", "y", "b", *"mnopqr"], {"a", "b", "c"})
    assert found["recall@1"] == 0
    assert found["recall@5"] == pytest.approx(2 / 3)
    assert found["hit@1"] == 0
    assert found["hit@5"] == 1
    assert found["mrr@10"] == 1 / 2
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert found["ndcg@10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)


def test_a_relevant_item_behind_the_cut_counts_nothing() -> None:
    ranking = [*range(10), "a"]
    assert reciprocal_rank(ranking, {"a"}, 10) == 0
    assert ndcg(ranking, {"a"}, 10) == 0
    assert recall(ranking, {"a"}, 20) == 1


def test_pieces_of_one_article_are_one_article() -> None:
    assert distinct(["a", "a", "b", "a", "c", "b"]) == ["a", "b", "c"]


def test_means_state_their_n() -> None:
    assert means([{"m": 1.0}, {"m": 0.0}]) == {"n": 2, "m": 0.5}
    assert means([]) == {"n": 0}


@given(st.permutations(range(12)), st.sets(st.integers(0, 11), min_size=1))
def test_every_metric_lies_between_zero_and_one_and_is_one_for_the_best_order(order: list[int], gold: set[int]) -> None:
    assert all(0 <= value <= 1 for value in scores(order, gold).values())
    best = sorted(range(12), key=lambda item: item not in gold)
    found = scores(best, gold)
    assert found["mrr@10"] == found["ndcg@10"] == found["hit@1"] == found["recall@20"] == pytest.approx(1)
