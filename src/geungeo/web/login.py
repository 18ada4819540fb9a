"""Logging in on the page, and who one is. The cookie is out of the page's reach and goes to this site alone."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from geungeo import messages
from geungeo.records import Reader
from geungeo.web.client import SESSION_COOKIE, Client
from geungeo.web.errors import TooMany
from geungeo.web.pages import page
from geungeo.web.roles import Asker
from geungeo.web.schemas import ErrorOut, LoginIn, MeOut
from geungeo.web.services import Services


def add_login(app: FastAPI, services: Services) -> None:
    identity = services.identity
    logins = services.rates.logins
    wrong: dict[int | str, dict[str, Any]] = {
        401: {"model": ErrorOut, "description": "토큰이 맞지 않음"},
        429: {"model": ErrorOut, "description": "틀린 토큰이 너무 잦음"},
    }

    def me_of(reader: Reader, session: bool) -> MeOut:
        groups = list(reader.groups)
        return MeOut(
            user=reader.user,
            groups=groups,
            role=reader.role,
            login=identity.needed(),
            session=session,
            anonymous=services.anonymous,
        )

    @app.get("/api/me", summary="누구로 들어와 있는지")
    def me(request: Request, reader: Asker) -> MeOut:
        return me_of(reader, bool(request.cookies.get(SESSION_COOKIE)) and identity.needed())

    @app.post("/api/login", responses=wrong, summary="토큰으로 로그인한다")
    def login(body: LoginIn, request: Request, response: Response) -> MeOut:
        client: Client = request.state.client
        if wait := logins.take(client.address):
            raise TooMany("too_many_logins", wait)
        session = identity.login(body.token)
        if session is None:
            raise HTTPException(401, "wrong_token")
        logins.give_back(client.address)
        _close_earlier(request)
        response.set_cookie(
            SESSION_COOKIE,
            session.secret,
            max_age=session.seconds,
            secure=services.secure_cookie or client.https,
            httponly=True,
            samesite="strict",
        )
        return me_of(session.reader, True)

    @app.post("/api/logout", status_code=204, summary="로그아웃한다")
    def logout(request: Request, response: Response) -> None:
        _close_earlier(request)
        response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")

    def _close_earlier(request: Request) -> None:
        if earlier := request.cookies.get(SESSION_COOKIE):
            identity.logout(earlier)

    shown = page("login.html", messages.LOGIN)

    @app.get("/login", response_class=HTMLResponse, include_in_schema=False)
    def login_page() -> str:
        return shown
