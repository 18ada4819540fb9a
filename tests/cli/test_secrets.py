"""Secrets appear nowhere: markers stand in every secret setting and token, and in no output, log, file or error."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from asking import OUTSIDE, SICK, document
from commands import run
from geungeo import thresholds, wiring
from geungeo.answer import prompt
from geungeo.errors import GeungeoError
from geungeo.models.openai_compatible import OpenAICompatibleWriter
from geungeo.models.openai_embeddings import OpenAIEmbeddings
from geungeo.settings import SETTINGS
from served import serving

SECRETS = [setting for setting in SETTINGS if setting.secret]
MARK = "mArKeR"
TAILS = ["", "\n", "한", "\x7f", "\r\nX-Other: 1"]


def marker(name: str, tail: str = "") -> str:
    secret = f"{MARK}-{name.replace('.', '-')}-0123456789"
    return f"http://127.0.0.1:9/{secret}{tail}" if name.endswith("_url") else secret + tail


class Unwilling(BaseHTTPRequestHandler):
    """Refuses, and tells the sender's own headers back, as a proxy that debugs does."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(401, "no")
        self.send_header("X-Seen", self.headers.get("Authorization", ""))
        self.end_headers()
        self.wfile.write(str(self.headers).encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Unwilling)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


@pytest.fixture
def workspace(examples_copy: wiring.Base) -> Path:
    thresholds.save(examples_copy.workspace.thresholds, document())
    return examples_copy.workspace.root


def environment(endpoint: str, tail: str = "") -> dict[str, str]:
    models = {
        "GEUNGEO_WRITER_KIND": "openai",
        "GEUNGEO_WRITER_BASE_URL": endpoint,
        "GEUNGEO_WRITER_MODEL": "m",
        "GEUNGEO_WRITER_RETRIES": "0",
        "GEUNGEO_NOTICE_SMTP_HOST": "127.0.0.1",
        "GEUNGEO_NOTICE_SMTP_PORT": "9",
        "GEUNGEO_NOTICE_SMTP_USER": "sender",
        "GEUNGEO_HANDOFF_RECIPIENT": "hr@example.com",
    }
    return models | {setting.env: marker(setting.name, tail) for setting in SECRETS}


COMMANDS = [
    ["status", "--json"],
    ["doctor", "--json"],
    ["ask", SICK, "--json"],
    ["inspect", SICK],
    ["ask", OUTSIDE],
    ["inbox", "--json"],
    ["notices", "test"],
    ["notices", "--json"],
    ["token", "list", "--json"],
]


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers, root.level = handlers, level


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize("tail", ["", "\n"], ids=["sound", "newline"])
def test_no_command_and_no_log_shows_a_secret(
    workspace: Path, endpoint: str, tail: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name, value in environment(endpoint, tail).items():
        monkeypatch.setenv(name, value)
    shown = []
    for command in COMMANDS:
        ran = run("--debug", "-w", str(workspace), *command)
        shown += [ran.out, ran.err]
    assert sum(map(len, shown)) > 500
    assert MARK not in "".join((*shown, caplog.text))
    assert MARK.encode() not in b"".join(p.read_bytes() for p in workspace.rglob("*") if p.is_file())


def test_settings_and_what_is_made_of_them_hide_secrets(
    workspace: Path, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(endpoint).items():
        monkeypatch.setenv(name, value)
    model = {"embedder.kind": "openai", "embedder.base_url": endpoint, "embedder.model": "m"}
    base = wiring.open_workspace(workspace, model)
    assert all(MARK in str(base.settings[setting.name]) for setting in SECRETS)
    for part in (base, wiring.desk(base), wiring.logins(base), wiring.post(workspace), base.settings.public()):
        assert MARK not in repr(part)


def writes(endpoint: str, key: str) -> None:
    OpenAICompatibleWriter(endpoint, "m", key, prompt.messages, retries=0).write(SICK, ())


def embeds(endpoint: str, key: str) -> None:
    OpenAIEmbeddings(endpoint, "m", key, 8, 512, retries=0).query(SICK)


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("calls", [writes, embeds])
def test_an_endpoint_that_refuses_is_told_without_the_key(
    endpoint: str, calls: Callable[[str, str], None], tail: str
) -> None:
    with pytest.raises(GeungeoError) as failed:
        calls(endpoint, marker("key") + tail)
    told = [failed.value, failed.value.__cause__, failed.value.__context__]
    assert MARK not in repr(told) + str(failed.value)


def test_a_server_shows_no_secret_to_anybody(workspace: Path, endpoint: str) -> None:
    token, _ = wiring.keys(workspace).make("tester", "boss", [], "operator", 1)
    bearer = {"Authorization": f"Bearer {token}"}
    answers: list[str] = []
    with (
        serving(workspace, debug=True, environment=environment(endpoint) | {"GEUNGEO_EMBEDDER_KIND": "none"}) as served,
        httpx.Client(base_url=served.address, timeout=60) as client,
    ):
        paths = client.get("/openapi.json").json()["paths"]
        answers.append(json.dumps(paths))
        for path, methods in paths.items():
            if "get" in methods and "{" not in path:
                answers.append(client.get(path, headers=bearer).text)
        answers.append(client.post("/api/ask", json={"question": SICK}, headers=bearer).text)
        answers.append(client.post("/api/ask/stream", json={"question": SICK}, headers=bearer).text)
        login = client.post("/api/login", json={"token": token})
        session = client.cookies["geungeo_session"]
        answers += [login.text, client.get("/api/me").text]
        for bad in (b'{"token": "%s' % token.encode(), b'{"tokens": "%s"}' % token.encode()):
            headers = {"Content-Type": "application/json"}
            answers.append(client.post("/api/login", content=bad, headers=headers).text)
        wrong = {"X-Geungeo-Proxy-Secret": marker("auth.proxy_secret")[:-1], "X-Forwarded-User": "kim"}
        answers.append(client.get("/api/me", headers=wrong).text)
        right = {"X-Geungeo-Proxy-Secret": marker("auth.proxy_secret"), "X-Forwarded-User": "kim"}
        answers.append(httpx.get(f"{served.address}/api/me", headers=right, timeout=60).text)
        assert json.loads(answers[-1])["user"] == "kim"
    shown = "".join((*answers, *served.said))
    for secret in (MARK, token, token.split("_", 2)[2], session):
        assert secret not in shown
    kept = b"".join(path.read_bytes() for path in workspace.rglob("*") if path.is_file())
    for secret in (MARK, token.split("_", 2)[2], session):
        assert secret.encode() not in kept
