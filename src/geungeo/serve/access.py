"""The corpus as one reader may see it on one day: rules of access and dates applied to the newest commit, before
anything is searched."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

from geungeo import messages, versions
from geungeo.access import Collection, Rules, load, may_read
from geungeo.corpus.twins import aliases, groups
from geungeo.errors import BadQuestion, SettingError
from geungeo.korean.normalize import nfc
from geungeo.ports import Snapshot
from geungeo.records import Allow, Document, Reader
from geungeo.versions import EVER, Decided, in_force, today
from geungeo.workspace import Workspace

Key = TypeVar("Key")
# What a reader may read (None: everything), the day, the keys of a collection (None: all).
_View = tuple[frozenset[Allow] | None, str, frozenset[str] | None]
# Views kept, by what their readers may read: as many as there are different sets of rights at a time, about.
_VIEWS = 32
_UNREAD = Rules()  # of rules that can not be read: nothing that AI drafted may be evidence


@dataclass(frozen=True, slots=True)
class _Grouped:
    """The documents of a commit by what the rules say of them. standing: the rules amid these documents.

    readers: documents with equal rules are open to the same readers; there are few such groups, however many documents.
    collections: by name, "" for those that belong to none.
    """

    documents: Mapping[str, Document]
    rules: Rules
    standing: Rules
    readers: Mapping[Allow, frozenset[str]]
    collections: Mapping[str, frozenset[str]]


class Access:
    """All methods are safe from several threads, and raise SettingError when the rules, or what operators decided on
    versions, can't be read. Rules that can't be read close nothing to operators."""

    def __init__(
        self,
        workspace: Workspace,
        newest: Callable[[], Snapshot],
        now: Callable[[], str] = today,
        unassigned: Callable[[], bool] = lambda: False,
    ) -> None:
        """now: the day that it is, ISO. unassigned: whether documents of no collection are found in each."""
        self._workspace = workspace
        self._newest = newest
        self._now = now
        self._unassigned = unassigned
        self._lock = threading.Lock()
        self._loaded: tuple[object, Rules] | None = None
        self._said: tuple[object, Decided] | None = None
        self._grouped: _Grouped | None = None
        self._days: tuple[tuple[object, ...], dict[str, frozenset[str]]] | None = None
        self._whole: Snapshot | None = None
        self._views: OrderedDict[_View, Snapshot] = OrderedDict()
        self._copies: WeakKeyDictionary[Snapshot, tuple[tuple[object, ...], Mapping[str, str]]] = WeakKeyDictionary()

    def snapshot(self, reader: Reader, day: str | None = None, collection: str | None = None) -> Snapshot:
        """The newest commit, holding only what `reader` may read, what is in force that day and what is in the
        collection.

        day: ISO; None is today, EVER is every version. collection: None is everything. Raises BadQuestion for a
        collection of which this reader may read nothing, whether or not there is one.
        """
        whole, day = self._newest(), self._now() if day is None else day
        everything = reader.role == "operator"
        if everything and day == EVER and collection is None:
            return whole
        with self._lock:
            grouped = None if everything and collection is None else self._groups(whole)
            held = None if day == EVER else self._held(whole, day, self._decided())
            if whole is not self._whole:
                self._whole, self._views = whole, OrderedDict()
            rights = None if everything or grouped is None else _rights(grouped, reader)
            scope = None if collection is None or grouped is None else self._scope(grouped, rights, collection)
            view = (rights, day, scope)
            if view not in self._views:
                seen = _readable(whole.documents if grouped is None else grouped, rights)
                for narrowing in (held, scope):
                    seen = seen if narrowing is None else seen & narrowing
                self._views[view] = whole.within(seen)
            self._views.move_to_end(view)
            if len(self._views) > _VIEWS:
                self._views.popitem(last=False)
            return self._views[view]

    def collections(self, reader: Reader) -> dict[str, str]:
        """Title by name of each collection of which `reader` may read something."""
        whole = self._newest()
        with self._lock:
            grouped = self._groups(whole)
            seen = _readable(grouped, None if reader.role == "operator" else _rights(grouped, reader))
            declared = grouped.standing.collections
            shown = [name for name, keys in grouped.collections.items() if name and keys & seen]
            return {name: (declared[name].title if name in declared else "") or name for name in sorted(shown)}

    def allows_draft(self, document: Document) -> bool:
        """Whether the document may be evidence though AI drafted it."""
        return self.rules().allows_draft(document)

    def copies(self, reader: Reader, held: Snapshot, collection: str | None = None) -> Mapping[str, str]:
        """Of what this reader's snapshot of a day and a collection holds: key of each copy -> title of the document that
        speaks for it. Only among what they may read there: nothing tells of any other. What AI drafted speaks for none
        unless it may be evidence."""
        every, rules, said = self.snapshot(reader, EVER, collection).documents, self.rules(), self.decided()
        made_of = (every, rules, said)
        with self._lock:
            kept = self._copies.get(held)
        if kept is None or any(a is not b for a, b in zip(kept[0], made_of, strict=True)):
            written = [d for d in every.values() if d.origin == "human" or rules.allows_draft(d)]
            found = groups(written, rules.collection_name, said)
            speaking = aliases(found, held.documents, said)
            kept = (made_of, {key: held.documents[other].title for key, other in speaking.items()})
            with self._lock:
                self._copies[held] = kept
        return kept[1]

    def rules(self) -> Rules:
        """As geungeo.toml and the operators' decisions stand now, amid the newest documents."""
        whole = self._newest()
        with self._lock:
            return self._groups(whole).standing

    def decided(self) -> Decided:
        """What operators decided on versions."""
        with self._lock:
            return self._decided()

    def collections_now(self) -> Callable[[Document], Collection | None]:
        """Tells the collection of a document, by the rules as they stand now."""
        return self.rules().collection_of

    def _groups(self, whole: Snapshot) -> _Grouped:
        grouped, rules = self._grouped, self._rules()
        if grouped is None or grouped.documents is not whole.documents or grouped.rules is not rules:
            readers: dict[Allow, list[str]] = defaultdict(list)
            collections: dict[str, list[str]] = defaultdict(list)
            standing = rules.amid(whole.documents.values())
            for key, document in whole.documents.items():
                readers[standing.allow_of(document)].append(key)
                found = standing.collection_of(document)
                collections[found.name if found else document.collection].append(key)
            self._views.clear()
            self._grouped = grouped = _Grouped(whole.documents, rules, standing, _frozen(readers), _frozen(collections))
        return grouped

    def _scope(self, grouped: _Grouped, rights: frozenset[Allow] | None, collection: str) -> frozenset[str]:
        """Keys of the collection's documents. Raises BadQuestion, in the same words whatever the reason."""
        own = grouped.collections.get(nfc(collection).strip(), frozenset())
        if not collection.strip() or not own & _readable(grouped, rights):
            raise BadQuestion(messages.COLLECTION_UNKNOWN)
        return own | grouped.collections.get("", frozenset()) if self._unassigned() else own

    def _held(self, whole: Snapshot, day: str, said: Decided) -> frozenset[str]:
        """Keys of what is in force that day. What AI drafted takes no place from people's versions of the same document
        unless it may be evidence."""
        days = self._days
        try:
            rules = self._rules()
        except SettingError:  # closes nothing to operators; for everyone else these rules are asked for first
            rules = _UNREAD
        made_of = (whole.documents, said, rules)
        if days is None or any(a is not b for a, b in zip(days[0], made_of, strict=True)) or len(days[1]) > _VIEWS:
            self._views.clear()
            days = self._days = (made_of, {})
        if day not in days[1]:
            days[1][day] = in_force(_by_people(whole.documents.values(), rules), day, said)
        return days[1][day]

    def _rules(self) -> Rules:
        """Kept by what the files say, not by their times: two edits may bear one time."""
        stated = (_content(self._workspace.settings), _content(self._workspace.decisions))
        if self._loaded is None or self._loaded[0] != stated:
            rules = load(self._workspace)
            if stated != (_content(self._workspace.settings), _content(self._workspace.decisions)):
                return rules  # written meanwhile: looked at again at the next question
            self._loaded = (stated, rules)
        return self._loaded[1]

    def _decided(self) -> Decided:
        stated = _content(self._workspace.decisions)
        if self._said is None or self._said[0] != stated:
            said = versions.load(self._workspace)
            if stated != _content(self._workspace.decisions):
                return said
            self._said = (stated, said)
        return self._said[1]


def _by_people(documents: Iterable[Document], rules: Rules) -> Iterator[Document]:
    """Without drafts of AI that may not be evidence, where people wrote a version of the same document."""
    every = list(documents)
    drafted = {d.key for d in every if d.origin != "human" and not rules.allows_draft(d)}
    written = {d.doc_id for d in every if d.key not in drafted and not d.withdrawn} if drafted else set()
    return (d for d in every if d.key not in drafted or d.doc_id not in written)


def _rights(grouped: _Grouped, reader: Reader) -> frozenset[Allow]:
    return frozenset(allow for allow in grouped.readers if may_read(allow, reader))


def _readable(among: _Grouped | Mapping[str, Document], rights: frozenset[Allow] | None) -> frozenset[str]:
    """Keys that these rights open; None opens all."""
    if isinstance(among, _Grouped) and rights is not None:
        return frozenset(chain(*(among.readers[allow] for allow in rights)))
    return frozenset(among.documents if isinstance(among, _Grouped) else among)


def _frozen(found: Mapping[Key, Iterable[str]]) -> dict[Key, frozenset[str]]:
    return {key: frozenset(keys) for key, keys in found.items()}


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=file.name, error=error.strerror)) from error
