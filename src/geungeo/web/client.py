"""Where a request comes from, as far as one may believe it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from geungeo.serve.identity import Credentials

SESSION_COOKIE = "geungeo_session"


@dataclass(frozen=True, slots=True)
class Client:
    """address: "" when nobody knows; of IPv6 the network, which one household has whole. https: up to the browser.

    near: a process of this machine, maybe a proxy that brings everybody and shows no secret.
    """

    address: str = ""
    https: bool = False
    near: bool = False


def asked_with(connection: HTTPConnection) -> Credentials:
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in connection.headers.items():
        headers[name] = (*headers.get(name, ()), value)
    return Credentials(headers, connection.cookies.get(SESSION_COOKIE, ""))


def client_of(connection: HTTPConnection, from_proxy: Callable[[Credentials], bool]) -> Client:
    """X-Forwarded headers hold only where the trusted proxy sent them; of a list, the entry that it added itself."""
    credentials = asked_with(connection)
    if from_proxy(credentials):
        stated = ",".join(credentials.headers.get("x-forwarded-for", ())).rpartition(",")[2].strip()
        return Client(_network(stated) or "", credentials.one("x-forwarded-proto").lower() == "https")
    peer = connection.client.host if connection.client else ""
    return Client(_network(peer) or peer, connection.url.scheme == "https", _is_near(peer))


def _network(address: str) -> str | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed, 64), strict=False))


def _is_near(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False
