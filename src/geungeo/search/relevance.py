"""How far a passage bears on a question: in [0, 1], comparable between questions.

A fixed logistic function of features of that question and that passage alone: never a rank, never normalised
within one question's results. So one threshold can part what the documents answer from what they do not.
Coefficients are fitted by golden/calibrate.py and read from thresholds.json.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources

from geungeo.korean.asked import carries
from geungeo.korean.everyday import in_rules
from geungeo.korean.passage import heading
from geungeo.korean.sentences import sentences
from geungeo.records import Chunk
from geungeo.search.query import Query
from geungeo.thresholds import DENSE, LEXICAL, Fit

SIMILARITY = "similarity"
# Names in the order in which calibrate fits them; similarity only in the dense fit.
FEATURES = ("covered", "missing", "focus", "sentence", "fact", "title", "pairs", "matched", "article")


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
    above = heading(chunk)
    whole = f"{above}\n{chunk.text}".lower()
    weights = {term: weight(term) for term in query.terms}
    total = sum(weights.values()) or 1.0
    found = {term: share for term, share in weights.items() if _says(whole, query.terms[term])}
    sentence, fact = _best_sentences(query, found, chunk)
    out = {
        "covered": sum(found.values()) / total,
        "missing": max((share for term, share in weights.items() if term not in found), default=0.0),
        "focus": _focus(query, whole),
        "sentence": sentence / total,
        "fact": fact / total,
        "title": sum(share for term, share in found.items() if _says(above.lower(), query.terms[term])) / total,
        "pairs": sum(pair in whole for pair in query.bigrams) / (len(query.bigrams) or 1),
        "matched": math.log1p(sum(found.values())),
        "article": float(any(ref.article == chunk.article for ref in query.articles)),
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


def _says(text: str, words: Collection[str]) -> bool:
    """Whether one of `words` stands in the lower-case `text`; one of one syllable only where a word begins with it."""
    return any(
        word in text if len(word) > 1 else re.search(rf"(?<![0-9A-Za-z가-힣]){re.escape(word)}", text) is not None
        for word in words
    )


def _focus(query: Query, text: str) -> float:
    """Share of the nouns that must be met (what the question asks about, and its other nouns) that are."""
    nouns = (*query.topic.focus, *query.topic.must)
    return sum(_says(text, in_rules(noun)) for noun in nouns) / len(nouns) if nouns else 0.0


def _best_sentences(query: Query, found: Mapping[str, float], chunk: Chunk) -> tuple[float, float]:
    """Most weight of found words in one sentence (with the article's title); the same among sentences that carry
    the kind of fact that was asked.
    """
    best = best_fact = 0.0
    for start, end in sentences(chunk.text):
        sentence = chunk.text[start:end]
        around = f"{chunk.article_title or ''} {sentence}".lower()
        carried = sum(share for term, share in found.items() if _says(around, query.terms[term]))
        best = max(best, carried)
        if carried > best_fact and carries(query.asked, sentence):
            best_fact = carried
    return best, best_fact
