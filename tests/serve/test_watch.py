"""A watched folder: what changed answers without an ingest by hand, halves are not read, failures are tried again."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.corpus.folder import stamps
from geungeo.errors import WorkspaceLocked
from geungeo.serve import watch as watching
from geungeo.serve.jobs import Jobs, Kind
from geungeo.serve.watch import watch

PATIENCE = 120.0  # seconds; no test waits so long unless it fails


def until(come: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


@contextmanager
def watched(folder: Path, jobs: Jobs) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=watch, args=(stop, folder, jobs))
    jobs.start()
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        jobs.close()


def rule(days: int) -> str:
    return f"# 휴가 내규\n\n제1조(연가) 연가는 {days}일로 한다.\n"


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> wiring.Base:
    monkeypatch.setenv("GEUNGEO_EMBEDDER_KIND", "none")
    wiring.init(tmp_path / "workspace")
    (tmp_path / "workspace/docs/휴가.md").write_text(rule(15), encoding="utf-8")
    return wiring.open_workspace(tmp_path / "workspace")


def texts(base: wiring.Base) -> set[str]:
    return {chunk.text for chunk in base.store.snapshot().chunks.values()}


def says(base: wiring.Base, word: str) -> bool:
    return any(word in text for text in texts(base))


def test_what_is_put_changed_and_removed_is_read_by_itself(base: wiring.Base) -> None:
    wiring.refresh(base, lambda *told: None)
    with watched(base.docs, wiring.jobs(base)):
        (base.docs / "휴가.md").write_text(rule(16), encoding="utf-8")
        until(lambda: says(base, "16일"))
        assert not says(base, "15일")
        (base.docs / "새.md").write_text("# 당직 내규\n\n제1조 당직은 둘이 선다.\n", encoding="utf-8")
        until(lambda: says(base, "당직"))
        (base.docs / "새.md").unlink()
        until(lambda: not says(base, "당직"))
        assert says(base, "16일")


def test_what_changed_before_the_start_is_read(base: wiring.Base) -> None:
    wiring.refresh(base, lambda *told: None)
    (base.docs / "휴가.md").write_text(rule(17), encoding="utf-8")
    with watched(base.docs, wiring.jobs(base)):
        until(lambda: says(base, "17일"))


class Seen:
    """Kind of job that notes what lies in the folder at each reading, and fails as often as it is told."""

    def __init__(self, folder: Path, failing: int = 0) -> None:
        self.folder, self.failing, self.readings = folder, failing, list[dict[str, str]]()

    def __call__(self, step: object, stop: threading.Event) -> None:
        self.readings.append({path.name: path.read_text("utf-8") for path in self.folder.iterdir()})
        if len(self.readings) <= self.failing:
            raise WorkspaceLocked("다른 작업이 쓰고 있습니다.")

    def jobs(self) -> Jobs:
        return Jobs({"ingest": Kind(self)})


def test_a_file_that_is_being_written_is_not_read_by_halves(tmp_path: Path) -> None:
    seen = Seen(tmp_path)
    (tmp_path / "다른.md").write_text("다른 규정", encoding="utf-8")
    with watched(tmp_path, seen.jobs()):
        until(lambda: len(seen.readings) == 1)
        with (tmp_path / "큰.md").open("w", encoding="utf-8") as file:
            file.write("앞 반")
            file.flush()
            time.sleep(4 * watching._QUIET)
            assert len(seen.readings) == 1
            file.write(", 뒤 반")
        until(lambda: len(seen.readings) == 2)
    assert seen.readings[-1]["큰.md"] == "앞 반, 뒤 반"


def test_many_changes_at_once_are_one_reading(tmp_path: Path) -> None:
    seen = Seen(tmp_path)
    (tmp_path / "0.md").write_text("0", encoding="utf-8")
    with watched(tmp_path, seen.jobs()):
        until(lambda: len(seen.readings) == 1)
        for number in range(1, 20):
            (tmp_path / f"{number}.md").write_text(str(number), encoding="utf-8")
            time.sleep(watching._QUIET / 10)
        until(lambda: len(seen.readings[-1]) == 20)
    assert len(seen.readings) <= 4


def test_a_reading_that_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_AGAIN", (0.05, 0.2))
    seen = Seen(tmp_path, failing=3)
    (tmp_path / "규정.md").write_text("규정", encoding="utf-8")
    with watched(tmp_path, seen.jobs()):
        until(lambda: len(seen.readings) == 4)
        time.sleep(0.5)
    assert len(seen.readings) == 4


def test_a_folder_that_was_lost_takes_no_document_away(base: wiring.Base, tmp_path: Path) -> None:
    wiring.refresh(base, lambda *told: None)
    jobs = wiring.jobs(base)
    with watched(base.docs, jobs):
        until(lambda: any(job.state == "done" for job in jobs.newest()))
        held = len(jobs.newest())
        os.rename(base.docs, tmp_path / "elsewhere")
        base.docs.mkdir()  # a mount point that nothing is mounted on
        time.sleep(4 * watching._QUIET)
        assert len(jobs.newest()) == held
        assert says(base, "15일")
        shutil.copytree(tmp_path / "elsewhere", base.docs, dirs_exist_ok=True)
        (base.docs / "휴가.md").write_text(rule(18), encoding="utf-8")
        until(lambda: says(base, "18일"))


def test_hidden_and_left_over_files_ask_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "규정.md").write_text("규정", encoding="utf-8")
    before = stamps(tmp_path)
    for name in (".규정.md.swp", "~$규정.docx", "규정.md.part"):
        (tmp_path / name).write_text("반", encoding="utf-8")
    assert stamps(tmp_path) == before
    assert list(before) == [str(tmp_path / "규정.md")]
