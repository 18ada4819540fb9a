"""The corpus as one reader may see it on one day: rules of access and dates applied to the newest commit, before
anything is searched."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from weakref import WeakKeyDictionary

from geungeo import messages, versions
from geungeo.access import Collection, Rules, load, may_read
from geungeo.corpus.twins import aliases, groups
from geungeo.errors import SettingError
from geungeo.ports import Snapshot
from geungeo.records import Allow, Document, Reader
from geungeo.versions import EVER, Decided, in_force, today
from geungeo.workspace import Workspace

# Views kept, by what their readers may read: as many as there are different sets of rights at a time, about.
_VIEWS = 32

# Documents with equal rules are open to the same readers: there are few such groups, however many documents.
Groups = dict[Allow, frozenset[str]]


class Access:
    """All methods are safe from several threads, and raise SettingError when the rules, or what operators decided on
    versions, can't be read. Rules that can't be read close nothing to operators."""

    def __init__(self, workspace: Workspace, newest: Callable[[], Snapshot], now: Callable[[], str] = today) -> None:
        """now: the day that it is, ISO."""
        self._workspace = workspace
        self._newest = newest
        self._now = now
        self._lock = threading.Lock()
        self._loaded: tuple[object, Rules] | None = None
        self._said: tuple[object, Decided] | None = None
        self._grouped: tuple[Mapping[str, Document], Rules, Rules, Groups] | None = None
        self._days: tuple[Mapping[str, Document], Decided, dict[str, frozenset[str]]] | None = None
        self._whole: Snapshot | None = None
        self._views: OrderedDict[tuple[frozenset[Allow] | None, str], Snapshot] = OrderedDict()
        self._copies: WeakKeyDictionary[Snapshot, tuple[tuple[object, ...], Mapping[str, str]]] = WeakKeyDictionary()

    def snapshot(self, reader: Reader, day: str | None = None) -> Snapshot:
        """The newest commit, holding only what `reader` may read and what is in force that day.

        day: ISO; None is today, EVER is every version.
        """
        whole, day = self._newest(), self._now() if day is None else day
        everything = reader.role == "operator"
        if everything and day == EVER:
            return whole
        with self._lock:
            groups = {} if everything else self._groups(whole)[1]
            held = None if day == EVER else self._held(whole, day, self._decided())
            if whole is not self._whole:
                self._whole, self._views = whole, OrderedDict()
            rights = None if everything else frozenset(allow for allow in groups if may_read(allow, reader))
            if (rights, day) not in self._views:
                readable = frozenset(whole.documents if rights is None else chain(*(groups[allow] for allow in rights)))
                self._views[rights, day] = whole.within(readable if held is None else readable & held)
            self._views.move_to_end((rights, day))
            if len(self._views) > _VIEWS:
                self._views.popitem(last=False)
            return self._views[rights, day]

    def copies(self, reader: Reader, held: Snapshot) -> Mapping[str, str]:
        """Of what this reader's snapshot of a day holds: key of each copy -> title of the document that speaks for it.
        Only among what they may read: nothing tells of any other."""
        every, rules, said = self.snapshot(reader, EVER).documents, self.rules(), self.decided()
        made_of = (every, rules, said)
        with self._lock:
            kept = self._copies.get(held)
        if kept is None or any(a is not b for a, b in zip(kept[0], made_of, strict=True)):
            found = groups(every.values(), rules.collection_name, said)
            speaking = aliases(found, held.documents, said)
            kept = (made_of, {key: held.documents[other].title for key, other in speaking.items()})
            with self._lock:
                self._copies[held] = kept
        return kept[1]

    def rules(self) -> Rules:
        """As geungeo.toml and the operators' decisions stand now, amid the newest documents."""
        whole = self._newest()
        with self._lock:
            return self._groups(whole)[0]

    def decided(self) -> Decided:
        """What operators decided on versions."""
        with self._lock:
            return self._decided()

    def collection_of(self, document: Document) -> Collection | None:
        return self.rules().collection_of(document)

    def _groups(self, whole: Snapshot) -> tuple[Rules, Groups]:
        grouped, rules = self._grouped, self._rules()
        if grouped is None or grouped[0] is not whole.documents or grouped[1] is not rules:
            found: dict[Allow, list[str]] = defaultdict(list)
            standing = rules.amid(whole.documents.values())
            for key, document in whole.documents.items():
                found[standing.allow_of(document)].append(key)
            self._views.clear()
            groups = {allow: frozenset(keys) for allow, keys in found.items()}
            self._grouped = grouped = (whole.documents, rules, standing, groups)
        return grouped[2], grouped[3]

    def _held(self, whole: Snapshot, day: str, said: Decided) -> frozenset[str]:
        """Keys of what is in force that day."""
        days = self._days
        if days is None or days[0] is not whole.documents or days[1] is not said or len(days[2]) > _VIEWS:
            self._views.clear()
            days = self._days = (whole.documents, said, {})
        if day not in days[2]:
            days[2][day] = in_force(whole.documents.values(), day, said)
        return days[2][day]

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


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=file.name, error=error.strerror)) from error
