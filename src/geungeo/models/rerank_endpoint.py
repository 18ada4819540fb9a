"""Any rerank endpoint: POST <url>/rerank as Jina, vLLM, llama.cpp and TEI know it."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import httpx

from geungeo import messages
from geungeo.errors import RerankerUnavailable, SettingError

_LONGEST_REPLY = 4_000_000  # bytes: some servers send the documents back
_OTHER_SHAPE = frozenset({400, 422})


class RerankEndpoint:
    """Implements ports.Reranker over HTTP. timeout: seconds for one order, however many requests it takes.

    What is asked is {model, query, documents, top_n} and the reply {results: [{index, relevance_score}]}. A server that
    refuses this shape is asked by TEI's own, {query, texts, truncate} -> [{index, score}]. Texts are sent whole; what a
    server's model can't read of them it cuts at the end or refuses. Nothing is asked twice: the fused order is there.
    Raises SettingError for a key that no header can carry.
    """

    def __init__(self, url: str, model: str, api_key: str, timeout: float) -> None:
        if not (api_key.isascii() and api_key.isprintable()):
            raise SettingError(messages.RERANKER_KEY_NOT_ASCII)
        self.name = model
        self._url = url.rstrip("/").removesuffix("/rerank") + "/rerank"
        self._timeout = timeout
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(headers=headers, follow_redirects=False)

    def __repr__(self) -> str:
        return f"RerankEndpoint({self._url!r}, model={self.name!r})"

    def close(self) -> None:
        self._client.close()

    def order(self, question: str, texts: Sequence[str]) -> list[int]:
        """Every index of `texts`, the best first; equals as they stood. Raises RerankerUnavailable."""
        until = time.monotonic() + self._timeout
        common = {"model": self.name, "query": question, "documents": list(texts), "top_n": len(texts)}
        reply = self._post(common, until)
        if reply.status_code in _OTHER_SHAPE:
            reply = self._post({"query": question, "texts": list(texts), "truncate": True}, until)
        if reply.status_code != 200:
            raise RerankerUnavailable(messages.RERANKER_STATUS.format(url=self._url, status=reply.status_code))
        scores = _scores(reply, len(texts), self._url)
        return sorted(range(len(texts)), key=lambda at: -scores[at])

    def _post(self, body: dict[str, Any], until: float) -> httpx.Response:
        """A server that trickles its reply is cut off when the time is up."""
        left = until - time.monotonic()
        try:
            if left <= 0:
                raise httpx.ReadTimeout("no time left")
            with self._client.stream("POST", self._url, json=body, timeout=left) as response:
                received = bytearray()
                for piece in response.iter_bytes():
                    received += piece
                    if time.monotonic() > until:
                        raise httpx.ReadTimeout("reply took too long")
                    if len(received) > _LONGEST_REPLY:
                        raise RerankerUnavailable(messages.RERANKER_GARBAGE.format(url=self._url))
                return httpx.Response(response.status_code, content=bytes(received))
        except httpx.TimeoutException as error:
            text = messages.RERANKER_TIMEOUT.format(url=self._url, seconds=self._timeout)
            raise RerankerUnavailable(text) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            text = messages.RERANKER_UNREACHABLE.format(url=self._url, error=type(error).__name__)
            raise RerankerUnavailable(text) from error


def _scores(reply: httpx.Response, wanted: int, url: str) -> dict[int, float]:
    """By index. Raises RerankerUnavailable unless every text has one score that is a number."""
    try:
        body = reply.json()
        rows = body if isinstance(body, list) else body["results"]
        scores = {
            _index(row["index"]): float(row["relevance_score" if "relevance_score" in row else "score"]) for row in rows
        }
    except (ValueError, KeyError, TypeError) as error:
        raise RerankerUnavailable(messages.RERANKER_GARBAGE.format(url=url)) from error
    if len(rows) != wanted or scores.keys() != set(range(wanted)) or not all(map(math.isfinite, scores.values())):
        raise RerankerUnavailable(messages.RERANKER_GARBAGE.format(url=url))
    return scores


def _index(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value
