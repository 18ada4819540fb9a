"""What the office readers share: a paragraph with what is anchored in it, and the account of a whole reading."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from lxml import etree

from geungeo.corpus.blocks import (
    Aside,
    Block,
    Cell,
    Difference,
    Paragraph,
    Reading,
    Stated,
    Table,
    Unread,
    solid_length_of_blocks,
    texts_of_blocks,
)
from geungeo.corpus.read.zipped import open_zip, unpacked
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, squeeze, strip_control

Part: TypeAlias = str | Block

AUTOMATIC_NUMBERING = "automatic numbering"
REPEATED_HEADER = "repeated header or footer"
TRACKED_DELETION = "tracked deletion"
UNDER_MERGE = "cells covered by a merged one"
PLACE_NAMES = "names of sheets, slides and cells"


@dataclass(frozen=True, slots=True)
class Head:
    """What stands in front of a paragraph ('' for nothing); `level` 1-6 where the format states a heading, else 0."""

    text: str
    level: int = 0
    bullet: bool = False


_NOTES = ("footnote", "endnote", "memo", "hidden")
# Unpacked size of one file's parts: a rule with pictures stays far below, a zip bomb does not.
MAX_UNPACKED = 128 * 1024 * 1024
_MAX_ROWS, _MAX_COLUMNS = 65_536, 1_024


def assemble(parts: Iterable[Part], label: str = "", level: int = 0) -> list[Block]:
    """One paragraph and the objects anchored in it: those before its first character stand before it.

    A sentence is never cut by an object in its midst; notes stand behind it.
    """
    text, before, behind = "", list[Block](), list[Block]()
    for part in parts:
        if isinstance(part, str):
            text += part
        elif label or text.strip() or (isinstance(part, Aside) and part.role in _NOTES):
            behind.append(part)
        else:
            before.append(part)
    text = strip_control(nfc(f"{label} {text.strip()}")).strip()
    return [*before, *([Paragraph(text, level)] if text else []), *behind]


def numbered(head: Head, parts: Iterable[Part], tally: Counter[str]) -> list[Block]:
    """A paragraph with its automatic number or bullet, counted; a bullet in front of nothing is not shown."""
    parts = list(parts)
    empty = not any(part.strip() for part in parts if isinstance(part, str))
    label = "" if head.bullet and empty else head.text
    tally[AUTOMATIC_NUMBERING] += solid_length(label)
    return assemble(parts, label, head.level)


def plain(blocks: Iterable[Block]) -> str:
    """Text of the paragraphs among `blocks`, joined by spaces (a caption)."""
    return " ".join(block.text for block in blocks if isinstance(block, Paragraph))


def aside(role: str, blocks: Iterable[Block]) -> list[Block]:
    """The blocks as an Aside; nothing where they are nothing."""
    inner = tuple(blocks)
    return [Aside(role, inner)] if inner else []  # type: ignore[arg-type]


def table(cells: Iterable[Cell], caption: Iterable[Block], header_rows: int | None) -> list[Block]:
    """A table with its caption; what else stands in the caption follows it. Spans end where the grid ends.

    Raises UnreadableFile('corrupted') for a cell at an address that no table has.
    """
    inner = tuple(caption)
    rest = [block for block in inner if not isinstance(block, Paragraph)]
    ordered = sorted(cells, key=lambda cell: (cell.row, cell.col))
    rows = max((cell.row for cell in ordered), default=0) + 1
    cols = max((cell.col for cell in ordered), default=0) + 1
    if rows > _MAX_ROWS or cols > _MAX_COLUMNS or any(cell.row < 0 or cell.col < 0 for cell in ordered):
        raise UnreadableFile("corrupted", f"표의 크기가 올바르지 않습니다({rows}행 {cols}열)")
    fitted = (
        replace(cell, row_span=min(cell.row_span, rows - cell.row), col_span=min(cell.col_span, cols - cell.col))
        for cell in ordered
    )
    return [Table(tuple(fitted), plain(inner), header_rows), *rest] if ordered or inner else []


def leading_rows(rows: Iterable[tuple[int, bool]]) -> int | None:
    """How many first rows consist of header cells only, from (row, is header) of all cells; None for no row."""
    header = {row for row, is_header in rows if is_header} - {row for row, is_header in rows if not is_header}
    count = next(n for n in itertools.count() if n not in header)
    return count or None


def finish(
    kind: str,
    blocks: Iterable[Block],
    chars_in: int,
    tally: Counter[str],
    title: str | None,
    unread: Counter[str],
    notes: tuple[str, ...] = (),
) -> Reading:
    """The reading, repeated headers left out. unread: what is seen but not read, by keys of messages.UNREAD.

    Raises UnreadableFile without any character: empty, or scanned where there are pictures.
    """
    kept = _without_repeats(blocks, tally)
    if solid_length_of_blocks(kept) <= tally[PLACE_NAMES]:
        raise UnreadableFile("scanned" if unread["picture"] else "empty", f"{kind}: 글자가 없습니다")
    differences = tuple(Difference(name, chars) for name, chars in sorted(tally.items()) if chars)
    seen = tuple(Unread(name, count) for name, count in sorted(unread.items()) if count)
    return Reading(kind, kept, chars_in, stated_title(title, kept), differences, unread=seen, notes=notes)


def objects_named(roots: Iterable[etree._Element], names: Mapping[str, str]) -> Counter[str]:
    """How many elements of these names there are, by the keys of messages.UNREAD that `names` gives them."""
    return Counter(names[local(node)] for root in roots for node in root.iter() if local(node) in names)


def stated_in(package: Package) -> str | None:
    """The title among an Office file's properties."""
    core = "docProps/core.xml"
    nodes = package.xml(core) if core in package.names else ()
    return next((node.text for node in nodes if local(node) == "title"), None)


