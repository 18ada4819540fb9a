"""A question of one collection: as if there were no other, whatever lies beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asking import by_words
from geungeo import wiring
from geungeo.decisions import decide
from geungeo.errors import BadQuestion
from geungeo.records import NOBODY, AskResult, Reader
from geungeo.serve.ask import ask

HR, OPERATOR = Reader("lee", ("hr",)), Reader("park", role="operator")
QUESTIONS = (
    "선물을 받을 수 있는 금액은 얼마까지인가요?",
    "외부강의 사례금을 신고해야 하나요?",
    "직무관련자에게 돈을 빌릴 수 있나요?",
    "연가는 며칠인가요?",
    "제14조",
)


def workspace(root: Path, documents: dict[str, str], settings: str = "") -> wiring.Base:
    wiring.init(root)
    for name, text in documents.items():
        path = root / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    base = wiring.open_workspace(root, {"embedder.kind": "none"})
    wiring.refresh(base, lambda stage, done, total: None)
    return base


COLLECTIONS = """
[collections."선관위"]
folders = ["선관위"]
contact = "선관위 감사과"

[collections."국회"]
title = "국회 규정"
folders = ["국회"]
"""


@pytest.fixture(scope="module")
def texts(shared: Path) -> dict[str, str]:
    """Two codes of conduct whose articles are near-copies of each other, and an act that lies in no collection."""
    acts = {path.parent.name: path for path in sorted((shared / "statutes/current").rglob("*.md"))}
    found = [acts[name] for name in acts if "행동강령" in name][:2]
    leave = next(acts[name] for name in acts if "복무규정" in name)
    assert len(found) == 2
    folders = ("선관위", "국회", "공통")
    return {
        f"{folder}/{p.parent.name}.md": p.read_text("utf-8") for folder, p in zip(folders, [*found, leave], strict=True)
    }


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]) -> wiring.Base:
    return workspace(tmp_path_factory.mktemp("both") / "workspace", texts, COLLECTIONS)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]) -> wiring.Base:
    own = {name: text for name, text in texts.items() if name.startswith("선관위/")}
    return workspace(tmp_path_factory.mktemp("alone") / "workspace", own, COLLECTIONS)


def seen(result: AskResult) -> object:
    """All that the asker gets but numbers that each question has of its own."""
    return (
        result.route, result.reason, result.answer, result.draft, result.citations, result.top_score, result.checks,
        result.evidence, result.notes, result.contact,
    )  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("day", [None, "1990-01-01"])
def test_a_scoped_question_is_that_of_a_store_which_holds_nothing_else(
    both: wiring.Base, alone: wiring.Base, question: str, day: str | None
) -> None:
    here = ask(question, by_words(both, inbox=None), as_of=day, collection="선관위")
    there = ask(question, by_words(alone, inbox=None), as_of=day)
    assert seen(here) == seen(there)
    assert here.collection == "선관위"


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_of_another_collection_is_told(both: wiring.Base, texts: dict[str, str], question: str) -> None:
    result = ask(question, by_words(both, inbox=None), reader=OPERATOR, collection="선관위")
    chunks = both.store.snapshot().chunks
    assert {chunks[row.chunk_id].source for row in result.evidence} <= {
        chunks[i].source for i in of_folder(both, "선관위")
    }
    told = json.dumps([result.answer, result.notes, [row.label for row in result.evidence]], ensure_ascii=False)
    titles = {d.title for d in both.store.snapshot().documents.values() if not d.file.startswith("선관위/")}
    assert titles
    assert not [title for title in titles if title in told]
    elsewhere = ask(question, by_words(both, inbox=None), reader=OPERATOR)
    assert {row.chunk_id for row in elsewhere.evidence} - of_folder(both, "선관위")


def of_folder(base: wiring.Base, folder: str) -> set[str]:
    snapshot = base.store.snapshot()
    keys = {key for key, document in snapshot.documents.items() if document.file.startswith(f"{folder}/")}
    return {i for i, chunk in snapshot.chunks.items() if chunk.key in keys}


def test_what_belongs_to_no_collection_is_found_in_one_only_where_the_workspace_says_so(
    tmp_path: Path, texts: dict[str, str]
) -> None:
    base = workspace(tmp_path / "workspace", texts, COLLECTIONS)

    def found() -> set[str]:
        return {row.chunk_id for row in ask("연가는 며칠인가요?", by_words(base), collection="선관위").evidence}

    common = of_folder(base, "공통")
    assert not found() & common
    decide(base.workspace, "setting:search.unassigned_in_scope", "setting", True, "park")
    assert found() & common
    assert not found() & of_folder(base, "국회")


def test_a_collection_that_is_not_there_and_one_that_is_closed_are_told_in_the_same_words(
    tmp_path: Path, texts: dict[str, str]
) -> None:
    closed = COLLECTIONS.replace('title = "국회 규정"', 'title = "국회 규정"\nallow = ["group:hr"]')
    base = workspace(tmp_path / "workspace", texts, closed + '\n[collections."빈 모음"]\nfolders = ["아직 없음"]\n')
    desk = by_words(base)
    said = set()
    for name in ("국회", "없는 모음", "빈 모음", "", " ", "국회/x"):
        with pytest.raises(BadQuestion) as refused:
            ask(QUESTIONS[0], desk, reader=NOBODY, collection=name)
        said.add(str(refused.value))
    assert len(said) == 1
    assert not base.inbox.list()
    assert ask(QUESTIONS[0], desk, reader=HR, collection="국회").evidence
    assert desk.collections(NOBODY) == {"선관위": "선관위"}
    assert desk.collections(HR) == desk.collections(OPERATOR) == {"선관위": "선관위", "국회": "국회 규정"}


def test_a_scoped_question_that_finds_nothing_goes_to_that_collections_people(both: wiring.Base) -> None:
    result = ask("오늘 구내식당 메뉴 뭐예요?", by_words(both), collection="선관위")
    assert result.ticket is not None
    ticket = both.inbox.get(result.ticket)
    assert ticket is not None
    assert ticket.collection == "선관위"
    assert "선관위 감사과" in result.answer
