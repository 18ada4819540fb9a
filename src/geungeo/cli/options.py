"""What several commands share: options, exit codes, the open base."""

from __future__ import annotations

import getpass

import click

from geungeo import messages
from geungeo.access import reader_named
from geungeo.records import Reader

ANSWERED, HANDED_OFF, BROKEN = 0, 1, 2

JSON = click.option("--json", "as_json", is_flag=True, help=messages.CLI_JSON)
HOST = click.option("--host", help=messages.CLI_HOST)
PORT = click.option("--port", type=int, help=messages.CLI_PORT)
LIMIT = click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 100000), help=messages.CLI_LIMIT)
LOCK_WAIT = click.option(
    "--lock-wait", type=click.FloatRange(0, 86400), default=0.0, metavar="SECONDS", help=messages.CLI_LOCK_WAIT
)
AS_OF = click.option("--as-of", "as_of", metavar="YYYY-MM-DD", help=messages.CLI_AS_OF)
COLLECTION = click.option("--collection", help=messages.CLI_COLLECTION)
AS = click.option("--as", "as_whom", help=messages.CLI_AS)


def acting(as_whom: str | None) -> Reader:
    """The operator at this terminal, or whom `--as` names."""
    return reader_named(as_whom) if as_whom is not None else Reader(user(), role="operator")


def user() -> str:
    """Who sits at this terminal; "" where the system knows no name, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
