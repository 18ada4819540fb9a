"""A draft never answers unless the operator says so; from the shell, by the day."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asking import document
from commands import run

RULE = "# 휴가 규정\n\n개정 2023. 1. 1.\n\n제1조(목적) 이 규정은 직원의 휴가를 정한다.\n\n제2조(연가) 연가는 1년에 15일로 한다.\n"
DRAFT = "# 휴가 규정 일부개정규정안\n\n제2조(연가) 연가는 1년에 99일로 한다.\n"
COMPARED = "# 휴가 규정 신구조문대비표\n\n| 현행 | 개정안 |\n|---|---|\n| 제2조(연가) 연가는 1년에 11일로 한다. | 제2조(연가) 연가는 1년에 99일로 한다. |\n"
QUESTION = "연가는 1년에 며칠인가요?"


@pytest.fixture
def root(tmp_path: Path) -> str:
    place = tmp_path / "workspace"
    assert run("-w", str(place), "init").code == 0
    with (place / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    (place / "data/thresholds.json").write_text(json.dumps(document()), encoding="utf-8")
    for name, text in (("휴가.md", RULE), ("휴가 개정안.md", DRAFT), ("대비표.md", COMPARED)):
        (place / "docs" / name).write_text(text, encoding="utf-8")
    assert run("-w", str(place), "ingest").code == 0
    return str(place)


def test_drafts_and_comparisons_do_not_answer_until_the_operator_says_that_they_hold(root: str) -> None:
    told = run("-w", root, "ask", QUESTION, "--json").json
    assert "15일" in told["answer"]
    assert all("99일" not in row["excerpt"] and "11일" not in row["excerpt"] for row in told["evidence"])
    assert "개정안" in run("-w", root, "versions", "휴가 개정안.md").out
    assert run("-w", root, "versions", "휴가 개정안.md", "--in-force", "2024-01-01").code == 0
    assert any("99일" in row["excerpt"] for row in run("-w", root, "ask", QUESTION, "--json").json["evidence"])
    before = run("-w", root, "ask", QUESTION, "--as-of", "2023-06-01", "--json").json
    assert "15일" in before["answer"]
    assert all("99일" not in row["excerpt"] for row in before["evidence"])


def test_a_day_before_all_rules_is_handed_off_with_the_day_from_which_one_holds(root: str) -> None:
    told = run("-w", root, "inspect", QUESTION, "--as-of", "2020-01-01")
    assert told.code == 1
    assert "2023-01-01" in told.out
