"""Flags of a document's chunks, `kind:rule` each. A pure function of one document: nothing depends on other files."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, pairwise

from geungeo.corpus.quality.garbled import garbled
from geungeo.corpus.quality.lines import Look, fields, is_bare_heading, is_entry, looks, page_column
from geungeo.corpus.structure import LineSpan, ParsedDocument, Section
from geungeo.corpus.structure.contents import is_contents_title
from geungeo.corpus.structure.standing import compares
from geungeo.korean.normalize import squeeze
from geungeo.records import Chunk

# Share of a chunk's lines from which it is contents or a form; measured in bench/quality_flags.py.
FILLER = 0.2

_INDEX_TITLE = re.compile(
    r"[\s<〈\[【《(■□]*(?:색\s*인|찾\s*아\s*보\s*기|용어\s*색인|index)[\s>〉\]】》)]*", re.IGNORECASE
)
_SENTENCE = re.compile(r"[다음함됨임것]\s*\.|[다까요]\s*[.?!]?\s*$", re.MULTILINE)
_COVER = 200  # characters that a title page has at most
_FEWEST = 3  # entries that make a list of contents; times that a text stands for a repeated one
_SHORTEST = 15  # solid characters below which a repeated line ('해당 없음') is a word
_NO_FORMS = frozenset({"부칙", "별표"})  # signed, or with empty cells, and still in force
_EMPTY = 0.3  # share of a table's cells without text from which it waits to be filled in


def flagged(parsed: ParsedDocument, chunks: Sequence[Chunk], filler: float = FILLER) -> list[Chunk]:
    """The same chunks in the same order, only their flags are set.

    filler: share of a chunk's lines, in (0, 1], from which lines of contents, of an index or to fill in make it one.
    """
    bare, repeated, pages = _bare_runs(chunks), _repeated(chunks), _Pages(parsed)
    found = []
    for at, chunk in enumerate(chunks):
        section, lines = pages.of(chunk)
        rules = {
            "toc": "headings" if at in bare else "",
            "cover": _cover(parsed, section, chunk),
            **_by_lines(pages, section, chunk, lines, filler),
            "boilerplate": "repeated" if at in repeated else "",
            "garbled": garbled(chunk.text),
            "comparison": "columns" if compares(chunk.text) else "",
            "template": "page" if parsed.document.meta.get("template") else "",
        }
        found.append(replace(chunk, flags=tuple(f"{kind}:{rule}" for kind, rule in rules.items() if rule)))
    return found


class _Pages:
    """The section and the lines that a chunk was cut from, and what only the whole document tells of a line."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._sections = parsed.sections
        self._text = parsed.document.text
        self._starts = [section.start for section in parsed.sections]
        self.column = self._column()

    def of(self, chunk: Chunk) -> tuple[Section, list[LineSpan]]:
        section = self._sections[max(0, bisect_right(self._starts, chunk.start) - 1)]
        first = max(0, bisect_right(section.lines, chunk.start, key=lambda line: line.start) - 1)
        last = bisect_right(section.lines, chunk.end - 1, key=lambda line: line.start)
        return section, list(section.lines[first:last])

    def _column(self) -> set[int]:
        """Where the lines of a column of pages start; a table has none."""
        lines = [line for section in self._sections for line in section.lines]
        found = page_column(["" if line.role == "table" else self._text[line.start : line.end] for line in lines])
        return {lines[at].start for at in found}

    @cached_property
    def times(self) -> Counter[str]:
        """How often the document has each line, list marks aside."""
        return Counter(map(_unmarked, self._text.splitlines()))


def _by_lines(
    pages: _Pages, section: Section, chunk: Chunk, lines: Sequence[LineSpan], filler: float
) -> dict[str, str]:
    """Articles with ○○ to fill in, and with lists that end in numbers, are rules' text."""
    if section.kind == "article" and chunk.part != "별지":
        return {}
    paged = [line.start in pages.column for line in lines]
    seen = [
        (text, line.role == "table", in_column)
        for line, in_column in zip(lines, paged, strict=True)
        for text in _physical(chunk, line)
    ]
    shown = looks(seen)
    return {
        "toc": _toc(pages, section, shown, any(paged), filler),
        "form": _form(section, chunk, lines, shown, filler),
        "header": _header(section, shown),
        "index": _index(chunk, shown),
    }


def _physical(chunk: Chunk, line: LineSpan) -> list[str]:
    """A table's rows are lines, too; of a line that was cut, the chunk's part."""
    text = chunk.text[max(0, line.start - chunk.start) : line.end - chunk.start]
    return [row.strip() for row in text.split("\n") if row.strip()]


