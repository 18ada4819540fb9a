"""Frozen values that travel through geungeo. Field meanings follow DESIGN.md, section 3.

Offsets count code points. Dates are ISO strings (2026-11-30). Scores state their range.
"""

from __future__ import annotations

import dataclasses
import hashlib
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Literal

Part = Literal["본칙", "부칙", "별표", "별지", "해설", "기타"]
Origin = Literal["human", "ai-draft"]
Route = Literal["auto_answer", "handoff"]
Reason = Literal["no_relevant_policy", "answer_unverified", "not_in_force", "conflict", "uncalibrated", "unavailable"]
# handoff, further: for operators (a new ticket, the asker's further words). reply: for the asker.
NoticeKind = Literal["handoff", "further", "reply", "test"]
Allow = tuple[tuple[str, ...], ...]
Role = Literal["employee", "operator"]
# open: a person must act. answered: a reply waits for the asker. seen: the asker has read it. closed: done.
Status = Literal["open", "answered", "seen", "closed"]

# What a question of the bank asks for.
QuestionType = Literal["fact", "condition", "procedure", "exception", "amount"]
# judge_error, not_run, truncated: undecided, to be judged again; every other one is a verdict or waits for its first.
PairStatus = Literal["pending", "supported", "rejected", "judge_error", "not_run", "truncated"]
Support = Literal["supported", "contradicted", "unsupported"]

# Why an excerpt comes with another: a 부칙 on it, what it refers to, what it applies with changes (준용).
LinkKind = Literal["", "addendum", "reference", "applied"]

EVERYONE: Allow = (("*",),)
UNVERSIONED = "1"  # version of a document that states neither date nor number


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks or acts. user: "" when nobody is known. An operator reads every document."""

    user: str = ""
    groups: tuple[str, ...] = ()
    role: Role = "employee"

    @property
    def principals(self) -> frozenset[str]:
        """The names under which `allow` may admit this reader."""
        named = {f"user:{self.user}"} if self.user else set()
        return frozenset({"*", *named, *(f"group:{group}" for group in self.groups)})


NOBODY = Reader()


@dataclass(frozen=True, slots=True)
class Document:
    """One rule at one version. `text` is NFC, in reading order.

    Several versions share a doc_id; `key` names one. Which of them holds on a day: geungeo.versions.
    """

    doc_id: str
    title: str
    version: str
    revised_at: str | None
    effective_at: str | None
    number: str | None
    text: str
    source: str
    file: str
    kind: str
    file_hash: str
    origin: Origin = "human"
    collection: str = ""
    allow: Allow = EVERYONE
    meta: dict[str, str] = field(default_factory=dict)  # what its source says of it: space, labels, author, modified
    id_stated: bool = False  # the document itself states its doc_id
    first_seen: str = ""  # day of its first ingest; "" in logs that did not note it
    repealed_at: str | None = None  # the day from which the rule holds no more
    draft: str = ""  # why this is no rule yet, a key of messages.DRAFTS; "" for a rule
    was: tuple[str, ...] = ()  # of an archived version: files that it came from before; what narrows these narrows it
    amendment: str = ""  # the kind of amendment that made this version, one of korean.amendment.KINDS; "" is not told
    names: tuple[tuple[str, str], ...] = ()  # (full, short) that its text gives: korean.definitions
    withdrawn: bool = False  # kept, but of a file that can't be read any more: holds on no day
    sketch: str = ""  # of the text (corpus.sketch); "" in logs that did not note it

    @property
    def key(self) -> str:
        """Names this version among all documents."""
        return version_key(self.doc_id, self.version)


def version_key(doc_id: str, version: str) -> str:
    """The document's id where it states no version."""
    return doc_id if version == UNVERSIONED else f"{doc_id}@{version}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """The piece that is indexed and cited. Always document.text[start:end] == text."""

    chunk_id: str
    content_hash: str
    doc_id: str
    doc: str
    path: tuple[str, ...]
    label: str
    article: str | None
    article_title: str | None
    clause: str | None
    part: Part
    revised_at: str | None
    effective_at: str | None
    lang: str
    text: str
    start: int
    end: int
    source: str
    origin: Origin = "human"
    collection: str = ""
    allow: Allow = EVERYONE
    flags: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()  # of a sheet: the row number of each line of text, 0 for a line that is no row
    version: str = UNVERSIONED
    addenda: tuple[str, ...] = ()  # ids of the 부칙 clauses that say when this one begins or to which cases it applies

    @property
    def key(self) -> str:
        """Of the document's version that it is a piece of."""
        return version_key(self.doc_id, self.version)


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate passage for one question, with every score it got.

    lexical: BM25 (>= 0, only comparable within one query). similarity: cosine in [-1, 1], None without a vector.
    fused: order only. relevance: in [0, 1], comparable between questions. features: what relevance was made of.
    """

    chunk_id: str
    lexical: float | None = None
    similarity: float | None = None
    fused: float = 0.0
    relevance: float = 0.0
    features: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A ledger row: a candidate, its scores, and why it was kept or dropped. number: of the excerpt; several share one
    where documents say the same. of: the number of the excerpt that refers to it."""

    chunk_id: str
    label: str
    kept: bool
    why: str
    number: int | None
    lexical: float | None
    similarity: float | None
    fused: float
    relevance: float
    features: dict[str, float]
    excerpt: str
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A numbered passage that the writer may see; `number` starts at 1. of: the number of the excerpt that refers to
    this one, link: how, at: where in its text; None where it was found for itself. also: the same text in other
    documents, cited with it."""

    number: int
    chunk: Chunk
    of: int | None = None
    link: LinkKind = ""
    at: int | None = None
    also: tuple[Chunk, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a writer wrote: text with [n] markers. `declined` when it says that the excerpts are silent. missing: parts of
    the question that it could not answer, in the question's words."""

    text: str
    declined: bool = False
    model: str = "extractive"
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """Pointer from an answer to a chunk: chunk.text[start:end] == quote."""

    number: int
    chunk_id: str
    label: str
    source: str
    start: int
    end: int
    quote: str
    effective_at: str | None = None
    note: str = ""  # what must be known with it: that it takes effect only later, and by which 부칙
    origin: Origin = "human"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    passed: bool
    detail: str


