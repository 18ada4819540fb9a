"""Gaps: are questions on one matter put together, and does it hold at 20,000 tickets?

Labels: cases/gaps.json, questions with the matter that one rule would settle. Half of the matters was looked at while
words and numbers were chosen (fit), the other half was not (report). Pairwise: of all pairs put together, how many
share their matter (precision); of all pairs that share it, how many are together (recall). `all` groups both halves at
once, which is what an operator has: words of one half may draw questions of the other.

Scale: an inbox of --tickets hand-offs, half of them unverified with a ledger of 70 candidates, all texts different;
seconds and memory of a fresh process that groups them all, and of the next look at the same.

    python bench/gaps.py [--tickets 20000] [--seed N] [--limit 0] [--out F] [--work D]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from common import ROOT, arguments, peak_megabytes, sampled, timed, write
from geungeo.korean.tokens import kiwi
from geungeo.ports import NewHandoff
from geungeo.records import Evidence
from geungeo.serve.gaps import gaps, topics
from geungeo.stores.embedded.inbox import SqliteInbox

Case = Mapping[str, str]
CANDIDATES, EXCERPTS, CLAUSES, FILED = 70, 8, 400, 400


def pairwise(cases: Sequence[Case], groups: Mapping[str, str]) -> dict[str, Any]:
    """groups: question -> its group. Precision and recall over all pairs of questions."""
    together = same = both = 0
    for one, other in combinations(cases, 2):
        put, meant = groups[one["question"]] == groups[other["question"]], one["topic"] == other["topic"]
        together, same, both = together + put, same + meant, both + (put and meant)
    return {
        "questions": len(cases),
        "topics": len({case["topic"] for case in cases}),
        "groups": len(set(groups.values())),
        "precision": round(both / together, 3) if together else None,
        "recall": round(both / same, 3) if same else None,
        "pairs_together": together,
        "pairs_meant": same,
    }


def quality(cases: Sequence[Case]) -> dict[str, Any]:
    halves: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        halves[case["half"]].append(case)
        halves["all"].append(case)
    return {half: pairwise(some, topics(case["question"] for case in some)) for half, some in sorted(halves.items())}


def fill(path: Path, tickets: int, questions: Sequence[str], seed: int) -> None:
    """An inbox of `tickets`: some filed one by one, and these multiplied with a number behind question and draft."""
    box, draw = SqliteInbox(path), random.Random(seed)
    for number in range(FILED):
        box.add(_handoff(draw, draw.choice(questions), unverified=number % 2 == 1))
    kept = "reason, top_score, failed, evidence, clause, created_at, updated_at, trace_id, status, asker, groups"
    with box.database.transaction() as db:
        db.execute(
            f"WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?) "
            f"INSERT INTO handoffs (question, draft, {kept}) "
            f"SELECT question || ' ' || n, draft || ' ' || n, {kept} FROM handoffs, copies",
            (max(1, tickets // FILED - 1),),
        )


def _handoff(draw: random.Random, question: str, unverified: bool) -> NewHandoff:
    first = draw.randrange(CLAUSES)
    excerpt = "사용자는 1년간 80퍼센트 이상 출근한 근로자에게 15일의 유급휴가를 주어야 한다. " * 3
    plain = Evidence(
        "", "", False, "더 앞선 근거 8개로 자리가 참", None, 12.3, 0.84, 0.016, 0.5, {"focus": 0.5}, excerpt
    )
    ledger = tuple(
        replace(
            plain,
            chunk_id=f"{at:016x}",
            label=f"취업규칙 제{first + at + 1}조",
            kept=at < EXCERPTS,
            relevance=0.9 - at / 100,
        )
        for at in range(CANDIDATES)
    )
    asker = f"user{draw.randrange(800)}"
    if unverified:
        return NewHandoff(question, "answer_unverified", 0.9, "확인되지 않은 초안", ("grounded",), ledger, asker=asker)
    return NewHandoff(question, "no_relevant_policy", 0.1, None, (), ledger, asker=asker)


def look(path: Path) -> dict[str, Any]:
    """Seconds of the first look at an inbox and of the second, in this process."""
    box = SqliteInbox(path)
    kiwi()
    seconds = {name: timed(lambda: gaps(box)) for name in ("first", "again")}
    found = gaps(box)
    return {
        "seconds": seconds,
        "groups_missing": len(found.missing),
        "groups_unclear": len(found.unclear),
        "peak_megabytes": peak_megabytes()["process"],
    }


def scale(folder: Path, tickets: int, questions: Sequence[str], seed: int) -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"gaps-{tickets}-{seed}.db"
    if not path.exists():
        fill(path, tickets, questions, seed)
    ran = subprocess.run(
        [sys.executable, __file__, "--look", str(path)], capture_output=True, text=True, check=True, timeout=3600
    )
    looked: dict[str, Any] = json.loads(ran.stdout)
    return {"tickets": tickets, "database_megabytes": path.stat().st_size // 2**20, **looked}


def options() -> argparse.Namespace:
    parser = arguments(__doc__, "gaps")
    parser.add_argument("--tickets", type=int, default=20_000)
    parser.add_argument("--look", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    chosen = options()
    if chosen.look:
        print(json.dumps(look(chosen.look)))
        return
    del chosen.look
    document = json.loads((ROOT / "cases/gaps.json").read_text(encoding="utf-8"))
    cases = sampled(document["cases"], chosen.limit, chosen.seed)
    questions = [case["question"] for case in cases]
    write(
        chosen,
        {
            "cases": document["version"],
            "pairwise": quality(cases),
            "scale": scale(chosen.work, chosen.tickets, questions, chosen.seed),
        },
    )


if __name__ == "__main__":
    main()
