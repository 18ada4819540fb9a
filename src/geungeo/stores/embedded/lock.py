"""One writer at a time: an advisory file lock that says who holds it, and goes with its process.

The system lets go of it when the process ends, however it ends: a note that a killed one left holds nobody up.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from geungeo import messages
from geungeo.errors import WorkspaceLocked

log = logging.getLogger(__name__)

_LOOK_AGAIN = 0.1  # seconds


@contextmanager
def writer_lock(path: Path, what: str, wait: float = 0.0) -> Iterator[None]:
    """Hold the lock while the block runs. wait: seconds. Raises WorkspaceLocked, naming who still holds it then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if not _taken(file) and not _waited_for(file, path, wait):
            raise WorkspaceLocked(holder(path))
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


def _waited_for(file: BinaryIO, path: Path, wait: float) -> bool:
    until = time.monotonic() + wait
    if wait:
        log.warning("%s", messages.LOCK_WAITING.format(why=holder(path), seconds=wait))
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(_LOOK_AGAIN, left))
        if _taken(file):
            return True
    return False


def _taken(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(descriptor: int, note: dict[str, object]) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, json.dumps(note, ensure_ascii=False).encode())
