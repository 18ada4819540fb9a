"""The documents folder watched: once it is quiet after a change, it is read again.

By looking at it again and again, which network folders allow too; their systems tell nobody of changes.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from geungeo import messages
from geungeo.corpus.folder import Stamp, stamps
from geungeo.serve.jobs import Jobs

log = logging.getLogger(__name__)

_QUIET = 0.3  # seconds without a change, so that a file that is being copied is not read by halves
_LOOK = 0.1  # seconds between looks, at least
_SHARE = 12  # a look may take one part in so many of the time
_OPEN = 60.0  # seconds that a file may stay open for writing before it is read all the same
_AGAIN = 5.0, 300.0  # seconds after a failed reading until the next, at first and at most

READING = "ingest"


def watch(stop: threading.Event, folder: Path, jobs: Jobs) -> None:
    """Ask for reading the folder at once, and after each change of it until `stop` is set.

    A reading that failed (another process writes, the disk is full) is asked for again. A folder that is suddenly
    without any document is not read: a network folder that was lost looks so.
    """
    seen = stamps(folder)
    asked: Mapping[str, Stamp] | None = None
    number = 0
    since, wait, due = time.monotonic(), _AGAIN[0], 0.0
    pause = _LOOK
    while not stop.wait(pause):
        began = time.monotonic()
        now = stamps(folder)
        pause = max(_LOOK, _SHARE * (time.monotonic() - began))
        if now != seen:
            if not now:
                log.warning("%s", messages.WATCH_EMPTY.format(folder=folder))
            seen, since, wait, due = now, began, _AGAIN[0], 0.0
        quiet = began - since
        if not seen or quiet < _QUIET:
            continue
        if asked != seen and (quiet >= _OPEN or not _being_written(_changed(asked or {}, seen))):
            asked, number = seen, jobs.ask(READING, "").number
        elif asked == seen and _failed(jobs, number) and began >= due:
            due, wait = began + wait, min(_AGAIN[1], 2 * wait)
            number = jobs.ask(READING, "").number


def _changed(old: Mapping[str, Stamp], new: Mapping[str, Stamp]) -> set[str]:
    return {os.path.realpath(path) for path, stamp in new.items() if old.get(path) != stamp}


def _failed(jobs: Jobs, number: int) -> bool:
    return any(job.number == number and job.state == "failed" for job in jobs.newest())


def _being_written(paths: set[str]) -> bool:
    """Whether a process that can be seen here has one of them open for writing."""
    return any(_target(handle) in paths and _for_writing(handle) for handle in _handles())


def _handles() -> Iterator[Path]:
    for process in Path("/proc").glob("[0-9]*/fd"):
        try:
            yield from process.iterdir()
        except OSError:  # gone meanwhile, or another user's
            continue


def _target(handle: Path) -> str:
    try:
        return os.readlink(handle)
    except OSError:
        return ""


def _for_writing(handle: Path) -> bool:
    """By the flags that the system tells of an open file."""
    try:
        told = (handle.parent.parent / "fdinfo" / handle.name).read_text(encoding="ascii")
    except OSError:
        return False
    flags = next((line.split()[1] for line in told.splitlines() if line.startswith("flags:")), "0")
    return int(flags, 8) & os.O_ACCMODE != os.O_RDONLY
