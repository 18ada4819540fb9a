"""The files of a documents folder, by the names they go by."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from geungeo import messages
from geungeo.corpus.archive import Member, members
from geungeo.errors import UnreadableFile, WorkspaceError
from geungeo.korean.normalize import nfc

# What editors and systems leave beside documents.
# Another one whenever the file changes.
Stamp = tuple[int, int, int, int]

_LEFT_OVERS = ("~$", "~", ".", "#")
_LEFT_OVER_ENDS = ("~", ".tmp", ".swp", ".bak", ".lnk", ".part", ".crdownload")
# What makes a site look and move, which would read as text.
_SITE_ENDS = (".css", ".js", ".mjs", ".map", ".woff", ".woff2", ".ttf", ".otf", ".eot")
_SYSTEM = frozenset({"thumbs.db", "desktop.ini"})
# An export's page, what is stated of it in other files, and what says the same in other formats.
_PAGE = "page.v1.yaml"
_BESIDE = ("page.v2.yaml", "attachments.v1.yaml", "ancestors.v1.yaml", "restrictions.v1.yaml", "labels.v1.yaml")
_SAME_PAGE = ("page.xhtml", "page.html", "page.adf", "children.v2.yaml")
_WHOLE_TABLE = re.compile(r"(.* [0-9a-f]{32})_all\.csv", re.DOTALL)
_MAC = "__MACOSX"  # what macOS packs beside the files of an archive


@dataclass(frozen=True, slots=True)
class File:
    """name: NFC path below the folder, with '/', what the file is called everywhere. path: where it lies.

    limit: bytes that it may have. outside: a link that leads out of the folder. member: the file lies in the archive
    at `path`. fault: why an archive is refused. beside: what an export lays beside a page, read with it.
    """

    name: str
    path: Path
    limit: int
    outside: bool = False
    member: Member | None = None
    fault: UnreadableFile | None = None
    beside: tuple[File, ...] = ()

    def data(self) -> bytes:
        """The file's bytes, as one YAML stream with those beside it. Raises as `own_data`."""
        return b"\n---\n".join([self.own_data(), *(file.own_data() for file in self.beside)])

    def own_data(self) -> bytes:
        """Raises UnreadableFile when the system does not give it, or when it is no file of this folder.

        Who may put a document here must not make the reader's own files (keys, other people's papers) answers.
        """
        if self.outside:
            raise UnreadableFile("outside", "")
        if self.fault:
            raise self.fault
        if self.member:
            return self.member.data()
        if self.path.exists() and not self.path.is_file():  # reading a pipe would wait for ever
            raise UnreadableFile("no_access", "파이프나 장치입니다")
        try:
            with self.path.open("rb") as file:
                data = file.read(self.limit + 1) if self.path.stat().st_size <= self.limit else None
        except OSError as error:
            raise UnreadableFile("no_access", error.strerror or str(error)) from error
        if data is None or len(data) > self.limit:
            raise UnreadableFile("too_large", f"{self.path.stat().st_size // 2**20:,}MB")
        return data


def files_in(folder: Path, limit: int) -> list[File]:
    """Files below `folder`, those in archives too, sorted by name; hidden ones and left-overs are not documents.

    limit: bytes that a file may have; a larger one is listed and refuses to be read.
    Raises WorkspaceError when there is no such folder: an absent one must not look like an emptied one.
    """
    if not folder.is_dir():
        raise WorkspaceError(messages.DOCS_MISSING.format(folder=folder))
    found: dict[str, File] = {}
    here = folder.resolve()
    for path in sorted(_walk(folder)):
        file = File(nfc(_readable(os.fsencode(path.relative_to(folder)))), path, limit, outside=_leads_out(path, here))
        for each in unpacked(file):
            name = each.name
            # Two names that differ only in how they are composed are two files.
            while name in found:
                name += " (2)"
            found[name] = replace(each, name=name)
    return [found[name] for name in sorted(_documents(_with_pages_whole(found)))]


