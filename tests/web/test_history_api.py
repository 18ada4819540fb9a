"""Versions and their difference over HTTP, as the reader may see them; an answer by the rules of a day."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from asking import by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.serve.identity import Logins
from geungeo.serve.running import Running
from geungeo.web.app import create_app
from geungeo.web.services import Services


def act(day: str, leave: int) -> str:
    head = f"---\n법령ID: '000123'\n제목: 휴가 규정\n공포일자: {day}\n시행일자: {day}\n---\n\n"
    return f"{head}제1조(목적) 이 규정은 직원의 휴가를 정한다.\n\n제2조(연가) 연가는 1년에 {leave}일로 한다.\n"


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    base = wiring.open_workspace(root)
    for day, leave in (("2023-01-01", 15), ("2025-01-01", 20)):
        (base.docs / f"{day}.md").write_text(act(day, leave), encoding="utf-8")
    ingest(base.docs, base.store, base.settings, base.workspace.report)
    desk = by_words(base)
    logins: Logins = wiring.logins(base)
    return TestClient(
        create_app(Services(Running(desk, None), logins, history=wiring.history(base, desk))),
        base_url="http://127.0.0.1",
        client=("127.0.0.1", 50000),
    )


def test_versions_with_their_days_and_what_each_changed(client: TestClient) -> None:
    rows = client.get("/api/documents/versions", params={"document": "휴가 규정"}).json()
    assert [row["held"] for row in rows] == [
        [{"start": "2023-01-01", "end": "2025-01-01"}],
        [{"start": "2025-01-01", "end": None}],
    ]
    assert [(row["changed"], row["kept"]) for row in rows] == [(None, None), (1, 1)]


def test_old_words_against_new(client: TestClient) -> None:
    told = client.get("/api/documents/diff", params={"document": "000123", "from": "2024-01-01", "to": "2025-06-01"})
    (change,) = told.json()["changes"]
    assert (change["kind"], change["article"]) == ("changed", "2")
    assert [words["text"] for words in change["words"] if words["mark"] == "old"] == ["15일로"]
    assert [words["text"] for words in change["words"] if words["mark"] == "new"] == ["20일로"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"document": "없는 규정"}, 404),
        ({"document": "000123", "from": "1999-01-01"}, 400),
        ({"document": "000123", "to": "어제"}, 400),
        ({"document": "000123", "article": "십오조"}, 400),
    ],
)
def test_what_can_not_be_compared_is_named(client: TestClient, query: dict[str, str], status: int) -> None:
    told = client.get("/api/documents/diff", params=query)
    assert told.status_code == status
    assert told.json()["message"]


def test_an_answer_by_the_rules_of_a_day_and_its_clause(client: TestClient) -> None:
    told = client.post("/api/ask", json={"question": "연가는 1년에 며칠인가요?", "as_of": "2024-06-01"}).json()
    assert ("15일" in told["answer"], told["as_of"]) == (True, "2024-06-01")
    (citation, *_) = told["citations"]
    assert citation["effective_at"] == "2023-01-01"
    shown = client.get(f"/api/chunks/{citation['chunk_id']}").json()
    assert shown["document"]["effective_at"] == "2023-01-01"
