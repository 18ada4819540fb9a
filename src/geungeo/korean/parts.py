"""A question that asks two things as two questions, each of which stands alone."""

from __future__ import annotations

import re

from geungeo.korean.everyday import people
from geungeo.korean.topic import topic

_ASKS = r"(?:며칠|몇일|몇\s?[가-힣%]+|얼마|언제|누구|누가|어디|무엇|뭐|어떻게)"
# Ends one question where another follows: '며칠이고 ', '며칠 전, ', '한도는 얼마고 '.
_ENDS = re.compile(r"(?<=\?)\s*|(?<=[가-힣])(?:이고|고|이며|며),?\s+|,\s*")
_ASKING = re.compile(_ASKS)
# 육아휴직이랑 병가는, 공가와 병가 각각: two things of which one thing is asked.
_AND = re.compile(r"(?P<one>\S+?)(?:이랑|랑)\s(?P<rest>.+)", re.DOTALL)
_AND_EACH = re.compile(r"(?P<one>\S+?)(?:이랑|랑|와|과)\s(?P<rest>.+)", re.DOTALL)
_TOGETHER = re.compile(r"같이|함께|사이|비교|차이|다른|말고|중에|둘이|동시에")
_SECOND = re.compile(rf"(?P<two>.+?)(?:(?:은|는)?\s+(?={_ASKS})|(?:은|는)\s+|\s*\Z)")  # no 가: 병가
_SHARED = re.compile(r"\s(?P<what>(?:최대\s)?(?:한도|금액|기간|일수|신청|비율|기한|절차|방법|수당|지급일|횟수))\s*\Z")


def parts(question: str) -> tuple[str, ...]:
    """The question alone where it asks one thing, or where its parts can't be told surely."""
    return _asked_twice(question) or _of_two(question) or (question,)


def _asked_twice(question: str) -> tuple[str, ...]:
    """'연차는 며칠이고 언제까지 신청해?': a part that names nothing of its own speaks of what the first one named."""
    at = [match for match in _ENDS.finditer(question) if _ASKING.search(question[: match.start()])]
    for match in at:
        one, two = question[: match.end()].strip(" ,"), question[match.end() :].strip()
        if _ASKING.search(two) and topic(one).focus:
            own = topic(two)
            if own.focus or own.must:
                return one, two
            if own.soft and not match.group().strip().startswith("?") and not one.endswith("?"):
                return one, f"{' '.join(_nouns(one))} {two}"
    return ()


def _nouns(question: str) -> tuple[str, ...]:
    about = topic(question)
    return (*about.must, *about.focus)


def _of_two(question: str) -> tuple[str, ...]:
    each = "각각" in question
    found = (_AND_EACH if each else _AND).search(question)
    if not found or _TOGETHER.search(question):
        return ()
    words = " ".join(question.replace("각각", " ").split())
    found = (_AND_EACH if each else _AND).search(words)
    if not found:
        return ()
    one, second = words[: found.end("one")], _SECOND.match(found["rest"])
    if second is None or not topic(one).focus or not topic(second["two"]).focus or found["one"] in people():
        return ()
    two, tail = second["two"], found["rest"][second.end() :].strip()
    shared = _SHARED.search(two)
    if shared and not tail.startswith(shared["what"]):
        two, tail = two[: shared.start()], f"{shared['what']} {tail}".strip()
    if not (tail and (_ASKING.search(tail) or shared)):
        return ()
    return f"{one} {tail}", f"{two} {tail}"
