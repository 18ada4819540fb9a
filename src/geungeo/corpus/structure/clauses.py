"""The lines of one rule as its text and the stretches of it that become chunks.

Headings of 편·장·절·관, 부칙 and 별표 stand at the front of the first stretch below them. What interrupts a clause
(commentary, footnotes, running heads) is moved behind it and is a stretch of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from geungeo.corpus.structure.headings import Heading, article_name, join_spaced
from geungeo.corpus.structure.layout import Line, Role
from geungeo.korean.normalize import squeeze
from geungeo.records import Part

SectionKind = Literal["article", "text", "contents", "commentary", "aside"]

_LIST = re.compile(r"\s*(?:[①-⑳㉑-㉟]|\d{1,3}(?:의\d+)?[.)]|[가-힣][.)]|\(|[-○□◦·※*<\[])")
_AMENDED = re.compile(r"\s*<[^<>]*\d[^<>]*>")
_PART: dict[str, Part] = {"division": "본칙", "addenda": "부칙", "annex": "별표", "form": "별지", "appendix": "기타"}
_ASIDE_NAMES: dict[str, str] = {
    "header": "머리글",
    "footer": "바닥글",
    "footnote": "각주",
    "endnote": "미주",
    "memo": "메모",
    "hidden": "숨은 글",
    "textbox": "글상자",
    "alt": "그림 설명",
}


@dataclass(frozen=True, slots=True)
class LineSpan:
    """A line's place in the document's text, with what the format said about it; row: its number in a sheet, else 0;
    blank: of a rendered table: the share of its cells that hold no text."""

    start: int
    end: int
    role: Role
    level: int
    wall: bool
    lead: bool
    row: int = 0
    blank: float = 0.0


@dataclass(frozen=True, slots=True)
class Section:
    """document.text[start:end]: an article with the headings above it, or a stretch of other text.

    key names the place of its part (a 부칙's number and date, a 별표's number, else what it stands behind).
    name is how people cite it below the title: '부칙 <제9호> 제1조', '별표 1', '제5조 해설'.
    """

    kind: SectionKind
    part: Part
    key: str
    path: tuple[str, ...]
    name: str
    article: str | None
    article_title: str | None
    start: int
    end: int
    lines: tuple[LineSpan, ...]


@dataclass(slots=True)
class _Draft:
    kind: SectionKind
    part: Part
    key: str
    path: tuple[str, ...]
    name: str
    article: str | None = None
    article_title: str | None = None
    group: int = 0
    level: int = 0
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _State:
    """Where the walk stands. `waiting`: headings whose first text has not come; `moved`: what goes behind `open`."""

    kind: str = "division"
    part_name: str = ""
    part_path: tuple[str, ...] = ()
    part_key: str = ""
    parts: int = 0
    divisions: list[tuple[int, str]] = field(default_factory=list)
    heads: tuple[str, ...] = ()
    article: Heading | None = None
    body_article: str = ""
    open: _Draft | None = None
    waiting: list[Line] = field(default_factory=list)
    moved: list[_Draft] = field(default_factory=list)
    done: list[_Draft] = field(default_factory=list)


def build(lines: list[Line], headings: dict[int, Heading]) -> tuple[str, list[Section]]:
    """The document's text and its sections, in order, without gaps but for line ends."""
    return _written(_drafts(lines, headings))


def _drafts(lines: list[Line], headings: dict[int, Heading]) -> list[_Draft]:
    state = _State()
    for i, line in enumerate(lines):
        heading = headings.get(i)
        if line.role == "contents":
            _add_contents(state, line)
        elif line.role not in ("text", "table"):
            _add_moved(state, line)
        elif heading is None or (i == 0 and heading.kind == "appendix"):
            # A rule that begins as an appendix ('[별첨]') is a rule of its own.
            _add_text(state, line)
        elif heading.kind == "article":
            _open_article(state, line, heading)
        else:
            _open_part(state, line, heading, _named_below(lines, headings, i, heading))
    if state.waiting:
        _open_text(state)
    _close(state)
    return state.done


def _close(state: _State) -> None:
    """Ends the stretch at hand; what was moved out of it follows."""
    if state.open:
        state.done.append(state.open)
        state.open = None
        state.done.extend(state.moved)
        state.moved = []
    elif not state.waiting:
        state.done.extend(state.moved)
        state.moved = []


def _named_below(lines: list[Line], headings: dict[int, Heading], i: int, heading: Heading) -> str:
    """A 별표's or 별지's own name where it stands on the line below: '한마음생활체육관 이용료(제4조 관련)'."""
    if (
        heading.kind not in ("annex", "form")
        or _AMENDED.sub("", heading.title)
        or i + 1 >= len(lines)
        or i + 1 in headings
    ):
        return ""
    below = lines[i + 1]
    named = (
        below.role == "text" and len(below.text) <= 60 and not _LIST.match(below.text) and not below.text.endswith(".")
    )
    return join_spaced(below.text) if named else ""


def _open_part(state: _State, line: Line, heading: Heading, below: str) -> None:
    _close(state)
    state.article, state.heads = None, ()
    title = heading.title if heading.kind == "addenda" else _AMENDED.sub("", heading.title) or below
    shown = squeeze(f"{heading.name} {title}")
    if heading.kind == "division":
        kept = [(rank, text) for rank, text in state.divisions if rank < heading.rank]
        state.divisions = [*kept, (heading.rank, shown)]
    else:
        state.parts += 1
        state.kind, state.divisions = heading.kind, []
        brief = squeeze(f"부칙 {heading.title}") if heading.kind == "addenda" else heading.name
        state.part_name, state.part_path = brief[:60], (shown[:80],)
        stated = re.sub(r"\s", "", heading.title) if heading.kind == "addenda" else heading.name
        state.part_key = f"{heading.kind} {stated}" if stated else f"{heading.kind} #{state.parts}"
    state.waiting.append(line)


