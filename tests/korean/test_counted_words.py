"""Native counts ('한 시간', '두 번') are read or passed over, whatever word they run into."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geungeo.korean.numbers import facts


@pytest.mark.parametrize(
    "text", ["관리의 지위에 있는 자가 한 시간외 근무", "세 시간대로 나누어", "두 시점 사이", "네 시설"]
)
def test_a_count_that_runs_into_a_longer_word_is_no_error(text: str) -> None:
    assert all(fact.unit != "시" for fact in facts(text))


def test_questions_of_courts_are_all_read(shared: Path) -> None:
    lines = (shared / "qa/court_issue_statute_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[::8]:
        facts(json.loads(line)["issue"])
