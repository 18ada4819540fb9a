"""BM25 over pre-made terms. The only file that imports tantivy.

tantivy finds candidates; their score is computed here from the live documents alone. Its own statistics still
count deleted documents until segments merge, and then the same corpus would score by how it was edited.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

import tantivy

from geungeo import messages
from geungeo.errors import IndexMismatch, WorkspaceError
from geungeo.korean.passage import article_term, heading, passage_text
from geungeo.korean.tokens import bigrams, terms_many
from geungeo.ports import LexicalQuery
from geungeo.records import Chunk

FIELDS = ("body", "title", "bigram", "article")
K1 = 1.2
# How much a field's length counts: an article number is one term or none, and neither is long.
B = {"body": 0.75, "title": 0.75, "bigram": 0.75, "article": 0.0}
_MARKER = "#commit"
_HEAP = 32_000_000
_MOST = 5000


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk as it is indexed: each field's terms, joined by one space."""

    chunk_id: str
    doc_id: str
    fields: dict[str, str]


def analyse(chunks: Iterable[Chunk], block: int = 200) -> Iterator[Entry]:
    """Terms of each chunk; `block` chunks are in memory at a time."""
    left = iter(chunks)
    while some := list(islice(left, block)):
        bodies = terms_many(chunk.text for chunk in some)
        titles = terms_many(f"{heading(chunk)} {chunk.article_title or ''}" for chunk in some)
        for chunk, body, title in zip(some, list(bodies), list(titles), strict=True):
            fields = {"body": body, "title": title, "bigram": bigrams(passage_text(chunk))}
            yield Entry(
                chunk.chunk_id,
                chunk.doc_id,
                {f: _joined(t) for f, t in fields.items()} | {"article": article_term(chunk)},
            )


