"""A file of thousands of rules: work grows with its length, and rules of one name stay told apart."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split

PARTS = {
    "one clause": "제1조(목적) 이 규정은 여비를 정한다.",
    "bare heads": "제1조",
    "whole rules": "여비규정\n제1장 총칙\n제1조(목적) 이 규정은 여비를 정한다.\n부칙\n제1조(시행일) 공포한 날부터 시행한다.",
}


def parsed(text: str) -> list[ParsedDocument]:
    return split(read(text.encode(), "규정집.txt"), file="규정집.txt", file_hash="0", doc_id="규정집.txt")


def lines_run(work: Callable[[], object]) -> int:
    """Lines of Python that `work` goes through, rounds of loops included."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_work_grows_with_the_number_of_rules_not_with_its_square(part: str) -> None:
    few, many = (lines_run(lambda n=n: parsed("\n".join([part] * n))) for n in (100, 400))  # type: ignore[misc]
    assert many < 6 * few  # four times as long; by the square it would be sixteen times the work


@given(st.lists(st.sampled_from(["여비규정", "복무규정"]), min_size=1, max_size=8))
def test_rules_of_one_name_in_one_file_are_told_apart_by_their_place(names: list[str]) -> None:
    titles = [d.document.title for d in parsed("\n".join(f"{n}\n제1조(목적) 이 규정은 여비를 정한다." for n in names))]
    before = [names[:i].count(name) for i, name in enumerate(names)]
    assert titles == [f"{name} ({n + 1})" if n else name for name, n in zip(names, before, strict=True)]
