"""Fixtures that every test folder shares."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.corpus.ingest import ingest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of real documents and test sets; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("GEUNGEO_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip(f"shared data not found at {folder}; set GEUNGEO_SHARED")
    return folder


@pytest.fixture(scope="session")
def examples_base(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    """The example documents read and indexed, without vectors; every test shares it, so none may change it."""
    root = tmp_path_factory.mktemp("examples") / "workspace"
    wiring.init(root, ROOT / "examples" / "docs")
    base = wiring.open_workspace(root)
    ingest(base.docs, base.store, base.settings, base.workspace.report)
    return base


@pytest.fixture
def examples_copy(examples_base: wiring.Base, tmp_path: Path) -> wiring.Base:
    """The same workspace for one test alone, with an empty inbox; this one may be changed and broken."""
    root = tmp_path / "workspace"
    shutil.copytree(examples_base.workspace.root, root, ignore=shutil.ignore_patterns("geungeo.db*"))
    return wiring.open_workspace(root)
