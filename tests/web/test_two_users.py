"""Every route of the API as nobody, as an employee without rights, and as an operator: new routes fall under it.

One workspace with an open folder and a secret one. The secret's word stands in its title, text, file name, in a
question that ships with the documents, in an operator's ticket and trace; no answer to the employee may carry it.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from openapi_values import Call, calls

from asking import document as thresholds_document
from geungeo import thresholds, wiring
from geungeo.cli import serving
from geungeo.corpus.ingest import ingest
from geungeo.decisions import decide
from geungeo.records import AskResult, Reader
from geungeo.serve.ask import ask
from geungeo.serve.identity import Credentials, NoLogin
from geungeo.web import roles
from geungeo.web.app import create_app

WORD, SUM = "흑단나비", "77억원"
SECRET_FILE = f"비밀/{WORD} 인수 규정.md"
SECRET = f"""# {WORD} 인수 규정

## 제1조(목적)
이 규정은 {WORD} 인수 계획의 절차를 정한다.

## 제2조(위약금)
{WORD} 인수 계획을 누설한 사원의 위약금은 {SUM}으로 한다.

## 제3조(연차휴가)
{WORD} 전담반의 연차휴가는 33일로 한다.
"""
OPEN = """# 휴가 규정

## 제1조(목적)
이 규정은 사원의 휴가를 정한다.

