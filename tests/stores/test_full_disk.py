"""A full disk at any write: the last good state answers, the message says what to do, and room lets the next run end."""

from __future__ import annotations

import multiprocessing
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kill
from geungeo import wiring
from geungeo.errors import WorkspaceError
from geungeo.records import AskResult
from geungeo.serve.ask import ask
from kill import Life

FORK = multiprocessing.get_context("fork")


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    return Life(tmp_path_factory.mktemp("life"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if not mount or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this process may mount no disk of its own")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def told(root: Path, name: str, life: Life, said: Path, limit: int | None = None) -> None:
    """In a process of its own: do the work and write down what it said when it failed."""
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        life.work[name](root)
    except WorkspaceError as error:
        with said.open("a", encoding="utf-8") as file:
            file.write(str(error)[:500])


def fill(place: Path, left: int) -> Path:
    """All of the disk but `left` bytes, in one file."""
    ballast = place / "ballast"
    free = shutil.disk_usage(place).free - left
    ballast.write_bytes(b"\0" * max(0, free))
    return ballast


@pytest.mark.parametrize("name", ["changes", "rebuild"])
def test_without_room_the_last_state_stands_and_the_next_run_with_room_ends(
    life: Life, small_disk: Path, tmp_path: Path, name: str
) -> None:
    said = tmp_path / "said"
    for left in (0, 12, 28, 60):
        place = small_disk / f"room for {left}"
        shutil.copytree(life.before[name], place)
        said.unlink(missing_ok=True)
        ballast = fill(small_disk, left * 1024)
        process = FORK.Process(target=told, args=(place, name, life, said))
        process.start()
        process.join()
        assert process.exitcode == 0
        assert kill.corpus(place) in life.through[name]
        assert said.exists() if left == 0 else said.exists() or kill.everything(place) == life.ended[name]
        assert not said.exists() or "디스크" in said.read_text(encoding="utf-8")
        ballast.unlink()
        kill.done(life.work[name], place)
        assert kill.everything(place) == life.ended[name]
        shutil.rmtree(place)


@pytest.mark.parametrize("limit", [0, 300, 4000])
def test_no_file_can_grow_beyond_a_limit(life: Life, tmp_path: Path, limit: int) -> None:
    place, said = tmp_path / "place", tmp_path / "said"
    shutil.copytree(life.before["changes"], place)
    said.touch()
    process = FORK.Process(target=told, args=(place, "changes", life, said, limit))
    process.start()
    process.join()
    assert kill.corpus(place) in life.through["changes"]
    kill.done(life.work["changes"], place)
    assert kill.everything(place) == life.ended["changes"]


def asked(root: Path, question: str) -> AskResult:
    base = wiring.open_workspace(root)
    return ask(question, wiring.desk(base))


def test_questions_are_answered_while_nothing_can_be_kept(examples_copy: wiring.Base, small_disk: Path) -> None:
    place = small_disk / "workspace"
    subprocess.run(["mount", "-o", "remount,size=32m", str(small_disk)], check=True)
    shutil.copytree(examples_copy.workspace.root, place)
    question = "연차는 며칠이에요?"
    wanted = asked(place, question)
    assert wanted.route == "auto_answer"
    for left in place.glob("geungeo.db*"):
        left.unlink()
    running = wiring.desk(wiring.open_workspace(place))
    fill(small_disk, 0)
    for found in (ask(question, running), asked(place, question)):
        assert (found.route, found.answer, found.citations) == (wanted.route, wanted.answer, wanted.citations)
    handed_off = ask("점심 메뉴는 누가 정하나요?", running)
    assert (handed_off.route, handed_off.ticket) == ("handoff", None)
