"""The corpus as one reader may see it: rules of access applied to the newest commit, before anything is searched."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

from geungeo import messages
from geungeo.access import Collection, Rules, load, may_read
from geungeo.errors import SettingError
from geungeo.ports import Snapshot
from geungeo.records import Allow, Document, Reader
from geungeo.workspace import Workspace

# Views kept, by what their readers may read: as many as there are different sets of rights at a time, about.
_VIEWS = 32

# Documents with equal rules are open to the same readers: there are few such groups, however many documents.
Groups = dict[Allow, frozenset[str]]


class Access:
    """All methods are safe from several threads, and raise SettingError when the rules can't be read."""

    def __init__(self, workspace: Workspace, newest: Callable[[], Snapshot]) -> None:
        self._files = (workspace.settings, workspace.decisions)
        self._workspace = workspace
        self._newest = newest
        self._lock = threading.Lock()
        self._loaded: tuple[object, Rules] | None = None
        self._grouped: tuple[Mapping[str, Document], Rules, Rules, Groups] | None = None
        self._whole: Snapshot | None = None
        self._views: OrderedDict[frozenset[Allow], Snapshot] = OrderedDict()

    def snapshot(self, reader: Reader) -> Snapshot:
        """The newest commit, holding only what `reader` may read."""
        whole = self._newest()
        if reader.role == "operator":
            return whole
        with self._lock:
            groups = self._groups(whole)[1]
            if whole is not self._whole:
                self._whole, self._views = whole, OrderedDict()
            rights = frozenset(allow for allow in groups if may_read(allow, reader))
            if rights not in self._views:
                self._views[rights] = whole.within(frozenset().union(*(groups[allow] for allow in rights)))
            self._views.move_to_end(rights)
            if len(self._views) > _VIEWS:
                self._views.popitem(last=False)
            return self._views[rights]

    def rules(self) -> Rules:
        """As geungeo.toml and the operators' decisions stand now, amid the newest documents."""
        whole = self._newest()
        with self._lock:
            return self._groups(whole)[0]

    def collection_of(self, document: Document) -> Collection | None:
        return self.rules().collection_of(document)

    def _groups(self, whole: Snapshot) -> tuple[Rules, Groups]:
        grouped, rules = self._grouped, self._rules()
        if grouped is None or grouped[0] is not whole.documents or grouped[1] is not rules:
            found: dict[Allow, list[str]] = defaultdict(list)
            standing = rules.amid(whole.documents.values())
            for doc_id, document in whole.documents.items():
                found[standing.allow_of(document)].append(doc_id)
            self._views.clear()
            groups = {allow: frozenset(ids) for allow, ids in found.items()}
            self._grouped = grouped = (whole.documents, rules, standing, groups)
        return grouped[2], grouped[3]

    def _rules(self) -> Rules:
        """Kept by what the files say, not by their times: two edits may bear one time."""
        stated = self._stated()
        if self._loaded is None or self._loaded[0] != stated:
            rules = load(self._workspace)
            if stated != self._stated():
                return rules  # written meanwhile: looked at again at the next question
            self._loaded = (stated, rules)
        return self._loaded[1]

    def _stated(self) -> tuple[bytes | None, ...]:
        return tuple(map(_content, self._files))


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=file.name, error=error.strerror)) from error
