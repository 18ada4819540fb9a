"""Another order of the first candidates, by a model that reads question and passage together. Scores stay as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geungeo.korean.passage import passage_text
from geungeo.ports import Reranker
from geungeo.records import Chunk, Hit
from geungeo.search.fuse import named_first

# Characters of a passage that are sent: an article that was not split, with its heading, is shorter as a rule. Most
# rerank models read 512 tokens and cut what is longer themselves.
_LONGEST = 2000


def reranked(
    question: str, hits: Sequence[Hit], chunks: Mapping[str, Chunk], reranker: Reranker, most: int
) -> list[Hit]:
    """`hits` with the first `most` in the reranker's order; an article that the question names stays before all others.

    A passage is read with its heading and cut at its end after 2,000 characters: what stands behind that has no say in
    the order. No hit is changed, added or lost, so that relevance and top_score are what they were. Raises
    RerankerUnavailable.
    """
    first = list(hits[:most])
    if len(first) < 2:
        return list(hits)
    order = reranker.order(question, [passage_text(chunks[hit.chunk_id])[:_LONGEST] for hit in first])
    by_id = {hit.chunk_id: hit for hit in [*(first[at] for at in order), *hits[most:]]}
    return [by_id[i] for i in named_first(by_id, {i: hit.features for i, hit in by_id.items()})]
