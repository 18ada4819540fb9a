"""qa.jsonl: the pairs as a log of whole batches (log.py). Readers go on beside the one that writes."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from geungeo.records import Claim, Ground, QAPair, to_json
from geungeo.stores.embedded.lock import writer_lock
from geungeo.stores.embedded.log import LogFile, append_batch, replace_log
from geungeo.workspace import Workspace

_PAIR = frozenset(f.name for f in dataclasses.fields(QAPair))
_LEAST_WASTED = 1000  # rows that say nothing any more, before the file is written anew


class PairLog:
    """The PairStore of a workspace folder. Safe from several threads."""

    def __init__(self, workspace: Workspace, lock_wait: float = 0.0) -> None:
        """lock_wait: seconds that `writing` waits for another process."""
        self._workspace = workspace
        self._lock_wait = lock_wait
        self._reading = threading.RLock()
        self._open()

    def pairs(self) -> Mapping[str, QAPair]:
        """Raises WorkspaceError on damage."""
        with self._reading:
            self._advance()
            return MappingProxyType(dict(self._pairs))

    @contextmanager
    def writing(self, what: str) -> Iterator[None]:
        with writer_lock(self._workspace.bake_lock, what, self._lock_wait):
            yield

    def put(self, pairs: Sequence[QAPair], removed: Sequence[str] = ()) -> int:
        with self._reading:
            self._advance()
            rows = [row for row in {pair.id: pair for pair in pairs}.values() if self._pairs.get(row.id) != row]
            gone = [pair_id for pair_id in removed if pair_id in self._pairs]
            if rows or gone:
                batch = [*map(to_json, rows), *({"removed": pair_id} for pair_id in gone)]
                append_batch(self._workspace.pairs, batch, self._number + 1, self._end)
                self._advance()
                self._compact()
            return self._number

    def _open(self) -> None:
        self._log = LogFile(self._workspace.pairs)
        self._pairs: dict[str, QAPair] = {}
        self._number = self._end = self._rows = 0

    def _advance(self) -> None:
        if self._log.replaced():
            self._open()
        for group in self._log.groups(self._end):
            self._number, self._end, self._rows = group.number, group.end, self._rows + len(group.rows)
            for row in group.rows:
                if "removed" in row:
                    self._pairs.pop(row["removed"], None)
                else:
                    self._pairs[row["id"]] = pair_from(row)

    def _compact(self) -> None:
        if self._rows - len(self._pairs) > max(_LEAST_WASTED, len(self._pairs)):
            replace_log(self._workspace.pairs, map(to_json, self._pairs.values()), self._number)


def pair_from(row: Mapping[str, Any]) -> QAPair:
    """Fields that this version knows; a newer one may have written more."""
    lists = {
        "evidence": tuple(Ground(**ground) for ground in row["evidence"]),
        "claims": tuple(Claim(**claim) for claim in row.get("claims", ())),
        "paraphrases": tuple(row.get("paraphrases", ())),
    }
    return QAPair(**({name: value for name, value in row.items() if name in _PAIR} | lists))
