"""A file's blocks as one document, or as several where it holds several rules (규정집)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from geungeo.corpus.blocks import FRAMED, Difference, Reading, Stated
from geungeo.corpus.sketch import sketch
from geungeo.corpus.structure.clauses import Section, build
from geungeo.corpus.structure.contents import mark_contents
from geungeo.corpus.structure.dates import dates_of
from geungeo.corpus.structure.headings import Heading
from geungeo.corpus.structure.layout import Line, flatten
from geungeo.corpus.structure.sequence import read_structure
from geungeo.corpus.structure.standing import draft_of, repeals
from geungeo.corpus.structure.titles import front_of, title_from_file, title_of
from geungeo.korean.definitions import names
from geungeo.records import EVERYONE, UNVERSIONED, Allow, Document, Origin


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document and its sections: every non-space character of document.text lies in exactly one of them.

    added: what rendering tables added to the file's own characters (repeated column heads); for the whole file,
    on its first document.
    """

    document: Document
    sections: tuple[Section, ...]
    added: tuple[Difference, ...] = ()

    @property
    def has_articles(self) -> bool:
        return any(section.kind == "article" for section in self.sections)


def split(
    reading: Reading,
    *,
    file: str,
    file_hash: str,
    doc_id: str,
    collection: str = "",
    allow: Allow = EVERYONE,
    source: str | None = None,
    origin: Origin = "human",
) -> list[ParsedDocument]:
    """Documents of one file, in order; empty where the file has no text.

    The first has reading.stated.doc_id, else `doc_id`; further ones add '#2', '#3' to it. source: the stated one,
    else the argument, else the file's name.
    """
    flat, added = flatten(reading.blocks)
    lines = mark_contents(flat)
    structure = read_structure(lines)
    first_id = reading.stated.doc_id or doc_id
    parsed: list[ParsedDocument] = []
    titled = _Titles()
    for start, end in pairwise([*structure.starts, len(lines)]):
        own = structure.within(start, end)
        text, sections = build(lines[start:end], own)
        if not sections:
            continue
        stated = Stated() if parsed else reading.stated
        if reading.kind in FRAMED and not stated.title:
            stated = replace(stated, title=title_from_file(file))
        said = _said(lines[start:end], own, file, stated)
        document = Document(
            doc_id=f"{first_id}#{len(parsed) + 1}" if parsed else first_id,
            title=titled.distinct(said.title or title_from_file(file)),
            version=_version(said),
            revised_at=said.revised_at,
            effective_at=said.effective_at,
            number=said.number,
            text=text,
            source=reading.stated.source or source or file,
            file=file,
            kind=reading.kind,
            file_hash=file_hash,
            origin=origin,
            collection=collection,
            allow=narrowed(allow, reading.stated.allow),
            meta=reading.stated.meta,
            repealed_at=_ends(said) if repeals(file, said.title or "", text, sections) else None,
            draft=draft_of(file, said.title or "", lines[start:end]),
            amendment=said.amendment or "",
            id_stated=reading.stated.doc_id is not None,
            sketch=sketch(text),
            names=names(text),
        )
        parsed.append(ParsedDocument(document, tuple(sections), () if parsed else tuple(added)))
    return parsed


def narrowed(outer: Allow, inner: Allow) -> Allow:
    """Those whom both admit: the lists add up, and an empty one is nobody."""
    if not outer or not inner:
        return ()
    return tuple(names for names in dict.fromkeys((*outer, *inner)) if names != ("*",)) or EVERYONE


def _said(lines: list[Line], headings: dict[int, Heading], file: str, stated: Stated) -> Stated:
    """What the file states, and where it states nothing, what the rule's own lines say."""
    said = replace(stated, title=stated.title or title_of(lines, headings))
    return dates_of(lines, front_of(lines, headings), headings, file, said)


def _version(said: Stated) -> str:
    """Revision, number, and the day it takes effect where that is another one: of one revision, the articles may begin
    at different days, and the texts of both days are versions."""
    version = f"{said.revised_at or ''}#{said.number or ''}" if said.revised_at or said.number else ""
    if said.effective_at and said.effective_at != said.revised_at:
        version += f"/{said.effective_at}"
    return version or UNVERSIONED


def _ends(said: Stated) -> str:
    """A rule that is repealed on a day not told holds on none."""
    return said.effective_at or said.revised_at or date.min.isoformat()


class _Titles:
    """Titles of a file's rules, each told from the others."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()  # each title, and what stands before a bracket in it

    def distinct(self, title: str) -> str:
        """A second rule of the same name in one file is told apart by its place."""
        same = self._seen[title]
        given = f"{title} ({same + 1})" if same else title
        self._seen.update({given, *(given[: found.start()] for found in re.finditer(r" \(", given))})
        return given
