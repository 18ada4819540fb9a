"""Where everything lies in a workspace folder. Paths only: nothing here reads or writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Workspace:
    """`data/` and `geungeo.db` are primary; `index/` may be deleted at any time and rebuilt."""

    root: Path

    @property
    def settings(self) -> Path:
        return self.root / "geungeo.toml"

    @property
    def words(self) -> Path:
        """Everyday words for rule words that people wrote (vocabulary.py)."""
        return self.root / "words.toml"

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def documents(self) -> Path:
        return self.data / "documents.jsonl"

    @property
    def chunks(self) -> Path:
        return self.data / "chunks.jsonl"

    @property
    def decisions(self) -> Path:
        return self.data / "decisions.jsonl"

    @property
    def questions(self) -> Path:
        """Questions with the clause that answers each (asked_before.py)."""
        return self.data / "questions.jsonl"

    @property
    def pairs(self) -> Path:
        """Questions baked from the clauses, with their answers (stores/embedded/pairs.py)."""
        return self.data / "qa.jsonl"

    @property
    def thresholds(self) -> Path:
        return self.data / "thresholds.json"

    @property
    def state(self) -> Path:
        return self.data / "state"

    @property
    def report(self) -> Path:
        return self.state / "report.json"

    @property
    def jobs(self) -> Path:
        return self.state / "jobs.json"

    @property
    def golden(self) -> Path:
        return self.data / "golden.json"

    @property
    def trash(self) -> Path:
        """Documents that operators replaced or removed."""
        return self.data / "trash"

    @property
    def lock(self) -> Path:
        return self.state / "writer.lock"

    @property
    def baking(self) -> Path:
        """What baking has spent and seen (bake/state.py)."""
        return self.state / "bake"

    @property
    def bake_lock(self) -> Path:
        return self.state / "bake.lock"

    @property
    def index(self) -> Path:
        return self.root / "index"

    @property
    def database(self) -> Path:
        return self.root / "geungeo.db"
