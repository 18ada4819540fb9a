"""The page over the real thing: a real rule read, cut, indexed, searched, answered and checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web_browser import launch, serving, visiting

from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure.documents import split
from geungeo.korean.tokens import TOKENIZER
from geungeo.models.extractive import ExtractiveWriter
from geungeo.ports import Batch
from geungeo.serve.ask import Desk, Limits
from geungeo.serve.identity import NoLogin
from geungeo.serve.running import Running
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.thresholds import Fit, Thresholds
from geungeo.web.app import create_app
from geungeo.web.services import Services
from geungeo.workspace import Workspace

pytestmark = pytest.mark.browser

RULE = Path(__file__).parents[2] / "examples" / "docs" / "국가공무원 복무규정.md"
# Chosen for this test, not measured: some noun of the question must stand in the clause.
BY_WORDS = Thresholds("none", TOKENIZER, 0.15, {"lexical": Fit(-4.0, {"focus": 8.0})}, {"lexical": 1.0}, 0.3, {})


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Running:
    workspace = Workspace(tmp_path_factory.mktemp("workspace"))
    workspace.state.mkdir(parents=True)
    parsed = split(read(RULE.read_bytes(), RULE.name), file=RULE.name, file_hash="", doc_id=RULE.name)
    store = EmbeddedStore(workspace, "none", 0)
    documents = tuple(one.document for one in parsed)
    store.apply(Batch(documents, tuple(chunk for one in parsed for chunk in chunks(one))))
    inbox = SqliteInbox(workspace.database)
    desk = Desk(
        lambda reader, day=None, collection=None: store.snapshot(),
        None,
        ExtractiveWriter(),
        inbox,
        lambda: BY_WORDS,
        Limits(1000, 50, 8),
    )
    return Running(desk, None)


@pytest.fixture(scope="module")
def address(running: Running) -> Iterator[str]:
    with serving(create_app(Services(running, NoLogin()))) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, address) as page:
        yield page


def ask(page: Page, question: str) -> None:
    page.get_by_role("textbox", name="질문").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last).not_to_have_attribute("aria-busy", "true", timeout=60_000)


def test_an_answer_leads_to_the_clause_that_says_so(page: Page) -> None:
    ask(page, "병가는 1년에 며칠까지 쓸 수 있나요?")
    card = page.locator(".card.verified")
    expect(card.locator(".answer")).to_contain_text("60일")
    quote = card.locator(".citation .quote").first.text_content()
    card.get_by_role("button", name="국가공무원 복무규정 제18조").first.click()
    expect(page.locator(".clause.here mark")).to_have_text(quote or "")
    expect(page.get_by_role("dialog")).to_contain_text("병가")
    expect(page.locator(".clause")).to_have_count(7)


def test_a_question_outside_the_rules_is_handed_off_and_filed(page: Page, running: Running) -> None:
    ask(page, "오늘 구내식당 메뉴 뭐예요?")
    expect(page.locator(".card.handoff")).to_contain_text("접수 번호 1")
    expect(page.locator(".card.verified")).to_have_count(0)


def test_an_empty_index_hands_off_instead_of_failing(browser: Browser, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.state.mkdir(parents=True)
    store = EmbeddedStore(workspace, "none", 0)
    store.apply(Batch())
    desk = Desk(lambda reader, day=None, collection=None: store.snapshot(), None, ExtractiveWriter(), SqliteInbox(workspace.database), lambda: BY_WORDS, Limits(1000, 50, 8))  # fmt: skip
    with serving(create_app(Services(Running(desk, None), NoLogin()))) as address, visiting(browser, address) as page:
        ask(page, "병가는 며칠인가요?")
        expect(page.locator(".card.handoff")).to_contain_text("색인에 조항이 없습니다")
