"""What the access filter costs: an employee's question against an operator's, by how much they may read.

Two bases, lexical only: statutes/current, and 5,000 synthetic documents whose chunks are drawn, seeded, from those of
statutes/current, so that their words are spread as in rules. Folders are dealt out to groups; readers are in none, in
one (2 % of the documents or more), in half of the groups, in all of them. Every reader asks the same questions; `first`
is the first question after the rules changed, which sorts all documents anew. Milliseconds of processor time.

    python bench/access.py [--documents 5000] [--limit 100] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import dataclasses
import json
import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from common import ROOT, Bench, Stages, arguments, current_acts, folder_of, percentile, shared, write
from geungeo.ports import Batch
from geungeo.records import Chunk, Document, Reader

GROUPS = 50
CHUNKS_EACH = 2
READERS = {
    "operator": Reader("op", role="operator"),
    "employee, all groups": Reader("e", tuple(f"g{n}" for n in range(GROUPS))),
    "employee, half of the groups": Reader("e", tuple(f"g{n}" for n in range(0, GROUPS, 2))),
    "employee, one group": Reader("e", ("g0",)),
    "employee, no group": Reader("e"),
}


def main() -> None:
    parser = arguments(__doc__, "access")
    parser.set_defaults(limit=100)
    parser.add_argument("--documents", type=int, default=5000)
    options = parser.parse_args()
    rows = json.loads((ROOT / "cases/relevance.json").read_text(encoding="utf-8"))["cases"]
    questions = random.Random(options.seed).sample([row["q"] for row in rows], min(options.limit, len(rows)))

    docs = folder_of(options.work / "access-docs", current_acts(shared()))
    statutes = Bench(options.work / "access-statutes", docs, vectors=False)
    statutes.ingest(Stages())
    made = Bench(options.work / f"access-{options.documents}", docs, vectors=False)
    _fill(made, list(statutes.snapshot().chunks.values()), options.documents, options.seed)
    bases = {"statutes/current": statutes, f"{options.documents:,} synthetic documents": made}
    write(
        options,
        {"questions": len(questions), "figures": {name: _measured(base, questions) for name, base in bases.items()}},
    )


def _fill(bench: Bench, chunks: list[Chunk], documents: int, seed: int) -> None:
    """Add what is missing, a thousand documents a commit."""
    chance = random.Random(seed)
    held = bench.snapshot().documents
    todo = (pair for pair in _documents(chunks, documents, chance) if pair[0].doc_id not in held)
    while some := list(islice(todo, 1000)):
        bench.store.apply(Batch(tuple(d for d, _ in some), tuple(chunk for _, own in some for chunk in own)))


def _documents(chunks: list[Chunk], count: int, chance: random.Random) -> Iterator[tuple[Document, list[Chunk]]]:
    for n in range(count):
        drawn = chance.sample(chunks, CHUNKS_EACH)
        text = "\n".join(chunk.text for chunk in drawn)
        name = f"부서{n % GROUPS:02}/규정 {n:05}.md"
        document = Document(name, f"규정 {n:05}", "1", None, None, None, text, name, name, "md", "")
        yield document, list(_cut(document, drawn))


def _cut(document: Document, drawn: list[Chunk]) -> Iterator[Chunk]:
    start = 0
    for order, chunk in enumerate(drawn):
        yield dataclasses.replace(
            chunk,
            chunk_id=f"{document.doc_id[-8:-3]}{order:011}",
            doc_id=document.doc_id,
            doc=document.title,
            label=f"{document.title} {order + 1}",
            source=document.source,
            start=start,
            end=start + len(chunk.text),
        )
        start += len(chunk.text) + 1


def _measured(bench: Bench, questions: list[str]) -> dict[str, Any]:
    snapshot = bench.snapshot()
    folders = sorted({document.file.partition("/")[0] for document in snapshot.documents.values()})
    settings = bench.workspace / "geungeo.toml"
    plain = settings.read_text(encoding="utf-8").partition("\n# rules\n")[0]
    rules = [f'[folders."{name}"]\nallow = ["group:g{n % GROUPS}"]\n' for n, name in enumerate(folders)]
    for question in questions[:10]:
        bench.ask(question, READERS["operator"])
    readers = {}
    for n, (name, reader) in enumerate(READERS.items()):
        settings.write_text(f"{plain}\n# rules\n# {n}\n" + "".join(rules), encoding="utf-8")
        readers[name] = _asked(bench, questions, reader)
    settings.write_text(plain, encoding="utf-8")
    return {"documents": len(snapshot.documents), "chunks": len(snapshot.chunks), "rules": len(rules)} | readers


def _asked(bench: Bench, questions: list[str], reader: Reader) -> dict[str, Any]:
    """cold: each question for the first time since the rules changed. warm: the same ones again."""
    cold = [_seconds(bench, question, reader) for question in questions]
    warm = [_seconds(bench, question, reader) for question in questions]
    shares = {
        "first_ms": cold[0],
        "cold_p50_ms": percentile(cold, 0.5),
        "cold_p95_ms": percentile(cold, 0.95),
        "p50_ms": percentile(warm, 0.5),
        "p95_ms": percentile(warm, 0.95),
    }
    readable = len(bench.seen_by(reader).documents)
    return {"readable": readable} | {name: round(value * 1000, 1) for name, value in shares.items()}


def _seconds(bench: Bench, question: str, reader: Reader) -> float:
    """Of processor time, so that a busy machine does not tell."""
    started = time.process_time()
    bench.ask(question, reader)
    return time.process_time() - started


if __name__ == "__main__":
    main()
