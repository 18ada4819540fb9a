"""The chat page in a real headless Chromium, over the protocol stand-in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import web_texts
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import PHONE, launch, serving, visiting
from web_contrast import low_contrast
from web_stand_in import LEAVE, NOTICE, SECRET_DRAFT, StandIn, services_of

from geungeo import messages
from geungeo.web import app as web_app
from geungeo.web import pages, sse

STATIC = Path(web_app.__file__).parent / "static"
SICK = "병가는 며칠까지 쓸 수 있나요?"

browser_test = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def services() -> StandIn:
    return StandIn()


@pytest.fixture
def address(services: StandIn) -> Iterator[str]:
    with serving(web_app.create_app(services_of(services))) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, address) as page:
        yield page


def ask(page: Page, question: str) -> None:
    page.get_by_role("textbox", name="질문").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last).not_to_have_attribute("aria-busy", "true")


def wide_elements(page: Page) -> list[str]:
    """What reaches beyond the right edge of the window, by tag and class."""
    script = """() => [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().right > innerWidth + 0.5)
      .map((e) => `${e.tagName}.${e.className}`)"""
    found: list[str] = page.evaluate(script)
    return found + (["(page)"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else [])


# --- Answer and citation ------------------------------------------------------------------------------------


@browser_test
@pytest.mark.parametrize(("question", "number"), [(SICK, 1), (SICK, 2), ("당직을 서면 언제 퇴근하나요?", 1)])
def test_a_citation_opens_its_clause_with_exactly_the_quoted_words_marked(
    page: Page, services: StandIn, question: str, number: int
) -> None:
    # The notice has emoji and a character of CJK Extension B before its quoted words.
    ask(page, question)
    citation = services.ask(question).citations[number - 1]
    page.get_by_role("link", name=citation.label).first.click()
    panel = page.get_by_role("dialog")
    expect(panel.locator("mark")).to_have_text(citation.quote)
    clause = panel.locator(".clause.here .text")
    shown = clause.evaluate(
        "(node) => [...node.childNodes].filter((n) => n.className !== 'unseen').map((n) => n.textContent).join('')"
    )
    assert shown == services.chunks[citation.chunk_id].text
    assert clause.locator("mark").evaluate(
        "(node) => { const b = node.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight }"
    )


@browser_test
def test_markers_are_buttons_and_a_number_without_citation_stays_text(page: Page, services: StandIn) -> None:
    ask(page, SICK)
    answer = page.locator(".answer")
    expect(answer.get_by_role("button")).to_have_count(2)
    expect(answer).to_contain_text("[9]")
    answer.get_by_role("button", name="근거 2").click()
    expect(page.locator("mark")).to_have_text(services.ask(SICK).citations[1].quote)


@browser_test
def test_each_marker_of_one_excerpt_opens_the_words_of_its_own_sentence(page: Page) -> None:
    ask(page, "누계 시간은 며칠부터 세나요?")
    markers = page.locator(".answer").get_by_role("button", name="근거 1")
    for marker, words in zip(markers.all(), ("연 60일의 범위에서", "누계 8시간을 병가 1일로 계산"), strict=True):
        marker.click()
        expect(page.locator("mark")).to_have_text(words)


@browser_test
def test_text_of_a_document_is_never_markup(page: Page) -> None:
    ask(page, "당직을 서면 언제 퇴근하나요?")
    page.get_by_role("button", name="근거 1").click()
    expect(page.locator(".clause.here")).to_contain_text('<b>굵게</b> & "따옴표"')
    expect(page.locator(".clause b")).to_have_count(0)
    ask(page, "<img src=x onerror=alert(1)>")
    expect(page.locator(".asked").last).to_contain_text("<img src=x onerror=alert(1)>")


@browser_test
def test_the_panel_shows_the_document_around_the_clause_each_character_once(
    browser: Browser, address: str, services: StandIn
) -> None:
    document = services.documents[LEAVE]
    size, step = 60, 48  # pieces overlap by 12 characters
    for start in range(0, len(document.text), step):
        text = document.text[start : start + size]
        piece = replace(services.by_label("제18조 제1항"), doc_id="pieces", chunk_id=f"piece{start}", text=text, start=start, end=start + len(text))  # fmt: skip
        services.chunks[piece.chunk_id] = piece
    with visiting(browser, f"{address}/#chunk=piece{step * 9}") as page:
        for name in ("앞 조항 더 보기", "뒤 조항 더 보기"):
            button = page.get_by_role("button", name=name)
            expect(button).to_be_visible()
            while button.count():
                before = page.locator(".clause").count()
                button.click()
                expect(page.locator(".clause")).not_to_have_count(before)
        assert "".join(page.locator(".clause .text").all_text_contents()) == document.text


@browser_test
def test_an_address_opens_a_clause_and_back_closes_it(browser: Browser, address: str, services: StandIn) -> None:
    quoted = services.ask(SICK).citations[0]
    link = f"{address}/#chunk={quoted.chunk_id}&start={quoted.start}&end={quoted.end}"
    with visiting(browser, link) as page:
        expect(page.locator("mark")).to_have_text(quoted.quote)
        expect(page.get_by_role("dialog", name="제18조 제1항 (병가)")).to_be_visible()
        page.get_by_role("button", name="닫기").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.url == f"{address}/"
        ask(page, SICK)
        page.get_by_role("button", name="근거 1").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert page.url == link
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)


@browser_test
def test_an_address_of_a_clause_that_is_gone_says_so(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#chunk=0000000000000000", complaint="404") as page:
        expect(page.get_by_role("dialog")).to_contain_text("찾는 조항이 없습니다")


# --- Hand-off and errors ------------------------------------------------------------------------------------


@browser_test
@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("재택근무 수당은 얼마인가요?", messages.HANDOFF["no_relevant_policy"]),
        ("초안이 틀리는 질문", messages.HANDOFF["answer_unverified"]),
        ("조항이 침묵하는 질문", messages.HANDOFF_SILENT),
    ],
)
def test_a_hand_off_says_why_what_was_looked_at_and_where_the_question_is(
    page: Page, question: str, reason: str
) -> None:
    ask(page, question)
    card = page.locator(".card")
    expect(card.get_by_role("heading", name="담당자 연결")).to_be_visible()
    expect(card).to_contain_text(reason)
    expect(card).to_contain_text("접수 번호 1")
    expect(card.locator(".looked-at li")).to_have_count(5)
    expect(card.locator(".marker")).to_have_count(0)
    assert SECRET_DRAFT not in page.content()
    card.get_by_role("link", name="국가공무원 복무규정 제18조 제1항").first.click()
    expect(page.get_by_role("dialog").locator(".here")).to_contain_text("연 60일의 범위에서")


@browser_test
def test_a_hand_off_looks_different_from_an_answer_not_by_colour_alone(page: Page) -> None:
    ask(page, SICK)
    ask(page, "재택근무 수당은 얼마인가요?")

    def looks(kind: str) -> Any:
        script = "(n) => { const s = getComputedStyle(n); return [s.backgroundColor, s.borderTopStyle, s.borderLeftWidth, n.querySelector('use').getAttribute('href'), n.querySelector('.kind').textContent] }"
        return page.locator(f".card.{kind}").evaluate(script)

    assert all(one != other for one, other in zip(looks("verified"), looks("handoff"), strict=True))


@browser_test
def test_the_ledger_unfolds_every_candidate_and_every_check(page: Page, services: StandIn) -> None:
    ask(page, SICK)
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_text(messages.PAGE["ledger"]).click()
    rows = page.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(len(services.chunks))
    row = rows.filter(has_text="제18조 제1항")
    expect(row.get_by_role("cell")).to_have_text(["0.81", re.compile("사용.*근거로 사용")])
    expect(rows.filter(has_text="제18조 제2항").get_by_role("cell").last).to_contain_text("기준값 0.41 미만")
    expect(page.locator(".checks li")).to_have_text(
        [
            f"{messages.CHECKS['cites_excerpt']}: 통과문장마다 번호가 있습니다",
            f"{messages.CHECKS['grounded']}: 통과조항에 있는 말 100%",
        ]
    )


@browser_test
def test_an_error_on_the_way_says_what_to_do_and_gives_the_question_back(page: Page, services: StandIn) -> None:
    ask(page, "터짐")
    card = page.locator(".card.error")
    expect(card).to_contain_text(messages.WEB_ERRORS["internal"][1])
    expect(card).to_contain_text("추적 번호")
    expect(page.get_by_role("textbox")).to_have_value("터짐")
    ask(page, SICK)
    expect(page.locator(".card.verified")).to_be_visible()


@browser_test
def test_a_question_that_is_too_long_is_refused_with_its_length(browser: Browser, address: str) -> None:
    with visiting(browser, address, complaint="400") as page:
        ask(page, "가" * 1001)
        expect(page.locator(".card.error")).to_contain_text("1001자")


@browser_test
def test_without_a_server_the_page_says_so(browser: Browser, services: StandIn) -> None:
    with serving(web_app.create_app(services_of(services))) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("button", name=SICK)).to_be_visible()
    ask(page, SICK)
    expect(page.locator(".card.error")).to_contain_text(messages.PAGE["error_unreachable"])
    expect(page.get_by_role("textbox")).to_have_value(SICK)
    context.close()


# --- While it works -----------------------------------------------------------------------------------------


@browser_test
def test_stages_are_shown_while_asking_and_nothing_else(page: Page, services: StandIn) -> None:
    services.gate = "write"
    page.get_by_role("textbox").fill("초안이 틀리는 질문")
    page.keyboard.press("Enter")
    current = page.locator(".stages [aria-current=step]")
    expect(current).to_have_text("답 쓰기")
    expect(page.locator(".stages .done")).to_have_text(["질문 살피기", "조항 찾기"])
    expect(page.get_by_role("status")).to_have_text("답 쓰기")
    expect(page.locator(".turn")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".card")).to_have_count(0)
    assert "777" not in page.content()
    page.get_by_role("textbox").fill("둘째 질문")
    page.keyboard.press("Enter")  # one at a time: the second stays where it was typed
    expect(page.get_by_role("textbox")).to_have_value("둘째 질문")
    services.release.set()
    expect(page.locator(".card.handoff")).to_be_visible()
    expect(page.locator(".stages")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("담당자 연결")


@browser_test
def test_the_embedding_bar_is_there_exactly_as_long_as_vectors_are_missing(
    browser: Browser, address: str, services: StandIn
) -> None:
    services.embedded = (120, 300)
    with visiting(browser, address) as page:
        bar = page.get_by_role("progressbar", name="의미 검색 준비 중 120/300")
        expect(bar).to_be_visible()
        assert bar.evaluate("(node) => node.value / node.max") == pytest.approx(0.4)
        services.embedded = (300, 300)
        expect(page.get_by_role("progressbar")).to_have_count(0)


@browser_test
def test_embedding_that_stopped_says_why_instead_of_waiting_for_ever(
    browser: Browser, address: str, services: StandIn
) -> None:
    services.embedded, services.stage = (120, 300), "의미 검색 준비가 멈추었습니다."
    with visiting(browser, address) as page:
        expect(page.get_by_text(services.stage)).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        expect(page.get_by_text("120/300")).to_have_count(0)


@browser_test
def test_a_listener_who_leaves_does_not_stop_the_question(address: str, services: StandIn) -> None:
    services.gate = "search"
    with httpx.stream("POST", f"{address}/api/ask/stream", json={"question": "화성 출장비"}) as response:
        assert next(response.iter_lines()) == "event: stage"
    services.release.set()
    services.finished.acquire(timeout=15)
    assert services.asked == ["화성 출장비"]
    assert services.tickets == 1


# --- Keyboard, screen reader, small and dark ----------------------------------------------------------------


@browser_test
def test_everything_can_be_done_with_the_keyboard(page: Page, services: StandIn) -> None:
    page.get_by_role("button", name=SICK).wait_for()
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("id", "question")
    page.keyboard.type("병가는")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("며칠?")
    expect(focused).to_have_value("병가는\n며칠?")
    page.keyboard.press("Enter")
    expect(page.locator(".card.verified")).to_be_visible()
    expect(focused).to_have_attribute("id", "question")
    for _ in range(8):  # back: copy, wrong, right, summary, two citations, second marker, first marker
        page.keyboard.press("Shift+Tab")
    expect(focused).to_have_attribute("aria-label", "근거 1: 국가공무원 복무규정 제18조 제1항")
    page.keyboard.press("Enter")
    expect(page.locator("mark")).to_be_visible()
    expect(focused).to_have_text("제18조 제1항 (병가)")
    page.keyboard.press("Tab")
    expect(focused).to_have_attribute("aria-label", "닫기")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(focused).to_have_attribute("aria-label", "근거 1: 국가공무원 복무규정 제18조 제1항")


@browser_test
def test_the_skip_link_comes_first_and_leads_to_the_question(page: Page) -> None:
    ask(page, SICK)
    first = page.locator("a[href]:visible, button:visible, textarea, summary").first
    expect(first).to_have_text(messages.PAGE["skip"])
    expect(first).not_to_be_in_viewport()
    first.focus()
    expect(first).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("id", "question")


@browser_test
def test_enter_while_a_syllable_is_composed_does_not_send(page: Page, services: StandIn) -> None:
    box = page.get_by_role("textbox")
    box.fill("병ㄱ")
    for state in ({"isComposing": True}, {"keyCode": 229}):
        box.evaluate("(node, state) => node.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true, ...state}))", state)  # fmt: skip
    page.wait_for_timeout(200)
    expect(page.locator(".turn")).to_have_count(0)
    assert services.asked == []


@browser_test
@pytest.mark.parametrize("question", ["", "  \n "])
def test_an_empty_question_is_not_sent(page: Page, services: StandIn, question: str) -> None:
    page.get_by_role("textbox").fill(question)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="보내기").click()
    expect(page.locator(".turn")).to_have_count(0)


@browser_test
def test_an_example_question_is_asked_by_a_press(page: Page) -> None:
    page.get_by_role("button", name=SICK).click()
    expect(page.locator(".card.verified")).to_be_visible()


@browser_test
def test_a_screen_reader_finds_landmarks_names_and_the_result(page: Page) -> None:
    ask(page, SICK)
    expect(page.get_by_role("status")).to_contain_text("규정에서 확인한 답. 연 60일의 범위에서 병가를 승인할 수 있다")
    for role, name in (
        ("banner", None),
        ("main", None),
        ("form", "질문"),
        ("region", "질문과 답"),
        ("article", f"질문: {SICK}"),
    ):
        expect(page.get_by_role(role, name=name) if name else page.get_by_role(role)).to_have_count(1)  # type: ignore[arg-type]
    page.get_by_role("button", name="근거 1").click()
    expect(page.get_by_role("region", name=LEAVE)).to_be_visible()
    tree = page.locator("body").aria_snapshot()
    nameless = [line for line in tree.splitlines() if re.fullmatch(r"\s*- (button|link|textbox|dialog|region|article|progressbar)( \[.*\])?:?", line)]  # fmt: skip
    assert nameless == []
    levels = [int(level) for level in re.findall(r"\[level=(\d)\]", tree)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@browser_test
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(browser: Browser, address: str, services: StandIn, scheme: str) -> None:
    services.embedded = (1, 2)
    with visiting(browser, address, color_scheme=scheme, reduced_motion="reduce") as page:
        page.get_by_role("button", name=SICK).wait_for()
        assert low_contrast(page) == []
        for question in (SICK, "초안이 틀리는 질문", "터짐"):
            ask(page, question)
        for summary in page.locator("summary").all():
            summary.click()
        page.get_by_role("button", name="근거 1").click()
        page.locator("mark").wait_for()
        assert low_contrast(page) == []


@browser_test
def test_nothing_moves_when_the_reader_asked_for_calm(browser: Browser, address: str, services: StandIn) -> None:
    services.gate = "search"
    with visiting(browser, address, reduced_motion="reduce") as page:
        page.get_by_role("textbox").fill(SICK)
        page.keyboard.press("Enter")
        page.locator(".stages .now").wait_for()
        assert page.evaluate("document.getAnimations().length") == 0
        services.release.set()
        expect(page.locator(".card")).to_be_visible()


@browser_test
@pytest.mark.parametrize("width", [320, 360])
def test_a_phone_needs_no_sideways_scroll(browser: Browser, address: str, services: StandIn, width: int) -> None:
    services.embedded = (120, 300)
    with visiting(browser, address, **(PHONE | {"viewport": {"width": width, "height": 740}})) as page:
        page.get_by_role("button", name=SICK).wait_for()
        assert wide_elements(page) == []
        for question in (SICK, "초안 " + "가나다라마바사" * 20, "터짐 " + "x" * 200, "당직을 서면 언제 퇴근하나요?"):
            ask(page, question)
        for summary in page.locator("summary").all():
            summary.click()
        assert wide_elements(page) == []
        page.locator(".citation", has_text=NOTICE).click()
        expect(page.locator("mark")).to_be_visible()
        assert wide_elements(page) == []
        panel = page.get_by_role("dialog").bounding_box()
        assert panel is not None
        assert (panel["x"], panel["width"]) == (0, width)
        sizes = page.locator("button:visible, .composer textarea").evaluate_all(
            "(all) => all.map((n) => n.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 24  # WCAG 2.2, target size


# --- Texts --------------------------------------------------------------------------------------------------


def test_every_text_of_the_page_stands_in_messages_and_every_one_is_used() -> None:
    script = web_texts.code(web_texts.scripts(STATIC / "app.js"))
    named = web_texts.named(STATIC.parent / "index.html", script)
    spelled = web_texts.spelled(script) | {f"stage_{stage}" for stage in sse.STAGES}
    spelled |= {"panel_before", "panel_after", "doing_embedding"}
    assert named <= set(pages.chat_texts())
    assert set(messages.PAGE) <= named | spelled
    assert not re.search("[가-힣]", script.replace('"해설"', "")), "words for people belong in messages.py"


def test_nothing_is_loaded_from_elsewhere_and_nothing_becomes_markup() -> None:
    for path in (*filter(Path.is_file, STATIC.rglob("*")), *STATIC.parent.glob("*.html")):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"^\s*//.*|[;,{ ] // .*|/\*.*?\*/", "", text, flags=re.MULTILINE), path.name
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", " style=", " onclick="):
            assert word not in text, f"{path.name}: {word}"
