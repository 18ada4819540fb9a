"""The operator's desk: its page. What its tabs do stands in modules of their own."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from geungeo.web.documents import add_documents
from geungeo.web.gaps import add_gaps
from geungeo.web.inbox import add_inbox
from geungeo.web.kept import add_kept
from geungeo.web.pages import desk_texts, page
from geungeo.web.services import Services
from geungeo.web.words import add_words
from geungeo.web.workshop import add_workshop


def add_desk(app: FastAPI, services: Services) -> None:
    desk = page("desk.html", desk_texts())

    @app.get("/desk", response_class=HTMLResponse, include_in_schema=False)
    def shell() -> str:
        """No more than words: whatever it shows comes from routes that ask for an operator."""
        return desk

    if services.desk:
        add_documents(app, services.desk)
        add_workshop(app, services.desk)
        add_words(app, services.desk.lexicon)
    if services.kept:
        add_kept(app, services.kept)
    if services.inbox:
        add_inbox(app, services.inbox)
        add_gaps(app, services.inbox)
