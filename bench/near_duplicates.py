"""Copies and versions told by their text: where the limits lie, what they miss and what they join wrongly, what it costs.

Pairs that belong together: neighbouring versions of an act (statutes/history, ids removed), and edited copies of real
rules (numbers, sentences and whole articles changed in 1 to 20 % of the articles, seeded). Pairs that don't: acts of one
title and two ids, and every two files of statutes/current, which hold the families (codes of conduct, disclosure rules).
Acts are cut into two halves by name: the limits are chosen on one, and figures are told of the other.

    python bench/near_duplicates.py [--folder D] [--limit ACTS] [--out F]
"""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import yaml

from common import arguments, current_acts, peak_megabytes, shared, write
from geungeo.corpus import same, sketch, twins
from geungeo.corpus.read import read
from geungeo.corpus.same import Titles, plain_title
from geungeo.corpus.structure import split
from geungeo.records import Document
from geungeo.versions import Decided
from parse_acts import acts

RUNS = (8, 16, 32)
SHARES = (0.01, 0.05, 0.1, 0.2)
_ARTICLE = re.compile(r"^(?=(?:#+ )?제\d+조(?:의\d+)?\s*[(（])", re.MULTILINE)
_STEP = 0.01


@dataclass(frozen=True, slots=True)
class Pair:
    """kind: versions, copies, one title or two titles. together: whether they belong to one rule. fit: of the half that
    the limits are chosen on."""

    kind: str
    together: bool
    fit: bool
    one: Document
    other: Document


def main() -> None:
    parser = arguments(__doc__, "near_duplicates")
    parser.add_argument("--folder", help="unpacked acts, instead of the archive")
    options = parser.parse_args()
    data, limits = shared(), {"copies": twins.COPIES, "versions": same.VERSIONS}

    every = list(unstated(acts(Path(options.folder) if options.folder else None, options.limit)))
    sketching = SKETCHING.seconds
    pairs = [*versions_of(data), *edited(data, options.seed), *one_title(every), *two_titles(data)]
    scored = {run: [(pair, similarity(pair, run)) for pair in pairs] for run in RUNS}
    write(
        options,
        {
            "corpus": {"acts": len(every), "characters": sum(len(document.text) for document in every)},
            "pairs": counted(pairs),
            "limits": limits,
            "with_limits": {kind: figures(scored[sketch.RUN], kind, limit) for kind, limit in limits.items()},
            "by_run": {str(run): {kind: chosen(scored[run], kind) for kind in limits} for run in RUNS},
            "edited_copies": by_share(scored[sketch.RUN]),
            "families": families(scored[sketch.RUN]),
            "all_acts_without_ids": joined(every),
            "cost": cost(every, sketching),
        },
    )


def unstated(files: Iterable[tuple[str, bytes]]) -> Iterator[Document]:
    """Each act as a file that states no id. Its text is the file's: signs that only set type count for nothing."""
    for name, content in files:
        head, _, text = content.decode().removeprefix("---\n").partition("\n---\n")
        stated = {key: str(value or "") or None for key, value in yaml.load(head, yaml.CSafeLoader).items()}
        yield Document(
            doc_id=name,
            title=stated["제목"] or name,
            version="1",
            revised_at=stated["공포일자"],
            effective_at=stated["시행일자"],
            number=stated["공포번호"],
            text=text,
            source=name,
            file=name,
            kind="md",
            file_hash="",
            sketch=timed_sketch(text),
        )


@dataclass
class Clock:
    """Processor seconds."""

    seconds: float = 0.0


SKETCHING = Clock()


def timed_sketch(text: str) -> str:
    started = time.process_time()
    found = sketch.sketch(text)
    SKETCHING.seconds += time.process_time() - started
    return found


def rules(data: Path) -> Iterator[Document]:
    """Other real rules, as geungeo reads them."""
    root = data / "rules"
    for path in [*sorted(root.rglob("*.hwpx")), *sorted((root / "foss-for-all/legal").rglob("*.md"))]:
        for parsed in split(read(path.read_bytes(), path.name), file=path.name, file_hash="", doc_id=str(path)):
            yield parsed.document


def versions_of(data: Path) -> Iterator[Pair]:
    root = data / "statutes/history"
    for folder in sorted({path.parent for path in root.rglob("*.md")}):
        files = [(str(path.relative_to(root)), path.read_bytes()) for path in sorted(folder.glob("*.md"))]
        for one, other in pairwise(unstated(files)):
            yield Pair("versions", True, in_fit(one.title), one, other)


def edited(data: Path, seed: int) -> Iterator[Pair]:
    real = [*unstated((name, path.read_bytes()) for path, name in current_acts(data)), *rules(data)]
    found = [document for document in real if len(_ARTICLE.split(document.text)) > 5]
    others = [_ARTICLE.split(document.text)[-1] for document in found]
    for document in found:
        for share in SHARES:
            rng = random.Random(f"{seed} {document.file} {share}")
            text = edit(document.text, share, others, rng)
            copy = replace(document, text=text, file=f"{share} {document.file}", doc_id=f"{share} {document.doc_id}")
            yield Pair("copies", True, in_fit(document.title), document, copy)


