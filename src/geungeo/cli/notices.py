"""notices: whether people were told of new tickets and replies."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON, LIMIT
from geungeo.errors import SettingError, WorkspaceError
from geungeo.records import Notice
from geungeo.serve.notices import Post


@click.group(help=messages.CLI_NOTICES, invoke_without_command=True)
@LIMIT
@JSON
@click.pass_context
def notices(context: click.Context, limit: int, as_json: bool) -> None:
    if context.invoked_subcommand is not None:
        return
    found = wiring.post(context.obj).outbox.list(limit)
    if as_json:
        show.as_json(found)
        return
    for notice in found:
        click.echo(_line(notice))
    if not found:
        click.echo(messages.NOTICES_EMPTY)


@notices.command(help=messages.CLI_NOTICES_TEST)
@JSON
@click.pass_obj
def test(workspace: Path, as_json: bool) -> None:
    post = _configured(workspace)
    post.outbox.put("test", tuple(post.senders), _now())
    _send(post, as_json)


@notices.command(help=messages.CLI_NOTICES_SEND)
@JSON
@click.pass_obj
def send(workspace: Path, as_json: bool) -> None:
    _send(_configured(workspace), as_json)


@notices.command(help=messages.CLI_NOTICES_RETRY)
@click.argument("number", type=int)
@JSON
@click.pass_obj
def retry(workspace: Path, number: int, as_json: bool) -> None:
    if not _configured(workspace).outbox.again(number, _now()):
        raise WorkspaceError(messages.NOTICE_UNKNOWN.format(number=number))
    if as_json:
        show.as_json({"number": number})
    else:
        click.echo(messages.NOTICE_QUEUED.format(number=number))


def _send(post: Post, as_json: bool) -> None:
    """Until nothing is due; what failed is due later."""
    count = 0
    while done := post.deliver_due(datetime.now(UTC)):
        count += done
    if as_json:
        show.as_json(post.outbox.list(count) if count else [])
        return
    click.echo(messages.NOTICES_SENT.format(count=count), err=True)
    for notice in post.outbox.list(count):
        click.echo(_line(notice))


def _configured(workspace: Path) -> Post:
    post = wiring.post(workspace)
    if not post.senders:
        raise SettingError(messages.NOTICES_OFF)
    return post


def _line(notice: Notice) -> str:
    state = "sent" if notice.sent_at and not notice.error else "dropped" if notice.sent_at else "given_up"
    if notice.due_at:
        state = "waiting"
    return messages.NOTICE_LINE.format(
        number=notice.number,
        state=messages.NOTICE_STATES[state],
        kind=messages.NOTICE_KINDS[notice.kind],
        channel=notice.channel,
        ticket=notice.ticket or "-",
        attempts=notice.attempts,
        created_at=notice.created_at,
        error=notice.error,
    ).rstrip()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
