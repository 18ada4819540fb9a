"""access on the command line: rules stated, taken back, looked at and tried."""

from __future__ import annotations

import json
import os

import pytest
from test_cli import Shell

from asking import SICK, document
from geungeo import thresholds, wiring
from geungeo.stores.embedded.audit import SqliteAudit

FILE = "국가공무원 복무규정.md"


@pytest.fixture
def shell(examples_copy: wiring.Base, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Over the example documents, with the hand-made threshold and without vectors."""
    for name in [name for name in os.environ if name.startswith("GEUNGEO_") and name != "GEUNGEO_SHARED"]:
        monkeypatch.delenv(name)
    thresholds.save(examples_copy.workspace.thresholds, document())
    return Shell(examples_copy.workspace.root, monkeypatch, capsys)


def test_a_rule_is_set_seen_tried_and_cleared(shell: Shell) -> None:
    assert "모두" in shell("access").out
    ran = shell("access", "set", f"document:{FILE}", "group:hr", "user:kim")
    assert (ran.code, "group:hr 또는 user:kim" in ran.out) == (0, True)
    told = shell("access", "--json").json
    assert told["rules"] == [{"target": f"document:{FILE}", "allow": [["group:hr", "user:kim"]]}]
    (row,) = [row for row in told["documents"] if row["file"] == FILE]
    assert row["readers"] == "group:hr 또는 user:kim"
    assert row["rules"] == told["rules"]
    assert f"{FILE}" not in shell("access", "test", "--as", "group:it").out
    assert FILE in shell("access", "test", "--as", "group:hr").out
    assert shell("access", "test", "--as", "user:kim", "--json").json["documents"] == len(told["documents"])
    assert shell("access", "clear", f"document:{FILE}").code == 0
    assert shell("access", "--json").json["rules"] == []
    deeds = SqliteAudit(wiring.open_workspace(shell.workspace).inbox.database).list()
    assert [(deed.deed, deed.subject) for deed in deeds] == [("allow_set", f"document:{FILE}")] * 2


def test_ask_and_inspect_see_what_the_named_reader_sees(shell: Shell) -> None:
    shell("access", "set", f"document:{FILE}", "group:hr")
    assert shell("ask", SICK, "--as", "user:lee,group:hr").code == 0
    assert shell("ask", SICK).code == 0
    for command in ("ask", "inspect"):
        ran = shell(command, SICK, "--as", "group:it", "--json")
        assert ran.json["evidence"]
        assert "국가공무원 복무규정" not in json.dumps(ran.json, ensure_ascii=False)
    assert shell("ask", SICK, "--as", "kim").code == 2


def test_what_is_not_there_takes_force_and_is_warned_of(shell: Shell) -> None:
    ran = shell("access", "set", "folder:없는 폴더", "group:hr")
    assert (ran.code, "--force" in ran.err) == (2, True)
    assert shell("access", "set", "folder:없는 폴더", "group:hr", "--force").code == 0
    assert "없는 폴더" in shell("access").err
    assert "없는 폴더" in shell("ingest", "--no-vectors").err
    ran = shell("doctor", "--json")
    (check,) = [check for check in ran.json if check["name"] == "access"]
    assert (check["passed"], "없는 폴더" in check["detail"], ran.code) == (False, True, 2)
    shell("access", "clear", "folder:없는 폴더")
    (check,) = [check for check in shell("doctor", "--json").json if check["name"] == "access"]
    assert check["passed"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["set", f"document:{FILE}"],
        ["set", f"document:{FILE}", "--nobody", "group:hr"],
        ["set", f"document:{FILE}", "hr"],
        ["set", f"documents:{FILE}", "group:hr", "--force"],
        ["clear", FILE],
        ["test", "--as", "hr"],
    ],
)
def test_a_wrong_rule_changes_nothing(shell: Shell, arguments: list[str]) -> None:
    ran = shell("access", *arguments)
    assert ran.code == 2
    assert ran.err
    assert shell("access", "--json").json["rules"] == []


def test_nobody_is_a_rule_too(shell: Shell) -> None:
    assert shell("access", "set", f"document:{FILE}", "--nobody").code == 0
    assert FILE not in shell("access", "test", "--as", "user:kim,group:hr").out
    assert shell("ask", SICK).code == 0


def test_rules_that_can_not_be_read_are_said_and_admit_nobody(shell: Shell) -> None:
    with (shell.workspace / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[documents."{FILE}"]\nalow = ["group:hr"]\n')
    assert "alow" in shell("ingest", "--no-vectors").err
    (check,) = [check for check in shell("doctor", "--json").json if check["name"] == "access"]
    assert (check["passed"], "alow" in check["detail"]) == (False, True)
    ran = shell("ask", SICK, "--as", "group:hr", "--json")
    assert (ran.code, ran.json["reason"]) == (1, "unavailable")
    assert "alow" not in ran.out
    assert "alow" in shell("access").err
