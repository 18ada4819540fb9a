"""BM25 over pre-made terms. The only file that imports tantivy.

tantivy finds candidates; their score is computed here from the live documents that a view shows. Its own statistics
count hidden documents, and deleted ones until segments merge: scores would tell what is hidden, and how the corpus
was edited.
"""

from __future__ import annotations

import heapq
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import tantivy
from numpy.typing import NDArray

from geungeo import messages
from geungeo.errors import GeungeoError, IndexMismatch, WorkspaceError
from geungeo.korean.passage import article_term, heading, passage_text
from geungeo.korean.tokenizers import TOKENIZER, terms_by
from geungeo.korean.tokens import bigrams
from geungeo.ports import LexicalQuery
from geungeo.records import Chunk
from geungeo.stores.embedded.owners import Owners, counted, owner

FIELDS = ("body", "title", "bigram", "article")
K1 = 1.2
# How much a field's length counts: an article number is one term or none, and neither is long.
B = {"body": 0.75, "title": 0.75, "bigram": 0.75, "article": 0.0}
_MARKER = "#commit"
_HEAP = 32_000_000
_MOST = 5000
# tantivy's own share of length, and how far its 32-bit sums may stray.
_THEIR_B = 0.75
_SLACK = 1e-4
# Counting the hidden pays while they are at most this share of what is seen, 1 in so many.
_LITTLE = 4
# Terms whose documents a view remembers.
_TERMS_KEPT = 4096

# No space on the device, none left of a quota, or of the largest size of a file.
_NO_ROOM = re.compile(r"os error (28|122|27)\b")

# field -> term -> boost times rarity
_Weights: TypeAlias = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk as it is indexed: each field's terms, joined by one space. document: its version's key."""

    chunk_id: str
    document: str
    fields: dict[str, str]


def analyse(chunks: Iterable[Chunk], tokenizer: str = TOKENIZER, block: int = 200) -> Iterator[Entry]:
    """Terms of each chunk; `block` chunks are in memory at a time."""
    terms_many = terms_by(tokenizer)
    left = iter(chunks)
    while some := list(islice(left, block)):
        bodies = terms_many(chunk.text for chunk in some)
        titles = terms_many(f"{heading(chunk)} {chunk.article_title or ''}" for chunk in some)
        for chunk, body, title in zip(some, list(bodies), list(titles), strict=True):
            fields = {"body": body, "title": title, "bigram": bigrams(passage_text(chunk))}
            yield Entry(
                chunk.chunk_id,
                chunk.key,
                {f: _joined(t) for f, t in fields.items()} | {"article": article_term(chunk)},
            )


def indexed_alike(one: Chunk, other: Chunk) -> bool:
    """True when `analyse` gives the same entry for both."""
    return (
        one.key == other.key
        and passage_text(one) == passage_text(other)
        and article_term(one) == article_term(other)
        and one.article_title == other.article_title
    )


class LexicalIndex:
    """One index folder; made when absent. `number` of a view is the last commit that it holds."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self._index = tantivy.Index(_schema(), path=str(folder))
            self._index.config_reader("manual")
        except (ValueError, OSError) as error:
            raise _broken(error) from error

    def view(self) -> LexicalView:
        """What is committed now; the view never changes."""
        try:
            self._index.reload()
        except (ValueError, OSError) as error:
            raise _broken(error) from error
        return LexicalView(self._index.searcher(), self._index.schema)

    def commit(self, number: int, gone: Iterable[str], entries: Iterable[Entry]) -> None:
        """Take `gone` and the entries' old forms out, put the entries in, and become commit `number`, at once."""
        try:
            writer = self._index.writer(heap_size=_HEAP, num_threads=1)
            try:
                # A killed writer's half-written files keep names that this one may need.
                writer.garbage_collect_files()
                for chunk_id in gone:
                    writer.delete_documents_by_term("chunk_id", chunk_id)
                for entry in entries:
                    writer.delete_documents_by_term("chunk_id", entry.chunk_id)
                    writer.add_document(_document(entry))
                writer.delete_documents_by_term("chunk_id", _MARKER)
                writer.add_document(tantivy.Document(chunk_id=_MARKER, number=str(number)))
                writer.commit()
            finally:
                # Also gives back tantivy's own lock.
                writer.wait_merging_threads()
        except (ValueError, OSError) as error:
            raise WorkspaceError(messages.INDEX_NOT_WRITTEN.format(error=error)) from error


