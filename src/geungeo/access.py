"""Who may read which document. Rules only narrow: workspace, collection, folders and the document itself add up.

A list of lists of principals (`group:hr`, `user:kim`, `*`): a reader needs one of every inner list. The rules stand in
geungeo.toml and in data/decisions.jsonl (what an operator states on the desk), and are read anew when either changes;
what a document's source states (a page's restrictions) is the document's own `allow`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.korean.normalize import nfc
from geungeo.records import EVERYONE, Allow, Document, Reader
from geungeo.settings import decided, sections
from geungeo.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Collection:
    """Folders that belong together, named in geungeo.toml. contact: for the hand-off's words. recipient: e-mail."""

    name: str
    title: str = ""
    folders: tuple[str, ...] = ()
    allow: Allow = ()
    contact: str = ""
    recipient: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """Each Allow holds the inner lists that its level adds; none adds nothing. folders, documents: by NFC name."""

    workspace: Allow = EVERYONE
    collections: Mapping[str, Collection] = field(default_factory=dict)
    folders: Mapping[str, Allow] = field(default_factory=dict)
    documents: Mapping[str, Allow] = field(default_factory=dict)

    def collection_of(self, document: Document) -> Collection | None:
        """The one whose folder is nearest to the document's file; a source's own collection where it names one."""
        if document.collection in self.collections:
            return self.collections[document.collection]
        folders = [(folder, c) for c in self.collections.values() for folder in c.folders]
        holding = [(folder, c) for folder, c in folders if _inside(document.file, folder)]
        return max(holding, key=lambda pair: len(pair[0]))[1] if holding else None

    def allow_of(self, document: Document) -> Allow:
        """Every inner list that holds for this document."""
        collection = self.collection_of(document)
        lists: list[tuple[str, ...]] = [*self.workspace, *(collection.allow if collection else ())]
        for folder, allow in self.folders.items():
            if _inside(document.file, folder):
                lists += allow
        for name in dict.fromkeys((document.doc_id, document.file)):
            lists += self.documents.get(name, ())
        return (*lists, *(document.allow or ((),)))


def may_read(allow: Allow, reader: Reader) -> bool:
    """An operator always; else one principal of every inner list. An empty `allow` or inner list is nobody."""
    if reader.role == "operator":
        return True
    return bool(allow) and all(not reader.principals.isdisjoint(inner) for inner in allow)


def reader_named(names: str) -> Reader:
    """'user:kim,group:hr' as an employee; '' or '*' as nobody in particular. Raises SettingError."""
    named: dict[str, list[str]] = {"user": [], "group": []}
    for name in filter(None, map(str.strip, names.split(","))):
        kind, _, value = nfc(name).partition(":")
        if name != "*" and not (_PRINCIPAL.fullmatch(name) and value):
            raise SettingError(messages.READER_SHAPE.format(value=names))
        if name != "*":
            named[kind].append(value)
    if len(named["user"]) > 1:
        raise SettingError(messages.READER_SHAPE.format(value=names))
    return Reader("".join(named["user"]), tuple(named["group"]))


def load(workspace: Workspace) -> Rules:
    """The rules as they stand now. Raises SettingError: rules that can't be read admit nobody."""
    stated = sections(workspace.settings)
    collections = {nfc(name): _collection(nfc(name), entry) for name, entry in _tables(stated, "collections")}
    folders = {_folder(name): _allow(f"folders.{name}", entry) for name, entry in _tables(stated, "folders")}
    documents = {nfc(name): _allow(f"documents.{name}", entry) for name, entry in _tables(stated, "documents")}
    for target, allow in decided(workspace.decisions, "allow").items():
        kind, _, name = target.partition(":")
        if kind == "collection" and name in collections:
            was = collections[name]
            collections[name] = replace(was, allow=(*was.allow, *as_allow(target, allow)))
        elif kind in ("folder", "document"):
            level = folders if kind == "folder" else documents
            level[name] = (*level.get(name, ()), *as_allow(target, allow))
    workspace_allow = _allow("access", _entry("access", stated.get("access", {}))) or EVERYONE
    return Rules(workspace_allow, collections, folders, documents)


def as_allow(where: str, value: Any) -> Allow:
    """A principal, a list of them or a list of lists as inner lists; [] becomes the list that admits nobody.

    Raises SettingError, naming `where`.
    """
    outer = [value] if isinstance(value, str) else value
    if not isinstance(outer, list):
        raise SettingError(messages.ALLOW_SHAPE.format(where=where, value=value))
    inner = outer if outer and all(isinstance(item, list) for item in outer) else [outer]
    for name in (name for names in inner for name in names):
        if not isinstance(name, str) or not _PRINCIPAL.fullmatch(name):
            raise SettingError(messages.ALLOW_SHAPE.format(where=where, value=name))
    return tuple(tuple(nfc(name) for name in names) for names in inner)


_PRINCIPAL = re.compile(r"\*|(?:group|user):\S+")


def _allow(where: str, entry: Mapping[str, Any]) -> Allow:
    return as_allow(where, entry["allow"]) if "allow" in entry else ()


def _collection(name: str, entry: Mapping[str, Any]) -> Collection:
    texts = {key: _text(f"collections.{name}.{key}", entry.get(key, "")) for key in ("title", "contact", "recipient")}
    folders = entry.get("folders", [name])
    if not isinstance(folders, list) or not all(isinstance(folder, str) for folder in folders):
        raise SettingError(messages.COLLECTION_FOLDERS.format(name=name, value=folders))
    return Collection(name, folders=tuple(map(_folder, folders)), allow=_allow(f"collections.{name}", entry), **texts)


def _tables(stated: Mapping[str, Any], section: str) -> list[tuple[str, Mapping[str, Any]]]:
    return [
        (name, _entry(f"{section}.{name}", entry)) for name, entry in _entry(section, stated.get(section, {})).items()
    ]


def _entry(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise SettingError(messages.SETTINGS_NO_SECTION.format(file="geungeo.toml", section=where))
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SettingError(messages.SETTING_TYPE.format(origin="geungeo.toml", name=where, value=value, type="str"))
    return value


def _folder(name: str) -> str:
    return nfc(name).strip("/").removeprefix("./")


def _inside(file: str, folder: str) -> bool:
    return folder in ("", ".") or PurePosixPath(file).is_relative_to(folder)
