"""tickets: the asker's own hand-offs, what was replied, and what they say to it."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.asking import from_stdin
from geungeo.cli.options import AS, JSON, acting
from geungeo.serve.tickets import Tickets

TICKET = click.argument("ticket", type=click.IntRange(1, 2**53))
RECEIPT = click.option("--receipt", default="", help=messages.CLI_TICKETS_RECEIPT)


@click.group(invoke_without_command=True, help=messages.CLI_TICKETS)
@click.option("--before", type=click.IntRange(1, 2**53), help=messages.CLI_TICKETS_BEFORE)
@click.option("--receipt", "receipts", multiple=True, help=messages.CLI_TICKETS_RECEIPT)
@AS
@JSON
@click.pass_context
def tickets(
    context: click.Context, before: int | None, receipts: tuple[str, ...], as_whom: str | None, as_json: bool
) -> None:
    if context.invoked_subcommand:
        return
    mine = _tickets(context.obj)
    found = mine.of_receipts(receipts) if receipts else mine.mine(acting(as_whom), before)
    show.as_json(found) if as_json else show.tickets(found)


@tickets.command("show", help=messages.CLI_TICKETS_SHOW)
@TICKET
@RECEIPT
@AS
@JSON
@click.pass_obj
def one(workspace: Path, ticket: int, receipt: str, as_whom: str | None, as_json: bool) -> None:
    found = _tickets(workspace).one(ticket, acting(as_whom), receipt)
    show.as_json(found) if as_json else show.ticket(found)


@tickets.command(help=messages.CLI_TICKETS_SAY)
@TICKET
@click.argument("text")
@RECEIPT
@AS
@JSON
@click.pass_obj
def say(workspace: Path, ticket: int, text: str, receipt: str, as_whom: str | None, as_json: bool) -> None:
    words = from_stdin() if text == "-" else text
    found = _tickets(workspace).ask_further(ticket, words, acting(as_whom), receipt)
    show.as_json(found) if as_json else show.ticket(found)


@tickets.command(help=messages.CLI_TICKETS_SEEN)
@TICKET
@RECEIPT
@AS
@JSON
@click.pass_obj
def seen(workspace: Path, ticket: int, receipt: str, as_whom: str | None, as_json: bool) -> None:
    found = _tickets(workspace).seen(ticket, acting(as_whom), receipt)
    show.as_json(found) if as_json else show.ticket(found)


@tickets.command(help=messages.CLI_TICKETS_REOPEN)
@TICKET
@RECEIPT
@AS
@JSON
@click.pass_obj
def reopen(workspace: Path, ticket: int, receipt: str, as_whom: str | None, as_json: bool) -> None:
    found = _tickets(workspace).reopen(ticket, acting(as_whom), receipt)
    show.as_json(found) if as_json else show.ticket(found)


def _tickets(workspace: Path) -> Tickets:
    base = wiring.open_workspace(workspace)
    return wiring.tickets(base, wiring.desk(base))
