"""Which role a route asks for. Every route under /api names one of these as a parameter; a test sees to it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from geungeo.records import Reader
from geungeo.web.client import Client, asked_with
from geungeo.web.errors import TooMany
from geungeo.web.services import Services

# (method, path) of the routes under /api that ask for none.
PUBLIC = frozenset({("POST", "/api/login"), ("POST", "/api/logout")})


def _asker(request: Request) -> Reader:
    """Anyone who may ask. 401 without a login that holds."""
    services: Services = request.app.state.services
    reader = services.identity.reader(asked_with(request))
    if reader is None:
        raise HTTPException(401, "login_needed")
    return reader


Asker = Annotated[Reader, Depends(_asker)]


def _questioner(request: Request, reader: Asker) -> Reader:
    """429 for whoever asks too often; alone on one's own machine one may."""
    services: Services = request.app.state.services
    client: Client = request.state.client
    if services.identity.needed():
        key = f"user:{reader.user}" if reader.user else f"address:{client.address}"
        if wait := services.rates.questions.take(key):
            raise TooMany("too_many_questions", wait)
    return reader


Questioner = Annotated[Reader, Depends(_questioner)]


def _operator(reader: Asker) -> Reader:
    """403 for whoever is no operator."""
    if reader.role != "operator":
        raise HTTPException(403, "operators_only")
    return reader


Operator = Annotated[Reader, Depends(_operator)]
