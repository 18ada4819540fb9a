"""What became of each file in an ingest, kept from run to run: the parse reports, and which files need no reading."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geungeo import messages
from geungeo.corpus.blocks import Aside, Block, Difference, Reading, Table, Unread
from geungeo.corpus.chunk import article_numbers
from geungeo.corpus.compare import Counted
from geungeo.corpus.provenance import Word
from geungeo.corpus.report import DocumentReport, FileReport, account, gaps
from geungeo.corpus.structure import ParsedDocument
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length
from geungeo.korean.private import counted
from geungeo.records import Chunk, to_json


@dataclass(frozen=True, slots=True)
class Outcome:
    """hash: of the file's bytes, '' when they could not be had. documents: keys of the versions that the file gave.
    word: what people had said of the file then."""

    hash: str
    documents: tuple[str, ...]
    report: FileReport
    word: Word


def read_report(
    name: str,
    reading: Reading,
    parsed: Sequence[ParsedDocument],
    pieces: Sequence[Sequence[Chunk]],
    notes: tuple[str, ...],
    updates: Sequence[Counted | None],
    private: Mapping[str, int],
) -> FileReport:
    """Of a file that was read; pieces: the chunks of each document; updates: what became of each document's articles."""
    chars_out = sum(solid_length(document.document.text) for document in parsed)
    added = [difference for document in parsed for difference in document.added]
    return FileReport(
        file=name,
        kind=reading.kind,
        chars_in=reading.chars_in,
        chars_out=chars_out,
        differences=account(reading.chars_in, chars_out, [*reading.differences, *added]),
        documents=tuple(
            _document(document, len(some), update)
            for document, some, update in zip(parsed, pieces, updates, strict=True)
        ),
        tables=sum(1 for _ in _tables(reading.blocks)),
        pages_without_text=reading.pages_without_text,
        unread=reading.unread,
        notes=(*reading.notes, *notes),
        private=dict(private),
        origin=parsed[0].document.origin,
    )


def private_in(parsed: Sequence[ParsedDocument]) -> dict[str, int]:
    """How many of each kind look like a person's, in the order of messages.PRIVATE."""
    found = sum((Counter(counted(each.document.text)) for each in parsed), Counter[str]())
    return {kind: found[kind] for kind in messages.PRIVATE if found[kind]}


def refused_report(name: str, error: UnreadableFile, notes: tuple[str, ...]) -> FileReport:
    return FileReport(name, None, refused=error.reason, detail=error.detail, notes=notes)


def note(path: Path, made_with: Mapping[str, Any], outcomes: Mapping[str, Outcome]) -> None:
    """Add outcomes beside what `keep` saved, durably, at the cost of these: before the store takes their documents, so
    that a run killed between the two has lost no report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"made_with": made_with, "files": to_json(dict(outcomes))}, ensure_ascii=False)
    with _noted(path).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")  # behind what a killed run may have left of a line
        file.flush()
        os.fsync(file.fileno())


def keep(path: Path, made_with: Mapping[str, Any], outcomes: Mapping[str, Outcome]) -> None:
    """Save all, by file name. Atomic: a reader sees the old file or the new one. What was noted goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump({"made_with": made_with, "files": to_json(dict(outcomes))}, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    _noted(path).unlink(missing_ok=True)


def kept(path: Path, made_with: Mapping[str, Any]) -> list[Mapping[str, Outcome]]:
    """Outcomes that a killed run noted, newest first, then those of the last whole run; none that were made with other
    settings, or whose file is lost or torn."""
    return [outcomes for saved_with, outcomes in reversed(_saved(path)) if saved_with == made_with]


def reports(path: Path) -> dict[str, FileReport]:
    """Of the last run, by file name, and of one that is under way; none when the file is lost or torn."""
    return {name: outcome.report for _, outcomes in _saved(path) for name, outcome in outcomes.items()}


def _saved(path: Path) -> list[tuple[Any, dict[str, Outcome]]]:
    """What outcomes were made with, and they by file name: those kept, then those noted since."""
    lines = (_bytes(path), *_bytes(_noted(path)).splitlines())
    return [saved for line in lines if (saved := _parsed(line))[1]]


def _noted(path: Path) -> Path:
    return path.with_name(path.name + ".noted")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _parsed(text: bytes) -> tuple[Any, dict[str, Outcome]]:
    """Nothing when it is torn."""
    try:
        saved = json.loads(text)
        return saved["made_with"], {
            name: Outcome(row["hash"], tuple(row["documents"]), _report(row["report"]), Word(**row["word"]))
            for name, row in saved["files"].items()
        }
    except (ValueError, KeyError, TypeError):
        return None, {}


def _document(parsed: ParsedDocument, chunk_count: int, update: Counted | None) -> DocumentReport:
    return DocumentReport(
        title=parsed.document.title,
        doc_id=parsed.document.doc_id,
        clauses=sum(section.kind == "article" for section in parsed.sections),
        gaps=tuple(gaps(article_numbers(parsed))),
        chunks=chunk_count,
        update=update,
    )


def _tables(blocks: Sequence[Block]) -> Iterator[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
            for cell in block.cells:
                yield from _tables(cell.blocks)
        elif isinstance(block, Aside):
            yield from _tables(block.blocks)


def _update(row: Mapping[str, Any]) -> Counted | None:
    return Counted(**row["update"]) if row.get("update") else None


def _report(row: Mapping[str, Any]) -> FileReport:
    documents = [DocumentReport(**(d | {"gaps": tuple(d["gaps"]), "update": _update(d)})) for d in row["documents"]]
    lists = {
        "differences": tuple(Difference(**difference) for difference in row["differences"]),
        "documents": tuple(documents),
        "pages_without_text": tuple(row["pages_without_text"]),
        "unread": tuple(Unread(**seen) for seen in row["unread"]),
        "notes": tuple(row["notes"]),
    }
    return FileReport(**(dict(row) | lists))
