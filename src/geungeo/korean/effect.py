"""When a rule says that it takes effect: 2024년 3월 1일부터, 공포한 날부터, 공포 후 6개월이 경과한 날부터 시행한다."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

_ISSUED = r"(?:공포|발령|제정|개정|승인|공고|고시|의결|결재)"
_DAY = re.compile(r"((?:19|20)\d{2})\s*(?:[.\-/년]\s*)(\d{1,2})\s*(?:[.\-/월]\s*)(\d{1,2})\s*(?:일|\.)?\s*부터\s*시행")
_AT_ONCE = re.compile(rf"{_ISSUED}(?:한|을\s*받은|된)?\s*(?:날|즉시)\s*(?:부터|로부터)?\s*시행")
_AFTER = re.compile(
    rf"{_ISSUED}\s*(?:한\s*날(?:로?부터)?|일로?부터|된\s*날(?:로?부터)?)?\s*(?:후|부터)?\s*(\d+|일|이|삼|육)\s*(년|개월|월|일)\s*(?:이|을)?\s*(?:경과|지)[가-힣]*\s*날\s*부터\s*시행"
)
_NUMBERS = {"일": 1, "이": 2, "삼": 3, "육": 6}


def effective_from(sentence: str, issued: str | None) -> str | None:
    """The first day, ISO; None where the sentence names none, or counts from an issue (ISO) that is not known.

    Exceptions behind it (다만, …) are about single articles and are left aside.
    """
    main = re.split(r"다만\s*,", sentence, maxsplit=1)[0]
    if match := _DAY.search(main):
        return _iso(*map(int, match.groups()))
    if _AT_ONCE.search(main):
        return issued
    if (match := _AFTER.search(main)) and issued:
        number = _NUMBERS.get(match[1]) or int(match[1])
        return _later(date.fromisoformat(issued), number, match[2]).isoformat()
    return None


def _later(day: date, number: int, unit: str) -> date:
    """The day after the period has passed; the day of issue is not counted."""
    if unit == "일":
        return day + timedelta(days=number + 1)
    months = day.year * 12 + day.month - 1 + number * (12 if unit == "년" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) + timedelta(days=1)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
