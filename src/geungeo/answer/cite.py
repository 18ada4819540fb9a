"""From [n] in a draft to citations that quote the stored clause. Numbers become labels here, by code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from geungeo import messages
from geungeo.corpus.structure import citation_label
from geungeo.korean.clauses import pieces
from geungeo.korean.numbers import known
from geungeo.korean.overlap import pairs
from geungeo.korean.sentences import sentences
from geungeo.records import Chunk, Citation, Excerpt

_MARKER = re.compile(r"\s*[\[［【]\s*(?:발췌|출처|근거)?\s*#?(\d{1,4}(?:\s*[,·、]\s*\d{1,4})*)\s*[\]］】]")
# A short opening that says nothing without the sentence behind it: '네.', '아니요, 불가능합니다.'
REPLY = re.compile(r"(?:네|예|아니요|아니오|맞습니다|그렇습니다|아닙니다)[.,!]*")
_OPENING = re.compile(r"(?:(?:네|예|아니요|아니오)[,.!]?\s?)?(?:[가-힣]{1,6}\s?){0,2}[.!]*")
_LIST_MARK = re.compile(r"(?:\d{1,2}[.)]|[-*•·]|[가-하]\.|[①-⑳])\s")
_FACT_WEIGHT, _TIGHT_WEIGHT = 0.5, 0.1


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the answer without markers, and the excerpt numbers it cites. `gap` stands before it."""

    text: str
    numbers: tuple[int, ...]
    gap: str = ""

    @property
    def shown(self) -> str:
        marks = "".join(f"[{number}]" for number in self.numbers)
        return f"{self.text} {marks}" if marks else self.text


@dataclass(frozen=True, slots=True)
class Cited:
    """text: as shown, markers behind their sentence. citations: one for each cited span. notes: what was dropped."""

    text: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    cited: tuple[int, ...]
    notes: tuple[str, ...] = ()


def resolve(draft_text: str, excerpts: Sequence[Excerpt]) -> Cited:
    """The draft with its markers turned into citations; numbers of no excerpt are dropped and noted."""
    parts = split(draft_text)
    there = {excerpt.number for excerpt in excerpts}
    strange = sorted({number for part in parts for number in part.numbers} - there)
    kept = tuple(replace(part, numbers=tuple(n for n in part.numbers if n in there)) for part in parts)
    notes = tuple(messages.NOTE_NO_SUCH_EXCERPT.format(number=number) for number in strange)
    return _cited(kept, excerpts, notes)


def first(cited: Cited, most: int, excerpts: Sequence[Excerpt]) -> Cited:
    """The first `most` sentences; the lines of a list count with the sentence before them."""
    count = 0
    for index, sentence in enumerate(cited.sentences):
        count += not (index and _LIST_MARK.match(sentence.text))
        if count > most:
            left = len(cited.sentences) - index
            return _cited(cited.sentences[:index], excerpts, (*cited.notes, messages.NOTE_SHORTENED.format(count=left)))
    return cited


def _cited(parts: tuple[Sentence, ...], excerpts: Sequence[Excerpt], notes: tuple[str, ...]) -> Cited:
    text = "".join(part.gap + part.shown for part in parts)
    citing = ((part, excerpt) for part in parts for each in of(part, excerpts) for excerpt in _saying(each))
    citations = tuple(dict.fromkeys(_citation(part, excerpt) for part, excerpt in citing))
    return Cited(text, parts, citations, tuple(sorted({c.number for c in citations})), notes)


def _saying(excerpt: Excerpt) -> list[Excerpt]:
    """The excerpt, and under its number each other document that says the same."""
    return [excerpt, *(replace(excerpt, chunk=chunk) for chunk in excerpt.also)]


def of(sentence: Sentence, excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """The excerpts that `sentence` cites."""
    return [excerpt for excerpt in excerpts if excerpt.number in sentence.numbers]


def split(text: str) -> tuple[Sentence, ...]:
    """Sentences of a draft; a marker belongs to the sentence that it stands in or behind."""
    bare, marks = _without_markers(text)
    parts: list[Sentence] = []
    found = _joined(bare, sentences(bare))
    for index, (start, end) in enumerate(found):
        until = found[index + 1][0] if index + 1 < len(found) else len(bare)
        since = start if index else -1
        numbers = [number for at, number in marks if since < at <= until]
        gap = "" if not index else "\n" if "\n" in bare[found[index - 1][1] : start] else " "
        parts.append(Sentence(bare[start:end], tuple(dict.fromkeys(numbers)), gap))
    return tuple(parts)


def _without_markers(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without markers, and (position in it, excerpt number) of each number that stood there."""
    bare, marks, at = "", [], 0
    for match in _MARKER.finditer(text):
        bare += text[at : match.start()]
        marks += [(len(bare), int(number)) for number in re.findall(r"\d+", match.group(1))]
        at = match.end()
    return bare + text[at:], marks


def _joined(bare: str, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A lone '네.' says nothing without the sentence behind it."""
    joined: list[tuple[int, int]] = []
    opener: int | None = None
    for start, end in found:
        begin = start if opener is None else opener
        opener = begin if _opens(bare[begin:end]) else None
        if opener is None:
            joined.append((begin, end))
    return joined if opener is None else [*joined, (opener, found[-1][1])]


def _opens(text: str) -> bool:
    return REPLY.fullmatch(text) is not None or (REPLY.match(text) is not None and _OPENING.fullmatch(text) is not None)


def _citation(sentence: Sentence, excerpt: Excerpt) -> Citation:
    start, end = carrying_span(sentence.text, excerpt.chunk)
    chunk = excerpt.chunk
    return Citation(
        excerpt.number,
        chunk.chunk_id,
        citation_label(chunk, start, end),
        chunk.source,
        start,
        end,
        chunk.text[start:end],
        chunk.effective_at,
        origin=chunk.origin,
    )


def spans(chunk: Chunk) -> list[tuple[int, int]]:
    """Every span of the chunk that a citation may quote; the whole text when it has no sentence."""
    return [(piece.start, piece.end) for piece in pieces(chunk.text)] or [(0, len(chunk.text))]


def carrying_span(sentence: str, chunk: Chunk) -> tuple[int, int]:
    """The sentence, 항 or 호 of the chunk that shares most words and numbers with `sentence`."""
    wanted, numbers = set(pairs(sentence)), known(sentence)

    def carried(span: tuple[int, int]) -> float:
        words = chunk.text[span[0] : span[1]]
        there = set(pairs(words))
        both = len(wanted & there)
        facts = len(numbers & known(words)) / len(numbers) if numbers else 0.0
        return both / max(1, len(wanted)) + _TIGHT_WEIGHT * both / max(1, len(there)) + _FACT_WEIGHT * facts

    return max(spans(chunk), key=carried)
