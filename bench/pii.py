"""What masking finds and what it takes by mistake: cases/private.json, the law, everyday talk.

precision and recall by kind count a value as found when every letter and digit of it is masked. On the law and on
talk every find is listed: the reader sees which are true (an office's own number) and which are not.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from common import ROOT, arguments, current_acts, sampled, shared, write
from geungeo.korean.private import find

_SHOWN = 40


def main() -> None:
    options = arguments(__doc__, "pii").parse_args()
    data = shared()
    rows = json.loads((ROOT / "cases/private.json").read_text("utf-8"))["cases"]
    write(
        options,
        {
            "cases": {half: _scores([row for row in rows if row["half"] == half]) for half in ("fit", "report")},
            "texts": {
                "statutes": _finds(sampled(_acts(data), options.limit, options.seed)),
                "golden_questions": _finds(_golden()),
                "everyday_talk": _finds(sampled(_talk(data), options.limit, options.seed)),
                "korquad_questions": _finds(sampled(_korquad(data), options.limit, options.seed)),
                "judgments": _finds(sampled(_judgments(data), options.limit, options.seed)),
            },
        },
    )


def _scores(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """By kind: n, found, recall; over all: false finds and precision."""
    n, hidden, false = Counter[str](), Counter[str](), []
    for row in rows:
        found = find(row["text"])
        if row["kind"] is None:
            false += [row["text"][one.start : one.end] for one in found]
            continue
        n[row["kind"]] += 1
        start = row["text"].index(row["value"])
        places = [start + at for at, letter in enumerate(row["value"]) if letter.isalnum()]
        hidden[row["kind"]] += all(any(one.start <= at < one.end for one in found) for at in places)
    kinds = {kind: {"n": n[kind], "found": hidden[kind], "recall": round(hidden[kind] / n[kind], 4)} for kind in n}
    true = hidden.total()
    return {
        "kinds": kinds,
        "n": n.total(),
        "recall": round(true / n.total(), 4),
        "n_plain": sum(row["kind"] is None for row in rows),
        "false_finds": false,
        "precision": round(true / (true + len(false)), 4),
    }


def _finds(texts: Iterable[str]) -> dict[str, Any]:
    since, letters, count = time.perf_counter(), 0, 0
    kinds, shown = Counter[str](), Counter[str]()
    for text in texts:
        letters, count = letters + len(text), count + 1
        for one in find(text):
            kinds[one.kind] += 1
            shown[text[one.start : one.end]] += 1
    seconds = round(time.perf_counter() - since, 2)
    return {
        "texts": count,
        "characters": letters,
        "finds": dict(kinds),
        "found": dict(shown.most_common(_SHOWN)),
        "seconds": seconds,
    }


def _acts(data: Path) -> list[str]:
    return [path.read_text("utf-8") for path, _ in current_acts(data)]


def _golden() -> list[str]:
    return [case["q"] for case in json.loads((ROOT / "cases/relevance.json").read_text("utf-8"))["cases"]]


def _talk(data: Path) -> list[str]:
    lines = (data / "qa/ChatbotData.csv").read_text("utf-8").splitlines()[1:]
    return [line.split(",")[0] for line in lines]


def _korquad(data: Path) -> list[str]:
    articles = json.loads((data / "qa/KorQuAD_v1.0_dev.json").read_text("utf-8"))["data"]
    return [qa["question"] for article in articles for part in article["paragraphs"] for qa in part["qas"]]


def _judgments(data: Path) -> list[str]:
    return (data / "qa/court_issue_statute_pairs.jsonl").read_text("utf-8").splitlines()


if __name__ == "__main__":
    main()
