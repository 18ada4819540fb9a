"""Keys to the house and the sessions opened with them: tables tokens and web_sessions of geungeo.db."""

from __future__ import annotations

import builtins
import json
from typing import Any

from geungeo.ports import NewToken
from geungeo.records import Token
from geungeo.stores.embedded.database import Database, Row

_SHOWN = "number, user, groups, role, note, created_at, expires_at, revoked_at, used_at"


class SqliteTokens:
    """Implements ports.TokenStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ever(self) -> bool:
        with self._database.reading() as db:
            # AUTOINCREMENT remembers rows that are gone.
            return db.execute("SELECT 1 FROM sqlite_sequence WHERE name = 'tokens'").fetchone() is not None

    def add(self, token: NewToken, hash: str) -> Token:
        values = (token.user, json.dumps(token.groups, ensure_ascii=False), token.role, token.note)
        with self._database.transaction() as db:
            number = db.execute(
                "INSERT INTO tokens (user, groups, role, note, created_at, expires_at, hash) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*values, token.created_at, token.expires_at, hash),
            ).lastrowid
            return _token(db.execute(f"SELECT {_SHOWN} FROM tokens WHERE number = ?", (number,)).fetchone())

    def list(self) -> builtins.list[Token]:
        with self._database.reading() as db:
            return [_token(row) for row in db.execute(f"SELECT {_SHOWN} FROM tokens ORDER BY number DESC")]

    def held(self, number: int) -> tuple[Token, str] | None:
        with self._database.reading() as db:
            row = db.execute(f"SELECT {_SHOWN}, hash FROM tokens WHERE number = ?", (number,)).fetchone()
        return (_token(row), row["hash"]) if row else None

    def revoke(self, number: int, at: str) -> Token | None:
        with self._database.transaction() as db:
            db.execute("UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE number = ?", (at, number))
            db.execute("DELETE FROM web_sessions WHERE token = ?", (number,))
            row = db.execute(f"SELECT {_SHOWN} FROM tokens WHERE number = ?", (number,)).fetchone()
        return _token(row) if row else None

    def used(self, number: int, at: str) -> None:
        with self._database.transaction() as db:
            db.execute("UPDATE tokens SET used_at = ? WHERE number = ?", (at, number))

    def open_session(self, hash: str, number: int, expires_at: str, at: str) -> None:
        with self._database.transaction() as db:
            db.execute("DELETE FROM web_sessions WHERE expires_at <= ?", (at,))
            db.execute(
                "INSERT INTO web_sessions (hash, token, created_at, expires_at) VALUES (?, ?, ?, ?)",
                (hash, number, at, expires_at),
            )

    def session(self, hash: str) -> tuple[Token, str] | None:
        with self._database.reading() as db:
            row = db.execute(
                "SELECT t.*, s.expires_at AS ends FROM web_sessions s JOIN tokens t ON t.number = s.token "
                "WHERE s.hash = ?",
                (hash,),
            ).fetchone()
        return (_token(row), row["ends"]) if row else None

    def close_session(self, hash: str) -> None:
        with self._database.transaction() as db:
            db.execute("DELETE FROM web_sessions WHERE hash = ?", (hash,))


def _token(row: Row) -> Token:
    values: dict[str, Any] = {name.strip(): row[name.strip()] for name in _SHOWN.split(",")}
    return Token(**{**values, "groups": tuple(json.loads(row["groups"]))})
