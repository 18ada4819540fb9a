"""Documents that are copies of one another, for operators: which one speaks for each group today, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from geungeo import messages
from geungeo.corpus.twins import Group, groups, likeness
from geungeo.records import Document
from geungeo.versions import Decided, by_id, in_force, rank


@dataclass(frozen=True, slots=True)
class Copy:
    """One document of a group, at the version that holds today, else at its newest. similarity: of its text to the
    canonical one's, in [0, 1]. state: canonical, alias (it gives way), or out (not in force)."""

    doc_id: str
    key: str
    title: str
    file: str
    revised_at: str | None
    effective_at: str | None
    similarity: float
    state: str


@dataclass(frozen=True, slots=True)
class Copies:
    """copies: the canonical one first, at least two. why: a sentence on the choice. Readers who may not read the
    canonical one are answered from the next one."""

    copies: tuple[Copy, ...]
    why: str


def copies(
    documents: Mapping[str, Document], collection: Callable[[Document], str], said: Decided, day: str
) -> list[Copies]:
    """Every group by the canonical one's file. documents: all versions. day: ISO."""
    held = in_force(documents.values(), day, said)
    found = [_shown(group, held, said) for group in groups(documents.values(), collection, said)]
    return sorted(found, key=lambda each: (each.copies[0].file, each.copies[0].key))


def _shown(group: Group, held: frozenset[str], said: Decided) -> Copies:
    standing = [_standing(versions, held, said) for versions in by_id(group.documents).values()]
    speaking = group.newest(held, said)
    first = speaking or max(standing, key=lambda document: rank(document, said))
    rows = [_copy(document, first, held) for document in standing]
    rows.sort(key=lambda row: (row.key != first.key, row.state, row.file))
    return Copies(
        tuple(rows), _why(first, (d for d in standing if d.key in held), said) if speaking else messages.COPIES_NONE
    )


def _standing(versions: Iterable[Document], held: frozenset[str], said: Decided) -> Document:
    return max(versions, key=lambda document: (document.key in held, rank(document, said)))


def _copy(document: Document, first: Document, held: frozenset[str]) -> Copy:
    state = "out" if document.key not in held else "canonical" if document is first else "alias"
    return Copy(
        doc_id=document.doc_id,
        key=document.key,
        title=document.title,
        file=document.file,
        revised_at=document.revised_at,
        effective_at=document.effective_at,
        similarity=round(likeness(document, first), 3),
        state=state,
    )


def _why(first: Document, others: Iterable[Document], said: Decided) -> str:
    """By what the canonical one is the newest of those that hold."""
    *dates, _ = rank(first, said)
    rest = [rank(document, said)[:-1] for document in others if document is not first]
    if not rest:
        return messages.COPIES_ALONE
    if all(tuple(dates) > tuple(other) for other in rest):
        return messages.COPIES_BY_DATE.format(day=dates[0] or dates[1])
    return messages.COPIES_BY_NAME
