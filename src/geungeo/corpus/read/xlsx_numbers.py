"""Numbers as a cell shows them: 0.05 under '0%' is 5%, 45292 under 'yyyy-mm-dd' is 2024-01-01."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

# Formats that a file names by number only, as Korean Excel shows them.
_DATE = "yyyy-mm-dd"
BUILT_IN = {
    **{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 14: _DATE},
    **{15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss"},
    **{22: "yyyy-mm-dd h:mm", 27: _DATE, 28: "mm-dd", 29: "mm-dd", 30: "mm-dd-yy", 31: 'yyyy"년" mm"월" dd"일"'},
    **{32: 'h"시" mm"분"', 33: 'h"시" mm"분" ss"초"', 34: _DATE, 35: _DATE, 36: _DATE, 37: "#,##0;-#,##0"},
    **{38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 41: '#,##0;-#,##0;"-"'},
    **{42: '"₩"#,##0;-"₩"#,##0;"₩-"', 43: '#,##0.00;-#,##0.00;"-"', 44: '"₩"#,##0.00;-"₩"#,##0.00;"₩-"'},
    **{45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@", 50: _DATE, 51: "mm-dd", 52: _DATE},
    **{53: _DATE, 54: "mm-dd", 55: _DATE, 56: _DATE, 57: _DATE, 58: "mm-dd"},
}

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]'
    r"|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<compare>[<>=]+)(?P<bound>-?[\d.]+)\]|\[[^\]]*\]"
    r"|(?P<general>General|G/표준)|(?P<half>AM/PM|A/P|am/pm|오전/오후)|(?P<exponent>[Ee][+-])"
    r"|(?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?|aaaa?)|(?P<digits>[0#?][0#?,]*|,)|(?P<other>.)",
    re.DOTALL,
)
_DAYS = "월화수목금토일"
_ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = tuple("January February March April May June July August September October November December".split())
_HALVES = {False: ("AM", "PM"), True: ("오전", "오후")}
_MAX_VALUE = Decimal(10) ** 24  # far beyond the 15 digits that a cell keeps
_MAX_DAYS = 2_958_466  # 9999-12-31 is the last day that Excel has


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Section:
    """One of the parts between ';'. compare, bound: '[>=100]' in front of it."""

    tokens: tuple[_Token, ...]
    compare: str = ""
    bound: Decimal = Decimal(0)

    def has(self, *kinds: str) -> bool:
        return any(token.kind in kinds for token in self.tokens)


def shown(raw: str, code: str, *, from_1904: bool = False) -> str:
    """The stored number as the format `code` shows it; as it is stored where either is not understood."""
    try:
        value = Decimal(raw)
    except InvalidOperation:
        return raw
    section, signed = _section_for(value, _sections(code))
    if not value.is_finite() or abs(value) >= _MAX_VALUE:
        return raw
    if section.has("date", "elapsed", "half"):
        return _date(value, section, from_1904, korean="412]" in code) or raw
    if section.has("digits") and not section.has("slash"):
        return _number(value if signed else abs(value), section)
    return _words(_general(value), section)


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    """The code's sections, cut at each ';' that no quotes hold."""
    found: list[_Section] = []
    tokens: list[_Token] = []
    compare, bound = "", Decimal(0)
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup or ""
        if match["compare"]:
            compare, bound = match["compare"], _decimal(match["bound"])
        elif kind == "other" and match.group() == ";":
            found.append(_Section(tuple(tokens), compare, bound))
            tokens, compare, bound = [], "", Decimal(0)
        elif kind:
            tokens.append(_token(kind, match))
    return (*found, _Section(tuple(tokens), compare, bound))


def _token(kind: str, match: re.Match[str]) -> _Token:
    text = match[kind]
    if kind in ("quoted", "escaped", "currency"):
        return _Token("word", text)
    if kind == "other":
        special = {"%": "percent", "@": "at", ".": "point", "/": "slash"}
        return _Token(special.get(text, "word"), text)
    return _Token(kind, text)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal(0)


def _section_for(value: Decimal, sections: tuple[_Section, ...]) -> tuple[_Section, bool]:
    """The section that shows `value`, and whether the number keeps its sign there."""
    if any(section.compare for section in sections):
        return next((s for s in sections if not s.compare or _holds(value, s.compare, s.bound)), sections[-1]), True
    if value < 0 and len(sections) > 1:
        return sections[1], False
    return sections[2 if value == 0 and len(sections) > 2 else 0], True


def _holds(value: Decimal, compare: str, bound: Decimal) -> bool:
    return {
        "<": value < bound,
        "<=": value <= bound,
        ">": value > bound,
        ">=": value >= bound,
        "=": value == bound,
        "<>": value != bound,
    }.get(compare, True)


def _general(value: Decimal) -> str:
    """All digits that are no noise of binary fractions: 0.1 and 12345678901, not 0.1000000000000000055."""
    if value == value.to_integral_value() and abs(value) < 10**15:
        return str(int(value))
    text = f"{float(value):.15g}"
    return text.upper() if abs(value) >= 10**15 or abs(value) < Decimal("1e-9") else f"{Decimal(text):f}"


def _words(number: str, section: _Section) -> str:
    """The number between the section's words; a section of words alone shows these, an empty one nothing."""
    kinds = {"general": number, "at": number, "slash": number}
    if section.has("slash"):  # a fraction: its decimal number says the same
        return number
    return "".join(token.text if token.kind == "word" else kinds.get(token.kind, "") for token in section.tokens)


