"""The README stays true: its session runs and prints what it says; every command and setting stands in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import every_command
from geungeo.cli.main import geungeo
from geungeo.settings import SETTINGS, Setting

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def session() -> list[tuple[str, str]]:
    """(command, output) pairs of the console block."""
    block = re.search(r"```console\n(.*?)```", README, re.DOTALL)
    assert block, "README has no console block"
    pairs = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.group(1), re.MULTILINE)
    assert len(pairs) >= 5
    return pairs


def test_the_session_prints_what_the_readme_says(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    # Commands run in one shell, so that $? is that of the command before.
    script = "\n".join(f"{command}\nstatus=$?; echo '<<<end>>>'; (exit $status)" for command, _ in session())
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GEUNGEO_")},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUTF8": "1",
    }
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=500, check=False
    )
    printed = run.stdout.split("<<<end>>>\n")
    for (command, wanted), found in zip(session(), printed, strict=False):
        assert found == wanted, f"$ {command}\n{found}\n{run.stderr[-500:]}"
    assert len(printed) == len(session()) + 1


COMMANDS = dict(every_command(geungeo))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_documented(name: str) -> None:
    assert f"| `geungeo {name}` | {COMMANDS[name].help} |" in README


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_documented_with_its_default(setting: Setting) -> None:
    default = f"`{setting.default}`" if setting.default != "" else "(없음)"
    assert f"| `{setting.name}` | {default} | {setting.help} |" in README
