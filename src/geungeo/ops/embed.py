"""Give every passage its vector: in small batches, so that it can stop, resume, and let questions through."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.ports import CorpusStore, Embedder

# Called with stage, done, total.
Progress = Callable[[str, int, int], None]

# A batch aims at this time, so that a question waits little and a stop comes soon.
_SECONDS = 1.0
_SENTENCE = "직원은 회사의 규정을 지키고 맡은 일을 성실히 하여야 한다. "


def embed_missing(
    store: CorpusStore,
    embedder: Embedder,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    background: bool = False,
) -> int:
    """Embed all passages without a vector, also those committed meanwhile; returns how many were done.

    Every batch is kept at once: stopped or killed, the next call goes on. background: lower this thread's priority
    for good (Linux), for a thread of its own beside questions. Raises SettingError when the model reads less than
    `max_tokens`, and whatever the embedder raises.
    """
    if background:
        _step_back()
    done, tried = 0, set[str]()
    while missing := [(key, text) for key, text in store.missing_vectors() if key not in tried]:
        if not tried:
            require_limit(embedder)
        total = done + len(missing)
        for keys, texts in _batches(missing, _Pace()):
            if stop and stop.is_set():
                return done
            store.add_vectors(keys, embedder.passages(texts))
            tried.update(keys)
            done += len(keys)
            if progress:
                progress("embedding", done, total)
    return done


def require_limit(embedder: Embedder) -> None:
    """Raises SettingError when the model's own limit is below `max_tokens`: it would cut passages silently."""
    if not reads_to_limit(embedder):
        raise SettingError(messages.MODEL_CUTS.format(model=embedder.model, limit=embedder.max_tokens))


def reads_to_limit(embedder: Embedder) -> bool:
    """True when the last words of a passage of `max_tokens` tokens still change its vector."""
    filler, tails = "", ("연차 유급휴가는 15일이다.", "출장비는 이튿날 정산한다.")
    while max(embedder.count_tokens(filler + _SENTENCE + tail) for tail in tails) <= embedder.max_tokens:
        filler += _SENTENCE
    one, other = embedder.passages([filler + tail for tail in tails])
    return float(abs(one - other).max()) > 1e-6


class _Pace:
    """How many characters go into a batch: what took about `_SECONDS` so far."""

    def __init__(self) -> None:
        self.budget = 400.0
        self._since = time.monotonic()

    def learn(self, chars: int) -> None:
        now = time.monotonic()
        seconds = max(now - self._since, 1e-3)
        self.budget = min(20_000.0, max(200.0, (self.budget + chars * _SECONDS / seconds) / 2))
        self._since = now


def _batches(missing: Sequence[tuple[str, str]], pace: _Pace) -> Iterator[tuple[list[str], list[str]]]:
    keys: list[str] = []
    texts: list[str] = []
    for key, text in missing:
        if texts and sum(map(len, texts)) + len(text) > pace.budget:
            yield keys, texts
            pace.learn(sum(map(len, texts)))
            keys, texts = [], []
        keys.append(key)
        texts.append(text)
    if texts:
        yield keys, texts


def _step_back() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
