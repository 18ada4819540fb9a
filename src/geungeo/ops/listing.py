"""The corpus at a glance: sums first, then the files that one looks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from geungeo.korean.normalize import nfc
from geungeo.ops.catalogue import Entry, FileRow

# What `only` may ask for: files with a document that …, by key of messages.LISTED.
ONLY: Mapping[str, Callable[[Entry], bool]] = {
    "drafts": lambda entry: bool(entry.draft),
    "ai": lambda entry: entry.origin == "ai-draft",
    "not_in_force": lambda entry: not entry.in_force,
    "duplicates": lambda entry: bool(entry.copies),
}
WARNED = "warnings"


@dataclass(frozen=True, slots=True)
class Wanted:
    """text: words in name or title. state: of FileRow. flag: a kind of messages.FLAGS. only: one of ONLY, or WARNED.
    Each empty: whatever it is."""

    text: str = ""
    state: str = ""
    collection: str = ""
    flag: str = ""
    only: str = ""


@dataclass(frozen=True, slots=True)
class Sums:
    """documents: by id; versions: all texts of them; in_force: those that hold today. duplicates: those that
    have copies. flags: passages by kind. warnings:
    files by kind of doubt."""

    files: int = 0
    refused: int = 0
    waiting: int = 0
    documents: int = 0
    versions: int = 0
    in_force: int = 0
    drafts: int = 0
    ai: int = 0
    duplicates: int = 0
    chunks: int = 0
    flags: Mapping[str, int] = field(default_factory=dict)
    warnings: Mapping[str, int] = field(default_factory=dict)
    collections: Mapping[str, int] = field(default_factory=dict)


def chosen(rows: Sequence[FileRow], wanted: Wanted) -> list[FileRow]:
    words = nfc(wanted.text).lower().split()
    return [row for row in rows if _fits(row, wanted) and all(word in _spoken(row) for word in words)]


def summed(rows: Sequence[FileRow]) -> Sums:
    entries = [entry for row in rows for entry in row.entries]
    return Sums(
        files=len(rows),
        refused=sum(row.state == "refused" for row in rows),
        waiting=sum(row.state == "waiting" for row in rows),
        documents=len({entry.doc_id for entry in entries}),
        versions=len(entries),
        in_force=sum(entry.in_force for entry in entries),
        drafts=sum(bool(entry.draft) for entry in entries),
        ai=sum(entry.origin == "ai-draft" for entry in entries),
        duplicates=sum(bool(entry.copies) for entry in entries),
        chunks=sum(entry.chunks for entry in entries),
        flags=_added(entry.flags for entry in entries),
        warnings=dict(sorted(Counter(name for row in rows for name in row.warnings).items())),
        collections=dict(sorted(Counter(entry.collection for entry in entries if entry.collection).items())),
    )


def _fits(row: FileRow, wanted: Wanted) -> bool:
    return (
        wanted.state in ("", row.state)
        and (not wanted.collection or any(entry.collection == wanted.collection for entry in row.entries))
        and (not wanted.flag or any(wanted.flag in entry.flags for entry in row.entries))
        and (not wanted.only or _only(row, wanted.only))
    )


def _only(row: FileRow, only: str) -> bool:
    return bool(row.warnings) if only == WARNED else any(ONLY[only](entry) for entry in row.entries)


def _spoken(row: FileRow) -> str:
    return " ".join([row.name, *(entry.title for entry in row.entries)]).lower()


def _added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for each in counts:
        found.update(each)
    return dict(sorted(found.items()))
