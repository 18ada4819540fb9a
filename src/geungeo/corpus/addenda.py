"""Which 부칙 clauses speak of an article as it stands: when it begins, to which cases it applies.

A 부칙 names articles by the numbers of its own day. It is taken at its word only where the article says that this very
amendment was the last to touch it (<개정 2024. 1. 5.>), or says nothing since the rule was made; in a rule whose
articles bear no such notes, only the last 부칙 is. What amended this rule in passing (타법개정) speaks of another one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from geungeo.korean.amendment import of_another_rule
from geungeo.korean.articles import ArticleRef
from geungeo.korean.supplement import Said, issued_at, said_of_articles
from geungeo.records import Chunk, Document

_REMADE = ("전부개정", "제정", "폐지제정")
_NOTE = re.compile(r"<[^<>\n]*\d{4}[^<>\n]*>|\[[^\[\]\n]*\d{4}[^\[\]\n]*\]")
_DAY = re.compile(r"((?:19|20)\d{2})\s*[.\-]\s*(\d{1,2})\s*[.\-]\s*(\d{1,2})")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_WORTH = re.compile(r"개정\s?규정|적용|불구하고|부터\s?시행|종전|시행\s?(?:당시|전|후|이후)")


@dataclass(frozen=True, slots=True)
class Addendum:
    """One 부칙 of the rule itself. day: ISO, None where its heading has none. order: in the text."""

    order: int
    day: str | None
    chunks: tuple[Chunk, ...]


def with_addenda(document: Document, chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, those of the body with the ids of the 부칙 clauses that speak of them."""
    own = _own(chunks)
    body: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.part == "본칙" and chunk.article:
            body[chunk.article].append(chunk)
    if not own or not body:
        return list(chunks)
    texts = {article: "\n".join(chunk.text for chunk in some) for article, some in body.items()}
    found: dict[str, dict[str, None]] = defaultdict(dict)
    noted = any(_NOTE.search(text) for text in texts.values())
    for addendum in own:
        for chunk, ref in _named(addendum, document):
            if ref.article in body and _stands(document, texts[ref.article], ref, addendum, own, noted):
                for one in body[ref.article]:
                    if None in (one.clause, ref.clause) or one.clause == ref.clause:
                        found[one.chunk_id][chunk.chunk_id] = None
    return [replace(chunk, addenda=tuple(found.get(chunk.chunk_id, ()))) for chunk in chunks]


def said_by(addendum: Chunk, document: Document) -> list[Said]:
    """What a 부칙 clause says of articles of its rule."""
    heading = addendum.path[0] if addendum.path else ""
    return said_of_articles(addendum.text, issued_at(heading) or document.revised_at)


def _own(chunks: Sequence[Chunk]) -> list[Addendum]:
    grouped: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.part == "부칙" and chunk.path and not of_another_rule(chunk.path[0]):
            grouped[chunk.path[0]].append(chunk)
    return [Addendum(at, issued_at(heading), tuple(some)) for at, (heading, some) in enumerate(grouped.items())]


def _named(addendum: Addendum, document: Document) -> Iterator[tuple[Chunk, ArticleRef]]:
    for chunk in addendum.chunks:
        if _WORTH.search(chunk.text):
            for said in said_by(chunk, document):
                yield from ((chunk, ref) for ref in said.refs)


def _stands(
    document: Document, text: str, ref: ArticleRef, addendum: Addendum, own: Sequence[Addendum], noted: bool
) -> bool:
    """Whether the number that this 부칙 names is still this article's, and its words those that it was about."""
    last = max(own, key=lambda each: (each.day or "", each.order))
    if not noted:
        return addendum is last
    if addendum.day is None or (document.amendment in _REMADE and addendum.day < (document.revised_at or "")):
        return False
    days = _noted_days(_clause(text, ref.clause)) if ref.clause else []
    days = days or _noted_days(text)
    return max(days) == addendum.day if days else addendum is min(own, key=lambda each: each.order)


def _clause(text: str, clause: str | None) -> str:
    """The words of one 항, up to the next; "" where the article has none."""
    number = int(clause or 0)
    if not 0 < number <= len(_CIRCLED):
        return ""
    start = text.find(_CIRCLED[number - 1])
    following = min((at for mark in _CIRCLED if (at := text.find(mark, start + 1)) > start), default=len(text))
    return text[start:following] if start >= 0 else ""


def _noted_days(text: str) -> list[str]:
    """Every day of an amendment that the words note: <개정 2009. 3. 27.>, [본조신설 2018. 4. 17.]."""
    notes = (note.group() for note in _NOTE.finditer(text))
    return [f"{y}-{int(m):02}-{int(d):02}" for note in notes for y, m, d in _DAY.findall(note)]
