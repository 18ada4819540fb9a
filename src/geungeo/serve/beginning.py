"""Articles that take effect later than the rest of their rule: the citation says so, with the day and the 부칙."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from geungeo import messages
from geungeo.korean.supplement import issued_at, said_of_articles
from geungeo.ports import Snapshot
from geungeo.records import Citation

_CLAUSE = re.compile(r"제(\d+)항")


def beginning(citations: Iterable[Citation], snapshot: Snapshot, day: str) -> tuple[Citation, ...]:
    """The citations; each whose words hold only from a day after `day` with a note."""
    return tuple(_noted(citation, snapshot, day) for citation in citations)


def _noted(citation: Citation, snapshot: Snapshot, day: str) -> Citation:
    chunk = snapshot.chunks.get(citation.chunk_id)
    if chunk is None or not chunk.addenda:
        return citation
    named = _CLAUSE.search(citation.label.removeprefix(chunk.doc))
    clause = named[1] if named else chunk.clause
    for addendum in (snapshot.chunks[chunk_id] for chunk_id in chunk.addenda if chunk_id in snapshot.chunks):
        issued = issued_at(addendum.path[0]) or chunk.revised_at
        for said in said_of_articles(addendum.text, issued):
            if said.day and said.day > max(day, chunk.effective_at or "") and said.about(chunk.article, clause):
                told = {"place": citation.label, "day": said.day, "by": addendum.label.removeprefix(chunk.doc).strip()}
                return replace(citation, note=messages.LATER_PART.format(**told))
    return citation
