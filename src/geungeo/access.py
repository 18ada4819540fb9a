"""Who may read which document. Rules only narrow: workspace, collection, folders and the document itself add up.

A list of lists of principals (`group:hr`, `user:kim`, `*`): a reader needs one of every inner list. The rules stand in
geungeo.toml and in data/decisions.jsonl (what an operator states on the desk), and are read anew when either changes;
what a document's source states (a page's restrictions) is the document's own `allow`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.korean.normalize import nfc
from geungeo.records import EVERYONE, Allow, Document, Reader
from geungeo.settings import RULES, checked, decided, named, sections
from geungeo.workspace import Workspace

# What an operator may say of who wrote a document; the last is a draft that may be evidence.
ALLOWED_DRAFT = "ai-draft-allowed"
ORIGINS = ("human", "ai-draft", ALLOWED_DRAFT)


@dataclass(frozen=True, slots=True)
class Collection:
    """Folders that belong together, named in geungeo.toml. contact: for the hand-off's words. recipient: e-mail.

    require_source: each document must state a source itself. allow_ai_drafts: what AI drafted may be evidence. slots:
    its own values of `slots.*`, of those in OWN_SLOTS.
    """

    name: str
    title: str = ""
    folders: tuple[str, ...] = ()
    allow: Allow = ()
    contact: str = ""
    recipient: str = ""
    require_source: bool = False
    allow_ai_drafts: bool = False
    slots: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """Each Allow holds the inner lists that its level adds; none adds nothing. folders, documents: by NFC name.

    lost: targets of statements about collections that geungeo.toml does not declare; these narrow nothing.
    gone: folders that rules name and nothing lies in, most likely renamed (see `amid`). origins: what operators said of
    who wrote a document, by name: one of ORIGINS.
    """

    workspace: Allow = EVERYONE
    collections: Mapping[str, Collection] = field(default_factory=dict)
    folders: Mapping[str, Allow] = field(default_factory=dict)
    documents: Mapping[str, Allow] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    origins: Mapping[str, str] = field(default_factory=dict)

    def amid(self, documents: Iterable[Document]) -> Rules:
        """These rules, where a folder that is gone goes on narrowing what first lay in it: renaming opens nothing."""
        there = {folder for document in documents for folder in folders_of(document.file)}
        named = {*self.folders, *(folder for c in self.collections.values() for folder in c.folders)}
        return replace(self, gone=frozenset(named - there))

    def collection_of(self, document: Document) -> Collection | None:
        """A source's own collection where it names one, else the one whose folder is nearest to the document's file."""
        return next(iter(self._collections_of(document)), None)

    def collection_name(self, document: Document) -> str:
        """The collection's name; one that only the source names counts, too."""
        found = self.collection_of(document)
        return found.name if found else document.collection

    def requires_source(self, file: str) -> bool:
        """Whether what lies there must state a source itself: the nearest collection says so."""
        above = folders_of(nfc(file))
        holding = [(above.index(f), c) for c in self.collections.values() for f in c.folders if f in above]
        return max(holding, key=lambda pair: pair[0])[1].require_source if holding else False

    def allows_draft(self, document: Document) -> bool:
        """Whether an operator lets the document be evidence though AI drafted it."""
        said = nearest(document.file, self.origins)
        collection = self.collection_of(document)
        if said is None:
            return collection is not None and collection.allow_ai_drafts
        return said in ("human", ALLOWED_DRAFT)

    def levels_of(self, document: Document) -> list[tuple[str, Allow]]:
        """What narrows this document, outermost first: 'workspace', 'collection:인사', 'folder:인사/급여',
        'document:…', 'source' (what the document itself states)."""
        levels = [("workspace", self.workspace)]
        levels += [(f"collection:{c.name}", c.allow) for c in reversed(self._collections_of(document))]
        levels += [(f"folder:{folder}", self.folders.get(folder, ())) for folder in self._folders_of(document)]
        names = names_of(document)
        # '#2' is a place in a file, which another edition shifts: a rule for one place holds for the whole file.
        names += [name for name in self.documents if "#" in name and name not in names and whole_id(name) in names]
        levels += [(f"document:{name}", self.documents.get(name, ())) for name in names]
        levels += [("source", document.allow or ((),))]
        return [(target, allow) for target, allow in levels if allow]

    def allow_of(self, document: Document) -> Allow:
        """Every inner list that holds for this document, once."""
        return tuple(dict.fromkeys(inner for _, allow in self.levels_of(document) for inner in allow))

    def _collections_of(self, document: Document) -> list[Collection]:
        """Nearest first. All that hold a folder above the file narrow it: one within another opens nothing."""
        place = {folder: at for at, folder in enumerate(self._folders_of(document))}
        holding = [(place[folder], c) for c in self.collections.values() for folder in c.folders if folder in place]
        nearest = [c for _, c in sorted(holding, key=lambda pair: -pair[0])]
        own = self.collections.get(nfc(document.collection))
        return list({c.name: c for c in ([own] if own else []) + nearest}.values())

    def _folders_of(self, document: Document) -> list[str]:
        """Outermost first; those that are gone before those that are there. An id is the file's name at first sight."""
        first = [folder for folder in folders_of(nfc(document.doc_id)) if folder in self.gone]
        return list(
            dict.fromkeys(
                [*first, *(above for was in document.was for above in folders_of(was)), *folders_of(document.file)]
            )
        )


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
    stated = _stated(workspace)
    collections = _collections(stated)
    folders = _added(
        (folder_name(name), _allow(f"folders.{name}", entry)) for name, entry in _tables(stated, "folders", _RULE)
    )
    documents = _added(
        (nfc(name).strip(), _allow(f"documents.{name}", entry)) for name, entry in _tables(stated, "documents", _RULE)
    )
    lost = []
    for target, value in decided(workspace.decisions, "allow").items():
        kind, name = target_of(target)
        allow = as_allow(target, value)
        if kind == "folder":
            folders[name] = (*folders.get(name, ()), *allow)
        elif kind == "document":
            documents[name] = (*documents.get(name, ()), *allow)
        elif name in collections:
            collections[name] = replace(collections[name], allow=(*collections[name].allow, *allow))
        else:
            lost.append(f"{kind}:{name}")
    workspace_allow = _allow("access", _entry("access", stated.get("access", {}), {"allow"})) or EVERYONE
    origins = {nfc(target): value for target, value in decided(workspace.decisions, "origin").items()}
    return Rules(workspace_allow, collections, folders, documents, tuple(lost), origins=origins)


