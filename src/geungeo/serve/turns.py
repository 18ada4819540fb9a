"""A language model serves few at a time: who finds no seat in time is handed off, and nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from geungeo import messages
from geungeo.errors import WriterUnavailable
from geungeo.ports import Writer
from geungeo.records import Draft, Excerpt


class Turns:
    """A writer of which at most `at_once` calls run; the next waits up to `wait` seconds for its turn."""

    def __init__(self, writer: Writer, at_once: int, wait: float) -> None:
        self._writer = writer
        self._at_once = at_once
        self._wait = wait
        self._seats = threading.BoundedSemaphore(at_once)

    def __repr__(self) -> str:
        return f"Turns({self._writer!r}, at_once={self._at_once}, wait={self._wait})"

    @property
    def name(self) -> str:
        return self._writer.name

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        if not self._seats.acquire(timeout=self._wait):
            raise WriterUnavailable(messages.WRITER_BUSY.format(at_once=self._at_once, wait=self._wait))
        try:
            return self._writer.write(question, excerpts)
        finally:
            self._seats.release()
