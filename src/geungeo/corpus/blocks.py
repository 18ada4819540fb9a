"""What a reader hands to the structure parser: blocks in reading order, and how many characters it saw.

Readers keep every non-space character of the file in a block, or name it in `Reading.differences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from geungeo.korean.normalize import solid_length
from geungeo.records import EVERYONE, Allow, Origin

# Kinds whose own headings alone frame what belongs together (a sheet, a slide, an endpoint), and which people know by
# the file's name.
FRAMED = frozenset({"xlsx", "pptx", "openapi"})

# Places in the grids of all tables of a file; the largest real sheets have some hundred thousands.
MAX_PLACES = 5_000_000

AsideRole = Literal["header", "footer", "footnote", "endnote", "memo", "hidden", "textbox", "alt"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph (NFC). `level` 1-6 where the format itself states a heading, else 0.

    Automatic numbering is already in front of the text. A forced line break inside it is "\\n".
    """

    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell at its top-left grid position (0-based), with its spans."""

    row: int
    col: int
    blocks: tuple[Block, ...]
    row_span: int = 1
    col_span: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A grid; each cell stands once (merged cells are not repeated here). `header_rows` as the format says, else None.

    first_row: the number that people see at grid row 0 (of a sheet, whose cells are then one line each); 0: no numbers.
    """

    cells: tuple[Cell, ...]
    caption: str = ""
    header_rows: int | None = None
    first_row: int = 0


@dataclass(frozen=True, slots=True)
class Aside:
    """What interrupts the running text: it is moved behind the article it stands in."""

    role: AsideRole
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A wall: md `---`, html <hr>, a forced page break stated by the author (never a pdf page's end)."""


Block: TypeAlias = Paragraph | Table | Aside | Rule


@dataclass(frozen=True, slots=True)
class Difference:
    """A named difference between what the file holds and what came out, in non-space characters.

    chars > 0: added (generated numbering, repeated table headings); < 0: left out (repeated running header).
    """

    name: str
    chars: int


@dataclass(frozen=True, slots=True)
class Stated:
    """What the file states about itself (front matter, properties); None where it says nothing."""

    doc_id: str | None = None
    title: str | None = None
    revised_at: str | None = None
    effective_at: str | None = None
    number: str | None = None
    amendment: str | None = None
    source: str | None = None
    origin: Origin | None = None
    allow: Allow = EVERYONE
    allow_unknown: bool = False  # who may see it is not stated in full where it should be: nobody may
    meta: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unread:
    """What a file holds beside its characters, by a key of messages.UNREAD: pictures, charts and the like."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as read. `chars_in`: non-space NFC characters counted by a second, independent pass.

    notes: what people should know about it (hidden sheets, pages read by OCR), for the report.
    """

    kind: str
    blocks: tuple[Block, ...]
    chars_in: int
    stated: Stated = field(default_factory=Stated)
    differences: tuple[Difference, ...] = ()
    pages_without_text: tuple[int, ...] = ()
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()


def solid_length_of_blocks(blocks: Iterable[Block]) -> int:
    """Solid characters of all text in `blocks`: paragraphs, captions, cells (each once) and asides."""
    return sum(solid_length(text) for text in texts_of_blocks(blocks))


def cells_of_blocks(blocks: Iterable[Block]) -> Iterator[Cell]:
    """Every cell of every table in `blocks`, those of tables in cells too."""
    for block in blocks:
        if isinstance(block, Table):
            for cell in block.cells:
                yield cell
                yield from cells_of_blocks(cell.blocks)
        elif isinstance(block, Aside):
            yield from cells_of_blocks(block.blocks)


def texts_of_blocks(blocks: Iterable[Block]) -> Iterator[str]:
    """Every text in `blocks`, in reading order; a table's caption comes before its cells."""
    for block in blocks:
        match block:
            case Paragraph():
                yield block.text
            case Table():
                yield block.caption
                for cell in block.cells:
                    yield from texts_of_blocks(cell.blocks)
            case Aside():
                yield from texts_of_blocks(block.blocks)
            case Rule():
                pass
