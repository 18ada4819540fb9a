"""Who is asking: on this machine alone nobody logs in; else a trusted proxy's headers, a token, or a page's session.

Whatever does not hold is as if it were not there: a wrong secret, a revoked token, a header given twice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from geungeo import messages
from geungeo.errors import GeungeoError, SettingError
from geungeo.korean.normalize import has_control, nfc
from geungeo.ports import AuditLog, NewToken, TokenStore
from geungeo.records import Deed, Reader, Role, Token

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]

SECRET_HEADER = "x-geungeo-proxy-secret"
LOCAL_OPERATOR = Reader("local", role="operator")
NAME_MAX = 128  # characters of a user's or a group's name
GROUPS_MAX = 500
_SECRET_BYTES = 32
_TOKEN = re.compile(r"gg_([0-9]{1,18})_([A-Za-z0-9_-]{43})")
_USED_STEP = timedelta(minutes=1)  # how exactly a token's last use is known


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request says of its sender. headers: all values by lower-case name. session: the page's cookie."""

    headers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    session: str = field(default="", repr=False)

    def one(self, name: str) -> str:
        """The header's value; "" when it is absent or given more than once, where nobody knows which to believe."""
        values = self.headers.get(name.lower(), ())
        return values[0] if len(values) == 1 else ""


@dataclass(frozen=True, slots=True)
class Proxy:
    """Believed where it shows the secret. operators: principals ('group:admin', 'user:kim') with that role."""

    secret: str = field(repr=False)
    user_header: str
    groups_header: str
    operators: frozenset[str] = frozenset()

    def sent(self, credentials: Credentials) -> bool:
        return _same(credentials.one(SECRET_HEADER), self.secret)

    def reader(self, credentials: Credentials) -> Reader | None:
        """Whom the proxy names; None when it names nobody, or not clearly. Only for what it `sent`."""
        try:
            user = name_of(_text(credentials.one(self.user_header)))
            groups = _groups(_text(credentials.one(self.groups_header)))
        except ValueError:
            return None
        reader = Reader(user, groups)
        is_operator = not self.operators.isdisjoint(reader.principals)
        return Reader(user, groups, "operator" if is_operator else "employee")


@dataclass(frozen=True, slots=True)
class Session:
    """For the page's cookie. seconds: how long it holds at most."""

    secret: str = field(repr=False)
    seconds: int
    reader: Reader


class NoLogin:
    """On 127.0.0.1: whoever reaches this port is the operator."""

    def reader(self, credentials: Credentials) -> Reader | None:
        return LOCAL_OPERATOR

    def needed(self) -> bool:
        return False

    def from_proxy(self, credentials: Credentials) -> bool:
        return False

    def login(self, token: str) -> Session | None:
        return None

    def logout(self, session: str) -> None:
        pass


class Logins:
    """Nobody logs in while no login is required, no proxy is set and there has never been a token; all thread-safe.

    Looked at anew at each request: the first token closes an open house at once, and taking it back does not reopen
    it. Raises WorkspaceError when the database can't be read.
    """

    def __init__(
        self,
        tokens: TokenStore,
        proxy: Proxy | None = None,
        required: bool = False,
        session_hours: int = 12,
        clock: Clock = lambda: datetime.now(UTC),
    ) -> None:
        self._tokens = tokens
        self._proxy = proxy
        self._closed = required or proxy is not None
        self._session = timedelta(hours=session_hours)
        self._clock = clock

    def needed(self) -> bool:
        self._closed = self._closed or self._tokens.ever()
        return self._closed

    def from_proxy(self, credentials: Credentials) -> bool:
        """Whether the trusted proxy sent this, so that what it says of address and scheme holds too."""
        return self._proxy is not None and self._proxy.sent(credentials)

    def reader(self, credentials: Credentials) -> Reader | None:
        """Who this is; None when a login is needed and was not given, or does not hold."""
        if not self.needed():
            return LOCAL_OPERATOR
        if self._proxy and self._proxy.sent(credentials) and (named := self._proxy.reader(credentials)):
            return named
        scheme, _, bearer = credentials.one("authorization").partition(" ")
        if scheme.lower() == "bearer":
            token = self._token(bearer.strip())
            return _reader(token) if token else None
        return self._of_session(credentials.session) if credentials.session else None

    def login(self, token: str) -> Session | None:
        """A session bound to this token; None when the token does not hold."""
        held = self._token(token.strip())
        if held is None:
            return None
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        now = self._clock()
        ends = min(now + self._session, datetime.fromisoformat(held.expires_at))
        self._tokens.open_session(hashed(secret), held.number, _iso(ends), _iso(now))
        return Session(secret, int((ends - now).total_seconds()), _reader(held))

    def logout(self, session: str) -> None:
        self._tokens.close_session(hashed(session))

    def _token(self, shown: str) -> Token | None:
        match = _TOKEN.fullmatch(shown)
        found = self._tokens.held(int(match[1])) if match else None
        if match is None or found is None:
            return None
        token, stored = found
        return self._used(token) if _same(hashed(match[2]), stored) and self._holds(token) else None

    def _of_session(self, secret: str) -> Reader | None:
        found = self._tokens.session(hashed(secret))
        if found is None:
            return None
        token, ends = found
        open_still = datetime.fromisoformat(ends) > self._clock() and self._holds(token)
        return _reader(self._used(token)) if open_still else None

    def _holds(self, token: Token) -> bool:
        return token.revoked_at is None and datetime.fromisoformat(token.expires_at) > self._clock()

    def _used(self, token: Token) -> Token:
        """Notes the use, at most once a minute; a full disk is no reason to turn a person away."""
        now = self._clock()
        if token.used_at is None or now - datetime.fromisoformat(token.used_at) >= _USED_STEP:
            try:
                self._tokens.used(token.number, _iso(now))
            except GeungeoError as error:
                log.warning("last use of token %d not noted: %s", token.number, error)
        return token


