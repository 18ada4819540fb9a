"""documents: what the desk's tab of that name does, from the shell."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import BROKEN, JSON, LOCK_WAIT, acting
from geungeo.errors import UnreadableFile, WorkspaceError
from geungeo.ops.catalogue import FileRow, allow_words
from geungeo.ops.embed import embed_missing

NO_VECTORS = click.option("--no-vectors", is_flag=True, help=messages.CLI_NO_VECTORS)


@click.group(help=messages.CLI_DOCUMENTS)
def documents() -> None: ...


@documents.command("list", help=messages.CLI_DOCUMENTS_LIST)
@JSON
@click.pass_obj
def list_(workspace: Path, as_json: bool) -> None:
    rows = wiring.catalogue(wiring.open_workspace(workspace)).rows()
    if as_json:
        show.as_json(rows)
        return
    for row in rows:
        click.echo(_line(row))
    if not rows:
        click.echo(messages.DOCUMENTS_NONE)


@documents.command("show", help=messages.CLI_DOCUMENTS_SHOW)
@click.argument("name")
@JSON
@click.pass_obj
def show_(workspace: Path, name: str, as_json: bool) -> None:
    found = wiring.catalogue(wiring.open_workspace(workspace)).one(name)
    if as_json:
        show.as_json(found)
        return
    click.echo(_line(found.row))
    for text in found.lines:
        click.echo(text)
    for rule in found.rules:
        click.echo(messages.DOCUMENTS_RULE.format(target=rule.target, readers=allow_words(rule.allow)))
    click.echo(_depending(found.depending.chunks, found.depending.tickets))


@documents.command(help=messages.CLI_DOCUMENTS_ADD)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--source", default="", help=messages.CLI_SOURCE)
@click.option("--folder", default="", help=messages.CLI_FOLDER)
@click.option("--ai-draft", is_flag=True, help=messages.CLI_AI_DRAFT)
@click.option("--replace", is_flag=True, help=messages.CLI_REPLACE)
@NO_VECTORS
@LOCK_WAIT
@JSON
@click.pass_obj
def add(
    workspace: Path,
    files: tuple[Path, ...],
    source: str,
    folder: str,
    ai_draft: bool,
    replace: bool,
    no_vectors: bool,
    lock_wait: float,
    as_json: bool,
) -> int:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    shelf, kept, refused = wiring.shelf(base), [], []
    for file in files:
        try:
            name = f"{folder.strip('/')}/{file.name}" if folder.strip("/") else file.name
            kept.append(shelf.put(name, _content(file, shelf.limit), acting(None).user, source, replace, ai_draft))
        except UnreadableFile as error:
            what, todo = messages.UNREADABLE.get(error.reason, messages.UNREADABLE["unsupported"])
            refused.append({"file": file.name, "reason": error.reason, "what": what, "todo": todo})
    if kept:
        _read_again(base, no_vectors)
    if as_json:
        show.as_json({"kept": kept, "refused": refused})
    else:
        for put in kept:
            click.echo(messages.DOCUMENT_KEPT.format(name=put.name, kind=put.kind, source=put.source))
        for each in refused:
            click.echo(messages.DOCUMENT_NOT_KEPT.format(**each), err=True)
    return BROKEN if refused else 0


@documents.command(help=messages.CLI_DOCUMENTS_SOURCE)
@click.argument("name")
@click.argument("source", default="")
@NO_VECTORS
@LOCK_WAIT
@JSON
@click.pass_obj
def source(workspace: Path, name: str, source: str, no_vectors: bool, lock_wait: float, as_json: bool) -> None:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    kept = wiring.shelf(base).source(name, source, acting(None).user)
    _read_again(base, no_vectors)
    if as_json:
        show.as_json({"name": name, "source": kept})
        return
    click.echo((messages.SOURCE_SET if kept else messages.SOURCE_UNSET).format(name=name, source=kept))


@documents.command(help=messages.CLI_DOCUMENTS_ORIGIN)
@click.argument("name")
@click.argument("origin", default="")
@NO_VECTORS
@LOCK_WAIT
@JSON
@click.pass_obj
def origin(workspace: Path, name: str, origin: str, no_vectors: bool, lock_wait: float, as_json: bool) -> None:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    kept = wiring.shelf(base).origin(name, origin, acting(None).user)
    _read_again(base, no_vectors)
    if as_json:
        show.as_json({"name": name, "origin": kept})
        return
    click.echo((messages.ORIGIN_SET if kept else messages.ORIGIN_UNSET).format(name=name, origin=kept))


@documents.command(help=messages.CLI_DOCUMENTS_REMOVE)
@click.argument("name")
@click.option("--yes", is_flag=True, help=messages.CLI_YES)
@LOCK_WAIT
@JSON
@click.pass_obj
def remove(workspace: Path, name: str, yes: bool, lock_wait: float, as_json: bool) -> None:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    depending = wiring.catalogue(base).one(name).depending
    if not yes:
        click.confirm(_depending(depending.chunks, depending.tickets) + messages.DOCUMENT_SURE, abort=True, err=True)
    wiring.shelf(base).remove(name, acting(None).user)
    _read_again(base, no_vectors=True)
    if as_json:
        show.as_json({"removed": name, "depending": depending})
    else:
        click.echo(messages.DOCUMENT_REMOVED.format(name=name))


def _content(file: Path, limit: int) -> bytes:
    try:
        if file.stat().st_size > limit:
            raise UnreadableFile("too_large", "")
        return file.read_bytes()
    except OSError as error:
        raise WorkspaceError(messages.FILE_NOT_OPENED.format(file=file, error=error.strerror)) from error


def _read_again(base: wiring.Base, no_vectors: bool) -> None:
    with show.Bars() as progress:
        wiring.refresh(base, progress)
        if base.embedder and not no_vectors:
            embed_missing(base.store, base.embedder, progress)


def _line(row: FileRow) -> str:
    if row.refused:
        return messages.DOCUMENTS_REFUSED.format(name=row.name, what=row.refused[0], todo=row.refused[1])
    if not row.entries:
        return messages.DOCUMENTS_WAITING.format(name=row.name)
    titles = ", ".join(entry.title for entry in row.entries)
    readers = ", ".join(dict.fromkeys(entry.readers for entry in row.entries))
    dates = ", ".join(dict.fromkeys(entry.effective_at or entry.revised_at or "-" for entry in row.entries))
    chunks = sum(entry.chunks for entry in row.entries)
    return messages.DOCUMENTS_ROW.format(name=row.name, titles=titles, dates=dates, readers=readers, chunks=chunks)


def _depending(chunks: int, tickets: tuple[int, ...]) -> str:
    return messages.DOCUMENT_DEPENDING.format(chunks=chunks, tickets=", ".join(map(str, tickets)) or "-")
