"""Where a document comes from and who wrote it: what it says itself, and what people said of its file.

A file that a person put into a declared folder comes from its path. What arrives packed (an archive), taken out of
another system (an export) or over the desk does not: it states a source, or an operator says one, or it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from geungeo import messages
from geungeo.access import above_and_itself, nearest
from geungeo.corpus.blocks import Block, Reading, texts_of_blocks
from geungeo.corpus.known import CollectionOf
from geungeo.corpus.read.notion import page_of
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, squeeze
from geungeo.records import Origin

# Lines of a document that speak of the document itself; in between, '출처: 통계청' is said of a table.
_HEAD, _TAIL = 10, 3
_LONGEST = 500
_SAID = re.compile(r"\W{0,4}(?:출\s*처|source)\s*[:：]\s*(\S.*)", re.IGNORECASE)
_ADDRESS = re.compile(r"<?(https?://[^\s<>]+)>?")
_NOTHING = re.compile(r"\W*(?:없음|미상|불명|미정|모름|unknown|none|n/?a|tb[da])?\W*", re.IGNORECASE)

_AI = r"(?:생성형\s*)?(?:AI|인공지능|챗GPT|Chat\s?GPT|LLM)"
_MARKED = re.compile(
    rf"[\[(（【<]\s*{_AI}\s*(?:가|로|이)?\s*(?:초안|작성|생성)(?:본|물|함|됨)?\s*[\])）】>]"
    rf"|(?:작성(?:자)?|author)\s*[:：]\s*{_AI}(?![가-힣A-Za-z])",
    re.IGNORECASE,
)
_NOTED = re.compile(
    rf"\W*(?:(?:이|본)\s*(?:문서|글|규정|지침|자료|안|초안)(?:은|는)\s*)?"
    rf"(?:{_AI}\s*초안|{_AI}\s*(?:이|가|로|를\s*(?:이용|활용|사용)(?:해|하여))\s*(?:자동으로\s*)?(?:작성|생성)"
    rf"(?:한|된|하였음|했음|함|됨)?(?:\s*(?:초안|문서|글))?)"
    rf"(?:입니다|이다|임|했습니다|하였습니다|되었습니다)?(?:\W|\d)*(?:검토\s*(?:전|필요|중))?\W*",
    re.IGNORECASE,
)
_MARKED_LINE = 80


@dataclass(frozen=True, slots=True)
class Word:
    """What people said of one file, or of the archive that it lies in. origin: None leaves it to the file.

    uploaded: it came over the desk. required: its collection asks for a source inside the file.
    """

    source: str | None = None
    origin: Origin | None = None
    uploaded: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What people say of the files. sources, origins: by 'document:' and the name of a file, archive or folder; these
    go before the file's own word. uploads: names that came over the desk. required: whether the place of a file asks
    for a source inside it. apart: files that are no version of another file's document. collection: of a document."""

    sources: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    uploads: frozenset[str] = frozenset()
    required: Callable[[str], bool] = lambda name: False
    apart: frozenset[str] = frozenset()
    collection: CollectionOf = lambda document: document.collection

    def of(self, name: str) -> Word:
        origin = nearest(name, self.origins)
        written: Origin | None = None if origin is None else "human" if origin == "human" else "ai-draft"
        uploaded = any(above in self.uploads for above in above_and_itself(name))
        return Word(nearest(name, self.sources), written, uploaded, self.required(name))


NOTHING_TOLD = Told()


def known(reading: Reading, name: str, packed: bool, word: Word) -> Reading:
    """The reading with its source, None where that is the path. packed: the file lies in an archive.

    Raises UnreadableFile: source_inside where the file must state one itself, no_source where it is not declared and
    nobody said where it comes from.
    """
    own = stated_source(reading, name)
    if word.required and own is None:
        raise UnreadableFile("source_inside", "")
    source = word.source or own
    if source is None and (packed or word.uploaded or reading.kind == "confluence"):
        raise UnreadableFile("no_source", "")
    return replace(reading, stated=replace(reading.stated, source=source))


def stated_source(reading: Reading, name: str) -> str | None:
    """Front matter or a link, a line '출처: …', an address on a line of its own, or the page that an export names."""
    stated = reading.stated
    if stated.source and not _NOTHING.fullmatch(stated.source):
        return stated.source
    if said := _said(reading.blocks):
        return said
    if reading.kind == "confluence":
        return messages.SOURCE_PAGE.format(system="Confluence", page=stated.doc_id) if stated.doc_id else None
    page = page_of(name)
    return messages.SOURCE_PAGE.format(system="Notion", page=page) if page else None


def origin_of(reading: Reading, name: str) -> Origin:
    """As front matter, the file's name or its first lines have it."""
    if reading.stated.origin:
        return reading.stated.origin
    stem = PurePosixPath(nfc(name)).stem.replace("_", " ")
    head = _lines(reading.blocks)[:_HEAD]
    titles = (stem, reading.stated.title or "")
    return "ai-draft" if any(map(ai_wrote, head)) or any(_MARKED.search(title) for title in titles) else "human"


def ai_wrote(line: str) -> bool:
    """Whether the line says so of the document that it stands in; a rule on what AI writes does not."""
    return bool((len(line) <= _MARKED_LINE and _MARKED.search(line)) or _NOTED.fullmatch(line))


def _said(blocks: Sequence[Block]) -> str | None:
    lines = _lines(blocks)
    for line in (*lines[:_HEAD], *lines[_HEAD:][-_TAIL:]):
        match = _SAID.fullmatch(line) or _ADDRESS.fullmatch(line)
        if match and len(match[1]) <= _LONGEST and not _NOTHING.fullmatch(match[1]):
            return match[1].strip()
    return None


def _lines(blocks: Sequence[Block]) -> list[str]:
    return [line for text in texts_of_blocks(blocks) for raw in text.splitlines() if (line := squeeze(raw))]
