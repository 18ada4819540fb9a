"""When a rule says that it takes effect: 2024년 3월 1일부터, 공포한 날부터, 공포 후 6개월이 경과한 날부터 시행한다."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

_ISSUED = r"(?:공포|발령|제정|개정|승인|공고|고시|의결|결재)"
_DAY = re.compile(r"((?:19|20)\d{2})\s*(?:[.\-/년]\s*)(\d{1,2})\s*(?:[.\-/월]\s*)(\d{1,2})\s*(?:일|\.)?\s*부터\s*시행")
_AT_ONCE = re.compile(rf"{_ISSUED}\s*(?:한|을\s*받은|된)?\s*(?:날|즉시|일(?=\s*로?부터))\s*(?:부터|로부터)?\s*시행")
_AFTER = re.compile(
    rf"{_ISSUED}\s*(?:한\s*날(?:로?부터)?|일로?부터|된\s*날(?:로?부터)?)?\s*(?:후|부터)?"
    r"\s*(\d+|일|이|삼|육)\s*(년|개월|월|일)(?:\s*(\d+)\s*개?월)?\s*(?:이|을)?\s*(?:경과|지)[가-힣]*\s*날\s*(?:부터|로부터)\s*시행"
)
# The rule as a whole, and what is only a part of it.
_WHOLE = re.compile(r"(?:이|본)\s?(?:[가-힣]{1,8})(?:은|는|과|와)\s")
_PART = re.compile(
    r"개정\s?규정|(?<!부칙 )제\s?\d+\s?조(?:의\s?\d+)?(?:제\d+[항호]|\s?[,·ㆍ및]|\s?(?:은|는|의|부터)\s)|각\s?[호목]"
)
# Behind it stand exceptions, which are about single articles.
_BUT = re.compile(r"다만\s*,?\s|다만,|(?<=시행)하되")
_NUMBERS = {"일": 1, "이": 2, "삼": 3, "육": 6}


def effective_from(sentence: str, issued: str | None) -> str | None:
    """The first day, ISO, of the rule as a whole; None where the sentence names none, speaks of some articles only, or
    counts from an issue (ISO) that is not known.

    Exceptions behind it (다만, …) are about single articles: see korean.supplement.
    """
    main = _BUT.split(sentence, maxsplit=1)[0]
    if not _WHOLE.search(main) and _PART.search(main):
        return None
    return starts(main, issued)


def starts(words: str, issued: str | None) -> str | None:
    """The first day that `words` name, whatever it is that starts then."""
    if match := _DAY.search(words):
        return _iso(*map(int, match.groups()))
    if _AT_ONCE.search(words):
        return issued
    if (match := _AFTER.search(words)) and issued:
        number = _NUMBERS.get(match[1]) or int(match[1])
        return _later(date.fromisoformat(issued), number, match[2], int(match[3] or 0)).isoformat()
    return None


def _later(day: date, number: int, unit: str, more: int = 0) -> date:
    """The day after the period has passed; the day of issue is not counted. more: months beside the years."""
    if unit == "일":
        return day + timedelta(days=number + 1)
    months = day.year * 12 + day.month - 1 + number * (12 if unit == "년" else 1) + more
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) + timedelta(days=1)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
