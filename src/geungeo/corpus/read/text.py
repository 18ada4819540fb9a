"""Plain text and markdown, line by line: a line is a paragraph."""

from __future__ import annotations

import html
import re

from geungeo.corpus.blocks import Block, Cell, Difference, Paragraph, Reading, Rule, Table
from geungeo.corpus.read import front_matter
from geungeo.corpus.read.encoding import decode
from geungeo.korean.normalize import nfc, solid_length, strip_control

FRONT_MATTER = "front matter"
MARKUP = "markdown markup"

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+(#+))?\Z")
_WALL = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}\Z")
_FENCE = re.compile(r"(```+|~~~+)(.*)\Z")
_UNDERLINE = re.compile(r"={3,}\Z")
_QUOTE = re.compile(r"(?:>[ \t]?)+")
_TABLE_LINE = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?\Z")
_BAR = re.compile(r"(?<!\\)\|")
_TAGS = (
    "a|abbr|b|blockquote|br|center|code|col|colgroup|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins"
    "|kbd|li|mark|nobr|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|video|source"
)
_INLINE = re.compile(
    r"(?=[\\*_`~\[!<&])(?:"  # most characters are none of these: reject them at once
    r"(?P<code>(?P<ticks>`+)(?P<code_text>.+?)(?<!`)(?P=ticks)(?!`))"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<link>!?\[(?P<link_text>(?:[^\[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+\"[^\"]*\")?\))"
    r"|<(?P<address>(?:https?://|mailto:)[^<>\s]+)>"
    r"|(?P<comment><!--.*?-->)"
    rf"|(?P<tag></?(?P<tag_name>(?i:{_TAGS}))(?:\s+[^<>]*|\s*/)?>)"
    r"|(?P<bold>(?P<star>\*\*(?!\*)|(?<!\w)__(?!_))(?=\S)(?P<bold_text>.+?)(?<=\S)(?P=star))"
    r"|~~(?P<struck>[^\s~](?:.*?[^\s~])?)~~"
    r"|(?<![\w*\\])\*(?P<italic>\w(?:[^*]*[^\s*])?)\*(?!\*)"
    r"|(?<![\w_\\])_(?P<under>\w(?:[^_]*[^\s_])?)_(?!\w)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,31});))"
)
_MARKS = re.compile(r"[\\*_`~\[&]|<[A-Za-z/!]")
_LONGEST = 20_000  # no inline markup is looked for in longer lines: they are data, and the search is quadratic


def read_txt(data: bytes, name: str) -> Reading:
    """Each line that holds a character is a paragraph; every character comes out."""
    text = _normal(decode(data))
    blocks = tuple(Paragraph(line) for line in _lines(text) if line)
    return Reading(kind="txt", blocks=blocks, chars_in=solid_length(text))


def read_md(data: bytes, name: str) -> Reading:
    """Headings, rules, tables and lines without their markup; what was removed is counted where it is removed."""
    text = _normal(decode(data))
    front, stated, body = front_matter.split(text)
    page = _Page()
    page.read(_lines(body))
    differences = [
        Difference(name, -chars)
        for name, chars in ((FRONT_MATTER, solid_length(front)), (MARKUP, page.removed))
        if chars
    ]
    return Reading("md", tuple(page.blocks), solid_length(text), stated, tuple(differences))


def _normal(text: str) -> str:
    return nfc(strip_control(text.replace("\r\n", "\n").replace("\r", "\n")))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")]


class _Page:
    """The blocks so far, and how many solid characters of markup were left out of them."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.removed = 0

    def read(self, lines: list[str]) -> None:
        at = 0
        while at < len(lines):
            at = self._block(lines, at)

    def _block(self, lines: list[str], at: int) -> int:
        """Read the block that starts on line `at`; returns the line after it."""
        line = lines[at]
        if not line:
            return at + 1
        first = line[0]
        if first in "`~" and (fence := _FENCE.match(line)) and "`" not in fence.group(2):
            return self._code(lines, at, fence)
        if first in "-*_" and _WALL.match(line):
            self._drop(line)
            self.blocks.append(Rule())
            return at + 1
        if "|" in line and at + 1 < len(lines) and _TABLE_LINE.match(lines[at + 1]):
            return self._table(lines, at)
        if first == "=" and _UNDERLINE.match(line) and at and self._underlined(lines[at - 1]):
            self._drop(line)
            return at + 1
        self._paragraph(line)
        return at + 1

    def _paragraph(self, line: str) -> None:
        level = 0
        if line[0] == ">" and (quote := _QUOTE.match(line)):
            self._drop(quote.group())
            line = line[quote.end() :]
        if line[:1] == "#" and (heading := _HEADING.match(line)):
            marks, words, tail = heading.groups()
            level = len(marks)
            self._drop(marks + (tail or ""))
            line = words or ""
        text = self._inline(line).strip()
        if text.endswith("\\"):
            self._drop("\\")
            text = text[:-1].rstrip()
        if text:
            self.blocks.append(Paragraph(text, level))

    def _underlined(self, above: str) -> bool:
        """Turn the paragraph above a line of `=` into a heading, when there is one right above it."""
        last = self.blocks[-1] if self.blocks else None
        if not above or not isinstance(last, Paragraph) or last.level:
            return False
        self.blocks[-1] = Paragraph(last.text, 1)
        return True

    def _code(self, lines: list[str], at: int, fence: re.Match[str]) -> int:
        """A fenced block: its lines stand as they are; a fence that nothing closes runs to the end."""
        self._drop(fence.group())
        at += 1
        while at < len(lines):
            line = lines[at]
            at += 1
            if line.startswith(fence.group(1)) and not line.strip(fence.group(1)[0]):
                self._drop(line)
                break
            if line:
                self.blocks.append(Paragraph(line))
        return at

    def _table(self, lines: list[str], at: int) -> int:
        """A table with a line of dashes below its first row; it ends at the first line without a bar."""
        rows = [lines[at]]
        self._drop(lines[at + 1])
        at += 2
        while at < len(lines) and "|" in lines[at]:
            rows.append(lines[at])
            at += 1
        cells = [
            Cell(row, col, self._cell(words))
            for row, line in enumerate(rows)
            for col, words in enumerate(self._row(line))
        ]
        self.blocks.append(Table(tuple(cells), header_rows=1))
        return at

    def _row(self, line: str) -> list[str]:
        parts = _BAR.split(line)
        self.removed += len(parts) - 1
        parts = parts[1:] if not parts[0].strip() else parts
        return parts[:-1] if len(parts) > 1 and not parts[-1].strip() else parts

    def _cell(self, words: str) -> tuple[Block, ...]:
        texts = (text.strip() for text in self._inline(words).split("\n"))
        return tuple(Paragraph(text) for text in texts if text)

    def _inline(self, line: str) -> str:
        """The line without inline markup; <br> becomes a line break."""
        return _INLINE.sub(self._plain, line) if _MARKS.search(line) and len(line) <= _LONGEST else line

    def _plain(self, match: re.Match[str]) -> str:
        kept = next((group for group in _KEPT if match[group] is not None), None)
        text = match[kept] if kept else self._bare(match)
        self.removed += solid_length(match.group()) - solid_length(text)
        return self._inline(text) if kept and kept not in _VERBATIM else text

    def _bare(self, match: re.Match[str]) -> str:
        """What a tag, a comment or an entity stands for."""
        if match["entity"]:
            return html.unescape(match["entity"])
        if match["tag_name"] and match["tag_name"].lower() in ("br", "hr", "p", "li", "tr", "div"):
            return "\n"
        return ""

    def _drop(self, markup: str) -> None:
        self.removed += solid_length(markup)


_VERBATIM = ("code_text", "escaped", "address")
_KEPT = (*_VERBATIM, "link_text", "bold_text", "struck", "italic", "under")
