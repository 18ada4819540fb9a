"""What the rules leave open: hand-offs put together by what they ask about, by code, the same way whatever their order.

Missing (no_relevant_policy, not_in_force): questions that share a word go together. Each question chooses one of its
own words: the most telling one that most others share. The group is named by that word and nothing else, so another
ticket may bring a question to another group, but never gives a group another name; and it moves none that shares no
word with it.
Unclear (answer_unverified, conflict): questions whose best excerpt is the same clause. Uncalibrated and unavailable are troubles
of the machine and are only counted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from geungeo import messages
from geungeo.korean.about import Word, about
from geungeo.korean.normalize import squeeze
from geungeo.korean.private import mask
from geungeo.ports import Asked, Inbox
from geungeo.records import Reason, Status
from geungeo.search.relevance import weight
from geungeo.serve.sheet import lines, sheet

Kind = Literal["missing", "unclear"]
_GROUPED: dict[Reason, Kind] = {
    "no_relevant_policy": "missing",
    "not_in_force": "missing",
    "answer_unverified": "unclear",
    "conflict": "unclear",
}
_SHARED_SHOWN, _DRAFTS_KEPT = 6, 20
# How much more a word counts for telling than for being shared. Chosen on one half of cases/gaps.json.
_TELLING = 2
_ARTICLE = re.compile(r"^(.*?제\s?\d+조(?:의\s?\d+)?)(?![가-힣\d])")
NO_WORD = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One ticket of a gap, its question masked."""

    ticket: int
    question: str
    status: Status
    created_at: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Hand-offs that one rule, or a better wording of one, would have answered.

    key: 'topic:<word>' or 'clause:<collection>/<label>'. why: a sentence. shared: words and how many questions have
    them. askers: different people, those without a name apart in `nameless` (tickets). first, last: ISO times.
    statuses: tickets by status. chunk_id: the clause, of the newest ticket. questions: newest first. drafts: different
    ones, newest first, masked. failed: checks and how often each failed.
    """

    key: str
    kind: Kind
    title: str
    why: str
    shared: tuple[tuple[str, int], ...]
    count: int
    askers: int
    nameless: int
    first: str
    last: str
    statuses: dict[str, int]
    failed: dict[str, int]
    questions: tuple[Question, ...]
    drafts: tuple[str, ...]
    collection: str = ""
    chunk_id: str | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Hand-offs that no rule would mend."""

    reason: Reason
    count: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Gaps:
    """Each list: most tickets first."""

    missing: tuple[Gap, ...]
    unclear: tuple[Gap, ...]
    technical: tuple[Trouble, ...]


def gaps(inbox: Inbox, since: str = "", reasons: Sequence[Reason] = get_args(Reason)) -> Gaps:
    """Of the tickets filed since `since` (an ISO date or time; "": all) for one of these reasons."""
    return grouped(asked for asked in inbox.asked(since=since) if asked.reason in reasons)


def grouped(tickets: Iterable[Asked]) -> Gaps:
    by_reason: dict[Reason, list[Asked]] = defaultdict(list)
    for ticket in _newest(list(tickets)):
        by_reason[ticket.reason].append(ticket)
    technical = [_trouble(reason, rows) for reason, rows in by_reason.items() if reason not in _GROUPED]
    return Gaps(
        _ordered(_by_topic(_newest(by_reason["no_relevant_policy"] + by_reason["not_in_force"]))),
        _ordered(_by_clause(_newest(by_reason["answer_unverified"] + by_reason["conflict"]))),
        tuple(sorted(technical, key=lambda trouble: (-trouble.count, trouble.reason))),
    )


def _newest(tickets: list[Asked]) -> list[Asked]:
    return sorted(tickets, key=lambda asked: -asked.ticket)


def topics(questions: Iterable[str]) -> dict[str, str]:
    """The word each question goes by; NO_WORD for one without any. Equal questions count as one."""
    words = {question: about(question) for question in dict.fromkeys(questions)}
    nouns = {word for found in words.values() for word, how in found.items() if how.noun}
    # A part of a compound is a word where the law or another question has it: 회식 of 회식비, but not 서비 of 도서비.
    words = {q: {w: how for w, how in found.items() if w in nouns or weight(w) < 1} for q, found in words.items()}
    support = Counter(word for found in words.values() for word in found)
    return {question: _chosen(found, support) for question, found in words.items()}


def _chosen(words: Mapping[str, Word], support: Mapping[str, int]) -> str:
    shared = [word for word in words if support[word] > 1]
    if shared:
        return max(shared, key=lambda word: (_telling(word, words) ** _TELLING * (support[word] - 1), word))
    # Alone: its plainest noun, which is what the next question on this matter is likely to share.
    return max(
        words, key=lambda word: (words[word].said == word, -len(word), _telling(word, words), word), default=NO_WORD
    )


