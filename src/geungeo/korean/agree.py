"""Does one sentence state nothing but what another does? Slot by slot, each with what it belongs to.

Strict on purpose: what can't be told is a difference. Another word order, other particles and endings, and a number
written in another way are none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geungeo.korean.normalize import nfc
from geungeo.korean.overlap import solid
from geungeo.korean.sentences import sentences
from geungeo.korean.slots import Slot, slots
from geungeo.korean.stance import opposed

_NUMBERS = ("amount", "duration", "date", "count")
_ASKING = re.compile(r"며칠|몇|얼마|언제")
_DIGITS = re.compile(r"\d+")
# Which role in the source a role may come from; 는 may stand for 가 and 를.
_FITS = {"s": {"s", "t", ""}, "t": {"s", "t", "o", ""}, "o": {"o", "t", ""}, "d": {"d", ""}}


@dataclass(frozen=True, slots=True)
class Difference:
    """What a sentence states and its source does not. critical: no share of other words makes up for it.

    kind: that of the slot, or 'polarity', 'modality', 'subject'. words: as they stand in the sentence.
    """

    kind: str
    words: str
    critical: bool = True


def differences(said: str, source: str, given: str = "", question: str = "") -> list[Difference]:
    """All that `said`, a sentence, states otherwise than `source`, a few sentences; none: it follows from them.

    given: where names and article numbers may come from as well (the clause's heading). question: what a short answer
    ('15일입니다') is about.
    """
    said = nfc(said)
    stated, there = slots(said), _all(source)
    found = [
        *_numbers(stated, there, question),
        *_places(stated, there, given),
        *_comparisons(stated, there),
        *_predicates(stated, there, source),
        *_nouns(said, stated, there, source, given),
        *_more_often(stated, there),
    ]
    if word := opposed(source, said):
        found.append(Difference("polarity", word))
    known = set(_DIGITS.findall(source + given))
    if not found and all(slot.kind not in _NUMBERS for slot in stated):
        found += [Difference("count", n) for n in _DIGITS.findall(said) if n not in known]
    return found


def _more_often(stated: Sequence[Slot], there: Sequence[Slot]) -> Iterator[Difference]:
    """What is said more often than its source says it: 15일 이상 twice where one of the two is 미만."""
    counted = (*_NUMBERS, "comparison", "article")
    known = Counter((slot.kind, slot.value, slot.role) for slot in there if slot.kind in counted)
    said = Counter((slot.kind, slot.value, slot.role) for slot in stated if slot.kind in counted)
    for (kind, value, role), count in said.items():
        if 0 < known[kind, value, role] < count:
            yield Difference(kind, value)


def _all(text: str) -> list[Slot]:
    normal = nfc(text)
    return [slot for start, end in sentences(normal) for slot in slots(normal[start:end])]


def _numbers(stated: Sequence[Slot], there: Sequence[Slot], question: str) -> Iterator[Difference]:
    known = [slot for slot in there if slot.kind in _NUMBERS]
    for slot in stated:
        if slot.kind not in _NUMBERS:
            continue
        same = [other for other in known if (other.kind, other.value) == (slot.kind, slot.value)]
        if not same:
            yield Difference(slot.kind, slot.value)
        elif not (same := [other for other in same if other.role == slot.role]):
            yield Difference("comparison", f"{slot.value} {slot.role}".strip())
        elif (len(known) > 1 and not any(_beside(slot, other, question) for other in same)) or _another_fits(
            slot, stated, same, there, question
        ):
            yield Difference(slot.kind, slot.value)


def _another_fits(
    slot: Slot, stated: Sequence[Slot], same: Sequence[Slot], there: Sequence[Slot], question: str
) -> bool:
    """Whether the words before the number stand rather before another one of its kind: the term of whom is 3년?"""
    rivals = [one for one in there if _unit(one) == _unit(slot) and one.value != slot.value]
    if not rivals:
        return False
    bare = all(one.kind in _NUMBERS or one.value == "이" for one in stated)
    said = _asked_leading(question) if bare and question else _leading(slot, stated)
    own = max(len(said & _leading(one, there)) for one in same)
    return any(len(said & _leading(one, there)) > own for one in rivals)


def _unit(slot: Slot) -> tuple[str, str]:
    return slot.kind, slot.value.lstrip("-.0123456789")


def _leading(slot: Slot, among: Sequence[Slot]) -> frozenset[str]:
    """The nouns and verbs between a number and the number before it."""
    values: set[str] = set()
    for other in among:
        if other is slot:
            break
        if other.kind in _NUMBERS:
            values = set()
        elif other.kind in ("word", "person", "predicate"):
            values.add(other.value)
    return frozenset(values)


def _asked_leading(question: str) -> frozenset[str]:
    asking = _ASKING.search(question)
    at = asking.start() if asking else len(question)
    return frozenset(s.value for s in slots(question) if s.kind in ("word", "person", "predicate") and s.end <= at)


def _beside(slot: Slot, other: Slot, question: str) -> bool:
    """Whether the number stands beside the same word; a short answer's stands where the question asks for it."""
    before, after = slot.before, slot.after
    if not before and after in ("", "이") and question:
        before, after = _asked_beside(question)
    return bool((before and before == other.before) or (after and after == other.after))


def _asked_beside(question: str) -> tuple[str, str]:
    asking = _ASKING.search(question)
    telling = [slot for slot in slots(question) if slot.kind in ("predicate", "person", "word")]
    at = asking.start() if asking else len(question)
    before = [slot.value for slot in telling if slot.end <= at]
    after = [slot.value for slot in telling if asking and slot.start > at]
    return before[-1] if before else "", after[0] if after else ""


def _places(stated: Sequence[Slot], there: Sequence[Slot], given: str) -> Iterator[Difference]:
    known = [slot for slot in there if slot.kind == "article"]
    own = {slot.value for slot in _all(given) if slot.kind == "article"}
    for slot in stated:
        if slot.kind != "article" or (slot.value in own and not known):
            continue
        same = [other for other in known if other.value == slot.value]
        beside = any(slot.before == other.before or slot.after == other.after for other in same)
        if not same or (len(known) > 1 and not beside):
            yield Difference("article", slot.value)


def _comparisons(stated: Sequence[Slot], there: Sequence[Slot]) -> Iterator[Difference]:
    known = {slot.value for slot in there if slot.kind == "comparison"}
    for slot in stated:
        if slot.kind == "comparison" and slot.value not in known:
            yield Difference("comparison", slot.value)


def _predicates(stated: Sequence[Slot], there: Sequence[Slot], source: str) -> Iterator[Difference]:
    known = [slot for slot in there if slot.kind == "predicate"]
    wording = solid(source)
    for slot in stated:
        if slot.kind != "predicate":
            continue
        same = [other for other in known if other.value == slot.value]
        marks = {other.role for other in same}
        if not same:
            if slot.role and (not known or slot.role != known[-1].role):
                yield Difference(_marked(slot.role), slot.value)
            elif slot.value not in wording and len(slot.value) > 1 and not slot.value.endswith(("이", "있")):
                yield Difference("predicate", slot.value)
        elif slot.role not in marks or (len(marks) > 1 and not _same_place(slot, same)):
            yield Difference(_marked(slot.role + "".join(marks)), slot.value)


def _marked(roles: str) -> str:
    return "polarity" if any(mark in roles for mark in ("not", "unable", "forbidden")) else "modality"


def _same_place(slot: Slot, same: Sequence[Slot]) -> bool:
    alike = [other for other in same if other.role == slot.role]
    return any(
        (slot.before and slot.before == other.before) or (slot.after and slot.after == other.after) for other in alike
    )


def _nouns(said: str, stated: Sequence[Slot], there: Sequence[Slot], source: str, given: str) -> Iterator[Difference]:
    roles: dict[str, set[str]] = {}
    for slot in there:
        if slot.kind in ("person", "word"):
            roles.setdefault(slot.value, set()).add(slot.role)
    nouns = [slot for slot in stated if slot.kind in ("person", "word")]
    wording = solid(source)
    named = solid(given)
    taken = any(slot.role in ("s", "t") and "o" in roles.get(slot.value, ()) for slot in nouns)
    for slot in nouns:
        before = roles.get(slot.value)
        words = said[slot.start : slot.end]
        if before is None:
            yield from _strange(slot, words, wording, named)
        elif (
            slot.role in _FITS
            and not before & _FITS[slot.role]
            and (slot.kind == "person" or before <= {"s", "o", "d"})
        ) or (slot.role == "o" and taken and "o" not in before):
            yield Difference("subject", words)


def _strange(slot: Slot, words: str, wording: str, named: str) -> Iterator[Difference]:
    """A noun that the source does not use by itself: a person is never widened (근로자 for 기간제근로자)."""
    if slot.kind == "person":
        if slot.value not in named or slot.value in wording:
            yield Difference("subject", words)
    elif slot.value not in wording and slot.value not in named:
        yield Difference("subject" if slot.role == "s" else "word", words, critical=slot.role == "s")
