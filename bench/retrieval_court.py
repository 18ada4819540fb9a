"""Retrieval on court_issue_statute_pairs: the issue of a judgment must find the articles the court rested on.

Gold: articles of the main part of the acts in statutes/current. The main figure counts only rows judged after the
last full revision of every act they cite was in force (court_labels.REVISED names the most cited ones); older rows
and rows that name a former law are reported apart. Pieces of one article count once; a piece of another part
(부칙) takes its own rank and is never right.

    python bench/retrieval_court.py [--lexical-only] [--cited-only] [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from common import Bench, Search, Stages, arguments, current_acts, folder_of, sampled, shared, ways, write
from court_labels import REVISED, cited, commencements, group, labels, solid, title
from geungeo.ports import Snapshot
from geungeo.records import Chunk
from ranking import distinct, means, scores

# (solid title, article) of the main part; any other piece is its own item.
Item: TypeAlias = tuple[str, str]
GROUPS = ("current", "older", "former_law")
# Pieces of one article share ranks: enough candidates for twenty distinct articles.
CANDIDATES = 100


@dataclass(frozen=True, slots=True)
class Case:
    question: str
    relevant: frozenset[Item]
    group: str


def main() -> None:
    parser = arguments(__doc__, "retrieval_court")
    parser.add_argument("--lexical-only", action="store_true", help="no vectors")
    parser.add_argument("--cited-only", action="store_true", help="corpus of the acts that counted rows cite")
    options = parser.parse_args()

    data = shared()
    acts = {(path, name): path.read_text(encoding="utf-8") for path, name in current_acts(data)}
    in_force = commencements(acts.values())
    rows = [json.loads(line) for line in _lines(data / "qa/court_issue_statute_pairs.jsonl")]
    wanted = _cited_acts(rows, in_force) if options.cited_only else set(in_force)
    files = [file for file, text in acts.items() if solid(title(text)) in wanted]

    name = "court-cited" if options.cited_only else "court"
    vectors = not options.lexical_only
    docs = folder_of(options.work / f"{name}-docs", files)
    bench = Bench(options.work / f"{name}-{'vectors' if vectors else 'lexical'}", docs, vectors)
    stages = Stages()
    bench.ingest(stages)
    bench.embed(stages)
    snapshot, thresholds = bench.snapshot(), bench.thresholds()
    cases = list(_cases(rows, in_force, _articles(snapshot)))
    chosen = sampled(cases, options.limit, options.seed)
    figures = {
        way: {
            name: means([_scored(case, search, snapshot) for case in chosen if case.group == name]) for name in GROUPS
        }
        for way, search in ways(snapshot, bench.embedder, thresholds, CANDIDATES).items()
    }
    write(
        options,
        {
            "corpus": {"files": len(files), "documents": len(snapshot.documents), "chunks": len(snapshot.chunks)},
            "embedding_model": bench.model,
            "fusion_weights": thresholds.fusion,
            "rows": _counts(rows, in_force, cases),
            "revisions": [{"act": a, "number": n, "promulgated": p, "in_force": f} for a, n, p, f in REVISED],
            "seconds": stages.rounded(),
            "figures": figures,
        },
    )


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as stream:
        yield from stream


def _cited_acts(rows: Iterable[dict[str, str]], in_force: Mapping[str, str]) -> set[str]:
    """Acts of the corpus that any row of the main figure cites."""
    counted = [row for row in rows if group(row["date"], row["statutes"], in_force) == "current"]
    return {ref.act for row in counted for ref in cited(row["statutes"]) if ref.act in in_force}


def _articles(snapshot: Snapshot) -> dict[str, set[str]]:
    """Articles of the main part by solid title, as the index has them."""
    found: dict[str, set[str]] = defaultdict(set)
    for chunk in snapshot.chunks.values():
        if chunk.part == "본칙" and chunk.article:
            found[solid(chunk.doc)].add(chunk.article)
    return found


def _cases(
    rows: Iterable[dict[str, str]], in_force: Mapping[str, str], articles: Mapping[str, set[str]]
) -> Iterator[Case]:
    """Rows with at least one label in the corpus, each with its group."""
    for row in rows:
        relevant = labels(row["statutes"], articles)
        where = group(row["date"], row["statutes"], in_force)
        if relevant and where != "not_in_corpus":
            yield Case(row["issue"], frozenset(relevant), where)


def main_cases(data: Path, snapshot: Snapshot) -> list[Case]:
    """The rows of the main figure."""
    in_force = commencements(path.read_text(encoding="utf-8") for path, _ in current_acts(data))
    rows = [json.loads(line) for line in _lines(data / "qa/court_issue_statute_pairs.jsonl")]
    return [case for case in _cases(rows, in_force, _articles(snapshot)) if case.group == "current"]


def _scored(case: Case, search: Search, snapshot: Snapshot) -> dict[str, float]:
    found = [item(snapshot.chunks[chunk_id]) for chunk_id in search(case.question)]
    return scores(distinct(found), case.relevant)


def item(chunk: Chunk) -> Item:
    """What of a chunk is right or wrong: its article, or itself."""
    if chunk.part == "본칙" and chunk.article:
        return solid(chunk.doc), chunk.article
    return chunk.chunk_id, ""


def _counts(rows: list[dict[str, str]], in_force: Mapping[str, str], cases: list[Case]) -> dict[str, Any]:
    """How many rows there are of each group, and how many of them have a label in the corpus."""
    return {
        "all": len(rows),
        "by_group": dict(Counter(group(row["date"], row["statutes"], in_force) for row in rows)),
        "with_label": dict(Counter(case.group for case in cases)),
        "labels_per_row": round(sum(len(case.relevant) for case in cases) / max(1, len(cases)), 2),
    }


if __name__ == "__main__":
    main()
