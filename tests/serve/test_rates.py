"""How often and how many at once: buckets that fill evenly, and turns at the language model."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import SICK, Down, Says, by_words
from geungeo import messages, wiring
from geungeo.errors import WriterUnavailable
from geungeo.records import Draft, Excerpt
from geungeo.serve.ask import ask
from geungeo.serve.rates import Rate
from geungeo.serve.turns import Turns


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_empty_after_its_number_and_fills_evenly() -> None:
    clock = Clock()
    rate = Rate(6, clock=clock)
    assert [rate.take("kim") for _ in range(6)] == [0.0] * 6
    assert rate.take("kim") == pytest.approx(10.0)
    assert rate.take("lee") == 0.0
    clock.now += 4
    assert rate.take("kim") == pytest.approx(6.0)
    clock.now += 6
    assert rate.take("kim") == 0.0
    assert rate.take("kim") == pytest.approx(10.0)
    clock.now += 3600
    assert [bool(rate.take("kim")) for _ in range(7)] == [False] * 6 + [True]


def test_zero_is_no_limit() -> None:
    rate = Rate(0)
    assert not any(rate.take("kim") for _ in range(1000))
    rate.give_back("kim")


def test_what_is_given_back_can_be_taken_again_and_makes_no_more() -> None:
    rate = Rate(1, clock=Clock())
    for _ in range(5):
        assert rate.take("kim") == 0.0
        rate.give_back("kim")
        rate.give_back("kim")
    assert rate.take("kim") == 0.0
    assert rate.take("kim") > 0


def test_keys_are_bounded_and_the_longest_unused_is_forgotten() -> None:
    rate = Rate(1, keys=3, clock=Clock())
    for key in "abc":
        rate.take(key)
    assert rate.take("a") > 0  # used again, so b is the next to go
    rate.take("d")
    assert rate.take("a") > 0
    assert rate.take("b") == 0.0
    assert len(rate._left) == 3


@given(st.integers(1, 50), st.lists(st.floats(0, 30), max_size=80))
def test_never_more_than_the_bucket_and_what_flowed_in(per_minute: int, pauses: list[float]) -> None:
    clock = Clock()
    rate = Rate(per_minute, clock=clock)
    taken = 0
    for pause in pauses:
        clock.now += pause
        wait = rate.take("kim")
        taken += not wait
        if wait:
            clock.now += wait + 1e-6
            assert rate.take("kim") == 0.0
            taken += 1
    assert taken <= per_minute + (clock.now - 1000.0) * per_minute / 60 + 1e-6


def test_threads_together_get_no_more_than_the_bucket() -> None:
    rate = Rate(50, clock=Clock())
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(lambda _: rate.take("kim"), range(400)))
    assert waits.count(0.0) == 50


class Slow:
    """Writes when it is let go; counts how many are at it."""

    name = "slow"

    def __init__(self) -> None:
        self.at_it = 0
        self.most = 0
        self.go = threading.Event()
        self.sitting = threading.Semaphore(0)
        self._lock = threading.Lock()

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        with self._lock:
            self.at_it += 1
            self.most = max(self.most, self.at_it)
        self.sitting.release()
        self.go.wait(30)
        with self._lock:
            self.at_it -= 1
        return Draft("모른다.", model=self.name)


def test_no_more_than_the_seats_write_at_once_and_all_get_their_turn() -> None:
    slow = Slow()
    turns = Turns(slow, at_once=2, wait=30)
    with ThreadPoolExecutor(6) as threads:
        written = [threads.submit(turns.write, SICK, ()) for _ in range(6)]
        for _ in range(2):
            assert slow.sitting.acquire(timeout=30)
        slow.go.set()
        assert [one.result(30).model for one in written] == ["slow"] * 6
    assert slow.most == 2
    assert turns.name == "slow"


def test_a_question_without_a_turn_is_handed_off_with_the_reason(examples_base: wiring.Base) -> None:
    slow = Slow()
    turns = Turns(slow, at_once=1, wait=0.05)
    desk = by_words(examples_base, writer=turns, inbox=None)
    first = threading.Thread(target=ask, args=(SICK, desk))
    first.start()
    assert slow.sitting.acquire(timeout=30)
    result = ask(SICK, desk)
    slow.go.set()
    first.join()
    assert (result.route, result.reason, result.draft) == ("handoff", "unavailable", None)
    busy = messages.WRITER_BUSY.format(at_once=1, wait=0.05)
    assert messages.NOTE_WRITER_FAILED.format(error=busy) in result.notes


def test_a_writer_that_fails_leaves_its_seat() -> None:
    turns = Turns(Down(), at_once=1, wait=0.05)
    for _ in range(3):
        with pytest.raises(WriterUnavailable, match="연결되지 않습니다"):
            turns.write(SICK, ())
    assert Turns(Says("x"), 1, 0.0).write(SICK, ()).text == "x"


def test_the_language_model_takes_turns_as_the_settings_say(examples_base: wiring.Base) -> None:
    root = examples_base.workspace.root
    model = {"embedder.kind": "none", "writer.kind": "openai", "writer.base_url": "http://127.0.0.1:9/v1"}
    base = wiring.open_workspace(root, {**model, "writer.model": "m", "writer.concurrency": 3, "writer.wait": 2.5})
    assert "at_once=3, wait=2.5" in repr(wiring.desk(base).writer)
