"""The desk in a real headless Chromium, over a small real house, on a phone's and a desktop's width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import web_texts
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import DESKTOP, PHONE, launch, serving, visiting
from web_contrast import low_contrast
from web_desk import Employee, house, open_desk

from geungeo import messages, wiring
from geungeo.records import Reader
from geungeo.settings import decided
from geungeo.web import pages

STATIC = Path(pages.__file__).parent / "static"
TRAVEL = "# 출장 규정\n\n제1조(숙박비) 숙박비는 1박에 8만원까지 준다.\n"
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])

browser_test = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    return house(tmp_path / "workspace")


@pytest.fixture
def address(base: wiring.Base) -> Iterator[str]:
    with open_desk(base) as app, serving(app) as address:
        yield address


def drop(page: Page, *files: tuple[str, str]) -> None:
    """Files let go over the drop zone, as from a file manager."""
    script = """(files) => { const transfer = new DataTransfer();
      for (const [name, text] of files) transfer.items.add(new File([text], name));
      return transfer }"""
    transfer = page.evaluate_handle(script, [list(file) for file in files])
    for event in ("dragenter", "dragover", "drop"):
        page.locator(".drop").dispatch_event(event, {"dataTransfer": transfer})


def wide_elements(page: Page) -> list[str]:
    script = """() => [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((e) => e.checkVisibility() && !e.closest('.unseen, .scroll, thead') && e.getBoundingClientRect().right > innerWidth + 0.5)
      .map((e) => `${e.tagName}.${e.className}`)"""
    found: list[str] = page.evaluate(script)
    return found + (["(page)"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else [])


@browser_test
@SIZES
def test_files_dropped_are_read_refused_or_replaced(
    browser: Browser, address: str, base: wiring.Base, size: Any
) -> None:
    with visiting(browser, f"{address}/desk", complaint="Failed to load resource", **size) as page:
        page.get_by_label("출처").fill("총무팀 2026-3")
        page.get_by_label("넣을 폴더").fill("여비")
        drop(page, ("출장 규정.md", TRAVEL), ("그림.hwp", "\x89PNG\r\n\x1a\n\0\0\0"))
        lines = page.locator(".outcomes li")
        expect(lines.nth(0)).to_contain_text("넣었습니다")
        expect(lines.nth(1)).to_contain_text("그림.hwp")
        expect(lines.nth(1)).to_have_class("refused")
        expect(page.locator("#documents tbody tr")).to_have_count(3)  # once read, without a click
        expect(page.get_by_role("link", name="출장 규정")).to_be_visible()
        drop(page, ("출장 규정.md", TRAVEL.replace("8만원", "9만원")))
        expect(lines.nth(2)).to_contain_text("이미 있습니다")
        assert "8만원" in (base.docs / "여비" / "출장 규정.md").read_text(encoding="utf-8")
        lines.nth(2).get_by_role("button", name="바꾸기").click()
        expect(lines.nth(2)).to_contain_text("바꾸었습니다")
        assert "9만원" in (base.docs / "여비" / "출장 규정.md").read_text(encoding="utf-8")
        assert not (base.docs / "여비" / "그림.hwp").exists()
        page.get_by_label("AI가 쓴 초안").check()
        drop(page, ("초안.md", TRAVEL))
        expect(page.locator("#documents tbody tr")).to_have_count(4)
        assert decided(base.workspace.decisions, "origin") == {"document:여비/초안.md": "ai-draft"}
        assert wide_elements(page) == []


@browser_test
@SIZES
def test_a_document_tells_everything_and_goes_to_the_trash(
    browser: Browser, address: str, base: wiring.Base, size: Any
) -> None:
    with visiting(browser, f"{address}/desk#documents", **size) as page:
        page.get_by_role("link", name="휴가 규정").click()
        expect(page.locator("#tab-title")).to_be_focused()
        for text in ("인사팀 결재 2026-7", "시행 2026-01-01", "빠진 조: 제3조", "글자 136 → 87"):
            expect(page.locator("main")).to_contain_text(text)
        page.get_by_text("조항 4개 보기").click()
        expect(page.locator(".clauses")).to_contain_text("연 60일의 범위에서 병가를 쓸 수 있다")
        assert wide_elements(page) == []
        page.get_by_role("button", name="지우기", exact=True).click()
        expect(page.locator(".sure")).to_contain_text("조각 4개")
        assert (base.docs / "휴가 규정.md").exists()
        page.get_by_role("button", name="지우고 휴지통으로 옮기기").click()
        expect(page.locator("#documents tbody tr")).to_have_count(1)
        assert [path.name for path in base.workspace.trash.rglob("*.md")] == ["휴가 규정.md"]


@browser_test
def test_who_may_read_is_stated_and_taken_back(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/desk#documents") as page:
        page.get_by_role("link", name="보수 규정").click()
        page.locator("summary", has_text="바꾸기").click()
        page.get_by_label("어디에 거는지").select_option("folder:임원")
        page.get_by_label("읽을 수 있는 사람").fill("group:board, user:kim")
        page.get_by_role("button", name="정하기", exact=True).click()
        expect(page.locator(".report li", has_text="folder:임원")).to_contain_text("group:board | user:kim")
        page.locator("summary", has_text="바꾸기").click()
        page.get_by_label("어디에 거는지").select_option("folder:임원")
        page.get_by_role("button", name="거두기").click()
        expect(page.locator("main")).to_contain_text("모두 읽을 수 있습니다")


@browser_test
@SIZES
def test_a_question_is_tried_out_with_every_score(browser: Browser, address: str, base: wiring.Base, size: Any) -> None:
    with visiting(browser, f"{address}/desk#trial", **size) as page:
        page.get_by_label("시험할 질문").fill("병가는 며칠까지 쓸 수 있나요?")
        page.get_by_role("button", name="시험하기").click()
        expect(page.locator(".card.verified")).to_contain_text("연 60일의 범위에서")
        row = page.locator(".ledger-table tbody tr").first
        expect(row).to_contain_text("휴가 규정 제2조")
        expect(row.locator("td")).to_have_count(5)
        assert wide_elements(page) == []
        page.get_by_label("시험할 질문").fill("직원의 병가와 휴가, 임원의 보수 규정은?")
        page.get_by_label("견줄 설정").fill("search.excerpts = 1")
        page.get_by_role("button", name="시험하기").click()
        expect(page.locator(".sides > div")).to_have_count(2)
        row = page.locator("#trial-outcome > section .ledger-table tbody tr").nth(1)
        expect(row).to_contain_text("B: 더 앞선 근거 1개로 자리가 참")
        expect(row.locator("td")).to_contain_text(["[2]", "-"])
        page.locator("summary", has_text="어떻게 찾았는지").first.click()
        assert wide_elements(page) == []
        page.get_by_label("견줄 설정").fill("search.excerpts")
        page.get_by_role("button", name="시험하기").click()
        expect(page.locator("#trial-outcome .card.error")).to_contain_text("이름=값")
        page.get_by_label("견줄 설정").fill("")
        page.get_by_label("시험할 질문").fill("오늘 점심은 뭐가 좋을까요?")
        page.get_by_role("button", name="시험하기").click()
        expect(page.locator(".card.handoff")).to_contain_text("no_relevant_policy")
        assert base.inbox.list() == []


@browser_test
@SIZES
def test_long_work_survives_a_closed_tab_and_shows_what_came_of_it(browser: Browser, address: str, size: Any) -> None:
    with visiting(browser, f"{address}/desk#health", **size) as page:
        page.get_by_role("button", name="문제 찾기").click()
        expect(page.locator(".jobs > li")).to_have_count(1)
    with visiting(browser, f"{address}/desk#health", **size) as page:
        done = page.locator(".jobs > li").first
        expect(done).to_contain_text("마침")
        expect(done.locator(".checks li", has_text="색인이 조항 7개와 맞습니다")).to_be_visible()
        expect(page.locator("main")).to_contain_text("multilingual-e5-small")
        assert wide_elements(page) == []


@browser_test
@SIZES
def test_a_setting_is_changed_and_taken_back(browser: Browser, address: str, base: wiring.Base, size: Any) -> None:
    with visiting(browser, f"{address}/desk#settings", complaint="400", **size) as page:
        setting = page.locator("[data-name='search.excerpts']")
        setting.get_by_label("search.excerpts").fill("99")
        setting.get_by_role("button", name="저장").click()
        expect(setting).to_contain_text("1 이상 20 이하")
        setting.get_by_label("search.excerpts").fill("5")
        setting.get_by_role("button", name="저장").click()
        expect(setting).to_contain_text("다음 질문부터 쓰입니다")
        expect(setting).to_contain_text("운영자 화면에서")
        assert base.current()["search.excerpts"] == 5
        setting.get_by_role("button", name="되돌리기").click()
        expect(setting.get_by_label("search.excerpts")).to_have_value("8")
        page.locator("summary", has_text="서버에서 정하는 설정").click()
        expect(page.locator("[data-name='writer.api_key'] input")).to_have_count(0)
        assert wide_elements(page) == []


@browser_test
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser: Browser, address: str, scheme: Any) -> None:
    with visiting(browser, f"{address}/desk", complaint="Failed", color_scheme=scheme) as page:
        drop(page, ("그림.hwp", "\x89PNG\r\n\x1a\n\0"))
        expect(page.locator(".outcomes li")).to_have_class("refused")
        assert low_contrast(page) == []
        for tab in ("trial", "health", "settings"):
            page.goto(f"{address}/desk#{tab}")
            expect(page.locator(f"#tabs a[href='#{tab}']")).to_have_attribute("aria-current", "page")
            expect(page.locator("#tab section :is(h3, label)").first).to_be_visible()
            assert low_contrast(page) == []


@browser_test
def test_the_keyboard_alone_reaches_a_tab_and_the_picker(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/desk") as page:
        expect(page.locator("#documents tbody tr")).to_have_count(2)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="내용으로 건너뛰기")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#tab")).to_be_focused()
        assert page.url.endswith("/desk")
        for _ in range(4):  # source, folder, draft
            page.keyboard.press("Tab")
        expect(page.locator("#upload-files")).to_be_focused()


@browser_test
def test_a_text_of_a_document_is_never_markup(browser: Browser, address: str, base: wiring.Base) -> None:
    name = "<img src=x onerror=alert(1)>".replace("<", "＜").replace(">", "＞")
    (base.docs / f"{name}.md").write_text(
        "# <b>굵은</b> 규정\n\n제1조 <script>alert(1)</script> 그대로 둔다.\n", "utf-8"
    )
    wiring.refresh(base, lambda stage, done, total: None)
    with visiting(browser, f"{address}/desk#documents") as page:
        page.get_by_role("link", name="굵은").click()
        page.get_by_text("조항 2개 보기").click()
        expect(page.locator(".clauses")).to_contain_text("<script>alert(1)</script> 그대로 둔다")
        expect(page.locator("main b")).to_have_count(0)


@browser_test
def test_an_employee_is_sent_away(browser: Browser, base: wiring.Base) -> None:
    employee = Employee(Reader("kim"))
    with open_desk(base, employee) as app, serving(app) as address:
        with visiting(browser, f"{address}/desk") as page:
            expect(page.locator("main")).to_contain_text("운영자만 볼 수 있는 화면")
            expect(page.locator("#tabs li")).to_have_count(0)
        with visiting(browser, address) as page:
            expect(page.get_by_role("textbox", name="질문")).to_be_visible()
            expect(page.get_by_role("link", name="운영자 화면")).to_have_count(0)


def test_every_text_of_the_desk_stands_in_messages_and_every_one_is_used() -> None:
    script = web_texts.code(web_texts.scripts(STATIC / "desk" / "desk.js"))
    html = STATIC.parent / "desk.html"
    named = web_texts.named(html, script)
    assert named <= set(pages.desk_texts())
    # A key that is put together is spelt by its beginning: t(`job_${state}`).
    beginnings = tuple(re.findall(r"`([a-z_]+)\$\{", script))
    unused = set(messages.DESK) - named - web_texts.spelled(script)
    assert [key for key in sorted(unused) if not key.startswith(beginnings)] == []
    assert not re.search("[가-힣]", script.replace('"해설"', "")), "words for people belong in messages.py"
