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


# The article's title names both matters (육아휴직과 육아기 근로시간 단축의 사용형태): its words count as given.
NOT_TOLD_APART = [("other sentence", "근로자는 육아기 근로시간 단축을 나누어 사용할 수 있다.")]


def test_every_planted_wrong_answer_but_one_is_rejected() -> None:
    wrong = [case for case in CASES if not case["right"]]
    survived = [(case["kind"], case["a"]) for case in wrong if accepted(case)]
    assert len(wrong) >= 200
    assert len(Counter(case["kind"] for case in wrong)) >= 12
    assert survived == NOT_TOLD_APART


def test_reworded_answers_are_accepted() -> None:
    right = [case for case in CASES if case["right"]]
    assert len(right) >= 40
    assert sum(map(accepted, right)) / len(right) >= 0.9
