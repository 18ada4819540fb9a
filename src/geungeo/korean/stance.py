"""What the end of a Korean sentence does with its matter: allow, demand, forbid, deny or state it."""

from __future__ import annotations

import re
from typing import Literal

from geungeo.korean.overlap import solid

Stance = Literal["may", "must", "not", "states"]

_ENDS: tuple[tuple[Stance, str], ...] = (
    # 아니하면 아니 된다 demands; '20일을 초과할 수 없다' only sets a limit
    ("must", r"(?:지않으면|아니하면|야만)(?:아니|안)(?:된다|됩니다|됨|되며|돼요)"),
    (
        "states",
        r"(?:초과할수없|넘을수없|초과하지못하|초과하지못한|넘지못하|넘지못한|초과하지않|넘지않|초과하지아니하|초과하지아니한)(?:는)?(?:다|습니다|음|함)",
    ),
    ("states", r"(?:초과하여서는|초과해서는|넘어서는)(?:아니|안)(?:된다|됩니다|됨)"),
    ("not", r"수(?:는|도|가)?없(?:다|습니다|음|어요|으며|고|는데|지만)"),
    ("not", r"(?:아니|안)(?:된다|됩니다|됨|되며|되고|돼요|된다고)"),
    ("not", r"못(?:한다|합니다|함|하며|하고|해요)"),
    ("not", r"아니(?:한다|합니다|함|하다|하며|하고|다|며|고)|아닙니다|아니에요|아니요|아니오"),
    ("not", r"않(?:는다|습니다|음|아요|다|으며|고|는데|지만)"),
    ("not", r"없(?:다|습니다|음|어요|으며|고)"),
    (
        "not",
        r"(?:금지|제외|불허|거부)(?:한다|합니다|된다|됩니다|됨|함|하며|되며)|불가(?:능)?(?:하다|합니다|함)?|금지",
    ),
    (
        "may",
        r"수(?:는|도|가)?있(?:다|습니다|음|어요|으며|고|는데|지만)|가능(?:하다|합니다|함|해요)|(?:해|하여|어|아|여)도(?:된다|됩니다|돼요)",
    ),
    (
        "must",
        r"(?:어|아|여|해|야|되|돼)야(?:만)?(?:한다|합니다|함|하며|하고|해요|된다|됩니다)|의무(?:가)?(?:있다|있습니다|이다|입니다)|(?:필요|필수)(?:하다|합니다|이다|입니다)|할것|하도록한다",
    ),
)
_STANCES = tuple((stance, re.compile(f"(?:{pattern})\\Z")) for stance, pattern in _ENDS)


def stance(sentence: str) -> Stance:
    """Of the last predicate; anything that neither allows, demands nor denies 'states'."""
    words = solid(sentence)
    return next((stance for stance, pattern in _STANCES if pattern.search(words)), "states")


def contradicts(said: Stance, source: Stance) -> bool:
    """Whether `said` cannot follow from `source`: one denies and the other does not, or may and must trade places."""
    return (said == "not") != (source == "not") or {said, source} == {"may", "must"}


_OPPOSITES = tuple(
    tuple(pair.split("/"))
    for pair in (
        "유급/무급",
        "유상/무상",
        "유효/무효",
        "사전/사후",
        "공개/비공개",
        "포함/제외",
        "국내/국외",
        "오전/오후",
        "의무/임의",
        "서면/구두",
        "승인/신고",
        "가산/감액",
    )
)


def opposed(source: str, said: str) -> str:
    """A word of `said` that `source` lacks while it has the opposite (무급 for 유급); empty when there is none."""
    for pair in _OPPOSITES:
        for word, other in (pair, pair[::-1]):
            if word in said.replace(other, "") and word not in source.replace(other, "") and other in source:
                return word
    return ""
