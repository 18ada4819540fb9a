"""What a question wants of the slots: a document's make-up, the text of one document, one article."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from geungeo.korean.overlap import solid
from geungeo.records import Chunk

_DOCUMENT = r"(?:문서|규정|규칙|정관|지침|내규|세칙|요령|매뉴얼|편람|강령|약관|보고서|안내서|법|령|자료)"
_MADE_UP = r"(?:구성(?:되|돼|이|은|을|하|\s)|구성$|이루어|짜여|나뉘|되어\s?있|돼\s?있)"
# 위원회는 어떻게 구성되나요 asks what the rule says; 이 규정은 어떻게 구성돼 있어 asks for the rule's contents.
_STRUCTURE = re.compile(
    rf"목차|차례(?:를|가|는|만)?\s?(?:좀\s?)?(?:보여|알려|뭐|무엇|어떻)|"
    rf"{_DOCUMENT}(?:은|는|이|가|의)?\s?(?:전체\s?)?(?:(?:어떻게|어떤|무슨|몇)\s?(?:[가-힣]{{1,4}}\s?){{0,2}})?{_MADE_UP}|"
    rf"{_DOCUMENT}(?:은|는|이|가|의)?\s?(?:전체\s?)?(?:구조|짜임|체계)"
)
_SHORTEST = 2  # letters of a title that can be named


@dataclass(frozen=True, slots=True)
class Wanted:
    """structure: how a document is made up. documents: ids of those that the question names by their titles."""

    structure: bool = False
    documents: frozenset[str] = frozenset()


PLAIN = Wanted()


def wanted(question: str, candidates: Iterable[Chunk]) -> Wanted:
    return Wanted(_STRUCTURE.search(question) is not None, _named(question, candidates))


def _named(question: str, candidates: Iterable[Chunk]) -> frozenset[str]:
    """Of the candidates' documents; 근로기준법 시행령 names no 근로기준법 beside it."""
    titles: dict[str, set[str]] = {}
    for chunk in candidates:
        titles.setdefault(solid(chunk.doc), set()).add(chunk.doc_id)
    words = solid(question)
    found: set[str] = set()
    for title in sorted(titles, key=len, reverse=True):
        if len(title) >= _SHORTEST and title in words:
            words = words.replace(title, " ")
            found |= titles[title]
    return frozenset(found)
