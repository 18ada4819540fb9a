"""geungeo words, questions: what an operator states is listed, told and taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import run
from geungeo import wiring

RULE = "# 휴가 규정\n\n[시행 2024. 1. 1.]\n\n제1조(병가) 병가는 연 60일의 범위에서 쓴다.\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("GEUNGEO_EMBEDDER_KIND", "none")
    root = tmp_path / "house"
    wiring.init(root)
    (root / "docs" / "휴가 규정.md").write_text(RULE, encoding="utf-8")
    wiring.refresh(wiring.open_workspace(root), lambda stage, done, total: None)
    return str(root)


def test_a_word_is_set_listed_and_taken_back(house: str) -> None:
    assert "뾰로롱 → 병가" in run("-w", house, "words", "set", "뾰로롱", "병가").out
    assert run("-w", house, "words", "list", "--own", "--json").json == [
        {"word": "뾰로롱", "rules": ["병가"], "whence": "desk"}
    ]
    run("-w", house, "words", "unset", "뾰로롱")
    assert run("-w", house, "words", "list", "--own", "--json").json == []
    assert "배우자" in run("-w", house, "words", "list", "와이프").out


def test_inspect_shows_what_was_looked_for_beside(house: str) -> None:
    run("-w", house, "words", "set", "뾰로롱", "병가")
    assert "뾰로롱 → 병가" in run("-w", house, "inspect", "뾰로롱은 며칠?").out


def test_a_question_is_named_and_told_for_stale_when_its_clause_changes(house: str) -> None:
    assert run("-w", house, "questions", "add", "뾰로롱은 며칠?", "휴가 규정 제1조").code == 0
    (row,) = run("-w", house, "questions", "list", "--json").json
    assert (row["q"], row["stale"]) == ("뾰로롱은 며칠?", False)
    (Path(house) / "docs" / "휴가 규정.md").write_text(RULE.replace("60일", "90일"), encoding="utf-8")
    wiring.refresh(wiring.open_workspace(Path(house)), lambda stage, done, total: None)
    (row,) = run("-w", house, "questions", "list", "--json").json
    assert row["stale"]
    (check,) = [one for one in wiring.doctor(wiring.open_workspace(Path(house))) if one.name == "words"]
    assert not check.passed
    assert "뾰로롱은 며칠?" in check.detail


def test_lines_are_taken_all_or_none(house: str, tmp_path: Path) -> None:
    good = json.dumps({"q": "뾰로롱은?", "label": "휴가 규정 제1조"}, ensure_ascii=False)
    bad = json.dumps({"q": "없음?", "label": "휴가 규정 제99조"}, ensure_ascii=False)
    file = tmp_path / "rows.jsonl"
    file.write_text(f"{good}\n{bad}\n", encoding="utf-8")
    failed = run("-w", house, "questions", "import", str(file))
    assert failed.code != 0
    assert "2번째 줄" in failed.err
    assert run("-w", house, "questions", "list", "--json").json == []
    file.write_text(f"{good}\n", encoding="utf-8")
    assert run("-w", house, "questions", "import", str(file)).code == 0
    assert len(run("-w", house, "questions", "list", "--json").json) == 1
