"""The hand-off names whom else to ask, by collection, in Korean that reads well; without a contact it reads well too."""

from __future__ import annotations

import pytest

from asking import OUTSIDE, SICK, Down, FullInbox, by_words
from geungeo import messages, wiring
from geungeo.serve.ask import ask
from geungeo.serve.contact import contact_words


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ("인사팀(내선 1234)", "급하면 인사팀(내선 1234)에 문의해 주세요."),
        ("안전보건실", "급하면 안전보건실에 문의해 주세요."),
        ("hr@example.com", "급하면 hr@example.com에 문의해 주세요."),
        ("김하나 과장(내선 1234)", "급하면 김하나 과장(내선 1234)에게 문의해 주세요."),
        (" 전산팀  담당자님 ", "급하면 전산팀 담당자님에게 문의해 주세요."),
        ("평일에는 02-123-4567로 전화해 주세요.", "평일에는 02-123-4567로 전화해 주세요."),
        ("", ""),
        ("  \n", ""),
    ],
)
def test_the_contact_reads_as_a_sentence(contact: str, words: str) -> None:
    assert contact_words(contact, filed=True) == words


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ("인사팀(내선 1234)", "인사팀(내선 1234)에 직접 물어봐 주세요."),
        ("박 대리", "박 대리에게 직접 물어봐 주세요."),
        ("", "담당자에게 직접 물어봐 주세요."),
    ],
)
def test_without_a_ticket_the_contact_is_whom_to_ask(contact: str, words: str) -> None:
    assert contact_words(contact, filed=False) == words


def told(base: wiring.Base, toml: str) -> None:
    with open(base.workspace.settings, "a", encoding="utf-8") as file:
        file.write(toml)


def test_a_collections_contact_comes_before_the_houses(examples_copy: wiring.Base) -> None:
    told(
        examples_copy,
        '\n[handoff]\ncontact = "총무팀"\n[collections.leave]\nfolders = [""]\ncontact = "인사팀(1234)"\n',
    )
    base = wiring.open_workspace(examples_copy.workspace.root)
    found = ask(SICK, by_words(base, writer=Down()))
    assert found.contact == "급하면 인사팀(1234)에 문의해 주세요."
    assert found.answer.endswith(f"{messages.TICKET.format(ticket=found.ticket)} {found.contact}")
    assert base.inbox.list()[0].collection == "leave"
    unread = ask(SICK, by_words(base, writer=Down(), inbox=FullInbox()))
    assert unread.answer.endswith("인사팀(1234)에 직접 물어봐 주세요.")


def test_the_houses_contact_stands_where_no_collection_has_one(examples_copy: wiring.Base) -> None:
    told(examples_copy, '\n[handoff]\ncontact = "총무팀"\n')
    base = wiring.open_workspace(examples_copy.workspace.root)
    assert ask(OUTSIDE, by_words(base)).answer.endswith("급하면 총무팀에 문의해 주세요.")


def test_without_any_contact_nothing_is_added(examples_base: wiring.Base) -> None:
    result = ask(OUTSIDE, by_words(examples_base))
    assert result.contact == ""
    assert result.answer.endswith(messages.TICKET.format(ticket=result.ticket))
