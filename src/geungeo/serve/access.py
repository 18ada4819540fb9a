"""The corpus as one reader may see it on one day: rules of access and dates applied to the newest commit, before
anything is searched."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from geungeo import messages, versions
from geungeo.access import Collection, Rules, load, may_read
from geungeo.errors import SettingError
from geungeo.ports import Snapshot
from geungeo.records import Allow, Document, Reader
from geungeo.versions import EVER, Decided, in_force, today
from geungeo.workspace import Workspace

# Views kept, by what their readers may read: as many as there are different sets of rights at a time, about.
_VIEWS = 32

# Documents with equal rules are open to the same readers: there are few such groups, however many documents.
Groups = dict[Allow, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is derived from one commit's documents, the rules and the decisions; days are added as they are asked."""

    documents: Mapping[str, Document]
    rules: Rules
    said: Decided
    groups: Groups
    days: dict[str, frozenset[str]] = field(default_factory=dict)

    def keys(self, rights: frozenset[Allow] | None, day: str) -> frozenset[str]:
        """rights: None for whoever reads everything."""
        readable = frozenset(self.documents) if rights is None else frozenset().union(*(self.groups[a] for a in rights))
        if day == EVER:
            return readable
        if day not in self.days:
            self.days[day] = in_force(self.documents.values(), day, self.said)
        return readable & self.days[day]


class Access:
    """All methods are safe from several threads, and raise SettingError when the rules can't be read."""

    def __init__(self, workspace: Workspace, newest: Callable[[], Snapshot], now: Callable[[], str] = today) -> None:
        """now: the day that it is, ISO."""
        self._files = (workspace.settings, workspace.decisions)
        self._workspace = workspace
        self._newest = newest
        self._now = now
        self._lock = threading.Lock()
        self._loaded: tuple[object, Rules, Decided] | None = None
        self._scope: _Scope | None = None
        self._whole: Snapshot | None = None
        self._views: OrderedDict[tuple[frozenset[Allow] | None, str], Snapshot] = OrderedDict()

    def snapshot(self, reader: Reader, day: str | None = None) -> Snapshot:
        """The newest commit, holding only what `reader` may read and what is in force that day.

        day: ISO; None is today, EVER is every version.
        """
        whole, day = self._newest(), self._now() if day is None else day
        if reader.role == "operator" and day == EVER:
            return whole
        with self._lock:
            scope = self._scoped(whole, *self._stated())
            if whole is not self._whole:
                self._whole, self._views = whole, OrderedDict()
            everything = reader.role == "operator"
            rights = None if everything else frozenset(allow for allow in scope.groups if may_read(allow, reader))
            if (rights, day) not in self._views:
                self._views[rights, day] = whole.within(scope.keys(rights, day))
            self._views.move_to_end((rights, day))
            if len(self._views) > _VIEWS:
                self._views.popitem(last=False)
            return self._views[rights, day]

    def rules(self) -> Rules:
        """As geungeo.toml and the operators' decisions stand now."""
        with self._lock:
            return self._stated()[0]

    def decided(self) -> Decided:
        """What operators decided on versions."""
        with self._lock:
            return self._stated()[1]

    def collection_of(self, document: Document) -> Collection | None:
        return self.rules().collection_of(document)

    def _scoped(self, whole: Snapshot, rules: Rules, said: Decided) -> _Scope:
        scope = self._scope
        if (
            scope is None
            or scope.documents is not whole.documents
            or scope.rules is not rules
            or scope.said is not said
        ):
            found: dict[Allow, list[str]] = defaultdict(list)
            for key, document in whole.documents.items():
                found[rules.allow_of(document)].append(key)
            self._views.clear()
            groups = {allow: frozenset(keys) for allow, keys in found.items()}
            scope = self._scope = _Scope(whole.documents, rules, said, groups)
        return scope

    def _stated(self) -> tuple[Rules, Decided]:
        """Kept by what the files say, not by their times: two edits may bear one time."""
        content = self._contents()
        if self._loaded is None or self._loaded[0] != content:
            rules, said = load(self._workspace), versions.load(self._workspace)
            if content != self._contents():
                return rules, said  # written meanwhile: looked at again at the next question
            self._loaded = (content, rules, said)
        return self._loaded[1], self._loaded[2]

    def _contents(self) -> tuple[bytes | None, ...]:
        return tuple(map(_content, self._files))


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=file.name, error=error.strerror)) from error
