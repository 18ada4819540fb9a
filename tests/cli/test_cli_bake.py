"""`geungeo bake`: a line a round, a budget that says where it goes on, what was left out and how to take that back."""

from __future__ import annotations

import json

from click.testing import CliRunner

from geungeo import wiring
from geungeo.cli.main import geungeo


def run(base: wiring.Base, *words: str) -> tuple[str, str]:
    result = CliRunner().invoke(geungeo, ["-w", str(base.workspace.root), "bake", *words])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def test_a_budget_is_told_and_the_next_run_goes_on(examples_copy: wiring.Base) -> None:
    out, err = run(examples_copy, "--chunks", "12", "--max-calls", "12")
    assert out.startswith("round=1 asked=")
    assert "budget exhausted: 12/12 calls, resuming next run" in err
    found = json.loads(run(examples_copy, "--chunks", "12", "--rounds", "1", "--json")[0])
    assert (found["stop"], [one["number"] for one in found["rounds"]]) == ("rounds", [2])
    assert "커버리지" in run(examples_copy, "--report")[0]
    assert (examples_copy.workspace.baking / "report.svg").read_text().startswith("<svg")


def test_what_is_left_out_is_listed_and_can_be_taken_back(examples_copy: wiring.Base) -> None:
    listed = json.loads(run(examples_copy, "--barren", "--json")[0])
    first = listed[0]
    assert first["why"] in ("contents", "effective", "definitions", "refers", "form", "unfit")
    run(examples_copy, "--undo", first["chunk_id"])
    again = json.loads(run(examples_copy, "--barren", "--json")[0])
    assert [one["chunk_id"] for one in again] == [one["chunk_id"] for one in listed[1:]]
