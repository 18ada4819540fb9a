"""Automatic numbers and heading levels of docx paragraphs, from numbering.xml and styles.xml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from geungeo.corpus.read.numbering import WORD_STYLES, Counters, bullet_text
from geungeo.corpus.read.parts import Head, local

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_SYMBOL_FONTS = ("wingdings", "symbol", "webdings")


@dataclass(frozen=True, slots=True)
class _Level:
    """`restart`: the highest 1-based level that lets this one begin anew (None: any higher one, 0: none)."""

    style: str = "decimal"
    pattern: str = ""
    start: int = 1
    restart: int | None = None
    legal: bool = False
    paragraph_style: str = ""
    symbol: bool = False


@dataclass(slots=True)
class _List:
    """A numbering instance: the list it counts in, its levels, and levels that its first use sets anew."""

    counts_in: str
    levels: list[_Level]
    overrides: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Style:
    number: str | None
    level: int | None
    outline: int | None
    based_on: str


def child(element: etree._Element | None, name: str) -> etree._Element | None:
    """The first child with that local name."""
    return next((node for node in element if local(node) == name), None) if element is not None else None


def value(element: etree._Element | None, name: str = "val") -> str | None:
    """An attribute in the element's own namespace."""
    return element.get(f"{{{etree.QName(element).namespace}}}{name}") if element is not None else None


def is_on(element: etree._Element | None) -> bool:
    """An on/off property: present and not switched off."""
    return element is not None and value(element) not in ("0", "false", "off")


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.lstrip("-").isdecimal() else None


class WordHeads:
    """Counts along the document: one call a paragraph, in reading order."""

    def __init__(self, numbering: etree._Element | None, styles: etree._Element | None) -> None:
        self._styles, self._default = _read_styles(styles)
        self._lists = _read_lists(numbering, self._styles)
        self._counters = Counters()
        self._used: set[tuple[str, int]] = set()

    def next(self, properties: etree._Element | None) -> Head:
        """The head of the next paragraph, which has these properties (w:pPr)."""
        name = value(child(properties, "pStyle")) or self._default
        outline = _whole(value(child(properties, "outlineLvl")))
        if outline is None:
            outline = next((s.outline for s in self._chain(name) if s.outline is not None), None)
        level = 0 if outline is None or outline > 8 else min(outline + 1, 6)
        number, at = self._place(child(properties, "numPr"), name)
        found = self._lists.get(number or "0")
        if found is None or not 0 <= at < len(found.levels):
            return Head("", level)
        return Head(self._text(number or "", found, at), level, found.levels[at].style == "bullet")

    def _place(self, own: etree._Element | None, name: str) -> tuple[str | None, int]:
        """Which list and level: the paragraph's own word first, then its style's, whose level the list may name."""
        number, at = value(child(own, "numId")), _whole(value(child(own, "ilvl")))
        if number is not None:
            return number, at or 0
        styled = next((s for s in self._chain(name) if s.number is not None), None)
        if styled is None or styled.number is None:
            return None, 0
        names = [name, *self._names(name)]
        levels = self._lists[styled.number].levels if styled.number in self._lists else []
        linked = next((n for one in names for n, each in enumerate(levels) if each.paragraph_style == one), None)
        return styled.number, next(x for x in (at, linked, styled.level, 0) if x is not None)

    def _names(self, name: str) -> Iterator[str]:
        seen = {name}
        while name in self._styles and (name := self._styles[name].based_on) not in seen:
            seen.add(name)
            yield name

    def _chain(self, name: str) -> Iterator[_Style]:
        return (self._styles[each] for each in (name, *self._names(name)) if each in self._styles)

    def _text(self, number: str, found: _List, at: int) -> str:
        level = found.levels[at]
        if at in found.overrides and (number, at) not in self._used:
            self._counters.forget(found.counts_in, at)
        self._used.add((number, at))
        starts = [found.overrides.get(n, each.start) for n, each in enumerate(found.levels)]

        def restarts(deeper: int) -> bool:
            restart = found.levels[deeper].restart
            return restart is None or at < restart

        numbers = self._counters.advance(found.counts_in, at, starts, restarts)
        if level.style == "bullet":
            signs = "".join(chr(0xF000 + ord(c)) if ord(c) < 256 else c for c in level.pattern)
            return bullet_text(signs if level.symbol else level.pattern) if level.pattern.strip() else ""

        def put(place: re.Match[str]) -> str:
            n = int(place.group(1)) - 1
            style = "decimal" if level.legal else found.levels[n].style
            return WORD_STYLES.get(style, str)(numbers[n])

        return (
            _PLACE.sub(put, level.pattern).strip() if level.style != "none" else _PLACE.sub("", level.pattern).strip()
        )


