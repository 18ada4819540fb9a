"""How fast long work goes, and how long it will still take, from its own steps."""

from __future__ import annotations

import time
from collections.abc import Callable

# Before this much has gone by, a rate is an accident.
_LEAST_SECONDS = 2.0


class Pace:
    """Of one stage after another; what was done before a stage's first step (an earlier run's) counts for no rate."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._stage = ""
        self._begun, self._since = 0.0, 0

    def step(self, stage: str, done: int, total: int) -> tuple[float, int]:
        """Done a second, and whole seconds left; (0, 0) where that can't be told yet."""
        if stage != self._stage or done < self._since:
            self._stage, self._begun, self._since = stage, self._now(), done
        seconds, more = self._now() - self._begun, done - self._since
        if seconds < _LEAST_SECONDS or more <= 0:
            return 0.0, 0
        return round(more / seconds, 2), round((total - done) * seconds / more)
