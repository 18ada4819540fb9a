"""The gate's judge without a model: each sentence of an answer must follow from one sentence of its evidence, slot by
slot, and the question must be the one which that sentence answers. What it can't tell it rejects.

It runs on every pair, beside a model's judgement as well; alone, its rows say judge_model=code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from geungeo.gate.answerability import answerability, dangling, refers
from geungeo.gate.spans import evidence, holds, with_lead
from geungeo.korean.agree import Difference, differences
from geungeo.korean.asked import asked, carries
from geungeo.korean.clauses import pieces
from geungeo.korean.normalize import nfc
from geungeo.korean.overlap import solid
from geungeo.korean.sentences import sentences
from geungeo.korean.slots import marked, numbers, people, slots
from geungeo.records import Chunk, Claim, PairStatus, QAPair

CODE = "code"
GROUNDED_MIN = 0.85  # uncalibrated start: share of an answer's words that the evidence must hold

_YES_NO = re.compile(r"\A\s*(?:네|예|응|아니요|아니오|아뇨)(?:[,.!]|\s|\Z)")
_YES = re.compile(r"\A\s*(?:네|예|응)")
_CLAIM_KINDS = {"comparison": "condition", "article": "other", "predicate": "procedure", "word": "other"}
_KNOWN_KINDS = ("amount", "duration", "count", "date")
# Whom a question may name without its clause doing so: the asker.
_ASKERS = frozenset("직원 사원 회사 본인 사람 담당자 누가 누구 자신 우리회사".split())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate says of a pair; goes into its row by `judged`.

    status: supported or rejected by code; a model's judge may also leave judge_error, not_run, truncated. reason:
    'critical:<kind>' (amount, duration, date, count, comparison, polarity, modality, subject, predicate, article),
    'question:<subject|attribute|number|sentence|polarity>', 'self_contained', 'natural', 'has_asker', 'no_claims',
    'no_evidence', 'dangling', 'refers', 'low_groundedness'; "" when supported. words: what decided.
    """

    status: PairStatus
    reason: str = ""
    words: str = ""
    claims: tuple[Claim, ...] = ()
    ground_score: float | None = None
    self_contained: bool | None = None
    natural: bool | None = None
    has_asker: bool | None = None
    judge_model: str = CODE


def judged(pair: QAPair, verdict: Verdict) -> QAPair:
    """The pair's row with the verdict in it; undecided statuses leave `verified` None."""
    all_three = (verdict.self_contained, verdict.natural, verdict.has_asker)
    return replace(
        pair,
        verified={"supported": True, "rejected": False}.get(verdict.status),
        status=verdict.status,
        ground_score=verdict.ground_score,
        claims=verdict.claims,
        reject_reason=verdict.reason,
        judge_model=verdict.judge_model,
        self_contained=verdict.self_contained,
        natural=verdict.natural,
        has_asker=verdict.has_asker,
        q_ok=None if None in all_three else all(all_three),
    )


def judge(pair: QAPair, chunks: Mapping[str, Chunk], grounded_min: float = GROUNDED_MIN) -> Verdict:
    """chunks: at least those of pair.evidence, by id. grounded_min: in [0, 1]. Pure; a few ms a pair."""
    grounds = [(ground, chunks[ground.chunk_id]) for ground in pair.evidence if ground.chunk_id in chunks]
    asks = answerability(pair.q)
    verdict = Verdict("rejected", self_contained=asks.self_contained, natural=asks.natural, has_asker=asks.has_asker)
    if not grounds or len(grounds) < len(pair.evidence) or not all(holds(*one) for one in grounds):
        return replace(verdict, reason="no_evidence")
    if not asks.ok:
        return replace(verdict, reason=asks.failed, words=pair.q)
    if words := dangling(pair.a):
        return replace(verdict, reason="dangling", words=words)
    if refers(pair.a):
        return replace(verdict, reason="refers", words=pair.a)
    return _of_answer(pair, [chunk for _, chunk in grounds], _sources(pair, chunks), verdict, grounded_min)


def _sources(pair: QAPair, chunks: Mapping[str, Chunk]) -> list[str]:
    found = [text for ground in pair.evidence for text in evidence(ground, chunks[ground.chunk_id])]
    return list(dict.fromkeys(found))


def _of_answer(
    pair: QAPair, asked_chunks: Sequence[Chunk], sources: Sequence[str], verdict: Verdict, grounded_min: float
) -> Verdict:
    given = heading(asked_chunks[0])
    judgements = [_judged(said, sources, given, pair.q) for said in _statements(pair.a)]
    if not judgements:
        return replace(verdict, reason="no_claims", words=pair.a)
    claims = tuple(claim for claim, _, _ in judgements)
    score = sum(share for _, share, _ in judgements) / len(judgements)
    verdict = replace(verdict, claims=claims, ground_score=round(score, 4))
    if critical := next((d for _, _, found in judgements for d in found if d.critical), None):
        return replace(verdict, reason=f"critical:{critical.kind}", words=critical.words)
    if score < grounded_min:
        return replace(verdict, reason="low_groundedness")
    if reason := question_fault(pair.q, pair.a, claims[0].quote, asked_chunks[0]):
        return replace(verdict, reason=f"question:{reason}", words=pair.q)
    return replace(verdict, status="supported")


def heading(chunk: Chunk) -> str:
    """What a reader of the clause knows before its first word: the rule, the place, the headings."""
    return "\n".join((chunk.doc, chunk.label, chunk.article_title or "", *chunk.path))


