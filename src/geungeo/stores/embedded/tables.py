"""Documents and chunks as of one commit, read from the two logs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from geungeo.records import UNVERSIONED, Chunk, Document
from geungeo.stores.embedded.log import LogFile
from geungeo.stores.embedded.rows import Places, Rows, load_rows, save_rows
from geungeo.workspace import Workspace

_DOCUMENT = frozenset(f.name for f in dataclasses.fields(Document))
_CHUNK = frozenset(f.name for f in dataclasses.fields(Chunk))


@dataclass(frozen=True)
class Tables:
    """What the logs say up to commit `number`, and where in them that commit ends. Never changes.

    chunk_rows, document_rows: rows read so far, live or not.
    """

    documents_log: LogFile
    chunks_log: LogFile
    chunks: Rows
    number: int = 0
    documents: Mapping[str, Document] = field(default_factory=dict)
    documents_end: int = 0
    chunks_end: int = 0
    chunk_rows: int = 0
    kept: bool = False  # places as an earlier process kept them: the log's own sums were not looked at
    document_rows: int = 0

    @property
    def rows(self) -> int:
        return self.chunk_rows + self.document_rows

    def replaced(self) -> bool:
        """True when a compaction put other files in place of those read so far."""
        return self.documents_log.replaced() or self.chunks_log.replaced()

    @property
    def wasted(self) -> int:
        """Rows in the logs that say nothing any more."""
        return self.rows - len(self.documents) - len(self.chunks)


def open_tables(workspace: Workspace) -> Tables:
    """The empty state before the first commit."""
    chunks_log = LogFile(workspace.chunks)
    return Tables(LogFile(workspace.documents), chunks_log, Rows(Places(chunks_log, chunk_from), {}))


def saved_tables(workspace: Workspace, path: Path, upto: int) -> Tables:
    """As far as `save_tables` left them at `path`, documents unread until `advance`; the empty state where that does
    not fit the log, or goes beyond commit `upto`."""
    tables = open_tables(workspace)
    found = load_rows(path, tables.chunks.places, upto)
    if found is None:
        return tables
    rows, number, end, read = found
    return dataclasses.replace(tables, chunks=rows, number=number, chunks_end=end, chunk_rows=read, kept=True)


def save_tables(tables: Tables, path: Path) -> None:
    """So that the next opening need not read chunks.jsonl from its start. Raises OSError."""
    save_rows(path, tables.chunks, tables.number, tables.chunks_end, tables.chunk_rows)


def advance(tables: Tables, upto: int | None = None) -> Tables:
    """`tables` with the commits after it, up to and with `upto`. chunks.jsonl decides what is committed.

    Costs what was appended. Raises WorkspaceError on damage.
    """
    places, lines = tables.chunks.places, dict(tables.chunks.lines)
    number, chunks_end, chunk_rows = tables.number, tables.chunks_end, tables.chunk_rows
    unversioned: dict[int, str] = {}
    for group in tables.chunks_log.groups(chunks_end, upto):
        number, chunks_end, chunk_rows = group.number, group.end, chunk_rows + len(group.rows)
        for row, span in zip(group.rows, group.spans, strict=True):
            if "removed" in row:
                lines.pop(row["removed"], None)
            else:
                lines[row["chunk_id"]] = line = places.add(row, span)
                if "version" not in row:
                    unversioned[line] = row["doc_id"]
    documents, documents_end, document_rows = dict(tables.documents), tables.documents_end, tables.document_rows
    for group in tables.documents_log.groups(documents_end, number):
        documents_end, document_rows = group.end, document_rows + len(group.rows)
        for row in group.rows:
            if "removed" not in row:
                document = document_from(row)
                documents[document.key] = document
            elif documents.pop(row["removed"], None) is None:
                documents = {key: d for key, d in documents.items() if d.doc_id != row["removed"]}
    # Logs from when a document had one version at a time: theirs is the one that is there.
    version = {document.doc_id: document.version for document in documents.values()} if unversioned else {}
    for line, doc_id in unversioned.items():
        places.state_version(line, doc_id, version.get(doc_id, UNVERSIONED))
    return dataclasses.replace(
        tables,
        number=number,
        documents=MappingProxyType(documents),
        chunks=Rows(places, lines),
        documents_end=documents_end,
        chunks_end=chunks_end,
        chunk_rows=chunk_rows,
        document_rows=document_rows,
    )


def document_from(row: Mapping[str, Any]) -> Document:
    lists = {"allow": _allow(row), "was": tuple(row.get("was", ())), "names": _names(row)}
    return Document(**(_known(row, _DOCUMENT) | lists))


def chunk_from(row: Mapping[str, Any]) -> Chunk:
    lists = {name: tuple(row.get(name, ())) for name in ("path", "flags", "rows", "addenda")} | {"allow": _allow(row)}
    return Chunk(**(_known(row, _CHUNK) | lists))


def _names(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((full, short) for full, short in row.get("names", ()))


def _known(row: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """Fields that this version knows; a newer one may have written more."""
    return {name: value for name, value in row.items() if name in names}


def _allow(row: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(inner) for inner in row.get("allow", [["*"]]))
