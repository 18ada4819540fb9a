"""Parse of all acts: articles found against headings in the raw files, characters, collisions, seconds, memory.

Reads statutes/all-current.tar.xz as a stream (nothing is unpacked), or the unpacked acts below --folder.
For reference it also counts what a plain `^제(\\d+)조` splitter does to the same text.

    python bench/parse_acts.py [--folder D] [--limit ACTS] [--out F]
"""

from __future__ import annotations

import re
import tarfile
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from common import arguments, peak_megabytes, shared, write
from geungeo.corpus.chunk import article_numbers, chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.korean.normalize import solid_length
from geungeo.records import Chunk

_RAW_HEADING = re.compile(r"^##### 제(\d+)조(?:의(\d+))?", re.MULTILINE)
_PLAIN = re.compile(r"^제(\d+)조", re.MULTILINE)
# Enough to look at, never a page.
_SHOWN = 30


@dataclass
class Count:
    """Sums over all acts; `odd` names acts that do not add up, with what was seen."""

    sums: Counter[str] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=lambda: {"read": 0.0, "parse and chunk": 0.0})
    ids: array[int] = field(default_factory=lambda: array("Q"))
    peaks: list[int] = field(default_factory=list)


def main() -> None:
    parser = arguments(__doc__, "parse_acts")
    parser.add_argument("--folder", help="unpacked acts, instead of the archive")
    options = parser.parse_args()

    count = Count()
    started = time.perf_counter()
    for name, data in acts(Path(options.folder) if options.folder else None, options.limit):
        add(count, name, data)
        if count.sums["acts"] % 500 == 0:
            count.peaks.append(int(peak_megabytes()["process"]))
    total = time.perf_counter() - started
    write(options, result(count, total))


def acts(folder: Path | None, limit: int) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of each act, in the archive's or the folder's order."""
    found = from_folder(folder) if folder else from_archive(shared() / "statutes/all-current.tar.xz")
    for at, act in enumerate(found):
        if limit and at >= limit:
            return
        yield act


def from_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*.md")):
        yield str(path.relative_to(folder)), path.read_bytes()


def from_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path, "r|xz") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.name.endswith(".md") else None
            if stream:
                yield member.name, stream.read()


def add(count: Count, name: str, data: bytes) -> None:
    """One act, read, parsed and checked; nothing of it is kept but the numbers."""
    clock = time.perf_counter()
    reading = read(data, name)
    after_reading = time.perf_counter()
    parsed = split(reading, file=name, file_hash="", doc_id=name)
    pieces = [(document, chunks(document)) for document in parsed]
    done = time.perf_counter()
    count.seconds["read"] += after_reading - clock
    count.seconds["parse and chunk"] += done - after_reading
    count.sums["acts"] += 1
    count.sums["documents"] += len(parsed)
    if len(parsed) > 1:
        odd(count, "documents", f"{name}: {[document.document.title for document in parsed]}")
    headings(count, name, data.decode("utf-8"), parsed)
    out = sum(solid_length(document.document.text) for document in parsed)
    stated = sum(difference.chars for difference in reading.differences)
    added = sum(difference.chars for document in parsed for difference in document.added)
    count.sums["characters in"] += reading.chars_in
    count.sums["characters out"] += out
    if out != reading.chars_in + stated + added:
        odd(count, "characters", f"{name}: {out} out, {reading.chars_in} in, {stated} + {added} named")
    for document, found in pieces:
        cover(count, name, document, found)
        plain(count, document)


def headings(count: Count, name: str, raw: str, parsed: list[ParsedDocument]) -> None:
    wanted = [f"{a}의{b}" if b else a for a, b in _RAW_HEADING.findall(raw)]
    found = [number for document in parsed for number in article_numbers(document)]
    count.sums["article headings in raw"] += len(wanted)
    count.sums["articles found"] += len(found)
    if found != wanted:
        odd(count, "articles", f"{name}: {len(found)} found of {len(wanted)}")


def cover(count: Count, name: str, document: ParsedDocument, found: list[Chunk]) -> None:
    """Every non-space character in one chunk or in stated overlap, at its offsets; no id twice in the law book."""
    text, at = document.document.text, 0
    for chunk in found:
        if text[chunk.start : chunk.end] != chunk.text:
            odd(count, "offsets", f"{name}: {chunk.label}")
        lost = solid_length(text[at : chunk.start]) if chunk.start > at else 0
        if lost:
            odd(count, "unaccounted", f"{name}: {lost} before {chunk.label}")
        count.sums["unaccounted characters"] += lost
        count.sums["overlap characters"] += solid_length(text[chunk.start : at]) if chunk.start < at else 0
        at = max(at, chunk.end)
        count.parts[chunk.part] += 1
        count.ids.append(int(chunk.chunk_id, 16))
    count.sums["unaccounted characters"] += solid_length(text[at:])
    count.sums["chunks"] += len(found)


def plain(count: Count, document: ParsedDocument) -> None:
    """What cutting at every line that begins with 제N조 gives: ids by number, text before the first one lost."""
    starts = list(_PLAIN.finditer(document.document.text))
    count.sums["plain chunks"] += len(starts)
    count.sums["plain collisions"] += len(starts) - len({match.group(1) for match in starts})
    first = starts[0].start() if starts else len(document.document.text)
    count.sums["plain lost characters"] += solid_length(document.document.text[:first])


def odd(count: Count, kind: str, what: str) -> None:
    count.sums[f"odd: {kind}"] += 1
    if sum(line.startswith(kind) for line in count.odd) < _SHOWN:
        count.odd.append(f"{kind}: {what}")


def result(count: Count, total: float) -> dict[str, object]:
    sums = count.sums
    peak = peak_megabytes()
    return {
        "counts": {name: number for name, number in sorted(sums.items()) if not name.startswith("plain")},
        "id_collisions": len(count.ids) - len(set(count.ids)),
        "chunks_by_part": dict(count.parts),
        "plain_splitter": {
            "chunks": sums["plain chunks"],
            "collided_share": round(sums["plain collisions"] / max(1, sums["plain chunks"]), 4),
            "lost_text_share": round(sums["plain lost characters"] / max(1, sums["characters out"]), 4),
        },
        "seconds": {name: round(value, 1) for name, value in count.seconds.items()} | {"total": round(total, 1)},
        "peak_resident_mb": peak,
        "peak_mb_every_500_acts": count.peaks,
        "odd": count.odd,
    }


if __name__ == "__main__":
    main()
