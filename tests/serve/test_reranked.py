"""A reranker changes the order of candidates and nothing else; without one, or with one that is down, it is the fused."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest

from asking import SICK, by_words
from geungeo import wiring
from geungeo.errors import RerankerUnavailable
from geungeo.models.rerank_endpoint import RerankEndpoint
from geungeo.records import NOBODY, AskResult, Reader
from geungeo.search.evidence import BARE
from geungeo.serve.ask import Desk, ask
from rerank_server import serving, shared_api

OPERATOR = Reader(role="operator")


class Orders:
    """Gives an order by a rule on the texts, as a model gives one."""

    name = "orders"

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.texts: list[str] = []

    def order(self, question: str, texts: Sequence[str]) -> list[int]:
        self.texts = list(texts)
        if self.fails:
            raise RerankerUnavailable("http://rerank.example.com/v1/rerank: 503")
        return list(reversed(range(len(texts))))


@pytest.fixture
def desk(examples_base: wiring.Base) -> Desk:
    return by_words(examples_base, inbox=None, traces=None, slots=BARE)  # links would stand among the candidates


def scores(result: AskResult) -> dict[str, tuple[float | None, float, float]]:
    return {row.chunk_id: (row.lexical, row.fused, row.relevance) for row in result.evidence}


def order(result: AskResult) -> list[str]:
    return [row.chunk_id for row in result.evidence]


def with_reranker(desk: Desk, reranker: Orders | RerankEndpoint, most: int = 10) -> Desk:
    return dataclasses.replace(desk, reranker=reranker, limits=dataclasses.replace(desk.limits, reranked=most))


def test_the_first_candidates_are_ordered_anew_and_no_score_changes(desk: Desk) -> None:
    plain, found = ask(SICK, desk), ask(SICK, with_reranker(desk, Orders()))
    assert order(found)[:10] == order(plain)[9::-1]
    assert order(found)[10:] == order(plain)[10:]
    assert scores(found) == scores(plain)
    assert found.notes == plain.notes


def test_off_is_exactly_the_fused_order(desk: Desk) -> None:
    plain = ask(SICK, desk)
    fused = [row.fused for row in plain.evidence]
    assert desk.reranker is None
    assert fused == sorted(fused, reverse=True)
    assert "rerank" not in plain.timings


def test_an_outage_leaves_the_fused_order_and_says_so_to_whom_it_may(desk: Desk) -> None:
    plain, down = ask(SICK, desk), with_reranker(desk, Orders(fails=True))
    for reader, told in ((NOBODY, False), (OPERATOR, True)):
        found = ask(SICK, down, reader=reader)
        assert order(found) == order(plain)
        assert (found.route, found.answer, found.top_score) == (plain.route, plain.answer, plain.top_score)
        note = next(note for note in found.notes if "재순위" in note)
        assert ("rerank.example.com" in note) is told


def test_an_article_that_the_question_names_stays_first(desk: Desk) -> None:
    question = "국가공무원 복무규정 제18조가 뭐야?"
    plain, found = ask(question, desk), ask(question, with_reranker(desk, Orders()))
    named = {row.chunk_id for row in plain.evidence if row.features.get("article", 0) == 1.0}
    assert named
    assert {order(found)[at] for at in range(len(named))} == named


def test_a_reranker_reads_the_heading_and_a_long_passage_is_cut_at_its_end(desk: Desk) -> None:
    reranker = Orders()
    ask("여비 지급 기준표에 뭐가 있어?", with_reranker(desk, reranker, 50))
    assert reranker.texts
    assert max(map(len, reranker.texts)) <= 2000
    assert all("\n" in text for text in reranker.texts)


def test_the_thresholds_verdict_does_not_follow_a_rerankers_scale(desk: Desk) -> None:
    plain = ask(SICK, desk)
    for scale in (1e-9, 1.0, -1e9):

        def by_length(question: str, text: str, scale: float = scale) -> float:
            return scale * len(text)

        with serving(shared_api(by_length)) as (url, _):
            found = ask(SICK, with_reranker(desk, RerankEndpoint(url + "/v1", "m", "", 5.0), 50))
        assert scores(found) == scores(plain)
        chosen = [row.relevance for row in found.evidence if row.kept]
        assert found.top_score == max(chosen)


def test_the_settings_make_a_reranker_or_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("rerank")
    wiring.init(root)
    stated = {"embedder.kind": "none"}
    assert wiring.desk(wiring.open_workspace(root, stated)).reranker is None
    base = wiring.open_workspace(root, stated | {"rerank.url": "http://127.0.0.1:9", "rerank.candidates": 12})
    made = wiring.desk(base)
    assert isinstance(made.reranker, RerankEndpoint)
    assert made.limits.reranked == 12
