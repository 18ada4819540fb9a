"""What documents there are, for operators: how each was read, who may read it, and what depends on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from geungeo import messages
from geungeo.access import Rules
from geungeo.corpus.folder import files_in
from geungeo.corpus.outcomes import reports
from geungeo.corpus.report import FileReport, file_lines
from geungeo.errors import UnknownDocument, WorkspaceError
from geungeo.korean.normalize import nfc
from geungeo.ports import Snapshot
from geungeo.records import EVERYONE, Allow, Chunk, Document
from geungeo.settings import decided
from geungeo.workspace import Workspace


class Citing(Protocol):
    def citing(self, chunk_ids: Sequence[str]) -> list[int]:
        """Numbers of the tickets with a reply that cites one of these, ascending."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a file, at its version."""

    doc_id: str
    title: str
    version: str
    number: str | None
    revised_at: str | None
    effective_at: str | None
    amendment: str
    source: str
    chunks: int
    collection: str
    allow: Allow
    readers: str


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the folder. state: read, refused, or waiting (for the next ingest). warnings: kinds of doubt, by count.

    refused: (what happened, what to do), None when it was read.
    """

    name: str
    state: str
    kind: str | None
    entries: tuple[Entry, ...]
    warnings: Mapping[str, int]
    refused: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One of the rules that hold for a document. target: 'workspace', 'collection:hr', 'folder:인사', 'document:…'."""

    target: str
    allow: Allow
    decided: bool


@dataclass(frozen=True, slots=True)
class Depending:
    """What goes when the file goes: passages, and tickets whose replies cite them."""

    chunks: int
    tickets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """One file with everything: the report's lines, the clauses in reading order, the rules of access."""

    row: FileRow
    lines: tuple[str, ...]
    clauses: tuple[Chunk, ...]
    rules: tuple[Rule, ...]
    depending: Depending


class Catalogue:
    """Looks only; every call sees the newest commit and the rules as they stand."""

    def __init__(
        self,
        workspace: Workspace,
        folder: Path,
        limit: int,
        snapshot: Callable[[], Snapshot],
        rules: Callable[[], Rules],
        inbox: Citing,
    ) -> None:
        self._workspace = workspace
        self._folder = folder
        self._limit = limit
        self._snapshot = snapshot
        self._rules = rules
        self._inbox = inbox

    def rows(self) -> list[FileRow]:
        """Every file, by name: in the folder, in the last report or in the store."""
        snapshot, found = self._snapshot(), reports(self._workspace.report)
        documents = _by_file(snapshot)
        sizes = Counter(chunk.key for chunk in snapshot.chunks.values())
        rules = self._rules()
        names = sorted({*self._names(), *documents, *found})
        return [_row(name, found.get(name), documents.get(name, []), sizes, rules) for name in names]

    def one(self, name: str) -> Whole:
        """Raises UnknownDocument."""
        name = nfc(name)
        snapshot, report = self._snapshot(), reports(self._workspace.report).get(name)
        documents = _by_file(snapshot).get(name, [])
        if not documents and report is None and name not in self._names():
            raise UnknownDocument(messages.DOCUMENT_UNKNOWN.format(name=name))
        keys = {document.key for document in documents}
        clauses = sorted(
            (chunk for chunk in snapshot.chunks.values() if chunk.key in keys),
            key=lambda chunk: (chunk.key, chunk.start, chunk.end),
        )
        sizes = Counter(chunk.key for chunk in clauses)
        return Whole(
            row=_row(name, report, documents, sizes, self._rules()),
            lines=tuple(file_lines(report)) if report else (),
            clauses=tuple(clauses),
            rules=tuple(self._rules_of(documents)),
            depending=Depending(len(clauses), tuple(self._inbox.citing([chunk.chunk_id for chunk in clauses]))),
        )

    def collections(self) -> dict[str, str]:
        """Title by name."""
        return {name: collection.title or name for name, collection in self._rules().collections.items()}

    def _names(self) -> list[str]:
        try:
            return [file.name for file in files_in(self._folder, self._limit)]
        except WorkspaceError:  # no folder: doctor and ingest say so
            return []

    def _rules_of(self, documents: Sequence[Document]) -> list[Rule]:
        """The levels that narrow this file, outermost first."""
        rules, stated = self._rules(), decided(self._workspace.decisions, "allow")
        found = {level: None for document in documents for level in rules.levels_of(document)}
        return [Rule(target, allow, target in stated) for target, allow in found if allow != EVERYONE]


def allow_words(allow: Allow) -> str:
    """Who may read, in words: every inner list must hold, one name of it suffices."""
    narrowing = [inner for inner in dict.fromkeys(allow) if "*" not in inner]
    if not allow or () in narrowing:
        return messages.READ_BY_NOBODY
    if not narrowing:
        return messages.READ_BY_ALL
    return messages.READ_BY_AND.join(messages.READ_BY_OR.join(inner) for inner in narrowing)


def _by_file(snapshot: Snapshot) -> dict[str, list[Document]]:
    found: dict[str, list[Document]] = defaultdict(list)
    for document in sorted(snapshot.documents.values(), key=lambda document: document.doc_id):
        found[document.file].append(document)
    return found


def _row(
    name: str, report: FileReport | None, documents: Sequence[Document], sizes: Mapping[str, int], rules: Rules
) -> FileRow:
    entries = tuple(_entry(document, sizes, rules) for document in documents)
    if report is None:
        kind = documents[0].kind if documents else None
        return FileRow(name, "read" if documents else "waiting", kind, entries, {})
    if report.refused:
        what, todo = messages.UNREADABLE.get(report.refused, messages.UNREADABLE["unsupported"])
        what = f"{what} ({report.detail})" if report.detail else what
        return FileRow(name, "refused", None, entries, {}, (what, todo))
    return FileRow(name, "read", report.kind, entries, _warnings(report))


def _entry(document: Document, sizes: Mapping[str, int], rules: Rules) -> Entry:
    collection, allow = rules.collection_of(document), rules.allow_of(document)
    return Entry(
        doc_id=document.doc_id,
        title=document.title,
        version=document.version,
        number=document.number,
        revised_at=document.revised_at,
        effective_at=document.effective_at,
        amendment=document.amendment,
        source=document.source,
        chunks=sizes.get(document.key, 0),
        collection=collection.name if collection else document.collection,
        allow=allow,
        readers=allow_words(allow),
    )


def _warnings(report: FileReport) -> dict[str, int]:
    """What a person should look at, by key of messages.DESK ('documents_warn_…')."""
    counts = {
        "gaps": sum(len(document.gaps) for document in report.documents),
        "unexplained": sum(abs(each.chars) for each in report.differences if each.name == "unexplained"),
        "pages": len(report.pages_without_text),
        "notes": len(report.notes),
    }
    return {name: count for name, count in counts.items() if count}
