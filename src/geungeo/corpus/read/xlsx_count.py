"""Characters of an xlsx, counted over its parts as they are stored: the check on the reader that walks the sheets."""

from __future__ import annotations

import io
from collections.abc import Iterator

from lxml import etree

from geungeo.corpus.read.parts import Package, local, solid_of


def count_xlsx(package: Package) -> int:
    """Solid characters of every cell as stored (a number's digits, not its format), of notes and of text boxes."""
    strings = [solid_of(_own(node)) for part in _parts(package, "xl/sharedStrings") for node in _each(part, "si")]
    cells = (node for part in _parts(package, "xl/worksheets/") for node in _each(part, "c"))
    total = sum(_cell(node, strings) for node in cells)
    total += sum(solid_of(_own(node)) for part in _parts(package, "xl/comments") for node in _each(part, "comment"))
    return total + sum(solid_of(_own(p)) for part in _parts(package, "xl/drawings/drawing") for p in _each(part, "p"))


def _parts(package: Package, start: str) -> Iterator[bytes]:
    for name in package.names:
        if name.startswith(start) and name.endswith(".xml"):
            yield package.read(name)


def _each(part: bytes, wanted: str) -> Iterator[etree._Element]:
    """Elements of this name, let go behind the reader."""
    for _, node in etree.iterparse(io.BytesIO(part), resolve_entities=False, no_network=True):
        if local(node) == wanted:
            yield node
            node.clear()


def _own(node: etree._Element) -> list[str]:
    """Text nodes below `node` without reading aids above kanji and without what only older readers show."""
    return [
        text.text or ""
        for text in node.iter()
        if local(text) == "t" and not any(local(above) in ("rPh", "Fallback") for above in text.iterancestors())
    ]


def _cell(node: etree._Element, strings: list[int]) -> int:
    kind = node.get("t", "n")
    if kind == "inlineStr":
        return solid_of(_own(node))
    raw = next((child.text or "" for child in node if local(child) == "v"), "")
    if kind == "s":
        return strings[int(raw)] if raw.isdigit() and int(raw) < len(strings) else 0
    return solid_of([raw])
