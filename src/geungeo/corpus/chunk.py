"""Sections to chunks: an article whole, or cut at 항, then 호, then sentences; other text at paragraphs and sentences.

Every non-space character of the document's text lies in exactly one chunk, apart from the stated overlap in documents
that have neither 조 nor a numbered outline. Ids come from the place, so they survive a corrected typo.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from geungeo.corpus.blocks import FRAMED
from geungeo.corpus.outline import stretches
from geungeo.corpus.structure import Mark, ParsedDocument, Place, Section, marks
from geungeo.corpus.structure.marks import names, row_name
from geungeo.korean.sentences import sentences
from geungeo.records import Chunk, Document, Part

Span = tuple[int, int]

_HANGUL = re.compile("[가-힣]")
_LATIN = re.compile("[A-Za-z]")


# Framed units that stay whole up to the limit of an article; a sheet's rows are not one unit.
_UNITS = frozenset({"pptx", "openapi"})
# The longest real sentence of an act is far below; a dump of data on one line is far above.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class _Piece:
    """A chunk before it has its id. start, end: in the document's text; key, clause and split make the id."""

    section: Section
    start: int
    end: int
    part: Part
    key: str
    path: tuple[str, ...]
    name: str
    clause: str | None = None
    split: int = 0


def chunks(parsed: ParsedDocument, *, article_max: int = 1200, size: int = 512, overlap: int = 64) -> list[Chunk]:
    """All chunks in the text's order. article_max, size, overlap: characters.

    A single sentence or table row longer than the limit stays whole.
    """
    document = parsed.document
    pieces: list[_Piece] = []
    for section in parsed.sections:
        if section.kind == "article":
            pieces.extend(_article(document.text, section, article_max))
        elif parsed.has_articles or section.part != "기타" or section.kind != "text":
            pieces.extend(_text(document.text, section, article_max))
        else:
            limits = (article_max, 0) if document.kind in _UNITS else (size, overlap)
            pieces.extend(_body(document.text, section, article_max, *limits, marks=document.kind not in FRAMED))
    return list(_identified(document, _trimmed(document.text, pieces)))


def article_numbers(parsed: ParsedDocument) -> list[str]:
    """Numbers of the body's articles in order, as in ['1', '2', '2의2']: gaps show what is missing."""
    return [s.article for s in parsed.sections if s.kind == "article" and s.part == "본칙" and s.article]


def _article(text: str, section: Section, limit: int) -> Iterator[_Piece]:
    whole = _piece(section, section.start, section.end)
    if section.end - section.start <= limit:
        yield whole
        return
    found = _marks(text, section)
    clauses = [mark for mark in found if mark.level == 0]
    if not clauses:
        yield from _items(text, whole, found, limit)
        return
    bounds = [section.start, *(mark.start for mark in clauses[1:]), section.end]
    for mark, start, end in zip(clauses, bounds, bounds[1:], strict=False):
        named = names(Place(clause=mark.number))
        piece = replace(whole, start=start, end=end, clause=mark.number, path=(*whole.path, *named))
        piece = replace(piece, name=" ".join((whole.name, *named)))
        inner = [m for m in found if start <= m.start < end and m.level > 0]
        yield from _items(text, piece, inner, limit)


def _marks(text: str, section: Section) -> list[Mark]:
    """The article's 항, 호 and 목, at places in the document's text; numbers in tables are none."""
    tables = [(line.start, line.end) for line in section.lines if line.role == "table"]
    found = marks(text[section.start : section.end], nested=False)
    placed = [replace(mark, start=mark.start + section.start) for mark in found]
    return [mark for mark in placed if not any(low <= mark.start < high for low, high in tables)]


