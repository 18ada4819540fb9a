"""documents and settings from the shell: what the desk does, with the same words and the same record."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from geungeo import wiring
from geungeo.cli.main import main
from geungeo.settings import SETTINGS

TEXT = "# 출장 규정\n\n제1조(숙박비) 숙박비는 1박에 8만원까지 준다.\n"


class Shell:
    def __init__(self, root: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.root, self._patch, self._capture = root, patch, capture

    def __call__(self, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        self._patch.setattr(sys, "argv", ["geungeo", "-w", str(self.root), *arguments])
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        told = self._capture.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json")[1])


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.env, raising=False)
    monkeypatch.setenv("GEUNGEO_EMBEDDER_KIND", "none")
    wiring.init(tmp_path / "workspace")
    return Shell(tmp_path / "workspace", monkeypatch, capsys)


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    path = tmp_path / "출장 규정.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_document_is_added_shown_and_removed(shell: Shell, rule: Path) -> None:
    code, out, _ = shell("documents", "add", str(rule), "--source", "총무팀 7", "--folder", "여비")
    assert (code, "총무팀 7" in out) == (0, True)
    assert "「출장 규정」" in shell("documents", "list")[1]
    shown = shell("documents", "show", "여비/출장 규정.md")[1]
    assert "조각 2개" in shown
    [row] = shell.json("documents", "list")
    assert (row["name"], row["state"], row["entries"][0]["source"]) == ("여비/출장 규정.md", "read", "총무팀 7")
    assert shell("documents", "remove", "여비/출장 규정.md", stdin="n\n")[0] == 2
    assert len(shell.json("documents", "list")) == 1
    assert shell("documents", "remove", "여비/출장 규정.md", "--yes")[0] == 0
    assert shell.json("documents", "list") == []
    assert [path.read_text(encoding="utf-8") for path in (shell.root / "data" / "trash").rglob("*.md")] == [TEXT]


def test_what_can_not_be_read_is_told_and_the_others_are_kept(shell: Shell, rule: Path, tmp_path: Path) -> None:
    picture = tmp_path / "그림.hwp"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0")
    code, out, err = shell("documents", "add", str(picture), str(rule), "--source", "총무팀")
    assert code == 2
    assert "그림.hwp을(를) 넣지 않았습니다" in err
    assert "출장 규정.md" in out
    assert [row["name"] for row in shell.json("documents", "list")] == ["출장 규정.md"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [((), "출처"), (("--source", "x", "--folder", "../.."), "쓸 수 없는 이름")],
)
def test_a_refusal_says_what_to_do(shell: Shell, rule: Path, arguments: tuple[str, ...], word: str) -> None:
    code, _, err = shell("documents", "add", str(rule), *arguments)
    assert (code, word in err) == (2, True)


def test_a_document_is_replaced_only_when_told(shell: Shell, rule: Path) -> None:
    shell("documents", "add", str(rule), "--source", "총무팀")
    code, _, err = shell("documents", "add", str(rule), "--source", "총무팀")
    assert (code, "--replace" in err) == (2, True)
    assert shell("documents", "add", str(rule), "--source", "총무팀", "--replace")[0] == 0


def test_a_setting_is_set_and_unset(shell: Shell) -> None:
    assert "search.excerpts = 5 (운영자 화면)" in shell("settings", "set", "search.excerpts", "5")[1]
    rows = {row["name"]: row for row in shell.json("settings", "list")}
    assert (rows["search.excerpts"]["value"], rows["embedder.kind"]["origin"]) == (5, "GEUNGEO_EMBEDDER_KIND")
    assert "* search.excerpts = 5 (운영자 화면)" in shell("settings", "list")[1]
    assert "search.excerpts = 8 (기본값)" in shell("settings", "unset", "search.excerpts")[1]
    for name, value in (("search.excerpts", "99"), ("serve.host", "0.0.0.0"), ("no.such", "1")):
        assert shell("settings", "set", name, value)[0] == 2


def test_a_setting_that_the_environment_overrules_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEUNGEO_SEARCH_EXCERPTS", "3")
    code, out, err = shell("settings", "set", "search.excerpts", "5")
    assert (code, "search.excerpts = 3" in out, "앞서" in err) == (0, True, True)


def test_deeds_from_the_shell_are_noted_too(shell: Shell, rule: Path) -> None:
    shell("documents", "add", str(rule), "--source", "총무팀")
    shell("settings", "set", "search.excerpts", "5")
    deeds = wiring.audit_log(wiring.open_workspace(shell.root)).list()
    assert [deed.deed for deed in deeds] == ["setting_set", "document_put"]
    assert all(deed.who for deed in deeds)


def test_a_server_that_is_told_to_end_closes_its_work(shell: Shell) -> None:
    command = [sys.executable, "-c", "from geungeo.cli.main import main; main()", "-w", str(shell.root)]
    shell("ingest")
    with subprocess.Popen([*command, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert b"{" in server.stdout.readline()
        while b"}" not in server.stdout.readline():
            pass
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0  # and not -15: what is to be closed was closed
