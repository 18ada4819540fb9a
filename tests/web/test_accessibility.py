"""No serious finding of axe-core on any page: chat, tickets, every tab of the desk, login; light and dark, two widths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import DESKTOP, PHONE, launch, serving, visiting
from web_desk import house
from web_stand_in import StandIn

from geungeo import messages, wiring
from geungeo.cli import serving as cli
from geungeo.ports import NewHandoff
from geungeo.records import Message
from geungeo.serve.identity import Logins, NoLogin
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.tokens import SqliteTokens
from geungeo.web.app import create_app
from geungeo.web.services import Services

pytestmark = pytest.mark.browser
TABS = ("documents", "inbox", "gaps", "opinions", "trial", "health", "settings", "kept")
VIEWS = [
    pytest.param(size | {"color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("phone", PHONE), ("desktop", DESKTOP))
    for scheme in ("light", "dark")
]
SERIOUS = ("serious", "critical")
# What is wrong, where, and the rule's name.
_RUN = """async () => (await axe.run()).violations.filter((found) => %s.includes(found.impact))
  .map((found) => `${found.id}: ${found.help} ${found.nodes.map((node) => node.html).join(' | ')}`)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A whole house with two rules, a hand-off that was replied to, and an open one."""
    base = house(tmp_path_factory.mktemp("house") / "workspace")
    for question in ("재택근무 수당은 얼마인가요?", "주차 등록은 어떻게 하나요?"):
        base.inbox.add(NewHandoff(question, "no_relevant_policy", 0.1, None, (), asker="local"))
    base.inbox.say(1, Message(0, 1, "operator", "park", "규정을 만들고 있습니다.", (), ""), "answered")
    desk, jobs = wiring.desk(base), wiring.jobs(base)
    running = wiring.running(base, [{"kind": "answered", "question": "병가는 며칠인가요?"}], desk, jobs)
    running.start()
    with serving(create_app(cli._services(base, running, NoLogin(), desk, jobs))) as address:  # type: ignore[arg-type]
        yield address
    running.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with a login."""
    database = Database(tmp_path_factory.mktemp("closed") / "geungeo.db")
    logins = Logins(SqliteTokens(database), required=True)
    with serving(create_app(Services(StandIn(), logins))) as address:
        yield address


def serious(page: Page) -> list[str]:
    """Findings of axe-core; told to the page as a debugger does, since its policy lets no script in."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN % list(SERIOUS))
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_the_chat_with_an_answer_a_hand_off_and_tickets(browser: Browser, address: str, view: Any) -> None:
    with visiting(browser, address, **view) as page:
        expect(page.locator("#example-list button")).to_have_count(1)
        assert serious(page) == []
        for question in ("병가는 며칠까지 쓸 수 있나요?", "구내식당 메뉴는 무엇인가요?"):
            page.locator("#question").fill(question)
            page.keyboard.press("Enter")
            expect(page.locator(".turn[aria-busy]")).to_have_count(0, timeout=60_000)
        assert serious(page) == []
        page.get_by_role("button", name="내 문의").click()
        expect(page.locator("#mine li").first).to_be_visible()
        assert serious(page) == []


@pytest.mark.parametrize("view", VIEWS)
def test_the_desk(browser: Browser, address: str, view: Any) -> None:
    with visiting(browser, f"{address}/desk", **view) as page:
        for tab in TABS:
            page.goto(f"{address}/desk#{tab}")
            page.wait_for_load_state("networkidle")
            expect(page.locator("main h2, main h1").first).to_be_visible()
            assert serious(page) == [], tab


@pytest.mark.parametrize("view", VIEWS)
def test_the_login(browser: Browser, closed: str, view: Any) -> None:
    with visiting(browser, f"{closed}/login", complaint="401", **view) as page:
        expect(page.get_by_label(messages.LOGIN["token_label"])).to_be_visible()
        assert serious(page) == []


def test_a_fault_would_be_found(browser: Browser, closed: str) -> None:
    with visiting(browser, f"{closed}/login", complaint="401") as page:
        expect(page.get_by_label(messages.LOGIN["token_label"])).to_be_visible()
        page.evaluate("document.querySelector('label').remove()")
        assert any("label" in found for found in serious(page))
