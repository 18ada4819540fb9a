"""Rankings side by side on every set of labelled questions, each with the CPU milliseconds that a question takes.

bm25_whitespace: words as they stand between spaces. bm25_morphemes: by the index's tokenizer, body and title. bigrams:
with letter pairs. dense: the embedded e5-small alone. rrf: the sum of inverse ranks of both, even. fusion: search.fuse
with the shipped weights, but relevance counting 0, on the bare question; expansion: the same with the words that stand
in for the question's own; relevance: the order as shipped, in which the cheap features (answer kind, sentence, article,
subject) count too. A rerank endpoint is no row: no model of that kind is at hand here.

    python bench/retrieval.py [--sets a,b] [--no-vectors] [--acts WORKSPACE] [--limit N] [--seed N] [--out F] [--work D]

--acts: a workspace that holds all acts, read with the mecab tokenizer; lexical rows only, on the court questions.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from common import arguments, sampled, shared, write
from geungeo import thresholds, wiring
from geungeo.korean.everyday import Dictionary
from geungeo.korean.normalize import squeeze
from geungeo.korean.passage import passage_text
from geungeo.korean.tokenizers import NAMED
from geungeo.ports import Embedder, LexicalQuery, Snapshot
from geungeo.search.fuse import fuse, named_first
from geungeo.search.named import named_in
from geungeo.search.query import Query, lexical_query, understand
from geungeo.search.relevance import features, relevance, spoken
from geungeo.search.retrieve import FIRST
from rank_sets import SETS, Question, court_questions

CANDIDATES, RRF_K = 50, 60
WHITESPACE_MOST = 50_000  # chunks: its table lies in memory
BARE = Dictionary({})


@dataclass
class Spent:
    """CPU milliseconds by row, and the metrics of each question."""

    ms: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    gains: dict[str, list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))

    def figures(self) -> dict[str, Any]:
        return {
            row: {name: round(sum(g[name] for g in some) / len(some), 4) for name in some[0]}
            | {"cpu_ms": round(self.ms[row] / len(some), 1)}
            for row, some in self.gains.items()
        }


class Whitespace:
    """Plain BM25 (k1 1.2, b 0.75) over words between spaces."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._of: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._length: dict[str, int] = {}
        for chunk_id, text in texts:
            words = text.split()
            self._length[chunk_id] = len(words)
            for word, count in Counter(words).items():
                self._of[word].append((chunk_id, count))
        self._mean = sum(self._length.values()) / max(1, len(self._length))

    def order(self, question: str) -> list[str]:
        scores: dict[str, float] = defaultdict(float)
        for word in dict.fromkeys(question.split()):
            found = self._of.get(word, [])
            rarity = math.log(1 + (len(self._length) - len(found) + 0.5) / (len(found) + 0.5))
            for chunk_id, count in found:
                flat = 1.2 * (0.25 + 0.75 * self._length[chunk_id] / self._mean)
                scores[chunk_id] += rarity * count * 2.2 / (count + flat)
        return sorted(scores, key=lambda i: (-scores[i], i))[:CANDIDATES]


def main() -> None:
    parser = arguments(__doc__, "retrieval")
    parser.set_defaults(limit=200)
    parser.add_argument("--sets", default="everyday,examples,jetrag,korquad,court")
    parser.add_argument("--no-vectors", action="store_true", help="lexical rows only")
    parser.add_argument("--acts", type=Path, help="workspace of all acts, by mecab")
    options = parser.parse_args()
    data, figures = shared(), {}
    stated = {"embedder.kind": "none"} if options.no_vectors else {}
    work = options.work / "no-vectors" if options.no_vectors else options.work
    for name in filter(None, options.sets.split(",")):
        some = SETS[name](data, work, **stated)
        cut_offs = thresholds.parse(thresholds.shipped(some.base.tokenizer), some.base.tokenizer)
        chosen = sampled(some.questions, options.limit, options.seed)
        spent = measured(chosen, some.snapshot, some.base.tokenizer, some.base.embedder, cut_offs)
        figures[name] = _with_counts(spent, chosen, some.snapshot)
    if options.acts:
        base = wiring.open_workspace(options.acts, {"embedder.kind": "none", "lexical.tokenizer": "mecab"})
        snapshot = base.store.snapshot()
        cut_offs = thresholds.parse(thresholds.shipped(base.tokenizer), base.tokenizer)
        chosen = sampled(list(court_questions(data, snapshot)), options.limit, options.seed)
        figures["court_all_acts"] = _with_counts(
            measured(chosen, snapshot, base.tokenizer, None, cut_offs), chosen, snapshot
        )
    options.acts = bool(options.acts)
    shipped = {kind: thresholds.shipped(name)["entries"]["fusion"]["value"] for kind, name in NAMED.items()}
    write(options, {"weights": shipped, "figures": figures})