def _with_pages_whole(found: dict[str, File]) -> dict[str, File]:
    """A folder of an export of Confluence is one document: a page, with what is known of it beside it."""
    for name in [name for name in found if name.rpartition("/")[2] == _PAGE]:
        folder = name.removesuffix(_PAGE)
        beside = [found.pop(folder + other) for other in _BESIDE if folder + other in found]
        for other in _SAME_PAGE:
            found.pop(folder + other, None)
        found[name] = replace(found[name], beside=tuple(beside))
    return found


def _documents(found: dict[str, File]) -> dict[str, File]:
    """Without what a saved page brings along ('규정_files' beside '규정.html'), and without the part of a table of Notion
    that stands whole beside it ('목록 <id>_all.csv')."""
    pages = {name.rpartition(".")[0] for name in found if name.lower().endswith((".html", ".htm"))}
    brought = {page + ending for page in pages for ending in ("_files", ".files")}
    whole = {f"{match[1]}.csv" for name in found if (match := _WHOLE_TABLE.fullmatch(name))}
    return {name: f for name, f in found.items() if name not in whole and brought.isdisjoint(_folders(name))}


def _folders(name: str) -> Iterator[str]:
    """Every folder that the file lies in: 'a', 'a/b' of 'a/b/c.md'."""
    return (name[:at] for at, sign in enumerate(name) if sign == "/")


def unpacked(file: File) -> list[File]:
    """The file, or the documents in the archive that it is, named as in a folder: '자료.zip/인사/취업규칙.hwp'."""
    if file.outside or not file.path.is_file():
        return [file]
    try:
        inside = members(file.path, file.limit)
    except UnreadableFile as error:
        return [replace(file, fault=error)]
    if inside is None:
        return [file]
    found = [replace(file, name=f"{file.name}/{nfc(_readable(m.name))}", member=m) for m in inside if _is_kept(m.name)]
    return found or [replace(file, fault=UnreadableFile("empty", "문서가 들어 있지 않은 압축 파일"))]


def _is_kept(name: bytes) -> bool:
    *folders, last = _readable(name).split("/")
    return is_document_name(last) and not any((f.startswith(_LEFT_OVERS) and f != "..") or f == _MAC for f in folders)


def file_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _leads_out(path: Path, folder: Path) -> bool:
    if not path.is_symlink():
        return False
    try:
        return not path.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # a loop of links: reading says so
        return False


def _readable(raw: bytes) -> str:
    """A name as letters on one line. One that is not UTF-8 is read as CP949, in which Korean Windows packs zips, else
    its bytes are spelt out; so are line ends and terminal codes, which would forge lines of a report.
    """
    for encoding in ("utf-8", "cp949"):
        try:
            return _spelt_out(raw.decode(encoding))
        except UnicodeDecodeError:
            continue
    return _spelt_out(raw.decode("utf-8", "backslashreplace"))


def _spelt_out(name: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", lambda found: f"\\x{ord(found.group()):02x}", name)


def stamps(folder: Path) -> dict[str, Stamp]:
    """Path -> stamp of every file below `folder` that may be a document; none when there is no such folder. Cheap: it
    opens no file."""
    found: dict[str, Stamp] = {}
    left = [str(folder)]
    while left:
        try:
            with os.scandir(left.pop()) as entries:
                for entry in entries:
                    if entry.is_dir():
                        left.extend([entry.path] if _is_walked(entry) else [])
                    elif is_document_name(entry.name):
                        seen = entry.stat()
                        found[entry.path] = (seen.st_mtime_ns, seen.st_ctime_ns, seen.st_size, seen.st_ino)
        except OSError:  # gone since it was listed
            continue
    return found


def _is_walked(folder: os.DirEntry[str]) -> bool:
    return not folder.name.startswith(_LEFT_OVERS) and not folder.is_symlink()


def _walk(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_LEFT_OVERS)]
        yield from (Path(at) / name for name in names if is_document_name(name))


def is_document_name(name: str) -> bool:
    """False for hidden files and what editors and systems leave behind."""
    lowered = name.lower()
    return not (name.startswith(_LEFT_OVERS) or lowered.endswith(_LEFT_OVER_ENDS + _SITE_ENDS) or lowered in _SYSTEM)
