"""Opening a zip that may want to do harm: its directory is measured before it is read."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from pathlib import Path
from typing import IO

from geungeo.errors import UnreadableFile

_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError, struct.error)

# Bytes of a zip's directory; an entry takes at least 46, so that this is room for 100,000 of them.
_MAX_DIRECTORY = 8 * 1024 * 1024
_PIECE = 1024 * 1024
_TAIL = 65_536 + 22 + 20 + 56
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x06"


def open_zip(source: Path | bytes) -> zipfile.ZipFile:
    """Raises UnreadableFile: corrupted, or archive_bomb for a directory of too many entries."""
    try:
        with _file(source) as file:
            size = _directory_size(file)
        if size > _MAX_DIRECTORY:
            raise UnreadableFile("archive_bomb", f"목록만 {size // 2**20:,}MB입니다")
        return zipfile.ZipFile(_file(source))
    except _BROKEN as error:
        raise UnreadableFile("corrupted", "압축(zip)이 풀리지 않습니다") from error


def unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, at_most: int | None = None) -> bytes:
    """The member's first bytes, all of them by default; never more than its entry states, however much is packed.

    Raises UnreadableFile('corrupted'), also for methods of packing that can't be stopped at a number of bytes.
    """
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UnreadableFile("corrupted", f"읽지 않는 압축 방식({info.compress_type})")
    try:
        with archive.open(info) as member:
            return _first(member, info.file_size + 1 if at_most is None else at_most)
    except _BROKEN as error:
        raise UnreadableFile("corrupted", f"압축이 풀리지 않습니다: {error}"[:200]) from error


def _first(file: IO[bytes], left: int) -> bytes:
    """In pieces: asked for all at once, zipfile holds it four times."""
    pieces: list[bytes] = []
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _file(source: Path | bytes) -> IO[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")


def _directory_size(file: IO[bytes]) -> int:
    """As the last records of the file say; 0 where they say nothing (opening it then fails)."""
    length = file.seek(0, os.SEEK_END)
    file.seek(max(length - _TAIL, 0))
    tail = file.read(_TAIL)
    at, at_64 = tail.rfind(_END), tail.rfind(_END_64)
    sizes = [0]
    if at >= 0 and len(tail) >= at + 16:
        size = struct.unpack_from("<I", tail, at + 12)[0]
        sizes.append(0 if size == 0xFFFFFFFF else size)
    if at_64 >= 0 and len(tail) >= at_64 + 48:
        sizes.append(struct.unpack_from("<Q", tail, at_64 + 40)[0])
    return int(max(sizes))
