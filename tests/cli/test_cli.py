"""Every command as a shell runs it: data on stdout, talk on stderr, exit codes 0, 1 and 2."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from asking import OUTSIDE, SICK, document
from commands import every_command
from geungeo import thresholds, wiring
from geungeo.cli.main import geungeo, main

COMMANDS = dict(every_command(geungeo))
HANGUL = re.compile("[가-힣]")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """Runs `geungeo -w <workspace> …` in this process, as its entry point does."""

    def __init__(self, workspace: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.workspace = workspace
        self._patch = patch
        self._capture = capture

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Ran:
        self._patch.setattr(sys, "argv", ["geungeo", "-w", str(self.workspace), *arguments])
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        told = self._capture.readouterr()
        return Ran(int(ended.value.code or 0), told.out, told.err)


@pytest.fixture
def shell(examples_copy: wiring.Base, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Over the example documents, with the hand-made threshold and without vectors."""
    for name in [name for name in os.environ if name.startswith("GEUNGEO_") and name != "GEUNGEO_SHARED"]:
        monkeypatch.delenv(name)
    thresholds.save(examples_copy.workspace.thresholds, document())
    return Shell(examples_copy.workspace.root, monkeypatch, capsys)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Over a folder that does not exist."""
    return Shell(tmp_path / "nowhere", monkeypatch, capsys)


def by_shell(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, for what only a process has."""
    command: Sequence[str | bytes] = [sys.executable, "-c", "from geungeo.cli.main import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, env=os.environ | environment, timeout=300)


# --- ask, inspect, inbox ------------------------------------------------------------------------------------


def test_ask_answers_with_its_grounds_and_exit_code_0(shell: Shell) -> None:
    ran = shell("ask", SICK)
    assert ran.code == 0
    assert ran.out.startswith("[답]")
    assert "60일" in ran.out
    assert "국가공무원 복무규정 제18조" in ran.out
    told = shell("ask", SICK, "--json")
    assert (told.code, told.json["route"], told.json["question"]) == (0, "auto_answer", SICK)
    assert all(citation["quote"] for citation in told.json["citations"])
    assert shell("inbox", "--json").json == []


def test_ask_hands_off_with_exit_code_1_and_the_inbox_shows_it(shell: Shell) -> None:
    ran = shell("ask", OUTSIDE)
    assert ran.code == 1
    assert ran.out.startswith("[담당자 연결]")
    told = shell("ask", OUTSIDE, "--json")
    assert (told.code, told.json["reason"], told.json["ticket"]) == (1, "no_relevant_policy", 2)
    assert [row["ticket"] for row in shell("inbox", "--json").json] == [2, 1]
    assert [row["ticket"] for row in shell("inbox", "--limit", "1", "--json").json] == [2]
    assert shell("inbox", "1", "--json").json["question"] == OUTSIDE
    listed, one = shell("inbox"), shell("inbox", "1")
    assert (listed.code, one.code) == (0, 0)
    assert listed.out.count(OUTSIDE) == 2
    assert one.out.startswith("#1 ")


def test_a_dash_reads_the_question_from_a_pipe_in_either_encoding(shell: Shell) -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp949", "utf-16"):
        ran = shell("ask", "-", "--json", stdin=(SICK + "\n").encode(encoding))
        assert (ran.code, ran.json["question"]) == (0, SICK)
    broken = shell("ask", "-", stdin=b"\xff\xfd\x81 \xb0")
    assert (broken.code, broken.out) == (2, "")
    assert "인코딩" in broken.err
    assert shell("ask", "-", stdin=b"").code == 2


@pytest.mark.parametrize("question", ["", "   ", "가" * 20_000, "\udcff\udcfe", "\ud83d"])
def test_a_question_that_is_none_is_exit_code_2_and_no_row(shell: Shell, question: str) -> None:
    ran = shell("ask", question)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("오류: 질문이")
    assert shell("inbox", "--json").json == []


@pytest.mark.parametrize("half", [0xDCFF, 0xD83D])
def test_letters_that_are_none_do_not_break_a_question(shell: Shell, half: int) -> None:
    ran = shell("ask", SICK.replace(" ", chr(half) + " "), "--json")
    assert (ran.code, ran.json["question"]) == (0, SICK)
    assert ran.json["notes"]


def test_bytes_that_are_no_utf8_do_not_break_the_process(shell: Shell) -> None:
    ran = by_shell("-w", str(shell.workspace), "ask", b"\xff\xfe\xb0\xa1")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert "질문이 비어".encode() in ran.stderr
    plain = by_shell("-w", str(shell.workspace), "inbox", PYTHONIOENCODING="latin-1")
    assert plain.returncode == 0
    assert b"\\u" in plain.stdout


def test_inspect_shows_every_candidate_and_files_nothing(shell: Shell) -> None:
    for question, code in ((SICK, 0), (OUTSIDE, 1)):
        told = shell("inspect", question, "--json")
        assert (told.code, told.json["ticket"]) == (code, None)
        shown = shell("inspect", question)
        assert shown.code == code
        for row in told.json["evidence"]:
            assert row["why"]
            assert row["excerpt"] in shown.out
    assert shell("inbox", "--json").json == []


def test_inspect_tries_settings_and_compares_two_side_by_side(shell: Shell) -> None:
    def kept(outcome: dict[str, Any]) -> int:
        return sum(row["kept"] and row["of"] is None for row in outcome["evidence"])

    one = shell("inspect", SICK, "--set", "search.excerpts=2", "--json")
    assert kept(one.json) == 2
    assert kept(shell("inspect", SICK, "--json").json) > 2
    both = shell("inspect", SICK, "--set", "search.excerpts=2", "--against", "slots.per_document=1", "--json").json
    assert [each["settings"] for each in both] == [
        {"search.excerpts": "2"},
        {"search.excerpts": "2", "slots.per_document": "1"},
    ]
    shown = shell("inspect", SICK, "--against", "search.excerpts=1").out
    assert "── B  search.excerpts=1" in shown
    assert "A: 근거 후보로 씀" in shown
    assert "B: 더 앞선 근거 1개로 자리가 참" in shown
    for wrong, named in (("search.excerpts", "이름=값"), ("no.such=1", "no.such"), ("search.excerpts=99", "99")):
        ran = shell("inspect", SICK, "--set", wrong)
        assert (ran.code, named in ran.err) == (2, True), ran.err


def test_an_unknown_ticket_is_named(shell: Shell) -> None:
    ran = shell("inbox", "77")
    assert (ran.code, ran.out) == (2, "")
    assert "77" in ran.err
    assert "geungeo inbox" in ran.err


# --- init, ingest, rebuild, status, doctor, calibrate -------------------------------------------------------


def test_from_an_empty_folder_to_an_answer(nowhere: Shell, tmp_path: Path) -> None:
    docs = tmp_path / "규정"
    docs.mkdir()
    (docs / "휴가 규칙.md").write_text("# 휴가 규칙\n\n제1조(병가) 병가는 연 60일까지 쓸 수 있다.\n", encoding="utf-8")
    (docs / "빈 파일.md").write_bytes(b"")
    assert nowhere("init", "--docs", str(docs), "--json").json == {"workspace": str(nowhere.workspace), "created": True}
    assert nowhere("init", "--json").json["created"] is False
    (nowhere.workspace / "geungeo.toml").open("a").write('[embedder]\nkind = "none"\n')
    thresholds.save(nowhere.workspace / "data" / "thresholds.json", document())
    before = nowhere("status")
    assert before.code == 2
    assert "geungeo ingest" in before.err
    first = nowhere("ingest", "--json")
    assert first.code == 0
    assert [report["refused"] for report in first.json] == ["empty", None]
    assert "읽지 못한 파일 1개" in nowhere("ingest", "--no-vectors").out
    assert "60일" in nowhere("ask", "병가는 며칠까지 쓸 수 있나요?").out
    status = nowhere("status", "--json").json
    assert (status["documents"], status["model"], status["inbox_open"]) == (1, "none", 0)
    assert nowhere("rebuild", "--json").json["commit"] != status["commit"]
    assert nowhere("rebuild").code == 0
    assert nowhere("status", "--json").json["chunks"] == status["chunks"]


def test_status_and_doctor_tell_how_it_is(shell: Shell) -> None:
    status = shell("status")
    assert status.code == 0
    assert "chunks" in status.out
    checks = shell("doctor", "--json")
    assert {check["name"] for check in checks.json} >= {"index", "logs", "thresholds"}
    assert checks.code == (0 if all(check["passed"] for check in checks.json) else 2)
    shutil.rmtree(shell.workspace / "index")
    broken = shell("doctor")
    assert broken.code == 2
    assert "geungeo rebuild" in broken.out
    assert shell("status").code == 2


def test_calibrate_refuses_without_vectors_and_keeps_the_file(shell: Shell) -> None:
    path = shell.workspace / "data" / "thresholds.json"
    cases = Path(__file__).parents[2] / "cases" / "relevance.json"
    before = path.read_bytes()
    ran = shell("calibrate", "--cases", str(cases))
    assert (ran.code, ran.out, path.read_bytes()) == (2, "", before)
    assert "벡터" in ran.err
    (shell.workspace / "torn.json").write_text("{", encoding="utf-8")
    assert "torn.json" in shell("calibrate", "--cases", str(shell.workspace / "torn.json")).err


@pytest.mark.parametrize(
    "command",
    [["ask", SICK], ["inspect", SICK], ["inbox"], ["ingest"], ["rebuild"], ["status"], ["doctor"], ["serve"]],
    ids=lambda command: command[0],
)
def test_without_a_workspace_the_next_step_is_told(nowhere: Shell, command: list[str]) -> None:
    ran = nowhere(*command)
    assert (ran.code, ran.out) == (2, "")
    assert f"geungeo -w {nowhere.workspace} init" in ran.err
    assert not nowhere.workspace.exists()


@pytest.mark.parametrize("arguments", [[], ["asks"], ["ask"], ["inbox", "first"], ["inbox", "--limit", "0"], ["--no"]])
def test_a_command_line_that_is_wrong_is_exit_code_2(shell: Shell, arguments: list[str]) -> None:
    ran = shell(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.out + ran.err


def test_a_setting_that_is_wrong_is_named(shell: Shell) -> None:
    (shell.workspace / "geungeo.toml").write_text("[writer]\nkind = 'gpt'\n", encoding="utf-8")
    ran = shell("ask", SICK)
    assert (ran.code, ran.out) == (2, "")
    assert "writer.kind" in ran.err
    assert "extractive" in ran.err


# --- serve --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.5", "::", "example.com", ""])
def test_without_a_login_serve_opens_for_this_computer_alone(shell: Shell, host: str) -> None:
    ran = shell("serve", "--host", host, "--port", "0")
    assert (ran.code, ran.out) == (2, "")
    assert host in ran.err
    for next_step in ("geungeo token make", "auth.proxy_secret", "127.0.0.1"):
        assert next_step in ran.err


def test_serve_names_a_port_that_is_taken(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = shell("serve", "--port", port)
    assert (ran.code, ran.out) == (2, "")
    assert port in ran.err
    assert "--port" in ran.err
    assert shell("serve", "--port", "70000").code == 2


# --- Help ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_explained_in_korean_and_gives_json(name: str) -> None:
    command = COMMANDS[name]
    assert HANGUL.search(command.help or "")
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    assert isinstance(command, click.Group) or "--json" in {flag for option in options for flag in option.opts}
    for option in options:
        assert HANGUL.search(option.help or ""), option.opts


def test_the_group_is_explained_in_korean() -> None:
    assert HANGUL.search(geungeo.help or "")
    for option in geungeo.params:
        assert isinstance(option, click.Option)
        assert HANGUL.search(option.help or ""), option.opts
