"""What is kept, over HTTP and on the desk: for operators, masked, by page."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect, sync_playwright
from web_browser import launch, serving, visiting
from web_house import KIM, OPERATOR, Is

from asking import OUTSIDE, SICK, by_words
from geungeo import wiring
from geungeo.cli.serving import kept_of
from geungeo.records import Reader
from geungeo.serve.ask import ask
from geungeo.serve.running import Running
from geungeo.web.app import create_app
from geungeo.web.services import Services

ROUTES = ("/api/desk/audit", "/api/desk/retention", "/api/desk/traces", "/api/desk/traces/none")


def app_of(base: wiring.Base, whom: Reader) -> FastAPI:
    return create_app(
        Services(Running(by_words(base), None), Is(whom), kept=kept_of(base)), ("testserver", "127.0.0.1")
    )


@pytest.fixture
def desk(examples_copy: wiring.Base) -> Iterator[TestClient]:
    with TestClient(app_of(examples_copy, OPERATOR)) as client:
        yield client


def asked(base: wiring.Base, *questions: str) -> list[str]:
    return [ask(question, by_words(base), reader=KIM).trace_id for question in questions]


def test_an_employee_sees_none_of_it(examples_copy: wiring.Base) -> None:
    [trace_id] = asked(examples_copy, SICK)
    with TestClient(app_of(examples_copy, KIM)) as client:
        for route in (*ROUTES, f"/api/desk/traces/{trace_id}"):
            response = client.get(route)
            assert (response.status_code, response.json()["error"]) == (403, "operators_only")


def test_a_trace_is_found_by_its_id_masked(desk: TestClient, examples_copy: wiring.Base) -> None:
    answered, handed_off = asked(examples_copy, SICK, f"{OUTSIDE} 010-1234-5678")
    found = desk.get(f"/api/desk/traces/{answered}").json()
    assert found["question"] == SICK
    assert found["route"] == "auto_answer"
    assert found["citations"][0]["label"].startswith("국가공무원 복무규정 제18조")
    assert found["evidence"]
    other = desk.get(f"/api/desk/traces/{handed_off}").json()
    assert (other["ticket"], other["question"]) == (1, f"{OUTSIDE} [전화번호]")
    missing = desk.get("/api/desk/traces/none")
    assert (missing.status_code, missing.json()["error"]) == (404, "unknown_trace")


def test_traces_come_newest_first_by_page(desk: TestClient, examples_copy: wiring.Base) -> None:
    ids = asked(examples_copy, SICK, OUTSIDE, SICK)[::-1]
    first = desk.get("/api/desk/traces", params={"limit": 2}).json()
    assert [row["trace_id"] for row in first] == ids[:2]
    assert [row["trace_id"] for row in desk.get("/api/desk/traces", params={"before": ids[1]}).json()] == ids[2:]
    assert desk.get("/api/desk/traces", params={"before": "none"}).json() == []


def test_retention_tells_its_days_and_its_last_run(desk: TestClient, examples_copy: wiring.Base) -> None:
    before = desk.get("/api/desk/retention").json()
    assert {one["kind"]: one["days"] for one in before["kinds"]}["traces"] == 90
    assert before["last"] is None
    kept = kept_of(examples_copy)
    kept.retention.run(datetime.date.today(), "park")
    last = desk.get("/api/desk/retention").json()["last"]
    assert (last["who"], last["detail"]["removed"]) == ("park", {})
    assert [one["deed"] for one in desk.get("/api/desk/audit").json()] == ["retention"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
def test_the_tab_shows_questions_deeds_and_days(browser: Browser, examples_copy: wiring.Base, width: int) -> None:
    [trace_id] = asked(examples_copy, f"{SICK} <b>kim@example.com</b>")
    kept_of(examples_copy).retention.run(datetime.date.today(), "park")
    viewport = {"width": width, "height": 900}
    with (
        serving(app_of(examples_copy, OPERATOR)) as address,
        visiting(browser, f"{address}/desk#kept", complaint="404", viewport=viewport) as page,
    ):
        expect(page.locator("#kept-found")).to_contain_text("병가는")
        expect(page.locator("#kept-found")).to_contain_text("<b>[이메일]</b>")
        expect(page.locator("section[aria-labelledby=kept-days]")).to_contain_text("730일")
        expect(page.locator("section[aria-labelledby=kept-audit]")).to_contain_text("날이 지난 것을 지움")
        page.get_by_label("추적 번호").fill(trace_id)
        page.get_by_role("button", name="보기", exact=True).click()
        expect(page.locator("#kept-found article")).to_contain_text("국가공무원 복무규정")
        page.get_by_label("추적 번호").fill("none")
        page.get_by_role("button", name="보기", exact=True).click()
        expect(page.locator("#kept-found .error")).to_contain_text("찾을 수 없습니다")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
