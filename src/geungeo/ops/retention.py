"""How long what people said is kept, and how a person leaves. Both say how much they removed, by kind."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from geungeo import messages
from geungeo.decisions import deed
from geungeo.errors import BadDeed
from geungeo.korean.normalize import nfc
from geungeo.ports import AuditLog, Keeping
from geungeo.records import Deed

log = logging.getLogger(__name__)

# Each is a setting retention.<kind>: days, 0 for ever. Messages and notices of a ticket go with it.
KINDS = ("tickets", "traces", "feedback", "notices", "audit")
HOUSE = "geungeo"  # who acts when nobody asked
_DEED = "retention"
_LOOK_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Removed:
    """counts: rows by kind, kinds without any absent. waiting: open tickets beyond their days, which stay.
    gone: whether their text has left the file too, or a reader kept it there until the next run."""

    counts: Mapping[str, int]
    waiting: int = 0
    gone: bool = True


@dataclass(frozen=True, slots=True)
class Retention:
    """days: by kind of KINDS."""

    keeping: Keeping
    audit: AuditLog
    days: Mapping[str, int]

    def run(self, today: date, who: str = HOUSE, dry: bool = False) -> Removed:
        """Remove what is due on this day, and note in the audit log how much; `dry` only counts."""
        before = {kind: _before(today, self.days[kind]) for kind in KINDS if self.days[kind]}
        counts = self.keeping.remove(before, dry)
        waiting = self.keeping.waiting(before["tickets"]) if "tickets" in before else 0
        if dry:
            return Removed(counts, waiting)
        gone = self.keeping.scrub()  # without counts too: what an earlier run removed may have been kept by a reader
        self.audit.add(deed(who, _DEED, _DEED, removed=dict(counts), waiting=waiting))
        return Removed(counts, waiting, gone)

    def last(self) -> Deed | None:
        """The newest run."""
        return next(iter(self.audit.list(1, _DEED)), None)

    def due(self, today: date) -> bool:
        """Whether none of these days has had a run."""
        last = self.last()
        return last is None or datetime.fromisoformat(last.created_at).astimezone().date() < today


def forget(user: str, keeping: Keeping, audit: AuditLog, who: str, dry: bool = False) -> Removed:
    """Remove what this person asked, said and may come in with; what others need of it stays without the name.

    The audit log notes that it was done, and to nobody by name. Raises BadDeed without a name: what was asked without
    one belongs to nobody who could be found.
    """
    name = nfc(user).strip().removeprefix("user:")
    if not name:
        raise BadDeed(messages.FORGET_NOBODY)
    counts = keeping.forget(name, dry)
    if dry:
        return Removed(counts)
    gone = keeping.scrub()
    audit.add(deed(who, "forget", "person", removed=dict(counts)))
    return Removed(counts, gone=gone)


def daily(stop: threading.Event, retention: Retention) -> None:
    """Run once a day until `stop` is set; a failure is logged and tried again an hour later."""
    while not stop.is_set():
        try:
            today = date.today()
            if retention.due(today):
                retention.run(today)
        except Exception:
            log.exception("retention")
        stop.wait(_LOOK_SECONDS)


def _before(today: date, days: int) -> str:
    """The first moment that is kept: midnight, `days` days before today."""
    return datetime.combine(today - timedelta(days=days), time.min).astimezone().isoformat()