@dataclass(frozen=True, slots=True)
class Keys:
    """Tokens as the operator makes, lists and takes them back; each deed goes to the audit log."""

    tokens: TokenStore
    audit: AuditLog
    clock: Clock = lambda: datetime.now(UTC)

    def make(
        self, who: str, user: str, groups: Iterable[str], role: Role, days: int, note: str = ""
    ) -> tuple[str, Token]:
        """The token to show once, and what is kept of it. Raises SettingError for a name that can't be one."""
        now = self.clock()
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        try:
            names = tuple(dict.fromkeys(map(name_of, groups)))
            new = NewToken(name_of(user), names, role, _iso(now), _iso(now + timedelta(days=days)), nfc(note))
        except ValueError as error:
            raise SettingError(messages.NAME_SHAPE.format(value=str(error), limit=NAME_MAX)) from error
        if has_control(note):
            raise SettingError(messages.TOKEN_NOTE_SHAPE)
        made = self.tokens.add(new, hashed(secret))
        self._tell(who, "token.make", made)
        return f"gg_{made.number}_{secret}", made

    def list(self) -> list[Token]:
        """Newest first."""
        return list(self.tokens.list())

    def revoke(self, who: str, number: int) -> Token:
        """Takes effect at the next request, in sessions opened with it too. Raises SettingError when unknown."""
        token = self.tokens.revoke(number, _iso(self.clock()))
        if token is None:
            raise SettingError(messages.TOKEN_UNKNOWN.format(number=number))
        self._tell(who, "token.revoke", token)
        return token

    def _tell(self, who: str, deed: str, token: Token) -> None:
        detail = {"user": token.user, "groups": list(token.groups), "role": token.role, "expires_at": token.expires_at}
        now = self.clock().astimezone().isoformat(timespec="seconds")
        self.audit.add(Deed(now, who, deed, f"token:{token.number}", detail))


def hashed(secret: str) -> str:
    """For secrets of 256 random bits, which nobody can guess from it; no password would do."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def name_of(text: str) -> str:
    """A user's or group's name, NFC and trimmed. Raises ValueError with it when it is empty, long or hides letters."""
    name = nfc(text).strip()
    if not name or len(name) > NAME_MAX or has_control(name) or any(letter in "\t\r\n" for letter in name):
        raise ValueError(repr(text[:NAME_MAX]))
    return name


def operators_of(stated: str) -> frozenset[str]:
    """'group:admin,user:kim' as principals. Raises SettingError: never '*', which would be everyone."""
    names = [nfc(name).strip() for name in stated.split(",") if name.strip()]
    for name in names:
        if not re.fullmatch(r"(?:group|user):\S.*", name):
            raise SettingError(messages.OPERATORS_SHAPE.format(value=name))
    return frozenset(names)


def _groups(stated: str) -> tuple[str, ...]:
    """Comma separated, or a JSON list. Raises ValueError."""
    found = json.loads(stated) if stated.strip().startswith("[") else [n for n in stated.split(",") if n.strip()]
    if not isinstance(found, list) or len(found) > GROUPS_MAX or not all(isinstance(name, str) for name in found):
        raise ValueError("groups")
    return tuple(dict.fromkeys(map(name_of, found)))


def _text(header: str) -> str:
    """A header's bytes come as Latin-1; proxies send UTF-8. Raises ValueError for anything else."""
    return header.encode("latin-1").decode("utf-8")


def _reader(token: Token) -> Reader:
    return Reader(token.user, token.groups, token.role)


def _same(one: str, other: str) -> bool:
    """Compared in a time that tells nothing of where they differ; nothing equals the empty secret."""
    return bool(other) and hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode())


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
