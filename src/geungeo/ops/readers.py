"""Who may read what, for operators: the rules by target, and the readers of each document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geungeo.access import Rules, folders_of, names_of, target_of
from geungeo.ops.catalogue import allow_words
from geungeo.records import EVERYONE, Allow, Document


@dataclass(frozen=True, slots=True)
class Readable:
    """A document, what narrows it (see Rules.levels_of), and who may read it, in words."""

    doc_id: str
    file: str
    title: str
    collection: str
    levels: tuple[tuple[str, Allow], ...]
    readers: str


def readable(rules: Rules, documents: Mapping[str, Document]) -> list[Readable]:
    """Every document by its file's name. rules: amid the whole corpus."""
    rows = []
    for document in sorted(documents.values(), key=lambda document: (document.file, document.doc_id)):
        levels = tuple((target, allow) for target, allow in rules.levels_of(document) if allow != EVERYONE)
        named, words = rules.collection_of(document), allow_words(rules.allow_of(document))
        collection = named.name if named else ""
        rows.append(Readable(document.doc_id, document.file, document.title, collection, levels, words))
    return rows


def stated(rules: Rules) -> list[tuple[str, Allow]]:
    """Each rule by its target, as geungeo.toml and operators together state it."""
    found = [("workspace", rules.workspace)] if rules.workspace != EVERYONE else []
    found += [(f"collection:{name}", collection.allow) for name, collection in sorted(rules.collections.items())]
    found += [(f"folder:{name}", allow) for name, allow in sorted(rules.folders.items())]
    return found + [(f"document:{name}", allow) for name, allow in sorted(rules.documents.items())]


def is_there(target: str, rules: Rules, documents: Mapping[str, Document]) -> bool:
    """Whether a rule for this target would narrow anything. Raises SettingError when it is none."""
    kind, name = target_of(target)
    if kind == "collection":
        return name in rules.collections
    if kind == "document":
        return any(name in names_of(document) for document in documents.values())
    return any(name in folders_of(document.file) for document in documents.values())


def plain(rows: list[Readable]) -> list[dict[str, Any]]:
    """As JSON."""
    return [
        {
            "doc_id": row.doc_id,
            "file": row.file,
            "title": row.title,
            "collection": row.collection,
            "rules": [{"target": target, "allow": allow} for target, allow in row.levels],
            "readers": row.readers,
        }
        for row in rows
    ]
