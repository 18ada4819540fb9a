"""A question that leans on an earlier one, made to stand alone: 그럼 계약직은? after 연차는 며칠이야? is 계약직 연차는 며칠이야?

Earlier questions lend their nouns and nothing else; what was answered is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from geungeo.korean.everyday import people
from geungeo.korean.normalize import nfc
from geungeo.korean.tokens import kiwi
from geungeo.korean.topic import SOFT_NOUNS, topic
from geungeo.records import Turn

_TURNS = 4  # as far back as a question may lean
_OPENER = re.compile(r"^(?:아\s|음\s)?(?:그럼|그러면|그렇다면|그런데|근데|그리고|그래서)[,\s]*")
_POINTING = re.compile(
    r"(?:거기|여기|그거|이거|그것|이것|그건|이건|그게|이게|그걸|이걸|그때|그\s(?:경우|때|사람|휴가|돈|제도|비용|기간|서류|규정|것|건))"
    r"(?:에서는|에서|서는|서|에는|에|은|는|이|가|을|를|도|의|엔|로|으로|라면|이면)?(?=[\s?!.,]|$)\s*"
)
_ELLIPTIC = re.compile(
    r"(?P<what>[0-9A-Za-z가-힣 ]{1,30}?)(?:의\s?경우(?:에는|에|엔|는|도)?|일\s?때는?|인\s?경우는?|한테는|에게는|은|는|도)"
    r"(?:요|여|용)?[?!.\s]*"
)
_SUPPOSED = re.compile(r"(?P<case>[0-9A-Za-z가-힣 ]{1,30}면)(?:요|은요|은)?[?!.\s]*")
_NEXT_PLACE = re.compile(r"다음\s?(?P<unit>조|항)")
_LABEL = re.compile(r"(?P<doc>.+?)\s제(?P<article>\d+)조(?:의\d+)?(?:\([^)]*\))?(?:\s?제(?P<clause>\d+)항)?")
_NOUNS = ("NNG", "NNP", "XR", "SL", "XPN", "XSN")
_PERSONAL = re.compile(r".*(?:계약직|정규직|임시직|일용직|직원|사원|근로자|인턴|알바|팀장|임원|수습|[가-힣]님|알바생)")
# What is asked in turn: one of a set for another.
_SETS = (
    "국내 국외 해외",
    "평일 주말 휴일 공휴일",
    "오전 오후",
    "남자 여자 남성 여성",
    "본사 지사",
    "유급 무급",
    "상반기 하반기",
    "내부 외부",
    "신규 재발급",
)
_PARTICLES = {"은": "는", "이": "가", "을": "를", "과": "와"}


@dataclass(frozen=True, slots=True)
class _Noun:
    """A compound in a text."""

    text: str
    start: int
    end: int
    hard: bool  # says what the matter is


def standalone(question: str, earlier: Sequence[Turn]) -> str | None:
    """The question as it would be asked alone; None where it leans on none of the `earlier` ones (oldest first)."""
    base = ""
    for turn in earlier[-_TURNS:]:
        base = _rest_on(turn.question, base, ()) or turn.question
    return _rest_on(question, base, earlier[-1].labels if earlier else ())


def _rest_on(question: str, base: str, labels: Sequence[str]) -> str | None:
    if not base.strip():
        return None
    question, base = nfc(question).strip(), nfc(base).strip()
    opened = _OPENER.sub("", question)
    if (place := _NEXT_PLACE.search(opened)) and (following := _following(place["unit"], labels)):
        return following
    bare = _POINTING.sub("", opened).strip(" ,")
    points = bare != opened
    if not points and (other := _ELLIPTIC.fullmatch(opened)) and not _asks(other["what"]):
        return _about(other["what"].strip(), base)
    if not points and (case := _SUPPOSED.fullmatch(opened)):
        return f"{case['case']} {base}"
    only_who = opened != question and _only_persons(opened)
    if points or only_who or not _stands(opened):
        lent = [noun.text for noun in _compounds(base) if noun.hard and not (only_who and _person(noun.text))]
        carried = " ".join(word for word in lent if word not in bare)
        return f"{carried} {bare}".strip() if carried and bare.strip("?!. ") else None
    return None


def _about(what: str, base: str) -> str | None:
    """`base` asked of `what`: in place of a person where both are one, before it where only `what` is, else in place of
    the matter itself."""
    nouns = _compounds(base)
    if what in SOFT_NOUNS or what.removeprefix("그").strip() in SOFT_NOUNS:  # 그 다음은?
        carried = " ".join(noun.text for noun in nouns if noun.hard)
        return f"{carried} {what.removeprefix('그').strip()}{_topic(what)}?" if carried else None
    for other in (noun for noun in nouns if any({noun.text, what} <= set(one.split()) for one in _SETS)):
        return _put(base, other, what)
    persons = [noun for noun in nouns if _person(noun.text)]
    if _person(what):
        return _put(base, persons[0], what) if persons else f"{what} {base}"
    matters = [noun for noun in nouns if noun.hard and noun not in persons]
    focus = topic(base).focus
    asked = next((noun for noun in reversed(matters) if any(word in noun.text for word in focus)), None)
    return _put(base, asked or matters[-1], what) if matters else f"{what} {base}"


def _put(base: str, noun: _Noun, what: str) -> str:
    """With the particle that fits."""
    rest = base[noun.end :]
    for closed, opened in _PARTICLES.items():
        if rest[:1] in (closed, opened) and not rest[1:2].strip(" ?!.,"):
            rest = (closed if _closed(what) else opened) + rest[1:]
            break
    return f"{base[: noun.start]}{what}{rest}"


def _topic(word: str) -> str:
    return "은" if _closed(word) else "는"


def _closed(word: str) -> bool:
    """Whether it ends in a consonant."""
    return "가" <= word[-1] <= "힣" and (ord(word[-1]) - 0xAC00) % 28 != 0


def _following(unit: str, labels: Sequence[str]) -> str | None:
    """The article or 항 behind the one that was cited first."""
    found = next((m for label in labels if (m := _LABEL.match(label))), None)
    if found is None:
        return None
    if unit == "항" and found["clause"]:
        return f"{found['doc']} 제{found['article']}조 제{int(found['clause']) + 1}항은 무엇인가요?"
    return f"{found['doc']} 제{int(found['article']) + 1}조는 무엇인가요?" if unit == "조" else None


def _stands(question: str) -> bool:
    """Whether it names what it is about."""
    matter = topic(question)
    return bool(matter.focus or matter.must) or any(noun.hard for noun in _compounds(question))


def _only_persons(question: str) -> bool:
    hard = [noun for noun in _compounds(question) if noun.hard]
    return bool(hard) and all(_person(noun.text) for noun in hard)


def _asks(text: str) -> bool:
    """Whether there is a verb or an asking word: then it is a sentence of its own."""
    tokens = kiwi().tokenize(text)
    return any(token.tag in ("VV", "VA", "VX", "NP", "MAG", "XSV", "XSA") or token.form in _ASKING for token in tokens)


_ASKING = frozenset("며칠 얼마 언제 어디 누구 무엇 몇 왜".split())


def _compounds(text: str) -> list[_Noun]:
    spans: list[tuple[int, int]] = []
    for token in kiwi().tokenize(text):
        if token.tag in _NOUNS and token.form not in _ASKING:
            if spans and spans[-1][1] == token.start:
                spans[-1] = (spans[-1][0], token.end)
            else:
                spans.append((token.start, token.end))
    words = ((text[start:end], start, end) for start, end in spans)
    return [_Noun(word, start, end, len(word) > 1 and word not in SOFT_NOUNS) for word, start, end in words]


def _person(word: str) -> bool:
    return word in people() or _PERSONAL.fullmatch(word) is not None
