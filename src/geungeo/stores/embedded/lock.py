"""One writer at a time: an advisory file lock that says who holds it, and goes with its process."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from geungeo import messages
from geungeo.errors import WorkspaceError


@contextmanager
def writer_lock(path: Path, what: str) -> Iterator[None]:
    """Hold the lock while the block runs. Raises WorkspaceError, naming the holder, when another has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise WorkspaceError(holder(path)) from None
        _write(file.fileno(), {"pid": os.getpid(), "what": what, "since": time.strftime("%Y-%m-%d %H:%M:%S")})
        try:
            yield
        finally:
            os.ftruncate(file.fileno(), 0)


def holder(path: Path) -> str:
    """A sentence about who writes: what, process, since when."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return messages.LOCKED
    return messages.LOCKED_BY.format(what=note["what"], pid=note["pid"], since=note["since"])


def _write(descriptor: int, note: dict[str, object]) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, json.dumps(note, ensure_ascii=False).encode())
