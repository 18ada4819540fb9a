"""A Confluence page as its REST API gives it (JSON, or YAML with what an export lays beside it), storage body inside."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import yaml

from geungeo import messages
from geungeo.corpus.blocks import Reading, Stated, Unread
from geungeo.corpus.read.encoding import decode
from geungeo.corpus.read.html import read_markup
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, squeeze, strip_control
from geungeo.records import Allow

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SPACE = re.compile(r"/spaces?/([^/?#]+)")
_TEMPLATE = re.compile(r"^\s*[\[(<]?\s*(?:템플릿|template)\b|(?:템플릿|template)\s*[\])>]?\s*$", re.IGNORECASE)
_LISTED = 20


def read_page(data: bytes, name: str) -> Reading:
    """Title, space, labels, author and days go to `stated`, so does who may see the page. Raises UnreadableFile."""
    page = _page(decode(data))
    reading, told = read_markup(str(page["body"]["storage"].get("value") or ""), "confluence")
    attachments = list(dict.fromkeys([*map(_line, told.attachments), *_attached(page)]))
    notes = [*_named(messages.CONFLUENCE_ATTACHMENTS, attachments)]
    notes += _named(messages.CONFLUENCE_ELSEWHERE, told.elsewhere)
    stated = _stated(page, template=told.placeholders > 0)
    if stated.allow_unknown:
        notes.append(messages.CONFLUENCE_RESTRICTIONS_UNKNOWN)
    counts = {"attachment": len(attachments), "elsewhere": len(told.elsewhere)}
    unread = tuple(Unread(key, count) for key, count in counts.items() if count)
    return replace(reading, stated=stated, unread=unread, notes=tuple(notes))


def _page(text: str) -> dict[str, Any]:
    """The page object, completed by the other documents of the stream."""
    try:
        found = [json.loads(text)] if text.lstrip().startswith("{") else list(yaml.load_all(text, Loader=_LOADER))
    except (ValueError, yaml.YAMLError) as error:
        raise UnreadableFile("corrupted", f"confluence: {error}"[:200]) from error
    objects = [item for item in found if isinstance(item, dict)]
    page = next((item for item in objects if _storage(item) is not None), None)
    if page is None:
        raise UnreadableFile("corrupted", "confluence: 본문(body.storage)이 없습니다")
    whole = dict(page)
    for other in objects:
        if other is not page:
            _complete(whole, other)
    return whole


def _storage(item: Mapping[str, Any]) -> Any:
    body = item.get("body")
    storage = body.get("storage") if isinstance(body, dict) else None
    return storage if isinstance(storage, dict) else None


def _complete(page: dict[str, Any], other: Mapping[str, Any]) -> None:
    """What lies beside a page, known by its form: its other version, lists of attachments or ancestors, restrictions."""
    results = other.get("results")
    if isinstance(other.get("read"), dict):
        page.setdefault("restrictions", other)
    elif isinstance(other.get("version"), dict):
        page.setdefault("version", other["version"])
    elif isinstance(results, list) and results and all(isinstance(item, dict) for item in results):
        kinds = {str(item.get("type")) for item in results}
        if kinds == {"attachment"}:
            page.setdefault("attachments", other)
        elif "page" in kinds and any("restrictions" in item for item in results):
            page["ancestors"] = results
        elif all("prefix" in item and "name" in item for item in results):
            page.setdefault("metadata", {"labels": other})


def _attached(page: Mapping[str, Any]) -> list[str]:
    children = page.get("children")
    listed = page.get("attachments") or (children.get("attachment") if isinstance(children, dict) else None)
    return [_line(item.get("title")) for item in _results(listed) if item.get("title")]


def _stated(page: Mapping[str, Any], template: bool) -> Stated:
    title = _line(page.get("title"))
    version = _mapping(page.get("version"))
    modified = _line(version.get("when") or version.get("createdAt"))[:10]
    allow = allow_of(page)
    labels = [_line(item.get("name")) for item in _results(_mapping(page.get("metadata")).get("labels"))]
    author = _mapping(version.get("by"))
    meta = {
        "space": _space(page),
        "labels": ", ".join(filter(None, labels)),
        "author": _line(author.get("displayName") or author.get("publicName") or version.get("authorId")),
        "modified": modified,
        "above": " > ".join(_line(item.get("title")) for item in _ancestors(page) or ()),
        "template": "template" if template or "template" in labels or _TEMPLATE.search(title) else "",
    }
    return Stated(
        doc_id=_line(page.get("id")) or None,
        title=title or None,
        revised_at=modified if re.fullmatch(r"\d{4}-\d\d-\d\d", modified) else None,
        number=_line(version.get("number")) or None,
        source=_address(page) or None,
        allow=allow or (),
        allow_unknown=allow is None,
        meta={key: value for key, value in meta.items() if value},
    )


def allow_of(page: Mapping[str, Any]) -> Allow | None:
    """Those whom the page and every page above it admit: a list a page with restrictions, none where nobody is barred.

    None where one of them is not stated in full: then nobody knows.
    """
    above = _ancestors(page)
    if above is None:
        return None
    inner = [_admitted(item) for item in (*above, page)]
    return None if any(names is None for names in inner) else tuple(names for names in inner if names) or _ALL


_ALL: Allow = (("*",),)


def _admitted(page: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Users and groups that may view the page; () where all may; None where that is not stated in full."""
    restrictions = _mapping(_mapping(_mapping(page.get("restrictions")).get("read")).get("restrictions"))
    names: list[str] = []
    for kind, of in (("user", _users), ("group", _groups)):
        listed = _mapping(restrictions.get(kind))
        results = listed.get("results")
        if not isinstance(results, list) or _is_cut(listed, results):
            return None
        for item in results:
            found = of(item) if isinstance(item, dict) else []
            if not found:
                return None
            names += found
    return tuple(dict.fromkeys(names))


