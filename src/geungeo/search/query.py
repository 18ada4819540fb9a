"""A question as search sees it: its words and what stands in for them, and the articles that it names."""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from geungeo.korean.articles import ArticleRef, article_refs
from geungeo.korean.asked import Asked, asked
from geungeo.korean.english import FUNCTION_WORDS, stem
from geungeo.korean.everyday import Dictionary, Speech, beginnings, phrases, shipped, speaking, spellings
from geungeo.korean.normalize import nfc
from geungeo.korean.spelling import respelt
from geungeo.korean.tokenizers import TOKENIZER, terms_by
from geungeo.korean.tokens import bigrams, morphemes, telling, terms, torn, without_particles
from geungeo.korean.topic import Topic, topic
from geungeo.ports import LexicalQuery, Snapshot
from geungeo.records import By
from geungeo.search.named import Named

# These decide the order of candidates and nothing else. An article asked by its number comes first, whatever other
# words say; the rule's title decides between articles of that number. A word in rule language counts somewhat less
# (bench/words.py), a name that one document gives little, for it is looked up in all.
_ARTICLE_BOOST = 40.0
_BODY_BOOST, _TITLE_BOOST, _BIGRAM_BOOST = 1.0, 1.0, 0.25
_TRANSLATED, _NAMED, _SUGGESTED = 0.7, 0.25, 0.35
_EMPTY = frozenset(map(stem, FUNCTION_WORDS))
_NOUNS = frozenset(("NNG", "NNP", "XR", "SL", "NNB", "XSN", "XPN"))


@dataclass(frozen=True, slots=True)
class StandIn:
    """A word that may stand in the rule for what the question says. said: the question's words for it.

    weight: in the lexical ranking. only: keys of the documents that use the word so; None for all.
    """

    word: str
    by: By
    weight: float
    said: str
    only: frozenset[str] | None = None
    same: bool = True  # names the same thing; else it helps to find, and says nothing of what a clause is about


@dataclass(frozen=True, slots=True)
class Query:
    """text: the question, typos put right; changes: (as it stood, as it reads now).

    said: distinct content terms in order of appearance, without article numbers, each with what stands in for it
    (itself first). terms: the same as words that hold in every document. words: the terms to look up in the index, by
    its tokenizer, each with how much it counts, in (0, 1]. speech: what stands in for every morpheme of the question.
    """

    text: str
    said: dict[str, tuple[StandIn, ...]]
    terms: dict[str, tuple[str, ...]]
    bigrams: tuple[str, ...]
    articles: tuple[ArticleRef, ...]
    asked: Asked
    topic: Topic
    words: tuple[tuple[str, float], ...]
    speech: Speech
    changes: tuple[tuple[str, str], ...] = ()

    def terms_in(self, key: str) -> dict[str, tuple[str, ...]]:
        """Each term with the words in which this document may say it."""
        own = {term: [one.word for one in some if one.only and key in one.only] for term, some in self.said.items()}
        if not any(own.values()):
            return self.terms
        return {term: (*words, *own[term]) for term, words in self.terms.items()}

    def speech_in(self, keys: Collection[str]) -> Speech:
        """As `speech`, with the names that these documents give."""
        own = {
            term: [one.word for one in some if one.only and not one.only.isdisjoint(keys)]
            for term, some in self.said.items()
        }
        more = {term: self.speech.of(term) | spellings(*words) for term, words in own.items() if words}
        return Speech(ChainMap(more, dict(self.speech.said)), self.speech.nouns) if more else self.speech

    def stand_ins(self) -> list[StandIn]:
        """All but the question's own words, each once."""
        return list(dict.fromkeys(one for some in self.said.values() for one in some if one.by != "asked"))


