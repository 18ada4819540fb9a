"""Whom, or which of two things that exclude each other, a text is about: what holds for 정규직 says nothing of 계약직."""

from __future__ import annotations

import re

# A line is one matter on which people (or trips) differ; in it, names of one kind are joined by a bar.
_KINDS = tuple(
    tuple(re.compile(names) for names in line.split())
    for line in (
        r"공무원|공직자|주무관|사무관 (?<![가-힣])(?:사원|회사원|직장인)|일반\s?회사",
        r"(?<!비)정규직|무기\s?계약 계약직|기간제|비정규직|촉탁 단시간|시간제|시간선택제|알바|아르바이트|파트\s?타임 파견 일용 수습|시용|인턴 임원 도급|프리랜서",
        r"(?<![가-힣])국내(?![가-힣]*외) 국외|해외|외국(?!어|인)",
        r"남성|남자|남직원|남편|아빠 여성|여자|여직원|산모|임산부|임신한|임신\s?중인",
        r"일반\s?병가|일반병가 공무상",
    )
)


def of_another(question: str, words: str, around: str = "") -> bool:
    """Whether the question names one kind and `words` only another one of the same matter; where they name none,
    `around` (the rule's name, the article's title) tells it."""
    for kinds in _KINDS:
        asked = _named(kinds, question)
        told = _named(kinds, words) or _named(kinds, around)
        if asked and told and not asked & told:
            return True
    return False


def _named(kinds: tuple[re.Pattern[str], ...], text: str) -> set[int]:
    return {kind for kind, names in enumerate(kinds) if names.search(text)}
