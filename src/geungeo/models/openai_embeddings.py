"""Any /v1/embeddings endpoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import numpy as np

from geungeo import messages
from geungeo.errors import EmbedderUnavailable, IndexMismatch, SettingError
from geungeo.models.windows import embed_windowed, unit
from geungeo.ports import Matrix

_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class OpenAIEmbeddings:
    """Implements ports.Embedder over HTTP. Close it with `close`.

    max_tokens: what the endpoint's model reads; longer passages are windowed here. Tokens are counted as
    characters, which no tokenizer in use exceeds for Korean by much. Raises EmbedderUnavailable when the endpoint
    gives no usable reply after `retries` more tries, IndexMismatch when its vectors have another dimension, SettingError
    for a key that no header can carry.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str,
        dimension: int,
        max_tokens: int,
        timeout: float = 60.0,
        retries: int = 4,
        batch: int = 32,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not (api_key.isascii() and api_key.isprintable()):
            raise SettingError(messages.EMBEDDER_KEY_NOT_ASCII)
        self.model = model
        self.dimension = dimension
        self.max_tokens = max_tokens
        self._key = api_key
        self._url = base_url.rstrip("/") + "/embeddings"
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(timeout=timeout, headers=headers)
        self._retries = retries
        self._batch = batch
        self._sleep = sleep

    def close(self) -> None:
        self._client.close()

    def query(self, text: str) -> Matrix:
        vector: Matrix = self._embed([text])[0]
        return vector

    def passages(self, texts: Sequence[str]) -> Matrix:
        return embed_windowed(texts, self.max_tokens, self.count_tokens, self._embed)

    def count_tokens(self, text: str) -> int:
        """An estimate from above: one token a character."""
        return len(text)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        parts = [self._request(texts[at : at + self._batch]) for at in range(0, len(texts), self._batch)]
        return unit(np.concatenate(parts))

    def _request(self, texts: Sequence[str]) -> Matrix:
        payload = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        wait = 0.5
        for left in range(self._retries, -1, -1):
            try:
                response = self._client.post(self._url, json=payload)
            except httpx.TransportError as error:
                seen = f"{type(error).__name__}: {error}"
            else:
                if response.status_code == 200:
                    return self._vectors(response, len(texts))
                seen = f"HTTP {response.status_code}: {self._without_key(response.text)[:200]}"
                if response.status_code not in _PASSING:
                    break
                wait = max(wait, _asked_wait(response))
            if left:
                self._sleep(min(wait, 30.0))
                wait *= 2
        raise EmbedderUnavailable(messages.EMBEDDER_SILENT.format(url=self._url, seen=seen))

    def _without_key(self, text: str) -> str:
        """There are servers that send back what they got."""
        return text.replace(self._key, "****") if self._key else text

    def _vectors(self, response: httpx.Response, wanted: int) -> Matrix:
        try:
            rows: list[dict[str, Any]] = sorted(response.json()["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise EmbedderUnavailable(messages.EMBEDDER_GARBAGE.format(url=self._url, error=error)) from error
        if len(vectors) != wanted or not np.isfinite(vectors).all():
            raise EmbedderUnavailable(messages.EMBEDDER_UNUSABLE.format(url=self._url, wanted=wanted, got=len(vectors)))
        if vectors.shape[1:] != (self.dimension,):
            raise IndexMismatch(messages.EMBEDDER_DIMENSION.format(theirs=vectors.shape[1], ours=self.dimension))
        return vectors


def _asked_wait(response: httpx.Response) -> float:
    """Seconds that the server asks to wait (Retry-After), 0 when it does not say."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.replace(".", "", 1).isdigit() else 0.0