def understand(
    question: str,
    tokenizer: str = TOKENIZER,
    words: Dictionary | None = None,
    snapshot: Snapshot | None = None,
    named: Named | None = None,
    more: Sequence[str] = (),
) -> Query:
    """tokenizer: the index's. words: of the workspace; None is the shipped ones. snapshot: whose vocabulary tells typos;
    without one none is put right. named: the names that its documents give. more: words to look for beside
    (search.rewrite).
    """
    words = words or shipped()
    right = respelt(nfc(question), _known(words, snapshot)) if snapshot else None
    text = right.text if right else nfc(question)
    nouns = frozenset(word for word in beginnings(text.lower(), words) if torn(word))
    articles = tuple(article_refs(text))
    numbers = {ref.term for ref in articles}
    found = _found(text, nouns, words, snapshot, named)
    said = {
        term: (StandIn(term, "asked", 1.0, term), *found.get(term, ()))
        for term in dict.fromkeys(_telling(terms(text, nouns)))
        if term not in numbers
    }
    if said and more:
        last = next(reversed(said))
        said[last] = (*said[last], *(StandIn(word, "llm", _SUGGESTED, text) for word in more))
    every = {form: spellings(form, *_everywhere(some)) for form, some in found.items()}
    speech = Speech(ChainMap(every, words.singles), nouns)
    with speaking(speech):
        matter = topic(text)
    return Query(
        text=text,
        said=said,
        terms={term: tuple(sorted(spellings(*_everywhere(some)))) for term, some in said.items()},
        bigrams=tuple(dict.fromkeys(bigrams(without_particles(text)))),
        articles=articles,
        asked=asked(text),
        topic=matter,
        words=tuple(_looked_up(text, said, numbers, tokenizer)),
        speech=speech,
        changes=right.changes if right else (),
    )


def _known(words: Dictionary, snapshot: Snapshot) -> Callable[[str], bool]:
    return lambda word: word in words.solids or snapshot.holds(word)


def _telling(found: list[str]) -> list[str]:
    """Without English words that stand in every sentence, unless the question has no others."""
    return [term for term in found if term not in _EMPTY] or found


def _everywhere(some: Iterable[StandIn]) -> Iterator[str]:
    """Words for the same thing that hold in every document, and are no guess."""
    return (one.word for one in some if one.only is None and one.by != "llm" and one.same)


def _found(
    text: str, nouns: frozenset[str], words: Dictionary, snapshot: Snapshot | None, named: Named | None
) -> dict[str, list[StandIn]]:
    """What stands in for each morpheme, by its form."""
    tokens = telling(morphemes(text, nouns))
    forms = [token.form.lower() for token in tokens]
    out: dict[str, list[StandIn]] = defaultdict(list)
    for one in phrases(forms, words):
        for form in forms[one.first : one.last + 1]:
            out[form] += [
                StandIn(rule, "dictionary", _TRANSLATED, one.word, same=words.same(one.word, rule))
                for rule in one.rules
                if rule != form
            ]
    for (first, form), (second, other) in pairwise(zip(tokens, forms, strict=True)):
        apart = second.start == first.end + 1 and {first.tag, second.tag} <= _NOUNS
        if apart and snapshot and snapshot.holds(form + other):
            whole = StandIn(form + other, "spelling", _TRANSLATED, f"{form} {other}")
            out[form].append(whole)
            out[other].append(whole)
    for form, name, keys in named.of(forms) if named else ():
        out[form].append(StandIn(name, "corpus", _NAMED, form, keys))
    return {form: list(dict.fromkeys(some)) for form, some in out.items()}


def _looked_up(
    text: str, said: Mapping[str, tuple[StandIn, ...]], numbers: Set[str], tokenizer: str
) -> Iterator[tuple[str, float]]:
    """The question's own terms, then what stands in for them as the index has it: 법인카드 is 법인 and 카드 there."""
    own = list(said)
    if tokenizer != TOKENIZER:
        own = [term for term in _telling(next(terms_by(tokenizer)([text]))) if term not in numbers]
    yield from ((term, 1.0) for term in dict.fromkeys(own))
    for one in dict.fromkeys(one for some in said.values() for one in some if one.by != "asked"):
        parts = _parts(one.word, tokenizer)
        yield from ((part, one.weight / len(parts)) for part in parts if tokenizer == TOKENIZER or part not in own)


@lru_cache(maxsize=1 << 14)
def _parts(word: str, tokenizer: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(next(terms_by(tokenizer)([word])))) or (word,)


def lexical_query(query: Query) -> LexicalQuery:
    """The disjunction that BM25 ranks."""
    part = "부칙:" if "부칙" in query.text else ""
    clauses = [("article", part + ref.article, _ARTICLE_BOOST) for ref in query.articles]
    clauses += [("body", ref.term, _BODY_BOOST) for ref in query.articles]
    for word, share in query.words:
        clauses += [("body", word, share * _BODY_BOOST), ("title", word, share * _TITLE_BOOST)]
    clauses += [("bigram", pair, _BIGRAM_BOOST) for pair in query.bigrams]
    return LexicalQuery(tuple(clauses))
