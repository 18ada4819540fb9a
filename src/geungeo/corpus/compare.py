"""Two versions of a document, clause against clause: what stayed word for word, and what reads otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from geungeo.records import Chunk

Kind = Literal["changed", "added", "removed"]
Mark = Literal["same", "old", "new"]

_WORD = re.compile(r"\s+|[^\s]+")
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


def changes(old: Sequence[Chunk], new: Sequence[Chunk]) -> list[Change]:
    """Articles that read otherwise, came or went, in the new text's order; those that went come last."""
    before, after = _articles(old), _articles(new)
    found = [_change(before.get(place), chunks) for place, chunks in after.items()]
    found += [_change(chunks, None) for place, chunks in before.items() if place not in after]
    return [change for change in found if change]


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
