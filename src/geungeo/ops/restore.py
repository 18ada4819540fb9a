"""A workspace from a back-up: every checksum is looked at before anything is touched, then it stands there at once."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import tarfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from geungeo import messages
from geungeo.errors import WorkspaceError, WorkspaceLocked
from geungeo.ops.backup import FORMAT, MANIFEST
from geungeo.workspace import Workspace

_BLOCK = 1 << 20
_LOOK_AGAIN = 0.1  # seconds
_MANIFEST_BYTES = 256 << 20
# Called with what one file of the archive is named, and with its content in blocks.
Taken = Callable[[str, Iterator[bytes]], None]


@dataclass(frozen=True, slots=True)
class Restored:
    """made_at: when the back-up was made. before: where the workspace lies that stood there, None without one."""

    root: Path
    files: int
    made_at: str
    docs: str
    before: Path | None


def restore(archive: Path, root: Path, replace: bool = False, lock_wait: float = 0.0) -> Restored:
    """Make the workspace `root` from the archive. Without `replace`, `root` must not be there or be empty.

    lock_wait: seconds to wait for whoever uses what stood there.
    What stood there is moved aside, not removed. Raises WorkspaceError, and then nothing has changed.
    """
    manifest, root = verify(archive), root.resolve()
    if not replace and _occupied(root):
        raise WorkspaceError(messages.RESTORE_OCCUPIED.format(folder=root))
    root.parent.mkdir(parents=True, exist_ok=True)
    fresh = root.with_name(f".{root.name}.{os.getpid()}.restoring")
    try:
        fresh.mkdir(mode=0o700)
        _read(archive, lambda name, blocks: _written(fresh / name, blocks))
        (fresh / "data" / "state").mkdir(parents=True, exist_ok=True)
        with _unused(root, lock_wait):
            before = _put_in_place(fresh, root)
    except OSError as error:
        raise WorkspaceError(messages.RESTORE_NOT_WRITTEN.format(folder=root, error=error.strerror or error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return Restored(root, len(manifest["files"]), manifest["created_at"], manifest["docs"], before)


def verify(archive: Path) -> dict[str, Any]:
    """The manifest, once every file in the archive is what it says, and no other. Raises WorkspaceError."""
    found: dict[str, dict[str, Any]] = {}

    def sum_up(name: str, blocks: Iterator[bytes]) -> None:
        size, digest = 0, hashlib.sha256()
        for block in blocks:
            size += len(block)
            digest.update(block)
        found[name] = {"size": size, "sha256": digest.hexdigest()}

    manifest = _read(archive, sum_up)
    if found != manifest["files"] or "geungeo.toml" not in found:
        differing = sorted(
            name for name in {*found, *manifest["files"]} if found.get(name) != manifest["files"].get(name)
        )
        raise _damaged(archive, ", ".join(differing[:3]))
    return manifest


def _read(archive: Path, taken: Taken) -> dict[str, Any]:
    """Every file of the archive from first to last, and the manifest. Raises WorkspaceError."""
    names: set[str] = set()
    manifest: Any = None
    try:
        with _opened(archive) as file, tarfile.open(fileobj=file, mode="r|gz") as tar:
            for entry in tar:
                content = tar.extractfile(entry) if entry.isreg() else None
                if content is None or manifest is not None or entry.name in names or not _plain(entry.name):
                    raise _damaged(archive, entry.name)
                names.add(entry.name)
                if entry.name == MANIFEST:
                    manifest = json.loads(content.read(_MANIFEST_BYTES).decode("utf-8", "surrogateescape"))
                else:
                    taken(entry.name, iter(lambda: content.read(_BLOCK), b""))  # noqa: B023  used up at once
    except (tarfile.TarError, EOFError, zlib.error, ValueError) as error:
        raise _damaged(archive, type(error).__name__) from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("files"), dict):
        raise _damaged(archive, MANIFEST)
    if manifest.get("format") != FORMAT:
        raise WorkspaceError(messages.RESTORE_FORMAT.format(file=archive.name, format=manifest.get("format")))
    return manifest


def _opened(archive: Path) -> BinaryIO:
    try:
        return archive.open("rb")
    except OSError as error:
        raise WorkspaceError(messages.RESTORE_NO_FILE.format(file=archive, error=error.strerror)) from error


def _plain(name: str) -> bool:
    """A place below the workspace, spelt in one way."""
    path = PurePosixPath(name)
    whole = bool(path.parts) and not path.is_absolute() and path.as_posix() == name
    return whole and ".." not in path.parts and "\\" not in name and "\0" not in name and name.split("/")[0] != "index"


def _written(path: Path, blocks: Iterator[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(fresh: Path, root: Path) -> Path | None:
    """`fresh` becomes `root`; what was there is moved beside it."""
    before = None
    if _occupied(root):
        before = root.with_name(f"{root.name}.{datetime.now():%Y%m%d-%H%M%S}")
        os.rename(root, before)
    elif root.exists():
        root.rmdir()
    try:
        os.rename(fresh, root)
    except OSError:
        if before:
            os.rename(before, root)
        raise
    return before


def _occupied(root: Path) -> bool:
    return root.exists() and (not root.is_dir() or any(root.iterdir()))


@contextmanager
def _unused(root: Path, wait: float) -> Iterator[None]:
    """Nobody writes to the workspace or answers from its index. wait: seconds. Raises WorkspaceLocked."""
    locks = [Workspace(root).lock, *Workspace(root).index.glob("g*/held")]
    held = [path.open("rb") for path in locks if path.exists()]
    try:
        until = time.monotonic() + wait
        while not all(map(_taken, held)):
            if time.monotonic() >= until:
                raise WorkspaceLocked(messages.RESTORE_IN_USE.format(folder=root))
            time.sleep(_LOOK_AGAIN)
        yield
    finally:
        for file in held:
            file.close()


def _taken(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _damaged(archive: Path, where: str) -> WorkspaceError:
    return WorkspaceError(messages.RESTORE_DAMAGED.format(file=archive.name, where=where))
