"""Flags of form over real documents: what is flagged and is none, and contents lists that are missed.

Every flagged chunk of a document was read (no programs); what was flagged wrongly stands in cases/quality.json, the contents lists in
cases/contents.json. A flagged chunk that stands in neither run's list is judged right: `--show` prints all of them, so
that a change of the rules is read again. `--acts N`: a seeded sample of all acts from the archive.

    python bench/quality_flags.py [--acts 500] [--show] [--out F]
"""

from __future__ import annotations

import json
import random
import re
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from common import ROOT, arguments, current_acts, shared, write
from geungeo.corpus.chunk import chunks
from geungeo.corpus.quality import FILLER, flagged, warnings
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length
from geungeo.records import Chunk
from geungeo.search.evidence import barred

SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
FOLDERS = ("office", "rules", "confluence")
_NO_DOCUMENT = re.compile(
    r"snapshots/|README|LICENSE|NOTICE|/history/|hwpxlib_corpus|evals/|reference\.txt|page\.v2|pages\.yaml|\.json$|expected|\.(?:m?js|ts|py|rs|sh)$|\.html$"
)
_PREFIX = 40


@dataclass
class Parsed:
    """Documents of one file, before they are flagged."""

    name: str
    documents: list[ParsedDocument]
    chunks: list[list[Chunk]]

    found: dict[float, list[list[Chunk]]] = field(default_factory=dict)

    def flagged(self, share: float) -> list[list[Chunk]]:
        """Of each document; made once a share."""
        if share not in self.found:
            pairs = zip(self.documents, self.chunks, strict=True)
            self.found[share] = [flagged(each, some, share) for each, some in pairs]
        return self.found[share]


@dataclass
class Judged:
    """Known wrong flags: (file, kind:rule, first characters of the chunk)."""

    wrong: set[tuple[str, str, str]] = field(default_factory=set)

    def is_wrong(self, name: str, flag: str, chunk: Chunk) -> bool:
        return (name, flag, chunk.text[:_PREFIX]) in self.wrong


def main() -> None:
    parser = arguments(__doc__, "quality_flags")
    parser.add_argument("--acts", type=int, default=500, help="acts sampled from the archive; 0: none")
    parser.add_argument("--show", action="store_true", help="print every flagged chunk")
    options = parser.parse_args()
    data = shared()

    judged = Judged({tuple(row) for row in _cases("quality.json")["wrong"]})
    current = _limited(
        (parsed(path.read_bytes(), f"statutes/current/{name}") for path, name in current_acts(data)), options.limit
    )
    other = _limited(
        (parsed(path.read_bytes(), nfc(str(path.relative_to(data)))) for path in documents(data)), options.limit
    )
    sets = {"statutes/current": current, "other documents": other}
    if options.acts:
        sets[f"{options.acts} acts of the archive"] = sampled_acts(data, options.acts, options.seed)
    if options.show:
        show(sets)
    labels = _cases("contents.json")["contents"]
    write(
        options,
        {
            "filler": FILLER,
            "flagged": {name: counts(files, judged) for name, files in sets.items()},
            "contents": contents(other, labels, FILLER),
            "shares": {str(share): at_share(sets, labels, judged, share) for share in SHARES},
            "warnings": {name: told(files) for name, files in sets.items()},
        },
    )


def parsed(data: bytes, name: str) -> Parsed | None:
    """None for what is refused."""
    try:
        found = split(read(data, name), file=name, file_hash="", doc_id=name)
    except UnreadableFile:
        return None
    return Parsed(name, found, [chunks(document) for document in found])


def documents(data: Path) -> list[Path]:
    """Every shared document once that is no fixture's answer; of equal bytes the first."""
    seen: dict[bytes, Path] = {}
    for folder in FOLDERS:
        for path in sorted((data / folder).rglob("*")):
            if path.is_file() and not _NO_DOCUMENT.search(str(path.relative_to(data))):
                seen.setdefault(path.read_bytes(), path)
    return list(seen.values())


def sampled_acts(data: Path, count: int, seed: int) -> list[Parsed]:
    with tarfile.open(data / "statutes/all-current.tar.xz", "r|xz") as archive:
        every = sorted(
            (m.name, stream.read()) for m in archive if m.name.endswith(".md") and (stream := archive.extractfile(m))
        )
    return _limited((parsed(text, name) for name, text in random.Random(seed).sample(every, min(count, len(every)))), 0)


