"""What every request passes: host, site, rate, size and kind of body on the way in, security headers on the way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from geungeo.serve.identity import Credentials
from geungeo.serve.rates import Rate
from geungeo.web import errors
from geungeo.web.client import client_of

MAX_BODY = 256 * 1024  # a question of 20,000 characters, each escaped, is told apart from a flood
_SAFE = ("GET", "HEAD")

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


@dataclass(frozen=True, slots=True)
class RawBody:
    """What a route takes instead of JSON: handed on as it comes, cut off beyond `limit` bytes."""

    kind: str
    limit: int


class Guard:
    """ASGI middleware; the last resort for exceptions too, so that no stack ever leaves.

    hosts: names a request may be addressed to. raw: by (method, path). Leaves the Client in the request's state.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Sequence[str],
        requests: Rate,
        from_proxy: Callable[[Credentials], bool],
        raw: Mapping[tuple[str, str], RawBody],
    ) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.requests = requests
        self.from_proxy = from_proxy
        self.raw = raw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        reply = _Reply(send, no_store=not scope["path"].startswith("/static/"))
        try:
            if refused := self._refused(scope):
                return await refused(scope, receive, reply.send)
            await self.app(scope, await self._body(scope, receive), reply.send)
        except _TooLarge as flood:
            if not reply.started:
                await errors.response(flood.told)(scope, receive, reply.send)
        except Exception as error:  # noqa: BLE001  the last border; told() logs it whole
            told = errors.told(error)
            if not reply.started:
                await errors.response(told)(scope, receive, reply.send)

    def _refused(self, scope: Scope) -> JSONResponse | None:
        """Why the request is refused before its body is read, if it is."""
        headers = Headers(scope=scope)
        # A page of another site can point its own name at 127.0.0.1 (DNS rebinding): its Host gives it away.
        if _without_port(headers.get("host", "")) not in self.hosts:
            return errors.response(errors.body("host_not_allowed"))
        client = client_of(HTTPConnection(scope), self.from_proxy)
        scope.setdefault("state", {})["client"] = client
        if client.address and not client.near and (wait := self.requests.take(client.address)):
            return errors.too_many("too_many_requests", wait)
        if scope["method"] in _SAFE:
            return None
        if self._from_another_site(headers):
            return errors.response(errors.body("other_site"))
        return self._wrong_kind(scope, headers)

    def _from_another_site(self, headers: Headers) -> bool:
        """As the browser says, which no page can change; other programs say nothing and hold no one's cookies."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin = headers.get("origin")
        return origin is not None and _without_port(_netloc(origin)) not in self.hosts

    def _wrong_kind(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        """A form of another site can send neither JSON nor raw bytes without asking first (CORS): nobody says yes."""
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if raw := self.raw.get((scope["method"], scope["path"])):
            return None if kind == raw.kind else errors.response(errors.body("wrong_kind", kind=raw.kind))
        empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        if kind == "application/json" or (empty and scope["method"] != "POST"):
            return None
        return errors.response(errors.body("not_json"))

    async def _body(self, scope: Scope, receive: Receive) -> Receive:
        """How the app receives the body: JSON once it is here whole, raw bytes piece by piece. Raises _TooLarge."""
        if scope["method"] in _SAFE:
            return receive
        stated = Headers(scope=scope).get("content-length", "0")
        size = int(stated) if stated.isdigit() else 0
        if raw := self.raw.get((scope["method"], scope["path"])):
            flood = _TooLarge("upload_too_large", limit=raw.limit)
            if size > raw.limit:
                raise flood
            return _counted(receive, raw.limit, flood)
        flood = _TooLarge("too_large", limit=MAX_BODY)
        if size > MAX_BODY:
            raise flood
        return _replay(await _read(_counted(receive, MAX_BODY, flood)), receive)


class _TooLarge(Exception):
    """Passes through the app, when it comes while the app reads."""

    def __init__(self, name: str, limit: int) -> None:
        super().__init__(name)
        self.told = errors.body(name, limit=limit)


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


def _netloc(origin: str) -> str:
    """'null' and anything that is no address is nobody's."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


def _counted(receive: Receive, limit: int, flood: _TooLarge) -> Receive:
    """The same pieces, until they are more than `limit` bytes together."""
    got = 0

    async def piece() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > limit:
            raise flood
        return message

    return piece


async def _read(receive: Receive) -> bytes:
    content = bytearray()
    while True:
        message = await receive()
        content += message.get("body", b"")
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
