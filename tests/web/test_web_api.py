"""The HTTP API, in process, over the protocol stand-in."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from web_stand_in import LEAVE, SECRET_DRAFT, SECRET_PATH, StandIn, services_of

from geungeo import messages, records
from geungeo.web import errors, schemas
from geungeo.web.app import create_app
from geungeo.web.guard import MAX_BODY

BASE = "http://127.0.0.1:8765"


@pytest.fixture
def services() -> StandIn:
    return StandIn()


@pytest.fixture
def client(services: StandIn) -> Iterator[TestClient]:
    with TestClient(create_app(services_of(services)), base_url=BASE) as client:
        yield client


def events(client: TestClient, question: str) -> list[tuple[str, Any]]:
    response = client.post("/api/ask/stream", json={"question": question})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    blocks = response.text.removesuffix("\n\n").split("\n\n")
    pairs = [block.split("\n", 1) for block in blocks]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in pairs]


def test_an_answer_has_citations_that_slice_their_clause(client: TestClient) -> None:
    result = client.post("/api/ask", json={"question": "병가는 며칠인가요?"}).json()
    assert result["route"] == "auto_answer"
    for citation in result["citations"]:
        text = client.get(f"/api/chunks/{citation['chunk_id']}").json()["chunk"]["text"]
        assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_a_hand_off_names_reason_and_ticket(client: TestClient) -> None:
    result = client.post("/api/ask", json={"question": "화성 출장비는?"}).json()
    assert (result["route"], result["reason"], result["ticket"]) == ("handoff", "no_relevant_policy", 1)
    assert result["citations"] == []
    assert len(result["evidence"]) == 11


def test_the_stream_tells_stages_then_one_result(client: TestClient) -> None:
    told = events(client, "병가는 며칠인가요?")
    assert [name for name, _ in told] == ["stage"] * 4 + ["result"]
    assert [data["stage"] for _, data in told[:-1]] == ["understand", "search", "write", "check"]
    assert told[-1][1] == client.post("/api/ask", json={"question": "병가는 며칠인가요?"}).json()


def test_nothing_unverified_is_streamed(client: TestClient) -> None:
    # The stand-in even reports the draft as a stage: it must not pass either.
    told = events(client, "초안이 틀리는 질문")
    assert told[-1][1]["reason"] == "answer_unverified"
    assert told[-1][1]["draft"] is None
    assert SECRET_DRAFT not in json.dumps(told, ensure_ascii=False)
    assert "777" not in json.dumps(told)


@pytest.mark.parametrize("path", ["/api/ask", "/api/ask/stream"])
@pytest.mark.parametrize(("question", "word"), [("", "비어"), (" \n", "비어"), ("가" * 20_000, "20000자")])
def test_a_bad_question_is_a_400_with_its_reason(
    client: TestClient, services: StandIn, path: str, question: str, word: str
) -> None:
    response = client.post(path, json={"question": question})
    assert response.status_code == 400
    told = response.json()
    assert told["error"] == "bad_question"
    assert word in told["message"]
    assert told["next"]
    assert services.tickets == 0
    assert services.asked == []


@pytest.mark.parametrize("path", ["/api/ask", "/api/ask/stream"])
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"q": "?"}', b'{"question": 3}', b'{"question": "\\ud800"}'])
def test_a_malformed_request_is_a_422_that_shows_the_right_shape(client: TestClient, path: str, content: bytes) -> None:
    response = client.post(path, content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"] == "bad_request"
    assert '{"question": "…"}' in response.json()["next"]


def test_an_oversized_body_is_refused_whether_or_not_it_states_its_size(client: TestClient, services: StandIn) -> None:
    huge = json.dumps({"question": "a" * (MAX_BODY + 1)}).encode()
    headers = {"Content-Type": "application/json"}
    stated = client.post("/api/ask", content=huge, headers=headers)
    unstated = client.post("/api/ask", content=iter([huge[: MAX_BODY // 2], huge[MAX_BODY // 2 :]]), headers=headers)
    for response in (stated, unstated):
        assert response.status_code == 413
        assert str(MAX_BODY) in response.json()["message"]
    assert services.asked == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_form_of_another_site_cannot_ask(client: TestClient, services: StandIn, kind: str) -> None:
    response = client.post("/api/ask", content=b'{"question": "x"}', headers={"Content-Type": kind})
    assert response.status_code == 415
    assert services.asked == []


def test_another_site_gets_no_permission_to_read(client: TestClient) -> None:
    preflight = client.options(
        "/api/ask", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert preflight.status_code == 403
    assert not [name for name in preflight.headers if name.startswith("access-control")]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "", "[::2]:80"])
@pytest.mark.parametrize("path", ["/", "/api/health", "/static/app.js"])
def test_a_name_that_was_not_allowed_is_refused(client: TestClient, host: str, path: str) -> None:
    response = client.get(path, headers={"Host": host})
    assert response.status_code == 403
    assert response.json()["error"] == "host_not_allowed"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:8765", "[::1]"])
def test_local_names_are_allowed(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"Host": host}).status_code == 200


def test_the_operator_can_allow_a_name(services: StandIn) -> None:
    client = TestClient(
        create_app(services_of(services), hosts=["Rules.corp.example"]), base_url="http://rules.corp.example"
    )
    assert client.get("/api/health").status_code == 200
    assert client.get("/api/health", headers={"Host": "127.0.0.1"}).status_code == 403


def test_a_clause_comes_with_its_neighbours_in_document_order(client: TestClient, services: StandIn) -> None:
    chunk = services.by_label("제18조 제2항")
    found = client.get(f"/api/chunks/{chunk.chunk_id}", params={"before": 1, "after": 2}).json()
    labels = [item["label"].removeprefix(f"{LEAVE} ") for item in (*found["before"], found["chunk"], *found["after"])]
    assert labels == ["제18조 제1항", "제18조 제2항", "제18조 제3항", "제19조 제1호"]
    assert found["document"]["number"] == "대통령령 제35893호"
    assert "text" not in found["document"]


@pytest.mark.parametrize("side", [-1, 21, "x"])
def test_the_number_of_neighbours_is_bounded(client: TestClient, services: StandIn, side: object) -> None:
    chunk_id = services.by_label("제18조 제2항").chunk_id
    response = client.get(f"/api/chunks/{chunk_id}", params={"before": str(side)})
    assert response.status_code == 422
    assert response.json()["error"] == "bad_request"


@pytest.mark.parametrize("chunk_id", ["0" * 16, "../../etc/passwd", "%00", "가"])
def test_an_unknown_clause_is_a_404(client: TestClient, chunk_id: str) -> None:
    response = client.get(f"/api/chunks/{chunk_id}")
    assert response.status_code == 404
    assert set(response.json()) == {"error", "message", "next"}


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/nothing", 404), ("GET", "/static/../app.py", 404), ("GET", "/static/nothing.js", 404), ("GET", "/api/ask", 405), ("DELETE", "/", 405)])  # fmt: skip
def test_unknown_addresses_and_methods_are_told_in_the_same_shape(
    client: TestClient, method: str, path: str, status: int
) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert set(response.json()) == {"error", "message", "next"}


def test_an_unexpected_error_shows_a_trace_id_and_nothing_inside(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    response = client.post("/api/ask", json={"question": "터짐"})
    assert response.status_code == 500
    told = response.json()
    assert told["error"] == "internal"
    for inside in (SECRET_PATH, "RuntimeError", "Traceback", ".py"):
        assert inside not in response.text
    assert told["trace_id"] in caplog.text
    assert SECRET_PATH in caplog.text  # the operator's log has it, under the same id
    assert "content-security-policy" in response.headers


def test_an_unexpected_error_ends_a_stream_with_an_error_event(client: TestClient) -> None:
    told = events(client, "터짐")
    assert [name for name, _ in told] == ["stage"] * 4 + ["error"]
    assert set(told[-1][1]) == {"error", "message", "next", "trace_id"}
    assert SECRET_PATH not in json.dumps(told)
    assert events(client, "병가")[-1][0] == "result"  # and the next question is answered


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/api/health", "/api/nothing"])
def test_every_reply_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")


def test_health_tells_vectors_and_progress(client: TestClient, services: StandIn) -> None:
    services.embedded = (120, 300)
    told = client.get("/api/health").json()
    assert told["vectors"] == {"done": 120, "total": 300}
    assert told["progress"] == {"stage": "embedding", "done": 120, "total": 300}


def test_suggestions_are_the_four_example_questions(client: TestClient) -> None:
    assert [item["kind"] for item in client.get("/api/suggestions").json()] == [
        "answered",
        "other_words",
        "near_miss",
        "out_of_scope",
    ]


def test_the_schemas_have_the_fields_of_the_records() -> None:
    def fields(record: type) -> set[str]:
        return {field.name for field in dataclasses.fields(record)}

    assert set(schemas.AskOut.model_fields) == fields(records.AskResult)
    assert set(schemas.CitationOut.model_fields) == fields(records.Citation)
    assert set(schemas.EvidenceOut.model_fields) == fields(records.Evidence)
    assert set(schemas.CheckOut.model_fields) == fields(records.Check)
    assert set(schemas.ChunkOut.model_fields) < fields(records.Chunk)


def test_openapi_describes_every_address_and_field_in_korean(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) >= {"/api/ask", "/api/ask/stream", "/api/chunks/{chunk_id}", "/api/health", "/api/suggestions"}  # fmt: skip
    for path in described["paths"].values():
        for operation in path.values():
            assert any("가" <= letter <= "힣" for letter in operation["summary"])
            assert operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorOut")
    for name, schema in described["components"]["schemas"].items():
        for field, value in schema["properties"].items():
            assert any("가" <= letter <= "힣" for letter in value.get("description", "")), f"{name}.{field}"


def test_every_error_has_words_and_a_status() -> None:
    assert set(messages.WEB_ERRORS) == set(errors.STATUS)


@pytest.mark.parametrize("day", ["2024-13-01", "20240301", "어제", ""])
def test_a_day_that_is_none_is_refused_before_anything_is_asked(
    client: TestClient, services: StandIn, day: str
) -> None:
    told = client.post("/api/ask", json={"question": "연가는 며칠인가요?", "as_of": day})
    assert (told.status_code, told.json()["error"]) == (422, "bad_request")
    assert not services.asked
