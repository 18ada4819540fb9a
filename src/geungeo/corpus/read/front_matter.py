"""What a markdown file states about itself between its first two `---` lines."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Any

import yaml

from geungeo.corpus.blocks import Stated
from geungeo.korean.amendment import amendment_kind
from geungeo.korean.normalize import nfc, squeeze
from geungeo.records import Origin

_BLOCK = re.compile(r"---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_DATE = re.compile(r"(\d{4})\s*[-./년]?\s*(\d{1,2})\s*[-./월]?\s*(\d{1,2})\s*[.일]?\Z")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# As written, without types or tags: for an impossible date and for tags of other programs.
_PLAIN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

# Field of Stated -> the keys that state it, first one wins.
_KEYS = {
    "doc_id": ("법령ID", "문서ID", "doc_id", "id"),
    "title": ("제목", "title"),
    "revised_at": ("공포일자", "개정일자", "개정일", "revised_at", "revised", "lastmod", "date"),
    "effective_at": ("시행일자", "시행일", "effective_at", "effective"),
    "number": ("공포번호", "문서번호", "version", "number"),
    "amendment": ("제개정구분", "개정구분", "amendment"),
    "source": ("출처", "source", "confluenceUrl", "url"),
}
_ORIGIN = ("origin", "작성", "작성자", "author")
_HUMAN = re.compile(r"human|사람|직원", re.IGNORECASE)
_AI_OWN = re.compile(
    r"(?:생성형\s*)?(?:AI|인공지능|Chat\s?GPT|챗GPT|LLM)(?:[-_\s]*(?:draft|generated|가|초안|작성|생성|[\d.]+o?))*\W*",
    re.IGNORECASE,
)
_AI_SAID = re.compile(r"^\W*AI\s*(?:초안|가\s*작성)|[\[(]\s*AI\s*초안\s*[\])]|ai[-_ ]draft", re.IGNORECASE)
_DATES = frozenset(["revised_at", "effective_at"])


def split(text: str) -> tuple[str, Stated, str]:
    """(front matter with its fences, what it states, the rest). No or broken front matter: ("", Stated(), text)."""
    match = _BLOCK.match(text)
    if not match:
        return "", Stated(), text
    try:
        entries = _entries(match.group(1) or "")
    except (yaml.YAMLError, ValueError, RecursionError):
        return "", Stated(), text
    if not isinstance(entries, dict):
        return "", Stated(), text
    said = Stated(**{field: _first(entries, field) for field in _KEYS})  # type: ignore[arg-type]
    said = replace(said, amendment=amendment_kind(said.amendment or "") or None, origin=_origin(entries))
    return match.group(), said, text[match.end() :]


def _entries(block: str) -> Any:
    """One value that has no meaning ('2024-13-45') costs that value, not all the others. Raises YAMLError,
    ValueError."""
    try:
        return yaml.load(block, Loader=_LOADER)
    except (yaml.constructor.ConstructorError, ValueError):
        return yaml.load(block, Loader=_PLAIN)


def _origin(entries: dict[Any, Any]) -> Origin | None:
    """Who wrote it, by a key of its own; any other value that says 'AI 초안' says it, too."""
    own = next((word for key in _ORIGIN if (word := _word(entries.get(key)))), None)
    if own is not None and _HUMAN.fullmatch(own):
        return "human"
    words = filter(None, map(_word, entries.values()))
    return "ai-draft" if (own and _AI_OWN.fullmatch(own)) or any(map(_AI_SAID.search, words)) else None


def _first(entries: dict[Any, Any], field: str) -> str | None:
    values = (entries.get(key) for key in _KEYS[field])
    shown = (_date(value) if field in _DATES else _word(value) for value in values)
    return next((value for value in shown if value), None)


def _word(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float | datetime.date):
        return None
    return squeeze(nfc(str(value))) or None


def _date(value: Any) -> str | None:
    """ISO date of 2026-11-30, 20261130, 2026. 11. 30. or 2026년 11월 30일; None for anything else."""
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    match = _DATE.match(_word(value) or "")
    if not match:
        return None
    try:
        return datetime.date(*map(int, match.groups())).isoformat()
    except ValueError:
        return None
