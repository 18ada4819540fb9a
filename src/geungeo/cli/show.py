"""Results as a person reads them in a terminal, and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import click

from geungeo import messages
from geungeo.korean.normalize import squeeze
from geungeo.ports import Judged
from geungeo.records import AskResult, Check, Expansion, Handoff, Message, to_json
from geungeo.serve.gaps import Gap, Gaps
from geungeo.serve.grounds import Ground
from geungeo.serve.inbox import Found
from geungeo.serve.pace import Pace
from geungeo.serve.tickets import Ticket

_QUESTIONS_SHOWN = 5


def as_json(value: Any) -> None:
    click.echo(json.dumps(to_json(value), ensure_ascii=False, indent=2))


def result(outcome: AskResult) -> None:
    """Answer and its grounds; on a hand-off the words say what was looked at."""
    mark = messages.ANSWERED if outcome.route == "auto_answer" else messages.HANDED_OFF
    click.echo(f"{mark} {outcome.answer}")
    for citation in outcome.citations:
        since = messages.EFFECTIVE.format(day=citation.effective_at) if citation.effective_at else ""
        drafted = messages.AI_DRAFT if citation.origin == "ai-draft" else ""
        click.echo(f"  [{citation.number}] {citation.label}{since}{drafted}: “{citation.quote}”")
        if citation.note:
            click.echo(f"      ※ {citation.note}")
    if outcome.receipt:
        click.echo(messages.RECEIPT.format(ticket=outcome.ticket, receipt=outcome.receipt))
    for note in outcome.notes:
        click.echo(f"({note})", err=True)


def ledger(outcome: AskResult) -> None:
    """Every candidate with its scores and why it was kept or dropped, then the checks."""
    result(outcome)
    click.echo(messages.LEDGER_HEAD.format(top_score=outcome.top_score, commit=outcome.commit, as_of=outcome.as_of))
    for row in outcome.evidence:
        mark = f"[{row.number}]" if row.number else " - "
        click.echo(
            f"{mark:>4} {row.relevance:.3f}  {messages.LEDGER_SCORES.format(**_scores(row.lexical, row.similarity))}"
            f"  {row.label} — {row.why}"
        )
        click.echo(f"       {row.excerpt}")
    expansions(outcome.expansions)
    checks(outcome.checks)
    click.echo(_timings(outcome))


def compared(one: AskResult, other: AskResult, stated: str, against: str) -> None:
    """Two outcomes of one question side by side: each answer, then every candidate with its place in both."""
    for name, outcome in (("A", one), ("B", other)):
        click.echo(messages.COMPARED_HEAD.format(name=name, settings=stated if name == "A" else f"{stated} {against}"))
        result(outcome)
        click.echo(messages.COMPARED_TOLD.format(score=outcome.top_score, timings=_timings(outcome)))
    rows = {row.chunk_id: row for row in (*other.evidence, *one.evidence)}
    places = [{row.chunk_id: row for row in outcome.evidence} for outcome in (one, other)]
    ordered = dict.fromkeys(row.chunk_id for row in (*one.evidence, *other.evidence))
    click.echo(f"{'A':>5}{'B':>5}")
    for chunk_id in ordered:
        both = [each.get(chunk_id) for each in places]
        marks = "".join(f"{f'[{row.number}]' if row and row.number else '-':>5}" for row in both)
        click.echo(f"{marks} {rows[chunk_id].relevance:.3f}  {rows[chunk_id].label}")
        whys = [row.why if row else messages.COMPARED_ABSENT for row in both]
        for name, why in zip("AB", whys, strict=True) if whys[0] != whys[1] else (("A=B", whys[0]),):
            click.echo(f"            {name}: {why}")


def _timings(outcome: AskResult) -> str:
    return " · ".join(f"{stage} {seconds * 1000:.0f} ms" for stage, seconds in outcome.timings.items())


def expansions(found: Sequence[Expansion]) -> None:
    """What was looked for beside the question's own words; the useful ones first."""
    for one in sorted(found, key=lambda one: not one.brought):
        source = messages.EXPANSION_SOURCES[one.source]
        row = {"source": source, "said": one.said, "became": one.became, "weight": one.weight}
        click.echo(messages.LEDGER_EXPANSION.format(**row, count=len(one.brought)))


def _scores(lexical: float | None, similarity: float | None) -> dict[str, str]:
    return {
        "lexical": "-" if lexical is None else f"{lexical:.1f}",
        "similarity": "-" if similarity is None else f"{similarity:.3f}",
    }


def handoffs(rows: Sequence[Handoff], whole: bool = False) -> None:
    """A line a hand-off, newest first; whole: with its draft, failed checks and what was looked at."""
    if not rows:
        click.echo(messages.INBOX_EMPTY)
    for row in rows:
        click.echo(f"#{row.ticket}  {row.created_at}  {row.reason}  {row.top_score:.2f}  {row.question}")
        if whole:
            click.echo(messages.INBOX_DRAFT.format(draft=row.draft or "-", failed=", ".join(row.failed) or "-"))
            for candidate in row.evidence:
                click.echo(f"  {candidate.relevance:.3f}  {candidate.label} — {candidate.why}")


def said(rows: Sequence[Message]) -> None:
    """What was said under a ticket, with its grounds."""
    for row in rows:
        click.echo(messages.INBOX_MESSAGE.format(at=row.created_at, author=row.author or row.role, text=row.text))
        for ground in row.citations:
            click.echo(messages.INBOX_GROUND.format(number=ground.number, label=ground.label, quote=ground.quote))