def _is_cut(listed: Mapping[str, Any], results: list[Any]) -> bool:
    size = listed.get("size", len(results))
    return size != len(results) or "next" in _mapping(listed.get("_links"))


def _users(item: Mapping[str, Any]) -> list[str]:
    """Every name that is one person's alone; a display name is not."""
    names = (_line(item.get(key)) for key in ("username", "accountId", "userKey", "email"))
    return [f"user:{name}" for name in names if name]


def _groups(item: Mapping[str, Any]) -> list[str]:
    return [f"group:{name}"] if (name := _line(item.get("name"))) else []


def _ancestors(page: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    above = page.get("ancestors")
    return above if isinstance(above, list) and all(isinstance(item, dict) for item in above) else None


def _space(page: Mapping[str, Any]) -> str:
    space = _mapping(page.get("space"))
    links = (_mapping(page.get("_links")).get("webui"), _mapping(page.get("_expandable")).get("space"))
    found = next((match for link in links if (match := _SPACE.search(_line(link)))), None)
    return _line(space.get("key")) or (found[1] if found else "")


def _address(page: Mapping[str, Any]) -> str:
    links = _mapping(page.get("_links"))
    base = _line(links.get("base")) or _line(links.get("self")).partition("/rest/")[0]
    return base + _line(links.get("webui")) if base.startswith(("http://", "https://")) and links.get("webui") else ""


def _results(listed: Any) -> list[Mapping[str, Any]]:
    results = _mapping(listed).get("results")
    return [item for item in results if isinstance(item, dict)] if isinstance(results, list) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _line(value: Any) -> str:
    return (
        squeeze(strip_control(nfc(str(value)))) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    )


def _named(text: str, names: Iterable[str]) -> list[str]:
    names = list(names)
    more = messages.AND_MORE.format(count=len(names) - _LISTED) if len(names) > _LISTED else ""
    return [text.format(names=", ".join(names[:_LISTED]) + more)] if names else []
