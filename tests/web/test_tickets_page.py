"""The chat page around a hand-off, in a real Chromium over real tickets: 내 문의, 맞아요·틀려요, keep, copy, print."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import DESKTOP, PHONE, launch, serving, visiting
from web_contrast import low_contrast
from web_house import KIM, LEE, OPERATOR, House

from asking import OUTSIDE, SICK
from geungeo import messages, wiring
from geungeo.ports import NewHandoff

pytestmark = pytest.mark.browser
T = messages.PAGE
# Where to leave pictures for a person to look at; nowhere unless it is said.
SCREENS = os.environ.get("GEUNGEO_SCREENSHOTS")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def house(examples_copy: wiring.Base) -> House:
    return House(examples_copy)


@pytest.fixture
def address(house: House) -> Iterator[str]:
    with serving(house.app(KIM)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, address) as page:
        yield page


def ask(page: Page, question: str) -> None:
    page.get_by_role("textbox", name="질문").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last).not_to_have_attribute("aria-busy", "true")


def looked_at(page: Page, name: str) -> None:
    if SCREENS:
        page.screenshot(path=Path(SCREENS) / f"{name}.png", full_page=False)


def wide_elements(page: Page) -> list[str]:
    script = """() => [...document.querySelectorAll('body *')]
      .filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().right > innerWidth + 0.5)
      .map((e) => `${e.tagName}.${e.className}`)"""
    found: list[str] = page.evaluate(script)
    return found


def mine(page: Page) -> Any:
    return page.get_by_role("dialog")


def come_back(page: Page) -> None:
    """The page was hidden and is looked at again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


# --- 내 문의 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "screen"), [("phone", PHONE), ("desktop", DESKTOP)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_ticket_from_the_hand_off_to_the_reply_and_back(
    browser: Browser, address: str, house: House, name: str, screen: Any, scheme: str
) -> None:
    with visiting(browser, address, color_scheme=scheme, reduced_motion="reduce", **screen) as page:
        ask(page, OUTSIDE)
        page.get_by_role("link", name=T["to_ticket"]).click()
        expect(mine(page)).to_contain_text(T["ticket_waiting"])
        expect(mine(page).get_by_role("heading", name=OUTSIDE)).to_be_focused()
        page.get_by_role("button", name="닫기").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("link", name=T["to_ticket"])).to_be_focused()

        house.reply(1, "구내식당 메뉴는 규정에 없습니다.\n이 조항을 참고해 주세요. [1]", end=30)
        come_back(page)
        expect(page.get_by_role("status")).to_have_text(T["mine_new"].format(count=1))
        page.get_by_role("button", name=f"{T['mine']} 1 {T['ticket_answered']}").click()
        looked_at(page, f"{name}-{scheme}-list")
        mine(page).get_by_role("button", name=OUTSIDE).click()
        expect(mine(page)).to_contain_text("이 조항을 참고해 주세요. [1]")
        expect(mine(page)).to_contain_text(f"담당자 {OPERATOR.user}")
        assert wide_elements(page) == []
        assert low_contrast(page) == []
        looked_at(page, f"{name}-{scheme}-ticket")

        mine(page).get_by_role("link", name=house.clause().label).click()
        clause = page.get_by_role("dialog").filter(has=page.locator("mark"))
        expect(clause.locator("mark")).to_have_text(house.clause().text[2:30])
        looked_at(page, f"{name}-{scheme}-clause")
        page.keyboard.press("Escape")
        expect(page.locator("mark")).to_have_count(1)  # hidden, not gone
        expect(page.locator("#panel")).to_be_hidden()
        expect(mine(page)).to_be_visible()

        mine(page).get_by_role("button", name=T["ticket_confirm"]).click()
        expect(mine(page).locator(".pill")).to_have_text(T["ticket_seen"])
        expect(page.locator("#mine-new")).to_be_hidden()
        mine(page).get_by_role("textbox", name=T["ticket_further"]).fill("둘째 줄도\n있습니다")
        mine(page).get_by_role("button", name=T["ticket_send"]).click()
        expect(mine(page).locator(".pill")).to_have_text(T["ticket_open"])
        expect(mine(page).locator(".said .employee")).to_contain_text("둘째 줄도")
        expect(mine(page).get_by_role("textbox")).to_have_value("")
        house.replies.close(1, OPERATOR)
        come_back(page)
        mine(page).get_by_role("button", name=T["ticket_reopen"]).click()
        expect(page.get_by_role("status")).to_have_text(T["ticket_reopen_done"])
        expect(mine(page).locator(".pill")).to_have_text(T["ticket_open"])
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert [message.text for message in house.base.inbox.messages(1)][1:] == ["둘째 줄도\n있습니다"]


