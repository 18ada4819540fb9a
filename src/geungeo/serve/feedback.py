"""맞아요 and 틀려요: what the asker thinks of an answer, kept beside its trace. It never changes an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from geungeo import messages
from geungeo.errors import BadMessage, UnknownTrace
from geungeo.korean.normalize import nfc, squeeze, strip_control
from geungeo.ports import TraceLog
from geungeo.records import Feedback, Reader

WHY_CHARS = 1000


@dataclass(frozen=True, slots=True)
class Opinions:
    """traces: None when questions are not kept; then every trace is unknown."""

    traces: TraceLog | None

    def judge(self, trace_id: str, right: bool, why: str, reader: Reader) -> None:
        """Raises UnknownTrace for another's question too, BadMessage for an endless reason.

        What was asked without a name is judged by whoever knows its trace id, and stays without one.
        """
        trace = self.traces.get(trace_id) if self.traces else None
        if self.traces is None or trace is None or trace.user not in ("", reader.user):
            raise UnknownTrace(messages.TRACE_UNKNOWN)
        reason = squeeze(strip_control(nfc(why)))
        if len(reason) > WHY_CHARS:
            raise BadMessage(messages.MESSAGE_TOO_LONG.format(length=len(reason), limit=WHY_CHARS))
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        self.traces.feedback(Feedback(trace_id, right, reason, trace.user, at))
