"""Numbers with their unit, as facts that can be compared: 100,000원 = 10만 원 = 십만원, 삼십일 = 30일, 5할 = 50 %.

Read in stages, the most particular first; what a stage has read is blanked out for the next. A Korean numeral
counts only where it cannot be another word: 사원, 이사회, 만 나이 are no numbers. When in doubt it is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

LABEL = "label"
DATE = "date"  # value 20250101
MONTH_DAY = "월일"  # value 331 for 3월 31일
CLOCK = "시각"  # value in minutes after midnight
_NOTHING = "mark"


@dataclass(frozen=True, slots=True)
class Fact:
    """text[start:end] states `value` of `unit`.

    Units: 원, 일, 영업일, 근무일, 주, 개월, 년, 분 (also for 시간), 명, 회, 세, % ... or '' for a bare number; 'date',
    '월일' and '시각' for points in time; 'label' for numbers that name a place (제15조, 별표 1).
    bound: how a comparison word ties it down: '≥' 이상, '>' 초과, '≤' 이하·이내, '<' 미만, '전', '후', '마다', or ''.
    """

    start: int
    end: int
    value: Decimal
    unit: str
    bound: str = ""

    @property
    def key(self) -> tuple[Decimal, str]:
        return self.value, self.unit


def facts(text: str) -> list[Fact]:
    """Every number of `text` with its unit, in order. List marks (1.) and citation marks ([1]) are none."""
    return list(_facts(text))


@lru_cache(maxsize=8192)  # checks ask for the same clause many times
def _facts(text: str) -> tuple[Fact, ...]:
    rest = text.translate(_NARROW)
    found: list[Fact] = []
    for pattern, read in _STAGES:
        matches = list(pattern.finditer(rest))
        for match in matches:
            value, unit = read(match)
            if unit == _NOTHING:
                continue
            end = match.start() + len(match.group().rstrip())
            found.append(Fact(match.start(), end, value.normalize() + 0, unit, bound_after(text, end)))
        if matches:
            rest = pattern.sub(_blank, rest)
    return tuple(sorted(found, key=lambda fact: fact.start))


def known(text: str) -> set[tuple[Decimal, str]]:
    """(value, unit) of every fact of `text`, and what those imply: a full date also states its year, month and day."""
    keys = {fact.key for fact in facts(text)}
    for value, unit in list(keys):
        if unit == DATE:
            keys |= {(value % 10000, MONTH_DAY), (value // 10000, "년")}
    return keys


# --- Words and their values -------------------------------------------------------------------------------------

_NARROW = str.maketrans("０１２３４５６７８９，．％：～∼〜", "0123456789,.%:~~~")
_SINO = {digit: value for value, digit in enumerate("일이삼사오육칠팔구", start=1)} | {"륙": 6}
_SMALL = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10**4, "억": 10**8, "조": 10**12}
_ONES = dict(
    zip(
        ["한", "두", "세", "석", "네", "넉", "다섯", "여섯", "일곱", "여덟", "아홉"],
        (1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9),
        strict=True,
    )
)
_TENS = dict(
    zip(
        ["열", "스무", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"],
        (10, 20, 20, 30, 40, 50, 60, 70, 80, 90),
        strict=True,
    )
)
_DAYS = dict(
    zip(
        ["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘", "보름"],
        (*range(1, 11), 15),
        strict=True,
    )
)
_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_HALF = Decimal("0.5")

# Unit -> how it is written. What is not listed stays a bare number.
_WRITTEN = {
    "원": "원 KRW",
    "달러": "달러 불 USD",
    "유로": "유로 EUR",
    "엔": "엔 JPY",
    "일": "일 days day",
    "영업일": "영업일",
    "근무일": "근무일 근로일",
    "평일": "평일",
    "박": "박",
    "주": "주일 주간 주 weeks week",
    "개월": "개월 달 months month",
    "월": "월",
    "년": "개년 년 해 years year",
    "년도": "년도 연도",
    "년차": "년차",
    "일차": "일차",
    "회차": "회차",
    "번째": "번째",
    "분": "분 minutes minute",
    "초": "초",
    "분기": "분기",
    "학기": "학기",
    "명": "명 인 사람",
    "인승": "인승",
    "회": "회 번 차례",
    "세": "세 살",
    "%": "% 퍼센트 프로 percent",
    "%p": "%p 퍼센트포인트 %포인트",
    "배": "배",
    "개": "개 가지",
    "개소": "개소",
    "곳": "곳",
    "건": "건",
    "점": "점",
    "부": "부",
    "매": "매",
    "장": "장",
    "통": "통",
    "대": "대",
    "권": "권",
    "층": "층",
    "차": "차",
    "급": "급",
    "등급": "등급",
    "호봉": "호봉",
    "단계": "단계",
    "학년": "학년",
    "km": "킬로미터 km ㎞",
    "m": "미터 m",
    "cm": "센티미터 cm ㎝",
    "㎡": "제곱미터 ㎡",
    "kg": "킬로그램 kg ㎏",
    "평": "평",
    "톤": "톤",
    "데시벨": "데시벨 dB",
    "MB": "MB 메가바이트",
    "GB": "GB 기가바이트",
}
_UNIT = {written: (unit, Decimal(1)) for unit, words in _WRITTEN.items() for written in words.split()}
_UNIT |= {"할": ("%", Decimal(10))} | {word: ("분", Decimal(60)) for word in ("시간", "hours", "hour")}
_UNIT |= {"working days": ("근무일", Decimal(1)), "business days": ("영업일", Decimal(1))}


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


_UNITS = _any(_UNIT)
# What may follow a unit within its word; anything else makes it another word (3 회사, 십 원칙).
_TAIL = (
    r"(?:(?![가-힣])|(?=간|씩|당|마다|까지|부터|이내|이상|이하|미만|초과|이전|이후|전|후|내|안|동안|정도|가량|쯤|분|치"
    r"|은|는|이|가|을|를|의|에|로|으로|와|과|도|만|나|라|인|입|뿐|보다|짜리))"
)
_LEFT = r"(?:(?<![가-힣A-Za-z0-9])|(?<=[약총매각]))"
_ARABIC = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
# 10만, 3억 2천만, 1,234만 5,000, 2만5천, 100천
_MAGNITUDE = r"(?:[십백천]?[만억조]|[십백천])"
_FIGURE = rf"(?:{_ARABIC}(?:\s?{_MAGNITUDE}(?:\s?{_ARABIC}\s?{_MAGNITUDE})*(?:\s?{_ARABIC})?(?!\d))?)"
_DIGIT = "[일이삼사오육륙칠팔구]"
_GROUP = rf"(?:(?:{_DIGIT}?[천백십])+{_DIGIT}?)"
# 삼십, 이백오십만, 삼억 이천만, 만
_NUMERAL = rf"(?:(?:(?:{_GROUP}|{_DIGIT})[만억]\s?)+(?:{_GROUP}|{_DIGIT})?|만(?:{_GROUP}|{_DIGIT})|{_GROUP})"
_COUNT = rf"(?:{_any(_TENS)}{_any(_ONES)}?|{_any(_ONES)})"
_COUNTED = _any(
    [
        "달",
        "시간",
        "번",
        "명",
        "사람",
        "살",
        "개월",
        "개",
        "가지",
        "주일",
        "주",
        "배",
        "차례",
        "해",
        "장",
        "통",
        "건",
        "곳",
        "학기",
        "분기",
    ]
)


def _amount(figure: str) -> Decimal:
    """'3억 2천만', '십만', '1,500', '삼십오', and native '열다섯'."""
    if figure[0] in "한두세석네넉다여일아열스서마쉰예" and (native := _native(figure)):
        return native
    total = section = Decimal(0)
    digit: Decimal | None = None
    for token in re.findall(rf"{_ARABIC}|[가-힣]", figure):
        if token in _LARGE:
            total += (section + (digit or 0) or 1) * _LARGE[token]
            section, digit = Decimal(0), None
        elif token in _SMALL:
            section += (1 if digit is None else digit) * _SMALL[token]
            digit = None
        else:
            digit = Decimal(_SINO[token] if token in _SINO else token.replace(",", ""))
    return total + section + (digit or 0)


def _native(figure: str) -> Decimal | None:
    match = re.fullmatch(rf"({_any(_TENS)})?({_any(_ONES)})?", figure)
    return Decimal(_TENS.get(match[1], 0) + _ONES.get(match[2], 0)) if match else None


# --- Stages: a pattern, and what its match states ---------------------------------------------------------------

_Stated = tuple[Decimal, str]


def _mark(match: re.Match[str]) -> _Stated:
    return Decimal(0), _NOTHING


def _label(match: re.Match[str]) -> _Stated:
    return Decimal(re.findall(r"\d+", match.group())[0][:9]), LABEL


def _date(match: re.Match[str]) -> _Stated:
    year, month, day = (int(part) for part in match.groups())
    return Decimal((year + 2000 if year < 100 else year) * 10000 + month * 100 + day), DATE


def _month_day(match: re.Match[str]) -> _Stated:
    return Decimal(int(match[1]) * 100 + int(match[2])), MONTH_DAY


def _clock(match: re.Match[str]) -> _Stated:
    half, hour, minute = match[1], int(match[2]), match[3]
    late = 12 if half in ("오후", "저녁", "밤") and hour < 12 else 0
    return Decimal((hour + late) * 60 + (30 if minute == "반" else int(minute or 0))), CLOCK


def _fraction(match: re.Match[str]) -> _Stated:
    whole = _amount(match[1])
    return ((_amount(match[2]) * 100 / whole).quantize(Decimal("0.0001")) if whole else Decimal(0)), "%"


def _hours_minutes(match: re.Match[str]) -> _Stated:
    return _amount(match[1]) * 60 + _amount(match[2]), "분"


def _in_unit(figure: str, written: str | None, half: str | None = None) -> _Stated:
    unit, factor = _UNIT[written] if written else ("", Decimal(1))
    return (_amount(figure) + (_HALF if half else 0)) * factor, unit


def _figure(match: re.Match[str]) -> _Stated:
    sign, figure, close, apart, half = match.groups()
    if sign:
        return _amount(figure), "달러" if "$" in sign else "원"
    return _in_unit(figure, close or apart, half)


def _oclock(match: re.Match[str]) -> _Stated:
    return _amount(match[1]) * 60 + (30 if match[2] else 0), CLOCK


def _vulgar(match: re.Match[str]) -> _Stated:
    unit, factor = _UNIT[match[3]] if match[3] else ("%", Decimal(100))
    return (Decimal(match[1] or 0) + _VULGAR[match[2]]) * factor, unit


_MARKS = (
    r"[\[［【](?:발췌|출처|근거)?\s*\d{1,3}(?:\s*[,·、~-]\s*\d{1,3})*\s*[\]］】]"  # [1], [1, 2]
    r"|(?:^|(?<=\n)|(?<=[.:;다음함됨\]]\s))[ \t]*\(?\d{1,3}(?:\\?\.|\))(?=\s)"  # '1.' '2)' '(3)' before a line or sentence
)
_STAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], _Stated]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(?<!\d)((?:19|20)\d\d)\s?[.년/-]\s*(\d{1,2})\s?[.월/-]\s*(\d{1,2})(?!\d)(?:\s?일|\.(?!\d))?", _date),
        (r"['’](\d\d)\s?\.\s*(\d{1,2})\s?\.\s*(\d{1,2})(?!\d)\.?", _date),
        (r"(?<!\d)(\d{1,2})\s?월\s?(\d{1,2})\s?일", _month_day),
        (_MARKS, _mark),
        (r"제\s?(\d+)\s?([차회기급종])", lambda m: (Decimal(m[1]), "제" + m[2])),
        (r"제\s?\d+(?:\s?[편장절관조항호목])?(?:의\s?\d+)?", _label),
        (r"(?:별표|별지|부표|서식|법률|대통령령|법)\s?(?:제\s?)?\d+(?:의\s?\d+)?", _label),
        (rf"(?<![\d.,])\d{{1,4}}\s?조(?!\s?(?:{_FIGURE}|[천백십만억])?\s?원)(?:의\s?\d+)?(?![가-힣])", _label),
        (r"(?<![\d.,])\d{1,4}조(?=에|의|에서|는|은|를|을|가|이|와|과|도|만|제|로|부터|까지)(?:의\s?\d+)?", _label),
        (r"(?<![\d.,])\d{1,3}\s?[항호목](?=$|[^가-힣]|에|의|은|는|을|를|이|가|와|과|제|부터|까지)", _label),
        (r"(?:(오전|오후|저녁|밤|새벽|아침)\s?)?(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])", _clock),
        (
            r"(?:(오전|오후|저녁|밤|새벽|아침)\s?)?(?<![\d.,])(\d{1,2})시(?![간도군장설행급])(?:\s?(\d{1,2}(?=\s?분)|반(?![가-힣]))(?:\s?분)?)?",
            _clock,
        ),
        (rf"(?<![\d.,])({_FIGURE})\s?분의\s?({_FIGURE})", _fraction),
        (rf"{_LEFT}({_NUMERAL}|{_DIGIT})\s?분의\s?({_NUMERAL}|{_DIGIT})(?![가-힣]|{_DIGIT})", _fraction),
        (rf"(?<![\d.,])({_ARABIC})\s?시간\s?({_ARABIC})\s?분(?![의기])", _hours_minutes),
        (
            rf"(?<![\d.,-])({_FIGURE})(?=\s?(?:~|-|–|내지)\s?{_FIGURE}\s?({_UNITS})())",
            lambda m: _in_unit(m[1], m[2], m[3]),
        ),
        (rf"(?<![\d.,])(\d+)?([½¼¾])\s?({_UNITS})?", _vulgar),
        (
            rf"([$₩￦]\s?)?(?<!\d)(?<!\d\.)({_FIGURE})(?:\s?({_UNITS})(?:{_TAIL})|({_UNITS}))?(\s?반(?![가-힣]))?",
            _figure,
        ),
        (rf"{_LEFT}({_NUMERAL})\s?({_UNITS}){_TAIL}", lambda m: _in_unit(m[1], m[2])),
        (rf"{_LEFT}(만)\s?(원|명){_TAIL}", lambda m: _in_unit(m[1], m[2])),
        (rf"{_LEFT}([일이삼사오육칠팔])\s?(개월|년|퍼센트){_TAIL}", lambda m: _in_unit(m[1], m[2])),
        (rf"{_LEFT}({_COUNT})\s?시(\s?반)?(?![가-힣])", _oclock),
        (
            rf"{_LEFT}(?!한번|한\s?(?:사람|해|개(?!월)|장|시(?!간)))({_COUNT})\s?({_COUNTED}){_TAIL}(\s반(?![가-힣]))?",
            lambda m: _in_unit(m[1], m[2], m[3]),
        ),
        (rf"{_LEFT}({_any(_DAYS)}){_TAIL}", lambda m: (Decimal(_DAYS[m[1]]), "일")),
        (rf"{_LEFT}반\s?(일|년|시간){_TAIL}", lambda m: (_HALF * _UNIT[m[1]][1], _UNIT[m[1]][0])),
        (rf"{_LEFT}절반", lambda m: (Decimal(50), "%")),
    )
)


def _blank(match: re.Match[str]) -> str:
    return "\x00" * len(match.group())


# --- Comparison words -------------------------------------------------------------------------------------------

_NOT_OVER = r"\s?(?:[을를]\s?)?(?:초과|넘)(?:할\s?수\s?없|을\s?수\s?없|하지\s?(?:아니|않|못)|지\s?(?:아니|않|못)|하여서는|해서는|어서는)"
_BOUNDS = tuple(
    (re.compile(r"(?:간|분|치)?(?:의)?" + pattern), bound)
    for pattern, bound in (
        (_NOT_OVER, "≤"),
        (r"\s?(?:[을를]\s?)?(?:초과|넘)", ">"),
        (r"\s?이상", "≥"),
        (r"\s?(?:이하|이내|안에|내에|내로|내의)|[을를]\s?한도|의\s?(?:범위|한도)", "≤"),
        (r"\s?미만", "<"),
        (r"\s?(?:이)?전(?:에|까지|부터|의)?(?![가-힣])", "전"),
        (r"\s?(?:이)?후(?:에|까지|부터|의)?(?![가-힣])|\s?(?:이\s)?지난", "후"),
        (r"\s?마다", "마다"),
    )
)


def bound_after(text: str, end: int) -> str:
    """The comparison that ties the number ending at `end`; '20일을 초과할 수 없다' is '≤'."""
    return next((bound for pattern, bound in _BOUNDS if pattern.match(text, end)), "")
