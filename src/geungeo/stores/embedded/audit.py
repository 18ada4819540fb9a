"""What operators did: table audit of geungeo.db. Rows are added; triggers in the database refuse the rest (keeping.py)."""

from __future__ import annotations

import builtins
import json

from geungeo.records import Deed
from geungeo.stores.embedded.database import Database


class SqliteAudit:
    """Implements ports.AuditLog."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, deed: Deed) -> None:
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO audit (created_at, who, deed, subject, detail) VALUES (?, ?, ?, ?, ?)",
                (deed.created_at, deed.who, deed.deed, deed.subject, json.dumps(deed.detail, ensure_ascii=False)),
            )

    def list(self, limit: int = 100, deed: str | None = None) -> builtins.list[Deed]:
        where = "WHERE deed = :deed" if deed is not None else ""
        with self._database.reading() as db:
            rows = db.execute(
                f"SELECT * FROM audit {where} ORDER BY number DESC LIMIT :limit", {"deed": deed, "limit": limit}
            ).fetchall()
        return [
            Deed(row["created_at"], row["who"], row["deed"], row["subject"], json.loads(row["detail"])) for row in rows
        ]
