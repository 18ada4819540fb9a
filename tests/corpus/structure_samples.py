"""Readings for the tests of structure and chunks: rules written as lines, and real acts."""

from __future__ import annotations

import random
from pathlib import Path

from geungeo.corpus.blocks import Block, Cell, Paragraph, Reading, Table
from geungeo.corpus.chunk import chunks
from geungeo.corpus.quality import flagged
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split
from geungeo.records import Chunk

SEED = 20261130


def reading(*blocks: Block | str) -> Reading:
    """A reading of blocks; a string is a paragraph of its own for each of its lines."""
    flat: list[Block] = []
    for block in blocks:
        flat.extend([Paragraph(line) for line in block.split("\n")] if isinstance(block, str) else [block])
    return Reading("txt", tuple(flat), 0)


def table(*rows: tuple[str, ...]) -> Table:
    """A table of plain cells; a cell's lines are its paragraphs."""
    cells = [
        Cell(r, c, tuple(Paragraph(line) for line in text.split("\n")))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    ]
    return Table(tuple(cells))


def parse(*blocks: Block | str, file: str = "규칙.txt", doc_id: str = "rule") -> list[ParsedDocument]:
    return split(reading(*blocks), file=file, file_hash="0", doc_id=doc_id)


def parse_file(path: Path, doc_id: str = "") -> list[ParsedDocument]:
    got = read(path.read_bytes(), path.name)
    return split(got, file=path.name, file_hash="0", doc_id=doc_id or path.name)


def pieces(*blocks: Block | str) -> list[Chunk]:
    """Chunks of all documents that the blocks make."""
    return [chunk for document in parse(*blocks) for chunk in flagged(document, chunks(document))]


def labels(*blocks: Block | str, part: str = "") -> list[str]:
    return [chunk.label for chunk in pieces(*blocks) if part in ("", chunk.part)]


def acts(shared: Path, count: int) -> list[Path]:
    """A seeded sample of the acts in statutes/current."""
    found = sorted((shared / "statutes/current").rglob("*.md"))
    return random.Random(SEED).sample(found, count)


def assert_whole(document: ParsedDocument, found: list[Chunk], overlap: int = 0) -> None:
    """Chunks slice their text, follow each other and leave out nothing; neighbours share at most `overlap`."""
    text, at = document.document.text, 0
    for chunk in found:
        assert text[chunk.start : chunk.end] == chunk.text
        assert chunk.text == chunk.text.strip() != ""
        assert at - chunk.start <= overlap, chunk.label
        assert not text[at : chunk.start].strip(), chunk.label
        assert chunk.end > at, chunk.label
        at = chunk.end
    assert not text[at:].strip()
