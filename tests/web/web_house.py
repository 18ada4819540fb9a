"""One real workspace that several people enter: its tickets, its answers, its rules of access."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from asking import by_words
from geungeo import wiring
from geungeo.records import Chunk, Citation, Message, Reader
from geungeo.serve.identity import Credentials, NoLogin
from geungeo.serve.running import Running
from geungeo.web.app import create_app
from geungeo.web.services import Services

KIM, LEE, NOBODY = Reader("kim", ("hr",)), Reader("lee", ("it",)), Reader("", ("hr",))
OPERATOR = Reader("park", role="operator")


@dataclass
class Is(NoLogin):
    """Whoever comes is this reader."""

    whom: Reader

    def reader(self, credentials: Credentials) -> Reader | None:
        return self.whom


class House:
    """One workspace, entered by several people."""

    def __init__(self, base: wiring.Base, **parts: Any) -> None:
        self.base, self.desk = base, by_words(base, **parts)
        self.replies = wiring.replies(base, self.desk)
        self.running = Running(self.desk, None)

    def app(self, whom: Reader) -> FastAPI:
        tickets, opinions = wiring.tickets(self.base, self.desk), wiring.opinions(self.desk)
        return create_app(Services(self.running, Is(whom), tickets=tickets, opinions=opinions))

    def enter(self, whom: Reader) -> TestClient:
        return TestClient(self.app(whom), base_url="http://127.0.0.1:8765")

    def clause(self) -> Chunk:
        """One that can be a ground."""
        return next(c for c in self.base.store.snapshot().chunks.values() if c.part == "본칙" and not c.flags)

    def reply(self, ticket: int, text: str, end: int = 0) -> Message:
        """end: cite the clause's words from its third letter up to this one; 0 cites nothing."""
        chunk = self.clause()
        cited = [Citation(1, chunk.chunk_id, "", "", 2, end, chunk.text[2:end])] if end else []
        return self.replies.reply(ticket, text, cited, OPERATOR)