def counts(files: list[Parsed], judged: Judged) -> dict[str, Any]:
    """Chunks and characters by flag, and those flagged wrongly; barred: never a ground."""
    flags: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for file, chunk in _chunks(files, FILLER):
        sums["chunks"] += 1
        sums["characters"] += solid_length(chunk.text)
        flags.update(chunk.flags)
        bad = [flag for flag in chunk.flags if judged.is_wrong(file.name, flag, chunk)]
        wrong.update(bad)
        sums["flagged"] += bool(chunk.flags)
        sums["barred"] += bool(barred(chunk)) and bool(chunk.flags)
        sums["wrong"] += bool(bad)
        sums["wrong_characters"] += solid_length(chunk.text) if bad else 0
    share = sums["wrong_characters"] / max(1, sums["characters"])
    by_flag = {flag: {"flagged": n, "wrong": wrong[flag]} for flag, n in sorted(flags.items())}
    return {
        "files": len(files),
        **dict(sums),
        "wrong": sums["wrong"],
        "wrong_share_of_text": round(share, 6),
        "by_flag": by_flag,
    }


def contents(files: list[Parsed], labels: list[dict[str, Any]], share: float) -> dict[str, Any]:
    """Chunks of which more than half lies in a labelled contents list: caught and missed, dotted ones apart."""
    by_name = {file.name: file for file in files}
    found: dict[str, Counter[str]] = defaultdict(Counter)
    missed = []
    for label in labels:
        file = by_name.get(label["file"])
        dotted = "dotted leaders, pdf" if label["file"].endswith(".pdf") else "others"
        for document, some in zip(file.documents, file.flagged(share), strict=True) if file else ():
            spans = label_spans(document.document.text, label)
            found[dotted]["lists"] += len(spans)
            for chunk in some:
                if 2 * sum(max(0, min(chunk.end, end) - max(chunk.start, start)) for start, end in spans) > len(
                    chunk.text
                ):
                    caught = _is(chunk, "toc")
                    found[dotted]["caught" if caught else "missed"] += 1
                    missed += [] if caught else [f"{label['file']}: {chunk.text[:_PREFIX]}"]
    return {name: {key: sums[key] for key in ("lists", "caught", "missed")} for name, sums in found.items()} | {
        "what": missed
    }


def label_spans(text: str, label: dict[str, Any]) -> list[tuple[int, int]]:
    """Where the contents lists stand in the document's text."""
    spans, start, at = [], -1, 0
    for line in text.split("\n"):
        if start < 0 and line.startswith(label["from"]):
            start = at
        elif start >= 0 and line.startswith(label["last"]):
            spans.append((start, at + len(line)))
            start = -1
        at += len(line) + 1
    return spans


def at_share(
    sets: dict[str, list[Parsed]], labels: list[dict[str, Any]], judged: Judged, share: float
) -> dict[str, Any]:
    """What a share of filler lines would flag as contents, form or index, and miss of the labelled contents."""
    sums: Counter[str] = Counter()
    for name, files in sets.items():
        for file, chunk in _chunks(files, share):
            ours = [flag for flag in chunk.flags if flag.startswith(("toc:", "form:", "index:"))]
            sums["flagged"] += bool(ours)
            bad = any(judged.is_wrong(file.name, flag, chunk) for flag in ours)
            sums["wrong"] += bad
            sums["wrong_in_acts"] += bad and name != "other documents"
    kept = contents(sets["other documents"], labels, share)
    lists = [row for key, row in kept.items() if key != "what"]
    return {
        "flagged": sums["flagged"],
        "wrong": sums["wrong"],
        "wrong_in_acts": sums["wrong_in_acts"],
        "contents_caught": sum(row["caught"] for row in lists),
        "contents_missed": sum(row["missed"] for row in lists),
    }


def told(files: list[Parsed]) -> dict[str, Any]:
    notes = {file.name: warnings(file.documents, file.flagged(FILLER)) for file in files}
    return {
        "files": sum(bool(some) for some in notes.values()),
        "of": len(files),
        "notes": sum(map(len, notes.values())),
    }


def show(sets: dict[str, list[Parsed]]) -> None:
    for files in sets.values():
        for file, chunk in _chunks(files, min(SHARES)):
            for flag in chunk.flags:
                print(
                    json.dumps([file.name, flag, chunk.text[:_PREFIX], chunk.text[_PREFIX:240]], ensure_ascii=False),
                    file=sys.stderr,
                )


def _chunks(files: Iterable[Parsed], share: float) -> Iterator[tuple[Parsed, Chunk]]:
    return ((file, chunk) for file in files for some in file.flagged(share) for chunk in some)


def _is(chunk: Chunk, kind: str) -> bool:
    return any(flag.partition(":")[0] == kind for flag in chunk.flags)


def _limited(files: Iterable[Parsed | None], limit: int) -> list[Parsed]:
    found: list[Parsed] = []
    for file in files:
        if limit and len(found) >= limit:
            break
        found += [file] if file else []
    return found


def _cases(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "cases" / name).read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    main()
