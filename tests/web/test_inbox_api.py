"""The operator's inbox over HTTP: filters, a reply with a clause that the asker may read, two operators at once."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from asking import by_words
from geungeo import wiring
from geungeo.cli.serving import operating
from geungeo.ports import NewHandoff
from geungeo.records import Chunk, Evidence, Reader
from geungeo.serve.gaps import gaps
from geungeo.serve.identity import Credentials, Session
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.web.app import create_app
from geungeo.web.services import Answering, Services

OPERATORS = {"park": Reader("park", role="operator"), "choi": Reader("choi", role="operator")}
KIM = Reader("kim", ("hr",))


class Named:
    """Whoever the header x-name names: an identity for tests."""

    def reader(self, credentials: Credentials) -> Reader | None:
        name = (credentials.headers.get("x-name") or ("park",))[0]
        return OPERATORS.get(name, KIM)

    def needed(self) -> bool:
        return False

    def from_proxy(self, credentials: Credentials) -> bool:
        return False

    def login(self, token: str) -> Session | None:
        return None

    def logout(self, session: str) -> None:
        return None


def app_of(base: wiring.Base) -> Any:
    """The app as it is served, searching by words alone; no background work is started."""
    asking, jobs = by_words(base), wiring.jobs(base)
    running = wiring.running(base, [], asking, jobs)
    answering = Answering(
        wiring.overview(base, asking), wiring.replies(base, asking), lambda since, of: gaps(base.inbox, since, of)
    )
    tickets, opinions = wiring.tickets(base, asking), wiring.opinions(asking)
    desk = operating(base, running, jobs)
    services = Services(running, Named(), tickets=tickets, opinions=opinions, desk=desk, inbox=answering)
    return create_app(services, ("testserver", "127.0.0.1"))


@pytest.fixture
def desk(examples_copy: wiring.Base) -> Iterator[TestClient]:
    with TestClient(app_of(examples_copy), raise_server_exceptions=False) as client:
        yield client


def file(base: wiring.Base, question: str, **changes: Any) -> int:
    defaults: dict[str, Any] = {"reason": "no_relevant_policy", "asker": "kim", "groups": ("hr",)}
    values = {"top_score": 0.2, "draft": None, "failed": (), **defaults, **changes}
    return base.inbox.add(NewHandoff(question=question, **values))


def clause(base: wiring.Base, title: str = "보안업무규정") -> Chunk:
    return next(c for c in base.store.snapshot().chunks.values() if c.doc == title and c.part == "본칙" and not c.flags)


def restrict(base: wiring.Base, chunk: Chunk) -> None:
    row = {"target": f"document:{chunk.doc_id}", "kind": "allow", "value": ["group:it"], "who": "park", "when": "2026"}
    with open(base.workspace.decisions, "a", encoding="utf-8") as decisions:
        decisions.write(json.dumps(row) + "\n")


def numbers(answer: Any) -> list[int]:
    return [row["ticket"] for row in answer.json()["tickets"]]


# --- Lists --------------------------------------------------------------------------------------------------


def test_each_filter_keeps_its_own_and_paging_meets_every_ticket_once(
    examples_copy: wiring.Base, desk: TestClient
) -> None:
    first = file(examples_copy, "재택근무 수당 나와요?", collection="인사")
    second = file(examples_copy, "VPN 접속이 안 돼요", reason="answer_unverified", collection="IT")
    third = file(examples_copy, "재택근무 신청은 어디에", reason="unavailable")
    examples_copy.inbox.assign(second, "choi")
    examples_copy.inbox.set_status(third, "closed")
    assert numbers(desk.get("/api/desk/inbox")) == [third, second, first]
    for query, wanted in {
        "status=open": [second, first],
        "status=closed": [third],
        "reason=answer_unverified": [second],
        "collection=인사": [first],
        "collection=": [third],
        "assignee=choi": [second],
        "assignee=": [third, first],
        "text=재택근무": [third, first],
        "text=재택근무 수당": [first],
        "status=open&text=VPN&assignee=choi": [second],
        f"before={third}": [second, first],
    }.items():
        assert numbers(desk.get(f"/api/desk/inbox?{query}")) == wanted, query
    answer = desk.get("/api/desk/inbox").json()
    assert (answer["collections"], answer["assignees"], answer["more"]) == (["IT", "인사"], ["choi"], False)
    for at in range(120):
        file(examples_copy, f"질문 {at}")
    seen: list[int] = []
    page = desk.get("/api/desk/inbox").json()
    while page["tickets"]:
        seen += [row["ticket"] for row in page["tickets"]]
        page = desk.get(f"/api/desk/inbox?before={seen[-1]}").json()
    assert seen == list(range(first + 122, first - 1, -1))


def test_the_sheet_holds_what_the_filter_keeps_opens_as_korean_and_runs_no_formula(
    examples_copy: wiring.Base, desk: TestClient
) -> None:
    file(examples_copy, '=HYPERLINK("http://example.invalid";"눌러요")')
    file(
        examples_copy,
        "＋82로 시작하는, 쉼표와\n줄바꿈",
        reason="answer_unverified",
        failed=("grounded",),
        draft="@초안",
    )
    answer = desk.get("/api/desk/inbox.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.content.startswith(b"\xef\xbb\xbf")
    head, newer, older = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    assert head[0] == "접수 번호"
    assert len(head) == len(newer) == len(older)
    assert older[8] == '\'=HYPERLINK("http://example.invalid";"눌러요")'
    assert newer[8].startswith("'＋82로")
    assert newer[9] == "'@초안"
    assert newer[10] == "규정의 말로 쓰임"
    assert len(list(csv.reader(io.StringIO(desk.get("/api/desk/inbox.csv?reason=unavailable").text)))) == 1


# --- One ticket ---------------------------------------------------------------------------------------------


def test_a_ticket_shows_who_asked_the_draft_its_failed_checks_and_the_ledger(
    examples_copy: wiring.Base, desk: TestClient
) -> None:
    row = Evidence("0" * 16, "취업규칙 제1조", True, "근거 후보로 씀", 1, 3.0, None, 0.1, 0.4, {}, "발췌")
    number = file(examples_copy, "병가는?", draft="병가는 777일", failed=("grounded",), evidence=(row,))
    one = desk.get(f"/api/desk/inbox/{number}").json()
    assert (one["asker"], one["groups"], one["draft"], one["failed"]) == ("kim", ["hr"], "병가는 777일", ["grounded"])
    assert one["evidence"][0]["label"] == "취업규칙 제1조"
    assert one["said"] == []
    assert one["version"]
    assert desk.get(f"/api/desk/inbox/{number + 1}").status_code == 404
    assert desk.get(f"/api/desk/inbox/{number}", headers={"x-name": "kim"}).status_code == 403


# --- Deeds --------------------------------------------------------------------------------------------------


def test_a_reply_quotes_the_chosen_words_and_the_asker_can_read_them(
    examples_copy: wiring.Base, desk: TestClient
) -> None:
    number, chunk = file(examples_copy, "보안 책임은 누구에게 있나요?"), clause(examples_copy)
    pick = {"chunk_id": chunk.chunk_id, "start": 2, "end": 14, "quote": chunk.text[2:14]}
    answer = desk.post(f"/api/desk/inbox/{number}/reply", json={"text": "기관의 장입니다. [1]", "citations": [pick]})
    assert answer.status_code == 200, answer.text
    said = answer.json()["said"][0]
    assert (said["author"], said["text"], answer.json()["status"]) == ("park", "기관의 장입니다. [1]", "answered")
    ground = said["grounds"][0]
    assert (ground["state"], ground["citation"]["label"]) == ("current", chunk.label)
    assert ground["citation"]["quote"] == chunk.text[2:14]
    tickets = wiring.tickets(examples_copy, by_words(examples_copy))
    assert tickets.one(number, KIM).said[0].grounds[0].citation is not None
    whole = {"text": "다시", "citations": [{"chunk_id": chunk.chunk_id}]}
    again = desk.post(f"/api/desk/inbox/{number}/reply", json=whole).json()
    assert again["said"][1]["grounds"][0]["citation"]["quote"] == chunk.text


def test_a_clause_that_the_asker_may_not_read_is_marked_in_the_search_and_refused_in_words(
    examples_copy: wiring.Base, desk: TestClient
) -> None:
    number, chunk = file(examples_copy, "보안 책임은?"), clause(examples_copy)
    restrict(examples_copy, chunk)
    found = desk.get("/api/desk/search", params={"q": "보안업무규정 보안의 책임", "ticket": number}).json()
    assert any(one["label"].startswith("보안업무규정") for one in found)
    assert all(one["readable"] != one["label"].startswith("보안업무규정") for one in found)
    refused = desk.post(
        f"/api/desk/inbox/{number}/reply", json={"text": "답", "citations": [{"chunk_id": chunk.chunk_id}]}
    )
    assert refused.status_code == 400
    assert "읽을 수 없는" in refused.json()["message"]
    assert examples_copy.inbox.messages(number) == []


@pytest.mark.parametrize(
    "pick",
    [
        {"chunk_id": "f" * 16},
        {"start": 5, "end": 5},
        {"start": 0, "end": 10**9},
        {"start": 0, "end": 4, "quote": "다른 말"},
    ],
    ids=["no such clause", "nothing chosen", "past the end", "other words"],
)
def test_a_citation_that_quotes_nothing_is_refused(
    examples_copy: wiring.Base, desk: TestClient, pick: dict[str, Any]
) -> None:
    number, chunk = file(examples_copy, "보안 책임은?"), clause(examples_copy)
    body = {"text": "답", "citations": [{"chunk_id": chunk.chunk_id} | pick]}
    assert desk.post(f"/api/desk/inbox/{number}/reply", json=body).status_code == 400
    assert examples_copy.inbox.messages(number) == []


@pytest.mark.parametrize("meanwhile", ["reply", "assign", "close", "further"])
def test_an_operator_is_told_when_somebody_was_faster_and_nothing_is_sent_twice(
    examples_copy: wiring.Base, desk: TestClient, meanwhile: str
) -> None:
    number = file(examples_copy, "보안 책임은?")
    version = desk.get(f"/api/desk/inbox/{number}").json()["version"]
    other = {"x-name": "choi"}
    if meanwhile == "further":
        wiring.tickets(examples_copy, by_words(examples_copy)).ask_further(number, "급합니다", KIM)
    else:
        body = {"reply": {"text": "먼저"}, "assign": {"assignee": "choi"}, "close": {}}[meanwhile]
        first = desk.post(f"/api/desk/inbox/{number}/{meanwhile}", json={**body, "version": version}, headers=other)
        assert first.status_code == 200
    said = len(examples_copy.inbox.messages(number))
    for deed, body in {"reply": {"text": "나중"}, "assign": {"assignee": "park"}, "close": {}, "reopen": {}}.items():
        late = desk.post(f"/api/desk/inbox/{number}/{deed}", json={**body, "version": version})
        assert (late.status_code, late.json()["error"]) == (409, "ticket_changed"), deed
    assert len(examples_copy.inbox.messages(number)) == said
    fresh = desk.get(f"/api/desk/inbox/{number}").json()["version"]
    assert desk.post(f"/api/desk/inbox/{number}/reply", json={"text": "알고 씀", "version": fresh}).status_code == 200


def test_that_the_asker_read_a_reply_is_no_change_to_the_next_one(examples_copy: wiring.Base, desk: TestClient) -> None:
    number = file(examples_copy, "보안 책임은?")
    version = desk.post(f"/api/desk/inbox/{number}/reply", json={"text": "첫 답"}).json()["version"]
    wiring.tickets(examples_copy, by_words(examples_copy)).seen(number, KIM)
    again = desk.post(f"/api/desk/inbox/{number}/reply", json={"text": "덧붙임", "version": version})
    assert again.status_code == 200


def test_every_deed_is_in_the_audit_log_and_a_refused_one_is_not(examples_copy: wiring.Base, desk: TestClient) -> None:
    number = file(examples_copy, "보안 책임은?")
    desk.post(f"/api/desk/inbox/{number}/assign", json={"assignee": "choi"})
    desk.post(f"/api/desk/inbox/{number}/reply", json={"text": "답"})
    desk.post(f"/api/desk/inbox/{number}/close", json={})
    desk.post(f"/api/desk/inbox/{number}/reopen", json={})
    desk.post(f"/api/desk/inbox/{number}/close", json={"version": "stale"})
    deeds = SqliteAudit(examples_copy.inbox.database).list()
    assert [deed.deed for deed in deeds] == ["reopen", "close", "reply", "assign"]
    assert {(deed.who, deed.subject) for deed in deeds} == {("park", f"ticket:{number}")}


@pytest.mark.parametrize("text", ["", " \n ", "가" * 5000, "\\ud800"])
def test_a_text_that_is_none_or_endless_is_refused_and_not_stored(
    examples_copy: wiring.Base, desk: TestClient, text: str
) -> None:
    number = file(examples_copy, "보안 책임은?")
    body = json.dumps({"text": text}, ensure_ascii=False).replace("\\\\ud800", "\\ud800")
    answer = desk.post(
        f"/api/desk/inbox/{number}/reply", content=body.encode(), headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert examples_copy.inbox.messages(number) == []


# --- Gaps and opinions --------------------------------------------------------------------------------------


def test_gaps_over_http_group_filter_and_export(examples_copy: wiring.Base, desk: TestClient) -> None:
    for question in ("재택근무 수당 나와요?", "재택 수당 얼마", "제 번호는 010-1234-5678, 재택 되나요"):
        file(examples_copy, question)
    file(examples_copy, "기준값", reason="uncalibrated")
    found = desk.get("/api/desk/gaps").json()
    assert [(gap["count"], gap["askers"]) for gap in found["missing"]] == [(3, 1)]
    assert "010-1234-5678" not in json.dumps(found, ensure_ascii=False)
    assert [row["reason"] for row in found["technical"]] == ["uncalibrated"]
    key = found["missing"][0]["key"]
    assert desk.get("/api/desk/gaps", params={"key": key, "questions": 1}).json()["missing"][0]["questions"][0]
    assert desk.get("/api/desk/gaps?reason=unavailable").json()["missing"] == []
    assert desk.get("/api/desk/gaps?since=2999-01-01").json()["missing"] == []
    assert desk.get("/api/desk/gaps?since=어제").status_code == 422
    sheet = desk.get("/api/desk/gaps.csv").content.decode("utf-8-sig")
    assert len(list(csv.reader(io.StringIO(sheet, newline="")))) == 3
    assert "010-1234-5678" not in sheet
