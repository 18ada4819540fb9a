"""What an excerpt refers to: the 부칙 that says to which cases it applies, the article or 별표 that it names, what it
applies with changes (준용). Looked up among what one reader may read, and what is in force.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from geungeo.korean.articles import ArticleRef
from geungeo.korean.overlap import solid
from geungeo.korean.references import Reference, references
from geungeo.korean.supplement import said_of_articles
from geungeo.ports import Snapshot
from geungeo.records import Chunk, LinkKind

_TABLE = re.compile(r"[\[［【<]?\s?별표\s?(\d+(?:의\s?\d+)?)?")
_REFS = 3  # articles of one list (제5조부터 제20조까지) that are looked at


@dataclass(frozen=True, slots=True)
class Link:
    """said: the words by which it is referred to, at: where they stand; "" and None of a 부칙."""

    chunk: Chunk
    kind: LinkKind
    said: str = ""
    at: int | None = None


class Places:
    """Chunks by document and place. Made of one snapshot: what is hidden from its reader is nowhere."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._titles = _titles(snapshot)
        self._documents: dict[str, list[Chunk]] = {}

    def document(self, name: str) -> str | None:
        """Key of the one document whose title this is, or that its last words are; None where several are called so."""
        words = name.split()
        for first in range(len(words)):
            keys = self._titles.get(solid(" ".join(words[first:])), ())
            if keys:
                return next(iter(keys)) if len(keys) == 1 else None
        return None

    def article(self, key: str, ref: ArticleRef) -> list[Chunk]:
        """The pieces of this article, or of it the 항 where it lies apart."""
        chunks = (self._snapshot.chunks[chunk_id] for chunk_id in self._snapshot.of_article(key, ref.article))
        own = [one for one in chunks if one.part == "본칙"]
        exact = [one for one in own if ref.clause and one.clause == ref.clause]
        return exact or [one for one in own if one.clause is None or ref.clause is None]

    def before(self, chunk: Chunk) -> list[Chunk]:
        """The pieces of the article before this one's."""
        numbers = list(dict.fromkeys(one.article for one in self._body(chunk.key)))
        at = numbers.index(chunk.article) if chunk.article in numbers else 0
        return [one for one in self._body(chunk.key) if at and one.article == numbers[at - 1]]

    def table(self, key: str, number: str) -> list[Chunk]:
        """The pieces of this 별표; of a document's only one without its number."""
        tables = [one for one in self._pieces(key) if one.part == "별표" and one.path]
        found = {one.chunk_id: _TABLE.match(one.path[0]) for one in tables}
        numbers = {one.chunk_id: re.sub(r"\s", "", match[1] or "") for one in tables if (match := found[one.chunk_id])}
        return [one for one in tables if numbers.get(one.chunk_id) == number]

    def _body(self, key: str) -> list[Chunk]:
        return [one for one in self._pieces(key) if one.part == "본칙" and one.article]

    def _pieces(self, key: str) -> list[Chunk]:
        """Read once, and only of documents that something refers to."""
        if key not in self._documents:
            self._documents[key] = [self._snapshot.chunks[chunk_id] for chunk_id in self._snapshot.of(key)]
        return self._documents[key]


_kept: WeakKeyDictionary[Snapshot, dict[str, set[str]]] = WeakKeyDictionary()


def _titles(snapshot: Snapshot) -> dict[str, set[str]]:
    """Keys by title, kept as long as the snapshot is."""
    found = _kept.get(snapshot)
    if found is None:
        found = _kept[snapshot] = defaultdict(set)
        for key, document in snapshot.documents.items():
            found[solid(document.title)].add(key)
    return found


def links(chunk: Chunk, chunks: Mapping[str, Chunk], places: Places) -> Iterator[Link]:
    """부칙 first, then 별표 and what is applied, then other articles; each chunk may come more than once."""
    yield from (Link(one, "addendum") for one in _transitions(chunk, chunks))
    if chunk.part == "부칙":
        return
    for ref in sorted(references(chunk.text), key=lambda ref: ref.table is None and not ref.applies):
        said = " ".join(chunk.text[ref.start : ref.end].split())
        kind: LinkKind = "applied" if ref.applies else "reference"
        for one in referred(ref, chunk, places):
            if one.chunk_id != chunk.chunk_id:
                yield Link(one, kind, said, ref.start)


def referred(ref: Reference, chunk: Chunk, places: Places) -> list[Chunk]:
    """The chunks that a reference in this chunk's text means; none where it can't be told."""
    key = _key(ref.rule, chunk, places)
    if key is None:
        return []
    if ref.table is not None:
        return places.table(key, ref.table)
    if ref.near:
        return _near(ref.near, chunk, places)
    found = (one for each in ref.refs[:_REFS] for one in places.article(key, each))
    return [one for one in found if (one.key, one.article) != (chunk.key, chunk.article) or _another(one, chunk)]


def _key(rule: str, chunk: Chunk, places: Places) -> str | None:
    """법 and 영 in a decree or its rules are the act and the decree that they carry out."""
    if not rule:
        return chunk.key
    act = re.sub(r"\s?시행(?:령|규칙)\Z", "", chunk.doc)
    called = rule.split()[-1:]  # '세관장은 법 제60조에 따라'
    if called and called[0] in ("법", "법률", "영"):
        return None if act == chunk.doc else places.document(f"{act} 시행령" if called == ["영"] else act)
    return places.document(rule)


def _near(near: str, chunk: Chunk, places: Places) -> list[Chunk]:
    """전조, and a 항 of the same article where it is a piece of its own."""
    if near == "전조":
        return places.before(chunk)
    if chunk.article is None or not (chunk.clause or "").isdigit():
        return []
    clause = str(int(chunk.clause or 0) - 1) if near == "전항" else near
    return [one for one in places.article(chunk.key, ArticleRef(chunk.article, clause)) if _another(one, chunk)]


def _another(one: Chunk, chunk: Chunk) -> bool:
    """Whether it is another 항 of the same article."""
    return one.clause is not None and one.clause != chunk.clause


def _transitions(chunk: Chunk, chunks: Mapping[str, Chunk]) -> Iterator[Chunk]:
    """The 부칙 clauses on this article that say more than the day it begins, the newest first."""
    for one in (chunks[chunk_id] for chunk_id in reversed(chunk.addenda) if chunk_id in chunks):
        said = (each for each in said_of_articles(one.text, None) if each.day is None)
        if any(each.about(chunk.article, chunk.clause) for each in said):
            yield one
