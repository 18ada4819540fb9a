"""Logging in over HTTP, over a real database: cookies, proxies, rates, and what another site may do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from web_stand_in import StandIn

from geungeo.serve.identity import Keys, Logins, Proxy
from geungeo.serve.rates import Rate, Rates
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.tokens import SqliteTokens
from geungeo.web.app import create_app
from geungeo.web.client import SESSION_COOKIE
from geungeo.web.guard import Guard, RawBody
from geungeo.web.services import Services

HOST = "rules.example.com"
SECRET = "s3cret-of-the-proxy-0123456789"
FAR = ("203.0.113.7", 50000)
QUESTION = {"question": "병가는 며칠인가요?"}


class House:
    """The app with a login, over a real database."""

    def __init__(self, path: Path, proxy: Proxy | None = None, **parts: Any) -> None:
        database = Database(path)
        tokens = SqliteTokens(database)
        self.keys = Keys(tokens, SqliteAudit(database))
        self.token = self.keys.make("tester", "kim", ["hr"], "employee", 30)[0]
        self.operator = self.keys.make("tester", "boss", [], "operator", 30)[0]
        self.stand_in = StandIn()
        self.app = create_app(Services(self.stand_in, Logins(tokens, proxy), **parts), [HOST])

    def client(self, scheme: str = "http", address: tuple[str, int] = FAR, **headers: str) -> TestClient:
        return TestClient(self.app, base_url=f"{scheme}://{HOST}", client=address, headers=headers)

    def log_in(self, client: TestClient) -> str:
        """The session's secret."""
        answer = client.post("/api/login", json={"token": self.token})
        assert answer.status_code == 200
        return str(client.cookies[SESSION_COOKIE])


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "geungeo.db")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# --- In and out ---------------------------------------------------------------------------------------------


def test_without_a_login_nothing_is_told(house: House) -> None:
    with house.client() as client:
        for path in ("/api/me", "/api/health", "/api/suggestions", "/api/chunks/0"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]) == (401, "login_needed")
            assert answer.headers["www-authenticate"] == "Bearer"
        assert client.post("/api/ask", json=QUESTION).status_code == 401
        assert client.post("/api/ask/stream", json=QUESTION).status_code == 401
        assert house.stand_in.asked == []
        for path in ("/", "/login", "/static/login.js"):
            assert client.get(path).status_code == 200


def test_a_bearer_token_is_enough_for_each_request(house: House) -> None:
    with house.client() as client:
        me = client.get("/api/me", headers=bearer(house.token)).json()
        assert me == {
            "user": "kim",
            "groups": ["hr"],
            "role": "employee",
            "login": True,
            "session": False,
            "anonymous": False,
        }
        assert client.post("/api/ask", json=QUESTION, headers=bearer(house.token)).status_code == 200
        assert client.get("/api/me").status_code == 401


def test_a_session_holds_until_logout(house: House) -> None:
    with house.client() as client:
        secret = house.log_in(client)
        me = client.get("/api/me").json()
        assert (me["user"], me["session"]) == ("kim", True)
        assert client.post("/api/ask", json=QUESTION).status_code == 200
        assert client.post("/api/logout", json={}).status_code == 204
        assert SESSION_COOKIE not in client.cookies
        assert client.get("/api/me").status_code == 401
        client.cookies[SESSION_COOKIE] = secret  # whoever kept it
        assert client.get("/api/me").status_code == 401
        assert client.post("/api/logout", json={}).status_code == 204


def test_a_new_login_ends_the_session_before(house: House) -> None:
    with house.client() as client:
        first = house.log_in(client)
        second = house.log_in(client)
        assert first != second
        client.cookies[SESSION_COOKIE] = first
        assert client.get("/api/me").status_code == 401


def test_a_revoked_token_ends_its_sessions_at_the_next_request(house: House) -> None:
    with house.client() as client:
        house.log_in(client)
        house.keys.revoke("boss", 1)
        assert client.get("/api/me").status_code == 401
        assert client.get("/api/me", headers=bearer(house.token)).status_code == 401
        assert client.get("/api/me", headers=bearer(house.operator)).json()["role"] == "operator"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House, scheme: str) -> None:
    with house.client(scheme) as client:
        cookie = client.post("/api/login", json={"token": house.token}).headers["set-cookie"].lower()
        gone = client.post("/api/logout", json={}).headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/"):
        assert part in cookie
        assert part in gone
    assert ("secure" in cookie) == (scheme == "https")
    assert "domain" not in cookie
    assert 0 < int(cookie.partition("max-age=")[2].partition(";")[0]) <= 12 * 3600


