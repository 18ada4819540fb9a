"""Killed (SIGKILL) again and again while a corpus changes: nothing may be lost, nothing doubled.

A small corpus of our own goes through its life: first documents (a zip among them), then amendments, a rename, a
removal, a file that can't be read any more, a file that is a new version of another; vectors; a rebuild. Each kind of
work runs in a process that is killed, either at a random moment of its measured length or just before one of its
writes, renames, removals and syncs to the disk (torn: half of what it wrote since the last sync is cut off first).
After each kill the base must stand at a state that the never-killed run went through, and the next run must end where
that one ended: documents, chunks, versions, vectors, reports, search results.

    python bench/kill.py [--kills 100] [--points] [--seed N] [--out F] [--work D]
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from common import arguments, write
from geungeo import settings as table
from geungeo.corpus import ingest as reading
from geungeo.korean.tokens import terms
from geungeo.ops.embed import embed_missing
from geungeo.ops.rebuild import rebuild
from geungeo.ports import LexicalQuery, Matrix
from geungeo.records import to_json
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

DAY = "2026-11-30"
WORDS = ("연가", "출장비", "정산", "징계", "당직", "복장", "교육")
FORK = multiprocessing.get_context("fork")
# Few, so that a run has many commits.
CHUNKS_A_BATCH = 6


class HashEmbedder:
    """Unit vectors made of a hash: what is killed here is the keeping of vectors, not their making."""

    model, dimension, max_tokens = "hash", 8, 512

    def query(self, text: str) -> Matrix:
        vector: Matrix = self.passages([text])[0]
        return vector

    def passages(self, texts: Sequence[str]) -> Matrix:
        rows = [np.frombuffer(hashlib.sha256(text.encode()).digest(), dtype="<u4").astype("f8") + 1 for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text)


# --- the corpus ---------------------------------------------------------------------------------------------------


def rule(title: str, day: str, sentences: Sequence[str]) -> str:
    articles = "\n\n".join(f"제{number}조 {sentence}" for number, sentence in enumerate(sentences, 1))
    return f"# {title}\n\n[시행 {day}] [{day} 개정]\n\n{articles}\n"


HOLIDAY = ["연가는 1년에 15일로 한다.", "연가는 미리 신청한다.", "남은 연가는 이월하지 않는다."]
TRAVEL = ["출장비는 돌아와 정산한다.", "출장비 정산은 5일 안에 한다.", "영수증을 붙인다."]
DUTY = ["당직은 두 사람이 선다.", "당직을 서면 하루 쉰다.", "당직표는 총무가 짠다."]
ATTIRE = ["복장은 단정히 한다.", "현장에서는 안전모를 쓴다."]
TRAINING = ["교육은 해마다 두 번 한다.", "교육을 마치면 기록한다."]
DISCIPLINE = ["징계는 위원회가 정한다.", "징계 사유를 알린다.", "징계에 이의를 낼 수 있다."]


def first(docs: Path) -> None:
    """The documents folder as it is at first."""
    docs.mkdir(parents=True)
    (docs / "휴가규정.md").write_text(rule("휴가규정", "2024. 1. 1.", HOLIDAY), "utf-8")
    (docs / "출장규정.md").write_text(rule("출장규정", "2024. 3. 1.", TRAVEL), "utf-8")
    (docs / "당직규정.md").write_text(rule("당직규정", "2023. 5. 1.", DUTY), "utf-8")
    (docs / "복장규정.md").write_text(rule("복장규정", "2023. 7. 1.", ATTIRE), "utf-8")
    (docs / "징계규정.md").write_text(rule("징계규정", "2023. 9. 1.", DISCIPLINE), "utf-8")
    _zip(docs / "자료.zip", {"교육규정.md": rule("교육규정", "2022. 1. 1.", TRAINING)})


def later(docs: Path) -> None:
    """The same folder after its changes: every kind of them."""
    amended = [*HOLIDAY[:1], "연가는 사흘 전에 신청한다.", *HOLIDAY[2:], "연가 보상은 따로 정한다."]
    (docs / "휴가규정.md").write_text(rule("휴가규정", "2025. 1. 1.", amended), "utf-8")
    (docs / "당직규정.md").rename(docs / "가 당직규정.md")
    (docs / "복장규정.md").unlink()
    (docs / "징계규정.md").write_text(" \n", "utf-8")
    joined = [*TRAVEL[:2], "영수증 없이는 정산하지 않는다."]
    (docs / "출장규정 개정.md").write_text(rule("출장규정", "2025. 3. 1.", joined), "utf-8")
    edited = {"교육규정.md": rule("교육규정", "2022. 1. 1.", [*TRAINING, "교육 중 출장비를 준다."])}
    _zip(docs / "자료.zip", edited | {"보안규정.md": rule("보안규정", "2021. 1. 1.", ["비밀을 지킨다."])})


def _zip(path: Path, files: dict[str, str]) -> None:
    temporary = path.with_suffix(".part")
    with zipfile.ZipFile(temporary, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name.encode("cp949").decode("cp437")), text)
    os.replace(temporary, path)


# --- the work -----------------------------------------------------------------------------------------------------


def opened(root: Path) -> EmbeddedStore:
    return EmbeddedStore(Workspace(root), HashEmbedder.model, HashEmbedder.dimension)


def read_in(root: Path) -> None:
    store, reading._CHUNKS_A_BATCH = opened(root), CHUNKS_A_BATCH
    reading.ingest(root / "docs", store, table.load(), store.workspace.report, day=DAY)


def embed(root: Path) -> None:
    embed_missing(opened(root), HashEmbedder())


def remake(root: Path) -> None:
    rebuild(opened(root), HashEmbedder())


def corpus(root: Path) -> Any:
    """What a reader finds: documents, chunks, search results; raises when index and logs don't agree."""
    snapshot = opened(root).snapshot()
    assert snapshot.indexed_ids() == set(snapshot.chunks)
    assert {chunk.key for chunk in snapshot.chunks.values()} <= set(snapshot.documents)
    found = {word: snapshot.lexical(LexicalQuery((("body", word, 1.0),)), 50) for word in WORDS}
    rows = [{key: to_json(row) for key, row in rows.items()} for rows in (snapshot.documents, snapshot.chunks)]
    return json.loads(json.dumps([*rows, found]))


