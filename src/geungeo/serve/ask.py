"""What happens when someone asks. Read this page first.

question -> understand -> search -> select evidence -> write from excerpts -> check -> answer + citations,
or a hand-off with its reason. Not answering is a return value: whatever breaks on the way ends in a hand-off.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from geungeo import messages
from geungeo.access import Collection
from geungeo.answer import Answered, answer
from geungeo.answer.conflict import conflict
from geungeo.asked_before import Labelled
from geungeo.errors import BadQuestion, GeungeoError, WriterUnavailable
from geungeo.korean.everyday import Dictionary, shipped, speaking
from geungeo.korean.followup import standalone
from geungeo.korean.normalize import has_control, nfc, strip_control
from geungeo.korean.tokenizers import TOKENIZER
from geungeo.ports import Embedder, Inbox, NewHandoff, Reranker, Snapshot, TraceLog, Writer
from geungeo.records import (
    NOBODY,
    AskResult,
    Check,
    Chunk,
    Citation,
    Document,
    Evidence,
    Expansion,
    Hit,
    Reader,
    Reason,
    TraceRow,
    Turn,
)
from geungeo.search.evidence import BARE, NO_COPIES, NOTHING, Rules, Selected, select
from geungeo.search.expansions import expansions
from geungeo.search.links import Places
from geungeo.search.named import named_in
from geungeo.search.query import Query, understand
from geungeo.search.rerank import reranked
from geungeo.search.retrieve import retrieve
from geungeo.search.rewrite import more_words
from geungeo.search.side_index import Like, like
from geungeo.search.wanted import wanted
from geungeo.serve.against import against_words
from geungeo.serve.beginning import beginning
from geungeo.serve.contact import contact_words
from geungeo.serve.outside import outside_words
from geungeo.serve.receipts import hashed, new_receipt
from geungeo.thresholds import Thresholds
from geungeo.versions import EVER, Decided, as_day, today

log = logging.getLogger(__name__)
Progress = Callable[[str], None]
CollectionOf = Callable[[Document], Collection | None]
_LABELS_SHOWN = 3


class Scoped(Protocol):
    def __call__(self, reader: Reader, day: str | None = None, collection: str | None = None, /) -> Snapshot: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """question_chars: longest question taken. candidates: per ranking. excerpts: slots for the writer. reranked: of
    the candidates, how many first ones a reranker orders."""

    question_chars: int
    candidates: int
    excerpts: int
    reranked: int = 0


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything one question is answered with; wiring.py puts it together. Without an inbox nothing is filed.

    snapshot: the newest commit, holding only what this reader may read, what is in force that day and what is in the
    collection (serve.access); raises SettingError when the rules of access can't be read. today: the day that it is,
    ISO. decided: what operators decided on versions. copies: of what such a snapshot holds, key of each document that
    is a copy -> title of the one that speaks for it. collection: the rules of now that tell the one
    a document belongs to, with its contact.
    collections: title by name of those of which a reader may read something. allows_draft: whether a document may be
    evidence though AI drafted it. contact: whom to turn to where no collection names one; "" is nobody. traces: where
    each question is kept. words: everyday and rule words. questions: those for which people named the clause.
    rewriter: asked for more words, where operators want that. reranker: gives the first candidates another order. slots: the rules by which excerpts are selected.
    """

    snapshot: Scoped
    embedder: Embedder | None
    writer: Writer
    inbox: Inbox | None
    thresholds: Callable[[], Thresholds]
    limits: Limits
    slots: Rules = BARE
    copies: Callable[[Reader, Snapshot, str | None], Mapping[str, str]] = lambda reader, held, collection: NO_COPIES
    collection: Callable[[], CollectionOf] = lambda: lambda document: None
    contact: str = ""
    traces: TraceLog | None = None
    today: Callable[[], str] = today
    decided: Callable[[], Decided] = Decided
    collections: Callable[[Reader], Mapping[str, str]] = lambda reader: {}
    allows_draft: Callable[[Document], bool] = lambda document: False
    tokenizer: str = TOKENIZER  # of the index
    words: Callable[[], Dictionary] = shipped
    questions: Callable[[], Sequence[Labelled]] = tuple
    rewriter: Writer | None = None
    reranker: Reranker | None = None
    anonymous: bool = False  # rights hold, but neither ticket nor trace keeps a name


