"""The README of the benches says what the results say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables import END, PAGES, START, load, render, with_tables

BENCH = Path(__file__).parents[2] / "bench"


def test_the_readme_shows_the_results_that_are_committed() -> None:
    readme = (BENCH / "README.md").read_text(encoding="utf-8")
    assert with_tables(readme, render(load(BENCH / "results"))) == readme
    for page, only in PAGES.items():
        text = page.read_text(encoding="utf-8")
        assert with_tables(text, render(load(BENCH / "results"), only)) == text


def test_every_script_is_described() -> None:
    readme = (BENCH / "README.md").read_text(encoding="utf-8")
    scripts = [path.name for path in BENCH.glob("*.py") if '__name__ == "__main__"' in path.read_text(encoding="utf-8")]
    assert [name for name in scripts if f"`{name}`" not in readme and f"bench/{name}`" not in readme] == []


def test_only_what_stands_between_the_markers_changes() -> None:
    assert with_tables(f"a\n{START}\nold\n{END}\nb", "new") == f"a\n{START}\n\nnew\n\n{END}\nb"
    with pytest.raises(ValueError, match="no "):
        with_tables("a readme without markers", "new")