def test_an_address_in_a_notice_opens_its_ticket(browser: Browser, address: str, house: House) -> None:
    with visiting(browser, address) as page:
        ask(page, OUTSIDE)
    house.reply(1, "규정에 없습니다.")
    with visiting(browser, f"{address}/#ticket=1") as page:
        expect(mine(page)).to_contain_text("규정에 없습니다.")
        page.keyboard.press("Escape")
        assert page.url == f"{address}/"


def test_what_is_typed_stays_while_replies_come_in(page: Page, house: House) -> None:
    ask(page, OUTSIDE)
    page.get_by_role("link", name=T["to_ticket"]).click()
    box = mine(page).get_by_role("textbox")
    box.fill("아직 쓰는 중")
    house.reply(1, "새로 온 답글")
    come_back(page)
    expect(mine(page)).to_contain_text("새로 온 답글")
    expect(mine(page).get_by_role("textbox")).to_have_value("아직 쓰는 중")
    expect(mine(page).get_by_role("textbox")).to_be_focused()


def test_words_that_could_not_be_sent_stay_and_it_is_said(browser: Browser, address: str, house: House) -> None:
    with visiting(browser, address, complaint="400") as page:
        ask(page, OUTSIDE)
        page.get_by_role("link", name=T["to_ticket"]).click()
        mine(page).get_by_role("textbox").fill("가" * 4001)
        mine(page).get_by_role("button", name=T["ticket_send"]).click()
        expect(mine(page)).to_contain_text("글이 4001자입니다")
        expect(mine(page).get_by_role("textbox")).to_have_value("가" * 4001)


def test_another_persons_ticket_is_not_in_the_list_and_its_address_says_so(
    browser: Browser, address: str, house: House
) -> None:
    with visiting(browser, address) as page:
        ask(page, OUTSIDE)
    with serving(house.app(LEE)) as lees, visiting(browser, f"{lees}/#ticket=1", complaint="404") as page:
        expect(mine(page)).to_contain_text("찾을 수 없습니다")
        page.get_by_role("button", name=T["mine_back"]).click()
        expect(mine(page)).to_contain_text(T["mine_none"])
        assert OUTSIDE not in page.content()


def test_a_clause_that_is_gone_is_said_to_be_gone(page: Page, house: House) -> None:
    ask(page, OUTSIDE)
    house.reply(1, "보세요. [1]", end=12)
    row = f'{{"target": "document:{house.clause().doc_id}", "kind": "allow", "value": ["group:it"], "who": "park", "when": ""}}\n'
    house.base.workspace.decisions.write_text(row, encoding="utf-8")
    page.get_by_role("link", name=T["to_ticket"]).click()
    expect(mine(page)).to_contain_text(T["ground_gone"])
    assert house.clause().label not in page.inner_html("#mine")