class LexicalView:
    """One point in time of a LexicalIndex; with `keys`, as if it held these documents only."""

    def __init__(
        self,
        searcher: tantivy.Searcher,
        schema: tantivy.Schema,
        whole: LexicalView | None = None,
        keys: frozenset[str] = frozenset(),
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        """whole: the view of which this one shows `keys` only. hidden: the other documents."""
        self._searcher = searcher
        self._schema = schema
        self._whole = whole
        self._keys = keys
        self._hidden = hidden
        # Where little is hidden, the whole is counted and the hidden taken off it.
        self._little = whole is not None and _LITTLE * len(hidden) <= len(keys)
        self._counts: dict[tuple[str, str], int] = {}
        self._holding: dict[tuple[str, str], NDArray[np.int64]] = {}
        self._their_means: dict[str, float] = {}

    def within(self, keys: frozenset[str], hidden: frozenset[str]) -> LexicalView:
        """This view's commit, these documents; hidden: all others."""
        return LexicalView(self._searcher, self._schema, self._whole or self, keys, hidden)

    @cached_property
    def number(self) -> int:
        """The commit this view stands at; 0 before the first."""
        found = self._searcher.search(self._marker, limit=1, count=False).hits
        return int(_stored(self._searcher.doc(found[0][1]), "number")) if found else 0

    def search(self, query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids with BM25 (> 0), best first, ties by chunk id (the first thousands of them)."""
        boosts: dict[tuple[str, str], float] = defaultdict(float)
        for field, raw, boost in query.clauses:
            if boost > 0 and (term := _solid(raw)):
                boosts[field, term] += boost
        self._count_hidden(boosts)
        weights: dict[str, dict[str, float]] = defaultdict(dict)
        for (field, term), boost in boosts.items():
            if holding := self._count_with(field, term):
                weights[field][term] = boost * _rarity(self._count, holding)
        if not weights or limit <= 0:
            return []
        best = sorted((-score, chunk_id) for chunk_id, score in self._scored(weights, limit))
        return [(chunk_id, -negative) for negative, chunk_id in best[:limit]]

    def holds(self, term: str) -> bool:
        """Whether a chunk has the term in its body or title. Cheap where none has, hidden ones neither."""
        found = (field for field in ("body", "title") if self._searcher.doc_freq(field, term))
        return any(self._count_with(field, term) for field in found)

    def of_article(self, key: str, term: str) -> list[str]:
        """Chunk ids of one document with this article term, in no order; hidden documents' too."""
        both = [(tantivy.Occur.Must, self._term("document", key)), (tantivy.Occur.Must, self._term("article", term))]
        places = self._places(tantivy.Query.boolean_query(both), _MOST)
        return [_stored(self._searcher.doc(at), "chunk_id") for at in places]

    def ids(self) -> set[str]:
        """Every chunk id in the index."""
        found = self._searcher.search(self._seen, limit=max(1, self._searcher.num_docs), count=False)
        return {_stored(self._searcher.doc(at), "chunk_id") for _, at in found.hits} - {_MARKER}

    # --- scores -------------------------------------------------------------------------------------------------

    def _scored(self, weights: _Weights, limit: int) -> Iterator[tuple[str, float]]:
        """Chunk ids with their score, the best `limit` among them.

        tantivy counts hidden and deleted chunks too, and rounds lengths: its score serves as a bound only. Its hits
        come by falling bound, so that no later one matters once the bound is below the last wanted score.
        """
        enough: list[float] = []  # a heap of the best `limit` scores so far
        for bound, document in self._candidates(weights, limit):
            if len(enough) == limit and bound < enough[0]:
                return
            score = self._score(document, weights)
            heapq.heappush(enough, score) if len(enough) < limit else heapq.heappushpop(enough, score)
            yield _stored(document, "chunk_id"), score

    def _candidates(self, weights: _Weights, limit: int) -> Iterator[tuple[float, tantivy.Document]]:
        """(a score that the chunk can't exceed, chunk), falling; at most about _MOST."""
        query = self._bounding(weights)
        wanted, told = limit + limit // 2 + 20, 0
        while True:
            hits = self._searcher.search(query, limit=wanted, count=False).hits
            for bound, at in hits[told:]:
                yield bound * (1 + _SLACK), self._searcher.doc(at)
            if len(hits) < wanted or wanted > _MOST:
                return
            told, wanted = len(hits), wanted * 4

    def _bounding(self, weights: _Weights) -> tantivy.Query:
        """A query by whose score in tantivy no chunk is worth less than by `_score`."""
        clauses = []
        for field, of_term in weights.items():
            excess = self._excess(field, next(iter(of_term)))
            for term, weight in of_term.items():
                boost = weight * excess / self._their_rarity(field, term)
                clauses.append(tantivy.Query.boost_query(self._term(field, term), boost))
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, clause) for clause in clauses])
        if self._whole is None:
            return query
        if self._little:
            return tantivy.Query.boolean_query(
                [(tantivy.Occur.Must, query), (tantivy.Occur.MustNot, self._hidden_query)]
            )
        seen = tantivy.Query.const_score_query(self._seen, 0.0)
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, seen)])

    def _score(self, document: tantivy.Document, weights: _Weights) -> float:
        score = 0.0
        for field, of_term in weights.items():
            tokens = _stored(document, field).split(" ")
            flat = _flat(len(tokens), self._mean_lengths[field], B[field])
            for term, found in sorted(Counter(filter(of_term.__contains__, tokens)).items()):
                score += of_term[term] * found * (K1 + 1) / (found + flat)
        return score

    # --- what this view counts ----------------------------------------------------------------------------------

    def _count_with(self, field: str, term: str) -> int:
        """Chunks that hold the term."""
        if self._whole is None or self._little:
            return self._kept_count(field, term)
        return int(self._mask[self._whole._owners_of(field, term)].sum())

    def _kept_count(self, field: str, term: str) -> int:
        if (field, term) not in self._counts:
            if len(self._counts) >= _TERMS_KEPT:
                self._counts.clear()
            query = self._term(field, term)
            if self._whole is None:
                self._counts[field, term] = self._found(query)
            else:
                both = [(tantivy.Occur.Must, query), (tantivy.Occur.Must, self._hidden_query)]
                hidden = self._found(tantivy.Query.boolean_query(both))
                self._counts[field, term] = self._whole._kept_count(field, term) - hidden
        return self._counts[field, term]

    def _count_hidden(self, terms: Iterable[tuple[str, str]]) -> None:
        """Counts of these terms, the hidden taken off, in one pass over what is hidden: a term at a time costs five times
        as much."""
        if self._whole is None or not self._little:
            return
        new = [(field, term) for field, term in terms if (field, term) not in self._counts]
        if len(self._counts) + len(new) > _TERMS_KEPT:
            self._counts.clear()
        held = [(field, term) for field, term in new if self._searcher.doc_freq(field, term)]
        filters = {str(number): {"filter": _quoted(*each)} for number, each in enumerate(held)}
        hidden = self._searcher.aggregate(self._hidden_query, filters) if filters else {}
        for number, each in enumerate(held):
            self._counts[each] = self._whole._kept_count(*each) - int(hidden[str(number)]["doc_count"])

    def _found(self, query: tantivy.Query) -> int:
        return int(self._searcher.search(query, limit=1, count=True).count)  # type: ignore[attr-defined]

    @cached_property
    def _hidden_query(self) -> tantivy.Query:
        return tantivy.Query.term_set_query(self._schema, "document", sorted(self._hidden))

    @cached_property
    def _count(self) -> int:
        if self._whole is not None and self._little:
            return self._whole._count - self._found(self._hidden_query)
        if self._whole is not None:
            return int(self._whole._owners.chunks[self._mask].sum())
        return int(self._searcher.num_docs) - (1 if self.number else 0)

    @cached_property
    def _mean_lengths(self) -> dict[str, float]:
        if self._whole is not None and self._little:
            every = tantivy.Query.all_query()
            sums = {f: self._length(f, "sum", every) - self._length(f, "sum", self._hidden_query) for f in FIELDS}
        elif self._whole is not None:
            sums = {field: float(values[self._mask].sum()) for field, values in self._whole._owners.lengths.items()}
        else:
            sums = {field: self._length(field, "sum", tantivy.Query.all_query()) for field in FIELDS}
        return {field: total / max(1, self._count) for field, total in sums.items()}

    @cached_property
    def _mask(self) -> NDArray[np.bool_]:
        assert self._whole is not None
        return self._whole._owners.mask(self._keys)

    @cached_property
    def _seen(self) -> tantivy.Query:
        """What belongs to this view's documents."""
        if self._whole is None:
            return tantivy.Query.all_query()
        return tantivy.Query.term_set_query(self._schema, "document", sorted(self._keys))

    @cached_property
    def _owners(self) -> Owners:
        """Of the whole: what each document owns."""
        chunks = tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, tantivy.Query.all_query()), (tantivy.Occur.MustNot, self._marker)]
        )
        found = self._places(chunks, self._searcher.num_docs)
        lengths = {field: self._numbers(f"{field}_length", found) for field in FIELDS}
        return counted(self._numbers("owner", found), lengths)

    def _owners_of(self, field: str, term: str) -> NDArray[np.int64]:
        """Of the whole: where in `_owners` each chunk's document stands that holds the term."""
        if (field, term) not in self._holding:
            found = self._places(self._term(field, term), self._searcher.doc_freq(field, term))
            if len(self._holding) >= _TERMS_KEPT:
                self._holding.clear()
            self._holding[field, term] = self._owners.places(self._numbers("owner", found))
        return self._holding[field, term]

    def _numbers(self, field: str, places: list[tantivy.DocAddress]) -> list[int]:
        return [int(value or 0) for value in self._searcher.fast_field_values(field, places)]

    def _places(self, query: tantivy.Query, most: int) -> list[tantivy.DocAddress]:
        unscored = tantivy.Query.const_score_query(query, 1.0)
        return [at for _, at in self._searcher.search(unscored, limit=max(1, most), count=False).hits]

    # --- what tantivy counts: hidden and deleted chunks too, until its segments merge -----------------------------

    def _excess(self, field: str, term: str) -> float:
        """The most by which tantivy's lengths make it score a term of this field lower than `_score` does."""
        whole = self._whole or self
        longest = whole._longest[field]
        theirs = _flat(longest, whole._their_mean(field, term), _THEIR_B)
        return max(1.0, (1 + theirs) / (1 + _flat(longest, self._mean_lengths[field], B[field])))

    def _their_rarity(self, field: str, term: str) -> float:
        """As tantivy reckons, in 32 bits: of a term that nearly every chunk holds, little is left there."""
        count, holding = (self._whole or self)._their_count, self._searcher.doc_freq(field, term)
        share = np.float32(count - holding + 0.5) / np.float32(holding + 0.5)
        return max(math.log(np.float32(1) + share), 1e-9)

    @cached_property
    def _their_count(self) -> int:
        return int(self._explained("chunk_id", _MARKER, "N, ")) if self.number else int(self._searcher.num_docs)

    def _their_mean(self, field: str, term: str) -> float:
        """Of the whole; `term` is any that a chunk holds."""
        if field not in self._their_means:
            self._their_means[field] = self._explained(field, term, "avgdl, ")
        return self._their_means[field]

    def _explained(self, field: str, term: str, name: str) -> float:
        """A number that tantivy used in scoring `term`; it tells these nowhere else."""
        query = self._term(field, term)
        at = self._searcher.search(query, limit=1, count=False).hits[0][1]
        return next(_details(json.loads(query.explain(self._searcher, at).to_json()), name))

    @cached_property
    def _longest(self) -> dict[str, float]:
        return {field: self._length(field, "max", tantivy.Query.all_query()) for field in FIELDS}

    def _length(self, field: str, kind: str, query: tantivy.Query) -> float:
        """kind: sum or max over the chunks that `query` finds."""
        found = self._searcher.aggregate(query, {kind: {kind: {"field": f"{field}_length"}}})
        return float(found[kind]["value"] or 0.0)

    @cached_property
    def _marker(self) -> tantivy.Query:
        return self._term("chunk_id", _MARKER)

    def _term(self, field: str, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, term, index_option=_OPTIONS[field])


