"""The names that documents give for longer ones, as far as one reader may read these documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from geungeo.korean.everyday import solid
from geungeo.ports import Snapshot
from geungeo.records import Document

# A name that this many things have, or a thing with so many names, tells nothing.
_MOST = 3
_LONGEST = 4


class Named:
    """Made of a reader's own documents: what is hidden from them lends no word."""

    def __init__(self, documents: Iterable[Document]) -> None:
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for document in documents:
            for full, short in document.names:
                found[solid(full).lower()][short].add(document.key)
                found[solid(short).lower()][full].add(document.key)
        self._names = {
            said: [(name, frozenset(keys)) for name, keys in names.items()]
            for said, names in found.items()
            if len(names) <= _MOST
        }

    def of(self, forms: list[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
        """(morpheme, name, keys of the documents that use it so) for every name among a question's morphemes."""
        for first in range(len(forms)):
            for last in range(first + 1, min(len(forms), first + _LONGEST) + 1):
                for name, keys in self._names.get("".join(forms[first:last]), ()):
                    for form in forms[first:last]:
                        yield form, name, keys


_kept: WeakKeyDictionary[Snapshot, Named] = WeakKeyDictionary()


def named_in(snapshot: Snapshot) -> Named:
    """Kept as long as the snapshot is."""
    found = _kept.get(snapshot)
    if found is None:
        found = _kept[snapshot] = Named(snapshot.documents.values())
    return found
