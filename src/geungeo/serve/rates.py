"""How often: a bucket a key, filled evenly over time. Kept in this process: several processes each count their own."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

KEYS = 10_000


class Rate:
    """At most `per_minute` at once, and as many a minute in the long run; 0 is no limit. Thread-safe.

    Of more than `keys` keys, the one that was longest unused is forgotten, whose bucket is the fullest.
    """

    def __init__(self, per_minute: int, keys: int = KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._keys = keys
        self._clock = clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Takes one of the key's; 0.0, or the seconds until there is one again."""
        if not self._most:
            return 0.0
        with self._lock:
            left = self._filled(key)
            taken = left >= 1
            self._keep(key, left - 1 if taken else left)
        return 0.0 if taken else (1 - left) * 60 / self._most

    def give_back(self, key: str) -> None:
        """What was taken for nothing."""
        with self._lock:
            if key in self._left:
                self._keep(key, min(self._filled(key) + 1, self._most))

    def _filled(self, key: str) -> float:
        left, at = self._left.get(key, (self._most, 0.0))
        return min(left + (self._clock() - at) * self._most / 60, self._most)

    def _keep(self, key: str, left: float) -> None:
        self._left[key] = (left, self._clock())
        self._left.move_to_end(key)
        if len(self._left) > self._keys:
            self._left.popitem(last=False)


def _unlimited() -> Rate:
    return Rate(0)


@dataclass(frozen=True, slots=True)
class Rates:
    """questions: by user, by address where nobody is known. requests, logins: by address; logins that failed only."""

    questions: Rate = field(default_factory=_unlimited)
    requests: Rate = field(default_factory=_unlimited)
    logins: Rate = field(default_factory=_unlimited)
