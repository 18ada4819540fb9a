"""Names of files that Notion exports: '취업규칙 0f3c….md' is the page 취업규칙 with this id."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from geungeo.corpus.blocks import Paragraph, Reading

_NAMED = re.compile(r"(.*\S)[ _]([0-9a-f]{32})(?:_all)?\Z")


def page_of(name: str) -> str | None:
    """The id of the page: the file's own, else of the nearest page whose folder holds it, as attachments lie."""
    path = PurePosixPath(name)
    parts = [path.stem, *reversed(path.parts[:-1])]
    return next((match[2] for part in parts if (match := _NAMED.fullmatch(part))), None)


def named(reading: Reading, name: str) -> Reading:
    """The page's own id and title, where the file's name has them; a title on the page itself goes before it."""
    match = _NAMED.fullmatch(PurePosixPath(name).stem)
    if not match:
        return reading
    first = next(iter(reading.blocks), None)
    titled = isinstance(first, Paragraph) and first.level == 1
    title = reading.stated.title or (None if titled else match[1])
    return replace(reading, stated=replace(reading.stated, title=title, doc_id=reading.stated.doc_id or match[2]))
