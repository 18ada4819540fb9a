"""Who is asking: what holds, what does not, and from when on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import wiring
from geungeo.errors import SettingError
from geungeo.records import Reader
from geungeo.serve.binding import is_local, names
from geungeo.serve.identity import (
    LOCAL_OPERATOR,
    NAME_MAX,
    SECRET_HEADER,
    Credentials,
    Keys,
    Logins,
    Proxy,
    name_of,
    operators_of,
)
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.tokens import SqliteTokens

SECRET = "s3cret-of-the-proxy-0123456789"
PROXY = Proxy(SECRET, "X-Forwarded-User", "X-Forwarded-Groups", operators_of("group:admin, user:박운영"))


@dataclass
class Clock:
    now: datetime = datetime(2026, 1, 5, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class House:
    """A real database with its tokens, and the logins over it."""

    def __init__(self, path: Path, proxy: Proxy | None = None, required: bool = False) -> None:
        self.path = path
        self.clock = Clock()
        self.database = Database(path)
        self.tokens = SqliteTokens(self.database)
        self.keys = Keys(self.tokens, SqliteAudit(self.database), self.clock)
        self.logins = Logins(self.tokens, proxy, required, session_hours=12, clock=self.clock)

    def make(self, user: str = "kim", days: int = 30) -> str:
        return self.keys.make("tester", user, ["hr"], "employee", days)[0]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "geungeo.db")


KIM = Reader("kim", ("hr",))


def bearer(token: str) -> Credentials:
    return Credentials({"authorization": (f"Bearer {token}",)})


def from_proxy(secret: str = SECRET, **headers: str | tuple[str, ...]) -> Credentials:
    """Headers as they come from the wire: UTF-8 bytes read as Latin-1."""
    given = {SECRET_HEADER: secret, **{f"x-forwarded-{name}": value for name, value in headers.items()}}
    values = {name: (value,) if isinstance(value, str) else value for name, value in given.items()}
    return Credentials({name: tuple(v.encode().decode("latin-1") for v in value) for name, value in values.items()})


# --- Tokens -------------------------------------------------------------------------------------------------


def test_a_token_says_who_comes_with_which_groups_and_role(house: House) -> None:
    shown, made = house.keys.make("tester", "김철수", ["인사", "노무", "인사"], "operator", 90, "월간 보고")
    assert house.logins.reader(bearer(shown)) == Reader("김철수", ("인사", "노무"), "operator")
    assert (made.note, made.expires_at) == ("월간 보고", "2026-04-05T09:00:00+00:00")
    assert house.keys.list() == [house.tokens.held(made.number)[0]]  # type: ignore[index]


def test_the_first_token_closes_an_open_house_at_once_and_revoking_it_does_not_reopen_it(house: House) -> None:
    assert house.logins.reader(Credentials()) == LOCAL_OPERATOR
    assert not house.logins.needed()
    token = house.make()
    assert house.logins.reader(Credentials()) is None
    assert house.logins.reader(bearer(token)) == KIM
    house.keys.revoke("tester", 1)
    with house.database.transaction() as db:
        db.execute("DELETE FROM tokens")
    reopened = House(house.path)
    for logins in (house.logins, reopened.logins):
        assert logins.needed()
        assert logins.reader(Credentials()) is None
        assert logins.reader(bearer(token)) is None


@pytest.mark.parametrize("required", [True, False])
def test_login_is_needed_before_there_is_a_token_where_it_is_required(tmp_path: Path, required: bool) -> None:
    house = House(tmp_path / "geungeo.db", required=required)
    assert house.logins.needed() is required
    assert House(tmp_path / "geungeo.db", PROXY).logins.needed()


def test_a_revoked_token_and_its_sessions_are_dead_at_the_next_request(house: House) -> None:
    token, other = house.make(), house.make("lee")
    session = house.logins.login(token)
    others = house.logins.login(other)
    assert session
    assert others
    assert house.logins.reader(Credentials(session=session.secret)) == KIM
    House(house.path).keys.revoke("tester", 1)  # as another process does
    assert house.logins.reader(bearer(token)) is None
    assert house.logins.reader(Credentials(session=session.secret)) is None
    assert house.logins.login(token) is None
    assert house.logins.reader(Credentials(session=others.secret)) == Reader("lee", ("hr",))


def test_a_token_ends_on_its_day_and_a_session_no_later(house: House) -> None:
    token = house.make(days=1)
    house.clock.now += timedelta(hours=20)
    session = house.logins.login(token)
    assert session
    assert session.seconds == 4 * 3600
    house.clock.now += timedelta(hours=4, seconds=-1)
    assert house.logins.reader(Credentials(session=session.secret)) == KIM
    assert house.logins.reader(bearer(token)) == KIM
    house.clock.now += timedelta(seconds=1)
    assert house.logins.reader(Credentials(session=session.secret)) is None
    assert house.logins.reader(bearer(token)) is None
    assert house.logins.login(token) is None


def test_a_session_ends_after_its_hours_and_on_logout(house: House) -> None:
    token = house.make()
    first, second = house.logins.login(token), house.logins.login(token)
    assert first
    assert second
    assert first.secret != second.secret
    house.logins.logout(first.secret)
    assert house.logins.reader(Credentials(session=first.secret)) is None
    assert house.logins.reader(Credentials(session=second.secret)) == KIM
    house.clock.now += timedelta(hours=12)
    assert house.logins.reader(Credentials(session=second.secret)) is None
    house.logins.login(token)
    with house.database.reading() as db:
        assert db.execute("SELECT count(*) FROM web_sessions").fetchone()[0] == 1  # what ended is gone


def test_neither_a_token_nor_a_session_can_be_read_from_the_database(house: House) -> None:
    token = house.make()
    session = house.logins.login(token)
    assert session
    house.logins.reader(bearer(token))
    stored = b"".join(path.read_bytes() for path in house.path.parent.iterdir())
    assert b"kim" in stored
    assert token.rpartition("_")[2].encode() not in stored
    assert token.split("_", 2)[2].encode() not in stored
    assert session.secret.encode() not in stored
    assert session.secret not in repr(session)
    assert token not in repr(bearer(token))


def test_only_the_whole_token_holds(house: House) -> None:
    token, other = house.make(), house.make("lee")
    secret = token.split("_", 2)[2]
    wrong = [
        "",
        "gg_",
        f"gg_1_{secret[:-1]}",
        f"gg_1_{secret}x",
        f"gg_2_{secret}",
        f"gg_99_{secret}",
        f"gg_1{'0' * 30}_{secret}",
        f"gg_١_{secret}",
        f"gg_1_{other.split('_', 2)[2]}",
        f"gg_1_{secret.swapcase()}",
        f"GG_1_{secret}",
        f"{token} {token}",
        "gg_1_" + "é" * 43,
    ]
    assert [shown for shown in wrong if house.logins.reader(bearer(shown)) or house.logins.login(shown)] == []
    assert house.logins.reader(Credentials({"authorization": (f"bearer {token}",)})) == KIM
    assert house.logins.reader(Credentials({"authorization": (f"Basic {token}",)})) is None
    assert house.logins.reader(Credentials({"authorization": (f"Bearer {token}",) * 2})) is None


def test_a_bearer_that_does_not_hold_is_not_made_up_for_by_a_session(house: House) -> None:
    session = house.logins.login(house.make())
    assert session
    assert house.logins.reader(Credentials({"authorization": ("Bearer gg_1_x",)}, session.secret)) is None


@given(session=st.text())
def test_no_made_up_session_holds(tmp_path_factory: pytest.TempPathFactory, session: str) -> None:
    house = House(tmp_path_factory.getbasetemp() / "made-up.db", required=True)
    assert house.logins.reader(Credentials(session=session)) is None
    assert house.logins.login(session) is None
    house.logins.logout(session)


def test_last_use_is_noted_at_most_once_a_minute(house: House) -> None:
    token = house.make()
    uses = []
    for seconds in (0, 59, 1, 30):
        house.clock.now += timedelta(seconds=seconds)
        assert house.logins.reader(bearer(token)) == KIM
        uses.append(house.keys.list()[0].used_at)
    assert uses == ["2026-01-05T09:00:00+00:00"] * 2 + ["2026-01-05T09:01:00+00:00"] * 2


def test_what_is_done_to_tokens_stands_in_the_audit_log_without_the_secret(house: House) -> None:
    token = house.make()
    house.keys.revoke("boss", 1)
    ended = house.keys.list()[0].revoked_at
    house.clock.now += timedelta(days=1)
    house.keys.revoke("boss", 1)
    assert house.keys.list()[0].revoked_at == ended
    deeds = SqliteAudit(house.database).list()
    assert [(deed.who, deed.deed, deed.subject) for deed in reversed(deeds)][:2] == [
        ("tester", "token.make", "token:1"),
        ("boss", "token.revoke", "token:1"),
    ]
    assert token.split("_", 2)[2] not in repr(deeds)
    with pytest.raises(SettingError, match="7번"):
        house.keys.revoke("boss", 7)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "kim\u200b", "\u202ekim", "x" * (NAME_MAX + 1), "a\x00", "\x85"])
def test_a_name_that_hides_letters_or_has_none_is_refused(house: House, name: str) -> None:
    with pytest.raises(SettingError):
        house.keys.make("tester", name, [], "employee", 1)
    with pytest.raises(SettingError):
        house.keys.make("tester", "kim", [name], "employee", 1)
    assert not house.logins.needed()


@given(st.text())
def test_a_name_that_is_taken_stays_as_it_is(text: str) -> None:
    try:
        name = name_of(text)
    except ValueError:
        return
    assert name_of(name) == name
    assert 1 <= len(name) <= NAME_MAX


# --- The trusted proxy --------------------------------------------------------------------------------------


@pytest.fixture
def proxied(tmp_path: Path) -> Logins:
    return House(tmp_path / "geungeo.db", PROXY).logins


def test_the_proxy_names_user_and_groups(proxied: Logins) -> None:
    assert proxied.reader(from_proxy(user="kim", groups="hr, it,,hr")) == Reader("kim", ("hr", "it"))
    assert proxied.reader(from_proxy(user="kim", groups='["hr", "a,b"]')) == Reader("kim", ("hr", "a,b"))
    assert proxied.reader(from_proxy(user="kim")) == Reader("kim")
    assert proxied.reader(from_proxy(user="김철수", groups="인사")) == Reader("김철수", ("인사",))
    decomposed = "\u1100\u1175\u11b7"
    assert proxied.reader(from_proxy(user=decomposed)) == Reader("김")


def test_operators_are_those_that_the_setting_names(proxied: Logins) -> None:
    assert proxied.reader(from_proxy(user="kim", groups="hr,admin")) == Reader("kim", ("hr", "admin"), "operator")
    assert proxied.reader(from_proxy(user="박운영")) == Reader("박운영", (), "operator")
    assert proxied.reader(from_proxy(user="admin", groups="박운영")) == Reader("admin", ("박운영",))


@pytest.mark.parametrize("secret", ["", "x", SECRET[:-1], SECRET + "x", SECRET.upper(), "é", "비밀"])
def test_headers_without_the_right_secret_are_never_believed(proxied: Logins, secret: str) -> None:
    told = from_proxy(secret, user="kim", groups="admin")
    assert proxied.reader(told) is None
    assert not proxied.from_proxy(told)
    assert proxied.from_proxy(from_proxy())


def test_headers_are_not_believed_where_no_proxy_is_set(house: House) -> None:
    house.make()
    for secret in ("", SECRET):
        assert house.logins.reader(from_proxy(secret, user="kim", groups="admin")) is None
        assert not house.logins.from_proxy(from_proxy(secret))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"user": ""},
        {"user": ("root", "kim")},
        {"user": "a\tb"},
        {"user": "x" * 200},
        {"user": "kim", "groups": "[1, 2]"},
        {"user": "kim", "groups": '["hr"'},
        {"user": "kim", "groups": '["hr", ""]'},
        {"user": "kim", "groups": ",".join(f"g{number}" for number in range(501))},
    ],
)
def test_a_user_who_is_not_named_clearly_must_log_in(proxied: Logins, headers: dict[str, str]) -> None:
    assert proxied.reader(from_proxy(**headers)) is None


def test_a_secret_or_groups_given_twice_are_not_believed(proxied: Logins) -> None:
    assert proxied.reader(from_proxy(user="kim", groups=("admin", "hr"))) == Reader("kim")
    twice = {**from_proxy(user="kim").headers, SECRET_HEADER: (SECRET, SECRET)}
    assert proxied.reader(Credentials(twice)) is None


def test_header_bytes_that_are_no_text_are_not_believed(proxied: Logins) -> None:
    told = {**from_proxy().headers, "x-forwarded-user": ("\xff\xfe",)}
    assert proxied.reader(Credentials(told)) is None


def test_a_token_passes_through_a_proxy_that_names_nobody(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", PROXY)
    token = house.make()
    both = Credentials({**from_proxy().headers, **bearer(token).headers})
    assert house.logins.reader(both) == KIM


@pytest.mark.parametrize("stated", ["*", "admin", "group:", "user: kim", "group:a,*"])
def test_operators_are_named_one_by_one(stated: str) -> None:
    with pytest.raises(SettingError, match=r"auth\.operators"):
        operators_of(stated)
    assert operators_of("") == frozenset()


# --- Where one may listen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LOCALHOST"])
def test_loopback_is_local(host: str) -> None:
    assert is_local(host)
    assert {"127.0.0.1", "localhost", "[::1]"} <= set(names(host, ""))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.0.5", "rules.example.com", "127.0.0.1.example.com"])
def test_any_other_address_is_not(host: str) -> None:
    assert not is_local(host)


def test_requests_come_by_the_names_stated_and_the_address() -> None:
    host = "192.168.0.5"
    assert set(names(host, "Rules.Example.com, r")) >= {"rules.example.com", "r", host, "127.0.0.1"}
    assert "[fe80::1]" in names("fe80::1", "")
    for everywhere in ("0.0.0.0", "::", ""):
        assert not {everywhere, f"[{everywhere}]"} & set(names(everywhere, "r"))
        with pytest.raises(SettingError, match=r"serve\.hosts"):
            names(everywhere, " , ")


@pytest.mark.parametrize("stated", ["http://a", "a:80", "*.example.com", "a/b", "*"])
def test_a_name_is_a_name_only(stated: str) -> None:
    with pytest.raises(SettingError, match=r"serve\.hosts"):
        names("127.0.0.1", stated)


@pytest.mark.parametrize("settings", [{}, {"auth.operators": "group:a"}, {"serve.hosts": "r"}])
def test_an_address_beyond_this_machine_needs_a_login(tmp_path: Path, settings: dict[str, str]) -> None:
    wiring.init(tmp_path / "w")
    arguments = {"embedder.kind": "none", "serve.host": "192.168.0.5"}
    base = wiring.open_workspace(tmp_path / "w", {**arguments, **settings})
    with pytest.raises(SettingError, match="geungeo token make"):
        wiring.logins(base)
    for enough in ({"auth.required": True}, {"auth.proxy_secret": SECRET}):
        assert wiring.logins(wiring.open_workspace(tmp_path / "w", {**arguments, **settings, **enough})).needed()
    wiring.keys(tmp_path / "w").make("tester", "kim", [], "employee", 1)
    wiring.keys(tmp_path / "w").revoke("tester", 1)
    assert wiring.logins(base).needed()


@pytest.mark.parametrize("secret", ["short", "x" * 15, "비밀" * 10, "a b\tc" * 10])
def test_a_weak_proxy_secret_is_refused_without_showing_it(tmp_path: Path, secret: str) -> None:
    wiring.init(tmp_path / "w")
    base = wiring.open_workspace(tmp_path / "w", {"embedder.kind": "none", "auth.proxy_secret": secret})
    with pytest.raises(SettingError, match=r"auth\.proxy_secret") as refused:
        wiring.logins(base)
    assert secret not in str(refused.value)
