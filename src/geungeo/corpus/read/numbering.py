"""Numbers of automatic lists as the reader of the document sees them: 제3조, 가., ①, Ⅳ.

Office formats store "level 2 of list 5" and a pattern; which number that is, only counting tells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

LEVELS = 10

_DIGITS_HANJA = "一二三四五六七八九"
_DIGITS_HANGUL = "일이삼사오육칠팔구"
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"))
_ROMAN_SMALL_TAIL = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class Counters:
    """Where each list stands."""

    def __init__(self) -> None:
        self._values: dict[Hashable, list[int | None]] = {}

    def advance(
        self, key: Hashable, level: int, starts: Sequence[int], restarts: Callable[[int], bool] = lambda _: True
    ) -> tuple[int, ...]:
        """Count one more at `level` (0-based); the numbers of all levels.

        Higher levels that were skipped count as begun; deeper ones for which `restarts` holds begin anew.
        """
        values = self._values.setdefault(key, [None] * len(starts))
        for at in range(level):
            values[at] = starts[at] if values[at] is None else values[at]
        current = values[level]
        values[level] = starts[level] if current is None else current + 1
        for deeper in range(level + 1, len(values)):
            if restarts(deeper):
                values[deeper] = None
        return tuple(start if value is None else value for value, start in zip(values, starts, strict=True))

    def forget(self, key: Hashable, level: int) -> None:
        """The next count at `level` is its start."""
        if key in self._values:
            self._values[key][level] = None

    def copy(self, source: Hashable, target: Hashable) -> None:
        """`target` goes on where `source` stands."""
        if source in self._values:
            self._values[target] = list(self._values[source])


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    out = ""
    for value, letters in _ROMAN + _ROMAN_SMALL_TAIL:
        while number >= value:
            out += letters
            number -= value
    return out


def _roman_sign(number: int) -> str:
    """Ⅰ to Ⅻ as the one-character signs that Korean documents use."""
    return chr(0x2160 + number - 1) if 1 <= number <= 12 else _roman(number)


def _roman_sign_small(number: int) -> str:
    return chr(0x2170 + number - 1) if 1 <= number <= 12 else _roman(number).lower()


def _letters(first: str, count: int) -> Callable[[int], str]:
    """a … z, then aa, bb (the way word processors go on), up to ten letters."""

    def letters(number: int) -> str:
        turn, place = divmod(number - 1, count)
        return chr(ord(first) + place) * (turn + 1) if 0 <= turn < 10 else str(number)

    return letters


def _row(signs: str, beyond: Callable[[int], str] = str) -> Callable[[int], str]:
    """The n-th sign; `beyond` where there is none."""
    return lambda n: signs[n - 1] if 0 < n <= len(signs) else beyond(n)


def _range(first: int, count: int, beyond: Callable[[int], str] = str) -> Callable[[int], str]:
    return _row("".join(chr(first + i) for i in range(count)), beyond)


def _syllable(number: int) -> str:
    """가 나 다 … 하, then 거 너 더 … 허, 고 노 도 …: the order of 목 in statutes."""
    initials, vowels = (0, 2, 3, 5, 6, 7, 9, 11, 12, 14, 15, 16, 17, 18), (0, 4, 8, 13, 18, 20)
    turn, place = divmod(number - 1, len(initials))
    if number < 1 or turn >= len(vowels):
        return str(number)
    return chr(0xAC00 + (initials[place] * 21 + vowels[turn]) * 28)


def _spelled(digits: str, ten: str, hundred: str) -> Callable[[int], str]:
    """십일, 이십; 十一: tens and hundreds named."""

    def spell(number: int) -> str:
        if not 0 < number < 1000:
            return str(number)
        out = ""
        for unit, name in ((100, hundred), (10, ten), (1, "")):
            count, number = divmod(number, unit)
            if count:
                out += ("" if count == 1 and name else digits[count - 1]) + name
        return out

    return spell


def _digitwise(digits: str, zero: str) -> Callable[[int], str]:
    return lambda n: "".join(zero if c == "0" else digits[int(c) - 1] for c in str(n)) if n >= 0 else str(n)


def _circled(number: int) -> str:
    """① … ⑳ ㉑ … ㊿, then (51)."""
    for first, last, code in ((1, 20, 0x2460), (21, 35, 0x3251), (36, 50, 0x32B1)):
        if first <= number <= last:
            return chr(code + number - first)
    return f"({number})"


_JAMO = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_STEMS_HANGUL, _STEMS_HANJA = "갑을병정무기경신임계", "甲乙丙丁戊己庚辛壬癸"
_BRANCHES_HANJA = "子丑寅卯辰巳午未申酉戌亥"
_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_NATIVE_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")


def _native(number: int) -> str:
    return _NATIVE_TENS[number // 10] + _NATIVE_ONES[number % 10] if 0 < number < 100 else str(number)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# 한글's names (KS X 6101 numFormat); their order is the code that hwp 5 stores.
HANGUL_STYLES: dict[str, Callable[[int], str]] = {
    "DIGIT": str,
    "CIRCLED_DIGIT": _circled,
    "ROMAN_CAPITAL": _roman_sign,
    "ROMAN_SMALL": _roman_sign_small,
    "LATIN_CAPITAL": _letters("A", 26),
    "LATIN_SMALL": _letters("a", 26),
    "CIRCLED_LATIN_CAPITAL": _range(0x24B6, 26),
    "CIRCLED_LATIN_SMALL": _range(0x24D0, 26),
    "HANGUL_SYLLABLE": _syllable,
    "CIRCLED_HANGUL_SYLLABLE": _range(0x326E, 14, _syllable),
    "HANGUL_JAMO": _row(_JAMO),
    "CIRCLED_HANGUL_JAMO": _range(0x3260, 14),
    "HANGUL_PHONETIC": _spelled(_DIGITS_HANGUL, "십", "백"),
    "IDEOGRAPH": _spelled(_DIGITS_HANJA, "十", "百"),
    "CIRCLED_IDEOGRAPH": _range(0x3280, 10),
    "DECAGON_CIRCLE": _row(_STEMS_HANGUL),
    "DECAGON_CIRCLE_HANJA": _row(_STEMS_HANJA),
}

# Word's names (ST_NumberFormat); a name that is not here counts in digits.
WORD_STYLES: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda n: f"{n:02d}",
    "upperRoman": _roman,
    "lowerRoman": lambda n: _roman(n).lower(),
    "upperLetter": _letters("A", 26),
    "lowerLetter": _letters("a", 26),
    "ordinal": _ordinal,
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedParen": _range(0x2474, 20, lambda n: f"({n})"),
    "decimalEnclosedFullstop": _range(0x2488, 20, lambda n: f"{n}."),
    "decimalFullWidth": lambda n: "".join(chr(ord(c) + 0xFEE0) for c in str(n)),
    "numberInDash": lambda n: f"- {n} -",
    "ganada": _syllable,
    "chosung": _row(_JAMO),
    "koreanDigital": _digitwise(_DIGITS_HANGUL, "영"),
    "koreanDigital2": _digitwise(_DIGITS_HANJA, "零"),
    "koreanCounting": _spelled(_DIGITS_HANGUL, "십", "백"),
    "koreanLegal": _native,
    "ideographDigital": _digitwise(_DIGITS_HANJA, "〇"),
    "japaneseCounting": _spelled(_DIGITS_HANJA, "十", "百"),
    "chineseCounting": _spelled(_DIGITS_HANJA, "十", "百"),
    "chineseCountingThousand": _spelled(_DIGITS_HANJA, "十", "百"),
    "taiwaneseCounting": _spelled(_DIGITS_HANJA, "十", "百"),
    "ideographEnclosedCircle": _range(0x3280, 10),
    "ideographTraditional": _row(_STEMS_HANJA),
    "ideographZodiac": _row(_BRANCHES_HANJA),
    "none": lambda _: "",
}

# Symbol-font bullets are stored as private-use characters; these are the signs that they show.
_SYMBOLS = {
    0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x74: "◆", 0x75: "◆", 0x76: "❖", 0x77: "◆",
    0x9F: "•", 0xA7: "▪", 0xA8: "□", 0xB7: "•", 0xD8: "➢", 0xE0: "→", 0xE8: "➔", 0xF0: "⇨", 0xFC: "✓", 0xFE: "☑",
}  # fmt: skip


def bullet_text(char: str) -> str:
    """A bullet as a sign that any font shows; '•' for a private-use or missing one that is not known."""
    out = "".join(_SYMBOLS.get(ord(c) & 0xFF, "•") if 0xE000 <= ord(c) <= 0xF8FF else c for c in char)
    return out.strip() or "•"
