"""Which file gives which version of which document, while files come, go, move and state ids of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from geungeo import messages
from geungeo.corpus.same import Titles
from geungeo.corpus.structure import ParsedDocument
from geungeo.corpus.structure.documents import narrowed
from geungeo.ports import Snapshot
from geungeo.records import Document
from geungeo.versions import by_id, rank

CollectionOf = Callable[[Document], str]


@dataclass(frozen=True, slots=True)
class Change:
    """rows: documents to write beside those that a file gives now. lost: keys that nobody gives any more."""

    rows: tuple[Document, ...] = ()
    lost: tuple[str, ...] = ()


class Known:
    """Every version in the store by the file it came from, archived ones too.

    gone: files that left the folder; their versions are taken over by what replaces them, or go with them.
    """

    def __init__(
        self, snapshot: Snapshot, hashes: Mapping[str, str], apart: frozenset[str], collection: CollectionOf
    ) -> None:
        """hashes: of the folder's files by name, "" where none could be had. apart: files that join no other."""
        self._of: dict[str, dict[str, Document]] = {}
        for document in snapshot.documents.values():
            self._of.setdefault(document.file, {})[document.key] = document
        self._apart = apart
        self._titles = Titles(collection, snapshot.documents.values())
        self._owner: dict[str, str] = {}
        self._files: dict[str, set[str]] = defaultdict(set)  # doc_id -> files of the folder that give it
        self._follow_moves(hashes)
        for name in self._of.keys() & hashes.keys():
            self._own(name, self._of[name].values())
        self.gone = self._of.keys() - hashes.keys()
        self._by_text = {_texts(self._of[name].values()): name for name in sorted(self.gone)}
        self._ownerless = by_id(document for name in self.gone for document in self._of[name].values())

    def named(self, parsed: Sequence[ParsedDocument], name: str) -> tuple[list[ParsedDocument], tuple[str, ...]]:
        """The file's documents under the ids that are theirs, and what is to be said about that."""
        first = parsed[0].document
        wanted, notes = (first.doc_id, ()) if first.id_stated else self._unstated(parsed, name)
        found = _under(wanted, parsed)
        keys = (each.document.key for each in found)
        taken = next((self._owner[key] for key in keys if self._owner.get(key, name) != name), None)
        if taken is None:
            return found, notes
        note = messages.SAME_ID.format(doc_id=wanted, other=taken)
        return _under(f"{wanted}@{name}", parsed, stated=False), (note,) if first.id_stated else ()

    def joined(self, name: str) -> bool:
        """Whether the file's document was taken for a version of another file's."""
        documents = self._of.get(name, {}).values()
        return any(self._files[d.doc_id] - {name} for d in documents if not d.id_stated)

    def take(self, name: str, documents: Sequence[Document]) -> Change:
        """The file gives these now. Its own earlier versions, and those of files that it replaces, stay as archive, for
        those who may read the new one: what a source closes is closed with its past."""
        new = {document.doc_id: document for document in documents}
        given = {document.key: document for document in documents}
        had = dict(self._of.get(name, {}))
        left = [d for i in new for d in self._ownerless.get(i, ()) if d.file in self.gone and d.key not in self._owner]
        earlier = {d.key: d for d in [*had.values(), *left] if d.key not in given and d.doc_id in new}
        kept = {
            key: _under_file(replace(old, withdrawn=False, allow=narrowed(old.allow, new[old.doc_id].allow)), name)
            for key, old in earlier.items()
            if _archived(old, new[old.doc_id])
        }
        lost = self._lost(name, had.keys() - kept.keys() - given.keys())
        self._set(name, kept | given)
        self._titles.add(documents)
        return Change(tuple(row for key, row in kept.items() if row != earlier[key]), lost)

    def refuse(self, name: str) -> Change:
        """The file can't be read: its last reading goes; what was archived before stays, but holds on no day."""
        had = self._of.get(name, {})
        last = {document.key for document in _last(had.values())}
        kept = {key: _under_file(replace(old, withdrawn=True), name) for key, old in had.items() if key not in last}
        lost = self._lost(name, last)
        self._set(name, kept)
        return Change(tuple(row for key, row in kept.items() if row != had[key]), lost)

    def refused(self, name: str) -> bool:
        """Whether nothing of the file holds on any day, as `refuse` leaves it."""
        return all(document.withdrawn for document in self._of.get(name, {}).values())

    def left(self) -> Change:
        """What went with the files that left."""
        return Change((), tuple(key for name in sorted(self.gone) for key in self._of[name] if key not in self._owner))

    def first_seen(self, document: Document, name: str, day: str) -> Document:
        """The document with the day on which this version came."""
        had = self._of.get(name, {}).get(document.key)
        return replace(document, first_seen=had.first_seen if had else day)

    def _unstated(self, parsed: Sequence[ParsedDocument], name: str) -> tuple[str, tuple[str, ...]]:
        """The id of a file that states none: the one it had, else that of what it replaces, else its name."""
        parted = name in self._apart
        if self._of.get(name) and not (parted and self.joined(name)):
            return self._free(_base(self._of[name].values()), name), ()
        if before := self._by_text.get(tuple(each.document.text for each in parsed)):
            return _base(self._move(before, name).values()), ()
        if not parted and len(parsed) == 1 and (found := self._titles.earlier(parsed[0].document)):
            share = round(found.share * 100)
            return found.document.doc_id, (messages.JOINED.format(file=name, other=found.document.file, share=share),)
        return self._free(name, name), ()

    def _free(self, wanted: str, name: str) -> str:
        """`wanted`, or a distinct form of it when it is another file's."""
        holders = self._files[wanted]
        return wanted if name in holders or not holders else f"{wanted}@{name}"

    def _lost(self, name: str, keys: Iterable[str]) -> tuple[str, ...]:
        """Those that no other file has taken over meanwhile."""
        return tuple(sorted(key for key in keys if self._owner.get(key, name) == name))

    def _set(self, name: str, found: dict[str, Document]) -> None:
        for key, document in self._of.get(name, {}).items():
            if self._owner.get(key) == name:
                del self._owner[key]
                self._files[document.doc_id].discard(name)
        self._of[name] = found
        self._own(name, found.values())

    def _own(self, name: str, documents: Iterable[Document]) -> None:
        for document in documents:
            self._owner[document.key] = name
            self._files[document.doc_id].add(name)

    def _follow_moves(self, hashes: Mapping[str, str]) -> None:
        """A file whose name is gone, or holds other bytes now, while its own stand elsewhere, has moved there."""
        new = {sha: name for name, sha in sorted(hashes.items(), reverse=True) if name not in self._of and sha}
        for name in list(self._of):
            last = {document.file_hash for document in _last(self._of[name].values())}
            if hashes.get(name) not in last and (moved := next((new.pop(sha) for sha in last if sha in new), None)):
                self._of[moved] = self._of.pop(name)

    def _move(self, name: str, to: str) -> dict[str, Document]:
        self._of[to] = self._of.pop(name)
        self.gone.discard(name)
        self._own(to, self._of[to].values())
        return self._of[to]


