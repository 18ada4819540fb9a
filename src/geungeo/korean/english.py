"""English words in rules and questions: their stems, and those that carry no topic. The only user of snowballstemmer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snowballstemmer.english_stemmer import EnglishStemmer

# Names the rules that make stems; part of the tokenizer's name.
STEMMER = "snowball-3"

_WORD = re.compile(r"[A-Za-zÀ-ɏ]+")
# What stands in nearly every English sentence or question: indexed like any other word, but no question's topic.
FUNCTION_WORDS = frozenset(
    "a about after all also am an and any are as at be been before being but by can could did do does during each for "
    "from get give given gets got had has have he her here his how i if in into is it its just let may me might more "
    "most much many must my need no nor not of on one only or our ours out over own per please she should so some such "
    "take tell than that the their them then there these they this those through to too under until up us use used was "
    "we were what when where which while who whom whose why will with within would you your long often".split()
)

# Topic words that need not stand in the passage: they name the kind of fact or the asker.
_SOFT = frozenset(
    "allow amount company day days employee employees employer employers hour hours kind maximum minimum "
    "minute minutes month months number people person policy policies procedure rule rules staff time times week weeks "
    "worker workers year years".split()
)


@cache
def _stemmer() -> EnglishStemmer:
    from snowballstemmer.english_stemmer import EnglishStemmer

    return EnglishStemmer()


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """'policies' and 'policy' alike: the Snowball English stem of the word in lower case."""
    return str(_stemmer().stemWord(word.lower()))


def stems(text: str) -> Iterator[str]:
    """The stem of each Latin word of `text`, in order; none is left out."""
    return (stem(found.group()) for found in _WORD.finditer(text))


def topic_words(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The Latin words of `text` that may be its topic, as distinct stems: those that must be met, and the others."""
    words = dict.fromkeys(found.group().lower() for found in _WORD.finditer(text))
    telling = [word for word in words if word not in FUNCTION_WORDS]
    hard, soft = ([stem(w) for w in telling if (w in _SOFT) == is_soft] for is_soft in (False, True))
    return tuple(dict.fromkeys(hard or soft)), tuple(dict.fromkeys(soft if hard else ()))


def with_stems(text: str) -> str:
    """`text` and, behind it, the stems of its Latin words: what a stem of a question is looked for in."""
    found = " ".join(stems(text))
    return f"{text}\n{found}" if found else text