def everything(root: Path) -> Any:
    """`corpus`, with the reports, the vectors, and what lies in the folders: left-overs and doubles would show."""
    store = opened(root)
    snapshot, vectors = store.snapshot(), HashEmbedder()
    near = {word: snapshot.nearest(vectors.query(word), 5) for word in WORDS} if snapshot.with_vector else {}
    reports = json.loads(store.workspace.report.read_text("utf-8"))["files"]
    files = sorted(path.name for path in root.rglob("*") if path.is_file() and "lexical" not in path.parts)
    generations = len(list(store.workspace.index.glob("g*")))
    return json.loads(json.dumps([corpus(root), near, reports, files, generations, snapshot.with_vector]))


class Life:
    """The states of the corpus before each work, and what each goes through: the never-killed run."""

    WORKS: tuple[tuple[str, Callable[[Path], None], Callable[[Path], None]], ...] = (
        ("first documents", first, read_in),
        ("changes", later, read_in),
        ("vectors", lambda docs: None, embed),
        ("rebuild", lambda docs: None, remake),
    )

    def __init__(self, folder: Path) -> None:
        terms("미리")  # forked processes share the loaded analyser
        shutil.rmtree(folder, ignore_errors=True)
        self.before: dict[str, Path] = {}
        self.work: dict[str, Callable[[Path], None]] = {}
        self.through: dict[str, list[Any]] = {}
        self.ended: dict[str, Any] = {}
        root = folder / "base"
        for name, changed, work in self.WORKS:
            changed(root / "docs")
            self.before[name], self.work[name] = folder / name, work
            shutil.copytree(root, self.before[name])
            states = [corpus(root) if self.through else [{}, {}, {word: [] for word in WORDS}]]
            done(work, root, folder / "states")
            states.extend(map(json.loads, (folder / "states").read_text("utf-8").splitlines()))
            self.through[name], self.ended[name] = [*states, corpus(root)], everything(root)

    def killed(self, name: str, place: Path, kill: Callable[[Any], bool], dying: Dying | None = None) -> bool:
        """Do the work in a process that is killed; then look at what stands, and do it again. False when it ended first.

        kill: waits for its moment and kills, given the process.
        """
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.before[name], place)
        process = FORK.Process(target=_dying, args=(self.work[name], place, dying))
        process.start()
        kill(process)
        process.join()
        died = process.exitcode == -signal.SIGKILL
        assert died or process.exitcode == 0, process.exitcode
        if (place / "index/CURRENT").exists():
            assert corpus(place) in self.through[name], "a state that no run goes through"
        done(self.work[name], place)
        assert everything(place) == self.ended[name], "the next run ended elsewhere"
        logs = [(place / "data" / f"{log}.jsonl").read_bytes() for log in ("documents", "chunks")]
        done(self.work[name], place)
        assert logs == [(place / "data" / f"{log}.jsonl").read_bytes() for log in ("documents", "chunks")], (
            "written again"
        )
        return died


# --- killing ------------------------------------------------------------------------------------------------------


