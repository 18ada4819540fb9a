"""A workspace holds secrets, questions and closed texts: apart from the documents, and its owner's alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.errors import SettingError
from geungeo.ports import NewHandoff

WORDS = {"embedder.kind": "none"}


@pytest.mark.parametrize("docs", [".", "..", "../..", "data", "data/trash", "index"])
def test_a_documents_folder_that_overlaps_the_workspace_is_refused_before_anything_is_read(
    tmp_path: Path, docs: str
) -> None:
    root = tmp_path / "house" / "workspace"
    wiring.init(root)
    base = wiring.open_workspace(root, WORDS)
    with pytest.raises(SettingError, match="겹칩니다"):
        wiring.refresh(base, lambda stage, done, total: None, root / docs)
    with pytest.raises(SettingError, match="겹칩니다"):
        wiring.open_workspace(root, {**WORDS, "docs.folder": docs})
    assert not base.workspace.documents.exists()


def test_no_workspace_is_made_in_the_documents_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="겹칩니다"):
        wiring.init(tmp_path / "workspace", tmp_path)
    assert not (tmp_path / "workspace").exists()


def test_what_a_workspace_keeps_is_for_its_owner_only(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    wiring.init(root)
    base = wiring.open_workspace(root, WORDS)
    (root / "docs" / "휴가.md").write_text("# 휴가 규정\n\n제1조(목적) 휴가를 정한다.\n", encoding="utf-8")
    wiring.refresh(base, lambda stage, done, total: None)
    base.inbox.add(NewHandoff("질문", "no_relevant_policy", 0.0, None, (), (), "0" * 16))
    open_to_others = [path.name for path in root.iterdir() if path.name != "docs" and path.stat().st_mode & 0o077]
    assert open_to_others == []
