"""An index made for something else is made anew from the logs, and the vectors that still hold are kept."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from geungeo import wiring
from geungeo.cli.main import geungeo


def test_ingest_makes_a_new_index_when_another_schema_is_in_use(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "휴가 규정.md").write_text("# 휴가 규정\n\n제1조(연차) 연차는 15일로 한다.\n", encoding="utf-8")
    base = tmp_path / "base"
    run = CliRunner()
    assert run.invoke(geungeo, ["-w", str(base), "init", "--docs", str(docs)]).exit_code == 0
    assert run.invoke(geungeo, ["-w", str(base), "ingest", "--no-vectors"]).exit_code == 0
    before = (base / "index/CURRENT").read_text()
    meta = base / "index" / before.strip() / "meta.json"
    meta.write_text(json.dumps({**json.loads(meta.read_text()), "schema": "0"}))

    outcome = run.invoke(geungeo, ["-w", str(base), "ingest", "--no-vectors", "--json"])

    assert outcome.exit_code == 0, outcome.output
    assert (base / "index/CURRENT").read_text() != before
    assert "휴가 규정" in {chunk.doc for chunk in wiring.open_workspace(base).store.snapshot().chunks.values()}
