"""pull: pages of a source into the documents folder, where ingest reads them like any other file."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import JSON, LOCK_WAIT


@click.command(help=messages.CLI_PULL)
@click.argument("source", type=click.Choice(["confluence"]))
@LOCK_WAIT
@JSON
@click.pass_obj
def pull(workspace: Path, source: str, lock_wait: float, as_json: bool) -> None:
    pulled = wiring.pull_confluence(wiring.open_workspace(workspace, {"embedder.kind": "none"}, lock_wait))
    if as_json:
        show.as_json({str(folder): outcome for folder, outcome in pulled.items()})
        return
    for folder, outcome in pulled.items():
        counts = {name: len(getattr(outcome, name)) for name in ("added", "changed", "removed")}
        click.echo(messages.PULL_DONE.format(space=folder.name, folder=folder, unchanged=outcome.unchanged, **counts))
        if outcome.unknown:
            ids = ", ".join(outcome.unknown[:20])
            click.echo(messages.PULL_UNKNOWN.format(count=len(outcome.unknown), ids=ids), err=True)