## 제2조(연차휴가)
1년간 80퍼센트 이상 출근한 사원의 연차휴가는 15일로 한다.
"""
QUESTIONS = (
    "연차휴가는 며칠인가요?",
    "인수 계획을 누설하면 위약금이 얼마인가요?",
    "전담반의 연차휴가는 며칠인가요?",
    "제2조",
)
EMPLOYEE = Reader("kim", ("sales",))
OPERATOR = Reader("park", role="operator")
BASE = "http://127.0.0.1:8765"


class ByHeader(NoLogin):
    """Whom a header names, nobody without it."""

    def reader(self, credentials: Credentials) -> Reader | None:
        named = credentials.headers.get("x-who", ())
        return next((reader for reader in (EMPLOYEE, OPERATOR) if reader.user in named), None)

    def needed(self) -> bool:
        return True


@dataclass
class House:
    base: wiring.Base
    app: FastAPI
    secret: AskResult  # what the operator got for a question about the secret
    ticket: int

    def client(self, reader: Reader | None) -> TestClient:
        headers = {"X-Who": reader.user} if reader else {}
        return TestClient(self.app, base_url=BASE, headers=headers, raise_server_exceptions=False)

    def ids(self, secret: bool) -> dict[str, Sequence[Any]]:
        """Values by name: those of the secret, or such as nobody ever gave."""
        snapshot = self.base.store.snapshot()
        chunks = [c.chunk_id for c in snapshot.chunks.values() if WORD in c.doc] if secret else ["0123456789abcdef"]
        file = SECRET_FILE if secret else "비밀/없는 규정.md"
        ticket, trace = (self.ticket, self.secret.trace_id) if secret else (987654, "f" * 16)
        return {
            "chunk_id": chunks,
            "chunk_ids": [chunks],
            **{key: [file] for key in ("doc_id", "document", "name", "file", "path")},
            "target": [f"document:{file}"],
            **{key: [ticket] for key in ("ticket", "number", "id")},
            "trace_id": [trace],
            "question": QUESTIONS,
            "as_of": ["2099-01-01"],  # all that is there holds then
            "collection": [None],  # everything; a hidden or unknown one is in test_scope
            "key": ["writer.timeout"],
            "q": QUESTIONS,
            "text": QUESTIONS,
        }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    root = tmp_path_factory.mktemp("two-users")
    for name, text in (("공개/휴가 규정.md", OPEN), (SECRET_FILE, SECRET)):
        (root / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "docs" / name).write_text(text, encoding="utf-8")
    suggested = [{"kind": "answered", "question": f"{WORD} 위약금은 얼마인가요?"}]
    (root / "questions.json").write_text(json.dumps(suggested), encoding="utf-8")
    wiring.init(root / "workspace", root / "docs")
    workspace = root / "workspace"
    with (workspace / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[collections."비밀"]\ntitle = "{WORD} 모음"\ncontact = "{WORD} 담당"\nallow = ["group:board"]\n')
    unlimited = {f"limit.{what}_per_minute": 0 for what in ("questions", "requests", "logins")}
    base = wiring.open_workspace(workspace, {"embedder.kind": "none", **unlimited})
    thresholds.save(base.workspace.thresholds, thresholds_document())
    ingest(base.docs, base.store, base.settings, base.workspace.report)
    decide(base.workspace, f"document:{SECRET_FILE}", "source", f"{WORD} 서버", OPERATOR.user)
    desk = wiring.desk(base)
    secret = ask("인수 계획을 누설한 사원의 위약금은 얼마인가요?", desk, reader=OPERATOR)
    asked = ask(f"{WORD} 구내식당 메뉴는?", desk, reader=OPERATOR)
    assert SUM in secret.answer
    assert asked.ticket
    jobs = wiring.jobs(base)
    running = wiring.running(base, serving._suggestions(base.docs), desk, jobs)
    yield House(base, create_app(serving._services(base, running, ByHeader(), desk, jobs)), secret, asked.ticket)  # type: ignore[arg-type]
    running.close()


def told(response: Any) -> str:
    """Everything that a response says, headers and escapes included."""
    text = response.content.decode("utf-8", "replace")
    headers = " ".join(f"{name}: {value}" for name, value in response.headers.items())
    plain = text.encode().decode("unicode_escape", "replace") if "\\u" in text else ""
    return unicodedata.normalize("NFC", f"{text} {plain} {headers} {unquote(headers)} {unquote(text)}")


def is_public(call: Call) -> bool:
    method, _, path = call.route.partition(" ")
    return (method, path) in roles.PUBLIC


def asks_for_a_role(route: APIRoute) -> bool:
    needs, found = [route.dependant], set()
    while needs:
        one = needs.pop()
        found.add(one.call)
        needs += one.dependencies
    return roles._asker in found


def test_every_route_under_api_asks_for_a_role(house: House) -> None:
    bare = [
        f"{method} {route.path}"
        for route in house.app.routes
        if isinstance(route, APIRoute) and route.path.startswith("/api") and not asks_for_a_role(route)
        for method in route.methods or ()
        if (method, route.path) not in roles.PUBLIC
    ]
    assert bare == []
    described = {call.route for call in calls(house.app, {})}
    served = {
        f"{method} {route.path}"
        for route in house.app.routes
        if isinstance(route, APIRoute) and route.path.startswith("/api")
        for method in route.methods or ()
    }
    assert served == described, "a route that OpenAPI does not tell escapes these tests"


def test_nobody_gets_in(house: House) -> None:
    client = house.client(None)
    for call in calls(house.app, house.ids(secret=True)):
        if not is_public(call):
            response = client.request(call.method, call.url, **call.sent)
            assert (call.route, response.status_code) == (call.route, 401)
            assert WORD not in told(response), call.route


@pytest.mark.parametrize("path", ["/", "/desk", "/login", "/openapi.json", "/static/app.js", "/none"])
def test_no_page_carries_a_word_of_the_rules(house: House, path: str) -> None:
    for reader in (None, EMPLOYEE):
        assert WORD not in told(house.client(reader).get(path))


def leaks(house: House, response: Any, call: Call) -> list[str]:
    """What of the secret the employee was told."""
    words = [WORD, SUM, "33일", "group:board"]
    sent = f"{call.url} {call.query} {call.json}"
    hidden = [c.chunk_id for c in house.base.store.snapshot().chunks.values() if WORD in c.doc]
    return [word for word in (*words, *(i for i in hidden if i not in sent)) if word in told(response)]


def employees_calls(house: House) -> Iterator[Call]:
    """Every route with the secret's ids and with unknown ones; those that take words, with each question."""
    for known in (house.ids(secret=True), house.ids(secret=False)):
        yield from (call for call in calls(house.app, known) if not is_public(call))
    for question in QUESTIONS[1:]:
        asking = house.ids(secret=True) | {key: [question] for key in ("question", "q", "text")}
        for call in calls(house.app, asking):
            if question in str((call.query, call.json)) and not call.url.startswith("/api/desk/"):
                yield call


