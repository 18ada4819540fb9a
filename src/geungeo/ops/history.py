"""The versions of a document: when each holds, what it changed, and old text against new."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from geungeo import messages
from geungeo.corpus.compare import Change, changes, unchanged
from geungeo.errors import BadDeed, UnknownDocument
from geungeo.korean.normalize import nfc
from geungeo.ports import Snapshot
from geungeo.records import Chunk, Document, Reader
from geungeo.versions import EVER, Decided, Span, as_day, by_id, in_force, rank, spans

_ARTICLE = re.compile(r"(?:제\s*)?(\d+)\s*조?(?:\s*의\s*(\d+))?")


@dataclass(frozen=True, slots=True)
class VersionRow:
    """held: when it is in force; of a draft or what was withdrawn, never. changed, kept: clauses against the version
    before; None on the first."""

    document: Document
    held: tuple[Span, ...]
    changed: int | None
    kept: int | None


@dataclass(frozen=True, slots=True)
class Compared:
    old: Document
    new: Document
    changes: tuple[Change, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class History:
    """snapshot, decided, today: as of serve.ask.Desk. Everything is as the reader may see it."""

    snapshot: Callable[[Reader, str | None], Snapshot]
    decided: Callable[[], Decided]
    today: Callable[[], str]

    def versions(self, name: str, reader: Reader) -> list[VersionRow]:
        """Oldest first. Raises UnknownDocument."""
        snapshot, said = self.snapshot(reader, EVER), self.decided()
        found = _named(snapshot, name, said)
        held = spans(found, said)
        rows: list[VersionRow] = []
        for document in found:
            changed = kept = None
            if rows:
                old, new = (_chunks(snapshot, each) for each in (rows[-1].document, document))
                kept = len(unchanged(old, new))
                changed = len(new) - kept
            own = tuple(span for span in held if span.key == document.key)
            rows.append(VersionRow(document, own, changed, kept))
        return rows

    def compared(
        self, name: str, reader: Reader, old: str | None = None, new: str | None = None, article: str | None = None
    ) -> Compared:
        """Old against new text. old, new: days, ISO; without them, what holds today (else the newest) against what was
        before it. article: '제15조', '15의2'. Raises UnknownDocument, and BadDeed for days without a version."""
        snapshot, said = self.snapshot(reader, EVER), self.decided()
        found = _named(snapshot, name, said)
        last = self._on(found, new, said) if new else self._on(found, self.today(), said, or_newest=True)
        earlier = [document for document in found if rank(document, said) < rank(last, said)]
        if old is None and not earlier:
            raise BadDeed(messages.DIFF_ONE_VERSION.format(title=last.title))
        first = self._on(found, old, said) if old else earlier[-1]
        before, after = _chunks(snapshot, first), _chunks(snapshot, last)
        wanted = _article(article) if article else None
        told = [change for change in changes(before, after) if wanted in (None, change.article)]
        return Compared(first, last, tuple(told), len(unchanged(before, after)))

    def _on(self, found: Sequence[Document], day: str, said: Decided, or_newest: bool = False) -> Document:
        if as_day(day) is None:
            raise BadDeed(messages.AS_OF_SHAPE.format(value=day))
        held = in_force(found, day, said)
        holding = next((document for document in found if document.key in held), found[-1] if or_newest else None)
        if holding is None:
            raise BadDeed(messages.DIFF_NO_VERSION.format(title=found[-1].title, day=day))
        return holding


def _named(snapshot: Snapshot, name: str, said: Decided) -> list[Document]:
    """All versions of the document of this id, key, file or title, oldest first. A title that several documents share
    names none of them."""
    name = nfc(name).strip()
    documents = by_id(snapshot.documents.values())
    for how in ("doc_id", "key", "file", "title"):
        ids = [i for i, some in documents.items() if any(nfc(getattr(each, how)) == name for each in some)]
        if len(ids) == 1:
            told = (replace(document, amendment=said.amended(document)) for document in documents[ids[0]])
            return sorted(told, key=lambda document: rank(document, said))
        if ids:
            raise UnknownDocument(messages.DOCUMENT_SEVERAL.format(name=name, ids=", ".join(sorted(ids)[:5])))
    raise UnknownDocument(messages.HISTORY_UNKNOWN)


def _chunks(snapshot: Snapshot, document: Document) -> list[Chunk]:
    return [snapshot.chunks[chunk_id] for chunk_id in snapshot.of(document.key)]


def _article(named: str) -> str:
    match = _ARTICLE.fullmatch(nfc(named).strip())
    if not match:
        raise BadDeed(messages.DIFF_ARTICLE.format(value=named))
    return f"{match[1]}의{match[2]}" if match[2] else match[1]
