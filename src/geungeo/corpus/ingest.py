"""The folder's documents into the store: only what changed is read again, and only its chunks are touched."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geungeo import __version__, messages
from geungeo.corpus.blocks import Reading
from geungeo.corpus.chunk import chunks
from geungeo.corpus.folder import File, file_hash, files_in
from geungeo.corpus.outcomes import Outcome, keep, kept, read_report, refused_report
from geungeo.corpus.read import ocr, read
from geungeo.corpus.report import FileReport
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.errors import UnreadableFile
from geungeo.ports import Batch, CorpusStore, Snapshot
from geungeo.records import EVERYONE, Chunk, Document
from geungeo.settings import Settings

# Called with stage (reading, analysing), done, total.
Progress = Callable[[str, int, int], None]

# A commit's size: memory stays flat, and a killed run has lost little.
_CHUNKS_A_BATCH = 1000
NO_SOURCES: Mapping[str, str] = {}


@dataclass
class Ids:
    """Which file each document id belongs to, while files come, go, move and state ids of their own."""

    owner: dict[str, str]
    of_file: dict[str, list[str]]
    by_text: dict[tuple[str, ...], str]

    def base(self, file: str) -> str:
        """The id that the file's first document has or, new, gets: the file's name at first sight."""
        known = self.of_file.get(file)
        return min(known, key=len) if known else file

    def free(self, wanted: str, file: str) -> str:
        """`wanted`, or a distinct form of it when another file has it."""
        return wanted if self.owner.get(wanted, file) == file else f"{wanted}@{file}"

    def give(self, file: str, ids: Sequence[str]) -> list[str]:
        """The file has these ids now; returns those that it had and nobody has any more."""
        lost = [i for i in self.of_file.get(file, []) if i not in ids and self.owner.get(i, file) == file]
        for doc_id in lost:
            self.owner.pop(doc_id, None)
        self.owner |= dict.fromkeys(ids, file)
        self.of_file[file] = list(ids)
        return lost


@dataclass
class Pending:
    """Changes gathered for the next commit."""

    documents: list[Document] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    removed_documents: list[str] = field(default_factory=list)
    removed_chunks: list[str] = field(default_factory=list)

    def batch(self) -> Batch:
        """What one file gave up and another took over stays."""
        documents, chunks_ = {d.doc_id for d in self.documents}, {c.chunk_id for c in self.chunks}
        return Batch(
            documents=tuple(self.documents),
            chunks=tuple(self.chunks),
            removed_documents=tuple(doc_id for doc_id in self.removed_documents if doc_id not in documents),
            removed_chunks=tuple(chunk_id for chunk_id in self.removed_chunks if chunk_id not in chunks_),
        )


def ingest(
    folder: Path,
    store: CorpusStore,
    settings: Settings,
    report: Path,
    progress: Progress | None = None,
    sources: Mapping[str, str] = NO_SOURCES,
) -> list[FileReport]:
    """Make the store hold what the folder holds; a report a file, unchanged ones too, in the order of names.

    report: file where the reports are kept; it also tells which files need no reading. sources: what operators say
    of where a file comes from, by 'document:' and its name; their word goes before the file's own. A file that can't be read is
    reported and its earlier documents are withdrawn. Raises WorkspaceError when the folder is absent or another
    process writes.
    """
    tell = progress or (lambda stage, done, total: None)
    if settings["ocr.enabled"]:
        ocr.require()
    with store.writing("ingest"):
        files = files_in(folder, settings["docs.max_file_mb"] * 2**20)
        hashes = {file.name: _hash(file) for file in files}
        before = store.snapshot()
        chunk_ids = _chunk_ids(before)
        ids = _ids(before, hashes)
        made_with = _made_with(settings)
        known = kept(report, made_with)
        outcomes: dict[str, Outcome] = {}
        pending, analysed = Pending(), _Counter(tell)
        for done, file in enumerate(files):
            tell("reading", done, len(files))
            old, source = known.get(file.name), _source(file.name, sources)
            if old and _unchanged(old, hashes[file.name], file.name, before, source):
                outcomes[file.name] = old
                continue
            outcomes[file.name] = _take(file, hashes[file.name], ids, settings, pending, chunk_ids, source)
            if len(pending.chunks) >= _CHUNKS_A_BATCH:
                store.apply(pending.batch(), analysed.batch())
                keep(report, made_with, known | outcomes)
                pending = Pending()
        tell("reading", len(files), len(files))
        for name in ids.of_file.keys() - hashes.keys():
            _withdraw(ids.give(name, ()), pending, chunk_ids)
        store.apply(pending.batch(), analysed.batch())
        keep(report, made_with, outcomes)
    return [outcome.report for outcome in outcomes.values()]


def _take(
    file: File,
    sha: str,
    ids: Ids,
    settings: Settings,
    pending: Pending,
    chunk_ids: Mapping[str, set[str]],
    source: str | None,
) -> Outcome:
    """Read one file, add its change to `pending`."""
    try:
        reading = _admitting(_stating(read(file.data(), file.name, ocr=settings["ocr.enabled"]), source), settings)
        parsed, notes = _split(reading, file.name, sha, ids)
        _require_text(parsed)
        pieces = [_chunks(document, settings) for document in parsed]
    except UnreadableFile as error:
        lost = ids.give(file.name, ())
        _withdraw(lost, pending, chunk_ids)
        notes = (messages.WITHDRAWN,) if lost else ()
        return Outcome(sha, (), refused_report(file.name, error, notes))
    given = tuple(document.document.doc_id for document in parsed)
    _withdraw(ids.give(file.name, given), pending, chunk_ids)
    for document, some in zip(parsed, pieces, strict=True):
        pending.documents.append(document.document)
        pending.chunks.extend(some)
        new = {chunk.chunk_id for chunk in some}
        pending.removed_chunks.extend(sorted(chunk_ids.get(document.document.doc_id, set()) - new))
    return Outcome(sha, given, read_report(file.name, reading, parsed, pieces, notes))


def _split(reading: Reading, name: str, sha: str, ids: Ids) -> tuple[list[ParsedDocument], tuple[str, ...]]:
    """The file's documents under ids that no other file has, and what is to be said about that."""
    stated = reading.stated.doc_id
    if stated and (free := ids.free(stated, name)) != stated:
        reading = dataclasses.replace(reading, stated=dataclasses.replace(reading.stated, doc_id=None))
        note = messages.SAME_ID.format(doc_id=stated, other=ids.owner[stated])
        return split(reading, file=name, file_hash=sha, doc_id=free), (note,)
    parsed = split(reading, file=name, file_hash=sha, doc_id=ids.free(ids.base(name), name))
    moved = ids.by_text.get(tuple(document.document.text for document in parsed))
    if not stated and moved and name not in ids.of_file:
        parsed = split(reading, file=name, file_hash=sha, doc_id=ids.free(moved, name))
    return parsed, ()