def _items(text: str, piece: _Piece, found: list[Mark], limit: int) -> Iterator[_Piece]:
    """One 항 (or an article without 항): whole if it fits, else runs of whole 호 up to the limit."""
    if piece.end - piece.start <= limit:
        yield piece
        return
    items = [mark for mark in found if mark.level == 1]
    bounds = [piece.start, *(mark.start for mark in items), piece.end]
    units: list[tuple[Span, str | None]] = []
    for number, start, end in zip([None, *(m.number for m in items)], bounds, bounds[1:], strict=False):
        if text[start:end].strip():
            units.append(((start, end), number))
    split = 0
    for run in _runs(units, limit):
        (start, _), number = run[0]
        end = run[-1][0][1]
        named = names(Place(item=number)) if len(run) == 1 else ()
        part = replace(piece, path=(*piece.path, *named), name=" ".join((piece.name, *named)))
        for first, last in _sentence_runs(text, start, end, limit, piece.section):
            split += 1
            yield replace(part, start=first, end=last, split=split)


def _runs(units: list[tuple[Span, str | None]], limit: int) -> Iterator[list[tuple[Span, str | None]]]:
    run: list[tuple[Span, str | None]] = []
    for unit in units:
        if run and unit[0][1] - run[0][0][0] > limit:
            yield run
            run = []
        run.append(unit)
    if run:
        yield run


def _sentence_runs(text: str, start: int, end: int, limit: int, section: Section) -> Iterator[Span]:
    """Whole sentences (in tables: whole rows) up to the limit each."""
    if end - start <= limit:
        yield start, end
        return
    yield from _packed(_units(text, start, end, section), limit)


def _packed(units: Iterable[Span], limit: int) -> Iterator[Span]:
    first = last = -1
    for start, end in units:
        if first >= 0 and end - first > limit:
            yield first, last
            first = -1
        first, last = (start if first < 0 else first), end
    if first >= 0:
        yield first, last


def _units(text: str, start: int, end: int, section: Section) -> Iterator[Span]:
    """Sentences of text lines and rows of tables between `start` and `end`."""
    for line in section.lines:
        low, high = max(start, line.start), min(end, line.end)
        if low >= high:
            continue
        if line.role == "table":
            found = [(low + m.start(), low + m.end()) for m in re.finditer(r"[^\n]+", text[low:high])]
        else:
            found = [(low + first, low + last) for first, last in sentences(text[low:high])]
        for first, last in found:
            yield from _bounded(text, first, last)


def _bounded(text: str, start: int, end: int) -> Iterator[Span]:
    """Pages of letters without a sentence's end are no sentence: cut at a space, so that a chunk stays one to read."""
    while end - start > _LONGEST:
        space = text.rfind(" ", start + 1, start + _LONGEST)
        cut = space if space > 0 else start + _LONGEST
        yield start, cut
        start = cut
    yield start, end


def _text(text: str, section: Section, limit: int) -> Iterator[_Piece]:
    """부칙 without 조, 별표, commentary and the like: whole up to the limit, else whole lines, else sentences."""
    whole = _piece(section, section.start, section.end)
    lines: list[tuple[Span, str | None]] = [((line.start, line.end), None) for line in section.lines]
    split = 0
    for run in _runs(lines, limit):
        for start, end in _sentence_runs(text, run[0][0][0], run[-1][0][1], limit, section):
            split += 1
            yield replace(whole, start=start, end=end, split=split)


def _body(text: str, section: Section, article_max: int, size: int, overlap: int, *, marks: bool) -> Iterator[_Piece]:
    """The body of a document without 조."""
    found, numbered = stretches(text, section.lines, marks=marks)
    # The heading that the section opens with is that of its first stretch alone.
    above = section.path[:-1] if section.lines[0].level else section.path
    for stretch in found:
        lines = section.lines[stretch.first : stretch.last]
        own = replace(section, lines=lines, start=lines[0].start, end=lines[-1].end)
        base = _piece(own, own.start, own.end)
        path = tuple(dict.fromkeys((*above, *stretch.path)))
        name = " > ".join(words[:40] for words in path[-2:])
        base = replace(base, part="본칙", path=path, key=f"{section.key}|{stretch.key}", name=name)
        spans = (
            list(_sentence_runs(text, own.start, own.end, article_max, own))
            if numbered
            else _plain(text, own, size, overlap)
        )
        for split, (start, end) in enumerate(spans, 1):
            yield replace(base, start=start, end=end, split=split)


