"""An index generation: a folder with fixed schema, tokenizer, model and dimension; `index/CURRENT` names one.

index/CURRENT            name of the generation that answers
index/<name>/meta.json   what it was made for
index/<name>/held        shared lock of every process that uses it
index/<name>/lexical/    tantivy
index/<name>/vectors.*   see vectors.py
index/<name>/places.npz  where in chunks.jsonl each chunk lies; see rows.py
index/<name>/dense       there once every chunk had its vector
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
import weakref
from dataclasses import asdict, dataclass
from pathlib import Path

from geungeo import messages
from geungeo.errors import IndexMismatch, IndexOutdated
from geungeo.stores.embedded.lexical import LexicalIndex
from geungeo.stores.embedded.log import sync_folder, write_json
from geungeo.stores.embedded.vectors import VectorFile

# Raise it whenever fields, scoring input or file formats of an index change.
SCHEMA = "5"


@dataclass(frozen=True, slots=True)
class Identity:
    """What an index was made for. Without an embedder: model "none", dimension 0."""

    tokenizer: str
    model: str
    dimension: int
    schema: str = SCHEMA


class Generation:
    """An open generation, held against removal as long as this object lives."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        self.name = folder.name
        self.folder = folder
        self.identity = identity
        _hold(self, folder / "held")
        self.lexical = LexicalIndex(folder / "lexical")
        self.vectors = VectorFile(folder, identity.dimension) if identity.dimension else None

    @property
    def dense_once(self) -> bool:
        """True when every chunk had its vector at some time in this generation."""
        return (self.folder / "dense").exists()

    def mark_dense(self) -> None:
        if self.folder.is_dir():
            (self.folder / "dense").touch()


def current_name(index: Path) -> str | None:
    """The generation that answers; None when there is no index."""
    try:
        return (index / "CURRENT").read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None


def read_identity(folder: Path) -> Identity:
    """Raises IndexMismatch when the generation is not one, or from another version."""
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        return Identity(meta["tokenizer"], meta["model"], int(meta["dimension"]), meta["schema"])
    except (OSError, ValueError, KeyError) as error:
        raise IndexMismatch(messages.INDEX_UNKNOWN.format(name=folder.name, error=error)) from error


def open_generation(folder: Path, wanted: Identity) -> Generation:
    """Raises IndexOutdated, naming what differs, when the folder was made for something else."""
    found = read_identity(folder)
    if found != wanted:
        pairs = [(key, value, asdict(wanted)[key]) for key, value in asdict(found).items()]
        differing = ", ".join(
            messages.INDEX_DIFFERENCE.format(key=key, was=was, now=now) for key, was, now in pairs if was != now
        )
        raise IndexOutdated(messages.INDEX_DIFFERS.format(differing=differing))
    return Generation(folder, found)


def create_generation(index: Path, identity: Identity) -> Generation:
    """A new, empty generation beside the others; nobody sees it until `switch`."""
    folder = index / f"g{os.urandom(4).hex()}"
    folder.mkdir(parents=True)
    try:
        write_json(folder / "meta.json", asdict(identity) | {"created_at": time.strftime("%Y-%m-%dT%H:%M:%S%z")})
        return Generation(folder, identity)
    except BaseException:
        shutil.rmtree(folder)
        raise


def switch(index: Path, name: str) -> None:
    """From now on `name` answers; durable and at once."""
    temporary = index / "CURRENT.new"
    temporary.write_text(name + "\n", encoding="ascii")
    descriptor = os.open(temporary, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    os.replace(temporary, index / "CURRENT")
    sync_folder(index)


def sweep(index: Path) -> list[str]:
    """Remove generations that neither answer nor are held by a process; returns their names."""
    keep = current_name(index)
    names = [path.name for path in index.glob("g*") if path.is_dir() and path.name != keep]
    return [name for name in names if _remove(index / name)]


def _remove(folder: Path) -> bool:
    descriptor = os.open(folder / "held", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True


def _hold(owner: Generation, path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    weakref.finalize(owner, os.close, descriptor)
