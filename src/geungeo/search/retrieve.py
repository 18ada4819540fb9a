"""Which passages bear on this question: lexical and dense candidates, fused in order, each with its relevance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geungeo.korean.normalize import squeeze
from geungeo.ports import Embedder, Matrix, Snapshot
from geungeo.records import Hit
from geungeo.search.fuse import fuse, named_first
from geungeo.search.query import Query, lexical_query
from geungeo.search.relevance import features, relevance, spoken
from geungeo.thresholds import Thresholds

# Candidates by words that tell how far the question speaks as the documents do.
FIRST = 3


def retrieve(
    query: Query,
    snapshot: Snapshot,
    embedder: Embedder | None,
    thresholds: Thresholds,
    candidates: int,
    alike: Sequence[str] = (),
    known: Iterable[Hit] = (),
) -> list[Hit]:
    """Up to 2 × `candidates` hits and those of `alike`, best first. Without an embedder words and relevance decide.

    alike: ids of clauses that answered like questions, best first (search.side_index).
    known: hits of the same question in another snapshot of this commit; what they were found to have holds here too.
    """
    lexical = dict(snapshot.lexical(lexical_query(query), candidates))
    vector = embedder.query(squeeze(query.text)) if embedder else None
    joined = vector is not None and snapshot.dense_ready  # with some vectors missing, meaning has no say in the order
    nearest = snapshot.nearest(vector, candidates) if vector is not None and joined else []
    ids = list(dict.fromkeys([*lexical, *(chunk_id for chunk_id, _ in nearest), *alike]))
    similarity = _similarities(snapshot, vector, ids)
    model = embedder.model if embedder else None
    fits = thresholds.usable_fits(model)
    wanted = set(ids)
    found = {hit.chunk_id: hit.features for hit in known if hit.chunk_id in wanted}
    found |= {i: features(query, snapshot.chunks[i], similarity.get(i)) for i in ids if i not in found}
    bearing = {i: relevance(found[i], fits) for i in ids}
    share = spoken(query, (found[i] for i in list(lexical)[:FIRST]))
    fused = fuse(lexical, similarity if joined else {}, bearing, thresholds.usable_weights(model), share, alike)
    return [
        Hit(
            chunk_id=chunk_id,
            lexical=lexical.get(chunk_id),
            similarity=similarity.get(chunk_id),
            fused=fused[chunk_id],
            relevance=bearing[chunk_id],
            features=found[chunk_id],
        )
        for chunk_id in named_first(fused, found)
    ]


def _similarities(snapshot: Snapshot, vector: Matrix | None, chunk_ids: list[str]) -> dict[str, float]:
    return {} if vector is None else snapshot.similarities(vector, chunk_ids)
