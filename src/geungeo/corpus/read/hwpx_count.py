"""Characters of an hwpx body, counted over the text nodes of its parts: the check on the reader that walks them."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from geungeo.corpus.read.parts import local, solid_of

# Elements whose text nodes are settings, not text: field parameters, automatic descriptions of pictures, index keys.
_NOT_TEXT = frozenset(["parameters", "parameterset", "shapeComment", "indexmark", "metaTag", "renderingInfo"])
# Attributes that hold shown text.
_SHOWN = {
    "compose": "composeText",
    "textart": "text",
    "btn": "caption",
    "checkBtn": "caption",
    "radioBtn": "caption",
    "comboBox": "selectedValue",
}


def count_hwpx(parts: Iterable[etree._Element]) -> int:
    """Solid characters of every text node and shown attribute, each paragraph's joined first."""
    total = 0
    for part in parts:
        scopes: list[list[str]] = [[]]
        _collect(part, scopes[0], scopes)
        total += sum(solid_of(scope) for scope in scopes)
    return total


def _collect(node: etree._Element, scope: list[str], scopes: list[list[str]]) -> None:
    name = local(node)
    if name in _NOT_TEXT:
        return
    if name == "p":
        scope = []
        scopes.append(scope)
    scope += [node.text or "", "-" if name in ("hypen", "hyphen") else node.get(_SHOWN.get(name, "none"), "")]
    # A switch says the same twice, for newer and for older readers: its default counts only without a case.
    twice = name == "switch" and any(local(child) == "case" for child in node)
    for child in node:
        if isinstance(child.tag, str) and not (twice and local(child) == "default"):
            _collect(child, scope, scopes)
        scope.append(child.tail or "")
