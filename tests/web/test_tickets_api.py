"""내 문의 and 맞아요·틀려요 over HTTP: real tickets over the example rules, two people and an operator."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from web_house import KIM, LEE, NOBODY, OPERATOR, House, Is

from asking import OUTSIDE, SICK, by_words
from geungeo import wiring
from geungeo.records import Reader
from geungeo.serve.running import Running
from geungeo.web.app import create_app
from geungeo.web.services import Services


@pytest.fixture
def house(examples_copy: wiring.Base) -> House:
    return House(examples_copy)


def handed_off(client: TestClient, question: str = OUTSIDE) -> Any:
    result = client.post("/api/ask", json={"question": question}).json()
    assert result["route"] == "handoff"
    return result


def every_way_in(client: TestClient, ticket: int, receipt: str = "") -> list[Any]:
    """Each route that names a ticket."""
    headers = {"X-Geungeo-Receipt": receipt} if receipt else {}
    at = f"/api/tickets/{ticket}"
    return [
        client.get(at, headers=headers),
        client.post(f"{at}/seen", json={}, headers=headers),
        client.post(f"{at}/reopen", json={}, headers=headers),
        client.post(f"{at}/messages", json={"text": "더 여쭙니다"}, headers=headers),
    ]


def test_a_hand_off_is_found_replied_to_seen_and_asked_further(house: House) -> None:
    kim = house.enter(KIM)
    number = handed_off(kim)["ticket"]
    listed = kim.get("/api/tickets").json()
    assert [(row["ticket"], row["status"]) for row in listed["tickets"]] == [(number, "open")]
    assert listed["answered"] == 0
    chunk, reply = house.clause(), house.reply(number, "이 조항을 보세요. [1]", end=20)
    assert kim.get("/api/tickets").json()["answered"] == 1
    (said,) = kim.get(f"/api/tickets/{number}").json()["said"]
    assert (said["author"], said["text"]) == ("park", "이 조항을 보세요. [1]")
    (ground,) = said["grounds"]
    assert (ground["state"], ground["citation"]["quote"]) == ("current", chunk.text[2:20])
    opened = kim.get(f"/api/chunks/{ground['citation']['chunk_id']}").json()["chunk"]
    assert opened["text"][ground["citation"]["start"] : ground["citation"]["end"]] == ground["citation"]["quote"]
    assert kim.post(f"/api/tickets/{number}/seen", json={"upto": reply.number}).json()["status"] == "seen"
    assert kim.post(f"/api/tickets/{number}/messages", json={"text": "반차도요?"}).json()["status"] == "open"
    house.replies.close(number, OPERATOR)
    assert kim.post(f"/api/tickets/{number}/reopen", json={}).json()["status"] == "open"


@pytest.mark.parametrize("stranger", [LEE, NOBODY, OPERATOR])
def test_two_people_never_see_each_others_tickets(house: House, stranger: Reader) -> None:
    kim, other = house.enter(KIM), house.enter(stranger)
    mine = handed_off(kim)["ticket"]
    before = kim.get(f"/api/tickets/{mine}").json()
    assert other.get("/api/tickets").json() == {"tickets": [], "answered": 0}
    for foreign, unknown in zip(every_way_in(other, mine), every_way_in(other, mine + 1000), strict=True):
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.text.replace(str(mine), "N") == unknown.text.replace(str(mine + 1000), "N")
        assert OUTSIDE not in foreign.text
    assert kim.get(f"/api/tickets/{mine}").json() == before


def test_no_answer_of_the_api_has_the_desks_own_fields(house: House) -> None:
    kim = house.enter(KIM)
    number = handed_off(kim)["ticket"]
    house.replies.assign(number, "choi-assignee", OPERATOR)
    told = [kim.get("/api/tickets"), *every_way_in(kim, number)]
    for response in told:
        assert response.status_code == 200
        for field in ("draft", "failed", "evidence", "assignee", "groups", "choi-assignee", "receipt"):
            assert field not in response.text


@pytest.mark.parametrize(("anonymous", "whom"), [(True, KIM), (False, NOBODY)])
def test_without_a_name_the_receipt_is_the_way_in(examples_copy: wiring.Base, anonymous: bool, whom: Reader) -> None:
    house = House(examples_copy, anonymous=anonymous)
    asker, other = house.enter(whom), house.enter(LEE)
    first, second = handed_off(asker), handed_off(asker)
    assert asker.get("/api/tickets").json()["tickets"] == []
    found = asker.post("/api/tickets/lookup", json={"receipts": [first["receipt"], "unknown"]}).json()["tickets"]
    assert [row["ticket"] for row in found] == [first["ticket"]]
    assert "receipt" not in json.dumps(found)
    for receipt in ("", second["receipt"]):
        assert {response.status_code for response in every_way_in(other, first["ticket"], receipt)} == {404}
    assert {response.status_code for response in every_way_in(asker, first["ticket"], first["receipt"])} == {200}


def test_a_named_hand_off_has_no_receipt(house: House) -> None:
    assert handed_off(house.enter(KIM))["receipt"] is None


def test_a_reply_shows_no_clause_that_its_reader_lost_the_right_to(house: House) -> None:
    kim = house.enter(KIM)
    number = handed_off(kim)["ticket"]
    chunk = house.clause()
    house.reply(number, "보세요.", end=9)
    row = {"target": f"document:{chunk.doc_id}", "kind": "allow", "value": ["group:it"], "who": "park", "when": ""}
    house.base.workspace.decisions.write_text(json.dumps(row) + "\n", encoding="utf-8")
    response = kim.get(f"/api/tickets/{number}")
    assert response.json()["said"][0]["grounds"] == [{"number": 1, "state": "gone", "citation": None}]
    for hidden in (chunk.chunk_id, chunk.label, chunk.text[2:9], chunk.doc):
        assert hidden not in response.text


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/tickets/0", None, 422),
        ("GET", f"/api/tickets/{10**30}", None, 422),
        ("GET", "/api/tickets/가", None, 422),
        ("GET", "/api/tickets?before=0", None, 422),
        ("POST", "/api/tickets/lookup", {"receipts": ["가나다"]}, 422),
        ("POST", "/api/tickets/lookup", {"receipts": ["a"] * 201}, 422),
        ("POST", "/api/tickets/lookup", {"receipts": ["\ud800"]}, 422),
        ("POST", "/api/tickets/lookup", {"receipts": []}, 200),
        ("POST", "/api/feedback", {"trace_id": "../../etc", "right": True}, 422),
        ("POST", "/api/feedback", {"trace_id": "0" * 16, "right": True}, 404),
        ("POST", "/api/feedback", {"trace_id": "0" * 16, "right": 7}, 422),
    ],
)
def test_what_is_no_request_is_refused_in_words(house: House, method: str, path: str, body: Any, status: int) -> None:
    content = None if body is None else json.dumps(body).encode()
    response = house.enter(KIM).request(method, path, content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == status
    if status >= 400:
        assert {"error", "message", "next"} <= response.json().keys()


@pytest.mark.parametrize("text", ["", " \n", "가" * 4001, "\ud800"])
def test_words_that_are_none_or_endless_are_refused(house: House, text: str) -> None:
    kim = house.enter(KIM)
    number = handed_off(kim)["ticket"]
    response = kim.post(
        f"/api/tickets/{number}/messages",
        content=json.dumps({"text": text}).encode(),
        headers={"Content-Type": "application/json"},
    )
    assert (response.status_code, response.json()["error"]) == (400, "bad_message")
    assert kim.get(f"/api/tickets/{number}").json()["said"] == []


def test_feedback_is_the_askers_and_changes_no_answer(house: House) -> None:
    kim, lee = house.enter(KIM), house.enter(LEE)
    result = kim.post("/api/ask", json={"question": SICK}).json()
    body = {"trace_id": result["trace_id"], "right": False, "why": "\ud800제3항이 빠졌어요"}
    sent = {"content": json.dumps(body).encode(), "headers": {"Content-Type": "application/json"}}
    assert lee.post("/api/feedback", **sent).status_code == 404
    assert kim.post("/api/feedback", **sent).json() == {"trace_id": result["trace_id"], "right": False}
    assert kim.post("/api/feedback", json=body | {"why": "가" * 1001}).status_code == 400
    assert kim.post("/api/ask", json={"question": SICK}).json()["answer"] == result["answer"]


def test_where_nothing_is_filed_everyone_has_no_tickets(examples_base: wiring.Base) -> None:
    app = create_app(Services(Running(by_words(examples_base), None), Is(KIM)))
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        nothing = {"tickets": [], "answered": 0}
        assert client.get("/api/tickets").json() == nothing
        assert client.post("/api/tickets/lookup", json={"receipts": ["abc"]}).json() == nothing
        assert client.get("/api/tickets/1").status_code == 404
