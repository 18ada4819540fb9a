"""To what a clause refers: 제12조제2항에 따른, 별표 1과 같다, 「근로기준법」 제60조, 전항; and what it applies (준용한다)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from geungeo.korean.articles import LISTED, ArticleRef, listed_refs

_TABLE = r"별표\s?(?P<table>\d+(?:의\s?\d+)?)?(?!\s?서식)"
_NEAR = r"(?P<near>전조|(?<![가-힣])전항|(?<![조\d가-힣])제\s?(?P<clause>\d{1,2})\s?항)"
_ANY = re.compile(rf"(?P<listed>{LISTED.pattern})|\[?{_TABLE}|{_NEAR}")
_JOINED = re.compile(r"\s?(?:,|ㆍ|·|및|또는|과|와)\s?")
# What stands before tells whose article it is.
_QUOTED = re.compile(r"「(?P<name>[^「」\n]{2,80})」\s?(?:\([^()\n]{1,60}\)\s?)?(?:의\s)?\Z")
_AGAIN = re.compile(r"(?:같은|동)\s?(?:법률|법|영|규칙|규정|정관|지침)(?P<more>\s?시행(?:령|규칙))?\s?\Z")
_OWN = re.compile(r"(?<![가-힣])(?:이|본)\s?(?:법률|법|영|령|규칙|규정|규약|정관|지침|세칙|요령|내규|강령|조례)\s?\Z")
_PAST = re.compile(r"(?:종전의?|개정\s?전의?|부칙|구)\s?(?:규정\s?)?\Z")
# A rule named without brackets: 취업규칙 제5조, 법 제60조 (the act that a decree carries out).
_NAMED = re.compile(
    r"(?<![가-힣])(?P<name>(?:[가-힣ㆍ·]+ ){0,5}[가-힣ㆍ·]*(?:법률|법|령|영|규정|규칙|정관|지침|세칙|요령|내규|강령|조례|기준|약관))\s?\Z"
)
_NAMES = re.compile(r"「([^「」\n]{2,80})」")
_APPLIES = re.compile(r"준용(?:한다|하되|하여|하며|하고|할|합니다|하는|됩니다|된다)|의\s?예에\s?(?:따|의)")
_SENTENCE_END = re.compile(r"[.。]\s|\n\s*(?=[①-⑳]|\d+\.)|\Z")
_BEFORE = 90


@dataclass(frozen=True, slots=True)
class Reference:
    """text[start:end] names it. rule: the other rule's name as it stands ('근로기준법', '법' for the act that a decree
    carries out); "" is the same document. refs, table, near: one of them. table: its number, "" without one.
    near: '전조', '전항' or the number of a 항 of the same article. applies: it is to be applied with changes (준용)."""

    start: int
    end: int
    rule: str = ""
    refs: tuple[ArticleRef, ...] = ()
    table: str | None = None
    near: str = ""
    applies: bool = False


def references(text: str) -> list[Reference]:
    """In their order. Not those to a rule as it once was, nor to a 부칙."""
    return list(_references(text))


def _references(text: str) -> Iterator[Reference]:
    last_rule, last_end = "", -1
    skipped = False
    for match in _ANY.finditer(text):
        joined = last_end >= 0 and _JOINED.fullmatch(text, last_end, match.start()) is not None
        if not joined:
            before = text[max(0, match.start() - _BEFORE) : match.start()]
            skipped = _PAST.search(before) is not None
            last_rule = _rule(before, text[: match.start()])
        last_end = match.end()
        if skipped or (match["near"] and last_rule):
            continue
        yield Reference(
            match.start(),
            match.end(),
            last_rule,
            listed_refs(match["listed"]) if match["listed"] else (),
            None if match["listed"] or match["near"] else re.sub(r"\s", "", match["table"] or ""),
            (match["clause"] or match["near"]) if match["near"] else "",
            _applied(text, match.end()),
        )


def _rule(before: str, above: str) -> str:
    if quoted := _QUOTED.search(before):
        return quoted["name"]
    if again := _AGAIN.search(before):
        names = _NAMES.findall(above)
        return names[-1] + (f" {again['more'].strip()}" if again["more"] else "") if names else again.group().strip()
    if _OWN.search(before):
        return ""
    named = _NAMED.search(before)
    return named["name"] if named else ""


def _applied(text: str, end: int) -> bool:
    """Whether the sentence goes on to say so."""
    stop = _SENTENCE_END.search(text, end)
    return _APPLIES.search(text, end, stop.start() + 1 if stop else len(text)) is not None
