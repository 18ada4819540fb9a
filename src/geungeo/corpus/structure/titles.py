"""What a rule says about itself on its first lines: its name, its dates and its number."""

from __future__ import annotations

import re
from datetime import date
from pathlib import PurePosixPath

from geungeo.corpus.structure.contents import is_contents_title
from geungeo.corpus.structure.headings import Heading, heading_of, join_spaced
from geungeo.corpus.structure.layout import Line
from geungeo.corpus.structure.sequence import is_history, is_rule_name
from geungeo.korean.effect import effective_from

# How far down a rule's front reaches.
_FRONT = 80
_DATE = re.compile(r"((?:19|20)\d{2})\s*(?:[.\-/년]\s*)(\d{1,2})\s*(?:[.\-/월]\s*)(\d{1,2})\s*(?:일|\.)?")
_PLAIN_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})[-._]?(\d{2})[-._]?(\d{2})(?!\d)")
_NUMBER = re.compile(r"제\s*(\d[\d-]*)\s*호")
_EFFECT = re.compile(r"시\s*행\s*일?\s*[:：]?\s*$|\[\s*시행\s*$|시행\s*$")
_APPENDED_NAME = re.compile(
    r"(?:별도의\s+)?((?:[가-힣A-Za-z‧·ㆍ]+\s+){0,6}[가-힣A-Za-z‧·ㆍ]+(?:규정|규칙|내규|지침|기준))(?=을|를|의|\s|$)"
)


def title_of(lines: list[Line], headings: dict[int, Heading]) -> str | None:
    """The rule's name on its own front lines; None where they name none."""
    front = _front(lines, headings)
    stated = [line.text for line in front if line.level == 1 and not heading_of(line.text)]
    named = [line.text for line in front if line.level != 1 and _names(line.text)]
    for text in [*stated, *named]:
        if not is_contents_title(text):
            return _clean(text) + _audience(lines[: len(front) + 20])
    if headings.get(0) and headings[0].kind == "appendix":
        found = next((match for line in front[1:4] if (match := _APPENDED_NAME.search(line.text))), None)
        return join_spaced(found.group(1)) if found else None
    return None


def title_from_file(file: str) -> str:
    """'직제_규정(2024.4.30.개정).hwpx' as '직제 규정'."""
    stem = PurePosixPath(file.replace("\\", "/")).stem
    stem = re.sub(r"[\[(（][^\])）]*(?:\d{4}|개정|제정|배포|시행)[^\])）]*[\])）]", " ", stem)
    stem = _PLAIN_DATE.sub(" ", stem).replace("_", " ")
    return join_spaced(stem.strip(" -·")) or PurePosixPath(file).name


def dates_of(lines: list[Line], headings: dict[int, Heading], file: str) -> tuple[str | None, str | None, str | None]:
    """(revised_at, effective_at, number) from the history lines, else the file name; None where nothing is said."""
    revised: list[tuple[str, str | None]] = []
    effective: str | None = None
    for line in _front(lines, headings):
        if line.role == "contents" or (not is_history(line.text) and not re.search(r"시행|개정|제정", line.text)):
            continue
        for match in _DATE.finditer(line.text):
            day = _iso(match)
            if day and _EFFECT.search(line.text[: match.start()]):
                effective = max(effective or day, day)
            elif day:
                stated = _NUMBER.search(line.text)
                revised.append((day, stated.group(1) if stated else None))
    if not revised:
        from_name = _from_file(file)
        revised = [(from_name, None)] if from_name else []
    revised_at, number = max(revised, key=lambda pair: pair[0]) if revised else (None, None)
    return revised_at, effective or _from_addenda(lines, headings, revised_at, number), number


def _front(lines: list[Line], headings: dict[int, Heading]) -> list[Line]:
    first = next((i for i in sorted(headings) if headings[i].kind in ("article", "addenda")), len(lines))
    return [line for line in lines[: min(first, _FRONT)] if line.role in ("text", "contents")]


def _audience(lines: list[Line]) -> str:
    """'(단시간 근로자용)' where a box at the front says for whom this edition of the rule is."""
    boxes = [line.text for line in lines if line.role == "textbox" and re.fullmatch(r"[가-힣 ]{2,20}용", line.text)]
    return f"({boxes[0]})" if boxes else ""


def _names(text: str) -> bool:
    joined = join_spaced(re.sub(r"\s*[(（]\s*안\s*[)）]$", "", text))
    return (is_rule_name(joined) or is_rule_name(text)) and not is_history(text)


def _clean(text: str) -> str:
    return join_spaced(text.strip("<>〈〉《》「」『』◈■□ "))


def _iso(match: re.Match[str]) -> str | None:
    try:
        return date(int(match.group(1)), int(match.group(2)), int(match.group(3))).isoformat()
    except ValueError:
        return None


def _from_file(file: str) -> str | None:
    name = PurePosixPath(file.replace("\\", "/")).name
    for pattern in (_DATE, _PLAIN_DATE):
        days = [day for match in pattern.finditer(name) if (day := _iso(match))]
        if days:
            return max(days)
    return None


def _from_addenda(
    lines: list[Line], headings: dict[int, Heading], revised_at: str | None, number: str | None
) -> str | None:
    """When the 부칙 of the last revision says that it takes effect: the one with its number, else with its day, else
    the only one. Where no revision is known, the latest day that any of them says."""
    addenda = [i for i, head in headings.items() if head.kind == "addenda"]
    dates = {i: list(map(_iso, _DATE.finditer(lines[i].text))) for i in addenda}
    plain = (number or "").lstrip("0")
    wanted = [i for i in addenda if plain and re.search(rf"제\s*0*{plain}\s*호", lines[i].text)]
    wanted = wanted or [i for i in addenda if revised_at in dates[i]]
    if not wanted and len(addenda) == 1 and not (revised_at and dates[addenda[0]]):
        wanted = addenda
    if wanted:
        return _effect(lines, wanted[-1], revised_at)
    found = () if revised_at else (_effect(lines, start, None) for start in addenda)
    return max(filter(None, found), default=None)


def _effect(lines: list[Line], start: int, revised_at: str | None) -> str | None:
    said = (effective_from(line.text, revised_at) for line in lines[start : start + 6])
    return next(filter(None, said), None)