def test_what_was_asked_without_a_name_is_found_by_this_browser_and_this_person_alone(
    browser: Browser, examples_copy: wiring.Base
) -> None:
    house = House(examples_copy, anonymous=True)
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    with serving(house.app(KIM)) as kims:
        page.goto(kims)
        ask(page, OUTSIDE)
        expect(page.locator(".card")).to_contain_text(T["nameless"])
        house.reply(1, "이름 없이도 답합니다.")
        page.reload()
        page.get_by_role("button", name=f"{T['mine']} 1 {T['ticket_answered']}").click()
        mine(page).get_by_role("button", name=OUTSIDE).click()
        expect(mine(page)).to_contain_text("이름 없이도 답합니다.")
        mine(page).get_by_role("button", name=T["ticket_confirm"]).click()
        expect(mine(page).locator(".pill")).to_have_text(T["ticket_seen"])
        stored = page.evaluate("JSON.stringify({...sessionStorage})")
        receipt = page.evaluate("Object.values(localStorage).join()")
        assert re.search(r'"receipt":"[\w-]{32}"', receipt)
        assert "receipt" not in stored
    context.close()
    with serving(house.app(KIM)) as kims, visiting(browser, kims) as page:
        page.get_by_role("button", name=T["mine"]).click()
        expect(mine(page)).to_contain_text(T["mine_none"])


def test_older_tickets_are_called_up_and_stay_when_the_list_is_asked_anew(
    browser: Browser, address: str, house: House
) -> None:
    for number in range(102):
        house.base.inbox.add(NewHandoff(f"질문 {number}", "no_relevant_policy", 0.0, None, (), asker="kim"))
    with visiting(browser, address) as page:
        page.get_by_role("button", name=T["mine"]).click()
        rows = mine(page).locator(".ticket-row")
        expect(rows).to_have_count(100)
        mine(page).get_by_role("button", name=T["mine_older"]).click()
        expect(rows).to_have_count(102)
        expect(rows.last).to_contain_text("질문 0")
        house.reply(102, "답글")
        come_back(page)
        expect(rows.first).to_contain_text(T["ticket_answered"])
        expect(rows).to_have_count(102)
        expect(mine(page).get_by_role("button", name=T["mine_older"])).to_have_count(0)


def test_everything_of_a_ticket_can_be_done_with_the_keyboard(page: Page, house: House) -> None:
    ask(page, OUTSIDE)
    house.reply(1, "규정에 없습니다.")
    come_back(page)
    page.get_by_role("button", name=T["mine"]).focus()
    page.keyboard.press("Enter")
    focused = page.locator(":focus")
    expect(focused).to_have_text(T["mine"])
    for _ in range(3):  # close, the panel's body, the first ticket
        page.keyboard.press("Tab")
    expect(focused).to_contain_text(OUTSIDE)
    page.keyboard.press("Enter")
    expect(focused).to_have_text(OUTSIDE)
    page.keyboard.press("Shift+Tab")
    expect(focused).to_have_text(T["mine_back"])
    page.keyboard.press("Enter")
    expect(focused).to_contain_text(OUTSIDE)
    page.keyboard.press("Escape")
    expect(focused).to_have_attribute("id", "mine-open")


# --- 맞아요·틀려요 -------------------------------------------------------------------------------------------


def opinions(house: House) -> list[tuple[object, ...]]:
    with house.base.inbox.database.reading() as db:
        return [tuple(row) for row in db.execute('SELECT user, "right", why FROM feedback')]


def test_an_answer_is_judged_with_a_reason_and_a_reload_remembers_it(page: Page, house: House) -> None:
    ask(page, SICK)
    before = page.locator(".answer").inner_text()
    page.get_by_role("button", name=T["wrong"]).click()
    expect(page.get_by_role("button", name=T["wrong"])).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_have_text(T["opinion_kept"])
    assert opinions(house) == [("kim", 0, "")]
    page.get_by_role("textbox", name=T["why_wrong"]).fill("제3항이 빠졌어요")
    looked_at(page, "desktop-opinion")
    page.get_by_role("button", name=T["why_send"]).click()
    expect(page.get_by_role("textbox", name=T["why_wrong"])).to_have_count(0)
    assert opinions(house) == [("kim", 0, "제3항이 빠졌어요")]
    page.reload()
    expect(page.get_by_role("button", name=T["wrong"])).to_have_attribute("aria-pressed", "true")
    assert page.locator(".answer").inner_text() == before
    page.get_by_role("button", name=T["right"]).click()
    expect(page.get_by_role("button", name=T["wrong"])).to_have_attribute("aria-pressed", "false")
    assert [(user, right) for user, right, _ in opinions(house)] == [("kim", 1)]


