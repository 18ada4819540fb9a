"""Pairs from real acts with one slot changed, and reworded ones: cases/gate.json, made by bench/gate_pairs.py."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from geungeo.gate.by_code import judge
from geungeo.gate.spans import ground
from geungeo.records import Chunk, QAPair

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "cases/gate.json").read_text(encoding="utf-8"))


def accepted(case: dict[str, Any]) -> bool:
    place = f"{case['act']} 제{case['article']}조"
    path = (f"제{case['article']}조({case['title']})",)
    text = case["text"]
    chunk = Chunk("c", "h", case["act"], case["act"], path, place, case["article"], case["title"], None, "본칙", None, None,
                  "ko", text, 0, len(text), "")  # fmt: skip
    found = ground(case["quote"], chunk)
    assert found is not None
    pair = QAPair("i", "c", case["q"], case["a"], "fact", (found,), case["act"], None, None, None, "rules", "", "")
    return judge(pair, {"c": chunk}).status == "supported"


def test_every_planted_wrong_answer_is_rejected() -> None:
    wrong = [case for case in CASES if not case["right"]]
    survived = [(case["kind"], case["a"]) for case in wrong if accepted(case)]
    assert len(wrong) >= 200
    assert len(Counter(case["kind"] for case in wrong)) >= 12
    assert len(survived) <= 1, survived  # one answer from another sentence of its article is not told apart yet


def test_reworded_answers_are_accepted() -> None:
    right = [case for case in CASES if case["right"]]
    assert len(right) >= 40
    assert sum(map(accepted, right)) / len(right) >= 0.9