def _telling(word: str, words: Mapping[str, Word]) -> float:
    return words[word].nearness * weight(word)


def _by_topic(rows: Sequence[Asked]) -> Iterable[Gap]:
    plain = {row.ticket: _plain(row.question) for row in rows}
    chosen = topics(plain.values())
    groups: dict[str, list[Asked]] = defaultdict(list)
    for row in rows:
        groups[chosen[plain[row.ticket]]].append(row)
    for word, members in groups.items():
        said = Counter(about(q)[word].said for q in {plain[row.ticket] for row in members} if word)
        shared = _most(said)
        why = messages.GAP_WHY_TOPIC if len(members) > 1 else messages.GAP_WHY_ALONE
        told = (word, why) if word else (messages.GAP_NO_WORD, messages.GAP_WHY_NO_WORD)
        yield _gap("missing", f"topic:{word}", *told, shared, members)


def _by_clause(rows: Sequence[Asked]) -> Iterable[Gap]:
    groups: dict[tuple[str, str], list[Asked]] = defaultdict(list)
    for row in rows:
        groups[row.collection, article_of(row.clause[1] if row.clause else "")].append(row)
    for (collection, label), members in groups.items():
        told = (label, messages.GAP_WHY_CLAUSE) if label else (messages.GAP_NO_CLAUSE, messages.GAP_WHY_NO_CLAUSE)
        yield _gap("unclear", f"clause:{collection}/{label}", *told, (), members)


def article_of(label: str) -> str:
    """'취업규칙 제15조의2 제2항' as '취업규칙 제15조의2'; a label without an article as it is."""
    found = _ARTICLE.match(label)
    return found[1] if found else label


def _gap(
    kind: Kind, key: str, title: str, why: str, shared: tuple[tuple[str, int], ...], members: Sequence[Asked]
) -> Gap:
    """members: newest first, not empty."""
    times = [row.created_at for row in members]
    names = {row.asker for row in members if row.asker}
    said = ", ".join(f"{word}({count})" for word, count in shared)
    return Gap(
        key=key,
        kind=kind,
        title=title,
        why=why.format(title=title, count=len(members), shared=said),
        shared=shared,
        count=len(members),
        askers=len(names),
        nameless=sum(not row.asker for row in members),
        first=min(times),
        last=max(times),
        statuses=_counts(row.status for row in members),
        failed=_counts(name for row in members for name in row.failed),
        questions=tuple(Question(row.ticket, _masked(row.question), row.status, row.created_at) for row in members),
        drafts=tuple(dict.fromkeys(_masked(row.draft) for row in members if row.draft))[:_DRAFTS_KEPT],
        collection=members[0].collection,
        chunk_id=members[0].clause[0] if kind == "unclear" and members[0].clause else None,
    )


def _trouble(reason: Reason, rows: Sequence[Asked]) -> Trouble:
    times = [row.created_at for row in rows]
    return Trouble(reason, len(rows), min(times), max(times))


@lru_cache(maxsize=1 << 16)
def _masked(text: str) -> str:
    return mask(text)


def _plain(question: str) -> str:
    """Without what is personal, which names no topic."""
    return squeeze(re.sub(r"\[[^\]]*\]", " ", _masked(question)))


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(_most(Counter(values), None))


def _most(counts: Mapping[str, int], shown: int | None = _SHARED_SHOWN) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))[:shown]


def _ordered(found: Iterable[Gap]) -> tuple[Gap, ...]:
    return tuple(sorted(found, key=lambda gap: (-gap.count, gap.key)))


def gaps_sheet(found: Gaps) -> bytes:
    """A row a gap; troubles last, without questions."""
    rows = [*map(_cells, (*found.missing, *found.unclear))]
    for trouble in found.technical:
        told = (messages.GAP_TROUBLES, messages.REASONS[trouble.reason], "", trouble.count, None, None)
        rows.append((*told, None, None, None, trouble.first, trouble.last))
    return sheet(messages.GAP_COLUMNS, rows)


def _cells(gap: Gap) -> tuple[str | int | None, ...]:
    statuses = gap.statuses
    return (
        messages.GAP_KINDS[gap.kind],
        gap.title,
        gap.why,
        gap.count,
        gap.askers,
        gap.nameless,
        statuses.get("open", 0),
        statuses.get("answered", 0) + statuses.get("seen", 0),
        statuses.get("closed", 0),
        gap.first,
        gap.last,
        lines(question.question for question in gap.questions),
        lines(gap.drafts),
        ", ".join(f"{messages.CHECKS.get(name, name)} {count}" for name, count in gap.failed.items()),
        lines(str(question.ticket) for question in gap.questions),
    )
