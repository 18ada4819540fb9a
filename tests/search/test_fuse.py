"""Fusion decides order alone: against a plain sum over ranks."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from geungeo.search.fuse import fuse

RANKING = st.lists(st.sampled_from("abcdefgh"), unique=True)
WEIGHT = st.floats(0.0, 2.0)


@given(lexical=RANKING, dense=RANKING, weight=WEIGHT)
def test_each_id_gets_the_weighted_sum_of_its_inverse_ranks(
    lexical: list[str], dense: list[str], weight: float
) -> None:
    fused = fuse({"lexical": lexical, "dense": dense}, {"lexical": 1.0, "dense": weight})
    assert set(fused) == {*lexical, *dense}
    for item, score in fused.items():
        places = [(1.0, lexical), (weight, dense)]
        expected = sum(share / (61 + ranking.index(item)) for share, ranking in places if item in ranking)
        assert math.isclose(score, expected)
    assert list(fused) == sorted(fused, key=lambda item: (-fused[item], item))


@given(ranking=RANKING)
def test_one_ranking_alone_keeps_its_order(ranking: list[str]) -> None:
    assert list(fuse({"lexical": ranking}, {"lexical": 1.0})) == ranking


@given(lexical=RANKING, dense=RANKING)
def test_a_ranking_without_weight_moves_nothing(lexical: list[str], dense: list[str]) -> None:
    fused = fuse({"lexical": lexical, "dense": dense}, {"lexical": 1.0})
    assert list(fused)[: len(lexical)] == lexical
    assert all(fused[item] == 0.0 for item in set(dense) - set(lexical))
