"""Chunks where they lie: of each the place of its row in chunks.jsonl, and the row itself read when it is asked for.

Half a million chunks as objects are 2 GB; their places are a few dozen bytes each.
"""

from __future__ import annotations

import json
import os
import threading
import zipfile
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geungeo.korean.passage import passage_key
from geungeo.records import Chunk, version_key
from geungeo.stores.embedded.log import LogFile, Span

_KEPT = 4096  # chunks read lately
_COLUMNS = ("starts", "lengths", "sums", "owners", "passages")


class Places:
    """One line a row of the log, live or not; only grows, so that the commits of one log share it. Safe from several
    threads.

    starts, lengths, sums: bytes of the row, and their crc32. owners: number in `keys` of the version that it is a piece of. passages: its
    passage key as a number.
    """

    def __init__(self, log: LogFile, read: Callable[[Mapping[str, Any]], Chunk]) -> None:
        """read: makes a chunk of a row."""
        self.log = log
        self._read = read
        self._starts, self._lengths, self._sums = array("Q"), array("I"), array("I")
        self._owners, self._passages = array("I"), array("Q")
        self._numbers: dict[str, int] = {}
        self._versions: dict[int, str] = {}  # of rows that state none
        self._growing = threading.Lock()
        self.keys: list[str] = []
        self.chunk = lru_cache(maxsize=_KEPT)(self._chunk)

    def add(self, row: Mapping[str, Any], span: Span) -> int:
        """The row's line."""
        chunk = self._read(row)
        with self._growing:
            self._starts.append(span.start)
            self._lengths.append(span.length)
            self._sums.append(span.crc)
            self._owners.append(self._number(chunk.key))
            self._passages.append(int(passage_key(chunk), 16))
            return len(self._starts) - 1

    def state_version(self, line: int, doc_id: str, version: str) -> None:
        """Of a row that does not state it."""
        with self._growing:
            self._versions[line] = version
            self._owners[line] = self._number(version_key(doc_id, version))

    def key(self, line: int) -> str:
        return self.keys[self._owners[line]]

    def passage(self, line: int) -> str:
        return f"{self._passages[line]:016x}"

    def owners(self, lines: Iterable[int], count: int) -> NDArray[np.uint32]:
        """Of each line, the number of its key in `keys`."""
        with self._growing:  # an array that numpy looks into can't grow
            every = np.array(self._owners, dtype=np.uint32)
        found: NDArray[np.uint32] = every[np.fromiter(lines, dtype=np.int64, count=count)]
        return found

    def tell(self, lines: Sequence[int]) -> dict[str, Any]:
        """What `told` takes, of these rows."""
        with self._growing:
            columns = {name: np.array(getattr(self, f"_{name}"))[list(lines)] for name in _COLUMNS}
        at = {line: number for number, line in enumerate(lines)}
        versions = {at[line]: version for line, version in self._versions.items() if line in at}
        return columns | {"keys": json.dumps(self.keys), "versions": json.dumps(list(versions.items()))}

    def told(self, saved: Mapping[str, Any]) -> None:
        """Take rows from an earlier `tell`; only while there are none."""
        with self._growing:
            for name in _COLUMNS:
                getattr(self, f"_{name}").frombytes(np.ascontiguousarray(saved[name]).tobytes())
            self.keys = json.loads(str(saved["keys"]))
            self._numbers = {key: number for number, key in enumerate(self.keys)}
            self._versions = {int(line): version for line, version in json.loads(str(saved["versions"]))}

    def _number(self, key: str) -> int:
        number = self._numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def _chunk(self, line: int) -> Chunk:
        chunk = self._read(self.log.row(Span(self._starts[line], self._lengths[line], self._sums[line])))
        return replace(chunk, version=self._versions[line]) if line in self._versions else chunk


class Rows(Mapping[str, Chunk]):
    """The chunks of one commit by their id, in the order in which they came first. Never changes."""

    def __init__(self, places: Places, lines: dict[str, int]) -> None:
        self.places = places
        self.lines = lines

    def __getitem__(self, chunk_id: str) -> Chunk:
        return self.places.chunk(self.lines[chunk_id])

    def __contains__(self, chunk_id: object) -> bool:
        return chunk_id in self.lines

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def owner(self, chunk_id: str) -> str:
        """Key of the version that the chunk is a piece of."""
        return self.places.key(self.lines[chunk_id])

    @cached_property
    def owners(self) -> NDArray[np.uint32]:
        """Of each chunk in order, the number of its version's key in `places.keys`."""
        return self.places.owners(self.lines.values(), len(self.lines))

    def of(self, key: str) -> Sequence[str]:
        """Ids of one version's chunks, in order."""
        return self._pieces.get(key, ())

    @cached_property
    def _pieces(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for chunk_id, line in self.lines.items():
            found[self.places.key(line)].append(chunk_id)
        return dict(found)

    def passage(self, chunk_id: str) -> str:
        return self.places.passage(self.lines[chunk_id])

    def other_than(self, before: Rows) -> list[str]:
        """Ids of what is not in `before`, or stands in another row there."""
        same = before.lines if before.places is self.places else {}
        return [chunk_id for chunk_id, line in self.lines.items() if same.get(chunk_id) != line]


class Within(Mapping[str, Chunk]):
    """Of `rows`, what belongs to the versions of `keys`."""

    def __init__(self, rows: Rows, keys: Set[str]) -> None:
        self._rows = rows
        self._keys = keys

    def __getitem__(self, chunk_id: str) -> Chunk:
        if chunk_id not in self:
            raise KeyError(chunk_id)
        return self._rows[chunk_id]

    def __contains__(self, chunk_id: object) -> bool:
        return chunk_id in self._rows.lines and self._rows.owner(str(chunk_id)) in self._keys

    def __iter__(self) -> Iterator[str]:
        return (chunk_id for chunk_id in self._rows if self._rows.owner(chunk_id) in self._keys)

    def __len__(self) -> int:
        return int(self.mask.sum())

    def of(self, key: str) -> Sequence[str]:
        return self._rows.of(key) if key in self._keys else ()

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """For each chunk of `rows` in order, whether it is here."""
        keys = self._rows.places.keys
        here = np.fromiter((key in self._keys for key in keys), dtype=np.bool_, count=len(keys))
        mask: NDArray[np.bool_] = here[self._rows.owners]
        return mask


def save_rows(path: Path, rows: Rows, number: int, log_end: int, read: int) -> None:
    """What opening would else have to read the whole log for. number, log_end: of the commit; read: rows so far."""
    state: dict[str, Any] = {
        "ids": json.dumps(list(rows.lines)),
        "commit": rows.places.log.tail(log_end),
        "at": [number, log_end, read],
    }
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        np.savez(file, **rows.places.tell(list(rows.lines.values())), **state)
    os.replace(temporary, path)


def load_rows(path: Path, places: Places, upto: int) -> tuple[Rows, int, int, int] | None:
    """Rows with number, log_end and read as saved, into `places`, which holds none yet; None where there is nothing
    that fits the log up to commit `upto`: the log itself says it all."""
    try:
        with np.load(path) as saved:
            number, log_end, read = map(int, saved["at"])
            if number > upto or not number or str(saved["commit"]) != places.log.tail(log_end):
                return None
            ids = json.loads(str(saved["ids"]))
            places.told(saved)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return Rows(places, {chunk_id: line for line, chunk_id in enumerate(ids)}), number, log_end, read
