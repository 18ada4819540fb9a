"""What is a person's is masked, what is the law's stays letter for letter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from geungeo import messages
from geungeo.korean.private import Private, counted, find, mask

ROOT = Path(__file__).parents[2]
CASES: list[dict[str, Any]] = json.loads((ROOT / "cases" / "private.json").read_text("utf-8"))["cases"]
PRIVATE = [case for case in CASES if case["kind"]]
PLAIN = [case["text"] for case in CASES if not case["kind"]]
# The second number of "765-4321~2" stays: a stroke and a digit say nothing of a person.
KNOWN_MISSES = {"032-765-4321~2"}


def hidden(case: dict[str, Any], found: list[Private]) -> bool:
    """Whether every letter and digit of the value lies within a find."""
    start = case["text"].index(case["value"])
    places = [start + at for at, letter in enumerate(case["value"]) if letter.isalnum()]
    return all(any(one.start <= place < one.end for one in found) for place in places)


@pytest.mark.parametrize("case", PRIVATE, ids=lambda case: case["text"])
def test_a_personal_number_is_hidden_and_named_by_its_kind(case: dict[str, Any]) -> None:
    found = find(case["text"])
    assert {one.kind for one in found} == {case["kind"]}
    assert hidden(case, found) or case["value"] in KNOWN_MISSES
    start = case["text"].index(case["value"])
    assert all(start <= one.start and one.end <= start + len(case["value"]) for one in found)
    assert f"[{messages.PRIVATE[case['kind']]}]" in mask(case["text"])


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_nobodys_stays_as_it_is(text: str) -> None:
    assert mask(text) == text


def statutes(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("statutes/current/**/*.md"))
    yield from sorted(folder.glob("rules/**/*.md"))


def test_no_letter_of_the_law_is_masked(shared: Path) -> None:
    """Article numbers, dates, amounts, promulgation and case numbers: only addresses that stand there are found."""
    found = [
        (path.name, text[one.start : one.end])
        for path in statutes(shared)
        for text in [path.read_text("utf-8", errors="replace")]
        for one in find(text)
    ]
    assert {value for _, value in found} == {"coc@fossforall.org"}


def test_no_golden_question_is_masked() -> None:
    asked = [case["q"] for case in json.loads((ROOT / "cases" / "relevance.json").read_text("utf-8"))["cases"]]
    assert [question for question in asked if mask(question) != question] == []


def test_kinds_are_counted() -> None:
    text = "문의: 02-123-4567, 010-1234-5678\n메일 hr@example.com\n대통령령 제35893호"
    assert counted(text) == {"phone": 2, "email": 1}
    assert counted("제60조제1항") == {}


def test_a_phone_beside_a_bank_is_a_phone() -> None:
    assert mask("010-1234-5678, 신한은행 110-123-456789") == "[전화번호], 신한은행 [계좌번호]"


@given(st.text(alphabet=st.sampled_from("0123456789-. ,@가공일이년월호제조+()~aM*\n１－\ud800"), max_size=200))
@example("")
@example("\ud800010-1234-5678")
@settings(max_examples=300, deadline=None)
def test_outside_of_finds_nothing_changes_and_finds_do_not_overlap(text: str) -> None:
    found = find(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= following.start for one, following in pairwise(found))
    rest, at = mask(text), 0
    for one in found:
        kept, label = text[at : one.start], f"[{messages.PRIVATE[one.kind]}]"
        assert rest.startswith(kept + label)
        rest, at = rest[len(kept) + len(label) :], one.end
    assert rest == text[at:]


@given(st.text(max_size=100))
@settings(max_examples=100, deadline=None)
def test_what_was_masked_once_is_not_masked_again(text: str) -> None:
    once = mask(f"{text} 연락처 010-1234-5678 메일 kim@example.com")
    assert mask(once) == once
    assert "1234-5678" not in once
    assert "kim@" not in once


@pytest.mark.parametrize("piece", ["1", "1-", "123-", "a@", "가@", "일이삼", "a.", "+82 ", "1 ", "010-1234-5678 "])
def test_long_rows_take_time_by_their_length(piece: str) -> None:
    """A quadratic search would run for minutes here, beyond the suite's time limit."""
    assert len(find(piece * (400_000 // len(piece)))) in (0, 400_000 // len(piece))