def names_of(document: Document) -> list[str]:
    """What a rule may call it: its id, the id that it states and another file had first ('HR-7' of 'HR-7@급여/보수.md'),
    its file, the archive that it lies in."""
    own = nfc(document.doc_id)
    stated = [own[:at] for at, letter in enumerate(own) if letter == "@"]
    names = (own, whole_id(own), *stated, *document.was, document.file, *folders_of(document.file))
    return list(dict.fromkeys(name.strip() for name in names if name))


def whole_id(doc_id: str) -> str:
    """Without the number that a file's second document and those after it get: '규정집.pdf' of '규정집.pdf#2'."""
    return re.sub(r"#[0-9]+$", "", doc_id)


def target_of(target: str) -> tuple[str, str]:
    """'folder:인사/' as ('folder', '인사'); kinds: folder, document, collection. Raises SettingError."""
    kind, _, name = nfc(target).partition(":")
    name = folder_name(name) if kind == "folder" else name.strip()
    if kind not in ("folder", "document", "collection") or (not name and kind != "folder"):
        raise SettingError(messages.ALLOW_TARGET.format(target=target))
    return kind, name


def folder_name(name: str) -> str:
    """As rules name it: NFC, below the documents folder; '' is that folder itself."""
    return folders_of(nfc(name).strip().strip("/"))[-1]


def folders_of(file: str) -> list[str]:
    """The documents folder, every folder down to the file, and the file itself: '', '인사', '인사/보수.md'.

    Without spaces around names, which no eye tells apart.
    """
    parts = [part.strip() for part in PurePosixPath(file).parts]
    return ["", *("/".join(parts[: n + 1]) for n in range(len(parts)))]


def above_and_itself(name: str) -> Iterator[str]:
    """'자료.zip/인사/규정.md', '자료.zip/인사', '자료.zip'."""
    parts = name.split("/")
    return ("/".join(parts[:end]) for end in range(len(parts), 0, -1))


def nearest(name: str, stated: Mapping[str, str]) -> str | None:
    """What was said of the file, else of what it lies in."""
    return next((word for above in above_and_itself(name) if (word := stated.get(f"document:{above}"))), None)


def doubts(rules: Rules, documents: Sequence[Document]) -> list[str]:
    """Rules that narrow nothing: most likely a slip of the pen, and then somebody reads what they should not."""
    above = {folder for document in documents for folder in folders_of(document.file)}
    names = {name for document in documents for name in names_of(document)}
    found = [
        messages.RULE_NO_FOLDER.format(where=f"collections.{c.name}", name=folder)
        for c in rules.collections.values()
        for folder in c.folders
        if folder not in above
    ]
    found += [messages.RULE_NO_FOLDER.format(where="folders", name=name) for name in rules.folders if name not in above]
    found += [messages.RULE_NO_DOCUMENT.format(name=name) for name in rules.documents if name not in names]
    return found + [messages.RULE_NO_COLLECTION.format(target=target) for target in rules.lost]


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