def _toc(pages: _Pages, section: Section, shown: Sequence[Look], paged: bool, filler: float) -> str:
    """What the structure takes for a contents list is one; else enough lines with leaders or a column of pages, or,
    under its title, lines that come again as headings.

    paged: a line stands in a column of pages, which may run over several chunks.
    """
    counts = Counter(look.kind for look in shown)
    entries = counts["leaders"] + counts["pages"]
    usual = "leaders" if counts["leaders"] >= counts["pages"] else "pages"
    if section.kind == "contents":
        return usual if entries else "headings"
    if section.kind != "text":
        return ""
    titled = next((at for at, look in enumerate(shown[:_FEWEST]) if is_contents_title(look.text)), None)
    if titled is not None:
        entries += counts["number"]
        below = shown[titled + 1 :]
        if below and 2 * sum(pages.times[_unmarked(look.text)] > 1 for look in below) >= len(below):
            return "listed"
    listed = titled is not None or paged
    enough = entries >= _FEWEST or (listed and entries) or entries == len(shown) > 0
    return usual if enough and entries >= filler * len(shown) else ""


def _unmarked(line: str) -> str:
    return squeeze(line.strip().lstrip("-*•·○● "))


def _bare_runs(chunks: Sequence[Chunk]) -> set[int]:
    """Chunks that are nothing but an article's heading, three or more in a row."""
    found: set[int] = set()
    for bare, run in groupby(
        enumerate(chunks), key=lambda pair: bool(pair[1].article) and is_bare_heading(pair[1].text)
    ):
        places = [at for at, _ in run]
        if bare and len(places) >= _FEWEST:
            found.update(places)
    return found


def _cover(parsed: ParsedDocument, section: Section, chunk: Chunk) -> str:
    """The title alone, or a title page: a few short lines at the front, none of them a sentence or a date of issue."""
    if squeeze(chunk.text) == squeeze(parsed.document.title):
        return "title"
    front = section.name == "앞부분" and chunk.part == "기타" and len(chunk.text) <= _COVER
    return "page" if front and not re.search(r"다\s*\.|제정|개정|시행", chunk.text) else ""


def _form(section: Section, chunk: Chunk, lines: Sequence[LineSpan], shown: Sequence[Look], filler: float) -> str:
    counts = Counter(look.kind for look in shown)
    named = sum(fields(look.text) for look in shown)
    empty = any(line.role == "table" and line.blank >= _EMPTY for line in lines)
    if chunk.part == "별지":
        explains = len(_SENTENCE.findall(chunk.text)) >= _FEWEST and not (counts["blank"] or named or empty)
        return "" if explains else "annex"
    if section.kind not in ("text", "commentary") or chunk.article or chunk.part in _NO_FORMS:
        return ""
    blanks = counts["blank"] + (counts["label"] if counts["blank"] else 0)
    if blanks >= 2 and blanks >= filler * len(shown):
        return "blanks"
    return "cells" if empty and named >= 2 else ""


def _header(section: Section, shown: Sequence[Look]) -> str:
    if section.kind == "aside" and section.lines[0].role in ("header", "footer"):
        return "running"
    alone = section.kind == "text" and shown and all(look.kind == "number" for look in shown)
    return "number" if alone else ""


def _index(chunk: Chunk, shown: Sequence[Look]) -> str:
    """Under its title, or words in the order of the alphabet with their pages."""
    if chunk.article:
        return ""
    entries = [look.text for look in shown if is_entry(look.text)]
    if any(_INDEX_TITLE.fullmatch(look.text) for look in shown[:2]) and 2 * len(entries) >= len(shown) - 1 > 0:
        return "titled"
    ordered = sum(one[:1] <= other[:1] for one, other in pairwise(entries))
    words = len({text[:1] for text in entries if text[:1].isalpha()})
    many = len(entries) >= 8 and 4 * len(entries) >= 3 * len(shown) and words >= 3
    return "ordered" if many and 10 * ordered >= 9 * (len(entries) - 1) else ""


def _repeated(chunks: Sequence[Chunk]) -> set[int]:
    """Chunks that say, line for line, what stands three times in the document; never articles, 부칙 or tables."""
    open_to = [c.article is None and c.part in ("본칙", "기타") for c in chunks]
    lines = [list(_lines(chunk.text)) if may else [] for chunk, may in zip(chunks, open_to, strict=True)]
    times = Counter(line for some in lines for line in set(some))
    return {
        at
        for at, some in enumerate(lines)
        if some and all(times[line] >= _FEWEST for line in some) and sum(map(len, some)) >= _SHORTEST
    }


def _lines(text: str) -> Iterator[str]:
    return (words for line in text.splitlines() if (words := squeeze(line)))