@dataclass(slots=True)
class Trace:
    """What is known so far of one question; grows stage by stage and ends in an AskResult."""

    question: str
    progress: Progress
    reader: Reader
    as_of: str = ""
    scope: str | None = None  # the collection that was asked; None is everything
    history: Sequence[Turn] = ()
    alone: str = ""  # the question as it stands alone, where it leans on earlier ones
    query: Query | None = None
    alike: list[Like] = field(default_factory=list)
    outside: str = (
        ""  # of a hand-off not_in_force or conflict: what holds on which days, or who says what, as a sentence
    )
    trace_id: str = field(default_factory=lambda: uuid.uuid4().hex[:16])
    commit: str = ""
    selected: Selected = NOTHING
    collection: Collection | None = None
    receipt: str | None = None
    answered: Answered | None = None
    citations: tuple[Citation, ...] = ()  # of a verified answer, with what must be known of each
    notes: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)

    def stage(self, name: str) -> None:
        """Tell that `name` begins; `timings[name]` is when, in seconds since the question came."""
        self.timings[name] = self.seconds()
        self.progress(name)

    def seconds(self) -> float:
        return round(time.perf_counter() - self.started, 4)


def ask(
    question: str,
    desk: Desk,
    progress: Progress = lambda stage: None,
    reader: Reader = NOBODY,
    as_of: str | None = None,
    collection: str | None = None,
    history: Sequence[Turn] = (),
) -> AskResult:
    """The answer with its citations, or a hand-off with its reason; from what `reader` may read.

    as_of: the day whose rules are asked, ISO; None is today. collection: only its documents are looked at; None is all.
    history: earlier questions of the conversation, oldest first; they may lend this one its nouns, and are no evidence.
    Raises BadQuestion for an empty or over-long question, a day that is none, or a collection that this reader does not
    know: that is the asker's to mend, and no hand-off.
    """
    day = desk.today() if as_of is None else as_day(as_of)
    if day is None:
        raise BadQuestion(messages.AS_OF_SHAPE.format(value=as_of))
    text = clean(question, desk.limits.question_chars)
    trace = Trace(text, progress, reader, as_of=day, scope=collection, history=history)
    if has_control(nfc(question)):
        trace.notes.append(messages.NOTE_CONTROL)
    try:
        reason = _attempt(trace, desk)
    except BadQuestion:
        raise
    except Exception as error:  # noqa: BLE001  _logged logs it with its stack
        _logged(trace, error)
        trace.notes.append(_shown(messages.NOTE_FAILED, error, trace.reader))
        reason = "unavailable"
    result = _handed_off(trace, reason, desk) if reason else _answered(trace)
    _keep(result, trace, desk)
    return result


def clean(question: str, limit: int) -> str:
    """The question in NFC, without control characters. Raises BadQuestion."""
    text = strip_control(nfc(question)).strip()
    if not text:
        raise BadQuestion(messages.QUESTION_EMPTY)
    if len(text) > limit:
        raise BadQuestion(messages.QUESTION_TOO_LONG.format(length=len(text), limit=limit))
    return text


def _attempt(trace: Trace, desk: Desk) -> Reason | None:
    """The pipeline; returns why it stopped, or None with a verified answer in the trace."""
    if trace.scope is not None:
        _every(desk, trace)  # a collection that is none is refused before anything is told
    trace.stage("understand")
    thresholds = desk.thresholds()
    snapshot = desk.snapshot(trace.reader, trace.as_of, trace.scope)
    trace.commit = snapshot.commit
    trace.query = query = _understood(trace, snapshot, desk)
    if (
        not snapshot.chunks and not _every(desk, trace).chunks and trace.reader.role == "operator"
    ):  # others see no rule: why is not for them to know
        trace.notes.append(messages.NOTE_INDEX_EMPTY)
        return "unavailable"

    trace.stage("search")
    hits = _reranked(query, _search(query, snapshot, thresholds, trace, desk), snapshot, trace, desk)
    trace.selected = _selected(query, hits, snapshot, thresholds, trace, desk)
    trace.collection = _collection(trace.selected, snapshot, desk) or _asked(trace, desk)
    if thresholds.relevance is None:
        trace.notes.append(messages.NOTE_UNCALIBRATED)
        return "uncalibrated"
    top_score = trace.selected.top_score
    if top_score < thresholds.relevance or not trace.selected.excerpts:
        trace.notes.append(messages.NOTE_BELOW.format(top_score=top_score, threshold=thresholds.relevance))
        return _outside(query, hits, thresholds, trace, desk) or "no_relevant_policy"

    trace.stage("write")
    try:
        with speaking(query.speech_in({excerpt.chunk.key for excerpt in trace.selected.excerpts})):
            trace.answered = answer(query.text, trace.selected.excerpts, desk.writer, thresholds.grounded)
    except GeungeoError as error:
        trace.notes.append(_shown(messages.NOTE_WRITER_FAILED, error, trace.reader))
        return "unavailable"
    trace.stage("check")
    trace.notes.extend(trace.answered.notes)
    if trace.answered.verified and _against(query, snapshot, trace):
        return "conflict"
    if trace.answered.verified:
        trace.citations = beginning(trace.answered.citations, snapshot, trace.as_of)
        trace.notes.extend(dict.fromkeys(citation.note for citation in trace.citations if citation.note))
        return None
    return _outside(query, hits, thresholds, trace, desk) or "answer_unverified"


