"""The rerank endpoint against a small local server, in the shapes that servers have, and in none."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from geungeo.errors import RerankerUnavailable, SettingError
from geungeo.models.rerank_endpoint import RerankEndpoint
from rerank_server import serving, shared_api, tei

QUESTION, TEXTS = "연차는 며칠인가요?", ["병가는 60일", "연차는 15일", "연차는 며칠까지 이월되나"]


def common_letters(question: str, text: str) -> float:
    return float(len(set(question) & set(text)))


def asked(url: str, timeout: float = 5.0, key: str = "") -> list[int]:
    endpoint = RerankEndpoint(url, "bge-reranker-v2-m3", key, timeout)
    try:
        return endpoint.order(QUESTION, TEXTS)
    finally:
        endpoint.close()


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/rerank"])
def test_the_shape_that_most_servers_share(path: str) -> None:
    with serving(shared_api(common_letters)) as (url, came):
        assert asked(url + path) == [2, 1, 0]
    assert came == [{"model": "bge-reranker-v2-m3", "query": QUESTION, "documents": TEXTS, "top_n": 3}]


def test_a_server_that_knows_only_teis_shape_is_asked_by_it() -> None:
    with serving(tei(common_letters)) as (url, came):
        assert asked(url) == [2, 1, 0]
    assert came[-1] == {"query": QUESTION, "texts": TEXTS, "truncate": True}


def test_equal_scores_leave_the_order_as_it_was() -> None:
    with serving(shared_api(lambda question, text: -3.5)) as (url, _):
        assert asked(url + "/v1") == [0, 1, 2]


def test_the_key_goes_in_the_header_and_nowhere_else() -> None:
    seen: list[str | None] = []

    def replies(path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        seen.append(headers.get("Authorization"))
        return 401, {"error": "Bearer secret-key is wrong"}

    with serving(replies) as (url, _), pytest.raises(RerankerUnavailable) as caught:
        asked(url, key="secret-key")
    assert seen == ["Bearer secret-key"]
    assert "secret-key" not in str(caught.value)
    assert "secret-key" not in repr(RerankEndpoint(url, "m", "secret-key", 1.0))
    with pytest.raises(SettingError):
        RerankEndpoint(url, "m", "비밀", 1.0)


ROW = {"index": 0, "relevance_score": 1.0}
NOT_AN_ORDER: dict[str, Any] = {
    "no JSON": b"<html>503</html>",
    "no list": {"detail": "loading"},
    "a number": 7,
    "null": None,
    "too few": {"results": [ROW, ROW | {"index": 1}]},
    "one twice": {"results": [ROW, ROW, ROW | {"index": 1}]},
    "beyond the last": {"results": [ROW, ROW | {"index": 1}, ROW | {"index": 3}]},
    "below the first": {"results": [ROW, ROW | {"index": 1}, ROW | {"index": -1}]},
    "no index": {"results": [{"relevance_score": 1.0}] * 3},
    "an index that is text": {"results": [ROW, ROW | {"index": 1}, ROW | {"index": "2"}]},
    "an index that is a truth": {
        "results": [{"index": False, "score": 1.0}, {"index": True, "score": 1.0}, ROW | {"index": 2}]
    },
    "no score": {"results": [ROW, ROW | {"index": 1}, {"index": 2}]},
    "a score that is none": {"results": [ROW, ROW | {"index": 1}, {"index": 2, "relevance_score": None}]},
    "not a number": b'{"results": [{"index": 0, "score": NaN}, {"index": 1, "score": 1}, {"index": 2, "score": 1}]}',
}


@pytest.mark.parametrize("reply", NOT_AN_ORDER.values(), ids=NOT_AN_ORDER.keys())
def test_what_is_no_order_of_all_texts_is_refused(reply: Any) -> None:
    with serving(lambda path, headers, body: (200, reply)) as (url, _), pytest.raises(RerankerUnavailable):
        asked(url)


@pytest.mark.parametrize("status", [302, 401, 404, 413, 422, 424, 429, 500, 503])
def test_a_refusal_names_its_status_and_the_address(status: int) -> None:
    with serving(lambda path, headers, body: (status, {"error": "no"})) as (url, came):
        with pytest.raises(RerankerUnavailable, match=rf"{url}/v1/rerank.*{status}"):
            asked(url + "/v1")
        assert len(came) <= 2  # another shape at most, never the same again


def test_a_server_that_is_silent_or_gone_is_given_up() -> None:
    done = threading.Event()

    def never(path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        done.wait(20)
        return 200, {}

    with serving(never) as (url, _):
        try:
            with pytest.raises(RerankerUnavailable, match=r"0\.3"):
                asked(url, timeout=0.3)
        finally:
            done.set()
    with pytest.raises(RerankerUnavailable, match="ConnectError"):
        asked(url)
    with pytest.raises(RerankerUnavailable):
        asked("http://[::bad")
