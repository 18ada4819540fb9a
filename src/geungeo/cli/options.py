"""What several commands share: options, exit codes, the open base."""

from __future__ import annotations

import click

from geungeo import messages

ANSWERED, HANDED_OFF, BROKEN = 0, 1, 2

JSON = click.option("--json", "as_json", is_flag=True, help=messages.CLI_JSON)
HOST = click.option("--host", help=messages.CLI_HOST)
PORT = click.option("--port", type=int, help=messages.CLI_PORT)
