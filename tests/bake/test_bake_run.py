"""Baking as runs: what is asked first, when it stops, what it costs, and that a kill loses and doubles nothing."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from geungeo import wiring
from geungeo.bake.propose import Candidate, Proposed, RuleQuestions, grounded, located
from geungeo.bake.run import Bakery, Limits, bake
from geungeo.bake.state import state_from, unasked
from geungeo.records import Chunk, QAPair, QuestionType
from geungeo.stores.embedded.baking import BakeNotes
from geungeo.stores.embedded.pairs import PairLog
from geungeo.workspace import Workspace


@pytest.fixture(scope="session")
def clauses(examples_base: wiring.Base) -> dict[str, Chunk]:
    """Clauses of the examples, a few of each kind."""
    every = [c for c in examples_base.store.snapshot().chunks.values() if c.part == "본칙"]
    return {chunk.chunk_id: chunk for chunk in every[:: len(every) // 24][:24]}


class FirstWords:
    """Asks each clause for its first words: quick, and the same each time. called: a line a call, on the disk."""

    name = "first-words"

    def __init__(self, called: Path | None = None, tokens: int = 10) -> None:
        self._called, self._tokens = called, tokens

    def propose(self, chunk: Chunk, types: Sequence[QuestionType]) -> Proposed:
        if self._called:
            with self._called.open("a") as file:
                file.write(chunk.chunk_id + "\n")
        words = chunk.text[:60].strip()
        return Proposed((Candidate(f"{chunk.label}의 첫머리는 뭔가요?", words, types[0], words),), self._tokens)


def bakery(root: Path, chunks: Mapping[str, Chunk], limits: Limits, generator: Any = None) -> Bakery:
    workspace = Workspace(root)
    return Bakery(chunks, PairLog(workspace), BakeNotes(workspace.baking), generator or FirstWords(), limits)


def test_every_clause_is_asked_before_one_is_asked_again(tmp_path: Path, clauses: dict[str, Chunk]) -> None:
    made = bakery(tmp_path, clauses, Limits(chunks=10, rounds=2))
    baked = bake(made)
    assert [one.number for one in baked.rounds] == [1, 2]
    assert {visit.times for visit in baked.state.visits.values()} == {1}
    before = baked.rounds[1].coverage
    assert 0 < before < 1
    assert bake(dataclasses.replace(made, limits=Limits(chunks=10, rounds=1))).rounds[0].coverage > before


def test_it_stops_when_all_is_covered_and_nothing_new_comes(tmp_path: Path, clauses: dict[str, Chunk]) -> None:
    baked = bake(bakery(tmp_path, clauses, Limits(chunks=30)))
    assert baked.stop == "saturated"
    assert baked.rounds[-1].coverage == 1
    assert [one.novelty < 0.1 for one in baked.rounds[-3:]] == [True] * 3
    assert baked.rounds[0].novelty == 1


def test_rules_alone_leave_out_what_they_can_not_ask_and_quote_the_rest(
    tmp_path: Path, clauses: dict[str, Chunk]
) -> None:
    made = bakery(tmp_path, clauses, Limits(chunks=30), RuleQuestions())
    baked = bake(made)
    assert baked.stop in ("saturated", "dry")
    pairs = made.store.pairs()
    assert pairs
    assert "empty" in baked.barren.values()
    for pair in pairs.values():
        ground = pair.evidence[0]
        assert clauses[ground.chunk_id].text[ground.start : ground.end] == ground.quote == pair.a
        assert (pair.gen_model, pair.status, pair.verified) == ("rules", "pending", None)
    assert {pair.chunk_id for pair in pairs.values()}.isdisjoint(baked.barren)


def test_an_undone_clause_is_asked_again(tmp_path: Path, clauses: dict[str, Chunk]) -> None:
    made = bakery(tmp_path, clauses, Limits(chunks=30), RuleQuestions())
    first = next(iter(bake(made).barren))
    assert first not in bake(dataclasses.replace(made, undone={first})).barren


def test_when_all_is_left_out_there_is_nothing_to_ask(tmp_path: Path, clauses: dict[str, Chunk]) -> None:
    flagged = {k: dataclasses.replace(c, flags=("toc",)) for k, c in clauses.items()}
    baked = bake(bakery(tmp_path, flagged, Limits()))
    assert (baked.stop, set(baked.barren.values()), baked.rounds) == ("none", {"contents"}, [])


@pytest.mark.parametrize(("limits", "what"), [({"calls": 5}, "calls"), ({"tokens": 50}, "tokens")])
def test_a_budget_ends_the_run_and_the_next_goes_on(
    tmp_path: Path, clauses: dict[str, Chunk], limits: dict[str, int], what: str
) -> None:
    called = tmp_path / "called"
    made = bakery(tmp_path, clauses, Limits(chunks=10, **limits), FirstWords(called))
    first = bake(made)
    assert first.stop == "budget"
    assert first.spent is not None
    assert first.spent[0] == what
    assert len(called.read_text().split()) == 5
    bake(made)
    assert len(set(called.read_text().split())) == 10


def test_a_clause_whose_pairs_were_all_refused_comes_first_and_after_two_such_rounds_not_at_all(
    tmp_path: Path, clauses: dict[str, Chunk]
) -> None:
    made = bakery(tmp_path, clauses, Limits(chunks=5, rounds=1), Numbered())
    bake(made)
    refused = next(iter(made.store.pairs().values())).chunk_id

    def refuse() -> None:
        theirs = [pair for pair in made.store.pairs().values() if pair.chunk_id == refused]
        made.store.put([dataclasses.replace(pair, status="rejected", verified=False) for pair in theirs])

    refuse()
    again = bake(made)
    assert again.state.visits[refused].times == 2
    refuse()
    bake(made)
    assert bake(made).barren[refused] == "gate"


def test_a_pair_whose_judge_failed_covers_nothing_and_is_no_refusal(tmp_path: Path, clauses: dict[str, Chunk]) -> None:
    made = bakery(tmp_path, clauses, Limits(chunks=30, rounds=1))
    before = bake(made).rounds[0].coverage
    one = next(iter(made.store.pairs().values()))
    made.store.put([dataclasses.replace(one, status="judge_error")])
    after = bake(made)
    assert after.rounds[0].coverage < before == 1
    assert after.state.visits[one.chunk_id].rejected == 0


class Numbered(FirstWords):
    """Another question each time."""

    def __init__(self) -> None:
        super().__init__()
        self._number = 0

    def propose(self, chunk: Chunk, types: Sequence[QuestionType]) -> Proposed:
        self._number += 1
        words = chunk.text[:40]
        return Proposed((Candidate(f"{chunk.label} {self._number}번째는 뭔가요?", words, "fact", words),))


def test_evidence_is_the_clause_s_own_words_wherever_spaces_and_quotes_differ(clauses: dict[str, Chunk]) -> None:
    text = "비밀번호는 “90일”마다\n바꾼다. 그 밖은 따로 정한다."
    start, end = located(text, '비밀번호는 "90일" 마다 바꾼다.') or (0, 0)
    assert text[start:end] == "비밀번호는 “90일”마다\n바꾼다."
    assert located(text, "비밀번호는 60일마다 바꾼다.") is None
    chunk = next(iter(clauses.values()))
    assert grounded(chunk, Candidate("뭔가요?", "모릅니다", "fact", "없는 말입니다"), "m", "none", "t") == "evidence"
    away = Candidate("금액은 얼마인가요?", "별표 3을 참조하세요", "fact", chunk.text[:20])
    assert grounded(chunk, away, "m", "none", "t") == "elsewhere"


def test_what_is_still_unasked_shrinks_as_questions_come_again() -> None:
    assert unasked({}) == (1.0, 0.0)
    assert unasked({"a": 1, "b": 1, "c": 1, "d": 1}) == (1.0, 6.0)
    assert unasked({"a": 3, "b": 1, "c": 2, "d": 4})[0] == pytest.approx(0.1)


# --- Killed ------------------------------------------------------------------------------------------------------


class Dying:
    """Passes calls on to notes or store; at the one numbered `at` of those that write, half done or done, it dies."""

    def __init__(self, inner: Any, count: list[int], at: int, after: bool) -> None:
        self._inner, self._count, self._at, self._after = inner, count, at, after

    def __getattr__(self, name: str) -> Any:
        found: Callable[..., Any] = getattr(self._inner, name)
        if name not in ("begin", "sent", "got", "put", "save"):
            return found

        def counted(*given: Any) -> Any:
            self._count[0] += 1
            if self._count[0] == self._at and not self._after:
                os.kill(os.getpid(), signal.SIGKILL)
            value = found(*given)
            if self._count[0] == self._at:
                os.kill(os.getpid(), signal.SIGKILL)
            return value

        return counted


def killed(root: Path, chunks: Mapping[str, Chunk], at: int, after: bool) -> bool:
    """A run in a process of its own that is killed there; False when it ended before."""
    child = os.fork()
    if child == 0:
        try:
            made = bakery(root, chunks, LIMITS, FirstWords(root / "called"))
            count = [0]
            notes, store = Dying(made.notes, count, at, after), Dying(made.store, count, at, after)
            bake(dataclasses.replace(made, notes=notes, store=store))
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


LIMITS = Limits(chunks=4, patience=2)


def outcome(root: Path) -> tuple[list[tuple[Any, ...]], list[Any]]:
    state = state_from(BakeNotes(Workspace(root).baking).load())
    pairs = PairLog(Workspace(root)).pairs().values()
    return [plain(pair) for pair in pairs], [dataclasses.asdict(one) for one in state.rounds]


def plain(pair: QAPair) -> tuple[Any, ...]:
    return pair.id, pair.chunk_id, pair.q, pair.a, pair.evidence


@pytest.mark.parametrize("seed", range(20))
def test_killed_anywhere_it_ends_as_if_never_killed(tmp_path: Path, clauses: dict[str, Chunk], seed: int) -> None:
    some = dict(list(clauses.items())[:6])
    chance = random.Random(seed)
    whole, root = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    root.mkdir()
    bake(bakery(whole, some, LIMITS, FirstWords(whole / "called")))
    kills = sum(killed(root, some, chance.randint(1, 30), chance.random() < 0.5) for _ in range(2))
    bake(bakery(root, some, LIMITS, FirstWords(root / "called")))
    assert outcome(root) == outcome(whole)
    extra = Counter((root / "called").read_text().split()) - Counter((whole / "called").read_text().split())
    assert kills
    assert sum(extra.values()) <= kills  # the one in flight may be made once more
    rows = [json.loads(row) for row in Workspace(root).pairs.read_text().splitlines()]
    ids = [row["id"] for row in rows if "id" in row]
    assert len(ids) == len(set(ids))
