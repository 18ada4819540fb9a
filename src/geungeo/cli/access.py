"""access: who may read what, stated and looked at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.access import Rules, doubts, load, may_read, reader_named, target_of
from geungeo.cli import show
from geungeo.cli.options import JSON, user
from geungeo.errors import GeungeoError, SettingError
from geungeo.ops.catalogue import allow_words
from geungeo.ops.readers import Readable, is_there, plain, readable, stated

TARGET = click.argument("target")


@click.group(invoke_without_command=True, help=messages.CLI_ACCESS)
@JSON
@click.pass_context
def access(context: click.Context, as_json: bool) -> None:
    if context.invoked_subcommand:
        return
    base = wiring.open_workspace(context.obj)
    documents = base.store.snapshot().documents
    rules = load(base.workspace).amid(documents.values())
    rows, doubtful = readable(rules, documents), doubts(rules, list(documents.values()))
    if as_json:
        named = [{"target": target, "allow": allow} for target, allow in stated(rules)]
        show.as_json({"rules": named, "documents": plain(rows), "doubts": doubtful})
        return
    _tell(rules, rows)
    for doubt in doubtful:
        click.echo(f"⚠ {doubt}", err=True)


@access.command("set", help=messages.CLI_ACCESS_SET)
@TARGET
@click.argument("principals", nargs=-1)
@click.option("--nobody", is_flag=True, help=messages.CLI_ACCESS_NOBODY)
@click.option("--force", is_flag=True, help=messages.CLI_ACCESS_FORCE)
@JSON
@click.pass_obj
def set_(workspace: Path, target: str, principals: tuple[str, ...], nobody: bool, force: bool, as_json: bool) -> None:
    if bool(principals) == nobody:
        raise SettingError(messages.ACCESS_WHO)
    base = wiring.open_workspace(workspace)
    if not force and not is_there(target, load(base.workspace), base.store.snapshot().documents):
        raise SettingError(messages.ACCESS_NO_TARGET.format(target=target))
    allow = wiring.shelf(base).allow(_named(target), list(principals), user())
    if as_json:
        show.as_json({"target": _named(target), "allow": allow})
    else:
        click.echo(messages.ACCESS_SET.format(target=_named(target), readers=allow_words(allow or ())))


@access.command(help=messages.CLI_ACCESS_CLEAR)
@TARGET
@JSON
@click.pass_obj
def clear(workspace: Path, target: str, as_json: bool) -> None:
    wiring.shelf(wiring.open_workspace(workspace)).allow(_named(target), None, user())
    if as_json:
        show.as_json({"target": _named(target), "allow": None})
    else:
        click.echo(messages.ACCESS_CLEARED.format(target=_named(target)))


@access.command(help=messages.CLI_ACCESS_TEST)
@click.option("--as", "as_whom", required=True, help=messages.CLI_ACCESS_AS)
@JSON
@click.pass_obj
def test(workspace: Path, as_whom: str, as_json: bool) -> None:
    base, reader = wiring.open_workspace(workspace), reader_named(as_whom)
    documents = base.store.snapshot().documents
    rules = load(base.workspace).amid(documents.values())
    seen = {i: document for i, document in documents.items() if may_read(rules.allow_of(document), reader)}
    rows = readable(rules, seen)
    if as_json:
        show.as_json({"readable": plain(rows), "documents": len(documents)})
        return
    for row in rows:
        click.echo(f"{row.file}  「{row.title}」")
    click.echo(messages.ACCESS_SEEN.format(seen=len(rows), documents=len(documents)))


def warn(base: wiring.Base) -> None:
    """Tell on stderr what is wrong with the rules; nothing when they are sound."""
    try:
        rules = load(base.workspace)
        found: Sequence[str] = doubts(rules, list(base.store.snapshot().documents.values()))
    except GeungeoError as error:
        found = [str(error)]
    for doubt in found:
        click.echo(f"⚠ {doubt}", err=True)


def _named(target: str) -> str:
    return ":".join(target_of(target))


def _tell(rules: Rules, rows: Sequence[Readable]) -> None:
    click.echo(messages.ACCESS_RULES)
    for target, allow in stated(rules):
        kind, _, name = target.partition(":")
        words = allow_words(allow) if allow else messages.ACCESS_ADDS_NOTHING
        folders = rules.collections[name].folders if kind == "collection" else ()
        shown = f" ({', '.join(folder or '.' for folder in folders)})" if folders else ""
        click.echo(f"  {target}{shown}: {words}")
    if not stated(rules):
        click.echo(f"  {messages.ACCESS_NO_RULES}")
    click.echo(messages.ACCESS_DOCUMENTS)
    for row in rows:
        narrowed = ", ".join(target for target, _ in row.levels)
        click.echo(f"  {row.file}  「{row.title}」: {row.readers}" + (f"  [{narrowed}]" if narrowed else ""))