def edit(text: str, share: float, others: Sequence[str], rng: random.Random) -> str:
    """The text with this share of its articles, at least one, amended as people amend."""
    head, *articles = _ARTICLE.split(text)
    for at in rng.sample(range(len(articles)), max(1, round(share * len(articles)))):
        kind, old = rng.randrange(5), articles[at]
        articles[at] = (
            re.sub(r"\d+(?=일|년|월|명|퍼센트|만원|원)", lambda found: str(int(found[0]) + 1), old)
            if kind == 0
            else re.sub(r"[^.\n]+\.\s*$", "", old)
            if kind == 1
            else f"{old.rstrip()} 다만, 다음 각 호의 경우에는 그러하지 아니하다.\n"
            if kind == 2
            else ""
            if kind == 3
            else old + rng.choice(others)
        )
    return head + "".join(articles)


def one_title(every: Sequence[Document]) -> Iterator[Pair]:
    """Acts of one title are two acts: their ids differ."""
    by_title: dict[str, list[Document]] = defaultdict(list)
    for document in every:
        by_title[plain_title(document.title)].append(document)
    for title, some in by_title.items():
        yield from (Pair("one title", False, in_fit(title), one, other) for one, other in combinations(some, 2))


def two_titles(data: Path) -> Iterator[Pair]:
    found = list(unstated((name, path.read_bytes()) for path, name in current_acts(data)))
    for one, other in combinations(found, 2):
        if plain_title(one.title) != plain_title(other.title):
            yield Pair("two titles", False, in_fit(one.title), one, other)


def in_fit(title: str) -> bool:
    return hashlib.sha1(plain_title(title).encode()).digest()[0] % 2 == 0


def similarity(pair: Pair, run: int, known: dict[tuple[int, str], str] = {}) -> float:  # noqa: B006  kept on purpose
    """With runs of this many letters."""
    usual, sketch.RUN = sketch.RUN, run
    for document in (pair.one, pair.other):
        if (run, document.text) not in known:
            known[run, document.text] = sketch.sketch(document.text)
    sketch.RUN = usual
    return sketch.similarity(known[run, pair.one.text], known[run, pair.other.text])


def counted(pairs: Iterable[Pair]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(lambda: {"fit": 0, "report": 0})
    for pair in pairs:
        found[pair.kind]["fit" if pair.fit else "report"] += 1
    return dict(found)


def figures(scored: Sequence[tuple[Pair, float]], kind: str, limit: float, fit: bool = False) -> dict[str, Any]:
    """Of one half: title and collection agree and the text is this alike. Two titles are never joined by text."""
    right = [score for pair, score in scored if pair.kind == kind and pair.fit == fit]
    wrong = [score for pair, score in scored if pair.kind == "one title" and pair.fit == fit]
    hits, false = sum(score >= limit for score in right), sum(score >= limit for score in wrong)
    return {
        "n": len(right),
        "n_apart": len(wrong),
        "recall": round(hits / max(1, len(right)), 4),
        "precision": round(hits / max(1, hits + false), 4),
        "false": false,
        "least_right": round(min(right, default=0.0), 3),
        "greatest_wrong": round(max(wrong, default=0.0), 3),
    }


def chosen(scored: Sequence[tuple[Pair, float]], kind: str) -> dict[str, Any]:
    """The middle of the limits with the best F1 on one half, and what it does on the other."""

    def f1(limit: float) -> float:
        found = figures(scored, kind, limit, fit=True)
        return float(2 * found["recall"] * found["precision"] / max(1e-9, found["recall"] + found["precision"]))

    steps = [round(_STEP * step, 2) for step in range(1, 100)]
    best = max(map(f1, steps))
    equals = [limit for limit in steps if f1(limit) >= best]
    middle = round((equals[0] + equals[-1]) / 2, 2)
    range_ = {"limits_of_best_f1": [equals[0], equals[-1]], "f1": round(best, 4), "limit": middle}
    return {**range_, **figures(scored, kind, middle)}


def by_share(scored: Iterable[tuple[Pair, float]]) -> dict[str, dict[str, float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for pair, score in scored:
        if pair.kind == "copies":
            found[pair.other.file.split()[0]].append(score)
    return {
        share: {"least": round(min(s), 3), "median": round(sorted(s)[len(s) // 2], 3)} for share, s in found.items()
    }


def families(scored: Iterable[tuple[Pair, float]], shown: int = 12) -> list[list[Any]]:
    """The nearest of those that differ on purpose. They stay apart by their titles, whatever the figure."""
    near = sorted(((score, pair) for pair, score in scored if pair.kind == "two titles"), key=lambda each: -each[0])
    return [[round(score, 3), pair.one.title, pair.other.title] for score, pair in near[:shown]]


def joined(every: Sequence[Document]) -> dict[str, Any]:
    """What becomes one of all acts when none states its id, first as versions (as ingest does it), then as copies."""
    titles = Titles(lambda document: "", [])
    versions: list[list[Any]] = []
    for document in every:
        if found := titles.earlier(document):
            versions.append([round(found.share, 3), found.document.file, document.file])
        titles.add([document])
    copies = twins.groups(every, lambda document: "", Decided())
    shown = [
        [round(twins.likeness(*group.documents[:2]), 3), *(document.file for document in group.documents)]
        for group in copies
    ]
    return {"versions": sorted(versions, reverse=True), "copies": sorted(shown, reverse=True)}


def cost(every: Sequence[Document], sketching: float) -> dict[str, Any]:
    return {
        "sketch_all_cpu_s": round(sketching, 1),
        "group_all_cpu_s": cpu(lambda: twins.groups(every, lambda document: "", Decided())),
        "sketch_bytes": round(sum(len(document.sketch) for document in every) / max(1, len(every))),
        "peak_resident_mb": peak_megabytes(),
    }


def cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return round(time.process_time() - started, 3)


if __name__ == "__main__":
    main()
