"""Why a version does not hold on a day, in words for whoever asked."""

from __future__ import annotations

from collections.abc import Sequence

from geungeo import messages
from geungeo.records import Document
from geungeo.versions import NOTHING, Decided, spans


def outside_words(document: Document, versions: Sequence[Document], day: str, said: Decided = NOTHING) -> str:
    """versions: all of this document's; `document` is the one that bears on the question.

    Of a rule that has not begun at all, the first day of any version is told.
    """
    found = spans(versions, said)
    own = [span for span in found if span.key == document.key]
    begun = any(span.start <= day for span in found)
    coming = next((span.start for span in (own if begun else found) if span.start > day), None)
    if coming:
        return messages.NOT_YET_IN_FORCE.format(title=document.title, start=coming, day=day)
    ended = max((span.end for span in own if span.end and span.end <= day), default=None)
    if ended:
        return messages.NO_LONGER_IN_FORCE.format(title=document.title, end=ended, day=day)
    return messages.NEVER_IN_FORCE.format(title=document.title, day=day)
