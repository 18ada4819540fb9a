"""Questions with the clause that answers them, as operators keep them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from geungeo import messages
from geungeo.asked_before import Labelled, add, labelled, load, stale
from geungeo.decisions import deed
from geungeo.errors import BadDeed
from geungeo.korean.normalize import nfc
from geungeo.ports import AuditLog, Snapshot
from geungeo.records import Chunk


@dataclass(frozen=True, slots=True)
class NamedRow:
    """stale: the clause is gone, or its text is another now: the row counts for nothing."""

    q: str
    chunk_id: str
    label: str
    who: str
    when: str
    stale: bool


class NamedQuestions:
    def __init__(self, path: Path, newest: Callable[[], Snapshot], audit: AuditLog) -> None:
        self._path = path
        self._newest = newest
        self._audit = audit

    def rows(self) -> list[NamedRow]:
        chunks = self._newest().chunks
        return [_row(each, chunks.get(each.chunk_id)) for each in load(self._path)]

    def add(self, question: str, clause: str, who: str) -> NamedRow:
        """clause: a chunk id, or the clause's label. Raises BadDeed."""
        chunks = self._chunks(question, clause)
        add(self._path, [labelled(nfc(question).strip(), chunk, who) for chunk in chunks])
        self._audit.add(deed(who, "question_named", f"chunk:{chunks[0].chunk_id}", question=question))
        return _row(labelled(question, chunks[0], who), chunks[0])

    def take(self, lines: Iterable[str], who: str) -> int:
        """Rows {"q", "chunk_id" or "label"} as JSON lines, all of them or none; returns how many. Raises BadDeed with
        the line."""
        rows: list[Labelled] = []
        for at, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                question, clause = str(row["q"]), str(row.get("chunk_id") or row["label"])
                rows += [labelled(nfc(question).strip(), chunk, who) for chunk in self._chunks(question, clause)]
            except (ValueError, KeyError, TypeError, AttributeError, BadDeed) as error:
                raise BadDeed(messages.QUESTIONS_LINE.format(line=at, error=error)) from error
        add(self._path, rows)
        self._audit.add(deed(who, "questions_named", "questions", count=len(rows)))
        return len(rows)

    def _chunks(self, question: str, clause: str) -> list[Chunk]:
        if not question.strip():
            raise BadDeed(messages.QUESTION_EMPTY)
        chunks = self._newest().chunks
        if clause in chunks:
            return [chunks[clause]]
        wanted = _solid(clause)
        found = [chunk for chunk in chunks.values() if _solid(chunk.label) == wanted]
        if not found:
            raise BadDeed(messages.QUESTIONS_NO_CLAUSE.format(clause=clause))
        return found


def _row(each: Labelled, chunk: Chunk | None) -> NamedRow:
    return NamedRow(each.q, each.chunk_id, chunk.label if chunk else "", each.who, each.when, stale(each, chunk))


def _solid(label: str) -> str:
    return "".join(nfc(label).split())
