"""What the tests of asking share: a hand-made threshold, and honest writers that provoke one route each."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from geungeo import thresholds, wiring
from geungeo.errors import EmbedderUnavailable, WorkspaceError, WriterUnavailable
from geungeo.korean.tokens import TOKENIZER
from geungeo.ports import Matrix, NewHandoff
from geungeo.records import Draft, Excerpt, Handoff
from geungeo.serve.ask import Desk
from geungeo.thresholds import Thresholds

TODAY = "2026-11-30"  # every example is in force then
SICK = "병가는 1년에 며칠까지 쓸 수 있나요?"
OUTSIDE = "오늘 구내식당 메뉴 뭐예요?"


def document(**relevance: Any) -> dict[str, Any]:
    """A thresholds document made by hand, not measured: some noun of the question must stand in the clause."""
    fit = {"intercept": -4.0, "coefficients": {"focus": 8.0}}
    entry = {"status": "calibrated", "value": 0.15, "fits": {"lexical": fit}} | relevance
    return {
        "embedding_model": "none",
        "tokenizer": TOKENIZER,
        "golden_version": "hand-made",
        "entries": {
            "relevance": entry,
            "fusion": {"status": "uncalibrated", "value": {"lexical": 1.0, "dense": 1.0}},
            "groundedness": {"status": "uncalibrated", "value": 0.3},
        },
    }


def hand_made(**relevance: Any) -> Thresholds:
    return thresholds.parse(document(**relevance), TOKENIZER)


def by_words(base: wiring.Base, **parts: Any) -> Desk:
    """The workspace's own desk, searching by words alone, with the hand-made threshold; `parts` replace its parts."""
    return dataclasses.replace(
        wiring.desk(base, today=lambda: TODAY), **{"embedder": None, "thresholds": hand_made, **parts}
    )


class Says:
    """Writes one text whatever it is shown, as a language model may; keeps what it was shown."""

    name = "says"

    def __init__(self, text: str, declined: bool = False) -> None:
        self.text = text
        self.declined = declined
        self.shown: list[Sequence[Excerpt]] = []

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        self.shown.append(excerpts)
        return Draft(self.text, self.declined, self.name)


class Down:
    """A writer whose endpoint does not answer."""

    name = "down"

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        raise WriterUnavailable("LLM에 연결되지 않습니다.")


class NoVectors:
    """An embedder whose endpoint does not answer."""

    model = "down"
    dimension = 384
    max_tokens = 512

    def query(self, text: str) -> Matrix:
        raise EmbedderUnavailable("임베딩 서버에 연결되지 않습니다.")

    def passages(self, texts: Sequence[str]) -> Matrix:
        raise EmbedderUnavailable("임베딩 서버에 연결되지 않습니다.")

    def count_tokens(self, text: str) -> int:
        return len(text)


class FullInbox:
    def add(self, handoff: NewHandoff) -> int:
        raise WorkspaceError("geungeo.db을 쓸 수 없습니다.")

    def list(self, limit: int = 100) -> list[Handoff]:
        return []

    def get(self, ticket: int) -> Handoff | None:
        return None