def _against(query: Query, snapshot: Snapshot, trace: Trace) -> bool:
    """Whether another document says otherwise; the words for it are in the trace then."""
    assert trace.answered is not None
    with speaking(query.speech):
        found = conflict(query.text, trace.answered.citations, trace.selected.excerpts)
    if found is None:
        return False
    own, other = ((side, snapshot.documents[side.chunk.key]) for side in found)
    trace.outside = against_words(own, other)
    trace.notes.append(trace.outside)
    return True


def _understood(trace: Trace, snapshot: Snapshot, desk: Desk) -> Query:
    """The question that stands alone, in the words of the house; what became of it is said."""
    trace.alone = standalone(trace.question, trace.history) or ""
    question = trace.alone or trace.question
    more: tuple[str, ...] = ()
    if desk.rewriter:
        try:
            more = more_words(question, desk.rewriter)
        except GeungeoError as error:
            trace.notes.append(_shown(messages.NOTE_REWRITER_FAILED, error, trace.reader))
    query = understand(question, desk.tokenizer, desk.words(), snapshot, named_in(snapshot), more)
    if query.text != trace.question:
        trace.notes.append(messages.NOTE_UNDERSTOOD.format(question=query.text))
    return query


def _outside(query: Query, hits: list[Hit], thresholds: Thresholds, trace: Trace, desk: Desk) -> Reason | None:
    """not_in_force when a version that does not hold that day bears more on the question than all that do."""
    assert thresholds.relevance is not None
    every = _every(desk, trace)
    held = desk.snapshot(trace.reader, trace.as_of, trace.scope).documents
    if len(held) == len(every.documents):
        return None
    found = _search(query, every, thresholds, trace, desk, hits)
    best = select(found, every.chunks, 1, allowed=admitted(every, desk))
    if not best.excerpts or best.top_score < thresholds.relevance or best.top_score <= trace.selected.top_score:
        return None
    chunk = best.excerpts[0].chunk
    document = every.documents[chunk.key]
    if chunk.key in held:
        return None
    same = [other for other in every.documents.values() if other.doc_id == document.doc_id]
    trace.outside = outside_words(document, same, trace.as_of, desk.decided())
    trace.notes.append(messages.NOTE_NOT_IN_FORCE.format(label=chunk.label, why=trace.outside))
    trace.collection = trace.collection or desk.collection()(document)
    return "not_in_force"


def _every(desk: Desk, trace: Trace) -> Snapshot:
    """All versions that this reader may read of what was asked."""
    return desk.snapshot(trace.reader, EVER, trace.scope)


def admitted(snapshot: Snapshot, desk: Desk) -> Callable[[Chunk], bool]:
    """Whether a chunk of a document that AI drafted may be a ground."""

    def allowed(chunk: Chunk) -> bool:
        document = snapshot.documents.get(chunk.key)
        return document is not None and desk.allows_draft(document)

    return allowed


def _search(
    query: Query, snapshot: Snapshot, thresholds: Thresholds, trace: Trace, desk: Desk, known: Sequence[Hit] = ()
) -> list[Hit]:
    """Candidates by words and meaning; by words alone when the embedder is down, and that is said. known: as of
    `retrieve`."""
    trace.alike = like(query, desk.questions(), snapshot, desk.limits.candidates)
    alike = [one.chunk_id for one in trace.alike]
    try:
        return retrieve(query, snapshot, desk.embedder, thresholds, desk.limits.candidates, alike, known)
    except GeungeoError as error:
        if desk.embedder is None:
            raise
        trace.notes.append(_shown(messages.NOTE_EMBEDDER_FAILED, error, trace.reader))
        return retrieve(query, snapshot, None, thresholds, desk.limits.candidates, alike, known)


