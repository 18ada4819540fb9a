"""Korean sentences with their offsets: lines first, then 다. 요. 음. 함. 됨. ? ! inside a line.

What looks like an end but is none: decimals, dates (2025. 1. 1.), list marks (1. 가.), clause numbers (제1조.),
abbreviations, and anything inside a pair of quotes or brackets. An amendment mark (<개정 2020.1.1>) belongs to the
sentence before it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

Span = tuple[int, int]

# A pair longer than this is taken for two stray marks, so one lost bracket can't swallow a page.
_LONGEST_PAIR = 600

_LINE = re.compile(r"[^\n\r\v\f\u2028\u2029]+")
_MARK = re.compile(r"""[()（）\[\]「」『』“”‘’<>〈〉《》【】"]""")
_CLOSER_OF = {
    "(": ")",
    "（": "）",
    "[": "]",
    "「": "」",
    "『": "』",
    "“": "”",
    "‘": "’",
    "<": ">",
    "〈": "〉",
    "《": "》",
    "【": "】",
}
_OPENER_OF = {closer: opener for opener, closer in _CLOSER_OF.items()}
_STOP = re.compile(r"[.!?。？！]+")
_CLOSERS = re.compile(r"""[)）\]」』”’〉》】"']*""")
_AMENDMENT = re.compile(
    r"(?:\s*(?:<(?=[^<>\n]*\d|삭제)[^<>\n]{1,400}>|\[(?:본조|전문|제목|종전|시행일|법률|제\d)[^\[\]\n]{0,200}\]))+"
)
_CLAUSE_NUMBER = re.compile(r"제\s?\d+\s?(?:편|장|절|관|조|항|호|목)(?:의\s?\d+)?\Z")
_LIST_MARK = re.compile(r"(?:\A|[\s(（])\(?[가-힣]\Z")
_LATIN_WORD = re.compile(r"[A-Za-z.]+\Z")
_ABBREVIATION = re.compile(
    r"(?:no|nos|vs|etc|inc|ltd|co|corp|dept|figs?|vol|ver|art|sec|eq|eds?|approx|mr|mrs|ms|dr|prof|st|cf|al"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\Z"
)
_FINAL = frozenset("다요음함됨임까죠오것")


def sentences(text: str) -> list[Span]:
    """(start, end) of each sentence, code points, ends trimmed; together they hold every non-space character."""
    spans: list[Span] = []
    for line in _LINE.finditer(text):
        spans.extend(_in_line(line.group(), line.start()))
    return spans


def _in_line(line: str, offset: int) -> Iterator[Span]:
    start = 0
    for end in _ends(line):
        if end > start:
            yield from _trimmed(line, start, end, offset)
            start = end
    yield from _trimmed(line, start, len(line), offset)


def _trimmed(line: str, start: int, end: int, offset: int) -> Iterator[Span]:
    piece = line[start:end]
    solid = piece.strip()
    if solid:
        lead = len(piece) - len(piece.lstrip())
        yield offset + start + lead, offset + start + lead + len(solid)


def _ends(line: str) -> Iterator[int]:
    """Offsets in the line behind which a new sentence starts."""
    stops = list(_STOP.finditer(line))
    if not stops:
        return
    pairs = _pairs(line)
    firsts = [first for first, _ in pairs]
    for stop in stops:
        at = bisect_right(firsts, stop.start()) - 1
        if at >= 0 and stop.start() < pairs[at][1]:
            continue
        closed = _CLOSERS.match(line, stop.end())
        end = closed.end() if closed else stop.end()
        if _is_end(line, stop, end):
            amended = _AMENDMENT.match(line, end)
            yield amended.end() if amended else end


def _pairs(line: str) -> list[Span]:
    """Outermost matched pairs of brackets and quotes, in order."""
    stack: list[tuple[str, int]] = []
    found: list[Span] = []
    for match in _MARK.finditer(line):
        mark, at = match.group(), match.start()
        wanted = _OPENER_OF.get(mark, '"' if mark == '"' else "")
        level = next((i for i in range(len(stack) - 1, -1, -1) if stack[i][0] == wanted), None) if wanted else None
        if level is not None:
            if at - stack[level][1] <= _LONGEST_PAIR:
                found.append((stack[level][1], at + 1))
            del stack[level:]
        elif mark == '"' or mark in _CLOSER_OF:
            stack.append((mark, at))
    return _outermost(found)


def _outermost(pairs: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for first, last in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        if not kept or first >= kept[-1][1]:
            kept.append((first, last))
    return kept


def _is_end(line: str, stop: re.Match[str], end: int) -> bool:
    before, after = line[max(0, stop.start() - 24) : stop.start()], line[end : end + 3]
    open_after = not after or after[0].isspace()
    if stop.group()[0] != ".":
        return open_after or stop.group()[0] in "。？！"
    if not before.strip():
        return False
    last = before[-1]
    if "가" <= last <= "힣":
        if _CLAUSE_NUMBER.search(before) or _LIST_MARK.search(before):
            return False
        return open_after or (last in _FINAL and _starts_sentence(after))
    if last.isascii() and last.isalpha():
        return open_after and not _is_abbreviation(before)
    return open_after and not last.isdigit() and not last.isspace()


def _starts_sentence(after: str) -> bool:
    """A sentence that follows without a space; a particle of quoting (…다.라고) does not start one."""
    return not after.startswith(("라고", "라는", "고 ", "는 ")) and (
        "가" <= after[0] <= "힣" or after[0] in "①②③④⑤⑥⑦⑧⑨⑩「『“‘("
    )


def _is_abbreviation(before: str) -> bool:
    word = _LATIN_WORD.search(before)
    parts = word.group().lower().strip(".").split(".") if word else []
    return bool(parts) and (_ABBREVIATION.match(parts[-1]) is not None or all(len(part) <= 1 for part in parts))
