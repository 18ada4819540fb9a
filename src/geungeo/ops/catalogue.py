"""What documents there are, for operators: how each was read, who may read it, and what depends on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from geungeo import messages
from geungeo.access import Rules
from geungeo.corpus.folder import files_in
from geungeo.corpus.outcomes import reports
from geungeo.corpus.report import FileReport, file_lines
from geungeo.errors import UnknownDocument, WorkspaceError
from geungeo.korean.normalize import nfc
from geungeo.ops.copies import Copies
from geungeo.ports import Snapshot
from geungeo.records import EVERYONE, Allow, Chunk, Document, Origin
from geungeo.settings import decided
from geungeo.versions import Decided
from geungeo.workspace import Workspace


class Citing(Protocol):
    def citing(self, chunk_ids: Sequence[str]) -> list[int]:
        """Numbers of the tickets with a reply that cites one of these, ascending."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of a file, at its version. flags: passages by kind of flag. draft: a key of messages.DRAFTS, or "".

    copy_state: of a document that has copies, its state among them as in ops.copies, else "". copies: files of the others, the
    canonical one's first.
    """

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
    origin: Origin
    draft: str
    in_force: bool
    flags: Mapping[str, int]
    admitted: bool = True  # may be evidence, as far as who wrote it goes
    copy_state: str = ""
    copies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the folder. state: read, refused, or waiting (for the next ingest). warnings: kinds of doubt, by count.

    refused: (what happened, what to do), None when it was read; reason: its key in messages.UNREADABLE, "" when read.
    private: how many of each kind of messages.PRIVATE look like a person's.
    """

    name: str
    state: str
    kind: str | None
    entries: tuple[Entry, ...]
    warnings: Mapping[str, int]
    refused: tuple[str, str] | None = None
    reason: str = ""
    private: Mapping[str, int] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class Counts:
    """By version's key: its passages, and of these how many bear each kind of flag."""

    sizes: Mapping[str, int]
    flags: Mapping[str, Mapping[str, int]]


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
        held: Callable[[], Collection[str]],
        decided: Callable[[], Decided],
        copies: Callable[[], Sequence[Copies]],
    ) -> None:
        """held: keys of the versions in force today. copies: every group of documents that are copies."""
        self._copies = copies
        self._held = held
        self._decided = decided
        self._counted: tuple[str, Counts] | None = None
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
        entries = self._entries(self._counts(snapshot))
        names = sorted({*self._names(), *documents, *found})
        return [_row(name, found.get(name), documents.get(name, []), entries) for name in names]

    def one(self, name: str) -> Whole:
        """Raises UnknownDocument."""
        name = nfc(name)
        snapshot, report = self._snapshot(), reports(self._workspace.report).get(name)
        documents = _by_file(snapshot).get(name, [])
        if not documents and report is None and name not in self._names():
            raise UnknownDocument(messages.DOCUMENT_UNKNOWN.format(name=name))
        keys = {document.key for document in documents}
        clauses = sorted(
            (snapshot.chunks[chunk_id] for key in keys for chunk_id in snapshot.of(key)),
            key=lambda chunk: (chunk.key, chunk.start, chunk.end),
        )
        return Whole(
            row=_row(name, report, documents, self._entries(_counted(clauses))),
            lines=tuple(file_lines(report)) if report else (),
            clauses=tuple(clauses),
            rules=tuple(self._rules_of(documents)),
            depending=Depending(len(clauses), tuple(self._inbox.citing([chunk.chunk_id for chunk in clauses]))),
        )

    def collections(self) -> dict[str, str]:
        """Title by name."""
        return {name: collection.title or name for name, collection in self._rules().collections.items()}

    def _counts(self, snapshot: Snapshot) -> Counts:
        """Of the newest commit; counted once for each."""
        if self._counted is None or self._counted[0] != snapshot.commit:
            self._counted = (snapshot.commit, _counted(snapshot.chunks.values()))
        return self._counted[1]

    def _entries(self, counts: Counts) -> Callable[[Sequence[Document]], tuple[Entry, ...]]:
        """A file's documents as entries, by the rules and dates as they stand now."""
        rules, held, said, copies = self._rules(), self._held(), self._decided(), _by_key(self._copies())
        return lambda documents: tuple(
            replace(
                _entry(replace(each, amendment=said.amended(each)), counts, rules, each.key in held),
                **copies.get(each.key, {}),
            )
            for each in documents
        )

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


def _by_key(groups: Iterable[Copies]) -> dict[str, dict[str, Any]]:
    """By version's key, what an entry says of its copies."""
    return {
        one.key: {"copy_state": one.state, "copies": tuple(other.file for other in group.copies if other is not one)}
        for group in groups
        for one in group.copies
    }


def _row(
    name: str,
    report: FileReport | None,
    documents: Sequence[Document],
    as_entries: Callable[[Sequence[Document]], tuple[Entry, ...]],
) -> FileRow:
    entries = as_entries(documents)
    if report is None:
        kind = documents[0].kind if documents else None
        return FileRow(name, "read" if documents else "waiting", kind, entries, {})
    if report.refused:
        what, todo = messages.UNREADABLE.get(report.refused, messages.UNREADABLE["unsupported"])
        what = f"{what} ({report.detail})" if report.detail else what
        return FileRow(name, "refused", None, entries, {}, (what, todo), report.refused)
    return FileRow(name, "read", report.kind, entries, _warnings(report), private=report.private)


def _counted(chunks: Iterable[Chunk]) -> Counts:
    sizes: Counter[str] = Counter()
    flags: dict[str, Counter[str]] = defaultdict(Counter)
    for chunk in chunks:
        sizes[chunk.key] += 1
        if chunk.flags:
            flags[chunk.key].update({flag.partition(":")[0] for flag in chunk.flags})
    return Counts(sizes, flags)


def _entry(document: Document, counts: Counts, rules: Rules, in_force: bool) -> Entry:
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
        chunks=counts.sizes.get(document.key, 0),
        collection=collection.name if collection else document.collection,
        allow=allow,
        readers=allow_words(allow),
        origin=document.origin,
        draft=document.draft,
        in_force=in_force,
        flags=dict(sorted(counts.flags.get(document.key, {}).items())),
        admitted=document.origin == "human" or rules.allows_draft(document),
    )


def _warnings(report: FileReport) -> dict[str, int]:
    """What a person should look at, by key of messages.DESK ('documents_warn_…')."""
    counts = {
        "gaps": sum(len(document.gaps) for document in report.documents),
        "unexplained": sum(abs(each.chars) for each in report.differences if each.name == "unexplained"),
        "pages": len(report.pages_without_text),
        "notes": len(report.notes),
        "private": sum(report.private.values()),
        "ai_draft": int(report.origin == "ai-draft"),
    }
    return {name: count for name, count in counts.items() if count}
