"""The facts that decide an answer, each with what it belongs to: numbers, dates, comparison words, who does what to whom,
what is demanded, allowed or denied, article numbers, and what a question asks for.

`read` gives a sentence's slots by its morphemes; `korean/agree.py` compares two sentences by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from geungeo.korean.articles import article_refs
from geungeo.korean.normalize import nfc
from geungeo.korean.numbers import CLOCK, DATE, LABEL, MONTH_DAY, Fact, facts
from geungeo.korean.overlap import solid
from geungeo.korean.tokens import kiwi

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

# amount, duration, date, count: numbers. comparison: 이상, 후, 까지 ... without a number. predicate: a verb with its polarity
# and modality. person: a class of people or a body. word: any other noun. article: 제12조제2항, 별표 1.
Kind = Literal["amount", "duration", "date", "count", "comparison", "predicate", "person", "word", "article"]

MUST, MAY, NOT, FORBIDDEN, UNABLE = "must", "may", "not", "forbidden", "unable"


@dataclass(frozen=True, slots=True)
class Slot:
    """text[start:end] states `value`; two slots of the same kind and value state the same.

    role, of a noun: 's' subject, 't' topic, 'o' object, 'd' dative, other particles as they stand, '' none.
    role, of a number: its comparison ('≥', '>', '≤', '<', '전', '후', '마다', '부터', '까지' ...) or ''.
    role, of a predicate: its marks in order, joined by '+' ('must', 'not', 'may', 'forbidden', 'unable'); '' states.
    before, after: the nearest nouns and verbs of the sentence (of a verb: numbers too), '' at its ends: what it belongs to.
    """

    kind: Kind
    start: int
    end: int
    value: str
    role: str = ""
    before: str = ""
    after: str = ""


def slots(text: str) -> tuple[Slot, ...]:
    """Of one sentence, in order. Offsets count code points of its NFC form."""
    return _slots(nfc(text))


@lru_cache(maxsize=1 << 14)  # a clause is read again for each pair that rests on it
def _slots(text: str) -> tuple[Slot, ...]:
    found = list(_found(text))
    return tuple(_placed(slot, found) for slot in found)


def _placed(slot: Slot, found: Sequence[Slot]) -> Slot:
    """A number belongs to nouns and verbs; a verb to numbers, too."""
    beside = [one for one in found if one.kind in ("predicate", "person", "word") or slot.kind == "predicate"]
    before = next((one.value for one in reversed(beside) if one.end <= slot.start), "")
    return replace(slot, before=before, after=next((one.value for one in beside if one.start >= slot.end), ""))


# --- Numbers and places ------------------------------------------------------------------------------------------

_MONEY = frozenset(["원", "달러", "유로", "엔", "%", "%p", "배"])
_TIME = frozenset("일 영업일 근무일 평일 박 주 개월 월 년 분 초 분기 학기".split())
_POINT = frozenset([DATE, MONTH_DAY, CLOCK])
_BEHIND = re.compile(r"(?:간|분|치)?(?:의)?\s?(부터|까지|이전|이후|동안|마다|씩|보다|[전후](?=[이입인]))")
_LIKE = {"이전": "전", "이후": "후", "동안": "", "씩": ""}
_PLACE = re.compile(
    r"제\s?\d+\s?조(?:\s?의\s?\d+)?(?:\s?제\s?\d+\s?항)?(?:\s?제\s?\d+\s?호)?|제\s?\d+\s?[항호]"
    r"|(?<![제\d.,])\d{1,4}조(?:의\s?\d+)?(?:\s?\d{1,2}항)?(?=[에의는은를을가이와과도만]|$|\s)|별표\s?\d*|별지\s?(?:제\s?)?\d*"
)


def _kind(unit: str) -> Kind:
    if unit in _MONEY:
        return "amount"
    if unit in _POINT:
        return "date"
    return "duration" if unit in _TIME else "count"


def _numbers(text: str) -> Iterator[Slot]:
    for fact in facts(text):
        if fact.unit != LABEL:
            yield Slot(_kind(fact.unit), fact.start, fact.end, f"{fact.value:f}{fact.unit}", _bound(text, fact))


def _bound(text: str, fact: Fact) -> str:
    behind = _BEHIND.match(text, fact.end)
    if fact.bound or behind is None:
        return fact.bound
    return _LIKE.get(behind.group(1), behind.group(1))


def _places(text: str) -> Iterator[Slot]:
    for match in _PLACE.finditer(text):
        refs = article_refs(match.group())
        ref = refs[0] if refs else None
        value = f"{ref.term}-{ref.clause or ''}-{ref.item or ''}" if ref else re.sub(r"\s", "", match.group())
        yield Slot("article", match.start(), match.end(), value)


# --- Words, people and predicates --------------------------------------------------------------------------------

_NOUN = ("NNG", "NNP", "XR", "SL", "SH", "NR", "XPN", "XSN", "SN", "MM")
_HEAD = ("NNG", "NNP", "XR", "SL", "SH", "NR")
_VERB_MAKERS = ("XSV", "XSA")
_ROLES = {
    "이": "s",
    "가": "s",
    "께서": "s",
    "은": "t",
    "는": "t",
    "을": "o",
    "를": "o",
    "에게": "d",
    "한테": "d",
    "께": "d",
}
# Verbs that say nothing without the noun before them: 예고를 하다 is 예고하다, 이의가 없다 is not 이의가 있다.
_LIGHT = {"하": "", "되": "", "있": "있", "없": "있", "아니": "이", "없이": "있"}
_COMPARING = frozenset("이상 이하 이내 미만 초과 이후 이전 전 후 까지 부터 사전 사후 직전 직후".split())
_SAME_WORD = {"이전": "전", "이후": "후"}
# Words that hold a sentence together and name nothing.
_FILLERS = frozenset("경우 때 수 것 등 바 자 중 간 내 및 또는 다음 각 그 이 해당 관련 이때 후 전 안 뒤".split())
_PEOPLE = re.compile(
    r"(?:자|인|원|장|관|사|직|생|주|부|청|처|국|실|과|회|단체|기관|법인|대표|가족|배우자|임원|수습|기간제|단시간|부모|자녀|노동조합)\Z"
)


@dataclass(frozen=True, slots=True)
class _Run:
    """Tokens [first, last) that make one word."""

    first: int
    last: int
    verb: bool


def _found(text: str) -> Iterator[Slot]:
    taken = sorted([*_numbers(text), *_places(text)], key=lambda slot: (slot.start, slot.kind != "article"))
    taken = [s for i, s in enumerate(taken) if all(s.start >= other.end for other in taken[:i])]
    tokens = [t for t in kiwi().tokenize(text) if not any(s.start <= t.start < s.end for s in taken)]
    yield from sorted([*taken, *_words(tokens, taken)], key=lambda slot: (slot.start, slot.end))


def _words(tokens: Sequence[Token], numbers: Sequence[Slot]) -> Iterator[Slot]:
    at = 0
    noun = ""
    while at < len(tokens):
        token = tokens[at]
        if token.tag in _NOUN:
            last = _run_end(tokens, at)
            word = _form(tokens[at:last])
            following = tokens[last] if last < len(tokens) else None
            if word in _COMPARING:
                yield from _compared(token.start, tokens[last - 1].end, word, noun, numbers)
            if following and following.tag in _VERB_MAKERS and following.start <= tokens[last - 1].end + 1:
                yield _predicate(tokens, at, last, word)
                noun = word
            elif word not in _FILLERS | _COMPARING and any(t.tag in _HEAD for t in tokens[at:last]):
                role = _role(following)
                kind: Kind = "person" if _PEOPLE.search(word) and len(word) > 1 else "word"
                yield Slot(kind, token.start, tokens[last - 1].end, word, role)
                noun = word
            at = last
        else:
            if token.form == "없이" or (token.tag.startswith(("VV", "VA", "VCN")) and not _auxiliary(tokens, at)):
                light = token.form in _LIGHT
                yield _predicate(tokens, at, at, noun + _LIGHT[token.form] if light else token.form)
                noun = noun if light else token.form
            elif token.tag == "VCP" and noun:
                yield _predicate(tokens, at, at, noun + "이")
            elif token.tag.startswith("J") and token.form.endswith(("부터", "까지")) and at:
                yield from _compared(token.start, token.end, token.form[-2:], tokens[at - 1].form, numbers)
            at += 1


def _run_end(tokens: Sequence[Token], at: int) -> int:
    last = at + 1
    while last < len(tokens) and tokens[last].tag in _NOUN and tokens[last].start == tokens[last - 1].end:
        if _form(tokens[last : last + 1]) in _COMPARING and len(tokens[last].form) > 1:
            break
        last += 1
    return last


def _form(tokens: Sequence[Token]) -> str:
    return solid("".join(token.form for token in tokens))


def _role(token: Token | None) -> str:
    if token is None or not token.tag.startswith("J"):
        return ""
    form: str = token.form
    return _ROLES.get(form, form)


def _compared(start: int, end: int, word: str, noun: str, numbers: Sequence[Slot]) -> Iterator[Slot]:
    """A comparison word; what it ties down is part of its value, so that 퇴직 전 is not 퇴직 후. A number has it as role."""
    to_number = next((n for n in numbers if n.kind != "article" and 0 <= start - n.end <= 3), None)
    if to_number is None or not to_number.role or (word in ("부터", "까지") and word != to_number.role):
        what = to_number.value if to_number else noun
        yield Slot("comparison", start, end, f"{what}+{_SAME_WORD.get(word, word)}")


def _auxiliary(tokens: Sequence[Token], at: int) -> bool:
    """A verb that only helps the one before it: 하여야 [하]다, 할 수 [있]다, 하여서는 안 [되]다, 하지 아니 [하]다."""
    form = tokens[at].form
    back = at - 1
    while back >= 0 and (tokens[back].tag in ("MAG", "IC", "JX", "JKS") and tokens[back].form not in ("또한", "다만")):
        back -= 1
    if back < 0 or tokens[back].end + 6 < tokens[at].start:
        return False
    before = tokens[back]
    if form in ("있", "없") and before.tag == "NNB" and before.form in ("수", "줄"):
        return True
    return (
        form in ("하", "되", "않", "못하", "아니하")
        and before.tag == "EC"
        and before.form not in ("고", "며", "거나", "으며")
    )


_MARKS: tuple[tuple[str, str], ...] = (
    (MUST, r"(?:어|아|여|야)야만?(?:하|되)"),
    (FORBIDDEN, r"(?:[어아]서(?:는)?|으?면)(?:아니|안)되"),
    (UNABLE, r"수(?:는|도|가)?없|지(?:는|도|를)?못하"),
    (MAY, r"수(?:는|도|가)?있|[어아]도(?:되|좋|무방)"),
    (NOT, r"지(?:는|도|를)?(?:아니하|않|아니)"),
)
_MARK = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _MARKS))
_STOPS = ("NNG", "NNP", "XR", "SL", "SN", "NP", "SP", "NR")


def _predicate(tokens: Sequence[Token], at: int, last: int, stem: str) -> Slot:
    """The verb that tokens[at:last] or tokens[at] makes, with the marks up to the next word that names something."""
    marks = [NOT] if tokens[at].form in ("없", "아니", "없이") and tokens[at].tag[:3] in ("VA", "VCN", "MAG") else []
    if at and tokens[at - 1].tag == "MAG" and tokens[at - 1].form in ("안", "못", "아니"):
        marks.append(NOT)
    stop = last + 1
    while (
        stop < len(tokens)
        and tokens[stop].tag not in _STOPS
        and (not tokens[stop].tag.startswith(("VV", "VA")) or _auxiliary(tokens, stop))
    ):
        if tokens[stop].tag == "EC" and tokens[stop].form in ("고", "며", "거나", "으며", "으나", "되", "지만", "니"):
            break
        stop += 1
    tail = "".join(_tail_form(token) for token in tokens[max(last, at) : stop])
    marks += [match.lastgroup or "" for match in _MARK.finditer(tail)]
    end = tokens[max(last - 1, at)].end
    return Slot("predicate", tokens[at].start, end, stem, "+".join(marks))


def _tail_form(token: Token) -> str:
    form: str = token.form
    return {"여야": "어야", "아야": "어야"}.get(form, form)


# --- What a question asks about ----------------------------------------------------------------------------------


def people(text: str) -> frozenset[str]:
    """The classes of people and bodies that `text` names."""
    return frozenset(slot.value for slot in slots(text) if slot.kind == "person")


def numbers(text: str) -> frozenset[tuple[str, str]]:
    """(value with unit, comparison) of every number in `text`."""
    return frozenset((s.value, s.role) for s in slots(text) if s.kind in ("amount", "duration", "date", "count"))


def marked(text: str) -> tuple[str, str]:
    """The last predicate's stem and marks: what the sentence demands, allows or denies; ('', '') without one."""
    last = [slot for slot in slots(text) if slot.kind == "predicate"]
    return (last[-1].value, last[-1].role) if last else ("", "")
