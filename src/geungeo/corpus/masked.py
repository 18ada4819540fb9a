"""Personal numbers out of what is stored, letter for letter, so that every offset holds."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from geungeo.corpus.sketch import sketch
from geungeo.corpus.structure import ParsedDocument, Section
from geungeo.korean.private import blank
from geungeo.ports import Batch, Snapshot
from geungeo.records import Chunk, Document


def masked(parsed: ParsedDocument) -> ParsedDocument:
    """The document without them, in its text and in all that names its parts."""
    return replace(parsed, document=_document(parsed.document), sections=tuple(map(_section, parsed.sections)))


def stored_masked(snapshot: Snapshot) -> Batch:
    """What changes of versions that no file gives any more, and so no reading masks."""
    documents = {key: new for key, old in snapshot.documents.items() if (new := _document(old)) != old}
    chunks = (_chunk(chunk, documents[chunk.key]) for chunk in snapshot.chunks.values() if chunk.key in documents)
    return Batch(documents=tuple(documents.values()), chunks=tuple(chunks))


def _document(document: Document) -> Document:
    text = blank(document.text)
    return replace(
        document,
        text=text,
        sketch=document.sketch if text == document.text else sketch(text),
        title=blank(document.title),
        source=blank(document.source),
        meta={key: blank(value) for key, value in document.meta.items()},
    )


def _section(section: Section) -> Section:
    title = section.article_title
    return replace(
        section,
        path=tuple(map(blank, section.path)),
        name=blank(section.name),
        article_title=title and blank(title),
    )


def _chunk(chunk: Chunk, document: Document) -> Chunk:
    text, title = document.text[chunk.start : chunk.end], chunk.article_title
    return replace(
        chunk,
        text=text,
        content_hash=hashlib.sha1(text.encode()).hexdigest()[:16],
        doc=document.title,
        source=document.source,
        label=blank(chunk.label),
        path=tuple(map(blank, chunk.path)),
        article_title=title and blank(title),
    )
