"""The head table of an hwpx file, from its header.xml."""

from __future__ import annotations

from lxml import etree

from geungeo.corpus.read.hangul_heads import Heading, HeadTable, Level
from geungeo.corpus.read.numbering import LEVELS
from geungeo.corpus.read.parts import local

_KINDS = {"OUTLINE": "outline", "NUMBER": "number", "BULLET": "bullet"}


def head_table(header: etree._Element) -> HeadTable:
    table = HeadTable()
    for element in header.iter():
        match local(element):
            case "paraPr":
                _shape(table, element)
            case "numbering":
                _numbering(table, element)
            case "bullet":
                table.bullets[number(element, "id")] = element.get("char", "")
    return table


def number(element: etree._Element, name: str, default: int = 0) -> int:
    """An attribute as a whole number; `default` where it is missing or none."""
    value = element.get(name, "")
    return int(value) if value.lstrip("-").isdecimal() else default


def _shape(table: HeadTable, element: etree._Element) -> None:
    """Levels 8-10 stand in a switch whose default says NONE: the first heading is the one for newer readers."""
    heading = next((each for each in element.iter() if local(each) == "heading"), None)
    kind = _KINDS.get(heading.get("type", "")) if heading is not None else None
    if kind and heading is not None:
        table.headings[number(element, "id")] = Heading(kind, number(heading, "idRef"), number(heading, "level"))  # type: ignore[arg-type]


def _numbering(table: HeadTable, element: etree._Element) -> None:
    levels = [Level("")] * LEVELS
    for head in element:
        at = number(head, "level") - 1
        if local(head) == "paraHead" and 0 <= at < LEVELS:
            levels[at] = Level(head.text or "", head.get("numFormat", "DIGIT"), number(head, "start", 1))
    list_id = number(element, "id")
    table.numberings[list_id] = tuple(levels)
    if number(element, "start") == 0:
        table.continues.add(list_id)
