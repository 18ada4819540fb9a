"""Every command by the words that call it, and one of them run in this process as a shell does."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import click

from geungeo.cli.main import main


def every_command(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """('token', …), ('token make', …); a group comes before its own."""
    for name, command in group.commands.items():
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{before}{name} ")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str) -> Ran:
    """`geungeo <arguments>` as its entry point does it."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", ["geungeo", *arguments]):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    return Ran(int(code or 0), out.getvalue(), err.getvalue())
