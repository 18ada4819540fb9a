"""What operators state and do: statements in data/decisions.jsonl, deeds for the audit log."""

from __future__ import annotations

import fcntl
import json
import os
from datetime import datetime
from typing import Any, BinaryIO

from geungeo import messages
from geungeo.errors import WorkspaceError
from geungeo.records import Deed
from geungeo.workspace import Workspace


def decide(workspace: Workspace, target: str, kind: str, value: Any, who: str) -> None:
    """Append a statement: the last one of a target and kind holds, null takes it back (settings.decided reads them).

    target: 'document:인사/취업규칙.hwp', 'folder:인사', 'collection:hr', 'setting:search.excerpts'. It has reached the
    disk when this returns. Raises WorkspaceError when it can't.
    """
    row = {"target": target, "kind": kind, "value": value, "who": who, "when": now()}
    # Half a surrogate pair, which JSON may carry and UTF-8 may not, stays the escape that it came as.
    line = (json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")
    path = workspace.decisions
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            _drop_torn_tail(file)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise WorkspaceError(messages.DECISION_NOT_WRITTEN.format(file=path.name, error=error.strerror)) from error


def deed(who: str, what: str, subject: str, **detail: Any) -> Deed:
    """Of this moment."""
    return Deed(now(), who, what, subject, detail)


def now() -> str:
    """This moment as it is stored: local time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _drop_torn_tail(file: BinaryIO) -> None:
    """A last line without its end was never acknowledged; left there, it would damage the line that follows. A whole
    one that only lacks the line's end is a person's.
    """
    file.seek(0)
    content = file.read()
    if content and not content.endswith(b"\n"):
        start = content.rfind(b"\n") + 1
        try:
            json.loads(content[start:])
        except ValueError:
            file.truncate(start)
        else:
            file.write(b"\n")
