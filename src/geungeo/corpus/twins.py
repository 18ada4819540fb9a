"""Documents that are copies of one another: one text under two names, or one rule in several edited copies.

Copies are told by form and never by meaning: the same letters under whatever name; or one title (dates and words such
as 최종, 사본 aside), one collection and mostly one text. Two ids that the documents state are two documents, however
equal. Nothing is stored but each text's sketch: who may read less sees other copies, and what an operator decided holds
at the next question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import PurePosixPath

from geungeo.corpus.same import plain_title
from geungeo.corpus.sketch import digest, similarity
from geungeo.records import Document
from geungeo.versions import Decided, names_of, rank

# Similarity from which two texts of one title are copies. Measured on 2026-11-30 on real rules with amended articles:
# bench/results/near_duplicates.json.
COPIES = 0.6
# Files of one title above which they are a series (회의록, 주간보고), whose likeness is their form's.
SERIES = 50

CollectionOf = Callable[[Document], str]

_COPIED = re.compile(r"사본|복사본|copy|\(\d{1,2}\)|백업|backup", re.IGNORECASE)
_LATER = re.compile(r"최종|수정|final|rev|(?<![a-z])v(?:er)?\.?(?=\d)", re.IGNORECASE)
_COUNTED = re.compile(r"(\d{1,2})\D*$")


@dataclass(frozen=True, slots=True)
class Group:
    """Every version of documents that are copies of one another, in no order; of two documents at least."""

    documents: tuple[Document, ...]

    def newest(self, keys: Iterable[str], said: Decided) -> Document | None:
        """The canonical one among these: the newest by its dates, else by its name, else by when it came."""
        there = frozenset(keys)
        return max((d for d in self.documents if d.key in there), key=lambda d: _age(d, said), default=None)


def groups(documents: Iterable[Document], collection: CollectionOf, said: Decided) -> list[Group]:
    """The copies among these documents, which should hold every version: a copy of what was amended since is one of the
    rule. Costs a look at each document, and a comparison for each two that share a title."""
    every = {document.key: document for document in documents}
    joined = _Joined(every.values())
    for one, other in _told(every.values(), said):
        joined.join(one, other, told=True)
    free = [document for document in every.values() if document.sketch and not said.is_apart(document)]
    for _, one, other in sorted(_alike(free, collection), key=lambda pair: (-pair[0], pair[1].key, pair[2].key)):
        joined.join(one, other)
    return [Group(tuple(some)) for some in joined.found() if len({document.doc_id for document in some}) > 1]


def aliases(found: Iterable[Group], held: Mapping[str, Document], said: Decided) -> dict[str, str]:
    """Of what holds for a reader on a day: key of each copy that gives way -> key of the one that speaks for it."""
    given: dict[str, str] = {}
    for group in found:
        canonical = group.newest(held, said)
        if canonical:
            others = (d.key for d in group.documents if d.key in held and d.doc_id != canonical.doc_id)
            given |= dict.fromkeys(others, canonical.key)
    return given


def likeness(one: Document, other: Document) -> float:
    """Similarity of the two texts, in [0, 1]."""
    return similarity(one.sketch, other.sketch)


class _Joined:
    """Documents that belong together, each with all its versions; of those that state an id, at most one a group."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._groups: dict[str, list[Document]] = {}
        for document in documents:
            self._groups.setdefault(document.doc_id, []).append(document)

    def join(self, one: Document, other: Document, told: bool = False) -> None:
        """told: by an operator, whose word also joins what states two ids."""
        left, right = self._groups[one.doc_id], self._groups[other.doc_id]
        stated = {document.doc_id for document in (*left, *right) if document.id_stated}
        if left is right or (len(stated) > 1 and not told):
            return
        less, more = sorted((left, right), key=len)
        more.extend(less)
        self._groups |= {document.doc_id: more for document in less}

    def found(self) -> list[list[Document]]:
        return list({id(some): some for some in self._groups.values()}.values())


def _alike(documents: Sequence[Document], collection: CollectionOf) -> Iterator[tuple[float, Document, Document]]:
    """Similarity and the two documents. Of many with one text, each and the next."""
    for some in _by(documents, lambda document: digest(document.sketch)):
        unstated = [document for document in some if not document.id_stated]
        yield from ((1.0, one, other) for one, other in pairwise(unstated))
        yield from ((1.0, document, unstated[0]) for document in some if unstated and document.id_stated)
    for some in _by(documents, lambda document: (plain_title(document.title), collection(document))):
        files = {document.file for document in some if not document.id_stated}
        if len(files) <= SERIES:
            found = ((likeness(one, other), one, other) for one, other in combinations(some, 2) if _may(one, other))
            yield from (pair for pair in found if pair[0] >= COPIES)


def _may(one: Document, other: Document) -> bool:
    """Whether two of one title can be copies of one document."""
    return one.doc_id != other.doc_id and one.file != other.file and not (one.id_stated and other.id_stated)


def _told(documents: Iterable[Document], said: Decided) -> Iterator[tuple[Document, Document]]:
    """As operators said."""
    if said.together:
        by_name = {name: document for document in documents for name in names_of(document)}
        for name, other in said.together.items():
            if name in by_name and other in by_name:
                yield by_name[name], by_name[other]


def _by(documents: Iterable[Document], name: Callable[[Document], object]) -> list[list[Document]]:
    """Those that share a name."""
    found: dict[object, list[Document]] = defaultdict(list)
    for document in documents:
        found[name(document)].append(document)
    return [some for some in found.values() if len(some) > 1]


def _age(document: Document, said: Decided) -> tuple[object, ...]:
    """Greater is newer. Undated copies tell it by their names: 최종_수정2, 최종, none, 사본."""
    *dated, key = rank(document, said)
    stem = PurePosixPath(document.file).stem
    counted = _COUNTED.search(stem)
    later = len(_LATER.findall(stem))
    turn = (-len(_COPIED.findall(stem)), later, int(counted[1]) if counted and later else 0)
    return (*dated, turn, document.first_seen, key)
