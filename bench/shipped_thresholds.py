"""Make the thresholds that geungeo ships: cases/relevance.json over the examples; the fusion weights also by questions
of other kinds (everyday words over other rules, pages of reports, encyclopaedia paragraphs), a seeded sample of each.

    python bench/shipped_thresholds.py [--tokenizer kiwi|mecab] [--limit N] [--work D]
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from common import ROOT, arguments, sampled, shared
from geungeo import thresholds
from geungeo.golden import cases
from geungeo.golden.calibrate import calibrate
from geungeo.golden.fusion import Candidates, candidates
from rank_sets import SETS, Set

KINDS = ("everyday", "jetrag", "korquad")
FILES = {"kiwi": "thresholds.json", "mecab": "thresholds-mecab.json"}
CANDIDATES, SLOTS = 50, 8


def main() -> None:
    parser = arguments(__doc__, "shipped_thresholds")
    parser.add_argument("--tokenizer", choices=FILES, default="kiwi")
    options = parser.parse_args()
    stated = {"lexical.tokenizer": options.tokenizer}
    data, work = shared(), options.work / options.tokenizer
    golden = SETS["examples"](data, work, **stated)
    assert golden.base.embedder is not None
    document = calibrate(
        cases.load(ROOT / "cases/relevance.json"),
        golden.snapshot,
        golden.base.embedder,
        candidates=CANDIDATES,
        slots=SLOTS,
        measured_on="examples",
        today=datetime.datetime.now(datetime.UTC).date(),
        tokenizer=golden.base.tokenizer,
        other_kinds={
            name: looked_up(SETS[name](data, work, **stated), options.limit or 170, options.seed) for name in KINDS
        },
    )
    thresholds.save(ROOT / "src/geungeo/shipped" / FILES[options.tokenizer], document)


def looked_up(some: Set, limit: int, seed: int) -> Sequence[Candidates]:
    assert some.base.embedder is not None
    return [
        candidates(each.text, some.snapshot, some.base.embedder, CANDIDATES, some.base.tokenizer, each.right)
        for each in sampled(some.questions, limit, seed)
    ]


if __name__ == "__main__":
    main()
