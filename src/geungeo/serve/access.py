"""The corpus as one reader may see it: rules of access applied to the newest commit, before anything is searched."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from geungeo.access import Collection, Rules, load, may_read
from geungeo.ports import Snapshot
from geungeo.records import Document, Reader
from geungeo.settings import file_stamp
from geungeo.workspace import Workspace

Value = TypeVar("Value")

# Views kept, by what their readers may read: as many as there are different sets of rights at a time, about.
_VIEWS = 32


class Access:
    """All methods are safe from several threads, and raise SettingError when the rules can't be read."""

    def __init__(self, workspace: Workspace, newest: Callable[[], Snapshot]) -> None:
        self._workspace = workspace
        self._newest = newest
        self._lock = threading.Lock()
        self._loaded: tuple[tuple[object, ...], Rules] | None = None
        self._readable: OrderedDict[tuple[object, ...], frozenset[str]] = OrderedDict()
        self._views: OrderedDict[tuple[object, ...], Snapshot] = OrderedDict()

    def snapshot(self, reader: Reader) -> Snapshot:
        """The newest commit, holding only what `reader` may read."""
        whole = self._newest()
        if reader.role == "operator":
            return whole
        with self._lock:
            stamp, rules = self._rules()
            rights = (whole.commit, stamp, reader.principals)
            seen = _kept(self._readable, rights, lambda: _readable(whole, rules, reader))
            if len(seen) == len(whole.documents):
                return whole
            return _kept(self._views, (whole.commit, seen), lambda: whole.within(seen))

    def rules(self) -> Rules:
        """As geungeo.toml and the operators' decisions stand now."""
        with self._lock:
            return self._rules()[1]

    def collection_of(self, document: Document) -> Collection | None:
        return self.rules().collection_of(document)

    def _rules(self) -> tuple[tuple[object, ...], Rules]:
        stamp = (file_stamp(self._workspace.settings), file_stamp(self._workspace.decisions))
        if self._loaded is None or self._loaded[0] != stamp:
            self._loaded = (stamp, load(self._workspace))
        return self._loaded


def _readable(whole: Snapshot, rules: Rules, reader: Reader) -> frozenset[str]:
    return frozenset(i for i, document in whole.documents.items() if may_read(rules.allow_of(document), reader))


def _kept(cache: OrderedDict[tuple[object, ...], Value], key: tuple[object, ...], make: Callable[[], Value]) -> Value:
    """The cached value, made when absent; the one that was longest unused goes."""
    if key not in cache:
        cache[key] = make()
        if len(cache) > _VIEWS:
            cache.popitem(last=False)
    cache.move_to_end(key)
    return cache[key]
