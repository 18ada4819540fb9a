"""Server-sent events for one question: its stages while it runs, then one result or one error."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from geungeo.records import AskResult
from geungeo.web import errors
from geungeo.web.schemas import AskOut

STAGES = ("understand", "search", "write", "check")
KEEP_ALIVE_SECONDS = 15.0  # proxies cut a silent connection, and a language model may think for longer

# Who waits for the language model's turn holds a thread; asyncio's own few would make the next wait without an end.
AT_ONCE = 40
_asking = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="ask")

Work = Callable[[Callable[[str], None]], AskResult]


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    data: str

    def encode(self) -> str:
        return f"event: {self.name}\ndata: {self.data}\n\n"


async def follow(work: Work) -> AsyncGenerator[Event, None]:
    """Runs `work` in a thread. It goes on when nobody listens any more, so that a hand-off is filed all the same.

    Only names of stages and the result pass: whatever else the pipeline tells of its progress stays inside.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def progress(stage: str) -> None:
        if stage in STAGES:
            loop.call_soon_threadsafe(queue.put_nowait, stage)

    running = loop.run_in_executor(_asking, work, progress)
    running.add_done_callback(lambda _: queue.put_nowait(None))
    while (stage := await _next(queue)) is not None:
        yield Event("stage", json.dumps({"stage": stage})) if stage else Event("ping", "{}")
    yield Event("result", _verified(running.result()))


async def stream(first: Event, rest: AsyncIterator[Event]) -> AsyncGenerator[str, None]:
    """Encoded events; an exception on the way becomes the last event."""
    yield first.encode()
    try:
        async for event in rest:
            yield event.encode()
    except Exception as error:  # noqa: BLE001  the status was sent; told() logs it whole
        told = errors.told(error)
        yield Event("error", told.model_dump_json(exclude_none=True)).encode()


async def _next(queue: asyncio.Queue[str | None]) -> str | None:
    """The next stage, None at the end, "" when it takes long."""
    try:
        return await asyncio.wait_for(queue.get(), KEEP_ALIVE_SECONDS)
    except TimeoutError:
        return ""


def _verified(result: AskResult) -> str:
    """The result as JSON, without the draft and the details of failed checks, which quote it: what was not verified is
    never streamed."""
    told = AskOut.model_validate(result)
    checks = [check if check.passed else check.model_copy(update={"detail": ""}) for check in told.checks]
    return told.model_copy(update={"draft": None, "checks": checks}).model_dump_json()
