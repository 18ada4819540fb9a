"""A question as search sees it: its words in everyday and in rule language, and the articles that it names."""

from __future__ import annotations

from dataclasses import dataclass

from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.asked import Asked, asked
from geungeo.korean.everyday import in_rules
from geungeo.korean.tokens import bigrams, terms, without_particles
from geungeo.korean.topic import Topic, topic
from geungeo.ports import LexicalQuery

# These decide the order of candidates and nothing else. An article asked by its number comes first, whatever other
# words say; the rule's title decides between articles of that number. A word in rule language counts half.
_ARTICLE_BOOST = 40.0
_BODY_BOOST, _TITLE_BOOST, _BIGRAM_BOOST = 1.0, 1.0, 0.25
_TRANSLATED = 0.5


@dataclass(frozen=True, slots=True)
class Query:
    """terms: distinct content terms in order of appearance, without article numbers, each with the words in which
    a rule may say it (itself among them).
    """

    text: str
    terms: dict[str, tuple[str, ...]]
    bigrams: tuple[str, ...]
    articles: tuple[ArticleRef, ...]
    asked: Asked
    topic: Topic


def understand(question: str) -> Query:
    articles = tuple(article_refs(question))
    named = {ref.term for ref in articles}
    words = {term: tuple(sorted(in_rules(term))) for term in terms(question) if term not in named}
    pairs = tuple(dict.fromkeys(bigrams(without_particles(question))))
    return Query(question, words, pairs, articles, asked(question), topic(question))


def lexical_query(query: Query) -> LexicalQuery:
    """The disjunction that BM25 ranks."""
    part = "부칙:" if "부칙" in query.text else ""
    clauses = [("article", part + ref.article, _ARTICLE_BOOST) for ref in query.articles]
    clauses += [("body", ref.term, _BODY_BOOST) for ref in query.articles]
    for term, words in query.terms.items():
        for word in words:
            share = 1.0 if word == term else _TRANSLATED
            clauses += [("body", word, share * _BODY_BOOST), ("title", word, share * _TITLE_BOOST)]
    clauses += [("bigram", pair, _BIGRAM_BOOST) for pair in query.bigrams]
    return LexicalQuery(tuple(clauses))
