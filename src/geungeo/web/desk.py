"""The operator's desk: its page, and who is sitting there. What its tabs do stands in modules of their own."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from geungeo.records import Reader
from geungeo.web.pages import desk_texts, page
from geungeo.web.roles import Asker
from geungeo.web.schemas import MeOut


def add_desk(app: FastAPI) -> None:
    desk = page("desk.html", desk_texts())

    @app.get("/desk", response_class=HTMLResponse, include_in_schema=False)
    def shell() -> str:
        """No more than words: whatever it shows comes from routes that ask for an operator."""
        return desk

    @app.get("/api/me", response_model=MeOut, summary="누구로 들어와 있는지")
    def me(reader: Asker) -> Reader:
        return reader