def _reranked(query: Query, hits: list[Hit], snapshot: Snapshot, trace: Trace, desk: Desk) -> list[Hit]:
    """In the reranker's order, where there is one; in the fused one when it is down, and that is said."""
    if desk.reranker is None:
        return hits
    trace.timings["rerank"] = trace.seconds()
    try:
        return reranked(query.text, hits, snapshot.chunks, desk.reranker, desk.limits.reranked)
    except GeungeoError as error:
        trace.notes.append(_shown(messages.NOTE_RERANKER_FAILED, error, trace.reader))
        return hits


def _selected(
    query: Query, hits: list[Hit], snapshot: Snapshot, thresholds: Thresholds, trace: Trace, desk: Desk
) -> Selected:
    selected = select(
        hits,
        snapshot.chunks,
        desk.limits.excerpts,
        desk.slots,
        wanted(query.text, (snapshot.chunks[hit.chunk_id] for hit in hits)),
        desk.copies(trace.reader, snapshot, trace.scope),
        admitted(snapshot, desk),
        thresholds.relevance,
        _own_rules(hits, snapshot, desk),
        Places(snapshot),
    )
    if selected.fell_back:
        trace.notes.append(messages.NOTE_FELL_BACK)
    return selected


def _own_rules(hits: list[Hit], snapshot: Snapshot, desk: Desk) -> dict[str, Rules]:
    """By the key of the document, where its collection has rules of its own."""
    keys = {snapshot.chunks[hit.chunk_id].key for hit in hits}
    collection_of = desk.collection()
    held = {key: collection_of(snapshot.documents[key]) for key in keys if key in snapshot.documents}
    return {key: replace(desk.slots, **dict(one.slots)) for key, one in held.items() if one and one.slots}


def _answered(trace: Trace) -> AskResult:
    answered = trace.answered
    assert answered is not None
    return replace(
        _result(trace),
        answer=answered.text,
        citations=trace.citations,
        cited=answered.cited,
        timings=_final(trace),
    )


def _handed_off(trace: Trace, reason: Reason, desk: Desk) -> AskResult:
    result = _result(trace)
    ticket = _filed(result, reason, trace, desk) if desk.inbox else None
    named = trace.collection.contact if trace.collection else ""
    contact = contact_words(named or desk.contact, filed=ticket is not None) if desk.inbox else ""
    words = handoff_words(
        reason, result.failed, trace.selected.ledger, ticket, desk.inbox is not None, contact, trace.outside
    )
    return replace(
        result,
        route="handoff",
        reason=reason,
        answer=words,
        notes=tuple(trace.notes),
        ticket=ticket,
        receipt=trace.receipt if ticket is not None else None,
        contact=contact,
        timings=_final(trace),
    )


def _filed(result: AskResult, reason: Reason, trace: Trace, desk: Desk) -> int | None:
    """The ticket; None, and a note, when the inbox did not take it. Without a name it gets a receipt."""
    assert desk.inbox is not None
    asker = "" if desk.anonymous else trace.reader.user
    trace.receipt = None if asker else new_receipt()
    new = NewHandoff(
        f"{trace.alone} ({trace.question})" if trace.alone else trace.question,
        reason,
        result.top_score,
        result.draft,
        result.failed,
        result.evidence,
        trace.trace_id,
        asker=asker,
        groups=trace.reader.groups,
        collection=trace.collection.name if trace.collection else "",
        receipt=hashed(trace.receipt) if trace.receipt else "",
    )
    try:
        return desk.inbox.add(new)
    except Exception as error:  # noqa: BLE001  _logged logs it with its stack
        _logged(trace, error)
        trace.notes.append(_shown(messages.NOTE_INBOX_FAILED, error, trace.reader))
        return None


