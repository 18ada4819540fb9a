"""retention, forget, audit, trace, backup, restore: what is kept, for how long, and where else."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON, LIMIT, LOCK_WAIT
from geungeo.errors import GeungeoError, UnknownTrace
from geungeo.ops.restore import restore as put_back
from geungeo.ops.retention import Removed
from geungeo.ops.retention import forget as leave
from geungeo.records import TraceRow

DRY = click.option("--dry-run", "dry", is_flag=True, help=messages.CLI_DRY_RUN)


@click.command(help=messages.CLI_RETENTION)
@DRY
@JSON
@click.pass_obj
def retention(workspace: Path, dry: bool, as_json: bool) -> None:
    found = wiring.retention(workspace)
    removed = found.run(date.today(), getpass.getuser(), dry)
    if as_json:
        show.as_json(
            {"days": dict(found.days), "removed": dict(removed.counts), "waiting": removed.waiting, "dry": dry}
        )
        return
    for kind, days in found.days.items():
        kept = messages.KEPT_DAYS.format(days=days) if days else messages.KEPT_FOR_EVER
        click.echo(f"{messages.KEPT_KINDS[kind]}: {kept}")
    _tell(removed, dry)


@click.command(help=messages.CLI_FORGET)
@click.argument("user")
@DRY
@JSON
@click.pass_obj
def forget(workspace: Path, user: str, dry: bool, as_json: bool) -> None:
    removed = leave(user, wiring.keeping(workspace), wiring.deeds(workspace), getpass.getuser(), dry)
    named = wiring.rules_naming(workspace, user)
    if as_json:
        show.as_json({"removed": dict(removed.counts), "named_in": named, "gone": removed.gone, "dry": dry})
        return
    _tell(removed, dry)
    if named:
        click.echo(messages.FORGET_RULES.format(files=", ".join(named)))
    click.echo(messages.FORGET_BACKUPS, err=True)


def _tell(removed: Removed, dry: bool) -> None:
    click.echo(_told(removed.counts, messages.WOULD_REMOVE if dry else messages.REMOVED))
    if removed.waiting:
        click.echo(messages.KEPT_WAITING.format(count=removed.waiting))
    if not removed.gone:
        click.echo(messages.NOT_SCRUBBED, err=True)


def _told(counts: Mapping[str, int], words: str) -> str:
    if not counts:
        return messages.REMOVED_NOTHING
    return words.format(what=", ".join(f"{messages.KEPT_KINDS[kind]} {count:,}" for kind, count in counts.items()))


@click.command(help=messages.CLI_AUDIT)
@LIMIT
@JSON
@click.pass_obj
def audit(workspace: Path, limit: int, as_json: bool) -> None:
    deeds = wiring.deeds(workspace).list(limit)
    if as_json:
        show.as_json(deeds)
        return
    if not deeds:
        click.echo(messages.AUDIT_EMPTY)
    for one in deeds:
        detail = ", ".join(f"{name}={value}" for name, value in one.detail.items())
        click.echo(f"{one.created_at}  {one.who}  {one.deed}  {one.subject}  {detail}".rstrip())


@click.command(help=messages.CLI_TRACE)
@click.argument("trace_id", required=False)
@LIMIT
@JSON
@click.pass_obj
def trace(workspace: Path, trace_id: str | None, limit: int, as_json: bool) -> None:
    kept = wiring.kept(workspace)
    if trace_id is None:
        rows = kept.newest(limit)
        if as_json:
            show.as_json(rows)
        for one in () if as_json else rows:
            click.echo(f"{one.trace_id}  {one.created_at}  {one.reason or one.route}  {one.question}")
        return
    row = kept.get(trace_id)
    if row is None:
        raise UnknownTrace(messages.TRACE_UNKNOWN)
    if as_json:
        show.as_json(row)
    else:
        _show_trace(row)


def _show_trace(row: TraceRow) -> None:
    click.echo(
        messages.TRACE_HEAD.format(trace_id=row.trace_id, at=row.created_at, user=row.user or "-", model=row.model)
    )
    click.echo(messages.TRACE_SAID.format(question=row.question, answer=row.answer))
    if row.draft:
        click.echo(messages.TRACE_DRAFT.format(draft=row.draft))
    for citation in row.citations:
        click.echo(f"  [{citation.number}] {citation.label}: “{citation.quote}”")
    show.checks(row.checks)
    for evidence in row.evidence:
        click.echo(f"  {evidence.relevance:.3f}  {evidence.label} — {evidence.why}")


@click.command(help=messages.CLI_BACKUP)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@JSON
@click.pass_obj
def backup(workspace: Path, file: Path, as_json: bool) -> None:
    made = wiring.backup(workspace, file)
    if as_json:
        show.as_json({"file": str(made.path), "files": made.files, "bytes": made.bytes, "docs": made.docs})
        return
    click.echo(messages.BACKUP_DONE.format(file=made.path, files=made.files, megabytes=made.bytes / 2**20))
    if made.docs == "outside":
        click.echo(messages.BACKUP_DOCS_OUTSIDE)
    click.echo(messages.BACKUP_SECRETS, err=True)


@click.command(help=messages.CLI_RESTORE)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), required=True, help=messages.CLI_INTO)
@click.option("--replace", is_flag=True, help=messages.CLI_RESTORE_REPLACE)
@LOCK_WAIT
@JSON
def restore(file: Path, into: Path, replace: bool, lock_wait: float, as_json: bool) -> None:
    made = put_back(file, into, replace, lock_wait)
    try:
        commit = wiring.new_index(into)
    except GeungeoError as error:
        raise type(error)(messages.RESTORE_NO_INDEX.format(folder=into, error=error)) from error
    if as_json:
        before = str(made.before) if made.before else None
        show.as_json({"files": made.files, "made_at": made.made_at, "before": before, "commit": commit})
        return
    click.echo(messages.RESTORE_DONE.format(folder=into, made_at=made.made_at, files=made.files, commit=commit))
    if made.before:
        click.echo(messages.RESTORE_BEFORE.format(before=made.before))
    if made.docs == "outside":
        click.echo(messages.BACKUP_DOCS_OUTSIDE)
