"""One repair pass, by code: a right sentence that lost its marker gets it back from the excerpt that carries it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from geungeo.answer.cite import Sentence, carrying_span, split
from geungeo.korean.numbers import LABEL, facts, known
from geungeo.korean.overlap import share
from geungeo.korean.passage import heading
from geungeo.records import Excerpt

# Share of the sentence's character pairs that one clause must hold before it is taken for its source.
_CARRIES = 0.5
_POLITE = re.compile(r"(?:이?입니다|합니다|됩니다|습니다|이다|해요|이에요|예요)?[.!\s]*\Z")


def restore_markers(text: str, excerpts: Sequence[Excerpt]) -> str | None:
    """`text` with markers where they were missing or named no excerpt; None when nothing could be mended."""
    there = {excerpt.number for excerpt in excerpts}
    parts = split(text)
    mended = [part if there & set(part.numbers) else _marked(part, excerpts) for part in parts]
    if all(new is old for new, old in zip(mended, parts, strict=True)):
        return None
    return "".join(part.gap + part.shown for part in mended)


def _marked(sentence: Sentence, excerpts: Sequence[Excerpt]) -> Sentence:
    best = max(excerpts, key=lambda excerpt: _carried(sentence.text, excerpt), default=None)
    if best is None or _carried(sentence.text, best) < _CARRIES:
        return sentence
    return replace(sentence, numbers=(best.number,))


def _carried(sentence: str, excerpt: Excerpt) -> float:
    """Share of the sentence in the excerpt's best clause and its heading; 0 when the excerpt lacks one of its numbers."""
    numbers = {fact.key for fact in facts(sentence) if fact.unit != LABEL}
    if numbers - known(excerpt.chunk.text):
        return 0.0
    start, end = carrying_span(sentence, excerpt.chunk)
    return share(_POLITE.sub("", sentence), f"{heading(excerpt.chunk)}\n{excerpt.chunk.text[start:end]}")
