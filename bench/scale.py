"""All acts in one workspace: ingest with the lexical index from nothing, then questions, each in a process of its own.

Memory is the largest sum over the process and its children, looked at ten times a second. Processor seconds are
those of the process, all threads; wall seconds tell little where the machine does other work (its load stands with
them). Questions: issues of judgments and everyday ones of cases/relevance.json, seeded, after a warm-up; the outcome is not
looked at here. Cold start: `geungeo ask` as a command, its first answer included.

    python bench/scale.py --folder <unpacked acts> [--tokenizer mecab] [--limit ACTS] [--questions N] [--out F] [--work D]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import ROOT, arguments, peak_megabytes, percentile, shared, write
from geungeo import thresholds, wiring
from geungeo.records import NOBODY, Reader
from geungeo.serve.ask import ask

WARM_UP = 20
LOOKS_A_SECOND = 10


def main() -> None:
    parser = arguments(__doc__, "scale")
    parser.add_argument("--folder", type=Path, required=True, help="unpacked acts")
    parser.add_argument("--tokenizer", default="mecab", help="lexical.tokenizer")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--phase", choices=("ingest", "again", "ask"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.phase:
        print(json.dumps({"ingest": _ingest, "again": _ingest, "ask": _ask}[options.phase](options)))
        return

    shared()
    shutil.rmtree(_workspace(options), ignore_errors=True)
    wiring.init(_workspace(options), _docs(options))
    loads = [os.getloadavg()[0]]
    phases: dict[str, Any] = {}
    for phase in ("ingest", "again", "ask"):
        phases[phase] = _apart([sys.executable, __file__, *sys.argv[1:], "--phase", phase])
        loads.append(os.getloadavg()[0])
    cold = _apart([sys.executable, "-c", "from geungeo.cli.main import main; main()", *_cold(options)], told=False)
    corpus = phases["ingest"].pop("corpus")
    options.folder = options.folder.name
    write(
        options,
        {
            "corpus": corpus,
            "lexical_tokenizer": options.tokenizer,
            "load_1m_at_each_stage": [round(load, 1) for load in loads],
            "phases": phases,
            "cold_start": cold,
            "bytes_on_disk": _disk(_workspace(options)),
            "bytes_a_chunk": {k: round(v / corpus["chunks"]) for k, v in _disk(_workspace(options)).items()},
        },
    )


def _workspace(options: argparse.Namespace) -> Path:
    return Path(options.work) / f"scale-{options.tokenizer}-{options.limit or 'all'}"


def _docs(options: argparse.Namespace) -> Path:
    """The folder itself, or copies of a seeded sample of its files."""
    if not options.limit:
        return Path(options.folder)
    docs = Path(options.work) / f"scale-docs-{options.limit}"
    if not docs.exists():
        for file in random.Random(options.seed).sample(sorted(options.folder.rglob("*.md")), options.limit):
            target = docs / file.relative_to(options.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    return docs


def _open(options: argparse.Namespace) -> wiring.Base:
    return wiring.open_workspace(_workspace(options), {"embedder.kind": "none", "lexical.tokenizer": options.tokenizer})


def _cold(options: argparse.Namespace) -> list[str]:
    os.environ.update(GEUNGEO_EMBEDDER_KIND="none", GEUNGEO_LEXICAL_TOKENIZER=options.tokenizer)
    return ["--workspace", str(_workspace(options)), "ask", "연차 유급휴가는 며칠인가요?"]


def _ingest(options: argparse.Namespace) -> dict[str, Any]:
    base, stages = _open(options), _CpuStages()
    figures = _timed(lambda: wiring.refresh(base, stages))
    snapshot = base.store.snapshot()
    corpus = {
        "files": len({document.file for document in snapshot.documents.values()}),
        "documents": len(snapshot.documents),
        "chunks": len(snapshot.chunks),
        "characters": sum(len(document.text) for document in snapshot.documents.values()),
    }
    return figures | {"cpu_by_stage": stages.rounded(), "corpus": corpus}


def _ask(options: argparse.Namespace) -> dict[str, Any]:
    opened = _timed(lambda: _open(options).store.snapshot())
    base = _open(options)
    thresholds.save(base.workspace.thresholds, thresholds.shipped())
    desk = wiring.desk(base, filing=False)
    figures: dict[str, Any] = {"open": opened}
    for who, reader in (("employee", NOBODY), ("operator", Reader(role="operator"))):
        first = _timed(lambda reader=reader: ask("연차 유급휴가는 며칠인가요?", desk, reader=reader))  # type: ignore[misc]
        figures[f"first_question_{who}"] = first
        for kind, questions in _questions(options).items():
            for question in questions[:WARM_UP]:
                ask(question, desk, reader=reader)
            taken = [_timed(lambda q=q, r=reader: ask(q, desk, reader=r)) for q in questions[WARM_UP:]]  # type: ignore[misc]
            figures[f"{kind}_{who}"] = {
                f"{clock}_p{share}_ms": round(1000 * percentile([one[clock] for one in taken], share / 100), 1)
                for clock in ("cpu", "wall")
                for share in (50, 95)
            }
    return figures | {"rss_mb": peak_megabytes()["process"]}


def _questions(options: argparse.Namespace) -> dict[str, list[str]]:
    """Issues of judgments within the longest question that is taken, and everyday questions."""
    with (shared() / "qa/court_issue_statute_pairs.jsonl").open(encoding="utf-8") as lines:
        issues = [issue for line in lines if len(issue := json.loads(line)["issue"]) <= 1000]
    everyday = [case["q"] for case in json.loads((ROOT / "cases/relevance.json").read_text(encoding="utf-8"))["cases"]]
    chosen = random.Random(options.seed)
    wanted = options.questions // 2 + WARM_UP
    return {
        "issues": chosen.sample(issues, wanted),
        "everyday": chosen.sample(everyday, min(wanted, len(everyday))),
    }


class _CpuStages:
    """Progress callback that sums the processor seconds before each call, by its stage."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)
        self._since = time.process_time()
        self._begun = time.perf_counter()

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.process_time()
        self._seconds[stage] += now - self._since
        self._since = now
        if done % 500 == 0:
            print(f"{stage} {done:,} / {total:,} {time.perf_counter() - self._begun:.0f} s", file=sys.stderr)

    def rounded(self) -> dict[str, float]:
        return {stage: round(seconds, 1) for stage, seconds in self._seconds.items()}