class Dying:
    """Counts what a process does to the disk, and ends it just before step `at`; without `at` it only counts.

    torn: half of what was written to a file since it was opened is cut off where the step is its sync.
    """

    def __init__(self, at: int | None = None, torn: bool = False) -> None:
        self.at, self.torn, self.steps = at, torn, 0
        self._sizes: dict[int, int] = {}

    def install(self) -> None:
        sys.addaudithook(self._audit)
        sync, pwrite = os.fsync, os.pwrite

        def fsync(descriptor: int) -> None:
            self._step(descriptor)
            sync(descriptor)

        def written(descriptor: int, data: bytes, at: int) -> int:
            self._step()
            return pwrite(descriptor, data, at)

        os.fsync, os.pwrite = fsync, written  # type: ignore[assignment]

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            self._step()
            if isinstance(arguments[0], str) and os.path.exists(arguments[0]):
                found = os.stat(arguments[0])
                self._sizes[found.st_ino] = 0 if arguments[2] & os.O_TRUNC else found.st_size
        elif event in ("os.rename", "os.remove", "os.truncate", "os.mkdir", "os.rmdir"):
            self._step()

    def _step(self, descriptor: int | None = None) -> None:
        self.steps += 1
        if self.steps != self.at:
            return
        if self.torn and descriptor is not None and os.path.isfile(f"/proc/self/fd/{descriptor}"):
            found = os.fstat(descriptor)
            kept = min(self._sizes.get(found.st_ino, 0), found.st_size)
            os.truncate(f"/proc/self/fd/{descriptor}", kept + (found.st_size - kept) // 2)
        os.kill(os.getpid(), signal.SIGKILL)


def done(work: Callable[[Path], None], place: Path, told: Path | None = None) -> None:
    """Do the work in a process of its own. told: file that gets the state after each commit, a line each."""

    def do() -> None:
        if told is None:
            return work(place)
        with told.open("w", encoding="utf-8", buffering=1) as file:
            telling(lambda: work(place), lambda: file.write(json.dumps(corpus(place)) + "\n"))

    process = FORK.Process(target=do)
    process.start()
    process.join()
    assert process.exitcode == 0, process.exitcode


def telling(work: Callable[[], None], told: Callable[[], object]) -> None:
    """Do the work; `told` is called after each commit."""
    apply = EmbeddedStore.apply

    def applied(*given: Any) -> str:
        name = apply(*given)
        told()
        return name

    EmbeddedStore.apply = applied  # type: ignore[method-assign,assignment]
    work()


def _dying(work: Callable[[Path], None], place: Path, dying: Dying | None) -> None:
    if dying:
        dying.install()
    work(place)


def steps(life: Life, name: str, place: Path) -> int:
    """How many steps to the disk the work takes."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(life.before[name], place)
    told = FORK.Value("i", 0)

    def count() -> None:
        dying = Dying()
        dying.install()
        life.work[name](place)
        told.value = dying.steps

    process = FORK.Process(target=count)
    process.start()
    process.join()
    return int(told.value)


def seconds(life: Life, name: str, place: Path) -> float:
    """How long the work takes in a process that is not killed."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(life.before[name], place)
    process = FORK.Process(target=life.work[name], args=(place,))
    began = time.monotonic()
    process.start()
    process.join()
    return time.monotonic() - began


def at_point(life: Life, name: str, place: Path, at: int, torn: bool) -> bool:
    """Killed just before the step `at`."""
    return life.killed(name, place, lambda process: True, Dying(at, torn))


def at_moment(life: Life, name: str, place: Path, delay: float) -> bool:
    """Killed after `delay` seconds."""

    def kill(process: Any) -> bool:
        process.join(delay)
        process.kill()
        return True

    return life.killed(name, place, kill)


def main() -> None:
    parser = arguments(__doc__, "kill")
    parser.add_argument("--kills", type=int, default=100, help="at random moments")
    parser.add_argument("--points", action="store_true", help="before every step to the disk, too, whole and torn")
    options = parser.parse_args()

    life, dice, place = Life(options.work / "kill"), random.Random(options.seed), options.work / "kill/place"
    names = [name for name, _, _ in Life.WORKS]
    lengths = {name: seconds(life, name, place) for name in names}
    moments: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    while moments.total() < options.kills:
        name = dice.choices(names, [lengths[each] for each in names])[0]
        died = at_moment(life, name, place, dice.random() * lengths[name])
        (moments if died else ended)[name] += 1
    points = dict.fromkeys(names, 0)
    for name in names if options.points else ():
        for at in range(1, steps(life, name, place) + 1):
            points[name] += at_point(life, name, place, at, False) + at_point(life, name, place, at, True)
    figures = {
        "seconds": {name: round(length, 3) for name, length in lengths.items()},
        "killed_at_random": dict(moments),
        "ended_before_the_kill": dict(ended),
        "killed_at_points": points,
        "lost_or_doubled": 0,  # a state that differs ends the bench
    }
    write(options, {"corpus": {"chunks": len(life.ended["changes"][0][1])}, **figures})


if __name__ == "__main__":
    main()
