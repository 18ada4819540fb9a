"""The files of a documents folder, by the names they go by."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from geungeo.errors import UnreadableFile, WorkspaceError
from geungeo.korean.normalize import nfc

# What editors and systems leave beside documents.
_LEFT_OVERS = ("~$", "~", ".", "#")
_LEFT_OVER_ENDS = ("~", ".tmp", ".swp", ".bak", ".lnk", ".part", ".crdownload")
_SYSTEM = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class File:
    """name: NFC path below the folder, with '/', what the file is called everywhere. path: where it lies."""

    name: str
    path: Path

    def data(self) -> bytes:
        """Raises UnreadableFile when the system does not give it."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise UnreadableFile("no_access", error.strerror or str(error)) from error


def files_in(folder: Path) -> list[File]:
    """Files below `folder`, sorted by name; hidden ones and left-overs are not documents.

    Raises WorkspaceError when there is no such folder: an absent one must not look like an emptied one.
    """
    if not folder.is_dir():
        raise WorkspaceError(f"문서 폴더가 없습니다: {folder}. geungeo.toml의 docs.folder를 확인해 주세요.")
    found: dict[str, File] = {}
    for path in sorted(_walk(folder)):
        name = nfc(path.relative_to(folder).as_posix())
        # Two names that differ only in how they are composed are two files.
        while name in found:
            name += " (2)"
        found[name] = File(name, path)
    return [found[name] for name in sorted(found)]


def file_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _walk(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_LEFT_OVERS)]
        yield from (Path(at) / name for name in names if _is_document(name))


def _is_document(name: str) -> bool:
    lowered = name.lower()
    return not (name.startswith(_LEFT_OVERS) or lowered.endswith(_LEFT_OVER_ENDS) or lowered in _SYSTEM)