def _quoted(field: str, term: str) -> str:
    """One term in tantivy's query language."""
    escaped = term.replace("\\", r"\\").replace('"', r"\"")
    return f'{field}:"{escaped}"'


def _rarity(count: int, holding: int) -> float:
    return math.log(1 + (count - holding + 0.5) / (holding + 0.5))


def _flat(length: float, mean: float, b: float) -> float:
    """What BM25 adds to a term's frequency, so that it counts less the longer the field is."""
    return K1 * (1 - b + b * length / max(mean, 1e-9))


def _details(explained: Mapping[str, Any], name: str) -> Iterator[float]:
    """Numbers whose description begins with `name`, anywhere in tantivy's explanation."""
    if explained["description"].startswith(name):
        yield float(explained["value"])
    for inner in explained.get("details", ()):
        yield from _details(inner, name)


_OPTIONS = {
    "chunk_id": "basic",
    "document": "basic",
    "article": "basic",
    "body": "freq",
    "title": "freq",
    "bigram": "freq",
}


def _broken(error: Exception) -> GeungeoError:
    """tantivy tells a full disk only by its words."""
    if _NO_ROOM.search(str(error)):
        return WorkspaceError(messages.INDEX_NOT_WRITTEN.format(error=error))
    return IndexMismatch(messages.INDEX_BROKEN.format(error=error))


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for field, option in _OPTIONS.items():
        tokenizer = "whitespace" if option == "freq" else "raw"
        builder.add_text_field(field, stored=field != "document", tokenizer_name=tokenizer, index_option=option)
    for field in FIELDS:
        builder.add_unsigned_field(f"{field}_length", fast=True)
    builder.add_unsigned_field("owner", fast=True)
    builder.add_text_field("number", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


def _stored(document: tantivy.Document, field: str) -> str:
    return document.get_first(field) or ""


def _document(entry: Entry) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("chunk_id", entry.chunk_id)
    document.add_text("document", entry.document)
    document.add_unsigned("owner", owner(entry.document))
    for field, text in entry.fields.items():
        if text:
            document.add_text(field, text)
        document.add_unsigned(f"{field}_length", len(text.split(" ")) if text else 0)
    return document


def _joined(terms: Iterable[str]) -> str:
    return " ".join(solid for term in terms if (solid := _solid(term)))


def _solid(term: str) -> str:
    """A term without white space: what the index's own white-space rule sees as one term."""
    return "".join(term.split())
