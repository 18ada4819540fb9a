"""Backends that the contract tests run on. Another one joins by adding its name and how it is opened."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from geungeo.ports import CorpusStore
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

DIMENSION = 16


@pytest.fixture(params=["embedded"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], CorpusStore]:
    """Opens the same corpus again and again, as a process that starts does."""
    return lambda: _opened(request.param, tmp_path)


@pytest.fixture(params=["embedded"])
def open_new(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], CorpusStore]:
    """Another empty corpus at each call."""
    numbers = count()
    return lambda: _opened(request.param, tmp_path / str(next(numbers)))


def _opened(backend: str, folder: Path) -> CorpusStore:
    if backend == "embedded":
        store = EmbeddedStore(Workspace(folder), "directions-1", DIMENSION)
        with store.writing("test"):
            return store
    raise ValueError(backend)