def test_a_hand_off_is_not_judged(page: Page) -> None:
    ask(page, OUTSIDE)
    expect(page.locator(".opinion")).to_have_count(0)


# --- Keep, start over, copy, print --------------------------------------------------------------------------


def test_the_conversation_is_there_after_a_reload_and_gone_after_one_press(page: Page, house: House) -> None:
    for question in (SICK, OUTSIDE):
        ask(page, question)
    cards = page.locator(".card").all_inner_texts()
    sent: list[str] = []
    page.reload()
    page.on("request", lambda request: sent.append(request.url) if request.method != "GET" else None)
    expect(page.locator(".card")).to_have_count(2)
    assert page.locator(".card").all_inner_texts() == cards
    expect(page.locator(".asked").first).to_contain_text(SICK)
    page.locator(".citation").first.click()
    expect(page.locator("mark")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=T["fresh"]).click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.get_by_role("heading", name=T["welcome"])).to_be_visible()
    expect(page.get_by_role("textbox", name="질문")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name=T["mine"])).to_be_visible()
    expect(page.locator(".turn")).to_have_count(0)
    assert sent == []
    ask(page, SICK)
    assert len(set(page.locator(".turn h2").evaluate_all("(all) => all.map((n) => n.id)"))) == 1


def test_another_person_at_the_same_tab_does_not_find_the_conversation(browser: Browser, house: House) -> None:
    app = house.app(KIM)
    with serving(app) as address, visiting(browser, address) as page:
        ask(page, SICK)
        page.reload()
        expect(page.locator(".turn")).to_have_count(1)
        app.state.services.identity.whom = LEE
        page.reload()
        expect(page.get_by_role("button", name=T["mine"])).to_be_visible()
        page.wait_for_function("sessionStorage.getItem('geungeo.conversation')?.includes('lee')")
        expect(page.locator(".turn")).to_have_count(0)
        assert "병가" not in page.evaluate("JSON.stringify({...sessionStorage})")


def test_an_answer_is_copied_with_its_clauses_words_and_where_they_stand(browser: Browser, address: str) -> None:
    with visiting(browser, address, permissions=["clipboard-read", "clipboard-write"]) as page:
        ask(page, SICK)
        page.get_by_role("button", name=T["copy"]).click()
        expect(page.get_by_role("status")).to_have_text(T["copied"])
        copied = page.evaluate("navigator.clipboard.readText()")
        number = page.locator(".citation .number").first.inner_text()
        label = page.locator(".citation .label").first.inner_text()
        quote = page.locator(".citation .quote").first.inner_text()
        assert copied.startswith(f"질문: {SICK}\n\n")
        assert f"[{number}] {label}\n“{quote}”\n{address}/#chunk=" in copied
        link = re.search(rf"{address}/#chunk=\S+", copied)
        assert link
        page.goto(link.group())
        expect(page.locator("mark")).to_have_text(quote)


def test_without_a_clipboard_of_its_own_the_page_copies_all_the_same(page: Page) -> None:
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.evaluate("document.addEventListener('copy', () => (window.copied = getSelection().toString()))")
    ask(page, SICK)
    page.get_by_role("button", name=T["copy"]).click()
    expect(page.get_by_role("status")).to_have_text(T["copied"])
    expect(page.get_by_role("button", name=T["copied"])).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_stand_question_answer_clause_and_address_and_no_buttons(
    browser: Browser, address: str, scheme: str
) -> None:
    with visiting(browser, address, color_scheme=scheme) as page:
        for question in (SICK, OUTSIDE):
            ask(page, question)
        page.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator(".asked").first).to_be_visible()
        expect(page.locator(".citation .quote").first).to_be_visible()
        expect(page.locator(".address").first).to_contain_text(f"{address}/#chunk=")
        for hidden in (".composer", ".tools", ".answer-tools", ".ledger", ".welcome"):
            expect(page.locator(hidden).first).to_be_hidden()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert low_contrast(page) == []
        if SCREENS:
            page.screenshot(path=Path(SCREENS) / f"print-{scheme}.png", full_page=True)
