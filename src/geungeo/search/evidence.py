"""Which candidates the writer may see, and why each other one may not. Every decision is a ledger row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from geungeo import messages
from geungeo.korean.normalize import squeeze
from geungeo.korean.supplement import said_of_articles
from geungeo.records import Chunk, Evidence, Excerpt, Hit

# Kinds of flags; boilerplate may be all that a document says on a matter.
_NEVER_GROUND = frozenset({"toc", "cover", "form", "header", "index", "garbled", "template", "comparison"})
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
NO_COPIES: Mapping[str, str] = MappingProxyType({})


def nothing_drafted(chunk: Chunk) -> bool:
    """No AI draft may be a ground."""
    return False


def select(
    hits: Sequence[Hit],
    chunks: Mapping[str, Chunk],
    slots: int,
    linked: int = 0,
    copies: Mapping[str, str] = NO_COPIES,
    allowed: Callable[[Chunk], bool] = nothing_drafted,
) -> Selected:
    """Keep the first `slots` candidates that can be grounds; beside them, at most `linked` 부칙 clauses that say to
    which cases a kept article applies. copies: key of a document that is a copy -> the title of the one that speaks for
    it. allowed: of AI drafts, those that may."""
    excerpts: list[Excerpt] = []
    ledger: list[Evidence] = []
    top_score = 0.0
    for hit in hits:
        chunk = chunks[hit.chunk_id]
        why = barred(chunk, allowed) or _copied(chunk, copies)
        if not why and len(excerpts) >= slots:
            why = messages.DROPPED_NO_SLOT.format(slots=slots)
        number = None
        if not why:
            number = len(excerpts) + 1
            excerpts.append(Excerpt(number, chunk))
            top_score = max(top_score, hit.relevance)
        ledger.append(_row(hit, chunk, number, why))
    return _with_addenda(Selected(tuple(excerpts), tuple(ledger), top_score), chunks, linked)


def _with_addenda(selected: Selected, chunks: Mapping[str, Chunk], most: int) -> Selected:
    """They come behind the others and take no slot; each has a ledger row of its own."""
    excerpts, ledger = list(selected.excerpts), {row.chunk_id: row for row in selected.ledger}
    kept = {excerpt.chunk.chunk_id for excerpt in excerpts}
    for excerpt in selected.excerpts:
        for chunk in _transitions(excerpt.chunk, chunks):
            if chunk.chunk_id not in kept and len(excerpts) < len(selected.excerpts) + most:
                kept.add(chunk.chunk_id)
                excerpts.append(Excerpt(len(excerpts) + 1, chunk, of=excerpt.number))
                why = messages.KEPT_LINKED.format(label=excerpt.chunk.label)
                row = ledger.get(chunk.chunk_id) or _row(Hit(chunk.chunk_id), chunk, None, "")
                ledger[chunk.chunk_id] = replace(row, kept=True, why=why, number=len(excerpts))
    return replace(selected, excerpts=tuple(excerpts), ledger=tuple(ledger.values()))


def _transitions(chunk: Chunk, chunks: Mapping[str, Chunk]) -> Iterator[Chunk]:
    """The 부칙 clauses on this article that say more than the day it begins, the newest first."""
    for one in (chunks[chunk_id] for chunk_id in reversed(chunk.addenda) if chunk_id in chunks):
        said = (each for each in said_of_articles(one.text, None) if each.day is None)
        if not barred(one) and any(each.about(chunk.article, chunk.clause) for each in said):
            yield one


def barred(chunk: Chunk, allowed: Callable[[Chunk], bool] = nothing_drafted) -> str:
    """Why this chunk can never be a ground; empty when it can."""
    if chunk.part == "해설":
        return messages.DROPPED_COMMENTARY
    if chunk.origin == "ai-draft" and not allowed(chunk):
        return messages.DROPPED_DRAFT
    kinds = [flag.partition(":")[0] for flag in chunk.flags]
    barring = next((kind for kind in kinds if kind in _NEVER_GROUND), None)
    return messages.DROPPED_FLAG.format(flag=messages.FLAGS[barring]) if barring else ""


def _copied(chunk: Chunk, copies: Mapping[str, str]) -> str:
    return messages.DROPPED_COPY.format(title=copies[chunk.key]) if chunk.key in copies else ""


def _row(hit: Hit, chunk: Chunk, number: int | None, why: str) -> Evidence:
    return Evidence(
        chunk_id=hit.chunk_id,
        label=chunk.label,
        kept=number is not None,
        why=why or (messages.KEPT if chunk.origin == "human" else messages.KEPT_DRAFT),
        number=number,
        lexical=hit.lexical,
        similarity=hit.similarity,
        fused=hit.fused,
        relevance=hit.relevance,
        features=hit.features,
        excerpt=squeeze(chunk.text)[:_SHOWN],
    )