def tickets(found: Sequence[Ticket]) -> None:
    """A line a ticket, as its asker sees it."""
    if not found:
        click.echo(messages.PAGE["mine_none"])
    for row in found:
        click.echo(f"#{row.ticket}  {row.updated_at}  {messages.PAGE[f'ticket_{row.status}']}  {row.question}")


def ticket(found: Ticket) -> None:
    """With what was said, and each reply's grounds as far as its asker may read them now."""
    tickets([found])
    for row in found.said:
        who = f"{messages.PAGE['ticket_reply']} {row.author}".strip() if row.role == "operator" else ""
        who = who or messages.PAGE["ticket_me"]
        click.echo(messages.INBOX_MESSAGE.format(at=row.created_at, author=who, text=row.text))
        for ground in row.grounds:
            click.echo(_ground(ground))


def _ground(ground: Ground) -> str:
    if ground.state == "current" and ground.citation:
        label, quote = ground.citation.label, ground.citation.quote
        return messages.INBOX_GROUND.format(number=ground.number, label=label, quote=quote)
    label = f"{ground.citation.label}: " if ground.citation else ""
    return f"    [{ground.number}] {label}{messages.PAGE[f'ground_{ground.state}']}"


def clauses(found: Sequence[Found]) -> None:
    """Clauses to answer with, best first; those that the asker may not read are marked."""
    if not found:
        click.echo(messages.INBOX_FOUND_NOTHING)
    for one in found:
        chunk, mark = one.chunk, " " if one.readable else "✗"
        row = {"mark": mark, "chunk_id": chunk.chunk_id, "score": one.score, "label": chunk.label}
        click.echo(messages.INBOX_FOUND.format(**row, text=squeeze(chunk.text)))
        if not one.readable:
            click.echo(f"      ({messages.INBOX_UNREADABLE})")


def gaps(found: Gaps) -> None:
    """Missing rules, then unclear ones, each with its questions; troubles last."""
    if not (found.missing or found.unclear or found.technical):
        click.echo(messages.GAPS_NONE)
    for kind, rows in (("missing", found.missing), ("unclear", found.unclear)):
        if rows:
            click.echo(f"[{messages.GAP_KINDS[kind]}]")
        for gap in rows:
            _gap(gap)
    if found.technical:
        click.echo(f"[{messages.GAP_TROUBLES}]")
    for trouble in found.technical:
        named = {"reason": messages.REASONS[trouble.reason], "count": trouble.count}
        click.echo(messages.GAP_TROUBLE.format(**named, first=trouble.first[:10], last=trouble.last[:10]))


def _gap(gap: Gap) -> None:
    dates = {"first": gap.first[:10], "last": gap.last[:10]}
    opened = gap.statuses.get("open", 0)
    click.echo(messages.GAP_ROW.format(title=gap.title, count=gap.count, open=opened, askers=gap.askers, **dates))
    click.echo(f"  {gap.why}")
    for question in gap.questions[:_QUESTIONS_SHOWN]:
        click.echo(f"  #{question.ticket}  {question.question}")
    if len(gap.questions) > _QUESTIONS_SHOWN:
        click.echo(f"  … (+{len(gap.questions) - _QUESTIONS_SHOWN})")
    for name, count in gap.failed.items():
        click.echo(f"  ✗ {messages.CHECKS.get(name, name)}: {count}")


def opinions(found: Sequence[Judged]) -> None:
    """What askers said of their answers, newest first."""
    if not found:
        click.echo(messages.OPINIONS_EMPTY)
    for one in found:
        said, trace = one.feedback, one.trace
        right = messages.OPINION_RIGHT[said.right]
        row = {"number": one.number, "at": said.created_at, "right": right, "user": said.user, "why": said.why}
        click.echo(messages.OPINION_ROW.format(**row).rstrip())
        about = {"question": trace.question, "answer": trace.answer} if trace else {}
        gone = dict.fromkeys(("question", "answer"), messages.OPINION_GONE)
        click.echo(messages.OPINION_ABOUT.format(**(gone | about), trace_id=said.trace_id))


def as_bytes(file: bytes) -> None:
    """A file as it is, to stdout."""
    click.echo(file, nl=False)


def table(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        shown = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value
        click.echo(f"{name:<16} {shown}")


def checks(found: Sequence[Check]) -> None:
    for check in found:
        click.echo(f"{'✓' if check.passed else '✗'} {check.name}: {check.detail}")


class Bars:
    """A progress bar a stage on stderr; call it with (stage, done, total)."""

    def __init__(self) -> None:
        self._stage = ""
        self._bar: Any = None
        self._done = 0
        self._pace = Pace()

    def __enter__(self) -> Callable[[str, int, int], None]:
        return self._step

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    def _step(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._close()
            label: str = messages.STAGES.get(stage, stage)
            self._stage, self._done = stage, 0
            self._bar = click.progressbar(length=total, label=label, file=sys.stderr)
            self._bar.__enter__()
        per_second, _ = self._pace.step(stage, done, total)  # the bar itself tells the time left
        if per_second and sys.stderr.isatty():  # into a file, each new label would be a line
            self._bar.label = messages.STAGE_PACE.format(stage=messages.STAGES.get(stage, stage), rate=per_second)
        self._bar.length = total
        self._bar.update(done - self._done)
        self._done = done

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
