"""Rows of geungeo.db that several tests write."""

from __future__ import annotations

from geungeo.records import TraceRow


def trace(trace_id: str, user: str = "", at: str = "2026-01-01T00:00:00+09:00", question: str = "질문") -> TraceRow:
    rest = (None, (), (), (), 0.5, None, 0.1, "1", "extractive")
    return TraceRow(trace_id, at, user, question, "handoff", None, "답", *rest)
