"""How much is there, and at which commit."""

from __future__ import annotations

from typing import Any, Protocol

from geungeo.ports import Embedder, Snapshot
from geungeo.thresholds import Thresholds


class CountedSnapshot(Snapshot, Protocol):
    @property
    def with_vector(self) -> int: ...


class Counted(Protocol):
    def snapshot(self) -> CountedSnapshot: ...


class Mailbox(Protocol):
    def open_count(self) -> int: ...


def status(
    store: Counted, embedder: Embedder | None, tokenizer: str, thresholds: Thresholds | None, inbox: Mailbox
) -> dict[str, Any]:
    """Plain JSON values. vectors: chunks that have one, of all chunks; thresholds: one of `thresholds_state`."""
    snapshot = store.snapshot()
    generation, _, number = snapshot.commit.partition(":")
    return {
        "documents": len({document.doc_id for document in snapshot.documents.values()}),
        "versions": len(snapshot.documents),
        "chunks": len(snapshot.chunks),
        "vectors": {"done": snapshot.with_vector, "total": len(snapshot.chunks) if embedder else 0},
        "dense_ready": snapshot.dense_ready,
        "commit": snapshot.commit,
        "generation": generation,
        "number": int(number),
        "model": embedder.model if embedder else "none",
        "dimension": embedder.dimension if embedder else 0,
        "tokenizer": tokenizer,
        "thresholds": thresholds_state(thresholds, embedder.model if embedder else None, tokenizer),
        "inbox_open": inbox.open_count(),
    }


def thresholds_state(thresholds: Thresholds | None, model: str | None, tokenizer: str) -> str:
    """missing | uncalibrated | other_tokenizer | without_vectors (measured with another model) | calibrated."""
    if thresholds is None:
        return "missing"
    if thresholds.tokenizer != tokenizer:
        return "other_tokenizer"
    if thresholds.relevance is None:
        return "uncalibrated"
    return "calibrated" if model == thresholds.embedding_model else "without_vectors"
