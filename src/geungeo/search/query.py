"""A question as search sees it: its words, its character pairs, and the articles it names."""

from __future__ import annotations

from dataclasses import dataclass

from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.asked import Asked, asked
from geungeo.korean.tokens import bigrams, terms
from geungeo.ports import LexicalQuery

# An article asked by its number comes first, whatever other words say; its title decides between rules.
_ARTICLE_BOOST = 40.0
_BODY_BOOST, _TITLE_BOOST, _BIGRAM_BOOST = 1.0, 1.0, 0.25


@dataclass(frozen=True, slots=True)
class Query:
    """`terms`: distinct content terms in order of appearance, without article numbers."""

    text: str
    terms: tuple[str, ...]
    bigrams: tuple[str, ...]
    articles: tuple[ArticleRef, ...]
    asked: Asked


def understand(question: str) -> Query:
    articles = tuple(article_refs(question))
    named = {ref.term for ref in articles}
    words = tuple(dict.fromkeys(term for term in terms(question) if term not in named))
    return Query(question, words, tuple(dict.fromkeys(bigrams(question))), articles, asked(question))


def lexical_query(query: Query) -> LexicalQuery:
    """The disjunction that BM25 ranks."""
    clauses = [("article", ref.article, _ARTICLE_BOOST) for ref in query.articles]
    clauses += [("body", ref.term, _BODY_BOOST) for ref in query.articles]
    for term in query.terms:
        clauses += [("body", term, _BODY_BOOST), ("title", term, _TITLE_BOOST)]
    clauses += [("bigram", pair, _BIGRAM_BOOST) for pair in query.bigrams]
    return LexicalQuery(tuple(clauses))