def _plain(text: str, section: Section, size: int, overlap: int) -> list[Span]:
    """Whole paragraphs up to `size`, longer ones by sentences; each piece repeats up to `overlap` of whole sentences."""
    spans: list[Span] = []
    paragraphs = [(line.start, line.end) for line in section.lines]
    for start, end in _packed(paragraphs, size):
        spans.extend(_sentence_runs(text, start, end, size, section))
    tables = [(line.start, line.end) for line in section.lines if line.role == "table"]
    lapped = spans[:1]
    for before, (start, end) in pairwise(spans):
        lapped.append((_lapped_start(text, before, start, overlap, tables), end))
    return lapped


def _lapped_start(text: str, before: Span, start: int, overlap: int, tables: list[Span]) -> int:
    """Where the next piece starts so that it repeats the last whole sentences before it; tables are not repeated."""
    at = bisect_left(tables, (start, start)) - 1
    if at >= 0 and before[1] <= tables[at][1]:
        return start
    reach = max(before[0] + 1, start - overlap)
    tail = [before[0] + first for first, _ in sentences(text[before[0] : before[1]])]
    return next((first for first in tail if first >= reach), start)


def _piece(section: Section, start: int, end: int) -> _Piece:
    return _Piece(section, start, end, section.part, section.key, section.path, section.name)


def _trimmed(text: str, pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    for piece in pieces:
        words = text[piece.start : piece.end]
        solid = words.strip()
        if solid:
            start = piece.start + len(words) - len(words.lstrip())
            yield replace(piece, start=start, end=start + len(solid))


def _identified(document: Document, pieces: Iterable[_Piece]) -> Iterator[Chunk]:
    seen: Counter[tuple[str, ...]] = Counter()
    for piece in pieces:
        section = piece.section
        place = (piece.part, piece.key, section.article or "", piece.clause or "", str(piece.split))
        ordinal = seen[place]
        seen[place] += 1
        name = "\x1f".join((document.doc_id, document.version, *place, str(ordinal)))
        yield _chunk(document, piece, hashlib.sha1(name.encode()).hexdigest()[:16])


def _chunk(document: Document, piece: _Piece, chunk_id: str) -> Chunk:
    text = document.text[piece.start : piece.end]
    rows = _rows(piece)
    return Chunk(
        chunk_id=chunk_id,
        content_hash=hashlib.sha1(text.encode()).hexdigest()[:16],
        doc_id=document.doc_id,
        doc=document.title,
        path=piece.path,
        label=" ".join(word for word in (document.title, piece.name, row_name(rows)) if word),
        article=piece.section.article,
        article_title=piece.section.article_title,
        clause=piece.clause,
        part=piece.part,
        revised_at=document.revised_at,
        effective_at=document.effective_at,
        lang=_lang(text[:400]),
        text=text,
        start=piece.start,
        end=piece.end,
        source=document.source,
        origin=document.origin,
        collection=document.collection,
        allow=document.allow,
        rows=rows,
        version=document.version,
    )


def _rows(piece: _Piece) -> tuple[int, ...]:
    """The sheet's row number of each of the piece's lines, 0 for a line that has none; () where no line has one."""
    lines = piece.section.lines
    first = bisect_right(lines, piece.start, key=lambda line: line.start) - 1
    last = bisect_left(lines, piece.end, key=lambda line: line.start)
    rows = tuple(line.row for line in lines[first:last])
    return rows if any(rows) else ()


def _lang(text: str) -> str:
    return "en" if len(_LATIN.findall(text)) > 4 * len(_HANGUL.findall(text)) else "ko"
