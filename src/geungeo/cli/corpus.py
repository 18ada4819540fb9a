"""init, ingest, rebuild: from a folder of documents to a base that can be asked."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import access, show
from geungeo.cli.options import JSON, LOCK_WAIT
from geungeo.corpus.report import FileReport, report_text
from geungeo.ops import rebuild as rebuilding
from geungeo.ops.embed import Progress, embed_missing
from geungeo.ports import Embedder


@click.command(help=messages.CLI_INIT)
@click.option("--docs", type=click.Path(path_type=Path, file_okay=False), help=messages.CLI_DOCS)
@JSON
@click.pass_obj
def init(workspace: Path, docs: Path | None, as_json: bool) -> None:
    created = wiring.init(workspace, docs)
    if as_json:
        show.as_json({"workspace": str(workspace), "created": created})
        return
    words = messages.INIT_DONE if created else messages.INIT_WAS
    click.echo(words.format(workspace=workspace, docs=docs or workspace / "docs"))


def read_in(base: wiring.Base, docs: Path, embedder: Embedder | None, progress: Progress) -> list[FileReport]:
    """Ingest `docs`; that an index is made anew first is told, and rules of access that narrow nothing."""
    reports = wiring.refresh(base, progress, docs, embedder, lambda why: click.echo(_renewed(why), err=True))
    access.warn(base)
    return reports


def _renewed(why: Exception) -> str:
    return messages.INDEX_RENEWED.format(why=why)


@click.command(help=messages.CLI_INGEST)
@click.argument("docs", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--no-vectors", is_flag=True, help=messages.CLI_NO_VECTORS)
@LOCK_WAIT
@JSON
@click.pass_obj
def ingest(workspace: Path, docs: Path | None, no_vectors: bool, lock_wait: float, as_json: bool) -> None:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    with show.Bars() as progress:
        embedder = None if no_vectors else base.embedder
        reports = read_in(base, docs or base.docs, embedder, progress)
        if embedder:
            embed_missing(base.store, embedder, progress)
    if as_json:
        show.as_json(reports)
    else:
        click.echo(report_text(reports))


@click.command(help=messages.CLI_REPORT)
@JSON
@click.pass_obj
def report(workspace: Path, as_json: bool) -> None:
    found = wiring.last_report(workspace)
    if as_json:
        show.as_json(found)
    else:
        click.echo(report_text(found))


@click.command(help=messages.CLI_REBUILD)
@LOCK_WAIT
@JSON
@click.pass_obj
def rebuild(workspace: Path, lock_wait: float, as_json: bool) -> None:
    base = wiring.open_workspace(workspace, lock_wait=lock_wait)
    with show.Bars() as progress:
        commit = rebuilding.rebuild(base.store, base.embedder, progress)
    if as_json:
        show.as_json({"commit": commit})
    else:
        click.echo(messages.REBUILD_DONE.format(commit=commit))
