"""Do two documents say different things on what was asked? Then neither is told as the answer.

Only what code can be sure of: two sentences on the asked matter, about the same people, in nearly the same words, where
the one asked number differs while all other numbers agree, or where one allows what the other forbids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from geungeo.korean.asked import Asked, asked, stated
from geungeo.korean.clauses import pieces
from geungeo.korean.numbers import LABEL, Fact, facts
from geungeo.korean.overlap import share
from geungeo.korean.passage import heading
from geungeo.korean.stance import contradicts, stance
from geungeo.korean.subjects import of_another
from geungeo.korean.topic import Topic, topic, wording
from geungeo.records import Chunk, Citation, Excerpt

# Least share of each sentence's character pairs, numbers aside, in the other with its article's title. Chosen with
# bench/answers.py: none of its answerable questions is taken for a conflict.
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class Side:
    """One of two that disagree: chunk.text[start:end]."""

    chunk: Chunk
    start: int
    end: int

    @property
    def quote(self) -> str:
        return self.chunk.text[self.start : self.end]


def conflict(question: str, citations: Sequence[Citation], excerpts: Sequence[Excerpt]) -> tuple[Side, Side] | None:
    """What the answer cites, and what another document says against it; None when nothing does."""
    wanted, about = asked(question), topic(question)
    chunks = {excerpt.chunk.chunk_id: excerpt.chunk for excerpt in excerpts if excerpt.of is None}
    for citation in citations:
        if citation.chunk_id not in chunks:
            continue
        own = Side(chunks[citation.chunk_id], citation.start, citation.end)
        for other in _others(own, chunks.values()):
            if _on_one_matter(question, about, own, other) and _against(wanted, own.quote, other.quote):
                return own, other
    return None


def _others(own: Side, chunks: Iterable[Chunk]) -> Iterator[Side]:
    for chunk in chunks:
        if chunk.doc_id != own.chunk.doc_id and chunk.part in ("본칙", "기타") and own.chunk.part == chunk.part:
            yield from (Side(chunk, piece.start, piece.end) for piece in pieces(chunk.text))


def _on_one_matter(question: str, about: Topic, own: Side, other: Side) -> bool:
    if min(_share(own, other), _share(other, own)) < _ALIKE:
        return False
    around = f"{heading(other.chunk)}\n{other.quote}"
    said = wording(around)
    if not all(said.says(word) for word in (*about.focus, *(word for word in about.must if word not in about.aside))):
        return False
    # The documents' own names count here: 국가공무원 복무규정 and 취업규칙 are for different people.
    return not (of_another(f"{heading(own.chunk)} {own.quote}", around) or of_another(question, around))


def _share(one: Side, other: Side) -> float:
    return share(_worded(one.quote), f"{other.chunk.article_title or ''} {_worded(other.quote)}")


def _worded(text: str) -> str:
    """Without its numbers."""
    for fact in reversed(facts(text)):
        text = text[: fact.start] + " " + text[fact.end :]
    return text


def _against(wanted: Asked, one: str, other: str) -> bool:
    ours, theirs = _numbers(one), _numbers(other)
    if not wanted.units and wanted.kind != "time":
        same = [fact.key for fact in ours] == [fact.key for fact in theirs]
        return wanted.kind == "whether" and same and contradicts(stance(one), stance(other))
    if len(ours) != len(theirs):
        return False
    differ = [(a, b) for a, b in zip(ours, theirs, strict=True) if (a.key, a.bound) != (b.key, b.bound)]
    if len(differ) != 1 or differ[0][0].unit != differ[0][1].unit:
        return False
    return wanted.kind == "time" or (
        differ[0][0].unit in wanted.units
        and differ[0][0] in stated(wanted, one)
        and differ[0][1] in stated(wanted, other)
    )


def _numbers(text: str) -> list[Fact]:
    return [fact for fact in facts(text) if fact.unit != LABEL]
