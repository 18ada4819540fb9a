"""One commit of corpus and index together: what a question is answered from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from geungeo import messages
from geungeo.errors import IndexMismatch
from geungeo.ports import LexicalQuery, Matrix
from geungeo.records import Document
from geungeo.stores.embedded.generation import Generation
from geungeo.stores.embedded.lexical import LexicalView
from geungeo.stores.embedded.rows import Rows, Within
from geungeo.stores.embedded.tables import Tables
from geungeo.stores.embedded.vectors import best, cosines


class EmbeddedSnapshot:
    """Implements ports.Snapshot; never changes, whatever is committed or embedded later."""

    def __init__(
        self,
        generation: Generation,
        tables: Tables,
        view: LexicalView,
        vectors: int,
        whole: EmbeddedSnapshot | None = None,
        keys: frozenset[str] = frozenset(),
    ) -> None:
        """vectors: rows of the generation's vector file that this snapshot sees. whole: the commit of which this one
        shows `keys` only."""
        self._whole = whole
        self._keys = keys
        self._generation = generation
        self.view = view
        self.vectors = vectors
        self._dense_once = generation.dense_once
        self.tables = tables

    @property
    def commit(self) -> str:
        """'generation:number'."""
        return f"{self._generation.name}:{self.tables.number}"

    @cached_property
    def chunks(self) -> Rows | Within:
        return self.tables.chunks if self._whole is None else Within(self.tables.chunks, self._keys)

    def of(self, key: str) -> Sequence[str]:
        return self.chunks.of(key)

    def of_article(self, key: str, article: str) -> Sequence[str]:
        found = (chunk_id for chunk_id in self.view.of_article(key, article) if chunk_id in self.chunks)
        return sorted(found, key=lambda chunk_id: self.chunks[chunk_id].start)

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        every = self.tables.documents
        if self._whole is None:
            return every
        return MappingProxyType({i: document for i, document in every.items() if i in self._keys})

    def within(self, keys: frozenset[str]) -> EmbeddedSnapshot:
        """See ports.Snapshot. Keep it: making one costs a look at every chunk. A chunk without its document is seen
        by nobody: whose it is can't be told."""
        seen = keys & self.documents.keys()
        whole = self._whole or self
        if seen == self.documents.keys() and whole._holders <= whole.documents.keys():
            return self
        view = self.view.within(seen, whole._holders - seen)
        return EmbeddedSnapshot(self._generation, self.tables, view, self.vectors, whole, seen)

    @cached_property
    def dense_ready(self) -> bool:
        return self._dense_once or self.complete

    @property
    def complete(self) -> bool:
        """True when every chunk has its vector."""
        return bool(self.chunks) and bool((self._rows >= 0).all())

    @property
    def with_vector(self) -> int:
        """Number of chunks that have their vector."""
        return int((self._rows >= 0).sum())

    def lexical(self, query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
        return self.view.search(query, limit)

    def holds(self, term: str) -> bool:
        return self.view.holds(term)

    def nearest(self, vector: Matrix, limit: int) -> list[tuple[str, float]]:
        there = np.flatnonzero(self._rows >= 0)
        if limit <= 0 or not len(there):
            return []
        scores = cosines(self._matrix, self._checked(vector))[self._rows[there]]
        return [(self._ids[there[i]], score) for i, score in best(scores, limit, lambda i: self._ids[there[i]])]

    def similarities(self, vector: Matrix, chunk_ids: Sequence[str]) -> dict[str, float]:
        keys = {chunk_id: self.tables.chunks.passage(chunk_id) for chunk_id in chunk_ids if chunk_id in self.chunks}
        rows = {chunk_id: row for chunk_id, key in keys.items() if (row := self._row(key)) >= 0}
        if not rows:
            return {}
        values = cosines(self._matrix[list(rows.values())], self._checked(vector))
        return {chunk_id: float(value) for chunk_id, value in zip(rows, values, strict=True)}

    def missing(self) -> list[tuple[str, str]]:
        """(key, chunk id) of each passage without a vector, once a key, in the order of the documents."""
        first: dict[str, str] = {}
        for chunk_id in self.chunks:
            key = self.tables.chunks.passage(chunk_id)
            if self._row(key) < 0:
                first.setdefault(key, chunk_id)
        return list(first.items())

    def indexed_ids(self) -> set[str]:
        """Every chunk id that the lexical index holds; equal to `chunks` in a sound index."""
        return self.view.ids()

    @cached_property
    def _ids(self) -> list[str]:
        return list(self.chunks)

    @cached_property
    def _holders(self) -> frozenset[str]:
        keys = self.tables.chunks.places.keys
        return frozenset(keys[number] for number in np.unique(self.tables.chunks.owners))

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        if self._whole is not None and isinstance(self.chunks, Within):
            return self._whole._rows[self.chunks.mask]
        return np.array([self._row(self.tables.chunks.passage(chunk_id)) for chunk_id in self._ids], dtype=np.int64)

    @cached_property
    def _matrix(self) -> Matrix:
        assert self._generation.vectors is not None
        return self._generation.vectors.matrix(self.vectors)

    def _row(self, key: str | None) -> int:
        """Row of a vector, -1 when this snapshot has none."""
        if key is None or self._generation.vectors is None:
            return -1
        row = self._generation.vectors.rows.get(key, -1)
        return row if row < self.vectors else -1

    def _checked(self, vector: Matrix) -> Matrix:
        dimension = self._generation.identity.dimension
        if vector.shape != (dimension,):
            raise IndexMismatch(messages.QUERY_VECTOR_SHAPE.format(shape=vector.shape, dimension=dimension))
        return vector