def _statements(answer: str) -> list[str]:
    """The sentences that state something: a bare 네 or 아니요 is none."""
    normal = nfc(answer)
    said = [_YES_NO.sub("", normal[start:end]).strip() for start, end in sentences(normal)]
    return [one for one in said if solid(one) and slots(one)]


def _judged(said: str, sources: Sequence[str], given: str, question: str) -> tuple[Claim, float, list[Difference]]:
    """The claim by the source that differs least from it, the share of its words found there, and what differs."""
    by_source = [(differences(said, source, given, question), source) for source in sources]
    found, source = min(by_source, key=lambda one: (sum(d.critical for d in one[0]), len(one[0])))
    share = 1 - min(1.0, len(found) / max(1, len(slots(said))))
    first = found[0].kind if found else _claimed(said)
    kind = first if first in _KNOWN_KINDS else _CLAIM_KINDS.get(first, "other")
    critical = any(difference.critical for difference in found)
    support = "unsupported" if critical else "supported"
    return Claim(said, kind, support, source.rpartition("\n")[2] if not critical else ""), share, found  # type: ignore[arg-type]


def _claimed(said: str) -> str:
    kinds = [slot.kind for slot in slots(said)]
    return next((kind for kind in _KNOWN_KINDS if kind in kinds), "procedure" if "predicate" in kinds else "other")


# --- The question ------------------------------------------------------------------------------------------------


def question_fault(question: str, answer: str, source: str, chunk: Chunk) -> str:
    """Why `source`, a sentence of `chunk`, is not what `question` asks about; "" when it is.

    subject: the question names people whom neither the sentence, its lead nor the heading names. attribute: what is asked
    for stands in no sentence or not in the answer. number: the question's number is not the sentence's. sentence: another
    sentence of the clause bears more on the question. polarity: 네 or 아니요 against the sentence.
    """
    found = pieces(chunk.text)
    alternatives = [with_lead(piece, found, chunk.text) for piece in found]
    whole = next((text for text in alternatives if text.rpartition("\n")[2] == source), source)
    if any(who not in solid(whole + heading(chunk)) for who in people(question) - _ASKERS):
        return "subject"
    if not _asks_whether(question) and not (carries(asked(question), whole) and _carries_answer(question, answer)):
        return "attribute"
    verb = marked(question)[0]
    if _asks_whether(question) and len(verb) > 1 and verb not in solid(whole) and not verb.endswith(("있", "이")):
        return "attribute"
    there = {value for line in whole.split("\n") for value, _ in numbers(line)}
    if any(value not in there for value, _ in numbers(question)):
        return "number"
    if _better(question, whole, alternatives):
        return "sentence"
    return "polarity" if _wrong_yes(question, answer, whole) else ""


_ASKING = re.compile(
    r"몇|며칠|얼마|언제(?!든|나(?![요?]))|누[가구굴]|어디|무엇|무슨|어떤|어떻게|왜|뭐|뭘|어느|[은는]\s?[?？]?\s*\Z"
)
_WHETHER = re.compile(r"(?:나요|까요|니까|가요|어요|아요|해요|돼요|죠|지요)\s*[?？]?\s*\Z")


def _asks_whether(question: str) -> bool:
    """A question without an asking word: whatever sentence holds its words decides it."""
    return _WHETHER.search(question) is not None and _ASKING.search(question) is None


def _carries_answer(question: str, answer: str) -> bool:
    """A number that was asked for stands in the answer."""
    wanted = asked(question)
    return wanted.kind not in ("count", "amount", "length") or carries(replace(wanted, edge=True), answer)


def _better(question: str, whole: str, alternatives: Sequence[str]) -> bool:
    """Whether another sentence that carries what is asked holds more of the question's words."""
    wanted = asked(question)
    words = [slot.value for slot in slots(question) if slot.kind in ("person", "word", "predicate", "comparison")]
    rivals = [text for text in alternatives if text != whole and carries(wanted, text)]
    return any(_held(words, text) > _held(words, whole) for text in rivals)


def _held(words: Sequence[str], text: str) -> int:
    return len(set(words) & set(_values(text)))


def _values(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        for start, end in sentences(line):
            yield from (slot.value for slot in slots(line[start:end]))


def _wrong_yes(question: str, answer: str, whole: str) -> bool:
    """네 says that the sentence is as the question puts it, 아니요 that it is not."""
    if not _YES_NO.match(answer):
        return False
    denying = ("not", "unable", "forbidden")
    asked_for, said = marked(question)[1], marked(whole.rpartition("\n")[2])[1]
    same = any(mark in asked_for for mark in denying) == any(mark in said for mark in denying)
    return same != (_YES.match(answer) is not None)


def asks_same(question: str, paraphrase: str) -> bool:
    """Whether a paraphrase asks for the same fact of the same people: kind of answer, numbers with their comparison, and
    people are equal (an asker's own word, 직원, aside), and so is whether its verb is denied."""
    one, two = asked(question), asked(paraphrase)
    denied = ["not" in marked(text)[1] or "unable" in marked(text)[1] for text in (question, paraphrase)]
    return (
        (one.kind, one.units) == (two.kind, two.units)
        and numbers(question) == numbers(paraphrase)
        and people(question) - _ASKERS == people(paraphrase) - _ASKERS
        and denied[0] == denied[1]
    )
