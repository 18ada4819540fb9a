"""The operator's inbox, opinions and gaps in a real headless Chromium, over a real workspace."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import web_texts
from playwright.sync_api import Browser, Page, expect, sync_playwright
from test_inbox_api import app_of, clause, file, restrict
from test_web_page import wide_elements
from web_browser import DESKTOP, PHONE, launch, serving, visiting
from web_contrast import low_contrast

from asking import by_words
from geungeo import messages, wiring
from geungeo.records import Evidence, Feedback, Reader, TraceRow
from geungeo.stores.embedded.traces import SqliteTraces
from geungeo.web import app as web_app

pytestmark = pytest.mark.browser
STATIC = Path(web_app.__file__).parent / "static"
SCREENS = os.environ.get("GEUNGEO_SCREENSHOTS")
WIDTHS = pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["360", "1280"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def address(examples_copy: wiring.Base) -> Iterator[str]:
    with serving(app_of(examples_copy)) as address:
        yield address


def looked_over(page: Page, name: str) -> None:
    """Nothing reaches beyond the window, and all is legible in both schemes."""
    width = page.evaluate("innerWidth")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        if SCREENS:
            page.screenshot(path=Path(SCREENS) / f"desk-{name}-{width}-{scheme}.png", full_page=True)
        assert wide_elements(page) == []
        assert low_contrast(page) == []


def opened(page: Page, address: str, tab: str) -> None:
    page.goto(f"{address}/desk#{tab}")
    expect(page.locator("#tab-title")).to_be_visible()


@WIDTHS
def test_filters_keep_their_questions_and_the_way_back_keeps_the_filter(
    browser: Browser, examples_copy: wiring.Base, address: str, screen: dict[str, Any]
) -> None:
    file(examples_copy, "재택근무 수당 나와요?", collection="인사")
    closed = file(examples_copy, "VPN 접속이 안 돼요", reason="answer_unverified", collection="IT")
    file(examples_copy, "<b>굵게</b> & “따옴표” 가" + "나" * 300)
    examples_copy.inbox.set_status(closed, "closed")
    with visiting(browser, address, **screen) as page:
        opened(page, address, "inbox")
        rows = page.locator("#inbox tbody tr")
        expect(rows).to_have_count(2)  # what waits for somebody comes first
        expect(page.locator("#inbox b")).to_have_count(0)
        looked_over(page, "inbox")
        page.get_by_label("상태").select_option("")
        expect(rows).to_have_count(3)
        page.get_by_label("이유").select_option("answer_unverified")
        expect(rows).to_have_count(1)
        href = page.get_by_role("link", name="엑셀 파일").get_attribute("href")
        assert href == "/api/desk/inbox.csv?reason=answer_unverified"
        page.get_by_role("link", name="VPN 접속이 안 돼요").click()
        expect(page.locator("h3.question")).to_have_text("VPN 접속이 안 돼요")
        page.get_by_role("link", name="접수함으로").click()
        expect(rows).to_have_count(1)
        page.get_by_label("모음").select_option("")
        expect(page.locator("#inbox")).to_contain_text("고른 질문이 없습니다")


@WIDTHS
def test_a_reply_cites_the_words_that_were_chosen_and_the_ticket_is_closed(
    browser: Browser, examples_copy: wiring.Base, address: str, screen: dict[str, Any]
) -> None:
    row = Evidence("0" * 16, "취업규칙 제1조", True, "근거 후보로 씀", 1, 3.0, None, 0.1, 0.4, {}, "발췌")
    number = file(
        examples_copy,
        "보안업무규정에서 보안의 책임은 누구에게 있나요?",
        reason="answer_unverified",
        draft="확인되지 않은 초안",
        failed=("grounded",),
        evidence=(row,),
    )
    with visiting(browser, address, **screen) as page:
        opened(page, address, f"inbox/{number}")
        expect(page.locator("#tab")).to_contain_text("확인되지 않은 초안")
        expect(page.locator("#tab")).to_contain_text("규정의 말로 쓰임")
        page.get_by_label("답글").fill("기관의 장입니다.")
        page.get_by_role("button", name="찾기", exact=True).click()
        found = page.locator(".found > li")
        expect(found.first).to_be_visible()
        words = found.first.locator("textarea")
        text = words.input_value()
        words.evaluate("area => area.setSelectionRange(2, 12)")
        found.first.get_by_role("button", name="이 조항 붙이기").click()
        expect(page.locator("#reply-grounds q")).to_have_text(text[2:12])
        found.nth(1).get_by_role("button", name="이 조항 붙이기").click()
        expect(page.get_by_label("답글")).to_have_value("기관의 장입니다. [1] [2]")
        page.get_by_role("button", name="근거 [1] 떼기").click()
        expect(page.get_by_label("답글")).to_have_value("기관의 장입니다. [1]")
        looked_over(page, "reply")
        second = found.nth(1).locator("textarea").input_value()
        page.get_by_role("button", name="답 보내기").click()
        expect(page.locator(".said > .operator")).to_contain_text("기관의 장입니다. [1]")
        expect(page.locator(".reply")).to_contain_text("답을 보냈습니다")
        page.get_by_role("button", name="끝내기").click()
        expect(page.locator(".tag.closed")).to_have_text("끝남")
        looked_over(page, "ticket")
    (said,) = examples_copy.inbox.messages(number)
    assert (said.text, [citation.quote for citation in said.citations]) == ("기관의 장입니다. [1]", [second])
    handoff = examples_copy.inbox.get(number)
    assert handoff is not None
    assert handoff.status == "closed"


def test_a_clause_closed_to_the_asker_can_t_be_chosen(
    browser: Browser, examples_copy: wiring.Base, address: str
) -> None:
    number = file(examples_copy, "보안업무규정 보안의 책임")
    restrict(examples_copy, clause(examples_copy))
    with visiting(browser, address) as page:
        opened(page, address, f"inbox/{number}")
        page.get_by_role("button", name="찾기", exact=True).click()
        closed = page.locator(".found > .closed")
        expect(closed.first).to_contain_text("물어본 사람이 읽을 수 없는 문서")
        expect(closed.get_by_role("button")).to_have_count(0)


def test_what_was_written_stays_when_somebody_was_faster(
    browser: Browser, examples_copy: wiring.Base, address: str
) -> None:
    number = file(examples_copy, "보안 책임은?")
    with visiting(browser, address, complaint="409") as page:
        opened(page, address, f"inbox/{number}")
        page.get_by_label("답글").fill("늦은 답")
        choi = Reader("choi", role="operator")
        wiring.replies(examples_copy, by_words(examples_copy)).reply(number, "먼저 쓴 답", (), choi)
        page.get_by_role("button", name="답 보내기").click()
        expect(page.locator(".reply .card.error")).to_contain_text("그사이")
        expect(page.get_by_label("답글")).to_have_value("늦은 답")
        page.get_by_role("button", name="다시 열어 보기").click()
        expect(page.locator(".said")).to_contain_text("먼저 쓴 답")
        page.get_by_role("button", name="답 보내기").click()
        expect(page.locator(".said > .operator")).to_have_count(2)


@WIDTHS
def test_gaps_show_groups_with_their_questions_drafts_and_failed_checks(
    browser: Browser, examples_copy: wiring.Base, address: str, screen: dict[str, Any]
) -> None:
    for question in (
        "재택근무 수당 나와요?",
        "재택 수당 얼마",
        "재택근무는 며칠까지 가능한가요?",
        "주차 등록 어떻게 해요",
    ):
        file(examples_copy, question)
    for at in range(12):
        file(examples_copy, f"명함 {at}장까지 되나요")
    found = clause(examples_copy)
    row = Evidence(found.chunk_id, found.label, True, "", 1, 3.0, None, 0.1, 0.4, {}, "발췌")
    file(examples_copy, "책임은?", reason="answer_unverified", draft="버린 초안", failed=("grounded",), evidence=(row,))
    last = file(examples_copy, "LLM이 꺼짐", reason="unavailable")
    with visiting(browser, address, **screen) as page:
        opened(page, address, "gaps")
        missing = page.locator("section[aria-labelledby=gaps-missing] .stack > li")
        expect(missing).to_have_count(3)
        expect(missing.nth(0).locator("li")).to_have_count(10)
        missing.nth(0).get_by_role("button", name="질문 12건 모두 보기").click()
        expect(missing.nth(0).locator("li")).to_have_count(12)
        expect(missing.nth(1)).to_contain_text("재택")
        unclear = page.locator("section[aria-labelledby=gaps-unclear] .stack > li")
        expect(unclear).to_contain_text("규정의 말로 쓰임")
        unclear.locator("summary").click()
        expect(unclear).to_contain_text("버린 초안")
        assert found.chunk_id in (unclear.get_by_role("link", name="조항 보기").get_attribute("href") or "")
        expect(page.locator("section[aria-labelledby=gaps-technical]")).to_contain_text("쓸 수 없었음")
        looked_over(page, "gaps")
        missing.nth(2).get_by_role("link", name="주차 등록").click()
        expect(page.locator("h3.question")).to_have_text("주차 등록 어떻게 해요")
        opened(page, address, "gaps")
        page.get_by_label("이 날짜부터").fill("2999-01-01")
        expect(missing).to_have_count(0)
    assert last


@WIDTHS
def test_opinions_show_what_was_said_of_which_answer(
    browser: Browser, examples_copy: wiring.Base, address: str, screen: dict[str, Any]
) -> None:
    traces = SqliteTraces(examples_copy.inbox.database)
    trace = TraceRow(
        "a" * 16,
        "2026-07-01",
        "kim",
        "병가는?",
        "auto_answer",
        None,
        "60일입니다. [1]",
        None,
        (),
        (),
        (),
        0.8,
        None,
        1.0,
        "c",
        "m",
    )
    traces.add(trace)
    traces.feedback(Feedback("a" * 16, False, "우리 회사는 30일이에요", "kim", "2026-07-02T09:00:00+09:00"))
    traces.feedback(Feedback("b" * 16, True, "", "", "2026-07-03T09:00:00+09:00"))
    with visiting(browser, address, **screen) as page:
        opened(page, address, "opinions")
        cards = page.locator("#opinions .stack > li")
        expect(cards).to_have_count(1)
        expect(cards).to_contain_text("우리 회사는 30일이에요")
        expect(cards).to_contain_text("60일입니다")
        page.locator("#opinions_which").select_option("")
        expect(cards).to_have_count(2)
        expect(cards.first).to_contain_text("기록이 지워져")
        looked_over(page, "opinions")


def test_every_text_of_these_tabs_is_used() -> None:
    script = web_texts.code(web_texts.scripts(STATIC / "desk" / "desk.js"))
    named = web_texts.named(STATIC.parent / "desk.html", script) | web_texts.spelled(script)
    beginnings = tuple(re.findall(r"`([a-z_]+)\$\{", script))
    assert [key for key in sorted(set(messages.DESK_INBOX) - named) if not key.startswith(beginnings)] == []
