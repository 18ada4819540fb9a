"""What baking remembers between rounds and runs; saved whole after each round, with the pairs of that round committed
before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Visit:
    """Of one clause. times: rounds that asked it. empty: how many of the last ones in a row brought nothing.

    rejected: times the gate refused all its pairs; judged: how many pairs it had at the last of those. hash: of the
    text that all this is about; another text begins anew.
    """

    hash: str
    times: int = 0
    empty: int = 0
    rejected: int = 0
    judged: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """One line of the report. coverage, verified, novelty: in [0, 1]. dropped: candidates by the reason."""

    number: int
    chunks: int
    asked: int
    fresh: int
    novelty: float
    coverage: float
    verified: float
    barren: int
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass
class Spent:
    """Of the run that is open: a run that was killed goes on with what it had spent."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


@dataclass
class State:
    """seen: how often each question was asked, by pair id; new: only those of `seen` once count for what is unasked."""

    visits: dict[str, Visit] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)
    stopped: str = ""

    def visit(self, chunk_id: str, content_hash: str) -> Visit:
        """Of this text of the clause."""
        found = self.visits.get(chunk_id)
        if found is None or found.hash != content_hash:
            found = self.visits[chunk_id] = Visit(content_hash)
        return found

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def state_from(row: Mapping[str, Any]) -> State:
    """The empty state for an empty row."""
    return State(
        visits={chunk_id: Visit(**visit) for chunk_id, visit in row.get("visits", {}).items()},
        rounds=[Round(**one) for one in row.get("rounds", [])],
        seen=dict(row.get("seen", {})),
        spent=Spent(**row.get("spent", {})),
        stopped=row.get("stopped", ""),
    )


def unasked(seen: Mapping[str, int]) -> tuple[float, float]:
    """(share in [0, 1] of the next questions that would be new, number of questions nobody asked yet).

    Good and Turing: of N questions asked, those asked once are as many as the next new ones. Chao 1 for the number.
    """
    once = sum(count == 1 for count in seen.values())
    twice = sum(count == 2 for count in seen.values())
    total = sum(seen.values())
    return (once / total if total else 1.0), once * (once - 1) / (2 * (twice + 1))
