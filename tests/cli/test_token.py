"""geungeo token, beside a server that runs: what one process does holds in the other at its next request."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import run
from geungeo import messages, wiring
from geungeo.stores.embedded.audit import SqliteAudit
from served import serving

NO_MODEL = {"GEUNGEO_EMBEDDER_KIND": "none"}


def as_json(workspace: Path, *arguments: str) -> Any:
    ran = run("-w", str(workspace), *arguments, "--json")
    assert ran.code == 0, ran.err
    return ran.json


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    wiring.init(tmp_path / "workspace")
    return tmp_path / "workspace"


def test_a_token_is_made_shown_once_listed_and_revoked(workspace: Path) -> None:
    assert run("-w", str(workspace), "token", "list").out.strip() == messages.TOKEN_NONE
    whose = ("--user", "김철수", "--group", "인사", "--group", "it")
    made = run("-w", str(workspace), "token", "make", *whose, "--days", "7", "--note", "노트북")
    assert made.code == 0
    assert re.fullmatch(r"gg_1_[\w-]{43}\n", made.out)  # fit for a pipe
    assert "다시 볼 수 없" in made.err
    secret = made.out.strip().split("_", 2)[2]
    (row,) = as_json(workspace, "token", "list")
    assert (row["number"], row["user"], row["groups"], row["role"]) == (1, "김철수", ["인사", "it"], "employee")
    assert (row["note"], row["state"], row["used_at"]) == ("노트북", "active", None)
    listed = run("-w", str(workspace), "token", "list")
    for word in ("김철수", "인사, it", "노트북", messages.TOKEN_STATES["active"]):
        assert word in listed.out
    assert "김철수" in run("-w", str(workspace), "token", "revoke", "1").out
    assert as_json(workspace, "token", "revoke", "1")["revoked_at"]
    assert as_json(workspace, "token", "list")[0]["state"] == "revoked"
    assert secret not in listed.out + json.dumps(as_json(workspace, "token", "list"))
    deeds = SqliteAudit(wiring.inbox(workspace).database).list()
    assert [deed.deed for deed in deeds] == ["token.revoke", "token.revoke", "token.make"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["make"], "--user"),
        (["make", "--user", ""], "이름"),
        (["make", "--user", "kim\u200b"], "이름"),
        (["make", "--user", "kim", "--days", "0"], "--days"),
        (["make", "--user", "kim", "--role", "admin"], "--role"),
        (["revoke", "7"], "geungeo token list"),
        (["revoke", "-1"], ""),
        (["revoke", "first"], ""),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_made(workspace: Path, arguments: list[str], named: str) -> None:
    ran = run("-w", str(workspace), "token", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
    assert as_json(workspace, "token", "list") == []


def test_tokens_take_effect_at_once_in_a_server_that_runs(workspace: Path) -> None:
    with (
        serving(workspace, environment=NO_MODEL) as served,
        httpx.Client(base_url=served.address, timeout=60) as client,
    ):
        assert not served.login
        assert client.get("/api/me").json()["role"] == "operator"
        token = as_json(workspace, "token", "make", "--user", "kim", "--role", "operator")["token"]
        assert client.get("/api/me").status_code == 401
        bearer = {"Authorization": f"Bearer {token}"}
        me = client.get("/api/me", headers=bearer).json()
        assert (me["user"], me["role"], me["login"]) == ("kim", "operator", True)
        assert client.post("/api/login", json={"token": token}).status_code == 200
        assert client.get("/api/me").json()["session"] is True
        assert as_json(workspace, "token", "list")[0]["used_at"]
        run("-w", str(workspace), "token", "revoke", "1")
        assert client.get("/api/me").status_code == 401
        assert client.get("/api/me", headers=bearer).status_code == 401
        assert client.post("/api/login", json={"token": token}).status_code == 401
    with serving(workspace, environment=NO_MODEL) as served:
        assert served.login  # a house that had a key once stays closed
        assert httpx.get(f"{served.address}/api/me", timeout=60).status_code == 401


def test_beyond_this_machine_it_serves_by_the_names_stated_only(workspace: Path) -> None:
    as_json(workspace, "token", "make", "--user", "kim")
    names = {"GEUNGEO_SERVE_HOSTS": "rules.example.com"}
    with serving(workspace, "--host", "0.0.0.0", environment=NO_MODEL | names) as served:
        for host, status in (("rules.example.com", 401), ("127.0.0.1", 401), ("evil.example", 403), ("0.0.0.0", 403)):
            answer = httpx.get(f"{served.address}/api/me", headers={"Host": host}, timeout=60)
            assert answer.status_code == status, host
    nameless = run("-w", str(workspace), "serve", "--host", "0.0.0.0", "--port", "0")
    assert nameless.code == 2
    assert "serve.hosts" in nameless.err
