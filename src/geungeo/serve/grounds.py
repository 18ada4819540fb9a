"""The clause an operator puts under a reply: refused when it is wrong, shown as far as the asker may read it now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from geungeo import messages
from geungeo.errors import BadMessage
from geungeo.ports import Snapshot
from geungeo.records import Chunk, Citation
from geungeo.search.evidence import barred, nothing_drafted

# current: the clause still says it. amended: it stands in this place, in other words. gone: nowhere this reader may
# look; whether it was taken out or is closed to them is not told.
State = Literal["current", "amended", "gone"]


@dataclass(frozen=True, slots=True)
class Ground:
    """citation: of a current one, as it was; of an amended one, the place as it stands now, without words; else None.

    number: as the reply's text may name it, [n].
    """

    number: int
    state: State
    citation: Citation | None


def ground_now(citation: Citation, readable: Snapshot) -> Ground:
    """What someone may see of it for whom the corpus is `readable`."""
    chunk = readable.chunks.get(citation.chunk_id) or _successor(citation, readable)
    if chunk is None:
        return Ground(citation.number, "gone", None)
    if chunk.chunk_id == citation.chunk_id and _quotes(citation, chunk):
        return Ground(citation.number, "current", replace(citation, label=chunk.label, source=chunk.source))
    place = Citation(citation.number, chunk.chunk_id, chunk.label, chunk.source, 0, 0, "")
    return Ground(citation.number, "amended", place)


def checked(
    citations: Sequence[Citation],
    whole: Snapshot,
    asker: Snapshot,
    allowed: Callable[[Chunk], bool] = nothing_drafted,
) -> tuple[Citation, ...]:
    """The citations with label and source as the corpus has them. Raises BadMessage for one that can't be a ground.

    whole: as the operator sees the corpus. asker: as the one sees it who will read the reply. allowed: of what AI
    drafted, what may be a ground.
    """
    return tuple(_checked(citation, whole, asker, allowed) for citation in citations)


def _checked(citation: Citation, whole: Snapshot, asker: Snapshot, allowed: Callable[[Chunk], bool]) -> Citation:
    chunk = whole.chunks.get(citation.chunk_id)
    if chunk is None:
        raise BadMessage(messages.REPLY_NO_CLAUSE.format(number=citation.number, chunk=citation.chunk_id))
    if not _quotes(citation, chunk):
        raise BadMessage(messages.REPLY_NOT_QUOTED.format(number=citation.number, label=chunk.label))
    if why := barred(chunk, allowed):
        raise BadMessage(messages.REPLY_BARRED.format(number=citation.number, label=chunk.label, why=why))
    if chunk.chunk_id not in asker.chunks:
        raise BadMessage(messages.REPLY_CLOSED.format(number=citation.number, label=chunk.label))
    return replace(citation, label=chunk.label, source=chunk.source, origin=chunk.origin)


def _quotes(citation: Citation, chunk: Chunk) -> bool:
    inside = 0 <= citation.start < citation.end <= len(chunk.text)
    return inside and chunk.text[citation.start : citation.end] == citation.quote


def _successor(citation: Citation, readable: Snapshot) -> Chunk | None:
    """What stands in the place of a clause whose id is gone: a new version gives its clauses new ids."""
    same = (c for c in readable.chunks.values() if c.label == citation.label and c.source == citation.source)
    return min(same, key=lambda chunk: chunk.start, default=None)
