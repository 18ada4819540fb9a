"""The folder's documents into the store: only what changed is read again, and only its chunks are touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from geungeo import __version__, messages
from geungeo.corpus.addenda import with_addenda
from geungeo.corpus.blocks import Reading
from geungeo.corpus.chunk import chunks
from geungeo.corpus.compare import Counted, counted
from geungeo.corpus.folder import File, file_hash, files_in
from geungeo.corpus.known import Change, Known
from geungeo.corpus.masked import masked
from geungeo.corpus.outcomes import Outcome, keep, kept, note, private_in, read_report, refused_report
from geungeo.corpus.provenance import NOTHING_TOLD, Told, Word, origin_of
from geungeo.corpus.provenance import known as with_source
from geungeo.corpus.quality import flagged, warnings
from geungeo.corpus.read import ocr, read
from geungeo.corpus.report import FileReport
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.errors import UnreadableFile
from geungeo.korean.private import blank
from geungeo.ports import Batch, CorpusStore, Snapshot
from geungeo.records import EVERYONE, Chunk, Document
from geungeo.settings import Settings
from geungeo.versions import by_id, rank, today

# Called with stage (reading, analysing), done, total.
Progress = Callable[[str, int, int], None]

# A commit's size: memory stays flat, and a killed run has lost little.
_CHUNKS_A_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Earlier:
    """The store as it was when the run began. documents: all versions, by doc_id."""

    snapshot: Snapshot
    documents: Mapping[str, Sequence[Document]]


@dataclass
class Pending:
    """Changes gathered for the next commit."""

    documents: list[Document] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    removed_documents: list[str] = field(default_factory=list)
    removed_chunks: list[str] = field(default_factory=list)

    def batch(self) -> Batch:
        """What one file gave up and another took over stays."""
        documents, chunks_ = {d.key for d in self.documents}, {c.chunk_id for c in self.chunks}
        return Batch(
            documents=tuple(self.documents),
            chunks=tuple(self.chunks),
            removed_documents=tuple(key for key in self.removed_documents if key not in documents),
            removed_chunks=tuple(chunk_id for chunk_id in self.removed_chunks if chunk_id not in chunks_),
        )


def ingest(
    folder: Path,
    store: CorpusStore,
    settings: Settings,
    report: Path,
    progress: Progress | None = None,
    told: Told = NOTHING_TOLD,
    day: str | None = None,
) -> list[FileReport]:
    """Make the store hold what the folder holds; a report a file, unchanged ones too, in the order of names.

    report: file where the reports are kept; it also tells which files need no reading. day: ISO, today's when None.
    A file that can't be read is reported and its earlier documents are withdrawn. Raises WorkspaceError when the
    folder is absent or another process writes.
    """
    tell, day = progress or (lambda stage, done, total: None), day or today()
    if settings["ocr.enabled"]:
        ocr.require()
    with store.writing("ingest"):
        files = files_in(folder, settings["docs.max_file_mb"] * 2**20)
        hashes = {file.name: _hash(file) for file in files}
        before = store.snapshot()
        earlier = Earlier(before, by_id(before.documents.values()))
        ids = Known(before, hashes, told.apart, told.collection)
        made_with = _made_with(settings)
        known = kept(report, made_with)
        outcomes: dict[str, Outcome] = {}
        read_now: dict[str, Outcome] = {}  # since the last commit
        pending, analysed = Pending(), _Counter(tell)
        for done, file in enumerate(files):
            tell("reading", done, len(files))
            word, sha = told.of(file.name), hashes[file.name]
            olds = [saved[file.name] for saved in known if file.name in saved]
            parted = file.name in told.apart and ids.joined(file.name)
            old = next((old for old in olds if _unchanged(old, sha, file.name, before, ids, word)), None)
            if old and not parted:
                outcomes[file.name] = old
                continue
            outcomes[file.name] = read_now[file.name] = _take(file, sha, ids, settings, pending, earlier, word, day)
            if len(pending.chunks) >= _CHUNKS_A_BATCH:
                note(report, made_with, read_now)
                store.apply(pending.batch(), analysed.batch())
                pending, read_now = Pending(), {}
        tell("reading", len(files), len(files))
        _changed(ids.left(), pending, before)
        if read_now:
            note(report, made_with, read_now)
        store.apply(pending.batch(), analysed.batch())
        if known != [outcomes]:
            keep(report, made_with, outcomes)
    return [outcome.report for outcome in outcomes.values()]


def _take(
    file: File,
    sha: str,
    ids: Known,
    settings: Settings,
    pending: Pending,
    before: Earlier,
    word: Word,
    day: str,
) -> Outcome:
    """Read one file, add its change to `pending`."""
    try:
        reading = _admitting(read(file.data(), file.name, ocr=settings["ocr.enabled"]), settings)
        reading = with_source(reading, file.name, file.member is not None, word)
        origin = word.origin or origin_of(reading, file.name)
        parsed = split(reading, file=file.name, file_hash=sha, doc_id=file.name, origin=origin)
        _require_text(parsed)
        private = private_in(parsed)
        if settings["docs.mask_private"]:
            reading = replace(reading, notes=tuple(map(blank, reading.notes)))
            parsed = [masked(each) for each in parsed]
        parsed, notes = ids.named(parsed, file.name)
        parsed = [replace(each, document=ids.first_seen(each.document, file.name, day)) for each in parsed]
        pieces = [_chunks(document, settings) for document in parsed]
    except UnreadableFile as error:
        change = ids.refuse(file.name)
        _changed(change, pending, before.snapshot)
        notes = (messages.WITHDRAWN,) if change.lost else ()
        return Outcome(sha, (), refused_report(file.name, error, notes), word)
    documents = [each.document for each in parsed]
    updates = [_update(document, some, before) for document, some in zip(documents, pieces, strict=True)]
    _changed(ids.take(file.name, documents), pending, before.snapshot)
    pending.documents.extend(documents)
    for document, some in zip(documents, pieces, strict=True):
        pending.chunks.extend(some)
        new = {chunk.chunk_id for chunk in some}
        pending.removed_chunks.extend(sorted(set(before.snapshot.of(document.key)) - new))
    notes = (*notes, *warnings(parsed, pieces))
    keys = tuple(document.key for document in documents)
    return Outcome(sha, keys, read_report(file.name, reading, parsed, pieces, notes, updates, private), word)


def _update(document: Document, new: Sequence[Chunk], before: Earlier) -> Counted | None:
    """Against the same version as it read before, else the newest one that is older; None where there is none, or
    nothing changed."""
    known = before.documents.get(document.doc_id, ())
    older = [each for each in known if rank(each) < rank(document)]
    old = next((each for each in known if each.key == document.key), None) or max(older, key=rank, default=None)
    if old is None or (old.key == document.key and old.text == document.text):
        return None
    chunks = before.snapshot.chunks
    return counted([chunks[i] for i in before.snapshot.of(old.key)], new)


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
    pieces = chunks(
        document,
        article_max=settings["chunk.article_max"],
        size=settings["chunk.size"],
        overlap=settings["chunk.overlap"],
    )
    return flagged(document, with_addenda(document.document, pieces), settings["quality.filler"])


def _changed(change: Change, pending: Pending, before: Snapshot) -> None:
    pending.documents.extend(change.rows)
    pending.removed_documents.extend(change.lost)
    for key in change.lost:
        pending.removed_chunks.extend(sorted(before.of(key)))


def _unchanged(old: Outcome, sha: str, name: str, before: Snapshot, ids: Known, word: Word) -> bool:
    """True when the file needs no reading: same bytes, people say the same of it, and the store still holds what they
    gave."""
    if not sha or old.hash != sha or old.word != word:
        return False
    if old.report.refused:
        return ids.refused(name)
    documents = [before.documents.get(key) for key in old.documents]
    return all(d and (d.file, d.file_hash) == (name, sha) for d in documents)


def _admitting(reading: Reading, settings: Settings) -> Reading:
    """A page whose restrictions are not stated in full is nobody's, unless the operator says that it follows its space."""
    if not reading.stated.allow_unknown or settings["confluence.unknown_restrictions"] != "space":
        return reading
    notes = tuple(note for note in reading.notes if note != messages.CONFLUENCE_RESTRICTIONS_UNKNOWN)
    return replace(reading, stated=replace(reading.stated, allow=EVERYONE), notes=notes)


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
    names = (
        "chunk.article_max",
        "chunk.size",
        "chunk.overlap",
        "quality.filler",
        "ocr.enabled",
        "confluence.unknown_restrictions",
        "docs.mask_private",
    )
    # keys: how versions are named; dates: what of them is read, and what 부칙 say of articles; sketch: how texts are
    # compared; sources: which files must state theirs; flags: what a chunk's form is called; languages: how they are told;
    # names: which short names a document gives
    kinds = {"keys": 1, "dates": 1, "sketch": 1, "sources": 1, "flags": 1, "languages": 1, "names": 1}
    return {name: settings[name] for name in names} | {"version": __version__, **kinds}
