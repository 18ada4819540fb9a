"""One sentence of a rule taken apart, so that it can be asked: its morphemes, its last word in another ending.

A rule ends its sentences in a handful of ways (한다, 하여야 한다, 할 수 있다, 이다); what has another end is not asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from geungeo.korean.stance import Stance, stance
from geungeo.korean.tokens import kiwi

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

_STOP = re.compile(r"[\s.。]+\Z")
_MARK = re.compile(r"^[^0-9A-Za-z가-힣\"“‘「『]+")
_BRACKETS = re.compile(r"\s?\([^()]*\)|\s?（[^（）]*）|\s?<[^<>]*>|\s?\[[^\[\]]*\]")
# '제1항에 따른 ', '「국가공무원법」 제2조에 따라 ': whose rule it is, which nobody asks by number.
_PLACE = r"(?:제\s?\d+\s?(?:조|항|호)(?:의\s?\d+)?(?:제\s?\d+\s?[항호](?:의\s?\d+)?)*(?:\s?(?:ㆍ|·|,|및|또는|부터|까지)\s?)?)+"
_BY_RULE = re.compile(
    rf"(?:(?:「[^「」]+」|이 (?:법|영|규정|규칙)|같은 (?:법|영|조))\s?)?(?:{_PLACE}(?:\s?(?:본문|단서|전단|후단))?)\s?"
    r"(?:에 따른|에 따라|에 의한|에 의하여|에 의해|에 따라서|의 규정에 의한|의 규정에 의하여|의 규정에 따른|의 규정에 따라)\s"
)
_OLD = (
    (re.compile(r"하여(?=야|서|도|\s|$)"), "해"),
    (re.compile(r"되어(?=야|서|도|\s)"), "돼"),
    (re.compile(r"지 아니하(?:고는|고서는)"), "지 않고"),
    (re.compile(r"지 아니하면"), "지 않으면"),
    (re.compile(r"지 아니하(?=고|도록|게|는|다|나)"), "지 않"),
    (re.compile(r"지 아니한"), "지 않은"),
    (re.compile(r"지 아니할"), "지 않을"),
    (re.compile(r"지체\s?없이"), "바로"),
)
_MUST = re.compile(r"야(?:만)?\s?(?:한다|합니다|함|하며|된다)$")


@dataclass(frozen=True)
class Sentence:
    """text: without brackets, without whose rule it is, without its end mark. tokens: its morphemes."""

    text: str
    tokens: Sequence[Token]

    @cached_property
    def last(self) -> list[Token]:
        """The morphemes of the last word."""
        return [token for token in self.tokens if token.word_position == self.tokens[-1].word_position]

    @cached_property
    def stance(self) -> Stance:
        return "must" if _MUST.search(self.text) else stance(self.text)

    @property
    def ends(self) -> bool:
        """Whether it ends as sentences of rules do, in an ending that can be put into another."""
        return self.tokens[-1].tag in ("EF", "EC") and self.text.endswith(("다", "요")) and len(self.last) > 1

    def ending(self, polite: str) -> str:
        """The sentence with 나요, 어요 ... for its last ending: '바꾼다' -> '바꾸나요'; after 이다: 인가요, 예요."""
        stem = [(token.form, token.tag) for token in self.last[:-1]]
        copula, adjective = stem[-1][1] == "VCP", stem[-1][1].startswith("VA") and stem[-1][0] not in ("있", "없")
        if polite == "나요" and (copula or adjective):
            polite = "ᆫ가요" if copula else "은가요"
        return modern(self.text[: self.last[0].start] + joined([*stem, (polite, "EF")]))

    def asking(self, polite: str = "나요") -> str:
        return self.ending(polite) + "?"


def read(text: str) -> Sentence | None:
    """None for what is no sentence: a heading, a torn line, a nominal list item."""
    plain = plainly(text)
    if not 8 <= len(plain) <= 400 or "\n" in plain or re.search(r"[가-힣]\.\s", plain):
        return None
    tokens = kiwi().tokenize(plain)
    made = Sentence(plain, tokens) if tokens else None
    return made if made and made.ends else None


def plainly(text: str) -> str:
    """Without brackets, without whose rule it is, one space between words, no mark at its end."""
    plain = _BY_RULE.sub("", _BRACKETS.sub("", _BRACKETS.sub("", text)))
    return _STOP.sub("", _MARK.sub("", re.sub(r"[^\S\n]+", " ", plain))).strip()


def joined(stems: Sequence[tuple[str, str]]) -> str:
    """Morphemes as one word, written as it is spoken: 바꾸 + 어야 = 바꿔야."""
    text: str = kiwi().join(list(stems))
    return text.replace(" ", "")


def modern(text: str) -> str:
    """하여야 -> 해야, 되어야 -> 돼야."""
    for old, new in _OLD:
        text = old.sub(new, text)
    return text


def in_main_clause(tokens: Sequence[Token], end: int) -> bool:
    """Whether what ends at `end` belongs to the sentence's own verb: behind it nothing opens or closes another clause."""
    rest = [token for token in tokens if token.start >= end]
    for here, after in itertools.pairwise(rest):
        if here.tag == "ETM" and after.form not in ("수", "것"):
            return False
        if here.tag == "EC" and not after.tag.startswith("VX") and after.form not in ("는", "아니", "하", "되"):
            return False
    return True