def _under_file(old: Document, name: str) -> Document:
    """An archived version, which goes with this file from now on."""
    return old if old.file == name else replace(old, file=name, was=(*old.was, old.file))


def _archived(old: Document, new: Document) -> bool:
    """Whether `old` is an earlier version. The same bytes read otherwise, or a newer one taken back, leave none."""
    return old.file_hash != new.file_hash and rank(old) < rank(new)


def _last(documents: Iterable[Document]) -> list[Document]:
    """What the file gave when it was last read."""
    every = list(documents)
    newest = max(every, key=rank, default=None)
    return [document for document in every if newest and document.file_hash == newest.file_hash]


def _texts(documents: Iterable[Document]) -> tuple[str, ...]:
    return tuple(document.text for document in _last(documents))


def _base(documents: Iterable[Document]) -> str:
    """The id of a file's first document, of which the others' are made."""
    return min((document.doc_id for document in documents), key=len)


def _under(first: str, parsed: Sequence[ParsedDocument], stated: bool | None = None) -> list[ParsedDocument]:
    found = []
    for number, each in enumerate(parsed, start=1):
        doc_id = first if number == 1 else f"{first}#{number}"
        id_stated = each.document.id_stated if stated is None else stated
        found.append(replace(each, document=replace(each.document, doc_id=doc_id, id_stated=id_stated)))
    return found
