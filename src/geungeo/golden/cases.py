"""The golden set: questions that people labelled with the clause that answers them, or with why none does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from geungeo import messages
from geungeo.errors import GeungeoError
from geungeo.korean.normalize import nfc
from geungeo.records import Chunk

Kind = Literal["answerable", "near_miss", "outside"]


class CasesError(GeungeoError):
    """A cases file is missing, torn, or has a case without what its kind needs."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A clause that answers: the rule's title, its article ('20', '43의2') and, where it matters, its 항."""

    doc: str
    article: str | None
    clause: str | None

    def matches(self, chunk: Chunk) -> bool:
        return (
            chunk.doc == self.doc
            and chunk.article == self.article
            and chunk.part != "부칙"
            and (self.clause is None or chunk.clause in (None, self.clause))
        )


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """half: 'fit' chooses numbers, 'report' judges them; a case is never in both."""

    id: str
    q: str
    kind: Kind
    half: Literal["fit", "report"]
    gold: tuple[Gold, ...]
    must_include: tuple[str, ...]

    @property
    def answerable(self) -> bool:
        return self.kind == "answerable"


@dataclass(frozen=True, slots=True)
class GoldenSet:
    version: str
    cases: tuple[GoldenCase, ...]


def load(path: Path) -> GoldenSet:
    """Raises CasesError with the file and the case."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return GoldenSet(document["version"], tuple(_case(row) for row in document["cases"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CasesError(messages.CASES_UNREADABLE.format(file=path.name, error=error)) from error


def _case(row: dict[str, Any]) -> GoldenCase:
    if row["kind"] not in ("answerable", "near_miss", "outside") or row["half"] not in ("fit", "report"):
        raise ValueError(f"{row['id']}: kind={row['kind']!r}, half={row['half']!r}")
    gold = tuple(Gold(nfc(g["doc"]), g.get("article"), g.get("clause")) for g in row.get("gold", ()))
    if (row["kind"] == "answerable") != bool(gold):
        raise ValueError(f"{row['id']}: answerable needs gold, and only answerable has it")
    return GoldenCase(
        row["id"], nfc(row["q"]), row["kind"], row["half"], gold, tuple(nfc(w) for w in row.get("must_include", ()))
    )
