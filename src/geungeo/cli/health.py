"""calibrate, status, doctor: how right is it, and how is it doing?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.cli.options import BROKEN, JSON


@click.command(help=messages.CLI_CALIBRATE)
@click.option("--cases", "path", type=click.Path(path_type=Path, exists=True), required=True, help=messages.CLI_CASES)
@JSON
@click.pass_obj
def calibrate(workspace: Path, path: Path, as_json: bool) -> None:
    base = wiring.open_workspace(workspace)
    with show.Bars() as progress:
        document = wiring.calibrate(base, path, progress)
    if as_json:
        show.as_json(document)
    else:
        _show_calibration(document)


def _show_calibration(document: dict[str, Any]) -> None:
    relevance, fusion = document["entries"]["relevance"], document["entries"]["fusion"]
    click.echo(
        messages.CALIBRATED.format(
            value=relevance["value"], golden=document["golden_version"], model=document["embedding_model"]
        )
    )
    for (way, half), which in messages.CALIBRATED_HALVES.items():
        errors = relevance["errors"][way][half]
        click.echo(
            messages.CALIBRATED_ERRORS.format(
                which=which,
                refused=errors["answerable_refused"],
                n_answerable=errors["n_answerable"],
                passed=errors["unanswerable_passed"],
                n_unanswerable=errors["n_unanswerable"],
            )
        )
    mrr = fusion["mrr@10"]
    click.echo(
        messages.CALIBRATED_FUSION.format(**fusion["value"], fused=mrr["report"], alone=mrr["report_lexical_alone"])
    )


@click.command(help=messages.CLI_STATUS)
@JSON
@click.pass_obj
def status(workspace: Path, as_json: bool) -> None:
    found = wiring.status(wiring.open_workspace(workspace))
    if as_json:
        show.as_json(found)
    else:
        show.table(found)


@click.command(help=messages.CLI_DOCTOR)
@JSON
@click.pass_obj
def doctor(workspace: Path, as_json: bool) -> int:
    checks = wiring.doctor(wiring.open_workspace(workspace))
    if as_json:
        show.as_json(checks)
    else:
        show.checks(checks)
    return 0 if all(check.passed for check in checks) else BROKEN
