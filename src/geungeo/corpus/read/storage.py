"""Confluence's storage format as plain HTML: macros become what a reader of the page sees, or are named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from geungeo.korean.normalize import solid_length

# Differences: texts that stand in attributes, the second telling of a panel for older readers.
ATTRIBUTES = "texts of attributes"
TWICE = "told twice for older readers"

_Element: TypeAlias = Any  # lxml's element has no useful type of its own

# Macros whose parameter is text on the page: above the body, or within the line.
_TITLED = {"title": "p"}
_SHOWN = {"status": {"title": "span"}, "jira": {"key": "span"}}
# Macros that show what stands elsewhere.
_ELSEWHERE = frozenset(
    ["include", "excerpt-include", "children", "pagetree", "contentbylabel", "detailssummary", "recently-updated"]
)
_FILES = frozenset(["view-file", "viewpdf", "viewdoc", "viewxls", "viewppt"])
_SIGNS = {
    "light-on": "💡",
    "tick": "✔",
    "cross": "❌",
    "warning": "⚠",
    "information": "ℹ",
    "question": "?",
    "plus": "+",
    "minus": "−",
}


@dataclass(slots=True)
class Told:
    """What was found beside the text: names of files, pages that are shown in this one, places to fill in."""

    differences: Counter[str] = field(default_factory=Counter)
    attachments: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    placeholders: int = 0


def rewrite(root: _Element) -> Told:
    """Change the tree in place; an element that is left as it is shows its own text."""
    told = Told()
    for element in list(root.iter()):
        match element.tag:
            case "ac:structured-macro" | "ac:macro":
                _macro(element, told)
            case "ac:adf-fallback":
                told.differences[TWICE] -= sum(map(solid_length, element.itertext()))
                _drop(element)
            case "ac:adf-attribute":
                element.tag = "ac:parameter"
            case "ac:link":
                _link(element, told)
            case "ac:task":
                _task(element, told)
            case "ac:emoticon":
                _say(element, _sign(element), told)
            case "time":
                _say(element, element.get("datetime", ""), told)
            case "ac:placeholder":
                told.placeholders += 1
            case "ri:attachment":
                told.attachments.append(element.get("ri:filename", ""))
    told.attachments = list(dict.fromkeys(filter(None, told.attachments)))
    return told


def _macro(macro: _Element, told: Told) -> None:
    name = macro.get("ac:name", "")
    parameters = {
        child.get("ac:name", ""): child for child in macro if child.tag in ("ac:parameter", "ac:default-parameter")
    }
    for key, tag in _SHOWN.get(name, _TITLED).items():
        if key in parameters:
            parameters[key].tag = tag
    if name in _SHOWN:
        macro.tag = "span"  # it stands within its line
    if name in _FILES:
        _say(macro, next((n.get("ri:filename", "") for n in macro.iter() if n.tag == "ri:attachment"), ""), told)
    if name in _ELSEWHERE:
        page = next((node.get("ri:content-title", "") for node in macro.iter() if node.tag == "ri:page"), "")
        told.elsewhere.append(page or name)
    if name == "excerpt" and "hidden" in parameters and parameters["hidden"].text == "true":
        macro.set("hidden", "hidden")


def _link(link: _Element, told: Told) -> None:
    """A link without words of its own shows the name of what it leads to."""
    if any(text.strip() for text in link.itertext()):
        return
    target = next((node for node in link if str(node.tag).startswith("ri:")), None)
    if target is not None:
        name = target.get("ri:content-title") or target.get("ri:filename") or target.get("ri:value") or ""
        _say(link, name or link.get("ac:anchor", ""), told)


def _task(task: _Element, told: Told) -> None:
    """Done or not stands in front of the task, as its box does."""
    done = any(node.tag == "ac:task-status" and (node.text or "").strip() == "complete" for node in task)
    body = next((node for node in task if node.tag == "ac:task-body"), None)
    if body is not None:
        sign = "[x] " if done else "[ ] "
        told.differences[ATTRIBUTES] += solid_length(sign)
        body.text = sign + (body.text or "").lstrip()


def _sign(emoticon: _Element) -> str:
    """The sign itself; where only its name is stated, one that says the same."""
    stated = emoticon.get("ac:emoji-fallback", "")
    return _SIGNS.get(emoticon.get("ac:name", ""), "") if not stated or stated.isascii() else stated


def _say(element: _Element, text: str, told: Told) -> None:
    if text and not "".join(element.itertext()).strip():
        told.differences[ATTRIBUTES] += solid_length(text)
        span = element.makeelement("span")
        span.text = text
        element.insert(0, span)


def _drop(element: _Element) -> None:
    """Without its tail, which stands behind it."""
    for child in list(element):
        element.remove(child)
    element.text = None
