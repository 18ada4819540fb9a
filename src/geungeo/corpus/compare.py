"""Two versions of a document, clause against clause: what stayed word for word, and what reads otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from geungeo.ports import Snapshot
from geungeo.records import Chunk

Kind = Literal["changed", "added", "removed"]
Mark = Literal["same", "old", "new"]

_WORD = re.compile(r"\s+|[^\s]+")
_NUMBER = re.compile(r"\A(?:(?:#+\s*)?제\s?\d+[편장절관][^\n]*\n)*(?:#+\s*)?제\s?\d+\s?조(?:의\s?\d+)?")
_LONGEST = 20_000  # words of both texts above which a text is set against the other as a whole


@dataclass(frozen=True, slots=True)
class Change:
    """One article (or appendix) that is not the same. words: (mark, text); the old text is all that is not "new", the
    new one all that is not "old"."""

    kind: Kind
    label: str
    article: str | None
    words: tuple[tuple[Mark, str], ...]

    @property
    def old(self) -> str:
        return "".join(text for mark, text in self.words if mark != "new")

    @property
    def new(self) -> str:
        return "".join(text for mark, text in self.words if mark != "old")


@dataclass(frozen=True, slots=True)
class Link:
    """Where a clause of the old version stands in the new one. moved: under another number, in the same words."""

    chunk_id: str
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """Articles that an update changed, added, removed and left as they were."""

    changed: int
    added: int
    removed: int
    kept: int


def unchanged(old: Iterable[Chunk], new: Iterable[Chunk]) -> dict[str, str]:
    """Old chunk id -> new chunk id of each clause that says the same in the same place; at most one each.

    The place is the path with the article's title; where that changed, the article's number in the body. 부칙 all begin
    at 제1조, so that theirs are known by the path only.
    """
    left, right, found = list(old), list(new), {}
    places: tuple[Callable[[Chunk], Hashable], ...] = (
        lambda chunk: (chunk.part, chunk.path, chunk.clause, chunk.content_hash),
        lambda chunk: (
            (chunk.part, chunk.article, chunk.clause, chunk.content_hash) if chunk.article else chunk.chunk_id
        ),
    )
    for at, place in enumerate(places):
        waiting = defaultdict(list)
        for chunk in right:
            waiting[place(chunk)].append(chunk.chunk_id)
        for chunk in left:
            if (at == 0 or chunk.part != "부칙") and (ids := waiting[place(chunk)]):
                found[chunk.chunk_id] = ids.pop(0)
        taken = set(found.values())
        left = [chunk for chunk in left if chunk.chunk_id not in found]
        right = [chunk for chunk in right if chunk.chunk_id not in taken]
    return found


def links(old: Iterable[Chunk], new: Iterable[Chunk]) -> dict[str, Link]:
    """Old chunk id -> where the same words stand now: in the same place (`unchanged`), else under another number of the
    body (moved), where just one clause of each version reads so. What rests on a clause may follow these."""
    before, after = list(old), list(new)
    stayed = unchanged(before, after)
    taken = set(stayed.values())
    left = _unique(chunk for chunk in before if chunk.chunk_id not in stayed)
    right = _unique(chunk for chunk in after if chunk.chunk_id not in taken)
    moved = {one.chunk_id: Link(right[words].chunk_id, moved=True) for words, one in left.items() if words in right}
    return {old_id: Link(new_id) for old_id, new_id in stayed.items()} | moved


def carried_over(snapshot: Snapshot, old: str, new: str) -> dict[str, Link]:
    """`links` between two versions in the store, by their keys."""
    before, after = ([snapshot.chunks[i] for i in snapshot.of(key)] for key in (old, new))
    return links(before, after)


def counted(old: Sequence[Chunk], new: Sequence[Chunk]) -> Counted:
    """How many articles (or appendices) read otherwise, came, went, and stayed."""
    before, after = (
        {place: "\n".join(chunk.text for chunk in some) for place, some in _articles(chunks).items()}
        for chunks in (old, new)
    )
    both = before.keys() & after.keys()
    kept = sum(before[place] == after[place] for place in both)
    return Counted(len(both) - kept, len(after) - len(both), len(before) - len(both), kept)


def changes(old: Sequence[Chunk], new: Sequence[Chunk]) -> list[Change]:
    """Articles that read otherwise, came or went, in the new text's order; those that went come last."""
    before, after = _articles(old), _articles(new)
    found = [_change(before.get(place), chunks) for place, chunks in after.items()]
    found += [_change(chunks, None) for place, chunks in before.items() if place not in after]
    return [change for change in found if change]


def _unique(chunks: Iterable[Chunk]) -> dict[Hashable, Chunk]:
    """Clauses of the body by their words without the article's number; those that two clauses share are left out."""
    found: dict[Hashable, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.part == "본칙" and chunk.article:
            found[chunk.article_title, chunk.clause, _NUMBER.sub("", chunk.text)].append(chunk)
    return {words: some[0] for words, some in found.items() if len(some) == 1}


def _articles(chunks: Sequence[Chunk]) -> dict[Hashable, list[Chunk]]:
    """The chunks of each article; of other parts, those under one heading."""
    found: dict[Hashable, list[Chunk]] = defaultdict(list)
    for chunk in sorted(chunks, key=lambda chunk: (chunk.start, chunk.end)):
        by_number = chunk.part == "본칙" and chunk.article
        found[(chunk.part, chunk.article) if by_number else (chunk.part, chunk.path, chunk.article)].append(chunk)
    return found


def _change(old: list[Chunk] | None, new: list[Chunk] | None) -> Change | None:
    texts = ["\n".join(chunk.text for chunk in chunks or ()) for chunks in (old, new)]
    if texts[0] == texts[1]:
        return None
    shown = (new or old or [])[0]
    kind: Kind = "added" if old is None else "removed" if new is None else "changed"
    label = re.sub(r"(조(?:의\d+)?) 제\d+항.*", r"\1", shown.label)
    return Change(kind, label, shown.article, tuple(_words(*texts)))


def _words(old: str, new: str) -> Iterator[tuple[Mark, str]]:
    left, right = _WORD.findall(old), _WORD.findall(new)
    if len(left) + len(right) > _LONGEST:
        yield from (("old", old), ("new", new))
        return
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            yield "same", "".join(left[a:b])
            continue
        if a < b:
            yield "old", "".join(left[a:b])
        if c < d:
            yield "new", "".join(right[c:d])
