"""Long work: one at a time, outliving who asked, giving way, and telling what went wrong without paths."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from geungeo import messages
from geungeo.errors import SettingError, WorkspaceError
from geungeo.serve.jobs import Job, Jobs, Kind, Stepped, without_paths


@contextmanager
def working(kinds: dict[str, Kind], kept: Path | None = None) -> Iterator[Jobs]:
    jobs = Jobs(kinds, kept)
    jobs.start()
    try:
        yield jobs
    finally:
        jobs.close()


def ended(jobs: Jobs, number: int) -> Job:
    """The job once it has ended."""
    tick = threading.Event()
    for _ in range(600):
        job = next(job for job in jobs.newest() if job.number == number)
        if job.ended_at:
            return job
        tick.wait(0.05)
    raise AssertionError(f"job {number} did not end: {jobs.newest()}")


def does(result: object) -> Kind:
    return Kind(lambda step, stop: result)


def test_one_job_at_a_time_in_the_order_asked() -> None:
    busy, most, order = threading.Semaphore(1), [], []

    def work(name: str) -> Callable[[Stepped, threading.Event], None]:
        def do(step: Stepped, stop: threading.Event) -> None:
            most.append(busy.acquire(blocking=False))
            order.append(name)
            busy.release()

        return do

    with working({name: Kind(work(name)) for name in "abc"}) as jobs:
        for job in [jobs.ask(name, "kim") for name in "abcab"]:
            ended(jobs, job.number)
    assert all(most)
    assert "".join(order).startswith("abc")


def test_what_waits_already_is_not_queued_twice_and_what_runs_is() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(step: Stepped, stop: threading.Event) -> None:
        begun.set()
        assert go_on.wait(60)

    with working({"ingest": Kind(slow)}) as jobs:
        first = jobs.ask("ingest", "kim")
        assert begun.wait(60)
        second = jobs.ask("ingest", "lee")  # the folder may have changed since the first one read it
        assert jobs.ask("ingest", "park").number == second.number != first.number
        go_on.set()
        ended(jobs, second.number)


def test_vectors_give_way_to_an_ingest_and_go_on_after_it() -> None:
    done, half, order = [0], threading.Event(), list[str]()

    def vectors(step: Stepped, stop: threading.Event) -> int:
        order.append("vectors")
        while done[0] < 6:
            if stop.is_set():
                return done[0]
            done[0] += 1
            step("embedding", done[0], 6)
            if done[0] == 3 and not half.is_set():
                half.set()
                assert stop.wait(60)
        return done[0]

    kinds = {"ingest": Kind(lambda step, stop: order.append("ingest"), then="vectors"), "vectors": Kind(vectors, True)}
    with working(kinds) as jobs:
        first = jobs.ask("vectors", "")
        assert half.wait(60)
        jobs.ask("ingest", "kim")
        assert ended(jobs, first.number).result == 6
        assert (done, order[:3]) == ([6], ["vectors", "ingest", "vectors"])


def test_what_follows_a_job_is_asked_for_when_it_is_done() -> None:
    with working({"ingest": Kind(lambda step, stop: 1, then="vectors"), "vectors": does(2)}) as jobs:
        ended(jobs, jobs.ask("ingest", "kim").number)
        assert ended(jobs, 2).kind == "vectors"


@pytest.mark.parametrize(
    ("error", "seen"),
    [
        (WorkspaceError("문서 폴더가 없습니다: /srv/회사/docs. 확인해 주세요."), "…/docs."),
        (OSError(28, "No space left", "/srv/secret/x"), "OSError"),
    ],
)
def test_a_failure_is_told_without_paths_and_the_next_job_runs(error: Exception, seen: str) -> None:
    def fails(step: Stepped, stop: threading.Event) -> None:
        raise error

    with working({"rebuild": Kind(fails), "doctor": does([1])}) as jobs:
        failed = ended(jobs, jobs.ask("rebuild", "kim").number)
        assert failed.state == "failed"
        assert seen in failed.error
        assert "/srv" not in failed.error
        assert ended(jobs, jobs.ask("doctor", "kim").number).state == "done"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/srv/a/b.jsonl을 쓸 수 없습니다", "…/b.jsonl을 쓸 수 없습니다"),
        ("http://127.0.0.1:8080/v1가 답하지 않습니다", "http://127.0.0.1:8080/v1가 답하지 않습니다"),
        ("인사/취업규칙.hwp와 2026/03/01", "인사/취업규칙.hwp와 2026/03/01"),
    ],
)
def test_only_paths_of_this_machine_are_shortened(text: str, shown: str) -> None:
    assert without_paths(text) == shown


def test_jobs_and_their_results_outlive_the_server(tmp_path: Path) -> None:
    kept = tmp_path / "state" / "jobs.json"
    with working({"doctor": does({"sound": True})}, kept) as jobs:
        number = ended(jobs, jobs.ask("doctor", "kim").number).number
    again = Jobs({"doctor": does(0)}, kept)
    assert [(job.number, job.result) for job in again.newest()] == [(number, {"sound": True})]
    assert again.ask("doctor", "kim").number == number + 1


def test_a_job_that_a_killed_server_left_is_told_as_stopped(tmp_path: Path) -> None:
    kept, begun, release = tmp_path / "jobs.json", threading.Event(), threading.Event()

    def slow(step: Stepped, stop: threading.Event) -> None:
        begun.set()
        release.wait(60)

    with working({"ingest": Kind(slow)}, kept) as jobs:
        jobs.ask("ingest", "kim")
        assert begun.wait(60)
        [left] = Jobs({}, kept).newest()
        assert (left.state, left.error) == ("stopped", messages.JOB_KILLED)
        release.set()


def test_closing_ends_a_job_at_its_next_step() -> None:
    begun, closing = threading.Event(), threading.Event()

    def endless(step: Stepped, stop: threading.Event) -> None:
        while True:
            step("reading", 0, 1)
            begun.set()
            closing.wait(0.01)

    with working({"ingest": Kind(endless)}) as jobs:
        number = jobs.ask("ingest", "kim").number
        assert begun.wait(60)
        jobs.close()
        assert ended(jobs, number).state == "stopped"


def test_a_torn_file_of_jobs_is_no_obstacle(tmp_path: Path) -> None:
    for content in ("", "[", "[1]", '{"a": 1}', '[{"number": "x"}]'):
        (tmp_path / "jobs.json").write_text(content, encoding="utf-8")
        with working({"doctor": does(1)}, tmp_path / "jobs.json") as jobs:
            assert ended(jobs, jobs.ask("doctor", "kim").number).result == 1


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(SettingError, match=r"nothing.*doctor"):
        Jobs({"doctor": does(1)}).ask("nothing", "kim")
