"""Characters of a docx, counted over the text nodes of its parts: the check on the reader that walks them."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from geungeo.corpus.read.parts import Package, local, solid_of

_ROOTS = ("document", "footnotes", "endnotes", "comments", "hdr", "ftr")


def count_docx(package: Package) -> int:
    """Solid characters of every text node (also deleted ones, mathematics and symbols) of the body and its notes."""
    names = [name for name in package.names if name.endswith(".xml") and name.count("/") == 1]
    roots = (package.xml(name) for name in names if not name.startswith(("docProps/", "customXml/")))
    return sum(_count(root) for root in roots if local(root) in _ROOTS)


def _count(root: etree._Element) -> int:
    scopes: list[list[str]] = [[]]
    _collect(root, scopes[0], scopes)
    return sum(solid_of(scope) for scope in scopes)


def _collect(nodes: Iterable[etree._Element], scope: list[str], scopes: list[list[str]]) -> None:
    for node in nodes:
        name = local(node)
        if name == "Fallback":
            continue
        if name in ("t", "delText"):
            scope.append(node.text or "")
        elif name in ("noBreakHyphen", "sym"):
            scope.append("-")
        inner = scope if name != "p" else []
        if name == "p":
            scopes.append(inner)
        _collect(node, inner, scopes)
