"""Which candidates the writer may see, and why each other one may not. Every decision is a ledger row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geungeo import messages
from geungeo.korean.normalize import squeeze
from geungeo.records import Chunk, Evidence, Excerpt, Hit

_NEVER_GROUND = ("toc", "cover", "form", "garbled", "template", "comparison")
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Selected:
    """`excerpts` numbered from 1 in order; `ledger` holds every candidate in the order of the fused score.

    top_score: highest relevance in [0, 1] among the excerpts; 0 without any. Below the threshold nothing is written.
    """

    excerpts: tuple[Excerpt, ...]
    ledger: tuple[Evidence, ...]
    top_score: float


NOTHING = Selected((), (), 0.0)


def select(hits: Sequence[Hit], chunks: Mapping[str, Chunk], slots: int) -> Selected:
    """Keep the first `slots` candidates that can be grounds."""
    excerpts: list[Excerpt] = []
    ledger: list[Evidence] = []
    top_score = 0.0
    for hit in hits:
        chunk = chunks[hit.chunk_id]
        why = barred(chunk) or (messages.DROPPED_NO_SLOT.format(slots=slots) if len(excerpts) >= slots else "")
        number = None
        if not why:
            number = len(excerpts) + 1
            excerpts.append(Excerpt(number, chunk))
            top_score = max(top_score, hit.relevance)
        ledger.append(_row(hit, chunk, number, why))
    return Selected(tuple(excerpts), tuple(ledger), top_score)


def barred(chunk: Chunk) -> str:
    """Why this chunk can never be a ground; empty when it can."""
    if chunk.part == "해설":
        return messages.DROPPED_COMMENTARY
    if chunk.origin == "ai-draft":
        return messages.DROPPED_DRAFT
    barring = [flag for flag in chunk.flags if flag in _NEVER_GROUND]
    return messages.DROPPED_FLAG.format(flag=messages.FLAGS[barring[0]]) if barring else ""


def _row(hit: Hit, chunk: Chunk, number: int | None, why: str) -> Evidence:
    return Evidence(
        chunk_id=hit.chunk_id,
        label=chunk.label,
        kept=number is not None,
        why=why or messages.KEPT,
        number=number,
        lexical=hit.lexical,
        similarity=hit.similarity,
        fused=hit.fused,
        relevance=hit.relevance,
        features=hit.features,
        excerpt=squeeze(chunk.text)[:_SHOWN],
    )
