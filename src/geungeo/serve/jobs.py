"""Long work in the background: one job at a time, by one thread, so that it outlives the page that asked for it."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from geungeo import messages
from geungeo.decisions import now
from geungeo.errors import GeungeoError, SettingError
from geungeo.records import to_json
from geungeo.serve.pace import Pace

log = logging.getLogger(__name__)

State = Literal["waiting", "running", "done", "failed", "stopped"]
Stepped = Callable[[str, int, int], None]
# Does the work, telling stage, done and total; returns plain JSON values. Ends early when the event is set.
Work = Callable[[Stepped, threading.Event], Any]

_KEPT = 50
_JOIN_SECONDS = 30.0
_PATH = re.compile(r"(?<![\w:/.])/(?:[^\s/'\"]+/)+([^\s/'\"]*)")


@dataclass(frozen=True, slots=True)
class Kind:
    """yields: gives way to every other job, and goes on after it. then: the kind to ask for once this is done."""

    work: Work
    yields: bool = False
    then: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work and how far it is. Times: ISO, "" until they came. per_second: steps at this stage, and how long
    the rest takes at that rate; 0 where it can't be told. error: a sentence, "" without one."""

    number: int
    kind: str
    who: str
    asked_at: str
    state: State = "waiting"
    stage: str = ""
    done: int = 0
    total: int = 0
    per_second: float = 0.0
    seconds_left: int = 0
    started_at: str = ""
    ended_at: str = ""
    error: str = ""
    result: Any = field(default=None)


class Jobs:
    """A queue and the thread that works it off. All methods are safe from several threads.

    kept: file where the last jobs stand, results too; one that a killed process left is told as stopped.
    """

    def __init__(self, kinds: Mapping[str, Kind], kept: Path | None = None) -> None:
        self._kinds = dict(kinds)
        self._kept = kept
        self._jobs: dict[int, Job] = {job.number: job for job in _load(kept)}
        self._turn = threading.Condition()
        self._give_way = threading.Event()
        self._closed = False
        self._worker = threading.Thread(target=self._work_off, name="jobs", daemon=True)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._kinds)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        """Stops what runs at its next step."""
        with self._turn:
            self._closed = True
            self._give_way.set()
            self._turn.notify()
        if self._worker.is_alive():
            self._worker.join(_JOIN_SECONDS)

    def ask(self, kind: str, who: str) -> Job:
        """Queue it; the one that waits already when there is one. Raises SettingError for an unknown kind."""
        if kind not in self._kinds:
            raise SettingError(messages.JOB_UNKNOWN.format(kind=kind, known=", ".join(self._kinds)))
        with self._turn:
            waiting = next((job for job in self._jobs.values() if (job.kind, job.state) == (kind, "waiting")), None)
            if waiting:
                return waiting
            job = Job(max(self._jobs, default=0) + 1, kind, who, now())
            self._jobs[job.number] = job
            running = self._running()
            if running and self._kinds[running.kind].yields and not self._kinds[kind].yields:
                self._give_way.set()
            self._turn.notify()
            return job

    def newest(self) -> list[Job]:
        """Newest first."""
        with self._turn:
            return sorted(self._jobs.values(), key=lambda job: job.number, reverse=True)

    def latest(self, kind: str) -> Job | None:
        """The newest of this kind that has begun."""
        with self._turn:
            begun = [job for job in self._jobs.values() if job.kind == kind and job.started_at]
            return max(begun, key=lambda job: job.number, default=None)

    def _running(self) -> Job | None:
        return next((job for job in self._jobs.values() if job.state == "running"), None)

    def _work_off(self) -> None:
        while job := self._next():
            self._do(job)

    def _next(self) -> Job | None:
        """Waits for a job and marks it as running; None when closed."""
        with self._turn:
            while not self._closed:
                waiting = [job for job in self._jobs.values() if job.state == "waiting"]
                if waiting:
                    job = min(waiting, key=lambda job: (self._kinds[job.kind].yields, job.number))
                    self._give_way.clear()
                    return self._change(job.number, state="running", started_at=job.started_at or now())
                self._turn.wait()
            return None

    def _do(self, job: Job) -> None:
        kind, pace = self._kinds[job.kind], Pace()

        def step(stage: str, done: int, total: int) -> None:
            if self._closed:
                raise _Stopped
            per_second, left = pace.step(stage, done, total)
            with self._turn:
                self._change(job.number, stage=stage, done=done, total=total, per_second=per_second, seconds_left=left)

        try:
            result = kind.work(step, self._give_way)
        except _Stopped:
            self._end(job, "stopped", error=messages.JOB_STOPPED)
        except Exception as error:  # noqa: BLE001  told() logs it
            self._end(job, "failed", error=_told(error))
        else:
            if self._give_way.is_set() and kind.yields and not self._closed:
                with self._turn:
                    self._change(job.number, state="waiting")
                return
            self._end(job, "stopped" if self._closed and kind.yields else "done", result=to_json(result))
            if kind.then in self._kinds:
                self.ask(kind.then, job.who)

    def _end(self, job: Job, state: State, **changes: Any) -> None:
        with self._turn:
            self._change(job.number, state=state, ended_at=now(), **changes)
            ended = sorted(number for number, each in self._jobs.items() if each.ended_at)
            for number in ended[:-_KEPT]:
                del self._jobs[number]
            self._keep()

    def _change(self, number: int, **changes: Any) -> Job:
        self._jobs[number] = replace(self._jobs[number], **changes)
        if changes.get("state") == "running":
            self._keep()
        return self._jobs[number]

    def _keep(self) -> None:
        """What can't be kept is logged: the work itself was done."""
        if self._kept is None:
            return
        begun = [to_json(job) for job in self._jobs.values() if job.state != "waiting"]
        temporary = self._kept.with_name(self._kept.name + ".new")
        try:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(begun, ensure_ascii=False), encoding="utf-8")
            os.replace(temporary, self._kept)
        except OSError as error:
            log.error("jobs are not kept: %s", error)


class _Stopped(Exception):
    """The house closes: the job's work ends at its next step."""


def _load(path: Path | None) -> list[Job]:
    """Jobs of earlier runs; none when the file is lost or torn: they are a convenience."""
    known = {each.name for each in fields(Job)}
    try:
        rows = json.loads(path.read_text(encoding="utf-8")) if path else []
        jobs = [Job(**{name: value for name, value in row.items() if name in known}) for row in rows]
    except (OSError, ValueError, TypeError, AttributeError):
        return []
    return [_killed(job) if job.state == "running" else job for job in jobs]


def _killed(job: Job) -> Job:
    return replace(job, state="stopped", error=messages.JOB_KILLED, ended_at=now())


def _told(error: Exception) -> str:
    """Fit for the desk: no paths of this machine, and of what nobody foresaw only where to find it in the log."""
    if isinstance(error, GeungeoError):
        log.error("job failed: %s", error)
        return without_paths(str(error))
    trace = secrets.token_hex(8)
    log.error("job failed, trace %s", trace, exc_info=error)
    return messages.JOB_FAILED.format(error=type(error).__name__, trace=trace)


def without_paths(text: str) -> str:
    """Absolute paths shortened to their last name."""
    return _PATH.sub(lambda found: f"…/{found.group(1)}", text)
