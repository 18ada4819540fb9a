"""Which parts bake: the wiring of `geungeo bake`, beside wiring.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from geungeo import settings as table
from geungeo import wiring
from geungeo.bake.propose import RuleQuestions
from geungeo.bake.report import plot
from geungeo.bake.run import Baked, Bakery, Limits, bake, barren_now
from geungeo.bake.state import Round, State, state_from
from geungeo.decisions import decide
from geungeo.records import Reader
from geungeo.stores.embedded.baking import BakeNotes
from geungeo.stores.embedded.pairs import PairLog
from geungeo.workspace import Workspace


def bakery(
    root: Path, lock_wait: float = 0.0, budget: Mapping[str, Any] | None = None, chunks: int | None = None
) -> Bakery:
    """Over what is in force today, whoever may read it: who may not read a clause gets none of its pairs.

    budget: fields of bake.run.Limits.
    """
    base = wiring.open_workspace(root, lock_wait=lock_wait)
    limits = {name: base.settings[f"bake.{name}"] for name in ("chunks", "coverage", "novelty", "patience", "dry")}
    if chunks:
        limits["chunks"] = chunks
    snapshot = wiring.desk(base, filing=False).snapshot(Reader(role="operator"))
    decided = table.decided(base.workspace.decisions, "barren")
    return Bakery(
        chunks=dict(snapshot.chunks),
        store=PairLog(base.workspace, lock_wait),
        notes=BakeNotes(base.workspace.baking),
        generator=RuleQuestions(),
        limits=Limits(**limits, **(budget or {})),
        undone=frozenset(target.partition(":")[2] for target, value in decided.items() if value is False),
    )


def run(root: Path, made: Bakery, told: Callable[[Round], None]) -> Baked:
    """A run, with its plot beside the state."""
    baked = bake(made, told)
    path = Workspace(root).baking / "report.svg"
    path.write_text(plot(baked.state.rounds), encoding="utf-8")
    return baked


def so_far(made: Bakery) -> tuple[State, dict[str, str]]:
    """The state, and the clauses that are left out with the reason."""
    state = state_from(made.notes.load())
    return state, {chunk_id: str(reason) for chunk_id, reason in barren_now(made, state).items()}


def undo(root: Path, chunk_id: str, who: str) -> None:
    """The clause is not barren, whatever its form says."""
    decide(Workspace(root), f"chunk:{chunk_id}", "barren", False, who)
