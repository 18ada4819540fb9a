"""What a 부칙 says of single articles: from when they hold, and to which cases they apply (경과조치, 적용례, 특례)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from geungeo.korean.articles import LISTED, ArticleRef, listed_refs
from geungeo.korean.clauses import pieces
from geungeo.korean.effect import starts

# Behind the list: it is these articles as amended that the sentence is about, or the articles themselves.
_AMENDED = re.compile(r"(?:\s?(?:까지|및|ㆍ|,)?\s?별표\s?\d*(?:의\s?\d+)?)*(?:까지)?\s?의\s?(?:개정|신설|제정)\s?규정")
_PLAIN = re.compile(r"(?:까지)?(?:의\s?규정)?(?:은|는|에도\s?불구하고|에\s?불구하고|을|를)(?=\s)")
# Before the list: articles of something else, or as they were.
_OTHERS = re.compile(
    r"(?:[」』]|종전의|종전|개정\s?전의|(?<!이 )(?<!이)(?:법|법률|영|령|규칙|규정|부칙|같은\s?법|같은\s?영|같은\s?규칙))\s?\Z"
)
_APPLIES = re.compile(
    r"부터\s?(?:적용|기산)|(?:에\s?대해서도|에\s?대하여도|경우에도)\s?적용|적용하지\s?(?:아니|않)|종전의\s?(?:규정|예)에|종전에\s?따|"
    r"에도?\s?불구하고|것으로\s?본다|시행\s?당시|시행\s?(?:전|후|이후)|까지\s?(?:는\s?)?적용"
)
_STARTS = re.compile(r"시행\s?(?:한다|하되|하고|한다고|함)")
_ITEM = re.compile(r"(?:의\s?(?:개정|신설)\s?규정)?\s?[:：]\s?(?P<when>.+)")
# What begins on one day each: 제5조의 개정규정은 …부터 시행하고, 제6조의 개정규정은 …부터 시행한다.
_PARTS = re.compile(r"(?<=시행하고),\s?|(?<=시행하며),\s?|(?<=시행하되),\s?|다만\s*,?\s?")
_DATED = re.compile(r"((?:19|20)\d{2})\s*[.\-/년]\s*(\d{1,2})\s*[.\-/월]\s*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Said:
    """text[start:end] of a 부칙 says something of these articles. day: the one from which they hold, ISO; None when it
    says to which cases they apply."""

    start: int
    end: int
    refs: tuple[ArticleRef, ...]
    day: str | None

    def about(self, article: str | None, clause: str | None) -> bool:
        """clause: None asks for the article as a whole or any part of it."""
        return any(
            ref.article == article and (None in (clause, ref.clause) or clause == ref.clause) for ref in self.refs
        )


def said_of_articles(text: str, issued: str | None) -> list[Said]:
    """Each sentence of a 부칙 clause that speaks of single articles. issued: the 부칙's day, ISO."""
    return [said for piece in pieces(text) for said in _sentence(text, piece.start, piece.end, issued)]


def issued_at(heading: str) -> str | None:
    """'부칙 <제9호, 2024. 1. 5.>' as 2024-01-05; None for a heading without a date."""
    match = _DATED.search(heading)
    try:
        return date(*map(int, match.groups())).isoformat() if match else None
    except ValueError:
        return None


def _sentence(text: str, start: int, end: int, issued: str | None) -> Iterator[Said]:
    words = text[start:end]
    if item := _item(words, issued):
        yield Said(start, end, *item)
    elif _STARTS.search(words):
        for part in _PARTS.split(words):
            if (refs := _named(part)) and (day := starts(part, issued)):
                yield Said(start, end, refs, day)
    elif _APPLIES.search(words) and (refs := _named(words)):
        yield Said(start, end, refs, None)


def _item(words: str, issued: str | None) -> tuple[tuple[ArticleRef, ...], str] | None:
    """'제6조의 개정규정: 공포 후 6개월이 경과한 날'."""
    listed = LISTED.match(words)
    told = listed and _ITEM.match(words, listed.end())
    day = starts(f"{told['when'].rstrip('. ')}부터 시행한다", issued) if told else None
    return (listed_refs(listed.group()), day) if listed and day else None


def _named(words: str) -> tuple[ArticleRef, ...]:
    """The articles that are the sentence's matter: those called 개정규정, else those it begins with."""
    lists = [
        match
        for match in LISTED.finditer(words)
        if not _OTHERS.search(words, max(0, match.start() - 12), match.start())
    ]
    amended = [match for match in lists if _AMENDED.match(words, match.end())]
    plain = [match for match in lists[:1] if match.start() == 0 and _PLAIN.match(words, match.end())]
    return tuple(dict.fromkeys(ref for match in amended or plain for ref in listed_refs(match.group())))
