"""Which role a route asks for. Every route under /api names one of these as a parameter; a test sees to it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from geungeo.records import Reader
from geungeo.serve.identity import Credentials
from geungeo.web.services import Services

SESSION_COOKIE = "geungeo_session"
# (method, path) of the routes under /api that ask for none.
PUBLIC = frozenset({("POST", "/api/login"), ("POST", "/api/logout")})


def asked_with(connection: HTTPConnection) -> Credentials:
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in connection.headers.items():
        headers[name] = (*headers.get(name, ()), value)
    return Credentials(headers, connection.cookies.get(SESSION_COOKIE, ""))


def _asker(request: Request) -> Reader:
    """Anyone who may ask. 401 without a login that holds."""
    services: Services = request.app.state.services
    reader = services.identity.reader(asked_with(request))
    if reader is None:
        raise HTTPException(401, "login_needed")
    return reader


Asker = Annotated[Reader, Depends(_asker)]


def _operator(reader: Asker) -> Reader:
    """403 for whoever is no operator."""
    if reader.role != "operator":
        raise HTTPException(403, "operators_only")
    return reader


Operator = Annotated[Reader, Depends(_operator)]
