"""Who is asking: on this machine alone nobody logs in; else a trusted proxy's headers, or a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from geungeo.records import Reader


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request says of its sender. headers: by lower-case name. session: the page's cookie."""

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    session: str = field(default="", repr=False)


class NoLogin:
    """On 127.0.0.1: whoever reaches this port is the operator."""

    def reader(self, credentials: Credentials) -> Reader | None:
        return Reader("local", role="operator")
