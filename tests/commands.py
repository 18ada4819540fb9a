"""Every command by the words that call it, those of groups too."""

from __future__ import annotations

from collections.abc import Iterator

import click


def every_command(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """('token', …), ('token make', …); a group comes before its own."""
    for name, command in group.commands.items():
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{before}{name} ")