def _require_text(parsed: Sequence[ParsedDocument]) -> None:
    """Raises UnreadableFile for what no log could hold."""
    if not parsed:
        raise UnreadableFile("empty", "")
    try:
        for document in parsed:
            document.document.text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnreadableFile("corrupted", str(error)) from error


def _chunks(document: ParsedDocument, settings: Settings) -> list[Chunk]:
    return chunks(
        document,
        article_max=settings["chunk.article_max"],
        size=settings["chunk.size"],
        overlap=settings["chunk.overlap"],
    )


def _withdraw(doc_ids: Sequence[str], pending: Pending, chunk_ids: Mapping[str, set[str]]) -> None:
    pending.removed_documents.extend(doc_ids)
    for doc_id in doc_ids:
        pending.removed_chunks.extend(sorted(chunk_ids.get(doc_id, set())))


def _chunk_ids(snapshot: Snapshot) -> dict[str, set[str]]:
    """Chunk ids of each document."""
    found: dict[str, set[str]] = defaultdict(set)
    for chunk in snapshot.chunks.values():
        found[chunk.doc_id].add(chunk.chunk_id)
    return found


def _ids(snapshot: Snapshot, hashes: Mapping[str, str]) -> Ids:
    """Ids as they stand in the store. A file that moved (its name is gone, equal bytes stand elsewhere) keeps them."""
    of_file: dict[str, list[Document]] = defaultdict(list)
    for document in snapshot.documents.values():
        of_file[document.file].append(document)
    new = {sha: name for name, sha in sorted(hashes.items(), reverse=True) if name not in of_file and sha}
    for name in [name for name in of_file if hashes.get(name) != of_file[name][0].file_hash]:
        if moved := new.pop(of_file[name][0].file_hash, None):
            of_file[moved] = of_file.pop(name)
    gone = [documents for name, documents in of_file.items() if name not in hashes]
    ids_of = {name: [document.doc_id for document in documents] for name, documents in of_file.items()}
    return Ids(
        owner={doc_id: name for name, ids in ids_of.items() if name in hashes for doc_id in ids},
        of_file=ids_of,
        by_text={tuple(d.text for d in documents): min((d.doc_id for d in documents), key=len) for documents in gone},
    )


def _unchanged(old: Outcome, sha: str, name: str, before: Snapshot, source: str | None) -> bool:
    """True when the file needs no reading: same bytes and source, and the store still holds what they gave."""
    documents = [before.documents.get(doc_id) for doc_id in old.documents]
    same = all(d and (d.file, d.file_hash) == (name, sha) and source in (None, d.source) for d in documents)
    return bool(sha) and old.hash == sha and same


def _source(name: str, sources: Mapping[str, str]) -> str | None:
    """What was said of the file, or of the archive that it lies in."""
    parts = name.split("/")
    told = (sources.get("document:" + "/".join(parts[:end])) for end in range(len(parts), 0, -1))
    return next((source for source in told if source), None)


def _stating(reading: Reading, source: str | None) -> Reading:
    if source is None:
        return reading
    return dataclasses.replace(reading, stated=dataclasses.replace(reading.stated, source=source))


def _admitting(reading: Reading, settings: Settings) -> Reading:
    """A page whose restrictions are not stated in full is nobody's, unless the operator says that it follows its space."""
    if not reading.stated.allow_unknown or settings["confluence.unknown_restrictions"] != "space":
        return reading
    notes = tuple(note for note in reading.notes if note != messages.CONFLUENCE_RESTRICTIONS_UNKNOWN)
    return dataclasses.replace(reading, stated=dataclasses.replace(reading.stated, allow=EVERYONE), notes=notes)


def _hash(file: File) -> str:
    try:
        return file_hash(file.data())
    except UnreadableFile:
        return ""


class _Counter:
    """Chunks analysed over all commits of a run."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell
        self._before = 0

    def batch(self) -> Callable[[int, int], None]:
        start = self._before

        def analysed(done: int, total: int) -> None:
            self._before = start + done
            self._tell("analysing", start + done, start + total)

        return analysed


def _made_with(settings: Settings) -> dict[str, Any]:
    """What chunks depend on beside the file: another one, and every file is read again."""
    names = ("chunk.article_max", "chunk.size", "chunk.overlap", "ocr.enabled", "confluence.unknown_restrictions")
    return {name: settings[name] for name in names} | {"version": __version__}
