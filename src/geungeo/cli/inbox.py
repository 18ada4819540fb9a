"""inbox, gaps, feedback: what was handed to people, what they answer, and what the rules leave open."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import get_args

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.asking import from_stdin
from geungeo.cli.options import JSON, LIMIT, acting
from geungeo.errors import SettingError, WorkspaceError
from geungeo.ports import Wanted
from geungeo.records import Reason, Status
from geungeo.serve.gaps import gaps as found_gaps
from geungeo.serve.gaps import gaps_sheet
from geungeo.serve.inbox import Pick, inbox_sheet
from geungeo.serve.replies import Replies

TICKET = click.argument("ticket", type=click.IntRange(1, 2**53))
CSV = click.option("--csv", "as_csv", is_flag=True, help=messages.CLI_CSV)
REASON = click.Choice(get_args(Reason))


class _Inbox(click.Group):
    """`inbox 12` shows ticket 12, as `inbox show 12` would."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0].isdigit():
            return "show", _show, args
        return super().resolve_command(ctx, args)


@click.group(cls=_Inbox, invoke_without_command=True, subcommand_metavar="[TICKET | COMMAND]", help=messages.CLI_INBOX)
@click.option("--status", type=click.Choice(get_args(Status)), help=messages.CLI_STATUS_FILTER)
@click.option("--reason", type=REASON, help=messages.CLI_REASON_FILTER)
@click.option("--collection", help=messages.CLI_COLLECTION_FILTER)
@click.option("--assignee", help=messages.CLI_ASSIGNEE_FILTER)
@click.option("--text", default="", help=messages.CLI_TEXT_FILTER)
@click.option("--before", type=click.IntRange(1, 2**53), help=messages.CLI_BEFORE)
@LIMIT
@CSV
@JSON
@click.pass_context
def inbox(
    context: click.Context,
    status: Status | None,
    reason: Reason | None,
    collection: str | None,
    assignee: str | None,
    text: str,
    before: int | None,
    limit: int,
    as_csv: bool,
    as_json: bool,
) -> None:
    if context.invoked_subcommand:
        return
    wanted = Wanted(status, reason, collection, assignee, None, text)
    if as_csv:
        show.as_bytes(inbox_sheet(wiring.inbox(context.obj), wanted))
        return
    rows = wiring.inbox(context.obj).list(limit, wanted, before)
    if as_json:
        show.as_json(rows)
    else:
        show.handoffs(rows)


@click.command("show")
@TICKET
@JSON
@click.pass_context
def _show(context: click.Context, ticket: int, as_json: bool) -> None:
    box = wiring.inbox(context.obj)
    row = box.get(ticket)
    if row is None:
        raise WorkspaceError(messages.INBOX_UNKNOWN.format(ticket=ticket))
    if as_json or (context.parent and context.parent.params["as_json"]):
        show.as_json(row)
        return
    show.handoffs([row], whole=True)
    show.said(box.messages(ticket))


@inbox.command(help=messages.CLI_INBOX_REPLY)
@TICKET
@click.argument("text")
@click.option("--cite", "cites", multiple=True, help=messages.CLI_INBOX_CITE)
@JSON
@click.pass_obj
def reply(workspace: Path, ticket: int, text: str, cites: tuple[str, ...], as_json: bool) -> None:
    who, base = acting(None), wiring.open_workspace(workspace)
    asking = wiring.desk(base)
    words = from_stdin() if text == "-" else text
    citations = wiring.overview(base, asking).cited([_pick(cite) for cite in cites], who)
    said = wiring.replies(base, asking).reply(ticket, words, citations, who)
    if as_json:
        show.as_json(said)
    else:
        click.echo(messages.INBOX_REPLIED.format(ticket=ticket))
        show.said([said])


@inbox.command(help=messages.CLI_INBOX_SEARCH)
@click.argument("words")
@click.option("--ticket", type=click.IntRange(1, 2**53), help=messages.CLI_INBOX_FOR)
@JSON
@click.pass_obj
def search(workspace: Path, words: str, ticket: int | None, as_json: bool) -> None:
    base = wiring.open_workspace(workspace)
    found = wiring.overview(base, wiring.desk(base)).search(words, ticket, acting(None))
    if as_json:
        show.as_json(found)
    else:
        show.clauses(found)


@inbox.command(help=messages.CLI_INBOX_ASSIGN)
@TICKET
@click.argument("name", default="")
@JSON
@click.pass_obj
def assign(workspace: Path, ticket: int, name: str, as_json: bool) -> None:
    row = _replies(workspace).assign(ticket, name, acting(None))
    told = messages.INBOX_ASSIGNED.format(ticket=ticket, assignee=row.assignee or messages.INBOX_NOBODY)
    show.as_json(row) if as_json else click.echo(told)


@inbox.command(help=messages.CLI_INBOX_CLOSE)
@TICKET
@JSON
@click.pass_obj
def close(workspace: Path, ticket: int, as_json: bool) -> None:
    row = _replies(workspace).close(ticket, acting(None))
    show.as_json(row) if as_json else click.echo(messages.INBOX_CLOSED.format(ticket=ticket))


@inbox.command(help=messages.CLI_INBOX_REOPEN)
@TICKET
@JSON
@click.pass_obj
def reopen(workspace: Path, ticket: int, as_json: bool) -> None:
    row = _replies(workspace).reopen(ticket, acting(None))
    show.as_json(row) if as_json else click.echo(messages.INBOX_REOPENED.format(ticket=ticket))


@click.command(help=messages.CLI_GAPS)
@click.option("--since", default="", help=messages.CLI_SINCE)
@click.option("--reason", "reasons", multiple=True, type=REASON, help=messages.CLI_REASON_FILTER)
@CSV
@JSON
@click.pass_obj
def gaps(workspace: Path, since: str, reasons: tuple[Reason, ...], as_csv: bool, as_json: bool) -> None:
    found = found_gaps(wiring.inbox(workspace), _day(since), reasons or get_args(Reason))
    if as_csv:
        show.as_bytes(gaps_sheet(found))
    elif as_json:
        show.as_json(found)
    else:
        show.gaps(found)


@click.command(help=messages.CLI_FEEDBACK)
@click.option("--wrong", is_flag=True, help=messages.CLI_WRONG)
@click.option("--before", type=click.IntRange(1, 2**53), help=messages.CLI_BEFORE)
@LIMIT
@JSON
@click.pass_obj
def feedback(workspace: Path, wrong: bool, before: int | None, limit: int, as_json: bool) -> None:
    found = wiring.kept(workspace).judged(False if wrong else None, before, limit)
    if as_json:
        show.as_json(found)
    else:
        show.opinions(found)


def _replies(workspace: Path) -> Replies:
    base = wiring.open_workspace(workspace)
    return wiring.replies(base, wiring.desk(base))


def _pick(cite: str) -> Pick:
    """'<chunk id>' or '<chunk id>:<start>:<end>'."""
    found = re.fullmatch(r"([0-9a-f]{16})(?::(\d{1,9}):(\d{1,9}))?", cite)
    if found is None:
        raise SettingError(messages.INBOX_CITE_SHAPE.format(value=cite))
    chunk_id, start, end = found.groups()
    return Pick(chunk_id, int(start or 0), int(end) if end else None)


def _day(since: str) -> str:
    try:
        return date.fromisoformat(since).isoformat() if since else ""
    except ValueError as error:
        raise SettingError(messages.SINCE_SHAPE.format(value=since)) from error
