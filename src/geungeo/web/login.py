"""Logging in on the page, and who one is. The cookie is out of the page's reach and goes to this site alone."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from geungeo import messages
from geungeo.records import Reader
from geungeo.web.pages import page
from geungeo.web.roles import SESSION_COOKIE, Asker, asked_with
from geungeo.web.schemas import ErrorOut, LoginIn, MeOut
from geungeo.web.services import Services


def add_login(app: FastAPI, services: Services) -> None:
    identity = services.identity
    wrong: dict[int | str, dict[str, Any]] = {401: {"model": ErrorOut, "description": "토큰이 맞지 않음"}}

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
        session = identity.login(body.token)
        if session is None:
            raise HTTPException(401, "wrong_token")
        _close_earlier(request)
        response.set_cookie(
            SESSION_COOKIE,
            session.secret,
            max_age=session.seconds,
            secure=services.secure_cookie or _over_https(request),
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

    def _over_https(request: Request) -> bool:
        """As the trusted proxy says, which ends TLS; else as this connection is."""
        credentials = asked_with(request)
        told = credentials.one("x-forwarded-proto") if identity.from_proxy(credentials) else ""
        return (told or request.url.scheme).lower() == "https"

    shown = page("login.html", messages.LOGIN)

    @app.get("/login", response_class=HTMLResponse, include_in_schema=False)
    def login_page() -> str:
        return shown
