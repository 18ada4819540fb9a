"""What kind of fact a question asks for, and whether a sentence carries such a fact."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from geungeo.korean.numbers import CLOCK, DATE, LABEL, MONTH_DAY, Fact, facts

Kind = Literal["count", "amount", "length", "time", "who", "where", "whether", "how", "meaning", "why", "which"]

_DAYS = frozenset(["일", "영업일", "근무일", "평일"])
_LENGTHS = _DAYS | {"주", "개월", "월", "년", "분", "초"}
_MONEY = frozenset(["원", "달러", "유로", "엔", "%", "배"])
_COUNTED = {
    "시간": {"분"},
    "분": {"분", "명"},
    "개월": {"개월", "월"},
    "달": {"개월", "월"},
    "년": {"년"},
    "주": {"주"},
    "명": {"명"},
    "사람": {"명"},
    "인": {"명"},
    "번": {"회"},
    "회": {"회"},
    "차례": {"회"},
    "살": {"세", "학년"},
    "세": {"세"},
    "퍼센트": {"%"},
    "프로": {"%"},
    "%": {"%"},
    "할": {"%"},
    "배": {"배", "%"},
    "원": {"원"},
    "만": {"원"},
    "시": {CLOCK},
    "월": {MONTH_DAY, DATE, "월"},
    "일": set(_DAYS),
    "개": {"개", "부", "매", "명", "개소"},
    "가지": {"개"},
    "건": {"건"},
    "점": {"점"},
    "부": {"부"},
    "장": {"장", "매"},
    "등급": {"등급", "급"},
    "급": {"급"},
    "호봉": {"호봉"},
    "층": {"층"},
    "평": {"㎡", "평"},
}
# What other questions in English ask for is not told apart: any wording may answer.
_IN_ENGLISH = {
    "days": _DAYS | {"주"},
    "weeks": _DAYS | {"주"},
    "months": frozenset(["개월", "월", "년"]),
    "years": frozenset(["년", "개월"]),
    "hours": frozenset(["분"]),
    "minutes": frozenset(["분"]),
    "long": _LENGTHS,
    "much": _MONEY | _LENGTHS,
}
_ENGLISH = re.compile(rf"\bhow (?:many (?:[a-z]+ )?)?({'|'.join(_IN_ENGLISH)})\b", re.IGNORECASE)
_COUNT = re.compile(r"몇\s?(퍼센트|프로|시간|개월|차례|사람|등급|호봉|가지|[가-힣%])")
_WHETHER = re.compile(
    r"(?:수\s?(?:있|없|도\s?있)|가능|되나|되는|돼|되는지|해도|하여도|안\s?되|안\s?돼|못\s?(?:하|해|받|쓰)|허용|금지|괜찮|여부"
    r"|맞나|맞습|맞아|아닌가|아니|인가요|인지|이죠|이지요|죠|지요|나요|까요|습니까|을까|ㄴ가|는가|가요|있어|없어|있나|없나|하나|합니까)"
)
# Words that ask, most particular first; what follows decides between two readings of 얼마.
_WORDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("meaning", re.compile(r"뜻|의미|정의|무엇을\s?말|(?:이란|란)\s?(?:무엇|뭐|어떤|\?|$)|(?:이란|란)\s*\??$")),
    ("why", re.compile(r"왜(?:\s|\?|$)|이유|목적(?:은|이)")),
    (
        "length",
        re.compile(
            r"며칠|몇일|얼마\s?동안|얼마나\s?(?:오래|걸|쉴|쉬)|언제까지\s?(?:쉴|쓸|보관|보존)|기간(?:은|이|을|\s)*(?:얼마|어떻|어느|몇|\?|$)|얼마간"
        ),
    ),
    (
        "amount",
        re.compile(
            r"(?:율|액|금액|수당|요금|임금|비)(?:은|는|이|가)\s?어떻게|얼마|금액|액수|비율(?:은|이)|한도(?:는|가|\?|$)|요율"
        ),
    ),
    ("time", re.compile(r"언제|시기(?:는|가)|시점|기한(?:은|이|\?|$)|날짜")),
    ("who", re.compile(r"누가|누구|누굴|누군|담당자(?:는|가)|어느\s?(?:분|부서|직위)|주체")),
    ("where", re.compile(r"어디|어느\s?(?:기관|곳|부서|장소)|장소(?:는|가)")),
    (
        "how",
        re.compile(
            r"어떻게|방법|절차|어떤\s?(?:식|서류|양식)|무슨\s?(?:서류|양식)|제출\s?서류|하려면|받으려면|하면\s?되"
        ),
    ),
    ("which", re.compile(r"무엇|무슨|어떤|뭐|뭘|어느|종류|사유|요건|조건|경우는|항목|대상")),
)
_ACTOR = re.compile(
    r"[가-힣]*(?:장|자|원|회|관|사|인|처|부|청|회사|사용자|대표|팀|실|국|과|주|민|들)(?:\([^)]*\))?(?:이|가|은|는|에게|의|에서|과|와)(?=\s|$|,)"
)
_PLACE = re.compile(
    r"(?:장소|곳|소재지|사무소|홈페이지|누리집|청사|센터|법원|위원회|부서|기관|[가-힣][청처부실]|도서관|회의실)(?:\([^)]*\))?"
    r"(?:에서|에게|에|로)(?=\s|,|$)|(?:장소|소재지|사무소)[는은]"
)
_TIME = re.compile(
    r"까지|이내|전에|후에|때(?:에|부터|까지|\s|,|$)|부터|매년|매월|매주|매일|즉시|지체\s?없이|다음\s?날|말일|분기|날(?:에|부터|로|을|이|\s|$)|마다"
)
_DECIDES = re.compile(
    r"수\s?(?:있|없)|아니\s?된다|아니\s?되|안\s?된다|못\s?한다|못한다|금지|하여야|해야|여야|아니(?:하|한)|않는다|않을|않다|본다|제외|허용|가능|불가|적용|한다|된다|이다|함|됨|하다|있다|없다|할\s?것"
)
_HOW = re.compile(
    r"제출|신청|신고|승인|허가|통보|통지|기재|적어|서면|작성|받아야|요청|청구|거쳐|방법|절차|협의|의결|결의|보고|등록|접수|동의|알려|알리|게시|공고|통하여|통해|따라|투표|선출|호선"
)
_MEANS = re.compile(r"말한다|말하며|뜻한다|이라\s?한다|라\s?한다|말함|정의")
_WHY = re.compile(r"목적|위하여|위해|때문|이유|하기\s?위")


@dataclass(frozen=True, slots=True)
class Asked:
    """kind, and for numbers the units that answer it (of korean.numbers); no units: any wording of that kind.

    edge: a number that draws a line answers too ('며칠부터', '몇 명 이상이면': 6일을 초과하는 경우에는).
    """

    kind: Kind
    units: frozenset[str] = frozenset()
    edge: bool = False


def asked(question: str) -> Asked:
    """The kind of fact that `question` asks for; without an asking word: 'which'."""
    return replace(_asked(question), edge=_EDGE.search(question) is not None)


def _asked(question: str) -> Asked:
    if english := _ENGLISH.search(question):
        return Asked("length", _IN_ENGLISH[english.group(1).lower()])
    if _WHICH_DAY.search(question):
        return Asked("count", frozenset(["일", DATE, MONTH_DAY]))
    count = _COUNT.search(question)
    if count and (units := _COUNTED.get(count.group(1))):
        if count.group(1) == "일":
            return Asked("length", _DAYS | {"주"})
        return Asked("count", frozenset(units))
    for kind, pattern in _WORDS:
        if pattern.search(question):
            return _numeric(kind, question)
    if _WHETHER.search(question):
        return Asked("whether", frozenset(fact.unit for fact in facts(question)) - {LABEL, ""})
    return Asked("which")


def _numeric(kind: Kind, question: str) -> Asked:
    if kind == "amount" and re.search(r"얼마나\s?자주", question):
        return Asked("count", frozenset(["회", "월", "년", "개월", "일", "주"]))
    lasts = _LASTS.search(question)
    if kind == "amount" and lasts and not _PAID.search(question):
        return Asked("length", frozenset(["분"]) if "시간" in lasts.group() else _LENGTHS)
    if kind == "amount":
        return Asked("amount", _MONEY)
    if kind == "length" and re.search(r"며칠|몇일", question):
        near = re.search(r"(?:며칠|몇일)\s?(?:이내|안|내|까지|전|후|동안)", question)
        return Asked("length", _LENGTHS - {"분", "초"} if near else _DAYS | {"주"})
    if kind == "length":
        return Asked("length", _LENGTHS)
    return Asked(kind)


# '휴가는 얼마나 되나요' asks for days; '휴가비는 얼마인가요' for money.
_LASTS = re.compile(r"(?:기간|일수|동안|휴가|휴직|휴무|연차|연가|임기|시간)(?:은|는|이|가|을|를)?\s?(?:\S+\s)?얼마")
_PAID = re.compile(r"급여|수당|임금|월급|금액|보수|비용|비(?:는|가|를)|돈|액|원|보상|받")


# '매월 며칠에 지급하나요' asks for a day of the month, not for how many days.
_WHICH_DAY = re.compile(
    r"(?:며칠|몇\s?일)(?:날|에(?!\s?(?:걸쳐|한)))|(?:매월|매달)\s?(?:며칠|몇\s?일)(?!\s?(?:씩|이나|까지|동안))"
)
_EDGE = re.compile(r"부터|이상|넘|이면|되면|까지|초과|미만|이하|이내|전에|안에|지나")
_CONDITION = re.compile(
    r"(?:간|분)?\s?(?:(?:이상|미만|이하|이내|초과)(?:인|의\s(?:기간|자|사람|경우))|[을를]\s?(?:초과하는|넘는)\s(?!범위))"
)
_COUNTED_BY = re.compile(r"\s?(?:간|에|당|마다)?\s?(?:최대\s)?\d")
_EMPTY_FORM = re.compile(
    r"(?<!\d)00(?:[:.]00)?\s?(?:일|월|년|시|원|%|명|회|분|개월)|[○ㅇ]{1,3}\s?(?:일|월|년|시|원|%|명|회|분|개월)"
)


def carries(wanted: Asked, text: str) -> bool:
    """Whether `text` states a fact of the wanted kind. A form's blank (00일, ○개월) is none."""
    if _EMPTY_FORM.search(text) and wanted.kind in ("count", "amount", "length", "time"):
        return False
    if wanted.kind in ("count", "amount", "length"):
        return bool(stated(wanted, text)) or _tabled(wanted, text)
    if wanted.kind == "time":
        return _TIME.search(text) is not None or any(f.unit in (DATE, MONTH_DAY, CLOCK) for f in facts(text))
    patterns = {
        "who": _ACTOR,
        "where": _PLACE,
        "whether": _DECIDES,
        "how": _HOW,
        "meaning": _MEANS,
        "why": _WHY,
    }
    pattern = patterns.get(wanted.kind)
    return pattern is None or pattern.search(text) is not None


def stated(wanted: Asked, text: str) -> list[Fact]:
    """The facts in `text` whose unit was asked for; a mere condition ('3개월 이내의 기간은') is none, nor is what
    another number is counted by ('1일 8시간', '1주에 40시간')."""
    return [
        fact
        for fact in facts(text)
        if fact.unit in wanted.units
        and (wanted.edge or not _CONDITION.match(text, fact.end))
        and not (fact.value == 1 and _COUNTED_BY.match(text, fact.end))
    ]


def _tabled(wanted: Asked, text: str) -> bool:
    """A table row states the unit in its heading: '연가 일수: 15'."""
    if wanted.kind == "length":
        return re.search(r"일수\s*[:|│]\s*\d", text) is not None
    if wanted.kind == "amount":
        return re.search(r"(?:금액|액수|원\)|비용)\s*[:|│]\s*\d", text) is not None
    return False
