"""data/questions.jsonl: questions for which people named the clause that answers them. Rows are added, none is changed.

{q, chunk_id, content_hash, who, when}: the hash is the clause's as it was then, so that a row about a text that has
changed is known for stale.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from geungeo import messages
from geungeo.decisions import now
from geungeo.errors import WorkspaceError
from geungeo.records import Chunk
from geungeo.settings import file_stamp


@dataclass(frozen=True, slots=True)
class Labelled:
    q: str
    chunk_id: str
    content_hash: str
    who: str = ""
    when: str = ""


def labelled(question: str, chunk: Chunk, who: str) -> Labelled:
    """A row of this moment."""
    return Labelled(question, chunk.chunk_id, chunk.content_hash, who, now())


def stale(row: Labelled, chunk: Chunk | None) -> bool:
    """Whether the clause is gone, or its text another now."""
    return chunk is None or row.content_hash not in ("", chunk.content_hash)


def load(path: Path) -> list[Labelled]:
    """Rows in order; a torn last line was never acknowledged. Raises WorkspaceError with the line that is damaged."""
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    rows = []
    for at, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            names = ("q", "chunk_id", "content_hash", "who", "when")
            rows.append(Labelled(**{name: str(row.get(name, "")) for name in names}))
        except (ValueError, AttributeError, TypeError) as error:
            if at == len(lines):
                break
            raise WorkspaceError(messages.QUESTIONS_TORN.format(file=path.name, line=at)) from error
    return [row for row in rows if row.q.strip() and row.chunk_id]


def add(path: Path, rows: Iterable[Labelled]) -> None:
    """They have reached the disk when this returns. Raises WorkspaceError."""
    text = "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                text = text if file.read(1) == b"\n" else "\n" + text
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise WorkspaceError(messages.DECISION_NOT_WRITTEN.format(file=path.name, error=error.strerror)) from error


class Questions:
    """The rows as they stand now. Safe from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stamp: object = None
        self._rows: tuple[Labelled, ...] = ()

    def __call__(self) -> tuple[Labelled, ...]:
        """The same tuple as long as the file is the same. Raises WorkspaceError."""
        with self._lock:
            stamp = file_stamp(self._path)
            if stamp != self._stamp:
                self._rows, self._stamp = tuple(load(self._path)), stamp
            return self._rows
