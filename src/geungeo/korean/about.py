"""The words by which questions on one matter are found to belong together: 재택 수당 and 재택근무 수당 are both about 원격근무.

A question's nouns, the compounds they make, the parts of those, and what rules say for them; what is asked of a matter
(수당, 신청, 한도) is no matter. Depends on nothing but the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from geungeo.korean.everyday import in_rules
from geungeo.korean.normalize import nfc
from geungeo.korean.tokens import kiwi
from geungeo.korean.topic import SOFT_NOUNS

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

_NOUNS = ("NNG", "NNP", "XR", "SL", "SH")
_JOINED = (*_NOUNS, "XPN", "XSN")
# What may be asked of any matter. Chosen on one half of cases/gaps.json, as are the numbers below.
_ASPECTS = frozenset(
    "지원 예약 비용 한도 등록 대상 영수증 취소 교체 수당 휴가 급여 이자 보상 제도 직무 요금 시험 응시료 할인 병원 재발급 유급 무급 "
    "반차 보험 보험료 자격 조퇴 결근 퇴사 퇴직 입사 출근 퇴근 출퇴근 일주일 주말 평일 하루 이틀 가족 배우자 친구 손님 카드 계좌 통장 "
    "교육 파티 채용 면접 외부 내부 사내 사무실 집 청구 정산 변경 수정 분실 고장 수리 폐기 확인 문의 연락 전화 서명 도장 결재 승인 "
    "허가 전체 일부 개인 단체 부서 팀 본사 지사 사업장 때 수 것 달 해 날 분 곳 거".split()
)
# Everyday names of one thing, beside those that have a word in rules (everyday.py).
_SAME = {
    "맥북": "노트북",
    "셔틀": "통근버스",
    "셔틀버스": "통근버스",
    "복합기": "프린터",
    "피트니스": "헬스장",
    "챗지피티": "ai",
    "gpt": "ai",
    "chatgpt": "ai",
    "인공지능": "ai",
    "추석": "명절",
    "설": "명절",
    "책": "도서",
    "영어": "어학",
    "외국어": "어학",
    "토익": "어학",
    "주식매수선택권": "스톡옵션",
}
_ITSELF, _PART, _SAID_SO = 1.0, 0.95, 0.8


@dataclass(frozen=True, slots=True)
class Word:
    """How one word stands in a question. said: the letters there that lead to it. nearness: in (0, 1].

    noun: the word itself stands there, alone or in a compound; a mere part of it (회식 of 회식비) is none, and may be
    no word at all.
    """

    said: str
    nearness: float
    noun: bool


@lru_cache(maxsize=1 << 16)
def about(question: str) -> dict[str, Word]:
    """By word, in the order of the question. Aspects only where nothing else is asked about; may be empty."""
    words: dict[str, Word] = {}
    aspects: dict[str, Word] = {}
    for run in _runs(nfc(question)):
        for said in (*run.nouns, *run.pairs):
            kept = aspects if said in _ASPECTS else words
            for word, nearness, noun in _led_to(said):
                if word not in kept or kept[word].nearness < nearness:
                    kept[word] = Word(said, nearness, noun)
    return words or aspects


def _led_to(said: str) -> Iterator[tuple[str, float, bool]]:
    """Every word that `said` stands for: (word, nearness, stands there itself)."""
    yield said, _ITSELF, True
    if said in _SAME:
        yield _SAME[said], _ITSELF, True
    for word in sorted(in_rules(said)):
        if word != said and _is_word(word) and word not in _ASPECTS:
            yield word, _SAID_SO, True
    for part in _parts(said):
        if _is_word(part) and part not in _ASPECTS:
            yield part, _PART, False


def _parts(word: str) -> list[str]:
    """Beginnings and ends of a long word: 통근, 버스 of 통근버스; 회식 of 회식비."""
    if len(word) < 4:
        return [word[:2]] if len(word) == 3 else []
    return [word[:-1], *(part for at in range(2, len(word) - 1) for part in (word[:at], word[at:]))]


def _is_word(form: str) -> bool:
    return (len(form) > 1 or form in _SAME) and form not in SOFT_NOUNS


@dataclass(frozen=True, slots=True)
class _Run:
    """Nouns that follow each other, and the compounds of two: written together, or apart but telling each."""

    nouns: tuple[str, ...]
    pairs: tuple[str, ...]


def _runs(text: str) -> Iterator[_Run]:
    run: list[Token] = []
    for token in kiwi().tokenize(text):
        if token.tag not in _JOINED or (run and token.start > run[-1].end + 1):
            yield _run(run)
            run = []
        if token.tag in _JOINED:
            run.append(token)
    yield _run(run)


def _run(tokens: list[Token]) -> _Run:
    nouns = tuple(form for t in tokens if t.tag in _NOUNS and _is_word(form := t.form.lower()))
    pairs = tuple((one.form + two.form).lower() for one, two in pairwise(tokens) if _pair(one, two))
    return _Run(nouns, pairs)


def _pair(one: Token, two: Token) -> bool:
    if one.end == two.start:
        # 재 + 택: what the analyser takes for a prefix may be a word's first letter.
        long = len(one.form) + len(two.form) > 2 or one.tag == "XPN"
        return long and not (one.form in SOFT_NOUNS and two.form in SOFT_NOUNS)
    return all(_is_word(token.form.lower()) and token.form not in _ASPECTS for token in (one, two))
