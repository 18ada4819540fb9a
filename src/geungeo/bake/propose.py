"""Candidates for the bank from one clause, checked by code before anyone else sees them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from geungeo.bake.paraphrase import paraphrases
from geungeo.bake.questions import questions
from geungeo.records import Chunk, Ground, QAPair, QuestionType, pair_id

TYPES: tuple[QuestionType, ...] = ("fact", "condition", "procedure", "exception", "amount")
RULES = "rules"  # gen_model of pairs made without a model
_A_ROUND = 2

_SENDS_AWAY = re.compile(r"(?:별표|별지|서식|제\s?\d+\s?[조항]).{0,20}(?:참조|참고|확인|보세요|따르세요)")
_LOOSE = {"“": '"', "”": '"', "‘": "'", "’": "'", "「": '"', "」": '"'}


@dataclass(frozen=True, slots=True)
class Candidate:
    """As a generator gives it: nothing is believed yet. evidence: words of the clause."""

    q: str
    a: str
    type: QuestionType
    evidence: str
    paraphrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """What one call brought. tokens: spent by it. dropped: what could not be read, by the reason."""

    candidates: tuple[Candidate, ...]
    tokens: int = 0
    dropped: Counter[str] = field(default_factory=Counter)


class RuleQuestions:
    """The generator without a model. Costs no tokens and gives the same each time."""

    name = RULES

    def propose(self, chunk: Chunk, types: Sequence[QuestionType]) -> Proposed:
        """Questions of these types; of any type where the clause has none of them."""
        found = questions(chunk.text, chunk.article_title)
        wanted = [one for one in found if one.type in types] or found
        return Proposed(
            tuple(
                Candidate(one.q, words := chunk.text[one.start : one.end], one.type, words, paraphrases(one.q))
                for one in wanted
            )
        )


def types_of(times: int) -> tuple[QuestionType, ...]:
    """Two a round, in turn."""
    return tuple(TYPES[(times * _A_ROUND + step) % len(TYPES)] for step in range(_A_ROUND))


def grounded(chunk: Chunk, candidate: Candidate, model: str, embedding_model: str, at: str) -> QAPair | str:
    """The candidate as a pending pair, or why it is none: evidence, elsewhere or empty."""
    if not candidate.q.strip() or not candidate.a.strip():
        return "empty"
    if _SENDS_AWAY.search(candidate.a):
        return "elsewhere"
    span = located(chunk.text, candidate.evidence)
    if span is None:
        return "evidence"
    start, end = span
    return QAPair(
        id=pair_id(chunk.chunk_id, candidate.type, candidate.q),
        chunk_id=chunk.chunk_id,
        q=candidate.q,
        a=candidate.a,
        type=candidate.type,
        evidence=(Ground(chunk.chunk_id, chunk.content_hash, start, end, chunk.text[start:end]),),
        doc=chunk.doc,
        article=chunk.article,
        clause=chunk.clause,
        revised_at=chunk.revised_at,
        gen_model=model,
        embedding_model=embedding_model,
        created_at=at,
        paraphrases=candidate.paraphrases,
    )


def located(text: str, quote: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text`: as it is, or with other spaces and quotation marks; None where it does not."""
    at = text.find(quote)
    if quote.strip() and at >= 0:
        return at, at + len(quote)
    there = [(char, place) for place, letter in enumerate(text) for char in _plain(letter)]
    wanted = _plain(unicodedata.normalize("NFC", quote))
    at = "".join(char for char, _ in there).find(wanted)
    if not wanted or at < 0:
        return None
    return there[at][1], there[at + len(wanted) - 1][1] + 1


def _plain(text: str) -> str:
    return "".join(_LOOSE.get(char, char) for char in text if not char.isspace())
