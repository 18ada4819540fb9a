"""Streams of questions beside each other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from web_stand_in import StandIn

from geungeo.records import AskResult
from geungeo.web import sse

SICK = "병가는 며칠까지 쓸 수 있나요?"


def test_questions_that_wait_for_the_language_model_do_not_keep_the_next_from_starting() -> None:
    all_there = threading.Barrier(sse.AT_ONCE)

    def work(progress: Callable[[str], None]) -> AskResult:
        progress("write")
        all_there.wait(timeout=60)  # goes on only once as many run at a time
        return StandIn().ask(SICK)

    async def names() -> list[str]:
        return [event.name async for event in sse.follow(work) if event.name != "ping"]

    async def together() -> list[list[str]]:
        return await asyncio.gather(*(names() for _ in range(sse.AT_ONCE)))

    assert asyncio.run(together()) == [["stage", "result"]] * sse.AT_ONCE