def _with_counts(spent: Spent, chosen: Sequence[Question], snapshot: Snapshot) -> dict[str, Any]:
    return {
        "n": len(chosen),
        "documents": len(snapshot.documents),
        "chunks": len(snapshot.chunks),
        "rows": spent.figures(),
    }


def measured(
    chosen: Sequence[Question],
    snapshot: Snapshot,
    tokenizer: str,
    embedder: Embedder | None,
    cut_offs: thresholds.Thresholds,
) -> Spent:
    spent = Spent()
    small = len(snapshot.chunks) <= WHITESPACE_MOST
    plain = Whitespace((i, passage_text(chunk)) for i, chunk in snapshot.chunks.items()) if small else None
    understand("첫 물음이 분석기를 부릅니다.", tokenizer)
    for asked in chosen:
        ranked = rankings(asked.text, plain, snapshot, tokenizer, embedder, cut_offs)
        for row, order, seconds in ranked:
            spent.ms[row] += seconds * 1000
            spent.gains[row].append(asked.gains([snapshot.chunks[i] for i in order]))
    return spent


def rankings(
    question: str,
    plain: Whitespace | None,
    snapshot: Snapshot,
    tokenizer: str,
    embedder: Embedder | None,
    cut_offs: thresholds.Thresholds,
) -> Iterator[tuple[str, list[str], float]]:
    """(row, order, CPU seconds of all that this row needs)."""
    if plain:
        table = plain
        order, seconds = clocked(lambda: table.order(question))
        yield "bm25_whitespace", order, seconds
    bare, understood = clocked(lambda: understand(question, tokenizer, BARE))
    found, words = clocked(lambda: snapshot.lexical(without_pairs(bare), CANDIDATES))
    yield "bm25_morphemes", [i for i, _ in found], understood + words
    lexical, pairs = clocked(lambda: dict(snapshot.lexical(lexical_query(bare), CANDIDATES)))
    yield "bigrams", list(lexical), understood + pairs
    nearest: list[str] = []
    vector, meaning = None, 0.0
    if embedder:
        model = embedder
        vector, meaning = clocked(lambda: model.query(squeeze(question)))
        near, looked = clocked(lambda: snapshot.nearest(vector, CANDIDATES))
        nearest, meaning = [i for i, _ in near], meaning + looked
        yield "dense", nearest, meaning
        yield "rrf", inverse_ranks([list(lexical), nearest]), understood + pairs + meaning
    model_name = embedder.model if embedder else None
    weights, fits = cut_offs.usable_weights(model_name), cut_offs.usable_fits(model_name)
    every = Seen(snapshot, vector, nearest)
    seen, joined = clocked(lambda: every.by(bare, lexical))
    yield "fusion", seen.order(weights), understood + pairs + meaning + joined
    query, understood = clocked(lambda: understand(question, tokenizer, None, snapshot, named_in(snapshot)))
    wider, words = clocked(lambda: dict(snapshot.lexical(lexical_query(query), CANDIDATES)))
    seen, joined = clocked(lambda: every.by(query, wider))
    yield "expansion", seen.order(weights), understood + words + meaning + joined
    yield "relevance", seen.order(weights, fits), understood + words + meaning + joined


@dataclass
class Looked:
    """One query's candidates with all that search.fuse asks for."""

    lexical: dict[str, float]
    similarity: dict[str, float]
    found: dict[str, dict[str, float]]
    share: float

    def order(self, weights: dict[str, float], fits: dict[str, thresholds.Fit] | None = None) -> list[str]:
        bearing = {i: relevance(one, fits) for i, one in self.found.items()} if fits else {}
        return named_first(fuse(self.lexical, self.similarity, bearing, weights, self.share), self.found)


@dataclass
class Seen:
    snapshot: Snapshot
    vector: Any
    nearest: list[str]

    def by(self, query: Query, lexical: dict[str, float]) -> Looked:
        ids = list(dict.fromkeys([*lexical, *self.nearest]))
        similarity = {} if self.vector is None else self.snapshot.similarities(self.vector, ids)
        found = {i: features(query, self.snapshot.chunks[i], similarity.get(i)) for i in ids}
        return Looked(lexical, similarity, found, spoken(query, (found[i] for i in list(lexical)[:FIRST])))


def without_pairs(query: Query) -> LexicalQuery:
    return LexicalQuery(tuple(clause for clause in lexical_query(query).clauses if clause[0] != "bigram"))


def inverse_ranks(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Cormack, Clarke, Büttcher (2009): the sum of 1 / (60 + rank)."""
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, item in enumerate(ranking, start=1):
            scores[item] += 1 / (RRF_K + rank)
    return sorted(scores, key=lambda i: (-scores[i], i))


def clocked(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    return work(), time.process_time() - start


if __name__ == "__main__":
    main()