def _number(value: Decimal, section: _Section) -> str:
    """Digits at their placeholders, right to left; words and signs where they stand ('000-0000')."""
    if section.has("exponent"):
        return f"{float(value):.{_places(section)}E}"
    value *= Decimal(100) ** sum(token.kind == "percent" for token in section.tokens)
    last = [token for token in section.tokens if token.kind == "digits"][-1].text
    value /= Decimal(1000) ** (len(last) - len(last.rstrip(",")))
    whole, fraction, negative = _digits(value, section)
    point = next((i for i, token in enumerate(section.tokens) if token.kind == "point"), len(section.tokens))
    front, behind = section.tokens[:point], section.tokens[point:]
    places = [sum(map(token.text.count, "0#?")) if token.kind == "digits" else 0 for token in front]
    out, first = "", next((i for i, count in enumerate(places) if count), -1)
    for i in range(len(front) - 1, -1, -1):
        if places[i]:
            cut = 0 if i == first or "," in whole else max(len(whole) - places[i], 0)
            out, whole = whole[cut:] + out, whole[:cut]
        elif front[i].kind in ("word", "percent"):
            out = front[i].text + out
    out += f"{whole if first < 0 else ''}.{fraction}" if fraction else ""
    out += "".join(token.text for token in behind if token.kind in ("word", "percent"))
    return ("-" if negative else "") + out.strip()


def _places(section: _Section) -> int:
    """Decimal places: placeholders behind the point."""
    behind, count = False, 0
    for token in section.tokens:
        if token.kind == "exponent":
            break
        behind = behind or token.kind == "point"
        count += len(token.text.replace(",", "")) if behind and token.kind == "digits" else 0
    return count


def _digits(value: Decimal, section: _Section) -> tuple[str, str, bool]:
    """(whole part with its leading zeros and commas, fraction without optional zeros, negative)."""
    places = min(_places(section), 30)
    rounded = abs(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:f}".partition(".")
    front = "".join(_placeholders(section, behind=False))
    whole = whole.lstrip("0").rjust(min(front.replace("?", "0").count("0"), 40), "0")
    if "," in front.rstrip(","):
        whole = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole)
    needed = "".join(_placeholders(section, behind=True)).rstrip("#?")
    while fraction.endswith("0") and len(fraction) > len(needed):
        fraction = fraction[:-1]
    return whole, fraction, value < 0 and rounded != 0


def _placeholders(section: _Section, *, behind: bool) -> list[str]:
    seen, found = False, []
    for token in section.tokens:
        seen = seen or token.kind == "point"
        if token.kind == "digits" and seen == behind:
            found.append(token.text)
    return found


def _date(value: Decimal, section: _Section, from_1904: bool, korean: bool) -> str:
    """'' for a day that no calendar has."""
    if value < 0 or value >= _MAX_DAYS:
        return ""
    # The calendar of Excel has a 1900-02-29.
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if value >= 60 else 31)
    fine = any(token.kind == "date" and "." in token.text for token in section.tokens)
    seconds = (value * 86400).quantize(Decimal("0.001") if fine else Decimal(1), rounding=ROUND_HALF_UP)
    try:
        moment = start + timedelta(seconds=float(seconds))
    except OverflowError:
        return ""
    tokens = section.tokens
    dated = [i for i, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    minutes = {i for at, i in enumerate(dated) if _is_minute(tokens, dated, at)}
    half = section.has("half")
    parts = (_moment(token, moment, seconds, i in minutes, half, korean) for i, token in enumerate(tokens))
    return "".join(parts).strip()


def _is_minute(tokens: tuple[_Token, ...], dated: list[int], at: int) -> bool:
    """m and mm are minutes next to hours or seconds, else months."""
    text = tokens[dated[at]].text.lower()
    if tokens[dated[at]].kind != "date" or text not in ("m", "mm"):
        return False
    before = tokens[dated[at - 1]].text.lower()[:1] if at else ""
    after = tokens[dated[at + 1]].text.lower()[:1] if at + 1 < len(dated) else ""
    return before == "h" or after == "s"


def _moment(token: _Token, moment: datetime, seconds: Decimal, minute: bool, half: bool, korean: bool) -> str:
    text = token.text.lower()
    if token.kind == "elapsed":
        unit = {"h": 3600, "m": 60, "s": 1}[text[0]]
        return str(int(seconds // unit)).rjust(len(text), "0")
    if token.kind == "half":
        return _HALVES[text == "오전/오후" or korean][moment.hour >= 12]
    if token.kind != "date":
        return token.text if token.kind in ("word", "slash", "point") else ""
    if text.startswith("a"):
        return _DAYS[moment.weekday()] + ("요일" if len(text) > 3 else "")
    if text.startswith("y"):
        return f"{moment.year:04}" if len(text) > 2 else f"{moment.year % 100:02}"
    if text.startswith("d") and len(text) > 2:
        return _day(moment, len(text), korean)
    if text.startswith("m") and len(text) > 2:
        return f"{moment.month}월" if korean else _month(moment, len(text))
    if text.startswith("s") and "." in text:
        return f"{moment.second:02}.{moment.microsecond // 1000:03}"[: 2 + len(text) - text.index(".")]
    hour = (moment.hour % 12 or 12) if half else moment.hour
    number = {"d": moment.day, "h": hour, "s": moment.second, "m": moment.minute if minute else moment.month}[text[0]]
    return f"{number:0{min(len(text), 2)}}"


def _day(moment: datetime, letters: int, korean: bool) -> str:
    day = moment.weekday()
    if korean:
        return _DAYS[day] + ("요일" if letters > 3 else "")
    return _ENGLISH_DAYS[day] if letters > 3 else _ENGLISH_DAYS[day][:3]


def _month(moment: datetime, letters: int) -> str:
    name = _MONTHS[moment.month - 1]
    return {3: name[:3], 5: name[:1]}.get(letters, name)