def test_an_employee_of_another_group_learns_nothing(house: House) -> None:
    client = house.client(EMPLOYEE)
    found = []
    for call in employees_calls(house):
        response = client.request(call.method, call.url, **call.sent)
        assert response.status_code not in (401, 500), (call.route, response.text)
        if call.url.startswith("/api/desk/"):
            assert (call.route, response.status_code) == (call.route, 403)
        found += [(call.route, word) for word in leaks(house, response, call)]
    assert found == []


def test_these_tests_would_see_a_leak(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geungeo.serve.access.may_read", lambda allow, reader: True)
    client = house.client(EMPLOYEE)
    leaking = {
        call.route
        for call in employees_calls(house)
        if not call.url.startswith("/api/desk/")
        and leaks(house, client.request(call.method, call.url, **call.sent), call)
    }
    assert leaking >= {"GET /api/chunks/{chunk_id}", "POST /api/ask", "POST /api/ask/stream", "GET /api/suggestions"}


def test_what_is_hidden_looks_like_what_never_was(house: House) -> None:
    """Routes that take an id: the secret's and an unknown one give the same, but for the id itself."""
    client = house.client(EMPLOYEE)
    pairs = zip(calls(house.app, house.ids(True)), calls(house.app, house.ids(False)), strict=True)
    tried = 0
    for hidden, unknown in pairs:
        if is_public(hidden) or (hidden.url, hidden.query, hidden.json) == (unknown.url, unknown.query, unknown.json):
            continue
        tried += 1
        one = client.request(hidden.method, hidden.url, **hidden.sent)
        other = client.request(unknown.method, unknown.url, **unknown.sent)
        assert (hidden.route, one.status_code) == (hidden.route, other.status_code)
        assert without_ids(one.text, house) == without_ids(other.text, house), hidden.route
    assert tried >= 5


def without_ids(text: str, house: House) -> str:
    for values in zip(house.ids(True).values(), house.ids(False).values(), strict=True):
        for value in (v for some in values for v in some if v not in QUESTIONS):
            text = text.replace(str(value), "…")
    return text


def test_an_employee_counts_only_what_they_see(house: House) -> None:
    seen = [c for c in house.base.store.snapshot().chunks.values() if WORD not in c.doc]
    client = house.client(EMPLOYEE)
    assert client.get("/api/health").json()["chunks"] == len(seen)
    assert client.get("/api/suggestions").json() == []
    result = client.post("/api/ask", json={"question": "연차휴가는 며칠인가요?"}).json()
    assert "15일" in result["answer"]
    assert {row["chunk_id"] for row in result["evidence"]} <= {c.chunk_id for c in seen}
    about = client.post("/api/ask", json={"question": "인수 계획을 누설하면 위약금이 얼마인가요?"}).json()
    assert (about["route"], about["reason"]) == ("handoff", "no_relevant_policy")


def test_an_operator_is_let_in_everywhere(house: House) -> None:
    client = house.client(OPERATOR)
    # Looking before doing: a route that removes something comes after those that show it.
    in_order = sorted(calls(house.app, house.ids(secret=True)), key=lambda call: (call.method != "GET", call.route))
    shown = []
    for call in in_order:
        if not is_public(call):
            response = client.request(call.method, call.url, **call.sent)
            assert response.status_code not in (401, 403, 415, 500), (call.route, response.text)
            shown += [call.route] if WORD in told(response) else []
    assert "GET /api/chunks/{chunk_id}" in shown, "the secret is nowhere to be found: this test proves nothing"
    assert any(route.startswith("GET /api/desk/") for route in shown)


def test_after_all_that_the_employee_still_learns_nothing(house: House) -> None:
    test_an_employee_of_another_group_learns_nothing(house)
