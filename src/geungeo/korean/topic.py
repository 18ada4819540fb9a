"""What a question is about: its content words, which of them must be met, and whether a passage meets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from geungeo.korean.english import stem, stems, topic_words
from geungeo.korean.everyday import TELLING_VERBS, in_rules, nouns
from geungeo.korean.language import language
from geungeo.korean.normalize import nfc
from geungeo.korean.overlap import solid
from geungeo.korean.tokens import kiwi, morphemes

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

# Nouns that name the kind of fact, the asker, a moment or nothing at all: they need not stand in the passage.
_SOFT_NOUNS = """
며칠 얼마 언제 어디 누구 무엇 무슨 방법 절차 기간 일수 금액 액수 비율 시기 기한 날짜 장소 대상 이유 의미 정의 종류 사유 요건 조건 기준
내용 규정 규칙 조항 문서 경우 여부 가능 최대 최소 이상 이하 이내 미만 초과 정도 동안 처리 회사 우리 직원 사원 근로자 공무원 사용자 사람
본인 자신 질문 설명 궁금 하루 필요 사용 신청 진행 관련 해당 다음 이후 이전 처음 지금 올해 내년 작년 매년 이번 당일 오늘 내일 아침 저녁
밤새 한달 시간 개월 주일 다른 보통 평소 실제 얼마나 담당자 담당 주체 서류 양식 제한 조치 적용 제도 업무 근무 근로 일반 사항 항목 한도
요율 시점 경과 지급 제출 부여 인정 발생 계산 산정 포함 제공 결정 실시 규정상 회차 정보 관리 이용 발급 어른 자료
"""
SOFT_NOUNS = frozenset(_SOFT_NOUNS.split())
_HARD_SINGLE = frozenset("돈술")
_EMPTY_VERBS = frozenset(
    ("하", "되", "있", "없", "이", "않", "아니", "싶", "보", "두", "가", "오", "어떻", "어떠", "그러", "시키", "쓰")
)
_NOUNS = ("NNG", "NNP", "XR", "SL", "SH")
_NEGATING = frozenset("무비불부미")
_MARKING = ("JX", "JKS", "JKO")
_PARTICLE = r"(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만)(?![가-힣])"
# Ends a clause that tells the occasion: 태풍이 와서, 발령이 났는데.
_TELLS_WHY = frozenset("는데 은데 ᆫ데 던데 어서 아서 니까 으니까 다가 려고 으려고 려는데 지만 고 더니".split())
_ASKING = re.compile(r"며칠|몇|얼마|언제|누구|누가|어디|무엇|무슨|어떻|어떤|왜|뭐|뭘|어느")


@dataclass(frozen=True, slots=True)
class Topic:
    """Distinct words of a question, each in one group.

    focus: nouns of the compound that the question asks about. must: its other nouns, and verbs as telling as nouns (낳다). soft: nouns and verbs that help.
    aside: those of must that stand in a clause which only tells the occasion (태풍이 와서, 발령이 났는데).
    predicate: the last verb ('이월' of 이월할 수 있나요, '유급' of 유급인가요), also in another group when it is a noun; None for 되나요 alone.
    """

    focus: tuple[str, ...]
    must: tuple[str, ...]
    soft: tuple[str, ...]
    predicate: str | None
    aside: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Compound:
    nouns: list[str]
    end: int
    clause: int = 0  # how many clauses that only tell the occasion end before it
    marked: bool = False  # as topic, subject or object

    @property
    def hard(self) -> bool:
        return any(map(_is_hard, self.nouns))


@dataclass(slots=True)
class _Read:
    compounds: list[_Compound] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)
    asked_at: int | None = None  # number of compounds before the asking word
    clause: int = 0
    predicate: str | None = None


def topic(question: str) -> Topic:
    """The focus is the last compound with 은/는/이/가/을/를 before the asking word; without one, the last at all.

    Of a question in English: all its telling words, for no particle tells them apart.
    """
    if language(question) == "en":
        focus, soft = topic_words(question)
        return Topic(focus, (), soft, None)
    read = _read(morphemes(nfc(question), nouns()))
    chosen = _focus(read)
    inside = [noun for noun in chosen.nouns if _is_hard(noun)] if chosen else []
    others = [noun for compound in read.compounds if compound is not chosen for noun in compound.nouns]
    must = [noun for noun in others if _is_hard(noun)] + [verb for verb in read.verbs if verb in TELLING_VERBS]
    helping = [noun for noun in others if not _is_hard(noun)] + [v for v in read.verbs if v not in TELLING_VERBS]
    aside = {
        noun
        for compound in read.compounds
        if chosen and compound.clause < chosen.clause
        for noun in compound.nouns
        if _is_hard(noun)
    }
    return Topic(_distinct(inside), _distinct(must), _distinct(helping), read.predicate, frozenset(aside - set(inside)))


def _read(tokens: Sequence[Token]) -> _Read:
    read = _Read()
    negation: Token | None = None  # 무 of 무제한, which is another thing than 제한
    for token in tokens:
        last = read.compounds[-1] if read.compounds else None
        touches = last is not None and last.end == token.start
        if read.asked_at is None and token.tag[0] in "NMV" and _ASKING.match(token.form):
            read.asked_at = len(read.compounds)
        if token.tag == "EC" and token.form in _TELLS_WHY:
            read.clause += 1
        if token.tag == "XPN" and token.form in _NEGATING:
            negation = token
            continue
        if token.tag in _NOUNS:
            denied = negation is not None and negation.end == token.start
            form = stem(token.form) if token.tag == "SL" else token.form
            noun = f"{negation.form}{form}" if denied and negation else form
            if last is not None and last.end == (negation.start if denied and negation else token.start):
                last.nouns.append(noun)
                last.end = token.end
            else:
                read.compounds.append(_Compound([noun], token.end, read.clause))
        elif last is not None and touches and token.tag in _MARKING:
            last.marked = True
        elif last is not None and touches and token.tag in ("XSV", "XSA"):
            read.predicate = last.nouns[-1]
        elif last is not None and touches and token.tag == "VCP" and _is_hard(last.nouns[-1]):
            read.predicate = last.nouns[-1]  # 출입증은 무제한인가요
        elif token.tag in ("VV", "VA") and token.form not in _EMPTY_VERBS:
            read.verbs.append(token.form)
            read.predicate = token.form
    return read


def _focus(read: _Read) -> _Compound | None:
    hard = [compound for compound in read.compounds if compound.hard] or _welded(read.compounds)
    before = [compound for compound in hard if compound in read.compounds[: read.asked_at]] or hard
    before = [compound for compound in before if compound.clause == before[-1].clause]
    marked = [compound for compound in before if compound.marked]
    chosen = marked or before
    return chosen[-1] if chosen else None


def _welded(compounds: list[_Compound]) -> list[_Compound]:
    """근로 and 시간 say little, 근로시간 does: compounds of soft nouns count as one word."""
    welded = [compound for compound in compounds if len(compound.nouns) > 1]
    for compound in welded:
        compound.nouns = ["".join(compound.nouns)]
    return welded


def _is_hard(noun: str) -> bool:
    return noun in _HARD_SINGLE if len(noun) == 1 else noun not in SOFT_NOUNS


def _distinct(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


@dataclass(frozen=True)
class Wording:
    """A passage as words: its letters without spaces, and its morphemes, which are read only where letters don't tell."""

    letters: str
    text: str

    @cached_property
    def terms(self) -> frozenset[str]:
        latin = frozenset(stems(self.text))
        if language(self.text) == "en":
            return latin
        tokens = kiwi().tokenize(nfc(self.text))
        kept = (token.form for token in tokens if token.tag[0] in "NV" or token.tag in ("XR", "SL", "SH", "MAG"))
        return frozenset(kept) | latin

    def says(self, word: str) -> bool:
        """Whether the passage has `word`, in everyday or in rule language, alone or as part of a compound."""
        return any(self._has(one) for one in in_rules(word))

    def _has(self, word: str) -> bool:
        if len(word) < 2 or word.isascii():
            return word in self.terms
        if len(word) > 2 and word in self.letters:
            return True
        if re.search(rf"(?<![가-힣]){re.escape(word)}(?![가-힣])|(?<![가-힣]){re.escape(word)}{_PARTICLE}", self.text):
            return True
        # 휴가 in 출산휴가, but not 이사 in 이사회
        return word in self.terms or any(
            (len(term) >= len(word) + 2 and term.startswith(word)) or term.endswith(word) for term in self.terms
        )


@lru_cache(maxsize=4096)
def wording(text: str) -> Wording:
    return Wording(solid(text), text)
