"""The quotable pieces of a passage: sentences, 항, 호 and 목 without their marks, each with the line that leads it in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from geungeo.korean.overlap import solid
from geungeo.korean.sentences import sentences

_HEADING = re.compile(
    r"(?:#+\s*)?제\s?\d+\s?조(?:의\s?\d+)?\s*(?:\([^()\n]{0,60}(?:\([^()\n]*\)[^()\n]*)?\)|【[^】\n]*】|\[[^\]\n]*\])\s*"
)
# A chapter's heading opens the passage of its first article; it states nothing.
_CHAPTER = re.compile(r"제\s?\d+\s?[편장절관](?:의\s?\d+)?\s+[^.\n]{0,60}")
_FINISHED = re.compile(r"[.!?:;)\]>]\s*\Z|[다음함됨임것요]\s*\Z")
_STRAY = re.compile(r"[\s.,;:·]*")
_MARKS = (
    (1, re.compile(r"\*{0,2}[①-⑳㉑-㉟]\*{0,2}\.?\s*")),
    (2, re.compile(r"\d{1,3}(?:의\d+)?\\?\.(?!\d|\s\d{1,2}\s?\.)\s*")),
    (3, re.compile(r"[가-하]\\?\.\s+")),
    (4, re.compile(r"(?:\d{1,2}|[가-하])\)\s*")),
    (5, re.compile(r"\((?:\d{1,2}|[가-하])\)\s*")),
    (6, re.compile(r"[-*•·○●□■◦▪※]\s*(?!\d)")),
)
# Amendment notes at the end of a sentence: <개정 2020.1.1>, [본조신설 2020.1.1], <2020.1.1>
_AMENDED = re.compile(r"\s*(?:<[^<>\n]*>|\[(?:본조|전문|제목|종전|시행일|법률)[^\[\]\n]*\])\s*\Z")
_LEADS = re.compile(r"다음(?:과|의|\s?각|\s?사항|\s)|각\s?[호목]|아래|:\s*\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """text[start:end] is the piece. level: 0 plain, 1 항, 2 호, 3 목, 4-6 finer marks.

    lead: index of the piece that introduces it ('다음 각 호의 ...'), None when there is none.
    clause: index of the first piece of the same 항 or 호; an exception (다만) follows in the same one.
    """

    start: int
    end: int
    level: int
    lead: int | None
    clause: int


def pieces(text: str) -> list[Piece]:
    """Every piece of `text` in order. Marks, headings and amendment notes lie between the pieces."""
    found: list[Piece] = []
    level = 0
    line_end = -1
    for start, end in sentences(text):
        if _CHAPTER.fullmatch(text, start, end):
            continue
        body, marked = _unmarked(text, start, end)
        new_line = start > line_end
        if new_line and marked is None and found and _broken_off(text, found[-1]):
            line_end = _line_end(text, start)
            found[-1] = replace(found[-1], end=_trimmed(text, body, end))
            continue
        if new_line:
            line_end = _line_end(text, start)
        continues = marked is None and not new_line and bool(found)
        level = level if continues else (marked or 0)
        stop = _trimmed(text, body, end)
        if len(solid(text[body:stop])) > 1:  # a frame drawn with characters says nothing
            clause = found[-1].clause if continues else len(found)
            found.append(Piece(body, stop, level, found[-1].lead if continues else _lead(text, found, level), clause))
    return found


def _broken_off(text: str, piece: Piece) -> bool:
    """A 호 or 목 whose author broke the line by hand goes on in the next line."""
    return piece.level >= 2 and not _FINISHED.search(text[piece.start : piece.end])


def _line_end(text: str, start: int) -> int:
    at = text.find("\n", start)
    return len(text) if at < 0 else at


def _unmarked(text: str, start: int, end: int) -> tuple[int, int | None]:
    """Where the words begin, and the level of the mark before them."""
    heading = _HEADING.match(text, start, end)
    at = heading.end() if heading else start
    at = _STRAY.match(text, at, end).end()  # type: ignore[union-attr]
    for level, pattern in _MARKS:
        mark = pattern.match(text, at, end)
        if mark:
            return mark.end(), level
    return at, 1 if heading else None


def _trimmed(text: str, start: int, end: int) -> int:
    while True:
        note = _AMENDED.search(text, start, end)
        if note is None:
            break
        end = note.start()
    return start + len(text[start:end].rstrip())


def _lead(text: str, found: list[Piece], level: int) -> int | None:
    """The last sentence of a coarser clause that says 다음, 각 호 or ends with a colon; else the 항 or 호 it stands in.

    A stray line without a mark (a continued line, a table row) leads nothing in unless it says so.
    """
    if level < 2:
        return None
    above: int | None = None
    for index in range(len(found) - 1, -1, -1):
        piece = found[index]
        if piece.level >= level:
            continue
        if above is not None and piece.clause != found[above].clause:
            break
        if _LEADS.search(text[piece.start : piece.end]):
            return index
        if piece.level and above is None:
            above = index
    return above
