"""Words on the desk hold at the next question; a follow-up takes what was asked before from the request, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from web_desk import house, open_desk

from geungeo import wiring

BASE = "http://127.0.0.1:8765"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    return house(tmp_path_factory.mktemp("words") / "workspace")


@pytest.fixture
def client(base: wiring.Base) -> Iterator[TestClient]:
    with open_desk(base) as app, TestClient(app, base_url=BASE) as client:
        yield client


def tried(client: TestClient, question: str) -> Any:
    return client.post("/api/desk/inspect", json={"question": question}).json()


def test_a_word_holds_from_the_next_question_on_until_it_is_taken_back(client: TestClient) -> None:
    asked = "뾰로롱은 며칠까지 쓸 수 있어?"
    assert not any(one["became"] == "병가" for one in tried(client, asked)["expansions"])
    kept = client.post("/api/desk/words", json={"word": "뾰로롱", "rules": ["병가"]}).json()
    assert kept == {"word": "뾰로롱", "rules": ["병가"], "whence": "desk"}
    found = [one for one in tried(client, asked)["expansions"] if one["became"] == "병가"]
    assert [(one["source"], bool(one["brought"])) for one in found] == [("dictionary", True)]
    rows = client.get("/api/desk/words", params={"own": True}).json()
    assert (rows["count"], rows["trouble"]) == (1, "")
    client.post("/api/desk/words", json={"word": "뾰로롱", "rules": None})
    assert not any(one["became"] == "병가" for one in tried(client, asked)["expansions"])


def test_a_faulty_file_is_told_on_the_desk_and_the_shipped_words_go_on(base: wiring.Base, client: TestClient) -> None:
    base.workspace.words.write_text('"병가" = "뾰로롱"\n', encoding="utf-8")
    try:
        told = client.get("/api/desk/words", params={"text": "와이프"}).json()
        assert "words.toml" in told["trouble"]
        assert "와이프" in [row["word"] for row in told["rows"]]
    finally:
        base.workspace.words.unlink()


def test_what_is_no_word_is_refused_with_what_to_do(client: TestClient) -> None:
    refused = client.post("/api/desk/words", json={"word": " ", "rules": ["병가"]})
    assert refused.status_code == 400
    assert "적어 주세요" in refused.json()["message"]


def test_a_follow_up_is_read_with_the_turns_of_the_request(client: TestClient) -> None:
    turns = [{"question": "병가는 며칠까지 쓸 수 있나요?", "labels": ["휴가 규정 제2조"]}]
    alone = client.post("/api/ask", json={"question": "그럼 경조 휴가는?"}).json()
    leant = client.post("/api/ask", json={"question": "그럼 경조 휴가는?", "history": turns}).json()
    assert (alone["understood"], leant["question"]) == ("", "그럼 경조 휴가는?")
    assert leant["understood"] == "경조 휴가는 며칠까지 쓸 수 있나요?"


@pytest.mark.parametrize(
    "history", [[{"labels": []}], [{"question": "가" * 10001}], [{"question": "가"}] * 11, [{"question": "\ud800"}]]
)
def test_what_is_no_history_is_refused(client: TestClient, history: list[Any]) -> None:
    import json

    body = json.dumps({"question": "병가는?", "history": history})
    answer = client.post("/api/ask", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
