"""Which version of a document holds on a day. Days are ISO dates; what operators decided stands in decisions.jsonl."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.korean.normalize import nfc
from geungeo.records import Document
from geungeo.settings import decided
from geungeo.workspace import Workspace

# As a day: every version, whatever day it holds on.
EVER = ""

_SEOUL = timezone(timedelta(hours=9))
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Decided:
    """By a document's key, file or id. in_force: the first day, True (a draft is a rule), False (holds on no day).
    repealed: the first day on which it holds no more. amendment: one of korean.amendment.KINDS. apart: neither a version
    nor a copy of any other. together: a document -> another that is one with it."""

    in_force: Mapping[str, bool | str] = field(default_factory=dict)
    repealed: Mapping[str, str] = field(default_factory=dict)
    amendment: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    together: Mapping[str, str] = field(default_factory=dict)

    def start(self, document: Document) -> bool | str | None:
        return next((self.in_force[name] for name in names_of(document) if name in self.in_force), None)

    def end(self, document: Document) -> str | None:
        return next((self.repealed[name] for name in names_of(document) if name in self.repealed), None)

    def is_apart(self, document: Document) -> bool:
        return not self.apart.isdisjoint(names_of(document))

    def amended(self, document: Document) -> str:
        """The kind of amendment that made this version; "" where neither it nor an operator tells."""
        told = (self.amendment[name] for name in names_of(document) if name in self.amendment)
        return next(told, document.amendment)


NOTHING = Decided()


@dataclass(frozen=True, slots=True)
class Span:
    """A version holds from `start` ("": as far back as is known) until the day before `end` (None: it still does)."""

    key: str
    start: str
    end: str | None


def today() -> str:
    """The day in Seoul, wherever the machine stands: Korean rules take effect at midnight there."""
    return datetime.now(UTC).astimezone(_SEOUL).date().isoformat()


def as_day(text: str) -> str | None:
    """An ISO date as it is written; None for anything else."""
    try:
        return date.fromisoformat(text).isoformat() if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def in_force(documents: Iterable[Document], day: str, said: Decided = NOTHING) -> frozenset[str]:
    """Keys of the versions that hold on `day`, at most one a doc_id.

    Of those that have begun, the one with the greatest (effective_at, revised_at, number), unless the rule was
    repealed since: amendments may take effect in another order than they were made.
    """
    found = (_holding(versions, day, said) for versions in by_id(documents).values())
    return frozenset(document.key for document in found if document)


def spans(versions: Sequence[Document], said: Decided = NOTHING) -> list[Span]:
    """When each version of one document holds, in order. One that never does has none; another may have several."""
    starts = {_begins(document, said) for document in versions} - {None}
    days = sorted({"", *filter(None, starts), *_ends(versions, said)})
    found: list[Span] = []
    for day, after in zip(days, [*days[1:], None], strict=True):
        holding = _holding(versions, day, said)
        if holding is None:
            continue
        if found and (found[-1].key, found[-1].end) == (holding.key, day):
            found[-1] = Span(holding.key, found[-1].start, after)
        else:
            found.append(Span(holding.key, day, after))
    return found


def by_id(documents: Iterable[Document]) -> dict[str, list[Document]]:
    """All versions of each document."""
    found: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        found[document.doc_id].append(document)
    return found


def rank(document: Document, said: Decided = NOTHING) -> tuple[str, str, tuple[int, ...], str]:
    """Later versions have greater ones; one that states no day has the least."""
    start = said.start(document)
    effective = start if isinstance(start, str) else document.effective_at or document.revised_at or ""
    numbers = tuple(map(int, re.findall(r"\d+", document.number or "")))
    return effective, document.revised_at or "", numbers, document.key


def load(workspace: Workspace) -> Decided:
    """As operators decided so far. Raises SettingError."""
    starts = {_name(t): _checked(t, value) for t, value in decided(workspace.decisions, "in_force").items()}
    ends = {_name(t): _checked(t, value) for t, value in decided(workspace.decisions, "repealed").items()}
    kinds = {_name(t): str(value) for t, value in decided(workspace.decisions, "amendment").items()}
    apart = frozenset(_name(t) for t, value in decided(workspace.decisions, "apart").items() if value)
    together = {_name(t): nfc(str(other)) for t, other in decided(workspace.decisions, "together").items()}
    ended = {name: day for name, day in ends.items() if isinstance(day, str)}
    return Decided(starts, ended, kinds, apart, together)


def names_of(document: Document) -> tuple[str, str, str]:
    """What operators may call it."""
    return nfc(document.key), document.file, nfc(document.doc_id)


def _name(target: str) -> str:
    return nfc(target.partition(":")[2])


def _checked(target: str, value: object) -> bool | str:
    if isinstance(value, bool):
        return value
    day = as_day(value) if isinstance(value, str) else None
    if day is None:
        raise SettingError(messages.DECISION_DAY.format(target=target, value=value))
    return day


def _begins(document: Document, said: Decided) -> str | None:
    """The first day on which it may hold; None when on no day."""
    start = said.start(document)
    if document.withdrawn or start is False or (document.draft and not start):
        return None
    if isinstance(start, str):
        return start
    return document.effective_at or document.revised_at or document.first_seen


def _holding(versions: Sequence[Document], day: str, said: Decided) -> Document | None:
    begun = [d for d in versions if (start := _begins(d, said)) is not None and start <= day]
    best = max(begun, key=lambda document: rank(document, said), default=None)
    if best is None or any(rank(best, said)[0] <= end <= day for end in _ends(versions, said)):
        return None
    return best


def _ends(versions: Iterable[Document], said: Decided) -> set[str]:
    """The days on which the rule was repealed."""
    return {end for document in versions for end in (said.end(document), document.repealed_at) if end}
