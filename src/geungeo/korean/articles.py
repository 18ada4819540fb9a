"""Clause numbers as people write them: 제29조의2, 29조, 제 15 조 제2항."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REF = re.compile(
    r"(?:제\s*)?(?<!\d)(\d{1,4})\s*조(?!\s*원)(?:\s*의\s*(\d{1,3}))?(?:\s*제?\s*(\d{1,3})\s*항)?(?:\s*제?\s*(\d{1,3})\s*호)?"
)

_ONE = r"제\s?\d+\s?조(?:\s?의\s?\d+)?(?:\s?제\s?\d+\s?항)?(?:\s?제\s?\d+\s?호(?:의\s?\d+)?)?"
_TAIL = r"(?:\s?(?:각\s?호\s?외의\s?부분|본문|단서|전단|후단|[가-하]목))*"
_MORE = r"제\s?\d+\s?[항호](?:의\s?\d+)?(?:\s?제\s?\d+\s?호)?"
_JOINT = r"\s?(?:,|ㆍ|·|및|또는|과|와|부터|까지)\s?"
# Articles one after another as a whole: 제5조제1항, 제6조의2 및 제9조제1항 전단.
LISTED = re.compile(rf"{_ONE}{_TAIL}(?:{_JOINT}(?:같은\s?조\s?)?(?:{_ONE}|{_MORE}){_TAIL})*")


@dataclass(frozen=True, slots=True)
class ArticleRef:
    """article: '29의2'. clause and item without 제/항/호."""

    article: str
    clause: str | None = None
    item: str | None = None

    @property
    def term(self) -> str:
        """As a search term: '제29조의2'."""
        number, _, branch = self.article.partition("의")
        return f"제{number}조의{branch}" if branch else f"제{number}조"


def article_refs(text: str) -> list[ArticleRef]:
    """Every article number named in `text`, in order, with its 항 and 호 when they follow.

    '5조원' (money) and '15일' are not article numbers.
    """
    refs = []
    for match in _REF.finditer(text):
        number, branch, clause, item = match.groups()
        article = f"{int(number)}의{int(branch)}" if branch else str(int(number))
        refs.append(ArticleRef(article, clause, item))
    return refs


def listed_refs(listed: str) -> tuple[ArticleRef, ...]:
    """제36조제1항 및 제3항 as 36-1 and 36-3; 제44조의24부터 제44조의26까지, 제4항부터 제6항까지 as all three."""
    found: list[ArticleRef] = []
    for part in re.finditer(rf"(?:(?P<to>부터)\s?)?(?:(?P<ref>{_ONE})|(?P<more>{_MORE}))", listed):
        if part["ref"]:
            (ref,) = article_refs(part["ref"])[:1]
            found += _between(found[-1], ref) if part["to"] and found else []
            found.append(ref)
        elif found and (clause := re.match(r"제\s?(\d+)\s?항", part["more"])):
            first = int(found[-1].clause or clause[1]) + 1 if part["to"] else int(clause[1])
            found += [ArticleRef(found[-1].article, str(number)) for number in range(first, int(clause[1]) + 1)]
    return tuple(found)


def _between(first: ArticleRef, last: ArticleRef) -> list[ArticleRef]:
    (a, _, x), (b, _, y) = first.article.partition("의"), last.article.partition("의")
    if a == b and x and y:
        return [ArticleRef(f"{a}의{n}") for n in range(int(x) + 1, int(y))]
    return [ArticleRef(str(n)) for n in range(int(a) + 1, int(b))] if not x and not y else []