def _open_article(state: _State, line: Line, heading: Heading) -> None:
    _close(state)
    if state.kind in ("annex", "form") and heading.number != "1" and state.article is None and _goes_on(state, heading):
        state.kind, state.part_name, state.part_path, state.part_key = "division", "", (), ""
    state.article, state.heads = heading, ()
    if state.kind == "division":
        state.body_article = heading.number
    state.open = _draft(state, "article")
    state.open.level = line.level
    state.open.lines = [*state.waiting, line]
    state.waiting = []


def _goes_on(state: _State, heading: Heading) -> bool:
    main = heading.number.partition("의")[0]
    before = state.body_article.partition("의")[0]
    return bool(before) and int(main) in (int(before), int(before) + 1)


def _add_text(state: _State, line: Line) -> None:
    if state.open and state.open.kind == "contents":
        _close(state)
    current = state.open
    if current is None:
        if line.level > 1 or (line.level and state.body_article):
            state.heads = (squeeze(line.text)[:60],)
        _open_text(state, line)
    elif _leaves_article(current, line):
        _close(state)
        state.article, state.heads = None, (squeeze(line.text)[:60],) if line.level else ()
        _open_text(state, line)
    elif _begins_sister(current, line):
        if state.moved:
            _close(state)
        state.heads = (squeeze(line.text)[:60],)
        if state.open:
            current.lines.append(line)
        else:
            _open_text(state, line)
    else:
        current.lines.append(line)


def _leaves_article(current: _Draft, line: Line) -> bool:
    """A heading of the format's own, or text behind a wall that is no list, does not belong to the article above."""
    if current.kind != "article":
        return False
    if line.level:
        return not current.level or line.level <= current.level
    return line.wall and not _LIST.match(line.text) and current.lines[-1].text.endswith((".", ">"))


def _begins_sister(current: _Draft, line: Line) -> bool:
    """A heading beside the one that the text opens with (a slide after a slide): notes on what was stay with that."""
    level = current.lines[0].level if current.lines else 0
    return current.kind == "text" and 0 < line.level <= level


def _open_text(state: _State, line: Line | None = None) -> None:
    state.open = _draft(state, "text")
    state.open.lines = [*state.waiting, *([line] if line else [])]
    state.waiting = []


def _add_contents(state: _State, line: Line) -> None:
    if state.open is None or state.open.kind != "contents":
        _close(state)
        state.open = _draft(state, "contents")
        state.open.lines = state.waiting
        state.waiting = []
    state.open.lines.append(line)


def _add_moved(state: _State, line: Line) -> None:
    kind: SectionKind = "commentary" if line.role == "commentary" else "aside"
    if not state.moved or state.moved[-1].group != line.group or state.moved[-1].kind != kind:
        draft = _draft(state, kind, line.role)
        draft.group = line.group
        state.moved.append(draft)
    state.moved[-1].lines.append(line)


def _draft(state: _State, kind: SectionKind, role: str = "") -> _Draft:
    """A stretch at the present place, with its part, key, path and name."""
    divisions = tuple(text for _, text in state.divisions)
    article = state.article
    base = (*state.part_path, *divisions, *state.heads)
    place = f"{state.part_key}|{article.number if article else 'after ' + state.body_article}"
    if article and kind in ("article", "commentary", "aside"):
        base = (*base, f"{article.name}({article.title})" if article.title else article.name)
        name = f"{state.part_name} {article.name}".strip()
    else:
        name = state.part_name
    if kind == "article" and article:
        title = article.title or None
        return _Draft(kind, _PART[state.kind], state.part_key, base, name, article.number, title)
    if kind == "text":
        part: Part = "기타" if state.kind == "division" else _PART[state.kind]
        key = place if state.kind == "division" else state.part_key
        return _Draft(kind, part, key, base, name or _text_name(state, divisions))
    if kind == "contents":
        return _Draft(kind, "기타", f"contents|{place}", (*base, "차례"), f"{name} 차례".strip())
    word = "해설" if kind == "commentary" else _ASIDE_NAMES[role]
    name = name or ((state.heads or divisions)[-1] if state.heads or divisions else "")
    part = "해설" if kind == "commentary" else "기타"
    number, title = (article.number, article.title or None) if article else (None, None)
    return _Draft(kind, part, f"{word}|{place}", (*base, word), f"{name} {word}".strip(), number, title)


def _text_name(state: _State, divisions: tuple[str, ...]) -> str:
    if state.heads or divisions:
        return (state.heads or divisions)[-1]
    if state.body_article:
        return f"{article_name(state.body_article)} 다음"
    return "앞부분"


def _written(drafts: list[_Draft]) -> tuple[str, list[Section]]:
    pieces: list[str] = []
    sections: list[Section] = []
    at = 0
    for draft in drafts:
        spans = []
        for line in draft.lines:
            end = at + len(line.text)
            spans.append(LineSpan(at, end, line.role, line.level, line.wall, line.lead, line.row, line.blank))
            pieces.append(line.text)
            at += len(line.text) + 1
        if spans:
            sections.append(
                Section(
                    draft.kind,
                    draft.part,
                    draft.key,
                    draft.path,
                    draft.name,
                    draft.article,
                    draft.article_title,
                    spans[0].start,
                    spans[-1].end,
                    tuple(spans),
                )
            )
    return "\n".join(pieces), sections
