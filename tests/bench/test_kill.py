"""Killed at any moment, the corpus stands at a state that was committed, and the next run ends where any run ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kill
from kill import Life

NAMES = [name for name, _, _ in Life.WORKS]


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    return Life(tmp_path_factory.mktemp("life"))


@pytest.mark.parametrize("name", NAMES)
def test_killed_before_a_step_to_the_disk_nothing_is_lost_and_nothing_doubled(
    life: Life, tmp_path: Path, name: str
) -> None:
    dice = random.Random(name)
    count = kill.steps(life, name, tmp_path / "counted")
    for at in dice.sample(range(1, count), 4):
        assert kill.at_point(life, name, tmp_path / "killed", at, torn=dice.random() < 0.5)


def test_killed_at_any_moment_nothing_is_lost_and_nothing_doubled(life: Life, tmp_path: Path) -> None:
    dice = random.Random(7)
    for name in NAMES:
        length = kill.seconds(life, name, tmp_path / "timed")
        kill.at_moment(life, name, tmp_path / "killed", dice.random() * length)


@pytest.mark.long
@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_killed_before_every_step_to_the_disk(life: Life, tmp_path: Path, name: str, torn: bool) -> None:
    for at in range(1, kill.steps(life, name, tmp_path / "counted")):
        assert kill.at_point(life, name, tmp_path / "killed", at, torn)
