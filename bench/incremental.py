"""What a change costs: a running server over 5,000 chunks, and how soon it answers from the new text and no old one.

Corpus: statutes/current cut to 5,000 chunks, and a rule of our own. Each round edits 1, 10 and 100 clauses of acts
drawn by seed (an amount in each), then adds, renames and removes the rule; after each change a client
asks by HTTP again and again until an answer holds the new text and nothing of the old. Lexical, without vectors.

watch: the server watches the folder (docs.watch); seconds from the last write. ingest: another process reads the folder;
seconds from the end of its ingest, and how long that took. cpu: processor seconds of the server meanwhile, the asking
included; the clock's depend on how busy the machine was.

    python bench/incremental.py [--rounds 20] [--chunks 5000] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from common import Bench, Stages, arguments, current_acts, cut, folder_of, percentile, shared, write
from serve_load import Server

RULE = "별빛포상규정.md"
MOVED = "옮긴 별빛포상규정.md"
EDITS = {1: "달무리수당", 10: "해무리수당", 100: "별무리수당"}  # so many clauses state it
PATIENCE = 120.0  # seconds
_ARTICLE = re.compile(r"(?m)^#+ 제\d+조[^\n]*\n")


def main() -> None:
    parser = arguments(__doc__, "incremental")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--chunks", type=int, default=5000)
    options = parser.parse_args()

    docs, folder = options.work / "incremental-docs", options.work / "incremental"
    if not (folder / "cut").exists():
        shutil.rmtree(folder, ignore_errors=True)
        bench = Bench(folder, folder_of(docs, current_acts(shared())), vectors=False)
        cut(bench, options.chunks, options.seed)
        (folder / "cut").touch()
    bench = Bench(folder, docs, vectors=False)
    _prepare(docs, options.seed)
    bench.ingest(Stages())
    corpus = {"documents": len(bench.snapshot().documents), "chunks": len(bench.snapshot().chunks)}
    figures = {}
    for start, way in ((1, "watch"), (1001, "ingest")):
        os.environ["GEUNGEO_DOCS_WATCH"] = str(int(way == "watch"))
        server = Server(folder, "none")
        with server as address, httpx.Client(base_url=address, timeout=PATIENCE) as client:
            looked = Looked(client, server.process.pid, bench if way == "ingest" else None)
            for number in range(options.rounds):
                _round(docs, looked, number + start)
        figures[way] = looked.figures()
        write(options, {"corpus": corpus, "figures": figures})


class Looked:
    """Asks until the answer is what it should be, and sums up how long that took. bench: reads the folder first."""

    def __init__(self, client: httpx.Client, server: int, bench: Bench | None) -> None:
        self._client, self._server, self._bench = client, server, bench
        self._seconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def until(self, what: str, question: str, right: Callable[[str], bool]) -> None:
        """The change was just made."""
        seconds = self._seconds[what]
        if self._bench:
            began = time.perf_counter()
            self._bench.ingest(Stages())
            seconds["ingest"].append(time.perf_counter() - began)
        began, cpu = time.perf_counter(), _cpu(self._server)
        while not right(self._asked(question)):
            if time.perf_counter() - began > PATIENCE:
                raise RuntimeError(f"{what}: no answer from the new text")
        seconds["until_answer"].append(time.perf_counter() - began)
        seconds["cpu"].append(_cpu(self._server) - cpu)

    def _asked(self, question: str) -> str:
        """All that the asker is told."""
        result = self._client.post("/api/ask", json={"question": question}).raise_for_status().json()
        return json.dumps([result["answer"], result["citations"]], ensure_ascii=False)

    def figures(self) -> dict[str, Any]:
        return {
            what: {"n": len(kinds["until_answer"])}
            | {f"{kind}_{name}": value for kind, values in kinds.items() for name, value in _shares(values).items()}
            for what, kinds in self._seconds.items()
        }


def _round(docs: Path, looked: Looked, number: int) -> None:
    for clauses, name in EDITS.items():
        _edit(docs, name, 1000 + number)
        looked.until(f"edit_{clauses}", f"{name}은 얼마인가요?", lambda told: _only(told, name, 1000 + number))  # noqa: B023
    question = "별빛포상금은 얼마인가요?"
    articles = [f"제{n}조(항목 {n}) 항목 {n}의 별빛 업무는 담당 부서가 맡는다." for n in range(2, 21)]
    text = "\n\n".join(["# 별빛포상규정", f"제1조(포상금) 별빛포상금은 {number + 1}만원으로 한다.", *articles])
    _put(docs / RULE, text)
    looked.until("add", question, lambda told: f"별빛포상금은 {number + 1}만원" in told)
    (docs / RULE).rename(docs / MOVED)
    looked.until("rename", question, lambda told: MOVED in told)
    (docs / MOVED).unlink()
    looked.until("remove", question, lambda told: "별빛포상금은" not in told)


def _only(told: str, name: str, amount: int) -> bool:
    """Whether the new amount is told, and no old one."""
    return set(re.findall(rf"{name}은 (\d+)만원", told)) == {str(amount)}


def _prepare(docs: Path, seed: int) -> None:
    """Each name goes with its sentence to the end of so many articles, of few acts drawn by seed; a copy that holds
    them already stays."""
    for name in (RULE, MOVED):
        (docs / name).unlink(missing_ok=True)
    files = sorted(docs.rglob("*.md"))
    if any(EDITS[1] in path.read_text("utf-8") for path in files):
        return
    drawn = iter(random.Random(seed).sample(files, len(files)))
    for clauses, name in EDITS.items():
        while clauses > 0:
            path = next(drawn)
            text = path.read_text("utf-8")
            ends = [text.find("\n\n", found.end() + 1) for found in _ARTICLE.finditer(text)]
            ends = [end for end in ends if end > 0][:clauses]
            for end in reversed(ends):
                text = f"{text[:end]} {name}은 0만원으로 한다.{text[end:]}"
            clauses -= len(ends)
            _put(path, text)


def _edit(docs: Path, name: str, amount: int) -> None:
    for path in docs.rglob("*.md"):
        if name in (text := path.read_text("utf-8")):
            _put(path, re.sub(rf"{name}은 \d+만원", f"{name}은 {amount}만원", text))


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _shares(values: list[float]) -> dict[str, float]:
    return {"p50": round(percentile(values, 0.5), 2), "p95": round(percentile(values, 0.95), 2)}


if __name__ == "__main__":
    main()
