"""qa.jsonl: what was put is there after a kill, whole batches only, and the last row of an id wins."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geungeo.errors import WorkspaceLocked
from geungeo.records import Claim, Ground, QAPair, pair_id
from geungeo.stores.embedded.pairs import PairLog
from geungeo.workspace import Workspace


def pair(question: str, **other: object) -> QAPair:
    text = "비밀번호는 90일마다 바꾼다."
    made = QAPair(
        id=pair_id("0" * 16, "amount", question),
        chunk_id="0" * 16,
        q=question,
        a=text,
        type="amount",
        evidence=(Ground("0" * 16, "ab", 0, len(text), text),),
        doc="정보보안지침",
        article="제5조",
        clause=None,
        revised_at=None,
        gen_model="rules",
        embedding_model="none",
        created_at="2026-12-01T00:00:00+09:00",
        paraphrases=("비번 며칠마다 바꿔요?",),
    )
    return dataclasses.replace(made, **other)  # type: ignore[arg-type]


def test_what_was_put_is_read_by_another_process_as_it_was(tmp_path: Path) -> None:
    judged = pair("비번 언제 바꿔요?", claims=(Claim("90일", "duration", "supported", "90일마다"),), verified=True)
    PairLog(Workspace(tmp_path)).put([pair("비밀번호 며칠마다 바꿔야 해요?"), judged])
    found = PairLog(Workspace(tmp_path)).pairs()
    assert list(found.values()) == [pair("비밀번호 며칠마다 바꿔야 해요?"), judged]


def test_a_verdict_replaces_the_row_and_a_removal_takes_it(tmp_path: Path) -> None:
    log = PairLog(Workspace(tmp_path))
    first, second = pair("하나?"), pair("둘?")
    log.put([first, second])
    reader = PairLog(Workspace(tmp_path))
    assert len(reader.pairs()) == 2
    log.put([dataclasses.replace(first, status="supported", verified=True)], removed=[second.id])
    assert [(p.q, p.status) for p in reader.pairs().values()] == [("하나?", "supported")]


def test_the_same_row_twice_makes_no_commit(tmp_path: Path) -> None:
    log = PairLog(Workspace(tmp_path))
    assert log.put([pair("하나?")]) == log.put([pair("하나?")]) == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(min_value=1, max_value=400))
def test_a_torn_tail_is_nothing_and_is_written_over(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    workspace = Workspace(tmp_path_factory.mktemp("torn"))
    log = PairLog(workspace)
    log.put([pair("하나?")])
    whole = workspace.pairs.stat().st_size
    log.put([pair("둘?")])
    data = workspace.pairs.read_bytes()
    workspace.pairs.write_bytes(data[: max(whole, len(data) - cut)])
    again = PairLog(workspace)
    assert [p.q for p in again.pairs().values()] == ["하나?"]
    again.put([pair("셋?")])
    assert [p.q for p in PairLog(workspace).pairs().values()] == ["하나?", "셋?"]


def test_rows_that_say_nothing_any_more_go_and_readers_follow(tmp_path: Path) -> None:
    log, workspace = PairLog(Workspace(tmp_path)), Workspace(tmp_path)
    many = [pair(f"{number}번째?") for number in range(600)]
    log.put(many)
    reader = PairLog(workspace)
    reader.pairs()
    for status in ("judge_error", "not_run", "supported"):
        log.put([dataclasses.replace(one, status=status) for one in many])
    assert workspace.pairs.read_bytes().count(b"\n") < 1300
    assert dict(reader.pairs()) == dict(log.pairs())
    assert {one.status for one in reader.pairs().values()} == {"supported"}


def test_one_writes_at_a_time_and_the_other_is_told_who(tmp_path: Path) -> None:
    first, second = PairLog(Workspace(tmp_path)), PairLog(Workspace(tmp_path))
    with first.writing("bake"), pytest.raises(WorkspaceLocked, match="bake"), second.writing("verify"):
        pass


def test_the_same_question_of_a_clause_has_one_id() -> None:
    assert pair_id("a", "fact", "연차는  며칠인가요?") == pair_id("a", "fact", "연차는 며칠인가요 ")
    assert pair_id("a", "fact", "연차는 며칠인가요?") != pair_id("a", "amount", "연차는 며칠인가요?")
