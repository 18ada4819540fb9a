"""What a rule calls itself on its first lines, or its file does."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from geungeo.corpus.structure.contents import is_contents_title
from geungeo.corpus.structure.headings import Heading, heading_of, join_spaced
from geungeo.corpus.structure.layout import Line
from geungeo.corpus.structure.sequence import is_history, is_rule_name

# How far down a rule's front reaches.
_FRONT = 80
_PLAIN_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})[-._]?(\d{2})[-._]?(\d{2})(?!\d)")
_APPENDED_NAME = re.compile(
    r"(?:별도의\s+)?((?:[가-힣A-Za-z‧·ㆍ]+\s+){0,6}[가-힣A-Za-z‧·ㆍ]+(?:규정|규칙|내규|지침|기준))(?=을|를|의|\s|$)"
)


def title_of(lines: list[Line], headings: dict[int, Heading]) -> str | None:
    """The rule's name on its own front lines; None where they name none."""
    front = front_of(lines, headings)
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


def front_of(lines: list[Line], headings: dict[int, Heading]) -> list[Line]:
    """The lines before the first article or 부칙."""
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