def test_the_cookie_is_secure_where_the_setting_says_so(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", secure_cookie=True)
    cookie = house.client().post("/api/login", json={"token": house.token}).headers["set-cookie"]
    assert "secure" in cookie.lower()


@pytest.mark.parametrize("token", ["", "gg_1_x", "gg_9_" + "A" * 43, "가" * 200, "\x00"])
def test_a_wrong_token_is_a_401_that_says_what_to_do(house: House, token: str) -> None:
    answer = house.client().post("/api/login", json={"token": token})
    assert (answer.status_code, answer.json()["error"]) == (401, "wrong_token")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("body", [{}, {"token": 3}, {"token": "x" * 201}, [], {"token": "gg_1_marker", "more": 1e400}])
def test_a_malformed_login_shows_nothing_of_what_was_sent(house: House, body: Any) -> None:
    content = json.dumps(body).encode()
    answer = house.client().post("/api/login", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (401, 422)
    assert "marker" not in answer.text


def test_who_asks_without_a_name_is_told_so(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", anonymous=True)
    assert house.client().get("/api/me", headers=bearer(house.token)).json()["anonymous"] is True


# --- The trusted proxy --------------------------------------------------------------------------------------


@pytest.fixture
def proxied(tmp_path: Path) -> House:
    proxy = Proxy(SECRET, "X-Forwarded-User", "X-Forwarded-Groups", frozenset({"group:admin"}))
    return House(tmp_path / "geungeo.db", proxy, rates=Rates(requests=Rate(3), logins=Rate(1)))


def test_a_proxy_with_the_secret_logs_people_in(proxied: House) -> None:
    told = {"X-Forwarded-User": "김철수".encode(), "X-Forwarded-Groups": b"hr,admin"}
    with proxied.client() as client:
        me = client.get("/api/me", headers={**told, "X-Geungeo-Proxy-Secret": SECRET}).json()
        assert (me["user"], me["groups"], me["role"], me["session"]) == ("김철수", ["hr", "admin"], "operator", False)
        for secret in ({}, {"X-Geungeo-Proxy-Secret": ""}, {"X-Geungeo-Proxy-Secret": SECRET[:-1]}):
            headers: Mapping[str, Any] = {**told, **secret}
            assert client.get("/api/me", headers=headers).status_code == 401


def test_what_a_proxy_says_of_address_and_scheme_holds_only_with_the_secret(proxied: House) -> None:
    believed = {"X-Geungeo-Proxy-Secret": SECRET, "X-Forwarded-Proto": "https"}
    with proxied.client() as client:
        secret, plain = believed, {"X-Forwarded-Proto": "https"}
        told = client.post("/api/login", json={"token": proxied.token}, headers=secret)
        assert "secure" in told.headers["set-cookie"].lower()
        told = client.post("/api/login", json={"token": proxied.token}, headers=plain)
        assert "secure" not in told.headers["set-cookie"].lower()
        assert client.get("/login", headers={"X-Forwarded-For": "198.51.100.1"}).status_code == 200
        assert client.get("/login", headers={"X-Forwarded-For": "198.51.100.2"}).status_code == 200
        assert client.get("/login", headers={"X-Forwarded-For": "198.51.100.3"}).status_code == 429
        # Of a list, the last was added by the proxy; those before it may be anything.
        for forged in ("1.1.1.1", "2.2.2.2", "3.3.3.3"):
            headers = {**believed, "X-Forwarded-For": f"{forged}, 198.51.100.9"}
            assert client.get("/login", headers=headers).status_code == 200
        headers = {**believed, "X-Forwarded-For": "4.4.4.4, 198.51.100.9"}
        assert client.get("/login", headers=headers).status_code == 429
        headers = {**believed, "X-Forwarded-For": "198.51.100.10"}
        assert client.get("/login", headers=headers).status_code == 200


# --- Rates --------------------------------------------------------------------------------------------------


def test_questions_are_limited_by_user_with_the_time_to_wait(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", rates=Rates(questions=Rate(2)))
    with house.client() as client:
        for path in ("/api/ask", "/api/ask/stream"):
            assert client.post(path, json=QUESTION, headers=bearer(house.token)).status_code == 200
        refused = client.post("/api/ask/stream", json=QUESTION, headers=bearer(house.token))
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many_questions")
        assert 1 <= int(refused.headers["retry-after"]) <= 30
        assert refused.headers["retry-after"] in refused.json()["next"]
        assert client.post("/api/ask", json=QUESTION, headers=bearer(house.operator)).status_code == 200
        assert client.get("/api/health", headers=bearer(house.token)).status_code == 200
    assert len(house.stand_in.asked) == 3


def test_alone_on_this_machine_one_may_ask_as_often_as_one_likes(tmp_path: Path) -> None:
    logins = Logins(SqliteTokens(Database(tmp_path / "geungeo.db")))
    app = create_app(Services(StandIn(), logins, rates=Rates(questions=Rate(1))), [HOST])
    with TestClient(app, base_url=f"http://{HOST}") as client:
        for _ in range(3):
            assert client.post("/api/ask", json=QUESTION).status_code == 200
        me = client.get("/api/me").json()
        assert (me["user"], me["role"], me["login"]) == ("local", "operator", False)


def test_wrong_tokens_are_limited_by_address_and_right_ones_are_not(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", rates=Rates(logins=Rate(3)))
    with house.client() as client, house.client(address=("203.0.113.8", 1)) as other:
        for _ in range(5):
            house.log_in(client)
        for _ in range(3):
            assert client.post("/api/login", json={"token": "gg_1_x"}).status_code == 401
        refused = client.post("/api/login", json={"token": house.token})
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many_logins")
        assert int(refused.headers["retry-after"]) <= 20
        house.log_in(other)


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
    ],
)
def test_requests_are_limited_by_address(tmp_path: Path, first: str, second: str, shared: bool) -> None:
    house = House(tmp_path / "geungeo.db", rates=Rates(requests=Rate(2)))
    here, there = house.client(address=(first, 1)), house.client(address=(second, 1))
    assert [here.get("/login").status_code for _ in range(3)] == [200, 200, 429]
    refused = here.get("/login")
    assert (refused.json()["error"], int(refused.headers["retry-after"])) == ("too_many_requests", 30)
    assert "content-security-policy" in refused.headers
    assert there.get("/login").status_code == (429 if shared else 200)


def test_requests_of_this_machine_are_not_counted(tmp_path: Path) -> None:
    house = House(tmp_path / "geungeo.db", rates=Rates(requests=Rate(1)))
    for near in ("127.0.0.1", "::1"):
        client = house.client(address=(near, 1))
        assert [client.get("/login").status_code for _ in range(3)] == [200] * 3


# --- Other sites --------------------------------------------------------------------------------------------

ELSEWHERE = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": f"https://{HOST}.evil.example"},
    {"Origin": f"https://evil.example/{HOST}"},
    {"Origin": f"https://{HOST}@evil.example"},
    {"Origin": "file://"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": f"https://{HOST}", "Sec-Fetch-Site": "cross-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_another_site_can_do_nothing_with_the_cookie(house: House, headers: dict[str, str]) -> None:
    with house.client() as client:
        house.log_in(client)
        for method, path in (
            ("POST", "/api/ask"),
            ("POST", "/api/login"),
            ("POST", "/api/logout"),
            ("PUT", "/api/desk/documents"),
            ("DELETE", "/api/ask"),
            ("PATCH", "/api/ask"),
            ("OPTIONS", "/api/ask"),
        ):
            refused = client.request(method, path, json=QUESTION, headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (403, "other_site"), (method, path)
        assert house.stand_in.asked == []
        assert client.get("/api/me").status_code == 200  # and it is still logged in


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": f"https://{HOST}", "Sec-Fetch-Site": "same-origin"},
        {"Origin": f"http://{HOST.upper()}:8765"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_the_page_itself_and_other_programs_may(house: House, headers: dict[str, str]) -> None:
    answer = house.client().post("/api/ask", json=QUESTION, headers={**headers, **bearer(house.token)})
    assert answer.status_code == 200


# --- Bodies -------------------------------------------------------------------------------------------------


@pytest.fixture
def taken() -> list[bytes]:
    return []


@pytest.fixture
def raw(taken: list[bytes]) -> Iterator[TestClient]:
    """A route that takes a file as it comes, of up to a megabyte."""
    app = FastAPI()

    @app.put("/file")
    async def put(request: Request) -> int:
        async for piece in request.stream():
            taken.append(piece)
        return sum(map(len, taken))

    @app.delete("/file")
    @app.put("/json")
    def other(body: dict[str, str] | None = None) -> str:
        return "done"

    table = {("PUT", "/file"): RawBody("application/octet-stream", 1024 * 1024)}
    app.add_middleware(Guard, hosts=[HOST], requests=Rate(0), from_proxy=lambda credentials: False, raw=table)
    with TestClient(app, base_url=f"http://{HOST}") as client:
        yield client


OCTETS = {"Content-Type": "application/octet-stream"}


def test_a_file_comes_in_pieces_up_to_the_limit(raw: TestClient, taken: list[bytes]) -> None:
    pieces = [b"x" * 65536] * 16
    assert raw.put("/file", content=iter(pieces), headers=OCTETS).json() == 1024 * 1024
    assert b"".join(taken) == b"".join(pieces)


def test_a_file_beyond_the_limit_is_cut_off_whether_or_not_it_states_its_size(
    raw: TestClient, taken: list[bytes]
) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 64 * 1024 * 1024:
            sent += 65536
            yield b"x" * 65536

    stated = raw.put("/file", content=b"x" * (1024 * 1024 + 1), headers=OCTETS)
    assert taken == []
    unstated = raw.put("/file", content=endless(), headers=OCTETS)
    for refused in (stated, unstated):
        assert (refused.status_code, refused.json()["error"]) == (413, "upload_too_large")
        assert "1048576바이트" in refused.json()["message"]
    assert sum(map(len, taken)) <= 1024 * 1024


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
def test_a_file_comes_as_raw_bytes_only(raw: TestClient, taken: list[bytes], kind: str) -> None:
    refused = raw.put("/file", content=b"x", headers={"Content-Type": kind})
    assert (refused.status_code, refused.json()["error"]) == (415, "wrong_kind")
    assert taken == []


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_raw_bytes_are_for_that_route_alone(raw: TestClient, method: str) -> None:
    path = "/json" if method == "PUT" else "/file"
    refused = raw.request(method, path, content=b"x", headers=OCTETS)
    assert (refused.status_code, refused.json()["error"]) == (415, "not_json")
    assert raw.request(method, path, json={}).json() == "done"
    assert raw.request(method, path).json() == "done"
