"""Collections over HTTP and on the page: what may be asked, and what is told of those that may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from web_browser import launch, serving, visiting
from web_house import KIM, LEE, House

from geungeo import wiring

RULES = {"인사": "연가", "총무": "출장"}
SETTINGS = """
[embedder]
kind = "none"

[collections."인사"]
title = "인사 규정"
allow = ["group:hr"]

[collections."총무"]
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write(SETTINGS)
    for folder, what in RULES.items():
        (root / "docs" / folder).mkdir()
        (root / "docs" / folder / f"{what}.md").write_text(
            f"---\n시행일: 2025-01-01\n---\n# {what} 규정\n\n제1조(일수) {what}는 1년에 15일까지 할 수 있다.\n",
            encoding="utf-8",
        )
    base = wiring.open_workspace(root)
    wiring.refresh(base, lambda stage, done, total: None)
    return House(base)


def test_a_question_of_a_collection_is_answered_from_it_alone(house: House) -> None:
    kim = house.enter(KIM)
    assert kim.get("/api/collections").json() == [
        {"name": "인사", "title": "인사 규정"},
        {"name": "총무", "title": "총무"},
    ]
    question = {"question": "출장은 1년에 며칠까지 할 수 있나요?"}
    everywhere = kim.post("/api/ask", json=question).json()
    scoped = kim.post("/api/ask", json=question | {"collection": "인사"}).json()
    assert "출장" in everywhere["answer"]
    assert (everywhere["collection"], scoped["collection"]) == ("", "인사")
    assert {row["label"].split()[0] for row in scoped["evidence"]} <= {"연가"}


def test_a_closed_collection_and_one_that_is_not_there_are_told_alike(house: House) -> None:
    lee = house.enter(LEE)
    assert [each["name"] for each in lee.get("/api/collections").json()] == ["총무"]
    told = [
        lee.post(path, json={"question": "연가는 며칠인가요?", "collection": name})
        for name in ("인사", "없는 모음")
        for path in ("/api/ask", "/api/ask/stream")
    ]
    assert {each.status_code for each in told} == {400}
    assert len({each.text for each in told}) == 1
    assert "인사" not in told[0].text
    assert (
        lee.post(
            "/api/ask",
            content=b'{"question": "a", "collection": "\\ud800"}',
            headers={"Content-Type": "application/json"},
        ).status_code
        == 422
    )


def test_an_empty_collection_is_none(house: House) -> None:
    kim = house.enter(KIM)
    asked = [
        kim.post("/api/ask", json={"question": "출장은 1년에 며칠까지 할 수 있나요?", "collection": name}).json()
        for name in (None, "", " ")
    ]
    assert [each["collection"] for each in asked] == ["", "", ""]
    assert len({each["answer"] for each in asked}) == 1


@pytest.mark.browser
def test_the_page_offers_collections_only_where_there_are_some(house: House) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        with serving(house.app(KIM)) as address, visiting(browser, address) as page:
            page.get_by_label("찾을 곳").select_option("인사 규정")
            page.locator("#question").fill("연가는 1년에 며칠까지 할 수 있나요?")
            page.locator("#question").press("Enter")
            expect(page.locator(".card.verified")).to_contain_text("'인사 규정'에서만 찾았습니다.")
        house.base.workspace.settings.write_text('[docs]\nfolder = "docs"\n', encoding="utf-8")
        with serving(house.app(KIM)) as address, visiting(browser, address) as page:
            expect(page.locator("#question")).to_be_visible()
            expect(page.locator("#collection-box")).to_be_hidden()
        browser.close()
