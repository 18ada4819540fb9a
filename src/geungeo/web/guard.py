"""What every request passes: host, size and kind of body on the way in, security headers on the way out."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from geungeo.web import errors
from geungeo.web.schemas import ErrorOut

MAX_BODY = 256 * 1024  # a question of 20,000 characters, each escaped, is told apart from a flood

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """ASGI middleware; the last resort for exceptions too, so that no stack ever leaves."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        reply = _Reply(send, no_store=not scope["path"].startswith("/static/"))
        refused, received = await self._admit(scope, receive)
        if refused:
            return await errors.response(refused)(scope, receive, reply.send)
        try:
            await self.app(scope, received, reply.send)
        except Exception as error:  # noqa: BLE001  the last border; told() logs it whole
            told = errors.told(error)
            if not reply.started:
                await errors.response(told)(scope, receive, reply.send)

    async def _admit(self, scope: Scope, receive: Receive) -> tuple[ErrorOut | None, Receive]:
        """Why the request is refused, if it is; else how the app receives its body."""
        headers = Headers(scope=scope)
        # A page of another site can point its own name at 127.0.0.1 (DNS rebinding): its Host gives it away.
        if _without_port(headers.get("host", "")) not in self.hosts:
            return errors.body("host_not_allowed"), receive
        if scope["method"] != "POST":
            return None, receive
        # A form of another site cannot send JSON without asking first (CORS), and nobody here says yes.
        if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return errors.body("not_json"), receive
        content = await _read(headers, receive)
        if content is None:
            return errors.body("too_large", limit=MAX_BODY), receive
        return None, _replay(content, receive)


class _Reply:
    """Sends with the security headers, and knows whether anything was sent."""

    def __init__(self, send: Send, no_store: bool) -> None:
        self._send = send
        self._cache = "no-store" if no_store else "no-cache"
        self.started = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
            headers["Cache-Control"] = self._cache
        await self._send(message)


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


async def _read(headers: Headers, receive: Receive) -> bytes | None:
    """The whole body, or None when it is larger than MAX_BODY."""
    stated = headers.get("content-length", "0")
    if stated.isdigit() and int(stated) > MAX_BODY:
        return None
    content = bytearray()
    while True:
        message = await receive()
        content += message.get("body", b"")
        if len(content) > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(content)


def _replay(content: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": content, "more_body": False}

    return again
