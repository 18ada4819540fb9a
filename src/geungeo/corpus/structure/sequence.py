"""Which headings count, read in order: quoted amendments and references fall out, a second 제1조 starts a new rule."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property

from geungeo.corpus.structure.contents import is_contents_title
from geungeo.corpus.structure.headings import Heading, Kind, heading_of, number_key
from geungeo.corpus.structure.layout import Line
from geungeo.korean.articles import article_refs

_AMENDS = re.compile(r"다음과\s*같이|신설한다|개정한다")
_QUOTES = re.compile(r"제\s*\d+\s*조.*(?:다음과\s*같이|신설)")
_ENDS = re.compile(r"(?:다|음|함|됨|것|[.>)\]】〕:：”\"])\s*$")
_ADDENDA_TITLE = re.compile(r"시행|적용|경과|폐지|다른|타\s*법|생략|유효|특례|준비|공포|재검토|개정")
_RULE_TITLE = re.compile(r"목\s*적|명\s*칭|총\s*칙")
_RULE_NAME = re.compile(
    r"(?:규\s*정|규\s*칙|규\s*약|내\s*규|지\s*침|세\s*칙|요\s*령|기\s*준|정\s*관|강\s*령|법\s*률?|시\s*행\s*령|조\s*례|협\s*약|매뉴얼|편\s*람|방\s*침|약\s*관|회\s*칙|요\s*강)"
    r"\s*(?:\(안\)|（안）|\([^()]{1,20}\))?$"
)
_HISTORY = re.compile(
    r"^[\s<\[(]*(?:(?:타\)|전부|일부)*\s*(?:제정|개정|시행|폐지)\b|(?:19|20)\d{2}\s*[.년]\s*\d{1,2}\s*[.월])"
)


@dataclass(frozen=True)
class Structure:
    """headings: line number to the heading that counts there, in order. starts: line numbers where a rule begins,
    first 0."""

    headings: dict[int, Heading]
    starts: tuple[int, ...]

    @cached_property
    def _at(self) -> list[int]:
        return list(self.headings)

    def within(self, start: int, end: int) -> dict[int, Heading]:
        """The headings of lines start to end, counted from start."""
        own = self._at[bisect_left(self._at, start) : bisect_left(self._at, end)]
        return {i - start: self.headings[i] for i in own}


@dataclass(slots=True)
class _Reading:
    """Where the walk stands: kind of section, last article in it and in the body, and whether an amendment is open.

    stated: article numbers that the format itself marks as headings, with the line up to which they hold.
    """

    stated: dict[str, int] = field(default_factory=dict)
    kind: Kind = "division"
    last: str = ""
    body_last: str = ""
    amends: bool = False
    spoken: int = 0
    headings: dict[int, Heading] = field(default_factory=dict)
    starts: list[int] = field(default_factory=lambda: [0])


def read_structure(lines: list[Line]) -> Structure:
    """Accepted headings of all lines with role 'text', and where each rule of the file begins."""
    state = _Reading(stated=_stated(lines))
    last_addenda = max((i for i, line in enumerate(lines) if _is_addenda(line)), default=-1)
    for i, line in enumerate(lines):
        if line.role not in ("text", "table"):
            continue
        heading = heading_of(line.text) if line.role == "text" else None
        if heading and not heading.contents and _accept(lines, i, heading, state, last_addenda):
            state.headings[i] = heading
            _advance(lines, i, heading, state)
        else:
            state.spoken += 1
            state.amends = state.amends or (state.kind == "addenda" and _AMENDS.search(line.text) is not None)
    return Structure(state.headings, tuple(state.starts))


def _stated(lines: list[Line]) -> dict[str, int]:
    found = [(i, heading_of(line.text)) for i, line in enumerate(lines) if line.level]
    articles = [(i, head) for i, head in found if head and head.kind == "article"]
    if not articles:
        return {}
    last, final = articles[-1]
    # The last one may be quoted inside itself.
    return {head.number: last for _, head in articles} | {final.number: len(lines)}


def _is_addenda(line: Line) -> bool:
    heading = heading_of(line.text) if line.role == "text" and "칙" in line.text[:8] else None
    return heading is not None and heading.kind == "addenda" and not heading.contents


def _accept(lines: list[Line], i: int, heading: Heading, state: _Reading, last_addenda: int) -> bool:
    if heading.kind == "article":
        return _accept_article(lines, i, heading, state)
    if lines[i].level or heading.kind == "addenda":
        return True
    quoting = state.kind == "addenda" and state.amends
    if heading.kind == "division":
        return not quoting
    return not (quoting and i < last_addenda)


def _accept_article(lines: list[Line], i: int, heading: Heading, state: _Reading) -> bool:
    if lines[i].level:
        return True
    if i < state.stated.get(heading.number, -1):
        # The same article in words only: its text at another date, quoted inside an article.
        return False
    before = lines[i - 1].text if i else ""
    next_in_row = _follows(state.last, heading.number)
    if heading.weak:
        ended = i == 0 or i - 1 in state.headings or lines[i - 1].role != "text" or _ENDS.search(before) is not None
        return next_in_row and ended
    if _QUOTES.search(before) and not _QUOTES.search(lines[i].text):
        return next_in_row and all(ref.article != heading.number for ref in article_refs(before))
    return next_in_row or not (state.kind == "addenda" and state.amends)


def _follows(last: str, number: str) -> bool:
    """number comes next after last: 1 at the front, else one more, or the next branch."""
    if not last:
        return number == "1"
    (main, branch), (new, new_branch) = number_key(last), number_key(number)
    if new == main:
        return branch < new_branch <= branch + 2
    return new == main + 1 and new_branch <= 2


def _advance(lines: list[Line], i: int, heading: Heading, state: _Reading) -> None:
    if heading.kind == "division":
        state.amends = False
        return
    if heading.kind != "article":
        state.kind, state.last = heading.kind, ""
    elif _is_new_rule(lines, i, heading, state):
        state.starts.append(_front(lines, i, state))
        state.kind, state.last = "division", heading.number
    elif (
        state.kind in ("annex", "form")
        and not state.last
        and heading.number != "1"
        and _follows(state.body_last, heading.number)
    ):
        state.kind, state.last = "division", heading.number
    else:
        state.last = heading.number
    if state.kind == "division":
        state.body_last = state.last
    # The heading's own line may open an amendment: "제2조(다른 규정의 개정) ① … 다음과 같이 개정한다."
    state.amends = state.kind == "addenda" and _AMENDS.search(lines[i].text) is not None
    state.spoken = 0


def _is_new_rule(lines: list[Line], i: int, heading: Heading, state: _Reading) -> bool:
    """제1조 where the rule at hand has had its own, or stands in a part that cannot hold a 목적."""
    # A preamble is filed as 제0조.
    if heading.number != "1" or heading.weak or state.body_last in ("", "0"):
        return False
    aims = _RULE_TITLE.search(heading.title) is not None
    if state.kind == "addenda":
        # A 부칙 may state its own 제1조 again ("아래의 내용으로 시행됨"); a rule behind it shows its name or its aim.
        fresh = state.spoken > 0 or bool(state.last)
        return aims or (fresh and not _ADDENDA_TITLE.search(heading.title) and _front(lines, i, state) < i)
    if state.kind in ("annex", "form"):
        return aims and _front(lines, i, state) < i
    return aims or not heading.title.startswith("시행일")


def _front(lines: list[Line], i: int, state: _Reading) -> int:
    """The line where the rule whose 제1조 is line `i` begins: its appendix mark, contents list, name or dates."""
    # From behind: a file of thousands of rules would be gone through for each of them.
    last = next((k for k in reversed(state.headings) if k < i and state.headings[k].kind != "division"), -1)
    if last >= 0 and state.headings[last].kind == "appendix":
        return last
    best, k = i, i - 1
    while k > last:
        line = lines[k]
        if _is_front(line) or (k in state.headings):
            best = k
        elif line.role not in ("text", "table"):
            pass
        elif line.role == "table" or len(line.text) > 40 or re.search(r"다\.?$|^[\d①-⑳]|^[가-하]\.|^-", line.text):
            break
        k -= 1
    return best


def _is_front(line: Line) -> bool:
    if line.role == "contents" or line.level == 1 or (line.role == "textbox" and len(line.text) <= 30):
        return True
    return line.role == "text" and (is_contents_title(line.text) or is_rule_name(line.text) or is_history(line.text))


def is_rule_name(text: str) -> bool:
    """A short line that ends like a rule's name and is no sentence, no list entry and no clause."""
    return (
        2 <= len(text) <= 60
        and _RULE_NAME.search(text) is not None
        and not re.match(r"\d|[①-⑳]|[가-하]\.|[-○□※◈*]|제\s*\d", text)
        and not text.endswith(".")
    )


def is_history(text: str) -> bool:
    """'개정 2024. 4. 30. 규정 제399호', '2026년 03월 29일 개정': a line of a rule's history."""
    return len(text) <= 80 and _HISTORY.search(text) is not None
