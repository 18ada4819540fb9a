"""How many wrong answers does the gate let in, and how many right ones does it keep out, by code alone?

    python bench/gate_mutations.py [--half report|develop] [--per-class 200] [--acts 3000]

True pairs, mutations and rewordings by bench/gate_pairs.py, from all acts. Half of the acts was
developed on; the other half is reported. A kill counts only where the gate accepts the true pair. Beside it the 37
statements on tax law of korean-tax: a wrong one that passes, a right one that is rejected.
"""

from __future__ import annotations

import json
import random
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import arguments, shared, write
from gate_pairs import CRITICAL, OTHER, Lists, Pair, develops, lists, mutations, other_sentence, rewordings, true_pairs
from geungeo.gate.by_code import Verdict, judge
from geungeo.gate.spans import ground
from geungeo.korean.agree import differences
from geungeo.records import Chunk, QAPair


def main() -> None:
    parser = arguments(__doc__, "gate_mutations")
    parser.add_argument("--half", choices=("report", "develop"), default="report")
    parser.add_argument("--per-class", type=int, default=200)
    parser.add_argument("--acts", type=int, default=3000, help="at most so many acts of that half")
    options = parser.parse_args()
    data = shared()
    pairs = [pair for act, text in _acts(data, options.half, options.acts) for pair in true_pairs(act, text)]
    run = _Run(lists(pairs), random.Random(options.seed), options.per_class)
    random.Random(options.seed).shuffle(pairs)
    run.all(pairs)
    run.show()
    write(options, {"corpus": {"pairs": len(pairs)}, "figures": run.figures(), "korean_tax": _tax(data)})


def _acts(data: Path, half: str, most: int) -> Iterator[tuple[str, str]]:
    """(name, Markdown) of the acts of that half."""
    count = 0
    with tarfile.open(data / "statutes/all-current.tar.xz") as archive:
        for member in archive:
            name = "/".join(Path(member.name).parts[-2:])
            picked = develops(name) == (half == "develop")
            if member.isfile() and name.endswith(".md") and picked and (file := archive.extractfile(member)):
                yield name, file.read().decode("utf-8")
                count += 1
                if count == most:
                    return


def pair_of(pair: Pair) -> tuple[QAPair, dict[str, Chunk]] | None:
    """As the gate takes it; None when the quote does not stand in the clause."""
    place = f"{pair.act} 제{pair.article}조"
    chunk = Chunk("c", "h", pair.act, pair.act, (f"제{pair.article}조({pair.title})",), place, pair.article, pair.title,
                  None, "본칙", None, None, "ko", pair.text, 0, len(pair.text), "")  # fmt: skip
    found = ground(pair.quote, chunk)
    if found is None:
        return None
    row = QAPair("i", "c", pair.q, pair.a, "fact", (found,), pair.act, pair.article, None, None, "rules", "", "")
    return row, {"c": chunk}


def verdict(pair: Pair) -> Verdict:
    """Of the gate by code; no evidence is a reject as well."""
    made = pair_of(pair)
    return judge(*made) if made else Verdict("rejected", "no_evidence")


class _Run:
    def __init__(self, known: Lists, rng: random.Random, per_class: int) -> None:
        self.known, self.rng, self.per_class = known, rng, per_class
        self.killed: dict[str, list[tuple[Pair, Verdict]]] = defaultdict(list)
        self.survived: dict[str, list[Pair]] = defaultdict(list)
        self.accepted: Counter[str] = Counter()
        self.refused: dict[str, list[tuple[Pair, Verdict]]] = defaultdict(list)
        self.undecidable = 0

    def all(self, pairs: list[Pair]) -> None:
        by_act: dict[str, list[Pair]] = defaultdict(list)
        for pair in pairs:
            by_act[pair.act].append(pair)
        for pair in pairs:
            kinds = {
                kind for kind in (*CRITICAL, *OTHER) if len(self.killed[kind] + self.survived[kind]) < self.per_class
            }
            wrong = [*mutations(pair, self.known, self.rng, kinds)]
            if kinds & set(OTHER):
                wrong += other_sentence(pair, by_act[pair.act], self.rng)
            self.undecidable += wrong.count(None)
            wanted = [one for one in wrong if one and one.kind in kinds]
            right = [one for one in rewordings(pair, self.known, self.rng) if self._room(one.kind)]
            if not wanted and not right:
                continue
            base = verdict(pair)
            self._benign(pair, "unchanged", base)
            for one in right:
                self._benign(one, one.kind, verdict(one))
            for one in wanted if base.status == "supported" else ():
                said = verdict(one)
                if said.status == "supported":
                    self.survived[one.kind].append(one)
                else:
                    self.killed[one.kind].append((one, said))

    def _room(self, kind: str) -> bool:
        return self.accepted[kind] + len(self.refused[kind]) < 2 * self.per_class

    def _benign(self, pair: Pair, kind: str, said: Verdict) -> None:
        if said.status == "supported":
            self.accepted[kind] += 1
        else:
            self.refused[kind].append((pair, said))

    def show(self) -> None:
        for kind, lost in self.survived.items():
            for pair in lost:
                print(f"SURVIVED {kind}\n  q {pair.q}\n  a {pair.a}\n  t {pair.sentence}\n")
        kills = [one for group in self.killed.values() for one in group]
        for pair, said in self.rng.sample(kills, min(50, len(kills))):
            print(f"killed {pair.kind} {said.reason} [{said.words}]\n  q {pair.q}\n  a {pair.a}\n  t {pair.sentence}\n")
        for kind, group in self.refused.items():
            for pair, said in group[:12]:
                print(f"REFUSED {kind} {said.reason} [{said.words}]\n  q {pair.q}\n  a {pair.a}\n")

    def figures(self) -> dict[str, Any]:
        kinds = [*CRITICAL, *OTHER]
        critical = {k: {"n": len(self.killed[k]) + len(self.survived[k]), "killed": len(self.killed[k])} for k in kinds}
        benign = {
            kind: {"n": self.accepted[kind] + len(self.refused[kind]), "accepted": self.accepted[kind]}
            for kind in sorted({*self.accepted, *self.refused})
        }
        reasons = Counter(said.reason for group in self.refused.values() for _, said in group)
        return {"critical": critical, "benign": benign, "undecidable": self.undecidable, "refused_by": dict(reasons)}


def _tax(data: Path) -> dict[str, Any]:
    """Each statement against the text of its article: does it follow from one of the article's units?"""
    cases = json.loads((data / "claims/korean-tax/claims_golden.json").read_text(encoding="utf-8"))["사례"]
    counts: Counter[str] = Counter()
    for case in cases:
        units = [unit[-1] for unit in case["단위"]]
        follows = any(not any(d.critical for d in differences(case["진술"], unit, case["법령"])) for unit in units)
        counts[f"{case['참거짓']}, {'passed' if follows else 'rejected'}"] += 1
    return dict(counts)


if __name__ == "__main__":
    main()
