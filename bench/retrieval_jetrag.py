"""Retrieval on jet-rag's questions over its own documents (hwpx, hwp, pdf).

A passage is right when it comes from the expected document and holds all (strict) or any (loose) of the
must_include strings. `reachable` counts questions that some passage of this chunking satisfies; the others are
misses of every ranking and stay in n. Questions that ask for a picture or a scanned table (caption_dependent)
are apart, and so are those about a file that is another text under the same name (other_text). Recall is that of at least one right passage (hit@k); how many right passages there are is chance.

    python bench/retrieval_jetrag.py [--lexical-only] [--limit N] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from common import Bench, Search, Stages, arguments, folder_of, sampled, shared, ways, write
from geungeo.korean.passage import heading
from geungeo.ports import Snapshot
from geungeo.records import Chunk
from jetrag_labels import Case, cases, loose, strict
from ranking import RANKED_AT, RECALL_AT, hit, means, reciprocal_rank

CANDIDATES = 50
GROUPS = ("at_hand_text", "at_hand_picture", "other_text")
Right: TypeAlias = Callable[[Case, str, str], bool]
DEFINITIONS: dict[str, Right] = {"strict": strict, "loose": loose}


def documents(data: Path) -> list[tuple[Path, str]]:
    """jet-rag's documents, without the note that lies beside them."""
    folder = data / "rules/jet-rag/assets/public"
    return [(path, path.name) for path in sorted(folder.iterdir()) if path.suffix in (".hwp", ".hwpx", ".pdf")]


def golden(data: Path) -> list[Case]:
    text = (data / "rules/jet-rag/evals/golden_v2.no-resume.csv").read_text(encoding="utf-8-sig")
    return cases(text, [name for _, name in documents(data)])


def opened(data: Path, work: Path, vectors: bool) -> Bench:
    docs = folder_of(work / "jetrag-docs", documents(data))
    return Bench(work / f"jetrag-{'vectors' if vectors else 'lexical'}", docs, vectors)


def main() -> None:
    parser = arguments(__doc__, "retrieval_jetrag")
    parser.add_argument("--lexical-only", action="store_true", help="no vectors")
    options = parser.parse_args()

    data = shared()
    bench = opened(data, options.work, vectors=not options.lexical_only)
    stages = Stages()
    bench.ingest(stages)
    bench.embed(stages)
    snapshot, thresholds = bench.snapshot(), bench.thresholds()
    positive = [case for case in golden(data) if not case.negative]
    asked = sampled([case for case in positive if case.documents and case.must_include], options.limit, options.seed)
    figures = {
        way: _by_definition(search, asked, snapshot)
        for way, search in ways(snapshot, bench.embedder, thresholds, CANDIDATES).items()
    }
    write(
        options,
        {
            "corpus": {"documents": len(snapshot.documents), "chunks": len(snapshot.chunks)},
            "embedding_model": bench.model,
            "fusion_weights": thresholds.fusion,
            "questions": {
                "positive": len(positive),
                "document_at_hand": sum(bool(case.documents) for case in positive),
                "with_must_include": len(asked),
            },
            "seconds": stages.rounded(),
            "figures": figures,
        },
    )


def _by_definition(search: Search, asked: list[Case], snapshot: Snapshot) -> dict[str, Any]:
    groups = {name: [case for case in asked if case.group == name] for name in GROUPS}
    return {
        name: {where: _figures(search, group, right, snapshot) for where, group in groups.items()}
        for name, right in DEFINITIONS.items()
    }


def _figures(search: Search, group: list[Case], right: Right, snapshot: Snapshot) -> dict[str, float | int]:
    rows, reachable = [], 0
    for case in group:
        relevant = {chunk.chunk_id for chunk in snapshot.chunks.values() if _is_right(case, chunk, right, snapshot)}
        reachable += bool(relevant)
        ranking = search(case.question)
        row = {f"recall@{k}": hit(ranking, relevant, k) for k in RECALL_AT}
        rows.append(row | {f"mrr@{RANKED_AT}": reciprocal_rank(ranking, relevant, RANKED_AT)})
    return means(rows) | {"reachable": reachable}


def _is_right(case: Case, chunk: Chunk, right: Right, snapshot: Snapshot) -> bool:
    """The heading counts as text: the reader of a passage sees it."""
    file = Path(snapshot.documents[chunk.key].file).name
    return right(case, file, f"{heading(chunk)}\n{chunk.text}")


if __name__ == "__main__":
    main()
