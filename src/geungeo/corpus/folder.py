"""The files of a documents folder, by the names they go by."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from geungeo import messages
from geungeo.errors import UnreadableFile, WorkspaceError
from geungeo.korean.normalize import nfc

# What editors and systems leave beside documents.
_LEFT_OVERS = ("~$", "~", ".", "#")
_LEFT_OVER_ENDS = ("~", ".tmp", ".swp", ".bak", ".lnk", ".part", ".crdownload")
_SYSTEM = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class File:
    """name: NFC path below the folder, with '/', what the file is called everywhere. path: where it lies.

    outside: a link that leads out of the folder.
    """

    name: str
    path: Path
    limit: int = 0
    outside: bool = False
    member: object | None = None

    def data(self) -> bytes:
        """Raises UnreadableFile when the system does not give it, or when it is no file of this folder.

        Who may put a document here must not make the reader's own files (keys, other people's papers) answers.
        """
        if self.outside:
            raise UnreadableFile("outside", "")
        if self.path.exists() and not self.path.is_file():  # reading a pipe would wait for ever
            raise UnreadableFile("no_access", "파이프나 장치입니다")
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise UnreadableFile("no_access", error.strerror or str(error)) from error


def files_in(folder: Path, limit: int = 0) -> list[File]:
    """Files below `folder`, sorted by name; hidden ones and left-overs are not documents.

    Raises WorkspaceError when there is no such folder: an absent one must not look like an emptied one.
    """
    if not folder.is_dir():
        raise WorkspaceError(messages.DOCS_MISSING.format(folder=folder))
    found: dict[str, File] = {}
    here = folder.resolve()
    for path in sorted(_walk(folder)):
        name = nfc(_readable(path.relative_to(folder).as_posix()))
        # Two names that differ only in how they are composed are two files.
        while name in found:
            name += " (2)"
        found[name] = File(name, path, outside=_leads_out(path, here))
    return [found[name] for name in sorted(found)]


def unpacked(file: File) -> list[File]:
    return [file]


def file_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _leads_out(path: Path, folder: Path) -> bool:
    if not path.is_symlink():
        return False
    try:
        return not path.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # a loop of links: reading says so
        return False


def _readable(name: str) -> str:
    """A name as letters on one line. One that is not UTF-8 is read as CP949, in which Korean Windows packs zips, else
    its bytes are spelt out; so are line ends and terminal codes, which would forge lines of a report.
    """
    raw = os.fsencode(name)
    for encoding in ("utf-8", "cp949"):
        try:
            return _spelt_out(raw.decode(encoding))
        except UnicodeDecodeError:
            continue
    return _spelt_out(raw.decode("utf-8", "backslashreplace"))


def _spelt_out(name: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", lambda found: f"\\x{ord(found.group()):02x}", name)


def _walk(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_LEFT_OVERS)]
        yield from (Path(at) / name for name in names if is_document_name(name))


def is_document_name(name: str) -> bool:
    """False for hidden files and what editors and systems leave behind."""
    lowered = name.lower()
    return not (name.startswith(_LEFT_OVERS) or lowered.endswith(_LEFT_OVER_ENDS) or lowered in _SYSTEM)
