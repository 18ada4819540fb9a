"""What drawings of Office files (DrawingML) hold: texts of shapes, and what is seen but not read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import etree

from geungeo.corpus.blocks import Paragraph
from geungeo.corpus.read.parts import assemble, local

_CHARTS = "chart", "chartex"


def objects_in(root: etree._Element) -> Counter[str]:
    """Pictures, charts and diagrams below `root`, by keys of messages.UNREAD; the fallback of a choice says it twice."""
    found: Counter[str] = Counter()
    for node in _chosen(root):
        name = local(node)
        if name in ("blip", "imagedata", "svgBlip"):
            found["picture"] += name != "svgBlip"
        elif name == "graphicData":
            kind = (node.get("uri") or "").rpartition("/")[2]
            found["chart"] += kind in _CHARTS
            found["diagram"] += kind == "diagram"
            found["object"] += kind == "ole"
        elif name == "OLEObject":
            found["object"] += 1
    return +found


def texts_in(root: etree._Element) -> list[Paragraph]:
    """Paragraphs of all shapes below `root`."""
    return [
        block
        for node in _chosen(root)
        if local(node) == "p" and "drawingml" in node.tag
        for block in assemble(run_texts(node))
        if isinstance(block, Paragraph)
    ]


def run_texts(paragraph: etree._Element) -> Iterator[str]:
    """Texts and forced line breaks of an a:p."""
    for node in paragraph.iter():
        if local(node) == "t":
            yield node.text or ""
        elif local(node) == "br":
            yield "\n"


def _chosen(root: etree._Element) -> Iterator[etree._Element]:
    """All elements but those in fallbacks, in order."""
    for node in root:
        if local(node) not in ("", "Fallback"):
            yield node
            yield from _chosen(node)
