"""What one reader is answered from: changes hold at the next question, and what is wrong with the rules opens nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from asking import SICK, by_words
from geungeo import messages, wiring
from geungeo.decisions import decide
from geungeo.errors import SettingError
from geungeo.ports import Batch
from geungeo.records import NOBODY, Reader
from geungeo.serve.access import Access
from geungeo.serve.ask import ask
from geungeo.serve.running import Running
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
from store_samples import Directions, direction, rule

HR, OPERATOR = Reader("lee", ("hr",)), Reader("park", role="operator")
LEAVE = "국가공무원 복무규정"
FILE = f"{LEAVE}.md"


@pytest.fixture
def hidden(examples_copy: wiring.Base) -> wiring.Base:
    """The example rules; the one that SICK is answered from is for group hr."""
    decide(examples_copy.workspace, f"document:{FILE}", "allow", ["group:hr"], "park")
    return examples_copy


def files(access: Access, reader: Reader) -> set[str]:
    return {document.file for document in access.snapshot(reader).documents.values()}


def test_a_question_is_answered_from_what_its_asker_may_read(hidden: wiring.Base) -> None:
    desk = by_words(hidden)
    assert "60일" in ask(SICK, desk, reader=HR).answer
    outside = ask(SICK, desk, reader=NOBODY)
    told = json.dumps([outside.answer, outside.notes, [row.label for row in outside.evidence]], ensure_ascii=False)
    assert outside.evidence
    assert LEAVE not in told


def test_who_may_read_nothing_is_told_of_no_rule_and_not_of_an_index(examples_copy: wiring.Base) -> None:
    with examples_copy.workspace.settings.open("a", encoding="utf-8") as file:
        file.write('\n[access]\nallow = ["group:staff"]\n')
    desk = by_words(examples_copy)
    result = ask(SICK, desk, reader=NOBODY)
    assert (result.route, result.reason, result.evidence) == ("handoff", "no_relevant_policy", ())
    assert messages.NOTE_INDEX_EMPTY not in result.notes
    assert result.answer.startswith(f"{messages.HANDOFF['no_relevant_policy']} {messages.LOOKED_AT_NOTHING}")
    store = examples_copy.store
    store.apply(Batch(removed_chunks=tuple(store.snapshot().chunks)))
    empty = ask(SICK, desk, reader=NOBODY)
    assert (empty.reason, empty.notes, list(empty.timings)) == (result.reason, result.notes, list(result.timings))
    assert ask(SICK, desk, reader=OPERATOR).notes == (messages.NOTE_INDEX_EMPTY,)


def test_a_change_holds_at_the_next_question(examples_copy: wiring.Base) -> None:
    access = Access(examples_copy.workspace, examples_copy.store.snapshot)
    everything = files(access, OPERATOR)
    assert files(access, NOBODY) == files(access, HR) == everything
    decide(examples_copy.workspace, f"document:{FILE}", "allow", ["group:hr"], "park")
    assert (files(access, NOBODY), files(access, HR)) == (everything - {FILE}, everything)
    decide(examples_copy.workspace, f"document:{FILE}", "allow", None, "park")
    assert files(access, NOBODY) == everything
    with examples_copy.workspace.settings.open("a", encoding="utf-8") as file:
        file.write(f'\n[documents."{FILE}"]\nallow = []\n')
    assert files(access, HR) == everything - {FILE}
    assert files(access, OPERATOR) == everything


def test_an_edit_of_the_same_size_and_time_is_seen(examples_copy: wiring.Base) -> None:
    settings = examples_copy.workspace.settings
    access = Access(examples_copy.workspace, examples_copy.store.snapshot)
    before = settings.read_text(encoding="utf-8")
    for group, seen in (("hr", True), ("it", False)):
        settings.write_text(f'{before}\n[access]\nallow = ["group:{group}"]\n', encoding="utf-8")
        os.utime(settings, ns=(10**18, 10**18))
        assert bool(files(access, HR)) is seen


def _torn_settings(workspace: Workspace) -> None:
    with workspace.settings.open("a", encoding="utf-8") as file:
        file.write(f'\n[documents."{FILE}"]\nallow = ["group:hr"\n')


def _misspelt(workspace: Workspace) -> None:
    with workspace.settings.open("a", encoding="utf-8") as file:
        file.write(f'\n[documents."{FILE}"]\nalow = ["group:hr"]\n')


def _gone(workspace: Workspace) -> None:
    workspace.settings.unlink()


def _damaged_decisions(workspace: Workspace) -> None:
    workspace.decisions.write_bytes(b'{"target": "document:\xff\n' + workspace.decisions.read_bytes())


@pytest.mark.parametrize("harm", [_torn_settings, _misspelt, _gone, _damaged_decisions])
def test_rules_that_can_not_be_read_admit_nobody_and_say_why_to_the_operator_only(
    hidden: wiring.Base, harm: object
) -> None:
    running = Running(by_words(hidden), None)
    chunk_id = next(iter(hidden.store.snapshot().chunks))
    assert running.chunk(chunk_id, NOBODY) is not None
    harm(hidden.workspace)  # type: ignore[operator]
    result = running.ask(SICK, HR)
    assert (result.route, result.reason, result.evidence) == ("handoff", "unavailable", ())
    assert LEAVE not in json.dumps([result.answer, result.notes], ensure_ascii=False)
    with pytest.raises(SettingError):
        running.chunk(chunk_id, HR)
    assert running.suggestions(HR) == []
    assert running.health(HR)["chunks"] == 0
    assert running.chunk(chunk_id, OPERATOR) is not None


def test_vectors_made_later_join_the_views_that_are_kept(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.settings.write_text('[docs]\nfolder = "docs"\n[documents."x.md"]\nallow = []\n', encoding="utf-8")
    store = EmbeddedStore(workspace, Directions.model, Directions.dimension)
    document, chunks = rule()
    secret, of_secret = rule("보안업무규정")
    store.apply(Batch((document, secret), chunks + of_secret))
    access = Access(workspace, store.snapshot)
    decide(workspace, f"document:{secret.doc_id}", "allow", [], "park")
    assert access.snapshot(NOBODY).nearest(direction("연가"), 5) == []
    missing = store.missing_vectors()
    store.add_vectors([key for key, _ in missing], Directions().passages([text for _, text in missing]))
    view = access.snapshot(NOBODY)
    assert view is access.snapshot(Reader("oh", ("any", "groups")))
    assert view.dense_ready
    found = [chunk_id for chunk_id, _ in view.nearest(direction("비밀 취급 인가"), 500)]
    assert set(found) == {chunk.chunk_id for chunk in chunks}


@pytest.fixture
def suggested(hidden: wiring.Base) -> Running:
    items = [
        {"kind": "answered", "question": "병가는?", "document": FILE},
        {"kind": "answered", "question": "회비는?", "document": "회비규정.pdf"},
        {"kind": "out_of_scope", "question": "점심은?"},
    ]
    return Running(by_words(hidden), None, items)


def test_questions_to_try_go_to_those_who_may_read_the_answer(suggested: Running) -> None:
    assert len(suggested.suggestions(OPERATOR)) == len(suggested.suggestions(HR)) == 3
    assert [item["question"] for item in suggested.suggestions(NOBODY)] == ["회비는?"]
