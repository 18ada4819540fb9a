"""Everyday words and the words in which rules say them: 와이프 is 배우자, 애 낳다 is 출산. The words are in words.toml.

Two things are done with them. To find a clause any of them helps. Whether a clause speaks of what was asked is judged by
those alone that name the same thing (same.toml, and what an operator adds): 결혼식 finds 경조사휴가, but a clause on
경조사휴가 says nothing of 결혼식 by that. With all words judged by, 10 of 104 near misses of cases/relevance.json were
answered, with these 2 (bench/answers.py).

One question is looked into with the words of its workspace and its documents in force: `speaking`. Elsewhere the
shipped ones hold.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources

# Verbs that say by themselves what the matter is.
TELLING_VERBS = frozenset(
    "낳 돌아가 돌아가시 죽 잘리 짤리 자르 그만두 관두 아프 다치 빌리 버리 깎 깎이 때리 털리".split()
)
# A phrase is looked for among at most this many morphemes.
_LONGEST = 6
_PEOPLE = "사람"  # section of words.toml


def solid(word: str) -> str:
    """Without spaces: 배우자 출산휴가 and 배우자출산휴가 are one."""
    return "".join(word.split())


class Dictionary:
    """What people say, and the words in which rules say it. Never changes."""

    def __init__(self, said: Mapping[str, tuple[str, ...]], loose: Set[tuple[str, str]] = frozenset()) -> None:
        """said: rule words by everyday word; stems for verbs, phrases as their stems apart ('애 낳'). loose: pairs of
        them that help to find, but do not name the same thing."""
        self.said = dict(said)
        self.loose = loose

    @cached_property
    def singles(self) -> dict[str, frozenset[str]]:
        """The word itself and what rules say for the same thing, in both spellings where that has a space."""
        return {
            word: spellings(word, *(rule for rule in rules if self.same(word, rule)))
            for word, rules in self.said.items()
            if " " not in word
        }

    def same(self, word: str, rule: str) -> bool:
        """Whether the two name one thing."""
        return (word, rule) not in self.loose

    @cached_property
    def solids(self) -> dict[str, str]:
        """Everyday words by their letters alone."""
        return {solid(word): word for word in self.said}

    def with_(self, more: Mapping[str, tuple[str, ...]]) -> Dictionary:
        """Another one that also has `more`; an empty tuple takes a word's rule words away."""
        merged = {**self.said, **{word: (*self._kept(word, rules), *rules) for word, rules in more.items()}}
        return Dictionary({word: tuple(dict.fromkeys(rules)) for word, rules in merged.items() if rules}, self.loose)

    def _kept(self, word: str, more: tuple[str, ...]) -> tuple[str, ...]:
        return self.said.get(word, ()) if more else ()


def spellings(*words: str) -> frozenset[str]:
    """The words, and those with a space also without."""
    return frozenset(words) | frozenset(map(solid, words))


def read(text: str) -> dict[str, list[str]]:
    """Everyday word -> rule words of a words.toml, sections aside. Raises ValueError: what is wrong, and where."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule, words in _entries(tomllib.loads(text)):
        if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
            raise ValueError(rule)
        for word in words:
            found[" ".join(word.lower().split())].append(" ".join(rule.split()))
    return dict(found)


def _entries(document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


@cache
def shipped() -> Dictionary:
    said = {word: tuple(rules) for word, rules in read(_text("words.toml")).items()}
    same = read(_text("same.toml"))
    loose = ((word, rule) for word, rules in said.items() for rule in rules if rule not in same.get(word, ()))
    return Dictionary(said, frozenset(loose))


def _text(name: str) -> str:
    return resources.files("geungeo").joinpath(f"korean/{name}").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Speech:
    """How the words of one question may be said. said: by word, itself among them. nouns: words that the analyser does
    not know and would take apart (법카).
    """

    said: Mapping[str, frozenset[str]] = field(default_factory=dict)
    nouns: frozenset[str] = frozenset()

    def of(self, word: str) -> frozenset[str]:
        """The word itself and what rules say for it."""
        found = self.said.get(word) or self.said.get(word.lower())
        return found | {word} if found else frozenset([word])


@cache
def people() -> frozenset[str]:
    """Whom one may ask about, in everyday and in rule words."""
    section = tomllib.loads(_text("words.toml"))[_PEOPLE]
    return frozenset(section) | {word for words in section.values() for word in words}


@cache
def plain() -> Speech:
    """The shipped words alone."""
    return Speech(shipped().singles)


_spoken: ContextVar[Speech | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(speech: Speech) -> Iterator[None]:
    """`in_rules` and `nouns` answer from `speech` in this thread, while this lasts."""
    token = _spoken.set(speech)
    try:
        yield
    finally:
        _spoken.reset(token)


def in_rules(word: str) -> frozenset[str]:
    """The word itself and what rules say for it."""
    return (_spoken.get() or plain()).of(word)


def nouns() -> frozenset[str]:
    """Words to be taken as one noun."""
    return (_spoken.get() or plain()).nouns


@dataclass(frozen=True, slots=True)
class Found:
    """An everyday word of the dictionary in a question: morphemes [first, last] of it say `word`."""

    word: str
    first: int
    last: int
    rules: tuple[str, ...]


def phrases(forms: list[str], words: Dictionary) -> list[Found]:
    """Everyday words among `forms`, the morphemes of a question without particles and endings; longest first."""
    found = []
    for first in range(len(forms)):
        joined = ""
        for last in range(first, min(len(forms), first + _LONGEST)):
            joined += forms[last]
            if (word := words.solids.get(joined)) is not None:
                found.append(Found(word, first, last, words.said[word]))
    return sorted(found, key=lambda one: (one.first - one.last, one.first))


_RUN = re.compile(r"[0-9A-Za-z가-힣]+")


def beginnings(question: str, words: Dictionary) -> Iterator[str]:
    """Everyday words of two letters and more, without a space, with which a word of the question begins."""
    for run in _RUN.findall(question):
        for length in range(min(len(run), 10), 1, -1):
            if run[:length] in words.said:
                yield run[:length]
                break