def indexed_alike(one: Chunk, other: Chunk) -> bool:
    """True when `analyse` gives the same entry for both."""
    return (
        passage_text(one) == passage_text(other)
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
    """One point in time of a LexicalIndex; with `doc_ids`, as if it held these documents only."""

    def __init__(
        self, searcher: tantivy.Searcher, schema: tantivy.Schema, doc_ids: frozenset[str] | None = None
    ) -> None:
        self._searcher = searcher
        self._schema = schema
        self._doc_ids = doc_ids

    def within(self, doc_ids: frozenset[str]) -> LexicalView:
        """This view's commit, these documents."""
        return LexicalView(self._searcher, self._schema, doc_ids)

    @cached_property
    def number(self) -> int:
        """The commit this view stands at; 0 before the first."""
        found = self._searcher.search(self._term("chunk_id", _MARKER), limit=1, count=False).hits
        return int(_stored(self._searcher.doc(found[0][1]), "number")) if found else 0

    def search(self, query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
        """Best `limit` chunk ids with BM25 (> 0), best first, ties by chunk id."""
        clauses = [(field, term, boost) for field, raw, boost in query.clauses if (term := _solid(raw)) and boost > 0]
        if not clauses or limit <= 0:
            return []
        weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for field, term, boost in clauses:
            weights[field][term] += boost * self._rarity(field, term)
        candidates = self._candidates(clauses, limit)
        scored = [(self._score(document, weights), _stored(document, "chunk_id")) for document in candidates]
        best = sorted((-score, chunk_id) for score, chunk_id in scored if score > 0)[:limit]
        return [(chunk_id, -negative) for negative, chunk_id in best]

    def ids(self) -> set[str]:
        """Every chunk id in the index."""
        found = self._searcher.search(self._seen, limit=max(1, self._searcher.num_docs), count=False)
        return {_stored(self._searcher.doc(at), "chunk_id") for _, at in found.hits} - {_MARKER}

    @cached_property
    def _mean_lengths(self) -> dict[str, float]:
        sums = {name: {"sum": {"field": f"{name}_length"}} for name in FIELDS}
        totals = self._searcher.aggregate(self._seen, sums)
        return {name: (totals[name]["value"] or 0.0) / max(1, self._count) for name in FIELDS}

    @cached_property
    def _count(self) -> int:
        if self._doc_ids is not None:
            return self._hits(self._seen)
        return int(self._searcher.num_docs) - (1 if self.number else 0)

    @cached_property
    def _seen(self) -> tantivy.Query:
        """What belongs to this view's documents."""
        if self._doc_ids is None:
            return tantivy.Query.all_query()
        return tantivy.Query.term_set_query(self._schema, "document", sorted(self._doc_ids))

    def _here(self, query: tantivy.Query) -> tantivy.Query:
        """`query` among this view's documents; these add nothing to a score."""
        if self._doc_ids is None:
            return query
        seen = tantivy.Query.const_score_query(self._seen, 0.0)
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, seen)])

    def _hits(self, query: tantivy.Query) -> int:
        return int(self._searcher.search(query, limit=1, count=True).count)  # type: ignore[attr-defined]

    def _rarity(self, field: str, term: str) -> float:
        holding = self._hits(self._here(self._term(field, term)))
        return math.log(1 + (self._count - holding + 0.5) / (holding + 0.5))

    def _skew(self, field: str, term: str) -> float:
        """How much rarer a term is here than in all documents, by which tantivy scores: what is hidden moves no rank."""
        if self._doc_ids is None:
            return 1.0
        return self._rarity(field, term) / max(self._everywhere._rarity(field, term), 1e-9)

    @cached_property
    def _everywhere(self) -> LexicalView:
        return LexicalView(self._searcher, self._schema)

    def _candidates(self, clauses: Sequence[tuple[str, str, float]], limit: int) -> list[tantivy.Document]:
        """Enough of tantivy's best that none of the true best is missed, also where many score alike."""
        query = tantivy.Query.boolean_query(
            [
                (
                    tantivy.Occur.Should,
                    tantivy.Query.boost_query(self._term(field, term), boost * self._skew(field, term)),
                )
                for field, term, boost in clauses
            ]
        )
        wanted = limit + limit // 2 + 20
        while True:
            hits = self._searcher.search(self._here(query), limit=wanted, count=False).hits
            if len(hits) < wanted or hits[-1][0] < 0.98 * hits[limit - 1][0] or wanted > _MOST:
                return [self._searcher.doc(at) for _, at in hits]
            wanted *= 4

    def _score(self, document: tantivy.Document, weights: Mapping[str, Mapping[str, float]]) -> float:
        """weights: field -> term -> boost times rarity."""
        score = 0.0
        for field, of_term in weights.items():
            tokens = _stored(document, field).split(" ")
            length = len(tokens) / max(self._mean_lengths[field], 1e-9)
            flat = K1 * (1 - B[field] + B[field] * length)
            for term, found in sorted(Counter(filter(of_term.__contains__, tokens)).items()):
                score += of_term[term] * found * (K1 + 1) / (found + flat)
        return score

    def _term(self, field: str, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, term, index_option=_OPTIONS[field])


_OPTIONS = {
    "chunk_id": "basic",
    "document": "basic",
    "article": "basic",
    "body": "freq",
    "title": "freq",
    "bigram": "freq",
}


def _broken(error: Exception) -> IndexMismatch:
    return IndexMismatch(messages.INDEX_BROKEN.format(error=error))


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for field, option in _OPTIONS.items():
        tokenizer = "whitespace" if option == "freq" else "raw"
        builder.add_text_field(field, stored=field != "document", tokenizer_name=tokenizer, index_option=option)
    for field in FIELDS:
        builder.add_unsigned_field(f"{field}_length", fast=True)
    builder.add_text_field("number", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


def _stored(document: tantivy.Document, field: str) -> str:
    return document.get_first(field) or ""


def _document(entry: Entry) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("chunk_id", entry.chunk_id)
    document.add_text("document", entry.doc_id)
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