# Where a word that stands in for one of the question comes from. asked: the question itself.
By = Literal["asked", "dictionary", "spelling", "corpus", "questions", "history", "llm"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of a conversation, and the labels of the clauses that its answer cited."""

    question: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expansion:
    """What search looked for beside the question's own words. said: in the question. became: looked for too, or instead
    where source is spelling or history. weight: in the lexical ranking, 1 is a word of the question. brought: ids of
    excerpts that were found by it.
    """

    source: By
    said: str
    became: str
    weight: float
    brought: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskResult:
    """The outcome of one question. `answer` is what the employee sees on either route."""

    question: str
    route: Route
    reason: Reason | None
    answer: str
    draft: str | None
    citations: tuple[Citation, ...]
    sources: tuple[int, ...]
    cited: tuple[int, ...]
    top_score: float
    checks: tuple[Check, ...]
    failed: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    notes: tuple[str, ...]
    timings: dict[str, float]
    trace_id: str
    commit: str
    model: str
    ticket: int | None = None  # of the hand-off in the inbox; None on an answer, or when the inbox failed
    receipt: str | None = field(default=None, repr=False)  # opens a ticket without a name; told this once, never stored
    contact: str = ""  # of a hand-off: whom to turn to beside the ticket, as a sentence; "" is nobody
    as_of: str = ""  # the day whose rules were asked
    collection: str = ""  # the one that was asked; "" is everything
    understood: str = ""  # the question that was answered, where it is not the one that was asked
    expansions: tuple[Expansion, ...] = ()


@dataclass(frozen=True, slots=True)
class Handoff:
    """A question given to a person. `ticket` is assigned by the inbox."""

    ticket: int
    question: str
    reason: Reason
    top_score: float
    draft: str | None
    failed: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    created_at: str
    trace_id: str
    status: Status = "open"
    asker: str = ""  # user; "" when asked anonymously
    groups: tuple[str, ...] = ()  # of the asker at that time: what a reply may cite
    collection: str = ""
    assignee: str = ""
    updated_at: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One entry under a ticket: an operator's reply with its grounds, or what the asker said further."""

    number: int
    ticket: int
    role: Role
    author: str
    text: str
    citations: tuple[Citation, ...]
    created_at: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """맞아요 (right) or 틀려요 with a reason; stored beside the trace, never changes an answer."""

    trace_id: str
    right: bool
    why: str
    user: str
    created_at: str


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One question as it is kept for the operator: masked, and gone when its days are over."""

    trace_id: str
    created_at: str
    user: str
    question: str
    route: Route
    reason: Reason | None
    answer: str
    draft: str | None
    citations: tuple[Citation, ...]
    checks: tuple[Check, ...]
    evidence: tuple[Evidence, ...]
    top_score: float
    ticket: int | None
    total_seconds: float
    commit: str
    model: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice in the outbox. ticket: None for a test. due_at: None when nobody tries any more. sent_at: with an
    error text beside it there was nothing or nobody to send to. Times: ISO, UTC."""

    number: int
    kind: NoticeKind
    channel: str
    ticket: int | None
    message: int | None
    created_at: str
    due_at: str | None
    attempts: int
    sent_at: str | None
    error: str


@dataclass(frozen=True, slots=True)
class Deed:
    """What an operator did; append-only. subject: 'ticket:12', 'document:취업규칙.hwp', 'token:3'."""

    created_at: str
    who: str
    deed: str
    subject: str
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Token:
    """A key to the house, without its secret. Times: ISO, UTC; revoked_at, used_at: None until it happened."""

    number: int
    user: str
    groups: tuple[str, ...]
    role: Role
    note: str
    created_at: str
    expires_at: str
    revoked_at: str | None = None
    used_at: str | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What a baked answer rests on: the chunk's text[start:end] == quote, and its content_hash as it was then."""

    chunk_id: str
    content_hash: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable unit of an answer. kind: amount, duration, count, date, condition, procedure or other.

    quote: the words of the evidence that decide it, "" where it is silent.
    """

    text: str
    kind: str
    support: Support
    quote: str = ""


@dataclass(frozen=True, slots=True)
class QAPair:
    """A question that was baked from a clause, its answer, and what the gate said of it.

    id: see `pair_id`. evidence: the first is the asked clause. doc, article, clause, revised_at: of that clause.
    verified: None while undecided. ground_score: share of claims supported, in [0, 1]; None before the gate.
    reject_reason: 'critical:amount', 'low_groundedness' ...; "" where not rejected. q_ok: all three before it.
    """

    id: str
    chunk_id: str
    q: str
    a: str
    type: QuestionType
    evidence: tuple[Ground, ...]
    doc: str
    article: str | None
    clause: str | None
    revised_at: str | None
    gen_model: str
    embedding_model: str
    created_at: str
    paraphrases: tuple[str, ...] = ()
    verified: bool | None = None
    status: PairStatus = "pending"
    ground_score: float | None = None
    claims: tuple[Claim, ...] = ()
    reject_reason: str = ""
    judge_model: str = ""
    self_contained: bool | None = None
    natural: bool | None = None
    has_asker: bool | None = None
    q_ok: bool | None = None

    @property
    def covers(self) -> bool:
        """Whether the clause counts as asked: verified, or waiting for its first verdict."""
        return self.status in ("pending", "supported")


def pair_id(chunk_id: str, type: QuestionType, question: str) -> str:
    """16 hex of sha1: the same question of a clause, spaces and the mark at its end aside, is the same pair."""
    normal = " ".join(unicodedata.normalize("NFC", question).rstrip(" ?？.!").split())
    return hashlib.sha1(f"{chunk_id}\n{type}\n{normal}".encode()).hexdigest()[:16]


def to_json(value: Any) -> Any:
    """A record (or a container of records) as plain JSON values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value