_PRINCIPAL = re.compile(r"\*|(?:group|user):[^\s,]+(?: [^\s,]+)*")
_RULE = frozenset({"allow"})
_COLLECTION = frozenset(
    {"title", "folders", "allow", "contact", "recipient", "require_source", "allow_ai_drafts", "slots"}
)
# What a collection may set otherwise: `[collections."인사".slots]`.
OWN_SLOTS = frozenset({"drop_filler", "contents", "per_document", "similarity"})


def _stated(workspace: Workspace) -> dict[str, Any]:
    """geungeo.toml as it stands. One that is gone, empty (an editor is about to write it) or names what nobody knows
    must not look like one without rules.
    """
    stated = sections(workspace.settings)
    if not stated:
        raise SettingError(messages.RULES_GONE.format(file=workspace.settings.name))
    for section, entries in stated.items():
        if section not in RULES:
            for key in entries:
                named(f"{section}.{key}")
    return stated


def _collections(stated: Mapping[str, Any]) -> dict[str, Collection]:
    found: dict[str, Collection] = {}
    taken: dict[str, str] = {}
    for name, entry in _tables(stated, "collections", _COLLECTION):
        collection = _collection(nfc(name), entry)
        for folder in collection.folders:
            if folder in taken:
                both = messages.COLLECTIONS_SHARE.format(folder=folder, one=taken[folder], other=collection.name)
                raise SettingError(both)
            taken[folder] = collection.name
        found[collection.name] = collection
    return found


def _added(pairs: Iterable[tuple[str, Allow]]) -> dict[str, Allow]:
    """Two spellings of one name add up."""
    found: dict[str, Allow] = {}
    for name, allow in pairs:
        found[name] = (*found.get(name, ()), *allow)
    return found


def _allow(where: str, entry: Mapping[str, Any]) -> Allow:
    return as_allow(where, entry["allow"]) if "allow" in entry else ()


def _collection(name: str, entry: Mapping[str, Any]) -> Collection:
    where = f"collections.{name}"
    title, contact, recipient = (
        _text(f"{where}.{key}", entry.get(key, "")) for key in ("title", "contact", "recipient")
    )
    source, drafts = (_flag(f"{where}.{key}", entry.get(key, False)) for key in ("require_source", "allow_ai_drafts"))
    folders = entry.get("folders", [name])
    if not isinstance(folders, list) or not all(isinstance(folder, str) for folder in folders):
        raise SettingError(messages.COLLECTION_FOLDERS.format(name=name, value=folders))
    names = tuple(dict.fromkeys(map(folder_name, folders)))
    slots = _slots(f"{where}.slots", entry.get("slots", {}))
    return Collection(name, title, names, _allow(where, entry), contact, recipient, source, drafts, slots)


def _slots(where: str, value: Any) -> tuple[tuple[str, Any], ...]:
    stated = _entry(where, value, OWN_SLOTS)
    return tuple((key, checked(named(f"slots.{key}"), raw, where)) for key, raw in stated.items())


def _tables(stated: Mapping[str, Any], section: str, keys: frozenset[str]) -> list[tuple[str, Mapping[str, Any]]]:
    """The section's tables by name; one that is to state who may read must do so."""
    tables = _entry(section, stated.get(section, {}))
    found = [(name, _entry(f"{section}.{name}", entry, keys)) for name, entry in tables.items()]
    for name, entry in found:
        if keys == _RULE and "allow" not in entry:
            raise SettingError(messages.RULE_EMPTY.format(where=f"{section}.{name}"))
    return found


def _entry(where: str, value: Any, keys: Set[str] | None = None) -> Mapping[str, Any]:
    """A table with no other keys than `keys`: `alow = […]` must not mean everyone."""
    if not isinstance(value, dict):
        raise SettingError(messages.SETTINGS_NO_SECTION.format(file="geungeo.toml", section=where))
    for key in value:
        if keys is not None and key not in keys:
            raise SettingError(messages.RULE_KEY.format(where=where, key=key, known=", ".join(sorted(keys))))
    return value


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SettingError(messages.SETTING_TYPE.format(origin="geungeo.toml", name=where, value=value, type="bool"))
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SettingError(messages.SETTING_TYPE.format(origin="geungeo.toml", name=where, value=value, type="str"))
    return value
