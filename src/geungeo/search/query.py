"""A question as search sees it: its words in everyday and in rule language, and the articles that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.asked import Asked, asked
from geungeo.korean.english import FUNCTION_WORDS, stem
from geungeo.korean.everyday import in_rules
from geungeo.korean.tokenizers import TOKENIZER, terms_by
from geungeo.korean.tokens import bigrams, terms, without_particles
from geungeo.korean.topic import Topic, topic
from geungeo.ports import LexicalQuery

# These decide the order of candidates and nothing else. An article asked by its number comes first, whatever other
# words say; the rule's title decides between articles of that number. A word in rule language counts half.
_ARTICLE_BOOST = 40.0
_BODY_BOOST, _TITLE_BOOST, _BIGRAM_BOOST = 1.0, 1.0, 0.25
_TRANSLATED = 0.5
_EMPTY = frozenset(map(stem, FUNCTION_WORDS))


@dataclass(frozen=True, slots=True)
class Query:
    """terms: distinct content terms in order of appearance, without article numbers, each with the words in which
    a rule may say it (itself among them). words: the terms to look up in the index, by its tokenizer, each with how
    much it counts, in (0, 1].
    """

    text: str
    terms: dict[str, tuple[str, ...]]
    bigrams: tuple[str, ...]
    articles: tuple[ArticleRef, ...]
    asked: Asked
    topic: Topic
    words: tuple[tuple[str, float], ...]


def understand(question: str, tokenizer: str = TOKENIZER) -> Query:
    """tokenizer: the index's."""
    articles = tuple(article_refs(question))
    named = {ref.term for ref in articles}
    found = {term: tuple(sorted(in_rules(term))) for term in _telling(terms(question)) if term not in named}
    pairs = tuple(dict.fromkeys(bigrams(without_particles(question))))
    words = tuple(_words(question, found, named, tokenizer))
    return Query(question, found, pairs, articles, asked(question), topic(question), words)


def _telling(found: list[str]) -> list[str]:
    """Without English words that stand in every sentence, unless the question has no others."""
    return [term for term in found if term not in _EMPTY] or found


def _words(
    question: str, found: Mapping[str, tuple[str, ...]], named: Set[str], tokenizer: str
) -> Iterator[tuple[str, float]]:
    """The question's own terms, then what rules say for them: by another tokenizer than `terms`, terms made anew."""
    if tokenizer == TOKENIZER:
        yield from ((word, 1.0 if word == term else _TRANSLATED) for term, some in found.items() for word in some)
        return
    make = terms_by(tokenizer)
    own = [term for term in _telling(next(make([question]))) if term not in named]
    said = [word for term, some in found.items() for word in some if word != term]
    yield from ((term, 1.0) for term in dict.fromkeys(own))
    yield from ((term, _TRANSLATED) for word in make(said) for term in word if term not in own)


def lexical_query(query: Query) -> LexicalQuery:
    """The disjunction that BM25 ranks."""
    part = "부칙:" if "부칙" in query.text else ""
    clauses = [("article", part + ref.article, _ARTICLE_BOOST) for ref in query.articles]
    clauses += [("body", ref.term, _BODY_BOOST) for ref in query.articles]
    for word, share in query.words:
        clauses += [("body", word, share * _BODY_BOOST), ("title", word, share * _TITLE_BOOST)]
    clauses += [("bigram", pair, _BIGRAM_BOOST) for pair in query.bigrams]
    return LexicalQuery(tuple(clauses))
