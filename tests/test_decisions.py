"""What operators state is durable, the last word holds, and a torn end harms nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geungeo.decisions import decide
from geungeo.errors import SettingError
from geungeo.settings import SETTINGS, Current, decided, load
from geungeo.workspace import Workspace

JSON_VALUES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None)) | st.lists(st.text())


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.env, raising=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["allow", "source"]), JSON_VALUES)))
@settings(deadline=None, max_examples=30)
def test_the_last_word_of_a_target_and_kind_holds(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, Any]]
) -> None:
    workspace = Workspace(tmp_path_factory.mktemp("w"))
    for target, kind, value in rows:
        decide(workspace, target, kind, value, "kim")
    for kind in ("allow", "source"):
        last = {target: value for target, other, value in rows if other == kind}
        held = {target: value for target, value in last.items() if value is not None}
        assert decided(workspace.decisions, kind) == held


@given(st.integers(min_value=1, max_value=200))
@settings(deadline=None, max_examples=30)
def test_a_row_after_a_torn_one_is_whole(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    workspace = Workspace(tmp_path_factory.mktemp("w"))
    decide(workspace, "folder:인사", "allow", ["group:hr"], "kim")
    whole = workspace.decisions.read_bytes()
    workspace.decisions.write_bytes(whole + whole[: min(cut, len(whole) - 1)])
    assert decided(workspace.decisions, "allow") == {"folder:인사": ["group:hr"]}
    decide(workspace, "folder:안전", "allow", [], "kim")
    assert decided(workspace.decisions, "allow") == {"folder:인사": ["group:hr"], "folder:안전": []}


def test_rows_say_who_and_when_and_none_is_lost_among_several_writers(workspace: Workspace) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: decide(workspace, f"document:{n}", "source", str(n), f"user{n}"), range(40)))
    rows = [json.loads(line) for line in workspace.decisions.read_text(encoding="utf-8").splitlines()]
    assert sorted(row["who"] for row in rows) == sorted(f"user{n}" for n in range(40))
    assert all(row["when"][:2] == "20" and row["when"][10] == "T" for row in rows)


def test_the_desk_stands_between_file_and_environment(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    (workspace.root / "geungeo.toml").write_text("[search]\nexcerpts = 5\n", encoding="utf-8")
    decide(workspace, "setting:search.excerpts", "setting", 6, "kim")
    found = load(workspace.root)
    assert (found["search.excerpts"], found.origin("search.excerpts")) == (6, "desk")
    assert found.origin("chunk.size") == "default"
    monkeypatch.setenv("GEUNGEO_SEARCH_EXCERPTS", "7")
    found = load(workspace.root)
    assert (found["search.excerpts"], found.origin("search.excerpts")) == (7, "GEUNGEO_SEARCH_EXCERPTS")
    monkeypatch.delenv("GEUNGEO_SEARCH_EXCERPTS")
    decide(workspace, "setting:search.excerpts", "setting", None, "kim")
    found = load(workspace.root)
    assert (found["search.excerpts"], found.origin("search.excerpts")) == (5, "geungeo.toml")


def test_a_decision_can_not_open_the_house(workspace: Workspace) -> None:
    for name, value in (("serve.host", "0.0.0.0"), ("writer.base_url", "http://elsewhere"), ("no.such", 1)):
        decide(workspace, f"setting:{name}", "setting", value, "kim")
    assert load(workspace.root).public() == load().public()


def test_a_decision_is_checked_like_a_line_of_the_file(workspace: Workspace) -> None:
    decide(workspace, "setting:search.excerpts", "setting", 99, "kim")
    with pytest.raises(SettingError, match=r"운영자 화면.*search\.excerpts.*99"):
        load(workspace.root)


def test_current_settings_follow_the_files_and_survive_a_broken_one(workspace: Workspace) -> None:
    current = Current(workspace.root, {"chunk.size": 300})
    assert current()["search.excerpts"] == 8
    decide(workspace, "setting:search.excerpts", "setting", 3, "kim")
    assert (current()["search.excerpts"], current()["chunk.size"]) == (3, 300)
    (workspace.root / "geungeo.toml").write_text("[search\n", encoding="utf-8")
    assert current()["search.excerpts"] == 3
    (workspace.root / "geungeo.toml").write_text("[search]\ncandidates = 40\n", encoding="utf-8")
    assert current()["search.candidates"] == 40
