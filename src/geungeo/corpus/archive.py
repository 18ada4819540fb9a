"""A zip of documents as a folder: its members by name, each read alone, nothing ever unpacked to the disk."""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from geungeo.corpus.read.detect import package
from geungeo.corpus.read.zipped import open_zip, unpacked
from geungeo.errors import UnreadableFile

# An archive in an archive is read, one in that is not: exports are packed twice, bombs as often as they like.
MAX_DEPTH = 2
_MAX_MEMBERS = 20_000
# All members together, in sizes of the largest file allowed; and how much smaller than its content an archive may be.
_MAX_TOTAL, _MAX_RATIO, _RATIO_FROM = 20, 200, 100 * 1024 * 1024
_START = (b"PK\x03\x04", b"PK\x05\x06")
_ENCRYPTED, _UTF8 = 1, 1 << 11
_OUTWARDS = re.compile(r"[/\\]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Member:
    """One file inside. name: bytes as the archive spells it. fault: why it is refused; then `data` raises it."""

    name: bytes
    fault: UnreadableFile | None
    read: Callable[[], bytes]

    def data(self) -> bytes:
        """Raises UnreadableFile."""
        if self.fault:
            raise self.fault
        return self.read()


def members(path: Path, limit: int) -> list[Member] | None:
    """Every file in the archive, those of an archive inside it too; None when `path` is no zip, or one document.

    limit: bytes that one file may have. Raises UnreadableFile for an archive that is refused as a whole; one that is
    broken is left to whoever reads it.
    """
    try:
        with path.open("rb") as file:
            if not file.read(4).startswith(_START):
                return None
        status = path.stat()
    except OSError:
        return None  # reading it says what is wrong
    where = (path, status.st_mtime_ns, status.st_size)
    try:
        return _of(where, (), _Budget(limit))
    except UnreadableFile as error:
        if error.reason == "corrupted":
            return None
        raise


@dataclass(slots=True)
class _Budget:
    """What all archives of one file, packed in each other, may hold together."""

    limit: int
    members: int = _MAX_MEMBERS
    left: int = 0

    def __post_init__(self) -> None:
        self.left = self.limit * _MAX_TOTAL

    def take(self, infos: list[zipfile.ZipInfo]) -> None:
        """Raises UnreadableFile('archive_bomb') when it does not suffice."""
        total, packed = sum(info.file_size for info in infos), sum(info.compress_size for info in infos)
        self.members -= len(infos)
        self.left -= total
        if self.members < 0:
            raise UnreadableFile("archive_bomb", f"파일이 {_MAX_MEMBERS:,}개가 넘습니다")
        if self.left < 0 or (total > _RATIO_FROM and total > packed * _MAX_RATIO):
            raise UnreadableFile("archive_bomb", f"풀면 {total // 2**20:,}MB입니다")


# Where an archive lies: path, time and size of the file. Inside: which members lead to an archive in it.
_Where = tuple[Path, int, int]
_Inside = tuple[int, ...]


@lru_cache(maxsize=MAX_DEPTH)
def _opened(where: _Where, inside: _Inside) -> zipfile.ZipFile:
    """Kept open while its members are read one after the other."""
    return open_zip(_read(where, inside[:-1], inside[-1]) if inside else where[0])


def _of(where: _Where, inside: _Inside, budget: _Budget) -> list[Member] | None:
    archive = _opened(where, inside)
    if _is_document(archive):
        return None
    if len(inside) >= MAX_DEPTH:
        raise UnreadableFile("archive_deep", f"{MAX_DEPTH}겹까지 읽습니다")
    infos = archive.infolist()
    budget.take(infos)
    return [
        m for at, info in enumerate(infos) if not info.is_dir() for m in _member(info, where, (*inside, at), budget)
    ]


def _is_document(archive: zipfile.ZipFile) -> bool:
    """True for the zips that are one file to people, read or not: docx, hwpx, epub and the like."""
    first = next(iter(archive.infolist()), None)
    try:
        mimetype = first is not None and first.filename == "mimetype" and first.file_size < 100
        return package(archive.namelist(), unpacked(archive, first) if mimetype and first else b"") is not None
    except UnreadableFile:
        return True


def _member(info: zipfile.ZipInfo, where: _Where, at: _Inside, budget: _Budget) -> Iterator[Member]:
    """The member, or the members of the archive that it is."""
    member = Member(_spelt(info), _fault(info, budget.limit), lambda: _read(where, at[:-1], at[-1]))
    if member.fault or not _starts_like_a_zip(where, at, info):
        yield member
        return
    try:
        inner = _of(where, at, budget)
    except UnreadableFile as error:
        yield replace(member, fault=error)
        return
    yield from [member] if inner is None else (replace(m, name=member.name + b"/" + m.name) for m in inner)


def _fault(info: zipfile.ZipInfo, limit: int) -> UnreadableFile | None:
    if _OUTWARDS.match(info.filename):
        return UnreadableFile("archive_path", "위 폴더나 절대 경로")
    if stat.S_ISLNK(info.external_attr >> 16):
        return UnreadableFile("archive_path", "다른 파일을 가리키는 링크")
    if info.flag_bits & _ENCRYPTED:
        return UnreadableFile("password", "압축 파일의 암호")
    if info.file_size > limit:
        return UnreadableFile("too_large", f"풀면 {info.file_size // 2**20:,}MB")
    return None


def _starts_like_a_zip(where: _Where, at: _Inside, info: zipfile.ZipInfo) -> bool:
    try:
        return unpacked(_opened(where, at[:-1]), info, 4).startswith(_START)
    except UnreadableFile:
        return False  # reading it says what is wrong


def _read(where: _Where, inside: _Inside, at: int) -> bytes:
    archive = _opened(where, inside)
    return unpacked(archive, archive.infolist()[at])


def _spelt(info: zipfile.ZipInfo) -> bytes:
    """The name's own bytes, with '/' between folders: unless marked as UTF-8, Python takes them for code page 437."""
    name = info.filename.replace("\\", "/")
    return name.encode("utf-8" if info.flag_bits & _UTF8 else "cp437", "surrogatepass")
