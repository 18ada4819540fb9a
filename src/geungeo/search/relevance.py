"""How far a passage bears on a question: in [0, 1], comparable between questions.

A fixed logistic function of features of that question and that passage alone: never a rank, never normalised
within one question's results. So one threshold can part what the documents answer from what they do not.
Coefficients are fitted by golden/calibrate.py and read from thresholds.json.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources

from geungeo.korean.articles import article_refs
from geungeo.korean.asked import carries
from geungeo.korean.english import with_stems
from geungeo.korean.passage import heading
from geungeo.korean.sentences import sentences
from geungeo.records import Chunk
from geungeo.search.query import Query
from geungeo.thresholds import DENSE, LEXICAL, Fit

SIMILARITY = "similarity"
# What relevance is made of; similarity only in the dense fit. Those of AGAINST speak against a passage. Tried on the
# golden set and left out, since the fit gave them nothing beside these: share of the question's words, rarest word
# missing, best sentence whatever it states, words in headings, character pairs.
FEATURES = ("focus", "fact", "matched", "article", "other", "supplement")
AGAINST = ("other", "supplement")
_READ = 4096  # passages whose sentences are kept: what people ask about is a small part of the rules


@cache
def _word_weights() -> tuple[dict[str, float], float]:
    """Weight of each common term in (0, 1], and of every term not listed (1.0): log N/n over its maximum."""
    text = resources.files("geungeo").joinpath("search/word_weights.json").read_text(encoding="utf-8")
    document = json.loads(text)
    rarest = math.log(document["articles"])
    return {term: math.log(document["articles"] / n) / rarest for term, n in document["counts"].items()}, 1.0


def weight(term: str) -> float:
    """In (0, 1]: how much a question's word tells about its topic, measured on Korean law as a whole."""
    weights, rare = _word_weights()
    return max(weights.get(term, rare), 0.05)


def features(query: Query, chunk: Chunk, similarity: float | None) -> dict[str, float]:
    """The facts relevance is made of, each about in [0, 1]. `similarity` is absent without a vector."""
    above = with_stems(heading(chunk).lower())
    whole = f"{above}\n{with_stems(chunk.text.lower())}"
    said = query.terms_in(chunk.key)
    weights = {term: weight(term) for term in said}
    found = {term: share for term, share in weights.items() if _says(whole, said[term])}
    named = _named(query, chunk)
    out = {
        "focus": _focus(query, whole, 0.0),
        "fact": _fact(query, said, found, chunk) / (sum(weights.values()) or 1.0),
        "matched": math.log1p(sum(found.values())),
        "article": _focus(query, above, 1.0) if named else 0.0,
        "other": float(bool(query.articles) and not named and not _mentioned(query, chunk)),
        "supplement": float(chunk.part == "부칙"),
    }
    if similarity is not None:
        out[SIMILARITY] = similarity
    return out


def relevance(found: Mapping[str, float], fits: Mapping[str, Fit]) -> float:
    """The fit with similarity when the passage has one and the model fits, else the one without. 0 without a fit."""
    fit = fits.get(DENSE if SIMILARITY in found and DENSE in fits else LEXICAL)
    if fit is None:
        return 0.0
    logit = fit.intercept + sum(value * found.get(name, 0.0) for name, value in fit.coefficients.items())
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, logit))))


def spoken(query: Query, first: Iterable[Mapping[str, float]]) -> float:
    """In [0, 1]: the most of the question's words, by weight, that one of these passages says. first: their features."""
    whole = sum(map(weight, query.terms))
    return max((min(1.0, math.expm1(found["matched"]) / whole) for found in first), default=0.0) if whole else 0.0


def _says(text: str, words: Collection[str]) -> bool:
    """Whether one of `words` stands in the lower-case `text`; one of one syllable, or in Latin letters, only where a
    word begins with it."""
    return any(
        word in text
        if len(word) > 1 and not word.isascii()
        else re.search(rf"(?<![0-9A-Za-z가-힣]){re.escape(word)}", text) is not None
        for word in words
    )


def _named(query: Query, chunk: Chunk) -> bool:
    """Whether the question names this article; one of 부칙 only when it speaks of 부칙."""
    same = any(ref.article == chunk.article for ref in query.articles)
    return same and (chunk.part == "부칙") == ("부칙" in query.text)


def _mentioned(query: Query, chunk: Chunk) -> bool:
    """Whether the passage speaks of the article that the question names."""
    wanted = {ref.article for ref in query.articles}
    return any(ref.article in wanted for ref in article_refs(chunk.text))


def _focus(query: Query, text: str, without: float) -> float:
    """Share of the nouns that must be met (what the question asks about, and its other nouns) that `text` has.

    without: the value for a question that has no such noun.
    """
    nouns = (*query.topic.focus, *query.topic.must)
    return sum(_says(text, query.speech.of(noun)) for noun in nouns) / len(nouns) if nouns else without


def _fact(query: Query, said: Mapping[str, Collection[str]], found: Mapping[str, float], chunk: Chunk) -> float:
    """Most weight of found words in one sentence (with the article's title) that carries the kind of fact asked."""
    best = 0.0
    for sentence, around in _sentences(chunk.text, chunk.article_title or ""):
        carried = sum(share for term, share in found.items() if _says(around, said[term]))
        if carried > best and carries(query.asked, sentence):
            best = carried
    return best


@lru_cache(maxsize=_READ)
def _sentences(text: str, title: str) -> tuple[tuple[str, str], ...]:
    """Each sentence, and as it is searched in: with the title, in lower case, English in stems."""
    found = (text[start:end] for start, end in sentences(text))
    return tuple((sentence, with_stems(f"{title} {sentence}".lower())) for sentence in found)
