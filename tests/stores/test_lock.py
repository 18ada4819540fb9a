"""One writer at a time, among real processes: who holds the lock is told, may be waited for, and a dead one holds nothing."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from commands import every_command
from geungeo import messages, wiring
from geungeo.cli.main import geungeo
from geungeo.errors import WorkspaceLocked
from geungeo.stores.embedded.lock import writer_lock
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

FORK = multiprocessing.get_context("fork")


def hold(lock: Path, held: Path, let_go: Path) -> None:
    with writer_lock(lock, "ingest"):
        held.touch()
        while not let_go.exists():
            time.sleep(0.02)


@contextmanager
def holding(tmp_path: Path, lock: Path) -> Iterator[tuple[BaseProcess, Path]]:
    """A process that holds the lock, and the file at whose sight it lets go."""
    held, let_go = tmp_path / "held", tmp_path / "let go"
    process = FORK.Process(target=hold, args=(lock, held, let_go))
    process.start()
    try:
        while not held.exists():
            assert process.is_alive()
            time.sleep(0.02)
        yield process, let_go
    finally:
        process.kill()
        process.join()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    wiring.init(tmp_path / "workspace")
    (tmp_path / "workspace/docs/규정.md").write_text("# 복무규정\n\n제1조 연가는 15일로 한다.\n", encoding="utf-8")
    return Workspace(tmp_path / "workspace")


def test_who_holds_the_lock_is_told(workspace: Workspace, tmp_path: Path) -> None:
    store = EmbeddedStore(workspace, "none", 0)
    with (
        holding(tmp_path, workspace.lock) as (process, _),
        pytest.raises(WorkspaceLocked) as told,
        store.writing("rebuild"),
    ):
        pass
    note = json.loads(workspace.lock.read_text(encoding="utf-8"))
    assert (note["pid"], note["what"]) == (process.pid, "ingest")
    assert str(told.value) == messages.LOCKED_BY.format(what="ingest", pid=process.pid, since=note["since"])


def test_a_killed_holder_holds_nothing(workspace: Workspace, tmp_path: Path) -> None:
    with holding(tmp_path, workspace.lock) as (process, _):
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert workspace.lock.read_bytes()  # its note is still there
        with EmbeddedStore(workspace, "none", 0).writing("ingest"):
            assert json.loads(workspace.lock.read_text(encoding="utf-8"))["pid"] == os.getpid()


def test_a_writer_waits_until_the_other_lets_go(workspace: Workspace, tmp_path: Path) -> None:
    def wait(done: Path) -> None:
        with EmbeddedStore(workspace, "none", 0, lock_wait=60).writing("ingest"):
            done.touch()

    with holding(tmp_path, workspace.lock) as (_, let_go):
        waiting = FORK.Process(target=wait, args=(tmp_path / "done",))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        assert not (tmp_path / "done").exists()
        let_go.touch()
        waiting.join(60)
        assert (tmp_path / "done").exists()


def test_who_waited_in_vain_is_told_who_holds_the_lock(workspace: Workspace, tmp_path: Path) -> None:
    with holding(tmp_path, workspace.lock) as (process, _):
        store = EmbeddedStore(workspace, "none", 0, lock_wait=0.3)
        with pytest.raises(WorkspaceLocked, match=f"프로세스 {process.pid}"), store.writing("ingest"):
            pass


@pytest.mark.parametrize("command", ["ingest --no-vectors", "rebuild", "documents remove 규정.md --yes"])
def test_a_command_waits_as_long_as_it_is_told(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("GEUNGEO_EMBEDDER_KIND", "none")
    wiring.refresh(wiring.open_workspace(workspace.root), lambda *told: None)
    line = ["-w", str(workspace.root), *command.split()]
    with holding(tmp_path, workspace.lock) as (process, let_go):
        refused = CliRunner().invoke(geungeo, line)
        assert isinstance(refused.exception, WorkspaceLocked)
        assert f"프로세스 {process.pid}" in str(refused.exception)
        (workspace.root / "docs/규정.md").write_text("# 복무규정\n\n제1조 연가는 16일로 한다.\n", encoding="utf-8")
        release = threading.Timer(0.5, let_go.touch)
        release.start()
        done = CliRunner().invoke(geungeo, [*line, "--lock-wait", "60"])
        release.join()
    assert done.exit_code == 0, done.exception


def test_every_command_that_writes_the_corpus_can_wait() -> None:
    names = ("ingest", "rebuild", "pull", "run", "restore", "documents add", "documents remove")
    commands: dict[str, click.Command] = dict(every_command(geungeo))
    assert all(any("--lock-wait" in option.opts for option in commands[name].params) for name in names)
