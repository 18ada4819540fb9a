"""bake: questions from the clauses, round after round."""

from __future__ import annotations

from pathlib import Path

import click

from geungeo import messages, wiring_bake
from geungeo.bake.report import line, report_text, warnings
from geungeo.cli import show
from geungeo.cli.options import JSON, LOCK_WAIT, acting


@click.command(help=messages.CLI_BAKE)
@click.option("--chunks", type=click.IntRange(1, 100000), help=messages.CLI_BAKE_CHUNKS)
@click.option("--rounds", type=click.IntRange(1), help=messages.CLI_BAKE_ROUNDS)
@click.option("--max-calls", "calls", type=click.IntRange(0), help=messages.CLI_BAKE_CALLS)
@click.option("--max-tokens", "tokens", type=click.IntRange(0), help=messages.CLI_BAKE_TOKENS)
@click.option("--max-minutes", "minutes", type=click.FloatRange(0), help=messages.CLI_BAKE_MINUTES)
@click.option("--report", is_flag=True, help=messages.CLI_BAKE_REPORT)
@click.option("--barren", is_flag=True, help=messages.CLI_BAKE_BARREN)
@click.option("--undo", metavar="CHUNK", help=messages.CLI_BAKE_UNDO)
@LOCK_WAIT
@JSON
@click.pass_obj
def bake(
    workspace: Path,
    chunks: int | None,
    rounds: int | None,
    calls: int | None,
    tokens: int | None,
    minutes: float | None,
    report: bool,
    barren: bool,
    undo: str | None,
    lock_wait: float,
    as_json: bool,
) -> None:
    budget = {"rounds": rounds, "calls": calls, "tokens": tokens, "minutes": minutes}
    made = wiring_bake.bakery(workspace, lock_wait, budget, chunks)
    if undo:
        if undo not in made.chunks:
            raise click.BadParameter(messages.BAKE_NO_CHUNK.format(chunk=undo))
        wiring_bake.undo(workspace, undo, acting(None).user)
        click.echo(messages.BAKE_UNDONE.format(label=made.chunks[undo].label))
        return
    if report or barren:
        state, left_out = wiring_bake.so_far(made)
        if barren:
            listed = [{"chunk_id": i, "label": made.chunks[i].label, "why": why} for i, why in left_out.items()]
            lines = [f"{one['chunk_id']}  {one['label']}  {messages.BARREN[one['why']]}" for one in listed]
            show.as_json(listed) if as_json else click.echo("\n".join(lines))
        else:
            click.echo(report_text(state, left_out)) if not as_json else show.as_json(state.to_json())
        return
    baked = wiring_bake.run(workspace, made, lambda one: click.echo(line(one), err=as_json))
    for warning in warnings(baked.state.rounds):
        click.echo(warning, err=True)
    if baked.spent:
        what, used, limit = baked.spent
        click.echo(messages.BAKE_SPENT.format(what=what, used=used, limit=limit), err=True)
    if as_json:
        show.as_json({"stop": baked.stop, "rounds": baked.rounds, "spent": baked.spent})
    else:
        click.echo(messages.BAKE_STOPS[baked.stop])
