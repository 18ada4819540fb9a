"""Fixtures that every test folder shares."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of real documents and test sets; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("GEUNGEO_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip(f"shared data not found at {folder}; set GEUNGEO_SHARED")
    return folder
