"""The desk's routes over a small real house: what operators may do, and that nobody else may."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from web_desk import Employee, house, open_desk

from geungeo import messages, wiring
from geungeo.ports import NewHandoff
from geungeo.records import Citation, Message, Reader

BASE = "http://127.0.0.1:8765"
ROWS = "/api/desk/documents"
CONTENT = "# 출장 규정\n\n제1조(숙박비) 숙박비는 1박에 8만원까지 준다.\n".encode()


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> wiring.Base:
    for name in ("GEUNGEO_SEARCH_EXCERPTS", "GEUNGEO_SEARCH_CANDIDATES"):
        monkeypatch.delenv(name, raising=False)
    return house(tmp_path / "workspace")


@pytest.fixture
def client(base: wiring.Base) -> Iterator[TestClient]:
    with open_desk(base) as app, TestClient(app, base_url=BASE) as client:
        yield client


def put(client: TestClient, name: str, content: bytes = CONTENT, **query: Any) -> Any:
    headers = {"Content-Type": "application/octet-stream"}
    return client.put(ROWS, params={"name": name, **query}, content=content, headers=headers)


def settled(client: TestClient) -> list[dict[str, Any]]:
    """The jobs once none waits or runs."""
    for _ in range(600):
        jobs: list[dict[str, Any]] = client.get("/api/desk/jobs").json()["jobs"]
        if all(job["ended_at"] for job in jobs):
            return jobs
        time.sleep(0.05)
    raise AssertionError(jobs)


def names(client: TestClient, **query: Any) -> list[str]:
    return [file["name"] for file in client.get(ROWS, params=query).json()["files"]]


# --- Who may --------------------------------------------------------------------------------------------------


def desk_routes(app: FastAPI) -> list[tuple[str, str]]:
    paths = app.openapi()["paths"]
    return [(method, path) for path, methods in paths.items() for method in methods if path.startswith("/api/desk")]


def test_every_route_of_the_desk_is_for_operators(base: wiring.Base) -> None:
    employee = Employee(Reader("kim", ("hr",)))
    with open_desk(base, employee) as app, TestClient(app, base_url=BASE) as client:
        routes = desk_routes(app)
        assert len(routes) >= 10
        for method, path in routes:
            response = client.request(method, path, params={"name": "휴가 규정.md"}, headers={"Content-Type": "application/json" if method == "post" else "application/octet-stream"}, content=b"{}")  # fmt: skip
            assert response.status_code == 403, f"{method} {path}"
            assert "휴가" not in response.text
    assert (base.docs / "휴가 규정.md").exists()


def test_a_form_of_another_site_can_do_nothing(client: TestClient) -> None:
    for path in ("documents/remove", "jobs", "settings", "documents/access", "inspect"):
        response = client.post(f"/api/desk/{path}", content=b'{"name": "x"}', headers={"Content-Type": "text/plain"})
        assert response.status_code == 415


# --- Documents ------------------------------------------------------------------------------------------------


def test_the_list_tells_version_readers_and_what_to_look_at(client: TestClient) -> None:
    found = client.get(ROWS).json()
    assert (found["total"], found["refused"]) == (2, 0)
    leave = next(file for file in found["files"] if file["name"] == "휴가 규정.md")
    assert leave["warnings"]["gaps"] == 1  # no article 3
    assert leave["entries"][0] | {"doc_id": "", "version": ""} == {
        "doc_id": "",
        "title": "휴가 규정",
        "version": "",
        "number": None,
        "revised_at": None,
        "effective_at": "2026-01-01",
        "source": "인사팀 결재 2026-7",
        "chunks": 4,
        "collection": "",
        "allow": [["*"]],
        "readers": messages.READ_BY_ALL,
        "amendment": "",
        "origin": "human",
        "draft": "",
        "in_force": True,
        "flags": {"cover": 1},
        "admitted": True,
        "copy_state": "",
        "copies": [],
    }
    assert (found["sums"]["documents"], found["sums"]["in_force"], found["sums"]["flags"]) == (2, 2, {"cover": 2})


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"text": "보수"}, ["임원/보수 규정.md"]),
        ({"text": "규정 휴가"}, ["휴가 규정.md"]),
        ({"text": "없는 말"}, []),
        ({"state": "refused"}, []),
        ({"limit": 1, "offset": 1}, ["휴가 규정.md"]),
        ({"collection": "hr"}, []),
        ({"only": "drafts"}, []),
        ({"only": "warnings", "text": "휴가"}, ["휴가 규정.md"]),
        ({"flag": "cover", "text": "보수"}, ["임원/보수 규정.md"]),
        ({"flag": "garbled"}, []),
    ],
)
def test_the_list_is_filtered(client: TestClient, query: dict[str, Any], found: list[str]) -> None:
    assert names(client, **query) == found


def test_an_uploaded_document_is_read_and_answers(client: TestClient, base: wiring.Base) -> None:
    response = put(client, "여비/출장 규정.md", source="총무팀 2026-03")
    assert response.status_code == 200
    assert response.json() == {"name": "여비/출장 규정.md", "kind": "md", "replaced": False, "source": "총무팀 2026-03"}
    assert [job["kind"] for job in settled(client)] == ["ingest"]
    [entry] = client.get(ROWS, params={"text": "출장"}).json()["files"][0]["entries"]
    assert (entry["source"], entry["chunks"]) == ("총무팀 2026-03", 2)
    assert [document.source for document in base.store.snapshot().documents.values() if document.title == "출장 규정"] == ["총무팀 2026-03"]  # fmt: skip
    trial = client.post("/api/desk/inspect", json={"question": "숙박비는 1박에 얼마까지 주나요?"}).json()
    assert trial["evidence"][0]["label"].startswith("출장 규정 제1조")


def test_a_document_of_unknown_source_is_not_kept(client: TestClient, base: wiring.Base) -> None:
    response = put(client, "출장 규정.md")
    assert (response.status_code, response.json()["error"]) == (400, "bad_deed")
    assert "출처" in response.json()["message"]
    assert not (base.docs / "출장 규정.md").exists()
    stated = "---\nsource: 총무팀\n---\n".encode() + CONTENT
    assert put(client, "출장 규정.md", stated).json()["source"] == "총무팀"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "그림 파일"),
        (b"", "내용이 없는"),
        (b"MZ\x90\x00" + bytes(range(256)) * 4, "."),
        (b"%PDF-1.7\n" + b"\x00" * 100, "."),
    ],
)
def test_what_no_reader_reads_is_refused_with_what_to_do_and_not_kept(
    client: TestClient, base: wiring.Base, content: bytes, what: str
) -> None:
    response = put(client, "취업규칙.hwp", content, source="인사팀")
    assert response.status_code == 400
    assert what in response.json()["message"]
    assert response.json()["next"]
    assert [path.name for path in base.docs.rglob("*") if path.is_file()] == ["휴가 규정.md", "보수 규정.md"]
    assert client.get("/api/desk/jobs").json()["jobs"] == []


def test_a_document_is_replaced_only_when_asked_and_the_old_one_is_kept(client: TestClient, base: wiring.Base) -> None:
    changed = CONTENT.replace("출장 규정".encode(), "휴가 규정".encode())
    refused = put(client, "휴가 규정.md", changed, source="인사팀")
    assert (refused.status_code, refused.json()["error"]) == (409, "document_exists")
    old = (base.docs / "휴가 규정.md").read_bytes()
    assert put(client, "휴가 규정.md", changed, source="인사팀", replace=True).json()["replaced"] is True
    assert (base.docs / "휴가 규정.md").read_bytes() == changed
    assert [path.read_bytes() for path in base.workspace.trash.rglob("*.md")] == [old]
    settled(client)
    assert "8만원" in client.get("/api/desk/document", params={"name": "휴가 규정.md"}).text


def test_a_removed_document_is_withdrawn_and_can_be_had_back(client: TestClient, base: wiring.Base) -> None:
    old = (base.docs / "휴가 규정.md").read_bytes()
    whole = client.get("/api/desk/document", params={"name": "휴가 규정.md"}).json()
    cited = whole["clauses"][1]
    ticket = base.inbox.add(NewHandoff("며칠인가요?", "no_relevant_policy", 0.1, None, ()))
    quote = Citation(1, cited["chunk_id"], cited["label"], "", 0, 5, cited["text"][:5])
    base.inbox.say(ticket, Message(0, ticket, "operator", "lee", "이렇습니다", (quote,), ""), "answered")
    depending = client.get("/api/desk/document", params={"name": "휴가 규정.md"}).json()["depending"]
    assert depending == {"chunks": 4, "tickets": [ticket]}
    assert client.post(f"{ROWS}/remove", json={"name": "휴가 규정.md"}).status_code == 200
    settled(client)
    assert names(client) == ["임원/보수 규정.md"]
    assert [path.read_bytes() for path in base.workspace.trash.rglob("*.md")] == [old]
    assert client.post(f"{ROWS}/remove", json={"name": "휴가 규정.md"}).status_code == 404


def test_access_stated_on_the_desk_holds_from_the_next_question_on(client: TestClient) -> None:
    def seen(whom: str) -> set[str]:
        body = {"question": "임원의 성과급은 얼마까지인가요?", "as_whom": whom}
        return {row["label"].split(" 제")[0] for row in client.post("/api/desk/inspect", json=body).json()["evidence"]}

    assert "보수 규정" in seen("user:kim")
    state = {"target": "folder:임원", "allow": [["group:board"]]}
    assert client.post(f"{ROWS}/access", json=state).status_code == 200
    assert "보수 규정" not in seen("user:kim")
    assert "보수 규정" in seen("user:kim,group:board")
    file = client.get("/api/desk/document", params={"name": "임원/보수 규정.md"}).json()
    assert file["file"]["entries"][0]["readers"] == "group:board"
    assert {"target": "folder:임원", "allow": [["group:board"]], "decided": True} in file["rules"]
    assert client.post(f"{ROWS}/access", json=state | {"allow": None}).status_code == 200
    assert "보수 규정" in seen("user:kim")


@pytest.mark.parametrize(
    "state",
    [
        {"target": "folder:임원", "allow": [["hr"]]},
        {"target": "everything:x", "allow": [["*"]]},
        {"target": "document:", "allow": [["*"]]},
        {"target": "folder:임\n원", "allow": [["*"]]},
    ],
)
def test_a_misspelt_rule_is_told_and_changes_nothing(client: TestClient, base: wiring.Base, state: Any) -> None:
    response = client.post(f"{ROWS}/access", json=state)
    assert (response.status_code, response.json()["error"]) == (400, "bad_deed")
    assert not base.workspace.decisions.exists()


@pytest.mark.parametrize("name", ["../밖.md", "/etc/passwd", "a\\b.md", ".숨김.md", "", "con.md", "a/../../b.md"])
def test_a_name_that_leads_elsewhere_is_refused(client: TestClient, base: wiring.Base, name: str) -> None:
    response = put(client, name, source="인사팀")
    assert (response.status_code, response.json()["error"]) == (400, "bad_deed")
    assert sorted(path.name for path in base.workspace.root.parent.rglob("*.md")) == ["보수 규정.md", "휴가 규정.md"]


def test_a_file_beyond_the_limit_is_refused_whether_or_not_it_says_its_size(tmp_path: Path) -> None:
    root = tmp_path / "small"
    house(root)
    (root / "geungeo.toml").write_text('[docs]\nfolder = "docs"\nmax_file_mb = 1\n', encoding="utf-8")
    base = wiring.open_workspace(root, {"embedder.kind": "none"})
    with open_desk(base) as app, TestClient(app, base_url=BASE) as client:
        huge = b"a" * (2**20 + 1)
        assert put(client, "큰.txt", huge, source="x").status_code == 413
        parts = iter([huge[: 2**19], huge[2**19 :]])
        response = client.put(ROWS, params={"name": "큰.txt", "source": "x"}, content=parts, headers={"Content-Type": "application/octet-stream"})  # fmt: skip
        assert response.status_code == 413


# --- Work, trial, settings ------------------------------------------------------------------------------------


def test_long_work_is_asked_for_and_its_result_kept(client: TestClient) -> None:
    asked = client.post("/api/desk/jobs", json={"kind": "doctor"}).json()
    job = next(job for job in settled(client) if job["number"] == asked["number"])
    assert (job["state"], job["who"]) == ("done", "local")
    assert {"index", "clauses", "thresholds"} <= {check["name"] for check in job["result"]}


def test_work_that_fails_says_why_without_a_path(client: TestClient, base: wiring.Base) -> None:
    client.post("/api/desk/jobs", json={"kind": "calibrate"})
    [job] = settled(client)
    assert (job["state"], job["error"]) == ("failed", messages.GOLDEN_MISSING)
    base.docs.rename(base.docs.with_name("elsewhere"))
    client.post("/api/desk/jobs", json={"kind": "ingest"})
    job = settled(client)[0]
    assert job["state"] == "failed"
    assert str(base.workspace.root) not in json.dumps(job, ensure_ascii=False)
    assert client.post("/api/desk/jobs", json={"kind": "doctor"}).status_code == 200
    assert str(base.workspace.root) not in json.dumps(settled(client), ensure_ascii=False)


def test_health_has_the_thresholds_with_model_and_date(client: TestClient) -> None:
    found = client.get("/api/desk/health").json()
    assert (found["status"]["documents"], found["status"]["chunks"]) == (2, 7)
    assert found["thresholds"]["entries"]["relevance"]["errors"]["with_vectors"]["report"]["n_answerable"] > 0


def test_a_question_tried_out_leaves_no_ticket(client: TestClient, base: wiring.Base) -> None:
    tried = client.post("/api/desk/inspect", json={"question": "오늘 구내식당 메뉴 뭐예요?"}).json()
    assert (tried["route"], tried["ticket"]) == ("handoff", None)
    assert base.inbox.list() == []
    assert client.post("/api/desk/inspect", json={"question": "병가?", "as_whom": "kim"}).status_code == 400
    assert client.post("/api/desk/inspect", json={"question": " "}).status_code == 400


def test_a_question_is_tried_with_other_settings_and_nothing_changes(client: TestClient) -> None:
    def tried(**settings: object) -> Any:
        body = {"question": "직원의 병가와 휴가, 임원의 보수 규정은?", "settings": settings}
        return client.post("/api/desk/inspect", json=body)

    def shown(**settings: object) -> int:
        return sum(row["kept"] and row["of"] is None for row in tried(**settings).json()["evidence"])

    assert shown(**{"search.excerpts": 1}) == shown(**{"search.excerpts": "1"}) == 1
    assert shown() > 1
    for settings in ({"no.such": 1}, {"embedder.kind": "none"}, {"search.excerpts": 99}, {"slots.contents": 2}):
        assert tried(**settings).status_code == 400, settings


def test_settings_show_origin_and_never_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEUNGEO_WRITER_API_KEY", "sk-very-secret")
    with open_desk(house(tmp_path / "w")) as app, TestClient(app, base_url=BASE) as client:
        response = client.get("/api/desk/settings")
        assert "sk-very-secret" not in response.text
        rows = {row["name"]: row for row in response.json()}
        assert rows["writer.api_key"]["value"] == "****"
        assert rows["writer.api_key"]["origin"] == "GEUNGEO_WRITER_API_KEY"
        assert rows["embedder.kind"]["origin"] == "argument"
        assert rows["docs.folder"]["origin"] == "geungeo.toml"
        assert rows["search.excerpts"]["origin"] == "default"


def test_a_safe_setting_changes_the_next_question(client: TestClient) -> None:
    def shown() -> int:
        tried = client.post("/api/desk/inspect", json={"question": "직원의 병가와 휴가, 임원의 보수 규정은?"}).json()
        return sum(row["kept"] for row in tried["evidence"])

    assert shown() > 1
    changed = client.post("/api/desk/settings", json={"name": "search.excerpts", "value": 1}).json()
    assert (changed["value"], changed["origin"], changed["pending"]) == (1, "desk", False)
    assert shown() == 1
    client.post("/api/desk/settings", json={"name": "search.excerpts", "value": None})
    assert shown() > 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("search.excerpts", 99),
        ("search.excerpts", "many"),
        ("serve.host", "0.0.0.0"),
        ("no.such", 1),
        ("writer.api_key", "x"),
        ("search.excerpts", True),
        ("search.excerpts", 1.5),
    ],
)
def test_a_setting_that_is_wrong_or_not_safe_is_told_and_kept_as_it_was(
    client: TestClient, base: wiring.Base, name: str, value: Any
) -> None:
    response = client.post("/api/desk/settings", json={"name": name, "value": value})
    assert (response.status_code, response.json()["error"]) == (400, "bad_deed")
    assert not base.workspace.decisions.exists()


def test_every_deed_is_in_the_audit_log(client: TestClient, base: wiring.Base) -> None:
    put(client, "출장 규정.md", source="총무팀")
    client.post(f"{ROWS}/remove", json={"name": "출장 규정.md"})
    client.post(f"{ROWS}/access", json={"target": "folder:임원", "allow": [["group:board"]]})
    client.post("/api/desk/settings", json={"name": "search.excerpts", "value": 3})
    client.post("/api/desk/jobs", json={"kind": "doctor"})
    settled(client)
    deeds = [(deed.who, deed.deed, deed.subject) for deed in reversed(wiring.audit_log(base).list())]
    assert deeds == [
        ("local", "document_put", "document:출장 규정.md"),
        ("local", "document_removed", "document:출장 규정.md"),
        ("local", "allow_set", "folder:임원"),
        ("local", "setting_set", "setting:search.excerpts"),
        ("local", "job_asked", "job:doctor"),
    ]


def test_openapi_describes_the_desk_in_korean(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    for path, operations in described["paths"].items():
        for operation in operations.values():
            assert any("가" <= letter <= "힣" for letter in operation["summary"]), path
    for name, schema in described["components"]["schemas"].items():
        for field, value in schema.get("properties", {}).items():
            assert any("가" <= letter <= "힣" for letter in value.get("description", "")), f"{name}.{field}"
