"""What an operator does to the documents folder: put a file, remove it, say where it comes from and who may read it."""

from __future__ import annotations

import os
import secrets
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.access import ORIGINS, above_and_itself, as_allow, nearest, target_of
from geungeo.corpus.folder import File, files_in, unpacked
from geungeo.corpus.names import checked_name
from geungeo.corpus.provenance import stated_source
from geungeo.corpus.read import read
from geungeo.decisions import decide, deed
from geungeo.errors import BadDeed, DocumentExists, SettingError, UnknownDocument, UnreadableFile
from geungeo.korean.normalize import nfc
from geungeo.ports import AuditLog
from geungeo.records import Allow
from geungeo.settings import decided
from geungeo.workspace import Workspace

_SOURCE_CHARS = 500


@dataclass(frozen=True, slots=True)
class Put:
    """What became of an upload. kind: of the file as it was read, of the first that could be read in an archive."""

    name: str
    kind: str
    replaced: bool
    source: str


class Shelf:
    """The documents folder as operators change it; each deed goes to the audit log.

    limit: bytes that a file may have. changed: called with the operator's name once the folder is another one.
    What is replaced or removed is kept in the workspace's trash, below the time of the deed.
    """

    def __init__(
        self,
        workspace: Workspace,
        folder: Path,
        limit: int,
        audit: AuditLog,
        changed: Callable[[str], object],
        ocr: bool = False,
    ) -> None:
        """ocr: pages without letters are read by OCR, as ingest does."""
        self._workspace = workspace
        self._folder = folder
        self._audit = audit
        self._changed = changed
        self._placing = threading.Lock()
        self._ocr = ocr
        self.limit = limit

    def put(
        self, raw_name: str, content: bytes, who: str, source: str = "", replace: bool = False, ai_draft: bool = False
    ) -> Put:
        """Keep a file that a reader reads and whose source is known.

        source: the operator's word where the document comes from; else it must have been said before, or stand in the
        file, in one at least of an archive. ai_draft: the operator says that AI drafted it. Raises BadDeed, DocumentExists, and UnreadableFile with the reason why the file is not kept.
        """
        name, source = checked_name(raw_name), self._source(source)
        self._require_writable()
        target = self._place(name)
        if target.exists() and not replace:
            raise DocumentExists(messages.DOCUMENT_EXISTS.format(name=name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self._require_inside(target.parent)
        kept = target.parent / f".{secrets.token_hex(8)}.tmp"
        try:
            _write(kept, content)
            said = source or nearest(name, decided(self._workspace.decisions, "source")) or ""
            kind, stated = self._first_known(File(name=name, path=kept, limit=self.limit), said)
            known = said or stated
            if not known:
                raise BadDeed(messages.SOURCE_NEEDED.format(name=name))
            with self._placing:  # of two at once, the second is told of the first
                if target.exists() and not replace:
                    raise DocumentExists(messages.DOCUMENT_EXISTS.format(name=name))
                stating = {"uploaded": True, "source": source or None, "origin": "ai-draft" if ai_draft else None}
                for kind_of, value in stating.items():
                    if value is not None:
                        decide(self._workspace, f"document:{name}", kind_of, value, who)
                replaced = self._into(kept, target, name)
        finally:
            kept.unlink(missing_ok=True)
        detail = {"bytes": len(content), "kind": kind, "replaced": replaced, "source": known}
        self._audit.add(deed(who, "document_put", f"document:{name}", **detail))
        self._changed(who)
        return Put(name, kind, replaced, known)

    def remove(self, name: str, who: str) -> None:
        """Move the file to the trash; the next ingest withdraws what it said. Raises UnknownDocument, BadDeed."""
        file = self._listed(name)
        if file.member:
            raise BadDeed(messages.DOCUMENT_IN_ARCHIVE.format(name=name))
        self._require_writable()
        trashed = self._trash(file.name)
        shutil.move(file.path, trashed)
        _sync(file.path.parent)
        if decided(self._workspace.decisions, "uploaded").get(f"document:{file.name}"):
            decide(self._workspace, f"document:{file.name}", "uploaded", None, who)
        self._audit.add(deed(who, "document_removed", f"document:{file.name}", trash=trashed.parent.name))
        self._changed(who)

    def source(self, name: str, source: str, who: str) -> str:
        """State where a file, or all that lies in an archive or a folder, comes from; "" takes it back. It holds from
        the next ingest on. Raises UnknownDocument, BadDeed."""
        name, source = self._named(name), self._source(source)
        decide(self._workspace, f"document:{name}", "source", source or None, who)
        self._audit.add(deed(who, "source_set", f"document:{name}", source=source))
        self._changed(who)
        return source

    def origin(self, name: str, origin: str, who: str) -> str:
        """State who wrote it: one of access.ORIGINS; "" leaves it to the file. As evidence it is allowed or barred at
        once, its mark changes with the next ingest. Raises UnknownDocument, BadDeed."""
        if origin and origin not in ORIGINS:
            raise BadDeed(messages.ORIGIN_SHAPE.format(value=origin, known=", ".join(ORIGINS)))
        name = self._named(name)
        decide(self._workspace, f"document:{name}", "origin", origin or None, who)
        self._audit.add(deed(who, "origin_set", f"document:{name}", origin=origin))
        self._changed(who)
        return origin

    def allow(self, target: str, allow: Any, who: str) -> Allow | None:
        """State who may read 'document:…', 'folder:…' or 'collection:…' beside what geungeo.toml says; None takes it
        back. It holds from the next question on. Raises BadDeed."""
        try:
            kind, name = target_of(target)
            lists = None if allow is None else as_allow(target, allow)
        except SettingError as error:
            raise BadDeed(str(error)) from error
        if not name.isprintable():
            raise BadDeed(messages.ALLOW_TARGET.format(target=target))
        decide(self._workspace, f"{kind}:{name}", "allow", lists, who)
        self._audit.add(deed(who, "allow_set", f"{kind}:{name}", allow=lists))
        return lists

    def _first_known(self, file: File, said: str) -> tuple[str, str]:
        """(kind, stated source) of the file, in an archive of the first that can be read and whose source is known, by
        itself or as `said`; "" where it is of none. Raises UnreadableFile when nothing can be read."""
        first: UnreadableFile | None = None
        kind = ""
        for each in unpacked(file):
            try:
                reading = read(each.data(), each.name, ocr=self._ocr)
            except UnreadableFile as error:
                first = first or error
                continue
            kind, stated = kind or reading.kind, stated_source(reading, each.name)
            if said or stated:
                return reading.kind, stated or ""
        if not kind:
            raise first or UnreadableFile("empty", "")
        return kind, ""

    def _named(self, name: str) -> str:
        """As the folder has it: a file, an archive or a folder above one. Raises UnknownDocument."""
        name = nfc(name).strip().rstrip("/")
        names = (file.name for file in files_in(self._folder, self.limit))
        if not name or not any(name in above_and_itself(each) for each in names):
            raise UnknownDocument(messages.DOCUMENT_UNKNOWN.format(name=name))
        return name

    def _source(self, source: str) -> str:
        source = nfc(source).strip()
        if not source.isprintable() or len(source) > _SOURCE_CHARS:
            raise BadDeed(messages.SOURCE_SHAPE.format(limit=_SOURCE_CHARS))
        return source

    def _require_writable(self) -> None:
        if not os.access(self._folder, os.W_OK):
            raise BadDeed(messages.DOCS_READ_ONLY)

    def _place(self, name: str) -> Path:
        """Where the name lies on the disk, whose own spelling of a name may be decomposed. Raises BadDeed."""
        at = self._folder
        *folders, last = name.split("/")
        for part in folders:
            at = _entry(at, part)
            if at.exists() and not at.is_dir():
                raise BadDeed(messages.NAME_REFUSED.format(name=name, why=messages.NAME_FAULTS["taken"]))
        target = _entry(at, last)
        if target.is_symlink() or target.is_dir():
            raise BadDeed(messages.NAME_REFUSED.format(name=name, why=messages.NAME_FAULTS["taken"]))
        nearest = next(place for place in (at, *at.parents) if place.exists())
        self._require_inside(nearest)
        return target

    def _require_inside(self, place: Path) -> None:
        """A folder in the documents folder may be a link that leads out."""
        if not place.resolve().is_relative_to(self._folder.resolve()):
            raise BadDeed(messages.NAME_OUTSIDE)

    def _listed(self, name: str) -> File:
        found = next((file for file in files_in(self._folder, self.limit) if file.name == nfc(name)), None)
        if found is None:
            raise UnknownDocument(messages.DOCUMENT_UNKNOWN.format(name=name))
        return found

    def _into(self, kept: Path, target: Path, name: str) -> bool:
        """Put the new file in the old one's place, at once; the old one goes to the trash. True when there was one."""
        replaced = target.exists()
        if replaced:
            shutil.copy2(target, self._trash(name))
        os.replace(kept, target)
        _sync(target.parent)
        return replaced

    def _trash(self, name: str) -> Path:
        place = self._workspace.trash / f"{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}" / name
        place.parent.mkdir(parents=True)
        return place


def _entry(folder: Path, name: str) -> Path:
    """The entry that goes by this name; where there is none, the name itself."""
    try:
        found = next((entry for entry in os.listdir(folder) if nfc(entry) == name), name)
    except OSError:
        found = name
    return folder / found


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """A name is on the disk once its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
