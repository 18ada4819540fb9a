"""The ledger of what search looked for beside the question's own words, and what each brought."""

from __future__ import annotations

from collections.abc import Sequence

from geungeo.korean.passage import passage_text
from geungeo.records import Excerpt, Expansion
from geungeo.search.query import Query, StandIn
from geungeo.search.side_index import Like


def expansions(query: Query, alike: Sequence[Like], excerpts: Sequence[Excerpt]) -> tuple[Expansion, ...]:
    """Typos put right, words that stand in for others, like questions; in this order."""
    found = [excerpt for excerpt in excerpts if excerpt.of is None]
    texts = {excerpt.chunk.chunk_id: passage_text(excerpt.chunk).lower() for excerpt in found}
    respelt = [
        Expansion("spelling", said, now, 1.0, tuple(i for i, text in texts.items() if now.lower() in text))
        for said, now in query.changes
    ]
    words = [
        Expansion(one.by, one.said, one.word, one.weight, _brought(one, texts, excerpts)) for one in query.stand_ins()
    ]
    known = [
        Expansion(
            "questions", query.text, one.question, round(one.alike, 3), (one.chunk_id,) if one.chunk_id in texts else ()
        )
        for one in alike
    ]
    return (*respelt, *words, *known)


def _brought(one: StandIn, texts: dict[str, str], excerpts: Sequence[Excerpt]) -> tuple[str, ...]:
    """Excerpts that have the word and not what was said."""
    keys = {excerpt.chunk.chunk_id: excerpt.chunk.key for excerpt in excerpts}
    word, said = one.word.lower(), one.said.lower()
    return tuple(
        i
        for i, text in texts.items()
        if word in text and said not in text and (one.only is None or keys[i] in one.only)
    )
