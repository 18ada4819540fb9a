"""Clause numbers as people write them: 제29조의2, 29조, 제 15 조 제2항."""

from __future__ import annotations

import re
from dataclasses import dataclass

_REF = re.compile(
    r"(?:제\s*)?(?<!\d)(\d{1,4})\s*조(?!\s*원)(?:\s*의\s*(\d{1,3}))?(?:\s*제?\s*(\d{1,3})\s*항)?(?:\s*제?\s*(\d{1,3})\s*호)?"
)


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
