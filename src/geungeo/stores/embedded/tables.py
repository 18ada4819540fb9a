"""Documents and chunks as of one commit, read from the two logs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from geungeo.korean.passage import passage_key
from geungeo.records import Chunk, Document
from geungeo.stores.embedded.log import LogFile
from geungeo.workspace import Workspace

_DOCUMENT = frozenset(f.name for f in dataclasses.fields(Document))
_CHUNK = frozenset(f.name for f in dataclasses.fields(Chunk))


@dataclass(frozen=True)
class Tables:
    """What the logs say up to commit `number`, and where in them that commit ends. Never changes.

    keys: chunk id -> the name of its vector. rows: rows read so far, live or not.
    """

    documents_log: LogFile
    chunks_log: LogFile
    number: int = 0
    documents: Mapping[str, Document] = field(default_factory=dict)
    chunks: Mapping[str, Chunk] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    documents_end: int = 0
    chunks_end: int = 0
    rows: int = 0

    def replaced(self) -> bool:
        """True when a compaction put other files in place of those read so far."""
        return self.documents_log.replaced() or self.chunks_log.replaced()

    @property
    def wasted(self) -> int:
        """Rows in the logs that say nothing any more."""
        return self.rows - len(self.documents) - len(self.chunks)


def open_tables(workspace: Workspace) -> Tables:
    """The empty state before the first commit."""
    return Tables(LogFile(workspace.documents), LogFile(workspace.chunks))


def advance(tables: Tables, upto: int | None = None) -> Tables:
    """`tables` with the commits after it, up to and with `upto`. chunks.jsonl decides what is committed.

    Costs what was appended. Raises WorkspaceError on damage.
    """
    chunks, keys = dict(tables.chunks), dict(tables.keys)
    number, chunks_end, rows = tables.number, tables.chunks_end, tables.rows
    unversioned: set[str] = set()
    for group in tables.chunks_log.groups(chunks_end, upto):
        number, chunks_end, rows = group.number, group.end, rows + len(group.rows)
        for row in group.rows:
            if "removed" in row:
                chunks.pop(row["removed"], None)
                keys.pop(row["removed"], None)
            else:
                chunk = chunk_from(row)
                chunks[chunk.chunk_id], keys[chunk.chunk_id] = chunk, passage_key(chunk)
                if "version" not in row:
                    unversioned.add(chunk.chunk_id)
    documents, documents_end = dict(tables.documents), tables.documents_end
    for group in tables.documents_log.groups(documents_end, number):
        documents_end, rows = group.end, rows + len(group.rows)
        for row in group.rows:
            if "removed" not in row:
                document = document_from(row)
                documents[document.key] = document
            elif documents.pop(row["removed"], None) is None:
                documents = {key: d for key, d in documents.items() if d.doc_id != row["removed"]}
    chunks |= _versioned((chunks[i] for i in unversioned if i in chunks), documents.values())
    return dataclasses.replace(
        tables,
        number=number,
        documents=MappingProxyType(documents),
        chunks=MappingProxyType(chunks),
        keys=MappingProxyType(keys),
        documents_end=documents_end,
        chunks_end=chunks_end,
        rows=rows,
    )


def _versioned(chunks: Iterable[Chunk], documents: Iterable[Document]) -> dict[str, Chunk]:
    """Chunks of logs from when a document had one version at a time: theirs is the one that is there."""
    version = {document.doc_id: document.version for document in documents}
    return {c.chunk_id: dataclasses.replace(c, version=version.get(c.doc_id, c.version)) for c in chunks}


def document_from(row: Mapping[str, Any]) -> Document:
    lists = {"allow": _allow(row), "was": tuple(row.get("was", ()))}
    return Document(**(_known(row, _DOCUMENT) | lists))


def chunk_from(row: Mapping[str, Any]) -> Chunk:
    lists = {name: tuple(row.get(name, ())) for name in ("path", "flags", "rows", "addenda")} | {"allow": _allow(row)}
    return Chunk(**(_known(row, _CHUNK) | lists))


def _known(row: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """Fields that this version knows; a newer one may have written more."""
    return {name: value for name, value in row.items() if name in names}


def _allow(row: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(inner) for inner in row.get("allow", [["*"]]))