def _without_repeats(blocks: Iterable[Block], tally: Counter[str]) -> tuple[Block, ...]:
    """Every section repeats its running header; one that says the same again is left out and counted."""
    seen: set[Block] = set()
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Aside) and block.role in ("header", "footer"):
            if block in seen:
                tally[REPEATED_HEADER] -= solid_length_of_blocks((block,))
                continue
            seen.add(block)
        kept.append(block)
    return tuple(kept)


def stated_title(title: str | None, blocks: Iterable[Block]) -> Stated:
    """The properties' title where the document's own first lines say it too.

    Most office files carry the title of the template or of the file they were once made from.
    """
    wanted = _solid(strip_control(nfc(title or "")))
    heads = itertools.islice(filter(str.strip, texts_of_blocks(blocks)), 12)
    shown = next((squeeze(text) for text in heads if wanted and _solid(text) == wanted), None)
    return Stated(title=shown if shown and 2 <= len(shown) <= 80 else None)


def _solid(text: str) -> str:
    return "".join(text.split())


@contextlib.contextmanager
def border(kind: str) -> Iterator[None]:
    """Whatever damaged bytes make a parser raise becomes UnreadableFile('corrupted')."""
    try:
        yield
    except UnreadableFile:
        raise
    # Fuzzed bytes make zip, OLE and XML parsers raise anything at all; the rest of the folder must go on.
    except Exception as error:
        raise UnreadableFile("corrupted", f"{kind}: {type(error).__name__}: {error}"[:200]) from error


class Package:
    """A zip of XML parts (hwpx, docx), with a limit on what it may unpack to."""

    def __init__(self, data: bytes) -> None:
        self._zip = open_zip(data)
        self._left = MAX_UNPACKED
        self.names = self._zip.namelist()
        self.locked = any(info.flag_bits & 1 for info in self._zip.infolist())

    def read(self, name: str) -> bytes:
        """Raises UnreadableFile('corrupted') when the parts unpack to more than MAX_UNPACKED bytes."""
        content = unpacked(self._zip, self._zip.getinfo(name), self._left + 1)
        self._left -= len(content)
        if self._left < 0:
            raise UnreadableFile("corrupted", f"압축을 풀면 {MAX_UNPACKED // 2**20}MB가 넘습니다")
        return content

    def xml(self, name: str) -> etree._Element:
        return etree.fromstring(self.read(name), etree.XMLParser(resolve_entities=False, no_network=True))


def solid_of(pieces: Iterable[str]) -> int:
    """Solid length of one paragraph's pieces, joined first: letters may combine across them."""
    return solid_length("".join(pieces))


def local(element: etree._Element) -> str:
    """The element's name without its namespace: files of other years use other ones. '' for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
