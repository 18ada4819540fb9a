"""What was asked and answered, and what people said of it: tables traces and feedback of geungeo.db."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from geungeo.ports import Judged
from geungeo.records import Check, Citation, Evidence, Feedback, TraceRow, to_json
from geungeo.stores.embedded.database import Database, Row

_FIELDS = [f.name for f in dataclasses.fields(TraceRow)]
_LISTS = {"citations": Citation, "checks": Check, "evidence": Evidence}
_JUDGED = """
    SELECT traces.*, feedback.rowid AS number, feedback.trace_id AS about, feedback.user AS said_by, feedback."right",
        feedback.why, feedback.created_at AS said_at
    FROM feedback LEFT JOIN traces USING (trace_id)
"""


class SqliteTraces:
    """Implements ports.TraceLog."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, trace: TraceRow) -> None:
        row = {name: getattr(trace, name) for name in _FIELDS}
        row |= {name: json.dumps(to_json(row[name]), ensure_ascii=False) for name in _LISTS}
        names, values = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
        with self._database.transaction() as db:
            db.execute(f"INSERT INTO traces ({names}) VALUES ({values})", row)

    def get(self, trace_id: str) -> TraceRow | None:
        with self._database.reading() as db:
            row = db.execute("SELECT * FROM traces WHERE trace_id = ?", (trace_id,)).fetchone()
        return _trace(row) if row else None

    def feedback(self, feedback: Feedback) -> None:
        values = dataclasses.asdict(feedback)
        with self._database.transaction() as db:
            db.execute(
                'INSERT OR REPLACE INTO feedback (trace_id, user, "right", why, created_at) '
                "VALUES (:trace_id, :user, :right, :why, :created_at)",
                values,
            )

    def newest(self, limit: int = 100, before: str = "") -> list[TraceRow]:
        where = "WHERE rowid < (SELECT rowid FROM traces WHERE trace_id = :before)" if before else ""
        with self._database.reading() as db:
            rows = db.execute(
                f"SELECT * FROM traces {where} ORDER BY rowid DESC LIMIT :limit", {"before": before, "limit": limit}
            ).fetchall()
        return [_trace(row) for row in rows]

    def judged(self, right: bool | None = None, before: int | None = None, limit: int = 100) -> list[Judged]:
        where = [
            *(["feedback.rowid < :before"] if before is not None else []),
            *(['feedback."right" = :right'] if right is not None else []),
        ]
        with self._database.reading() as db:
            rows = db.execute(
                f"{_JUDGED} WHERE {' AND '.join(where) or '1'} ORDER BY feedback.rowid DESC LIMIT :limit",
                {"right": right, "before": before, "limit": limit},
            ).fetchall()
        return [_judged(row) for row in rows]


def _judged(row: Row) -> Judged:
    said = Feedback(row["about"], bool(row["right"]), row["why"], row["said_by"], row["said_at"])
    trace = _trace({name: row[name] for name in _FIELDS}) if row["trace_id"] else None
    return Judged(row["number"], said, trace)


def _trace(row: Row | Mapping[str, Any]) -> TraceRow:
    values: dict[str, Any] = dict(row)
    for name, record in _LISTS.items():
        values[name] = tuple(record(**item) for item in json.loads(row[name]))
    return TraceRow(**values)
