"""Characters of a pptx, counted over the text nodes of its parts: the check on the reader that walks the shapes."""

from __future__ import annotations

from geungeo.corpus.read.parts import Package, local, solid_of

_FOLDERS = ("ppt/slides/", "ppt/notesSlides/", "ppt/comments/", "ppt/diagrams/data")


def count_pptx(package: Package) -> int:
    """Solid characters of every paragraph of slides, notes, comments and diagrams; what fallbacks repeat is left out."""
    total = 0
    for name in package.names:
        if not name.startswith(_FOLDERS) or not name.endswith(".xml"):
            continue
        for node in package.xml(name).iter():
            if any(local(above) == "Fallback" for above in node.iterancestors()):
                continue
            if local(node) == "p":
                total += solid_of(text.text or "" for text in node.iter() if local(text) == "t")
            elif local(node) == "text":
                total += solid_of([node.text or ""])
    return total
