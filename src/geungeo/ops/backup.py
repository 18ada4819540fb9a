"""The whole workspace in one file, while others ask, answer and ingest; index/ is left out, for `rebuild` makes it.

A gzipped tar: files by their place in the workspace, and last manifest.json with the size and sha256 of each.
Everything in data/ is either replaced as a whole or appended to, and chunks.jsonl says what of documents.jsonl counts:
copied first and only as far as it was when looked at, it makes the copy one commit, whatever is written meanwhile.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from geungeo import __version__, messages
from geungeo.errors import WorkspaceError
from geungeo.workspace import Workspace

MANIFEST = "manifest.json"
FORMAT = 1
_TRIES = 5
_HALF = (".new", ".tmp")


@dataclass(frozen=True, slots=True)
class Backup:
    """files, bytes: of the workspace. docs: "inside" (they are in it), "outside" or "none"."""

    path: Path
    files: int
    bytes: int
    docs: str


class _Moved(Exception):
    """A log was put in place of the one that is being copied."""


def backup(workspace: Workspace, docs: Path, target: Path, copy_database: Callable[[Path], None]) -> Backup:
    """Write the archive; it is there as a whole or not at all, and for its owner only (mode 600).

    copy_database: writes one consistent state of geungeo.db to a path. Raises WorkspaceError.
    """
    if any(target.resolve().is_relative_to(folder.resolve()) for folder in (workspace.data, docs)):
        raise WorkspaceError(messages.BACKUP_INSIDE.format(file=target))
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        for _ in range(_TRIES):
            try:
                manifest = _write(beside, workspace, docs, copy_database)
                break
            except _Moved:
                continue
        else:
            raise WorkspaceError(messages.BACKUP_BUSY)
        os.replace(beside, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise WorkspaceError(
            messages.BACKUP_NOT_WRITTEN.format(file=target.name, error=error.strerror or error)
        ) from error
    finally:
        beside.unlink(missing_ok=True)
    sizes = [entry["size"] for entry in manifest["files"].values()]
    return Backup(target, len(sizes), sum(sizes), manifest["docs"])


def _write(path: Path, workspace: Workspace, docs: Path, copy_database: Callable[[Path], None]) -> dict[str, Any]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as file, tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        database = Path(scratch) / workspace.database.name
        copy_database(database)
        files: dict[str, dict[str, Any]] = {}
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=3, format=tarfile.PAX_FORMAT) as archive:
            for name, source in _sources(workspace, docs, database):
                with source:
                    files[name] = _add(archive, name, source)
            manifest = _manifest(files, workspace, docs)
            content = json.dumps(manifest, ensure_ascii=False, indent=1).encode("utf-8", "surrogateescape")
            _add(archive, MANIFEST, io.BytesIO(content))
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _manifest(files: dict[str, dict[str, Any]], workspace: Workspace, docs: Path) -> dict[str, Any]:
    place = "inside" if _inside(workspace, docs) else "outside" if docs.is_dir() else "none"
    made = datetime.now().astimezone().isoformat(timespec="seconds")
    return {"format": FORMAT, "geungeo": __version__, "created_at": made, "docs": place, "files": files}


def _sources(workspace: Workspace, docs: Path, database: Path) -> Iterator[tuple[str, BinaryIO]]:
    """Each file open for reading, by its place in the workspace. Raises _Moved."""
    for written in (workspace.settings, workspace.words):
        if written == workspace.settings or written.exists():
            yield written.name, written.open("rb")
    yield from _logs(workspace)
    apart = {workspace.chunks, workspace.documents, workspace.lock, workspace.bake_lock}
    data = (path for path in _files(workspace.data) if path not in apart and workspace.trash not in path.parents)
    inside = _files(docs) if _inside(workspace, docs) else ()
    for path in chain(data, inside):
        try:
            yield path.relative_to(workspace.root).as_posix(), path.open("rb")
        except FileNotFoundError:  # gone since it was listed
            continue
    yield workspace.database.name, database.open("rb")


def _logs(workspace: Workspace) -> Iterator[tuple[str, BinaryIO]]:
    """chunks.jsonl, then documents.jsonl; raises _Moved when a compaction replaced either before both were read."""
    opened = [(path, path.open("rb")) for path in (workspace.chunks, workspace.documents) if path.exists()]
    numbers = {path: os.fstat(file.fileno()).st_ino for path, file in opened}
    for path, file in opened:
        yield path.relative_to(workspace.root).as_posix(), file
    if any(path.stat().st_ino != number for path, number in numbers.items()):
        raise _Moved


def _add(archive: tarfile.TarFile, name: str, source: BinaryIO) -> dict[str, Any]:
    """As many bytes as it has now: what is appended meanwhile belongs to the next back-up."""
    size = source.seek(0, os.SEEK_END)
    source.seek(0)
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    reading = _Hashing(source)
    archive.addfile(entry, reading)
    return {"size": size, "sha256": reading.sha256.hexdigest()}


class _Hashing:
    """A file that sums up what is read from it."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.sha256 = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        block = self._source.read(size)
        self.sha256.update(block)
        return block


def _files(folder: Path) -> Iterator[Path]:
    """Every file below, sorted, but half-written ones; links to what lies elsewhere are none."""
    within = folder.resolve()
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.suffix not in _HALF and path.is_file() and path.resolve().is_relative_to(within):
            yield path


def _inside(workspace: Workspace, docs: Path) -> bool:
    """Whether the documents lie in the workspace, in a folder of their own."""
    root, folder = workspace.root.resolve(), docs.resolve()
    apart = [workspace.data.resolve(), workspace.index.resolve()]
    return folder.is_dir() and root in folder.parents and not any(folder.is_relative_to(other) for other in apart)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