def _read_styles(root: etree._Element | None) -> tuple[dict[str, _Style], str]:
    styles: dict[str, _Style] = {}
    default = ""
    for element in root if root is not None else ():
        if local(element) != "style":
            continue
        name = value(element, "styleId") or ""
        properties = child(element, "pPr")
        number = child(properties, "numPr")
        outline = _whole(value(child(properties, "outlineLvl")))
        shown = (value(child(element, "name")) or "").lower()
        heading = re.fullmatch(r"(?:heading|제목) ?([1-9])", shown)
        if outline is None and (heading or shown == "title"):
            outline = int(heading.group(1)) - 1 if heading else 0
        styles[name] = _Style(
            value(child(number, "numId")),
            _whole(value(child(number, "ilvl"))),
            outline,
            value(child(element, "basedOn")) or "",
        )
        if value(element, "type") == "paragraph" and value(element, "default") in ("1", "true"):
            default = name
    return styles, default


def _read_lists(root: etree._Element | None, styles: dict[str, _Style]) -> dict[str, _List]:
    """Numbering instances by id; an abstract list that only names a style takes that style's list."""
    if root is None:
        return {}
    abstracts = {value(e, "abstractNumId") or "": e for e in root if local(e) == "abstractNum"}
    instances = {value(e, "numId") or "": e for e in root if local(e) == "num"}
    lists: dict[str, _List] = {}
    for number, instance in instances.items():
        abstract = value(child(instance, "abstractNumId")) or ""
        style = styles.get(value(child(abstracts.get(abstract), "numStyleLink")) or "")
        if style is not None and style.number in instances:
            abstract = value(child(instances[style.number], "abstractNumId")) or abstract
        levels = _levels(abstracts.get(abstract), [_Level()] * _LEVELS)
        lists[number] = _with_overrides(_List(abstract, levels), instance)
    return lists


def _levels(element: Iterable[etree._Element] | None, levels: list[_Level]) -> list[_Level]:
    out = list(levels)
    for node in element if element is not None else ():
        at = _whole(value(node, "ilvl"))
        if local(node) == "lvl" and at is not None and 0 <= at < len(out):
            out[at] = _level(node)
    return out


def _level(node: etree._Element) -> _Level:
    fonts = child(child(node, "rPr"), "rFonts")
    font = (value(fonts, "ascii") or value(fonts, "hAnsi") or "").lower()
    pattern = value(child(node, "lvlText")) or ""
    return _Level(
        style=value(child(node, "numFmt")) or "decimal",
        pattern="•" if not pattern and child(node, "lvlPicBulletId") is not None else pattern,
        start=_whole(value(child(node, "start"))) or 0 if child(node, "start") is not None else 1,
        restart=_whole(value(child(node, "lvlRestart"))),
        legal=is_on(child(node, "isLgl")),
        paragraph_style=value(child(node, "pStyle")) or "",
        symbol=font.startswith(_SYMBOL_FONTS),
    )


def _with_overrides(found: _List, instance: etree._Element) -> _List:
    for override in (node for node in instance if local(node) == "lvlOverride"):
        at = _whole(value(override, "ilvl"))
        if at is None or not 0 <= at < _LEVELS:
            continue
        found.levels = _levels(override, found.levels)
        start = _whole(value(child(override, "startOverride")))
        if start is not None:
            found.overrides[at] = start
    return found