def handoff_words(
    reason: Reason,
    failed: tuple[str, ...],
    ledger: tuple[Evidence, ...],
    ticket: int | None,
    filing: bool = True,
    contact: str = "",
    outside: str = "",
) -> str:
    """What the employee reads: why, what was looked at, whether a person has the question now, and whom else to ask.

    contact: a sentence of contact_words. outside: of outside_words or against_words.
    """
    silent = failed == ("found_in_policies",)
    why = outside or (messages.HANDOFF_SILENT if silent else messages.HANDOFF[reason])
    labels = list(dict.fromkeys(row.label for row in ledger))[:_LABELS_SHOWN]
    looked_at = messages.LOOKED_AT.format(labels=", ".join(labels)) if labels else messages.LOOKED_AT_NOTHING
    if not filing:
        return f"{why} {looked_at}"
    where = messages.TICKET.format(ticket=ticket) if ticket is not None else messages.NOT_FILED
    return f"{why} {looked_at} {where} {contact}".rstrip()


def _result(trace: Trace) -> AskResult:
    """What both routes share."""
    answered = trace.answered
    checks: tuple[Check, ...] = answered.checks if answered else ()
    return AskResult(
        question=trace.question,
        route="auto_answer",
        reason=None,
        answer="",
        draft=(answered.draft.text or None) if answered else None,
        citations=(),
        sources=tuple(excerpt.number for excerpt in trace.selected.excerpts) if answered else (),
        cited=(),
        top_score=trace.selected.top_score,
        checks=checks,
        failed=answered.failed if answered else (),
        evidence=trace.selected.ledger,
        notes=tuple(trace.notes),
        timings={},
        trace_id=trace.trace_id,
        commit=trace.commit,
        model=answered.draft.model if answered else "",
        as_of=trace.as_of,
        collection=trace.scope or "",
        understood=trace.query.text if trace.query and trace.query.text != trace.question else "",
        expansions=_expansions(trace),
    )


def _expansions(trace: Trace) -> tuple[Expansion, ...]:
    if trace.query is None:
        return ()
    excerpts = trace.selected.excerpts
    leant = [Expansion("history", trace.question, trace.alone, 1.0)] if trace.alone else []
    return (*leant, *expansions(trace.query, trace.alike, excerpts))


def _final(trace: Trace) -> dict[str, float]:
    return {**trace.timings, "total": trace.seconds()}


def _logged(trace: Trace, error: Exception) -> None:
    """What was foreseen is a line; anything else is logged with its stack."""
    log.error("trace %s: %s", trace.trace_id, error, exc_info=not isinstance(error, GeungeoError))


def _shown(template: str, error: Exception, reader: Reader) -> str:
    """A GeungeoError is written for whoever runs the house: it may name rules, folders and addresses, which others
    don't read. Any other error shows its kind only, never paths or secrets."""
    if not isinstance(error, GeungeoError):
        return template.format(error=type(error).__name__)
    open_to_all = reader.role == "operator" or isinstance(error, WriterUnavailable)
    return template.format(error=error if open_to_all else messages.NOTE_FOR_OPERATOR)


def _collection(selected: Selected, snapshot: Snapshot, desk: Desk) -> Collection | None:
    """Where the best excerpt lies: whose question this is, as far as one can tell."""
    documents = (snapshot.documents.get(excerpt.chunk.key) for excerpt in selected.excerpts[:1])
    collection_of = desk.collection()
    return next((collection_of(document) for document in documents if document), None)


def _asked(trace: Trace, desk: Desk) -> Collection | None:
    """The collection that was asked, with its contact."""
    if trace.scope is None:
        return None
    found = map(desk.collection(), _every(desk, trace).documents.values())
    return next((each for each in found if each and each.name == nfc(trace.scope).strip()), None)


def _keep(result: AskResult, trace: Trace, desk: Desk) -> None:
    """The question for the operator's eyes. What was answered stays answered when it can't be kept."""
    if desk.traces is None:
        return
    row = TraceRow(
        trace_id=result.trace_id,
        created_at=datetime.now().astimezone().isoformat(timespec="seconds"),
        user="" if desk.anonymous else trace.reader.user,
        question=result.question,
        route=result.route,
        reason=result.reason,
        answer=result.answer,
        draft=result.draft,
        citations=result.citations,
        checks=result.checks,
        evidence=result.evidence,
        top_score=result.top_score,
        ticket=result.ticket,
        total_seconds=result.timings["total"],
        commit=result.commit,
        model=result.model,
    )
    try:
        desk.traces.add(row)
    except Exception as error:  # noqa: BLE001  _logged logs it with its stack
        _logged(trace, error)
