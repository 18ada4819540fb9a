"""What is wrong, and what to do about it. Each finding is a Check whose detail a person can act on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

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
            ("token_limit", _token_limit),
            ("thresholds", _thresholds),
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
            yield f"{path} 폴더가 없습니다. `geungeo init`을 실행해 주세요."
    yield f"워크스페이스는 {place.root}입니다."


def _write_access(patient: Patient) -> Iterator[str]:
    place = patient.workspace
    for path in (place.root, place.data, place.state, place.index, place.database):
        if path.exists() and not os.access(path, os.W_OK):
            yield f"{path}에 쓸 권한이 없습니다. 권한을 고쳐 주세요."
    yield "쓸 수 있습니다."


def _disk_space(patient: Patient) -> Iterator[str]:
    free = shutil.disk_usage(patient.workspace.root).free
    if free < _LEAST_FREE:
        yield f"디스크에 {free // 1_000_000} MB만 남았습니다. 500 MB 이상 비워 주세요."
    yield f"디스크에 {free // 1_000_000:,} MB가 남아 있습니다."


def _logs(patient: Patient) -> Iterator[str]:
    number = patient.store.committed()
    indexed = int(patient.store.snapshot().commit.rpartition(":")[2])
    if number > indexed:
        yield (
            f"기록은 {number}번째 반영까지 있는데 색인은 {indexed}번째까지입니다. `geungeo ingest`가 이어서 반영합니다."
        )
    yield f"기록은 {number}번째 반영까지 온전합니다."


def _index(patient: Patient) -> Iterator[str]:
    snapshot = patient.store.snapshot()
    for fault in verify(snapshot):
        yield f"{fault} `geungeo rebuild`를 실행해 주세요."
    yield f"색인이 조항 {len(snapshot.chunks):,}개와 맞습니다."


def _clauses(patient: Patient) -> Iterator[str]:
    snapshot = patient.store.snapshot()
    if not snapshot.chunks:
        yield "조항이 하나도 없습니다. 문서 폴더에 문서를 넣고 `geungeo ingest`를 실행해 주세요."
    texts = {doc_id: document.text for doc_id, document in snapshot.documents.items()}
    wrong = [c.label for c in snapshot.chunks.values() if texts.get(c.doc_id, "")[c.start : c.end] != c.text]
    if wrong:
        yield f"조항 {len(wrong)}개({wrong[0]} 등)가 문서의 글과 다릅니다. `geungeo ingest`를 실행해 주세요."
    yield f"문서 {len(texts):,}개의 조항이 모두 문서의 글과 같습니다."


def _token_limit(patient: Patient) -> Iterator[str]:
    embedder = patient.embedder
    if embedder is None:
        yield "임베딩을 쓰지 않습니다."
        return
    if not reads_to_limit(embedder):
        yield (
            f"임베딩 모델 {embedder.model}이 {embedder.max_tokens}토큰까지 읽지 않고 뒤를 버립니다. "
            "geungeo.toml의 embedder.max_tokens를 낮추고 `geungeo rebuild`를 실행해 주세요."
        )
    longer = sum(
        embedder.count_tokens(passage_text(chunk)) > embedder.max_tokens
        for chunk in patient.store.snapshot().chunks.values()
    )
    yield f"모델이 {embedder.max_tokens}토큰을 끝까지 읽습니다. 더 긴 조항 {longer:,}개는 나누어 읽습니다."


def _thresholds(patient: Patient) -> Iterator[str]:
    model = patient.embedder.model if patient.embedder else None
    match thresholds_state(patient.thresholds, model, patient.tokenizer):
        case "missing":
            yield patient.why_no_thresholds or "thresholds.json이 없습니다. `geungeo init`이 기본 기준값을 복사합니다."
        case "other_tokenizer":
            yield "기준값이 다른 형태소 규칙으로 재어졌습니다. `geungeo calibrate`를 실행해 주세요."
        case "uncalibrated":
            yield "관련도 기준값이 재어지지 않아 모든 질문을 담당자에게 넘깁니다. `geungeo calibrate`를 실행해 주세요."
        case "without_vectors":
            yield (
                "기준값이 다른 임베딩 모델로 재어져 낱말만으로 판단합니다. `geungeo calibrate`를 실행하면 벡터도 씁니다."
            )
    yield "기준값이 지금 모델과 형태소 규칙으로 재어져 있습니다."
