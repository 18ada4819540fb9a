"""settings: every value with its origin; those that are safe may be changed, as on the desk."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON, acting
from geungeo.ops.tuning import SettingRow


@click.group(help=messages.CLI_SETTINGS)
def settings() -> None: ...


@settings.command("list", help=messages.CLI_SETTINGS_LIST)
@JSON
@click.pass_obj
def list_(workspace: Path, as_json: bool) -> None:
    rows = wiring.settings_desk(workspace).rows()
    if as_json:
        show.as_json(rows)
        return
    for row in rows:
        click.echo(f"{'*' if row.safe else ' '} {_line(row)}")


@settings.command("set", help=messages.CLI_SETTINGS_SET)
@click.argument("name")
@click.argument("value")
@JSON
@click.pass_obj
def set_(workspace: Path, name: str, value: str, as_json: bool) -> None:
    _tell(wiring.settings_desk(workspace).set(name, value, acting(None).user), as_json)


@settings.command("unset", help=messages.CLI_SETTINGS_UNSET)
@click.argument("name")
@JSON
@click.pass_obj
def unset(workspace: Path, name: str, as_json: bool) -> None:
    _tell(wiring.settings_desk(workspace).set(name, None, acting(None).user), as_json)


def _tell(row: SettingRow, as_json: bool) -> None:
    if as_json:
        show.as_json(row)
        return
    click.echo(_line(row))
    if row.restart:
        click.echo(messages.SETTING_RESTART, err=True)
    if row.overruled:
        click.echo(messages.SETTING_OVERRULED, err=True)


def _line(row: SettingRow) -> str:
    origin = messages.DESK.get(f"settings_from_{row.origin}", row.origin)
    return f"{row.name} = {row.value!r} ({origin})"
