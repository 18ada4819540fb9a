"""Which passages bear on this question: lexical and dense candidates, fused in order, each with its relevance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from geungeo.korean.normalize import squeeze
from geungeo.ports import Embedder, Matrix, Snapshot
from geungeo.records import Hit
from geungeo.search.fuse import fuse
from geungeo.search.query import Query, lexical_query
from geungeo.search.relevance import features, relevance
from geungeo.thresholds import DENSE, LEXICAL, QUESTIONS, Thresholds

# Of the ranking by like questions, where no calibration gave it one: people named these clauses.
_NAMED_BY_PEOPLE = 1.0


def retrieve(
    query: Query,
    snapshot: Snapshot,
    embedder: Embedder | None,
    thresholds: Thresholds,
    candidates: int,
    alike: Sequence[str] = (),
    known: Iterable[Hit] = (),
) -> list[Hit]:
    """Up to 2 × `candidates` hits and those of `alike`, best first. Without an embedder the order is BM25's.

    alike: ids of clauses that answered like questions, best first (search.side_index).
    known: hits of the same question in another snapshot of this commit; what they were found to have holds here too.
    """
    lexical = dict(snapshot.lexical(lexical_query(query), candidates))
    vector = embedder.query(squeeze(query.text)) if embedder else None
    rankings = {LEXICAL: list(lexical)}
    if vector is not None and snapshot.dense_ready:
        rankings[DENSE] = [chunk_id for chunk_id, _ in snapshot.nearest(vector, candidates)]
    if alike:
        rankings[QUESTIONS] = list(alike)
    fused = fuse(rankings, {QUESTIONS: _NAMED_BY_PEOPLE} | thresholds.fusion)
    similarity = _similarities(snapshot, vector, list(fused))
    fits = thresholds.usable_fits(embedder.model if embedder else None)
    found = {hit.chunk_id: hit.features for hit in known if hit.chunk_id in fused}
    found |= {i: features(query, snapshot.chunks[i], similarity.get(i)) for i in fused if i not in found}
    return [
        Hit(
            chunk_id=chunk_id,
            lexical=lexical.get(chunk_id),
            similarity=similarity.get(chunk_id),
            fused=fused[chunk_id],
            relevance=relevance(found[chunk_id], fits),
            features=found[chunk_id],
        )
        for chunk_id in named_first(fused, found)
    ]


def named_first(fused: Iterable[str], found: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The fused order, but an article that the question names before all others: its number is no matter of degree.

    A dense ranking knows no numbers, and would put many neighbours before it.
    """
    return sorted(fused, key=lambda chunk_id: -found[chunk_id]["article"])


def _similarities(snapshot: Snapshot, vector: Matrix | None, chunk_ids: list[str]) -> dict[str, float]:
    return {} if vector is None else snapshot.similarities(vector, chunk_ids)