def _timed(work: Callable[[], object]) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"wall": round(time.perf_counter() - wall, 4), "cpu": round(time.process_time() - cpu, 4)}


def _apart(command: list[str], told: bool = True) -> dict[str, Any]:
    """What a process of its own prints as JSON, with its wall and processor seconds and the peak memory of its tree."""
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        peak, done = [0], threading.Event()
        watching = threading.Thread(target=_watch, args=(process.pid, peak, done))
        watching.start()
        out, _ = process.communicate()
        done.set()
        watching.join()
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    own = {"wall_s": round(time.perf_counter() - begun, 1), "cpu_s": round(cpu, 1), "peak_tree_mb": peak[0] // 2**20}
    return own | (json.loads(out) if told else {})


def _watch(pid: int, peak: list[int], done: threading.Event) -> None:
    while not done.wait(1 / LOOKS_A_SECOND):
        peak[0] = max(peak[0], sum(map(_resident, _tree(pid))))


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return [pid]
    return [pid, *(below for child in children for below in _tree(int(child)))]


def _resident(pid: int) -> int:
    """Bytes of memory that the process holds, pages of files (the index, the dictionary) included."""
    try:
        rows = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(1024 * int(row.split()[1]) for row in rows if row.startswith("VmRSS:"))


def _disk(workspace: Path) -> dict[str, int]:
    sizes: dict[str, int] = defaultdict(int)
    for file in workspace.rglob("*"):
        if file.is_file():
            part = file.relative_to(workspace).parts
            sizes["index" if part[0] == "index" else "/".join(part)] += file.stat().st_size
    large = {name: size for name, size in sizes.items() if size > 2**20}
    return large | {"total": sum(sizes.values())}


if __name__ == "__main__":
    main()
