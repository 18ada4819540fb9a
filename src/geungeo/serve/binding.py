"""Where the server listens, and under which names requests may come."""

from __future__ import annotations

import ipaddress

from geungeo import messages
from geungeo.errors import SettingError

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("", "0.0.0.0", "::")


def is_local(host: str) -> bool:
    """Whether an address reaches no further than this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def names(host: str, stated: str) -> tuple[str, ...]:
    """The names that a request's Host may have, without port: this machine's own, the address, and those stated.

    Raises SettingError when the server listens everywhere and nobody said under which name it is called.
    """
    own = [name.strip() for name in stated.split(",") if name.strip()]
    if not own and host in _EVERYWHERE:
        raise SettingError(messages.SERVE_NEEDS_HOSTS.format(host=host or "0.0.0.0"))
    for name in own:
        if "/" in name or "*" in name or (":" in name and not name.startswith("[")):
            raise SettingError(messages.SERVE_HOSTS_SHAPE.format(value=name))
    listening = [] if host in _EVERYWHERE else [f"[{host}]" if ":" in host else host]
    return tuple(dict.fromkeys(name.lower() for name in (*LOCAL_NAMES, *listening, *own)))
