"""A real `geungeo serve` in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

COMMAND = [sys.executable, "-c", "from geungeo.cli.main import main; main()"]


@dataclass
class Served:
    """said: what it wrote to stdout and stderr so far; whole after it ended."""

    address: str
    login: bool
    said: list[str] = field(default_factory=list)


@contextmanager
def serving(
    workspace: Path, *options: str, environment: Mapping[str, str] = {}, debug: bool = False
) -> Iterator[Served]:
    command = [*COMMAND, *(["--debug"] if debug else []), "-w", str(workspace), "serve", "--port", "0", "--json"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GEUNGEO_")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([*command, *options], env=clean | dict(environment), text=True, **pipes)  # type: ignore[call-overload]
    told: list[str] = []
    reading = threading.Thread(target=_drain, args=(process.stderr, told), daemon=True)
    reading.start()
    try:
        started = json.loads(_first_value(process.stdout, told))
        told.append(json.dumps(started))
        yield Served(started["address"].replace("0.0.0.0", "127.0.0.1"), started["login"], told)
    finally:
        process.terminate()
        told.append(process.communicate(timeout=60)[0] or "")
        reading.join(60)


def _first_value(stream: IO[str], told: list[str]) -> str:
    lines = []
    for line in stream:
        lines.append(line)
        if line == "}\n":
            return "".join(lines)
    raise AssertionError("serve ended: " + "".join((*lines, *told)))


def _drain(stream: IO[str], into: list[str]) -> None:
    for line in stream:
        into.append(line)
