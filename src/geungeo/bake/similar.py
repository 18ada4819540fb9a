"""Which questions are the same, stage one: MinHash of letter triples in LSH bands, confirmed by what they say exactly.

A pair whose facts differ (15일 / 25일, 급여 / 기간, 가능 / 불가, 국내 / 해외) is never a duplicate, however alike its letters
are: both must ask for the same kind of fact, state the same numbers and name the same things.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from rensa import RMinHash, RMinHashLSH

from geungeo.korean.asked import asked
from geungeo.korean.numbers import known
from geungeo.korean.overlap import solid
from geungeo.korean.tokens import terms

_HASHES, _BANDS, _SEED = 64, 16, 42
_GRAM = 3
_DENIES = re.compile(r"없|않|아니|안 |못|금지|불가|제외|미만|초과|이상|이하|이내|전|후")

Facts = tuple[object, ...]


class Alike:
    """Questions so far, each under a key. Not safe from several threads."""

    def __init__(self, questions: Iterable[tuple[str, str, str]] = ()) -> None:
        """questions: (key, group, words); only those of one group can be the same question."""
        self._bands = RMinHashLSH(threshold=0.8, num_perm=_HASHES, num_bands=_BANDS)
        self._keys: list[tuple[str, str, Facts]] = []
        self._letters: dict[tuple[str, str], str] = {}
        for key, group, words in questions:
            self.add(key, group, words)

    def add(self, key: str, group: str, words: str) -> None:
        self._bands.insert(len(self._keys), _hashed(words))
        self._keys.append((key, group, facts(words)))
        self._letters.setdefault((group, solid(words)), key)

    def same(self, group: str, words: str) -> str | None:
        """The key of an earlier question of this group that asks the same; None when it is new."""
        letters = self._letters.get((group, solid(words)))
        if letters is not None:
            return letters
        told = facts(words)
        near: list[int] = self._bands.query(_hashed(words))
        for number in sorted(near):
            key, its, theirs = self._keys[number]
            if its == group and theirs == told:
                return key
        return None


def facts(words: str) -> Facts:
    """What decides a question's answer: numbers with units, what is asked for, what is denied, what is named."""
    wanted = asked(words)
    denied = tuple(sorted(_DENIES.findall(words)))
    return frozenset(known(words)), wanted.kind, wanted.units, denied, frozenset(terms(words))


def _hashed(words: str) -> RMinHash:
    run = solid(words)
    found = RMinHash(num_perm=_HASHES, seed=_SEED)
    found.update([run[i : i + _GRAM] for i in range(max(1, len(run) - _GRAM + 1))])
    return found


def grouped(rows: Iterable[tuple[str, str, str]]) -> dict[str, list[str]]:
    """Keys of rows (key, group, words) by the key of the first that asks the same."""
    alike, found = Alike(), defaultdict(list)
    for key, group, words in rows:
        first = alike.same(group, words)
        if first is None:
            alike.add(key, group, words)
        found[first or key].append(key)
    return dict(found)
