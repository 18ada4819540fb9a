"""A handbook in English: found, quoted or handed off, by questions in English and in Korean."""

from __future__ import annotations

from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.records import AskResult
from geungeo.serve.ask import ask

HANDBOOK = """# Staff Handbook

## 1. Annual leave

Every full-time employee receives 15 days of annual leave in a calendar year. Unused annual leave may be carried over to the next year with the approval of the team lead.

## 2. Remote work

Employees may work from home up to 2 days a week. The team lead keeps a list of who is at home.

## 3. Expenses

Meals on a business trip are paid up to 30,000 won a day. Receipts are handed in within 10 days.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    root: Path = tmp_path_factory.mktemp("english")
    wiring.init(root)
    (root / "docs/handbook.md").write_text(HANDBOOK, encoding="utf-8")
    opened = wiring.open_workspace(root, {"embedder.kind": "none"})
    wiring.refresh(opened, lambda stage, done, total: None)
    return opened


def asked(base: wiring.Base, question: str) -> AskResult:
    return ask(question, wiring.desk(base, filing=False))


def test_the_clause_is_found_first_and_is_tagged(base: wiring.Base) -> None:
    result = asked(base, "How many days of annual leave do I get?")
    best = base.store.snapshot().chunks[result.evidence[0].chunk_id]
    assert "15 days of annual leave" in best.text
    assert {chunk.lang for chunk in base.store.snapshot().chunks.values()} == {"en"}


def test_it_is_answered_in_the_handbooks_own_words(base: wiring.Base) -> None:
    result = asked(base, "How many days of annual leave do I get?")
    assert (result.route, result.reason) == ("auto_answer", None)
    assert "15 days of annual leave" in result.citations[0].quote


def test_a_korean_question_with_english_words_finds_it(base: wiring.Base) -> None:
    result = asked(base, "annual leave는 며칠인가요?")
    assert "annual leave" in base.store.snapshot().chunks[result.evidence[0].chunk_id].text


@pytest.mark.parametrize("question", ["How many days of parental leave do I get?", "How much is the signing bonus?"])
def test_what_the_handbook_does_not_say_is_handed_off(base: wiring.Base, question: str) -> None:
    assert asked(base, question).route == "handoff"
