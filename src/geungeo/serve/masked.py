"""Traces as they are kept: what was asked, answered and said of it, with personal numbers masked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from geungeo.korean.private import find, mask
from geungeo.ports import Judged, TraceLog
from geungeo.records import Feedback, TraceRow


@dataclass(frozen=True, slots=True)
class MaskedTraces:
    """Implements ports.TraceLog over another, which sees masked rows only."""

    traces: TraceLog

    def add(self, trace: TraceRow) -> None:
        self.traces.add(masked(trace))

    def get(self, trace_id: str) -> TraceRow | None:
        return self.traces.get(trace_id)

    def feedback(self, feedback: Feedback) -> None:
        self.traces.feedback(replace(feedback, why=mask(feedback.why)))

    def newest(self, limit: int = 100, before: str = "") -> Sequence[TraceRow]:
        return self.traces.newest(limit, before)

    def judged(self, right: bool | None = None, before: int | None = None, limit: int = 100) -> Sequence[Judged]:
        return self.traces.judged(right, before, limit)


def masked(trace: TraceRow) -> TraceRow:
    """Every text in it; a quote of a document too, so that offsets into a clause no longer slice to it."""
    pieces = _pieces(trace.question, trace.answer, trace.draft or "")
    return replace(
        trace,
        question=mask(trace.question),
        answer=mask(trace.answer),
        draft=mask(trace.draft) if trace.draft is not None else None,
        citations=tuple(replace(citation, quote=mask(citation.quote)) for citation in trace.citations),
        checks=tuple(replace(check, detail=_without(pieces, mask(check.detail))) for check in trace.checks),
        evidence=tuple(replace(row, excerpt=mask(row.excerpt)) for row in trace.evidence),
    )


def _pieces(*texts: str) -> list[str]:
    """What a check may quote of a personal number by itself ('880101'), longest first."""
    values = [text[one.start : one.end] for text in texts for one in find(text)]
    return sorted({piece for value in values for piece in re.findall(r"[^\W_]{4,}", value)}, key=len, reverse=True)


def _without(pieces: list[str], text: str) -> str:
    for piece in pieces:
        text = text.replace(piece, "…")
    return text
