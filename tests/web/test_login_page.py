"""The login page in a real headless Chromium: there, back to where one was, and out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import PHONE, launch, serving, visiting
from web_contrast import low_contrast
from web_stand_in import StandIn

from geungeo import messages
from geungeo.serve.identity import Keys, Logins
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.tokens import SqliteTokens
from geungeo.web.app import create_app
from geungeo.web.services import Services

pytestmark = pytest.mark.browser
SICK = "병가는 며칠까지 쓸 수 있나요?"
TOKEN = messages.LOGIN["token_label"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    database = Database(tmp_path / "geungeo.db")
    return Keys(SqliteTokens(database), SqliteAudit(database))


@pytest.fixture
def token(keys: Keys) -> str:
    return keys.make("tester", "김철수", ["hr"], "employee", 30)[0]


@pytest.fixture
def address(keys: Keys, token: str) -> Iterator[str]:
    with serving(create_app(Services(StandIn(), Logins(keys.tokens)))) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """At the login page, which the chat page led to."""
    with visiting(browser, address, complaint="401") as page:
        at(page, f"{address}/login?next=%2F")
        yield page


def log_in(page: Page, token: str) -> None:
    page.get_by_label(TOKEN).fill(token)
    page.keyboard.press("Enter")


def at(page: Page, url: str) -> None:
    page.wait_for_url(url, wait_until="load")


def test_one_is_led_to_the_login_and_back_and_out_again(page: Page, address: str, token: str) -> None:
    expect(page.get_by_label(TOKEN)).to_be_focused()
    log_in(page, "gg_1_wrong")
    expect(page.get_by_role("alert")).to_contain_text(messages.WEB_ERRORS["wrong_token"][0])
    expect(page.get_by_label(TOKEN)).to_be_focused()
    log_in(page, f"  {token}\n")
    at(page, f"{address}/")
    expect(page.get_by_text("김철수")).to_be_visible()
    page.get_by_role("textbox", name="질문").fill(SICK)
    page.keyboard.press("Enter")
    expect(page.locator(".card.verified")).to_be_visible()
    page.get_by_role("textbox", name="질문").fill("남기지 않을 말")
    page.get_by_role("button", name="로그아웃").click()
    at(page, f"{address}/login")
    assert page.evaluate("Object.values(sessionStorage).join()") == ""
    page.goto(address)
    at(page, f"{address}/login?next=%2F")
    log_in(page, token)
    at(page, f"{address}/")
    expect(page.get_by_text("김철수")).to_be_visible()
    expect(page.get_by_role("textbox", name="질문")).to_have_value("")
    expect(page.locator(".turn")).to_have_count(0)


def test_the_way_back_stays_on_this_site(page: Page, address: str, token: str) -> None:
    log_in(page, token)
    for where in (
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/.//evil.example",
        "/a/..//evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "/login",
        "/login?next=//evil.example",
        "http:",
        "",
    ):
        at(page, f"{address}/")
        page.evaluate("(next) => location.assign(`/login?${new URLSearchParams({ next })}`)", where)
        page.wait_for_url("**/login?next=*", wait_until="commit")
    at(page, f"{address}/")


def test_a_clause_that_was_called_is_there_after_the_login(page: Page, address: str, token: str) -> None:
    chunk = StandIn().by_label("제18조 제1항")
    page.goto(f"{address}/#chunk={chunk.chunk_id}")
    page.wait_for_url("**/login?next=*", wait_until="load")
    log_in(page, token)
    at(page, f"{address}/#chunk={chunk.chunk_id}")
    expect(page.get_by_role("dialog")).to_contain_text("연 60일의 범위에서")


def test_what_one_was_asking_when_the_login_ended_is_not_lost(page: Page, address: str, token: str, keys: Keys) -> None:
    log_in(page, token)
    at(page, f"{address}/")
    expect(page.get_by_text("김철수")).to_be_visible()
    keys.revoke("boss", 1)
    page.get_by_role("textbox", name="질문").fill(SICK)
    page.keyboard.press("Enter")
    page.wait_for_url("**/login?next=*", wait_until="load")
    log_in(page, keys.make("boss", "이영희", [], "employee", 1)[0])
    at(page, f"{address}/")
    expect(page.get_by_text("이영희")).to_be_visible()
    expect(page.get_by_role("textbox", name="질문")).to_have_value("")  # another's words
    page.get_by_role("button", name="로그아웃").click()
    at(page, f"{address}/login")
    log_in(page, keys.make("boss", "김철수", [], "employee", 1)[0])
    at(page, f"{address}/")
    expect(page.get_by_text("김철수")).to_be_visible()
    keys.revoke("boss", 3)
    page.get_by_role("textbox", name="질문").fill(SICK)
    page.keyboard.press("Enter")
    page.wait_for_url("**/login?next=*", wait_until="load")
    log_in(page, keys.make("boss", "김철수", [], "employee", 1)[0])
    at(page, f"{address}/")
    expect(page.get_by_role("textbox", name="질문")).to_have_value(SICK)


def test_what_was_sent_and_has_no_outcome_is_there_again(page: Page, address: str, token: str) -> None:
    log_in(page, token)
    at(page, f"{address}/")
    expect(page.get_by_role("button", name="로그아웃")).to_be_visible()
    page.route("**/api/ask/stream", lambda route: None)  # the outcome never comes
    page.get_by_role("textbox", name="질문").fill(SICK)
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="질문")).to_have_value("")
    page.reload()
    expect(page.get_by_role("textbox", name="질문")).to_have_value(SICK)


def test_the_desk_leads_to_the_login_too(browser: Browser, address: str, keys: Keys) -> None:
    # This house has no desk's routes, so that its first tab finds nothing.
    with visiting(browser, address, complaint="Failed to load resource") as page:
        at(page, f"{address}/login?next=%2F")
        page.goto(f"{address}/desk")
        page.wait_for_url("**/login?next=%2Fdesk", wait_until="load")
        log_in(page, keys.make("boss", "boss", [], "operator", 1)[0])
        page.wait_for_url(f"{address}/desk**")
        expect(page.get_by_role("button", name="로그아웃")).to_be_visible()


def test_whoever_is_logged_in_has_nothing_to_do_on_the_login_page(page: Page, address: str, token: str) -> None:
    log_in(page, token)
    at(page, f"{address}/")
    page.goto(f"{address}/login?next=%2F%3Fx%3D1")
    at(page, f"{address}/?x=1")


def test_without_a_server_the_login_says_so(browser: Browser, keys: Keys, token: str) -> None:
    with serving(create_app(Services(StandIn(), Logins(keys.tokens)))) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}/login")
    log_in(page, token)
    expect(page.get_by_role("alert")).to_have_text(messages.LOGIN["login_unreachable"])
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_login_page_can_be_read_on_a_phone(browser: Browser, address: str, scheme: str) -> None:
    with visiting(browser, address, complaint="401", color_scheme=scheme, **PHONE) as page:
        page.wait_for_url("**/login?next=*", wait_until="load")
        log_in(page, "gg_1_wrong")
        expect(page.get_by_role("alert")).not_to_be_empty()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert low_contrast(page, least=6) == []
