"""token make, list, revoke: who may come in, and until when."""

from __future__ import annotations

import getpass
from datetime import UTC, datetime
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON
from geungeo.records import Role, Token, to_json


@click.group(help=messages.CLI_TOKEN)
def token() -> None:
    pass


@token.command(help=messages.CLI_TOKEN_MAKE)
@click.option("--user", required=True, help=messages.CLI_TOKEN_USER)
@click.option("--group", "groups", multiple=True, help=messages.CLI_TOKEN_GROUP)
@click.option(
    "--role",
    type=click.Choice(["employee", "operator"]),
    default="employee",
    show_default=True,
    help=messages.CLI_TOKEN_ROLE,
)
@click.option("--days", type=click.IntRange(1, 3650), default=90, show_default=True, help=messages.CLI_TOKEN_DAYS)
@click.option("--note", default="", help=messages.CLI_TOKEN_NOTE)
@JSON
@click.pass_obj
def make(workspace: Path, user: str, groups: tuple[str, ...], role: Role, days: int, note: str, as_json: bool) -> None:
    shown, made = wiring.keys(workspace).make(getpass.getuser(), user, groups, role, days, note)
    if as_json:
        show.as_json({"token": shown, **to_json(made)})
        return
    click.echo(shown)
    click.echo(messages.TOKEN_SHOWN_ONCE.format(number=made.number, expires=_day(made.expires_at)), err=True)


@token.command("list", help=messages.CLI_TOKEN_LIST)
@JSON
@click.pass_obj
def list_tokens(workspace: Path, as_json: bool) -> None:
    found = wiring.keys(workspace).list()
    if as_json:
        show.as_json([{**to_json(one), "state": _state(one)} for one in found])
        return
    if not found:
        click.echo(messages.TOKEN_NONE)
    for one in found:
        row = {
            "number": one.number,
            "state": messages.TOKEN_STATES[_state(one)],
            "user": one.user,
            "role": one.role,
            "groups": ", ".join(one.groups) or "-",
            "expires": _day(one.expires_at),
            "used": _day(one.used_at) if one.used_at else "-",
            "note": one.note,
        }
        click.echo(messages.TOKEN_ROW.format(**row).rstrip())


@token.command(help=messages.CLI_TOKEN_REVOKE)
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@JSON
@click.pass_obj
def revoke(workspace: Path, number: int, as_json: bool) -> None:
    ended = wiring.keys(workspace).revoke(getpass.getuser(), number)
    if as_json:
        show.as_json(ended)
    else:
        click.echo(messages.TOKEN_REVOKED.format(number=ended.number, user=ended.user))


def _state(one: Token) -> str:
    if one.revoked_at:
        return "revoked"
    return "active" if datetime.fromisoformat(one.expires_at) > datetime.now(UTC) else "expired"


def _day(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
