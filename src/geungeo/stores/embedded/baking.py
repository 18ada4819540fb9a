"""data/state/bake/: state.json, replaced as a whole; round.jsonl, the open round's calls, each row on the disk at once."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.errors import WorkspaceError
from geungeo.stores.embedded.log import sync_folder, write_json


class BakeNotes:
    """The notes of baking in a folder. For the one process that holds the lock.

    round.jsonl: {"round": …, "chunks": …}, then {"sent": id, "seconds": …} and {"got": id, …} of each call. A torn last
    line was never acknowledged. `round` is the number of the round that state.json waits for: notes of an earlier
    one, which a kill between save and removal left, are nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._state = folder / "state.json"
        self._round = folder / "round.jsonl"
        self._rows = self._read()

    def load(self) -> dict[str, Any]:
        """Raises WorkspaceError when the file is damaged."""
        if not self._state.exists():
            return {}
        try:
            row: dict[str, Any] = json.loads(self._state.read_text(encoding="utf-8"))
        except ValueError as error:
            raise WorkspaceError(messages.BAKE_STATE_BROKEN.format(file=self._state.name)) from error
        return row

    def save(self, state: Mapping[str, Any]) -> None:
        write_json(self._state, dict(state))
        self._round.unlink(missing_ok=True)
        self._rows = []

    def begun(self) -> Mapping[str, Any] | None:
        rows = self._open()
        return rows[0] if rows else None

    def begin(self, row: Mapping[str, Any]) -> None:
        self._round.unlink(missing_ok=True)
        self._rows = []
        self._add({"round": self._number(), **row})
        sync_folder(self._round.parent)

    def sent(self, chunk_id: str, seconds: float) -> None:
        self._add({"sent": chunk_id, "seconds": seconds})

    def got(self, chunk_id: str, result: Mapping[str, Any]) -> None:
        self._add({"got": chunk_id, **result})

    def calls(self) -> tuple[int, float, dict[str, Mapping[str, Any]]]:
        rows = self._open()
        sent = [row for row in rows if "sent" in row]
        results: dict[str, Mapping[str, Any]] = {
            row["got"]: {k: v for k, v in row.items() if k != "got"} for row in rows if "got" in row
        }
        return len(sent), max((row["seconds"] for row in sent), default=0.0), results

    def _open(self) -> list[dict[str, Any]]:
        return self._rows if self._rows and self._rows[0].get("round") == self._number() else []

    def _number(self) -> int:
        return len(self.load().get("rounds", []))

    def _add(self, row: Mapping[str, Any]) -> None:
        self._round.parent.mkdir(parents=True, exist_ok=True)
        with self._round.open("ab") as file:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._rows.append(dict(row))

    def _read(self) -> list[dict[str, Any]]:
        """What is whole; a torn tail is cut off, so that the next row begins a line."""
        data = self._round.read_bytes() if self._round.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with self._round.open("r+b") as file:
                file.truncate(len(whole))
        return [json.loads(row) for row in whole.split(b"\n") if row]
