"""When a rule was revised, by which amendment, and from when it holds: from its front, its 부칙 or its file's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath

from geungeo.corpus.blocks import Stated
from geungeo.corpus.structure.headings import Heading
from geungeo.corpus.structure.layout import Line
from geungeo.corpus.structure.sequence import is_history
from geungeo.korean.amendment import amendment_kind, of_another_rule
from geungeo.korean.effect import effective_from

# How far below a 부칙's heading its 시행일 stands.
_EFFECT_LINES = 6
_DATE = re.compile(r"((?:19|20)\d{2})\s*(?:[.\-/년]\s*)(\d{1,2})\s*(?:[.\-/월]\s*)(\d{1,2})\s*(?:일|\.)?")
_PLAIN_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})[-._]?(\d{2})[-._]?(\d{2})(?!\d)")
_NUMBER = re.compile(r"제\s*(\d[\d-]*)\s*호")
_EFFECT = re.compile(r"시\s*행\s*일?\s*[:：]?\s*$|\[\s*시행\s*$|시행\s*$")


@dataclass(frozen=True, slots=True, order=True)
class Revision:
    """day: ISO. number, kind: "" where not told."""

    day: str
    number: str = ""
    kind: str = ""


def dates_of(
    lines: list[Line], front: Sequence[Line], headings: dict[int, Heading], file: str, stated: Stated
) -> Stated:
    """`stated` with the dates, number and kind of amendment that the rule's own words tell beside it.

    The revision is the stated one, else the last that the front's history lines or a 부칙's heading name, else that of
    the file's name. When it takes effect: as the front says, else as the revision's own 부칙 does.
    """
    revised, effective = _history(front)
    addenda = [i for i, head in headings.items() if head.kind == "addenda"]
    amended = [each for i in addenda for each in revisions(lines[i].text)]
    last = _stated(stated) or max([*revised, *amended], default=None) or _from_file(file)
    day, number = (last.day, stated.number or last.number or None) if last else (None, stated.number)
    named = amendment_kind(PurePosixPath(file).stem)
    front_kinds, addenda_kinds = ([each.kind for each in some if each.day == day] for some in (revised, amended))
    return replace(
        stated,
        revised_at=day,
        number=number,
        effective_at=stated.effective_at or effective or _from_addenda(lines, addenda, day, number),
        amendment=stated.amendment or max([*front_kinds, named, *addenda_kinds], key=_telling) or None,
    )


def revisions(heading: str) -> list[Revision]:
    """'부칙 <제323호, 2014. 6. 2.>' as one of that day and number."""
    number = _NUMBER.search(heading)
    kind = "타법개정" if of_another_rule(heading) else ""
    return [
        Revision(day, number[1] if number else "", kind) for match in _DATE.finditer(heading) if (day := _iso(match))
    ]


def _stated(stated: Stated) -> Revision | None:
    return Revision(stated.revised_at, stated.number or "") if stated.revised_at else None


def _history(front: Sequence[Line]) -> tuple[list[Revision], str | None]:
    """Every revision that the front names, and the last day from which it is in force."""
    revised: list[Revision] = []
    effective: str | None = None
    for line in front:
        if line.role == "contents" or (not is_history(line.text) and not re.search(r"시행|개정|제정", line.text)):
            continue
        for match in _DATE.finditer(line.text):
            day = _iso(match)
            if day and _EFFECT.search(line.text[: match.start()]):
                effective = max(effective or day, day)
            elif day:
                stated = _NUMBER.search(line.text)
                revised.append(Revision(day, stated.group(1) if stated else "", _beside(line.text, match)))
    return revised, effective


def _beside(line: str, day: re.Match[str]) -> str:
    """The kind that stands by this date: '개정 2024. 1. 5.', '2024. 1. 5. 일부개정', '제9호, 2024. 1. 5., 일부개정'.

    A line's only date has the line's only kind; of several, the word just before or behind belongs to it.
    """
    before, behind = line[: day.start()].rstrip(" ,(:<["), line[day.end() :].lstrip(" .,)")
    word = re.search(r"[가-힣]+\s*[가-힣]*$", before)
    if word and (kind := amendment_kind(word.group())):
        return kind
    word = re.match(r"[가-힣]+(?:\s[가-힣]+)?", behind)
    return (amendment_kind(word.group()) if word else "") or (
        amendment_kind(line) if len(_DATE.findall(line)) == 1 else ""
    )


def _telling(kind: str) -> int:
    """How much it says: 개정 alone is less than 일부개정."""
    return 0 if not kind else 1 if kind == "개정" else 2


def _from_file(file: str) -> Revision | None:
    name = PurePosixPath(file.replace("\\", "/")).name
    for pattern in (_DATE, _PLAIN_DATE):
        days = [day for match in pattern.finditer(name) if (day := _iso(match))]
        if days:
            return Revision(max(days))
    return None


def _from_addenda(lines: list[Line], addenda: list[int], revised_at: str | None, number: str | None) -> str | None:
    """When the 부칙 of the last revision says that it takes effect: the one with its number and day, else with its day
    alone, else the only one. Where no revision is known, the latest day that any of them says."""
    dated = {i: revisions(lines[i].text) for i in addenda}
    plain = (number or "").lstrip("0")
    same_day = [i for i in addenda if any(each.day == revised_at for each in dated[i])]
    numbered = [i for i in same_day or addenda if plain and re.search(rf"제\s*0*{plain}\s*호", lines[i].text)]
    wanted = numbered or same_day
    if not wanted and len(addenda) == 1 and not (revised_at and dated[addenda[0]]):
        wanted = addenda
    if wanted:
        return _effect(lines, wanted[-1], addenda, revised_at)
    found = () if revised_at else (_effect(lines, start, addenda, None) for start in addenda)
    return max(filter(None, found), default=None)


def _effect(lines: list[Line], start: int, addenda: list[int], revised_at: str | None) -> str | None:
    until = min([start + _EFFECT_LINES, *(i for i in addenda if i > start)])
    said = (effective_from(line.text, revised_at) for line in lines[start:until])
    return next(filter(None, said), None)


def _iso(match: re.Match[str]) -> str | None:
    try:
        return date(int(match.group(1)), int(match.group(2)), int(match.group(3))).isoformat()
    except ValueError:
        return None
