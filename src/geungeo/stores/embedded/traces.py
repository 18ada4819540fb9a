"""What was asked and answered, and what people said of it: tables traces and feedback of geungeo.db."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from geungeo.records import Check, Citation, Evidence, Feedback, TraceRow, to_json
from geungeo.stores.embedded.database import Database, Row

_FIELDS = [f.name for f in dataclasses.fields(TraceRow)]
_LISTS = {"citations": Citation, "checks": Check, "evidence": Evidence}


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


def _trace(row: Row) -> TraceRow:
    values: dict[str, Any] = dict(row)
    for name, record in _LISTS.items():
        values[name] = tuple(record(**item) for item in json.loads(row[name]))
    return TraceRow(**values)
