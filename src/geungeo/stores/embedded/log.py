"""A JSONL log of whole batches: rows, then a commit row that makes them count.

    {"chunk_id": …}                                a row; the last row of an id wins
    {"removed": "id"}                              a removal
    {"commit": 12, "rows": 2, "crc": "1c291ca3"}   closes the batch; crc32 over the batch's bytes before it

Whatever stands after the last commit row is a torn tail and is nothing. A batch that does not agree with its
commit row while later batches do is damage, and is said.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from geungeo import messages
from geungeo.errors import WorkspaceError

_COMMIT = b'{"commit": '
_COMMIT_MOST = 120  # bytes of a commit row, at most


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes of one row, without its line end, and their crc32."""

    start: int
    length: int
    crc: int


@dataclass(frozen=True, slots=True)
class Group:
    """A committed batch; `end` is the byte offset behind its commit row. spans: where each row lies."""

    number: int
    rows: list[dict[str, Any]]
    end: int
    spans: list[Span]


class LogFile:
    """A log open for reading. It stays readable as it was when the file is replaced (compaction)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("rb") if path.exists() else None

    def replaced(self) -> bool:
        """True when the path now names another file than the one held open."""
        if self._file is None:
            return self.path.exists()
        try:
            return os.stat(self.path).st_ino != os.fstat(self._file.fileno()).st_ino
        except FileNotFoundError:
            return True

    def groups(self, start: int, upto: int | None = None) -> Iterator[Group]:
        """Committed batches from byte `start` on (a batch's start), up to and with number `upto`.

        Raises WorkspaceError when a batch is damaged though whole ones follow it.
        """
        end = start
        for number, body, after in self._closed(start):
            if upto is not None and number > upto:
                return
            yield Group(number, _rows(self.path, body, end), after, _spans(body, end))
            end = after

    def at(self, start: int, length: int) -> bytes:
        """Bytes of a row whose place a group told. Does not move the file's position."""
        assert self._file is not None
        return os.pread(self._file.fileno(), length, start)

    def row(self, span: Span) -> dict[str, Any]:
        """The row there. Raises WorkspaceError when it is not what it was."""
        data = self.at(span.start, span.length)
        if zlib.crc32(data) != span.crc:
            raise WorkspaceError(messages.LOG_BROKEN.format(file=self.path.name, at=span.start + span.length))
        row: dict[str, Any] = json.loads(data)
        return row

    def check(self, end: int) -> None:
        """Raises WorkspaceError when a batch before byte `end` is damaged."""
        if end and all(after < end for _, _, after in self._closed(0)):
            raise WorkspaceError(messages.LOG_BROKEN.format(file=self.path.name, at=end))

    def tail(self, end: int) -> str:
        """The commit row that closes at byte `end`, crc and all: it tells one log from another. "" without one."""
        line = self.at(max(0, end - _COMMIT_MOST), min(end, _COMMIT_MOST)) if self._file else b""
        return line[line.rfind(_COMMIT) :].decode("utf-8", "replace") if line.endswith(b"\n") else ""

    def _closed(self, start: int) -> Iterator[tuple[int, bytes, int]]:
        """(number, bytes of the rows, offset behind the commit row) of each batch whose crc agrees."""
        body: list[bytes] = []
        torn = None
        offset = start
        for line in _lines(self._file, start):
            offset += len(line)
            commit = _commit(line)
            if commit is None:
                body.append(line)
            elif commit["crc"] == _crc(content := b"".join(body)) and torn is None:
                yield commit["commit"], content, offset
                body = []
            elif commit["crc"] == _crc(b"".join(body)):
                raise WorkspaceError(messages.LOG_BROKEN.format(file=self.path.name, at=torn))
            else:
                torn, body = offset, []


def append_batch(path: Path, rows: Iterable[dict[str, Any]], number: int, at: int) -> None:
    """Write a batch at byte `at`, over whatever torn tail stands there, and make it durable."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.truncate(at)
        file.write(_batch(rows, number))
        file.flush()
        os.fsync(file.fileno())
    if at == 0:
        sync_folder(path.parent)


def replace_log(path: Path, rows: Iterable[dict[str, Any]], number: int) -> None:
    """The file becomes these rows as commit `number`, at once: readers see the old file or the new one."""
    temporary = path.with_name(path.name + ".new")
    left = iter(rows)
    with temporary.open("wb") as file:
        while some := list(islice(left, 1000)):
            file.write(_batch(some, number))
        file.write(_batch([], number))
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames and new names in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_json(path: Path, value: Any) -> None:
    """Replace a small JSON file atomically and durably."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_folder(path.parent)


def _batch(rows: Iterable[dict[str, Any]], number: int) -> bytes:
    lines = [json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows]
    body = b"".join(lines)
    commit = json.dumps({"commit": number, "rows": len(lines), "crc": _crc(body)})
    return body + commit.encode() + b"\n"


def _crc(body: bytes) -> str:
    return f"{zlib.crc32(body):08x}"


def _commit(line: bytes) -> dict[str, Any] | None:
    """The commit row in `line`, or None when it is another row or a torn one."""
    if not line.startswith(_COMMIT) or not line.endswith(b"\n"):
        return None
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if {"commit", "rows", "crc"} <= row.keys() else None


def _rows(path: Path, body: bytes, at: int) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in body.split(b"\n") if line]
    except ValueError as error:
        raise WorkspaceError(messages.LOG_UNREADABLE.format(file=path.name, at=at, error=error)) from error


def _spans(body: bytes, at: int) -> list[Span]:
    spans = []
    for line in body.split(b"\n"):
        if line:
            spans.append(Span(at, len(line), zlib.crc32(line)))
        at += len(line) + 1
    return spans


def _lines(file: BinaryIO | None, start: int, block: int = 1 << 20) -> Iterator[bytes]:
    """Lines from byte `start` to the end; the last may lack its newline. Does not move the file's position."""
    rest = b""
    while file and (data := os.pread(file.fileno(), block, start)):
        start += len(data)
        *whole, rest = (rest + data).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest
