"""Which parts of an Office file name which others."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from lxml import etree

from geungeo.corpus.read.parts import Package, local


@dataclass(frozen=True, slots=True)
class Relations:
    """What a part names: other parts by id, and as (last word of their type, part)."""

    by_id: dict[str, str]
    kinds: tuple[tuple[str, str], ...]

    def kind(self, name: str) -> str:
        """The first part of this kind; '' without one."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        return [target for kind, target in self.kinds if kind == name]


def related(package: Package, part: str) -> Relations:
    """Of the package itself for part ''. Targets outside the file are left out."""
    folder, file = posixpath.split(part)
    rels = posixpath.join(folder, "_rels", f"{file}.rels")
    by_id: dict[str, str] = {}
    kinds: list[tuple[str, str]] = []
    for relation in package.xml(rels) if rels in package.names else ():
        if not local(relation) or relation.get("TargetMode") == "External":
            continue
        target = relation.get("Target", "")
        path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        by_id[relation.get("Id", "")] = path
        kinds.append((relation.get("Type", "").rpartition("/")[2], path))
    return Relations(by_id, tuple(kinds))


def relation_of(node: etree._Element, name: str = "id") -> str:
    """The id of a relation in the node's r:id (or r:dm ...) attribute; '' without one."""
    return next((str(value) for key, value in node.attrib.items() if str(key).endswith(f"}}{name}")), "")
