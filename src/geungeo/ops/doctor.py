"""What is wrong, and what to do about it. Each finding is a Check whose detail a person can act on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from geungeo import asked_before, messages, vocabulary
from geungeo.access import doubts, load
from geungeo.errors import GeungeoError
from geungeo.korean.passage import passage_text
from geungeo.ops.embed import reads_to_limit
from geungeo.ops.rebuild import IndexedSnapshot, verify
from geungeo.ops.status import thresholds_state
from geungeo.ports import Embedder
from geungeo.records import Check
from geungeo.thresholds import Thresholds
from geungeo.workspace import Workspace

_LEAST_FREE = 500_000_000


class Examined(Protocol):
    def snapshot(self) -> IndexedSnapshot: ...

    def committed(self) -> int:
        """Number of the last commit in the logs, indexed or not. Raises WorkspaceError on damage."""
        ...


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at. thresholds: None when the file is missing or unreadable, `why_no_thresholds` says why."""

    workspace: Workspace
    store: Examined
    embedder: Embedder | None
    tokenizer: str
    thresholds: Thresholds | None
    why_no_thresholds: str = ""
    engine: str = messages.ENGINE_OTHER  # how the embedder computes, in words


def doctor(patient: Patient) -> list[Check]:
    """All findings, sound ones too. Changes nothing."""
    return [
        _guarded(name, examine, patient)
        for name, examine in (
            ("workspace", _layout),
            ("write_access", _write_access),
            ("disk_space", _disk_space),
            ("logs", _logs),
            ("index", _index),
            ("clauses", _clauses),
            ("engine", _engine),
            ("token_limit", _token_limit),
            ("thresholds", _thresholds),
            ("access", _access),
            ("words", _words),
        )
    ]


def _guarded(name: str, examine: Callable[[Patient], Iterator[str]], patient: Patient) -> Check:
    """Faults become one detail; a sound part says what was looked at."""
    try:
        *faults, seen = examine(patient)
    except (GeungeoError, OSError) as error:
        return Check(name, False, str(error))
    return Check(name, not faults, " ".join(faults) or seen)


# Each yields its faults, and last a sentence for the sound case.


def _layout(patient: Patient) -> Iterator[str]:
    place = patient.workspace
    for path in (place.root, place.data):
        if not path.is_dir():
            yield messages.DOCTOR_NO_FOLDER.format(folder=path)
    yield messages.DOCTOR_WORKSPACE.format(folder=place.root)


def _write_access(patient: Patient) -> Iterator[str]:
    place = patient.workspace
    for path in (place.root, place.data, place.state, place.index, place.database):
        if path.exists() and not os.access(path, os.W_OK):
            yield messages.DOCTOR_READ_ONLY.format(path=path)
    yield messages.DOCTOR_WRITABLE


def _disk_space(patient: Patient) -> Iterator[str]:
    free = shutil.disk_usage(patient.workspace.root).free
    if free < _LEAST_FREE:
        yield messages.DOCTOR_DISK_LOW.format(free=free // 1_000_000)
    yield messages.DOCTOR_DISK.format(free=free // 1_000_000)


def _logs(patient: Patient) -> Iterator[str]:
    number = patient.store.committed()
    indexed = int(patient.store.snapshot().commit.rpartition(":")[2])
    if number > indexed:
        yield messages.DOCTOR_INDEX_BEHIND.format(recorded=number, indexed=indexed)
    yield messages.DOCTOR_LOG.format(recorded=number)


def _index(patient: Patient) -> Iterator[str]:
    snapshot = patient.store.snapshot()
    for fault in verify(snapshot):
        yield messages.DOCTOR_INDEX_WRONG.format(fault=fault)
    yield messages.DOCTOR_INDEX.format(chunks=len(snapshot.chunks))


def _clauses(patient: Patient) -> Iterator[str]:
    snapshot = patient.store.snapshot()
    if not snapshot.chunks:
        yield messages.DOCTOR_NO_CLAUSES
    texts = {key: document.text for key, document in snapshot.documents.items()}
    wrong = [c.label for c in snapshot.chunks.values() if texts.get(c.key, "")[c.start : c.end] != c.text]
    if wrong:
        yield messages.DOCTOR_CLAUSES_WRONG.format(count=len(wrong), first=wrong[0])
    yield messages.DOCTOR_CLAUSES.format(documents=len(texts))


def _engine(patient: Patient) -> Iterator[str]:
    """Never a fault: the plain engine is slower, and as right."""
    yield patient.engine


def _token_limit(patient: Patient) -> Iterator[str]:
    embedder = patient.embedder
    if embedder is None:
        yield messages.DOCTOR_NO_EMBEDDER
        return
    if not reads_to_limit(embedder):
        yield messages.MODEL_CUTS.format(model=embedder.model, limit=embedder.max_tokens)
    longer = sum(
        embedder.count_tokens(passage_text(chunk)) > embedder.max_tokens
        for chunk in patient.store.snapshot().chunks.values()
    )
    yield messages.DOCTOR_TOKENS.format(limit=embedder.max_tokens, longer=longer)


def _thresholds(patient: Patient) -> Iterator[str]:
    model = patient.embedder.model if patient.embedder else None
    match thresholds_state(patient.thresholds, model, patient.tokenizer):
        case "missing":
            yield patient.why_no_thresholds or messages.THRESHOLDS_MISSING.format(
                file=patient.workspace.thresholds.name
            )
        case "other_tokenizer":
            yield messages.DOCTOR_OTHER_TOKENIZER
        case "uncalibrated":
            yield messages.DOCTOR_UNCALIBRATED
        case "without_vectors":
            yield messages.DOCTOR_WITHOUT_VECTORS
    yield messages.DOCTOR_CALIBRATED


def _access(patient: Patient) -> Iterator[str]:
    rules = load(patient.workspace)
    yield from doubts(rules, list(patient.store.snapshot().documents.values()))
    yield messages.DOCTOR_ACCESS.format(rules=len(rules.folders) + len(rules.documents) + len(rules.collections))


def _words(patient: Patient) -> Iterator[str]:
    """Raises SettingError, WorkspaceError for files that can't be read."""
    chunks = patient.store.snapshot().chunks
    rows = asked_before.load(patient.workspace.questions)
    stale = [row.q for row in rows if asked_before.stale(row, chunks.get(row.chunk_id))]
    if stale:
        yield messages.DOCTOR_QUESTIONS_STALE.format(count=len(stale), first=stale[0])
    yield messages.DOCTOR_WORDS.format(words=len(vocabulary.load(patient.workspace).said), questions=len(rows))
