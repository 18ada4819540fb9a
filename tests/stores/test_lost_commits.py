"""Commits that the logs lost are told, never dropped in silence; the documents bring them back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.errors import IndexMismatch
from geungeo.ops.rebuild import rebuild


def test_rebuild_refuses_logs_that_lost_what_the_index_holds(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "휴가.md").write_text("# 휴가 규정\n\n제1조(연차) 연차는 15일로 한다.\n", encoding="utf-8")
    wiring.init(tmp_path / "base", docs)
    base = wiring.open_workspace(tmp_path / "base", {"embedder.kind": "none"})
    ingest(docs, base.store, base.settings, base.workspace.report)
    before = set(base.store.snapshot().chunks)
    chunks = base.workspace.chunks
    data = bytearray(chunks.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 5] = b"#####"
    chunks.write_bytes(bytes(data))

    damaged = wiring.open_workspace(tmp_path / "base", {"embedder.kind": "none"})
    with pytest.raises(IndexMismatch, match="index/ 폴더를 지우고"):
        rebuild(damaged.store, None)

    shutil.rmtree(base.workspace.index)
    again = wiring.open_workspace(tmp_path / "base", {"embedder.kind": "none"})
    ingest(docs, again.store, again.settings, again.workspace.report)
    assert set(again.store.snapshot().chunks) == before
