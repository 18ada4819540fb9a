"""Where every log line is written: to stderr, masked, without what belongs to a person or to this machine."""

from __future__ import annotations

import copy
import logging
import re
import sys
import traceback
from types import TracebackType
from typing import Any, TypeAlias

from geungeo.errors import GeungeoError
from geungeo.korean.private import mask

Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_PATH = re.compile(r"(?<![\w:/.])/(?:[^\s/'\",]+/)+([^\s/'\",]*)")


def install(debug: bool) -> None:
    """From now on the root logger, and so every library's, writes through one handler. Safe to call again."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler.formatter, Discreet)]:
        root.removeHandler(handler)
    handler = _Stderr()
    handler.setFormatter(Discreet(debug))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if debug else logging.WARNING)
    # On debugging it tells every header it gets, and there are servers that send a key back.
    logging.getLogger("httpcore").setLevel(logging.INFO)
    # A line that can't be formatted would be printed raw, with what it was to say.
    logging.raiseExceptions = debug


class _Stderr(logging.Handler):
    """To what stderr is when the line comes, not when logging was set up."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(self.format(record) + "\n")
            sys.stderr.flush()
        except Exception:  # noqa: BLE001  a lost line must not break what it tells of
            self.handleError(record)


class Discreet(logging.Formatter):
    """Personal numbers are always masked. Unless debugging, folders of this machine are left out, and an exception that
    nobody foresaw is told by its kind and place: its words may quote a question, a path or a key."""

    def __init__(self, debug: bool) -> None:
        super().__init__(_LINE)
        self._debug = debug

    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)  # what another handler cached of the exception is not ours
        own.exc_text = None
        if not self._debug and isinstance(own.args, tuple):
            own.args = tuple(map(_said, own.args))
        line = super().format(own)
        return mask(line if self._debug else _PATH.sub(r"\1", line))

    def formatException(self, ei: Raised) -> str:
        if self._debug or ei[1] is None:
            return super().formatException(ei)
        return "\n".join(f"  {type(error).__name__}{_place(error)}" for error in _chain(ei[1]))


def _said(value: Any) -> Any:
    """A GeungeoError is written for people; of any other exception only its kind."""
    foreign = isinstance(value, BaseException) and not isinstance(value, GeungeoError)
    return type(value).__name__ if foreign else value


def _chain(error: BaseException) -> list[BaseException]:
    """The exception, then what it came from."""
    found: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in found:
        found.append(following)
        following = following.__cause__ or following.__context__
    return found


def _place(error: BaseException) -> str:
    """' at package/module.py:12 in name', the innermost, without the folders before the package."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    last = next((frame for frame in reversed(frames) if "/geungeo/" in frame.filename), frames[-1])
    return f" at {'/'.join(last.filename.split('/')[-2:])}:{last.lineno} in {last.name}"
