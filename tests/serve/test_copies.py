"""Of several copies of a rule the newest in force answers; a copy speaks where that one may not be read, or is gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asking import SICK, by_words, document
from commands import run
from geungeo import messages, wiring
from geungeo.decisions import decide
from geungeo.records import NOBODY, AskResult, Reader
from geungeo.serve.ask import Desk, ask

ROOT = Path(__file__).parents[2]
RULE = "국가공무원 복무규정.md"
COPY, LAST = "복무규정_최종.md", "복무규정_최종_수정2.md"
OPERATOR = Reader("park", role="operator")


def unnamed(days: int = 60) -> str:
    """The real rule as people save it: without what law.go.kr states of it, and with another number of days."""
    text = (ROOT / "examples/docs" / RULE).read_text(encoding="utf-8").split("---\n", 2)[2]
    assert "연 60일의 범위" in text
    return "# 국가공무원 복무규정\n\n" + text.replace("연 60일의 범위", f"연 {days}일의 범위")


def dated(day: str, text: str) -> str:
    return f"---\n제목: 국가공무원 복무규정\n공포일자: {day}\n시행일자: {day}\n---\n\n{text}"


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    """Two copies of one rule, with nothing but their names to tell which is the newer one."""
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    opened = wiring.open_workspace(root)
    put(opened, **{COPY: unnamed(60), LAST: unnamed(75)})
    return opened


def put(base: wiring.Base, **files: str) -> None:
    for name, text in files.items():
        (base.docs / name).write_text(text, encoding="utf-8")
    wiring.refresh(base, lambda stage, done, total: None)


def told(result: AskResult) -> str:
    return json.dumps([result.answer, result.notes, [(row.label, row.why) for row in result.evidence]])


def grounds(result: AskResult, desk: Desk) -> set[str]:
    """Files whose clauses the writer saw."""
    snapshot = desk.snapshot(OPERATOR, "")
    return {snapshot.documents[snapshot.chunks[row.chunk_id].key].file for row in result.evidence if row.kept}


def test_the_newest_copy_answers_and_the_other_takes_no_place(base: wiring.Base) -> None:
    desk = by_words(base)
    result = ask(SICK, desk)
    assert "75일" in result.answer
    assert grounds(result, desk) == {LAST}
    why = messages.DROPPED_COPY.format(title="국가공무원 복무규정")
    assert any(row.why == why for row in result.evidence)


def test_who_may_read_only_the_older_copy_is_answered_from_it_and_learns_of_no_other(base: wiring.Base) -> None:
    decide(base.workspace, f"document:{LAST}", "allow", ["group:hr"], "park")
    desk = by_words(base)
    result = ask(SICK, desk, reader=NOBODY)
    assert "60일" in result.answer
    assert grounds(result, desk) == {COPY}
    assert "75일" not in told(result)
    assert all("사본" not in row.why for row in result.evidence)
    assert "75일" in ask(SICK, desk, reader=Reader("lee", ("hr",))).answer


def test_a_copy_answers_at_the_next_question_when_the_canonical_one_is_removed(base: wiring.Base) -> None:
    desk = by_words(base)
    assert "75일" in ask(SICK, desk).answer
    (base.docs / LAST).unlink()
    wiring.refresh(base, lambda stage, done, total: None)
    assert "60일" in ask(SICK, desk).answer
    put(base, **{LAST: unnamed(75)})
    assert "75일" in ask(SICK, desk).answer


def test_a_copy_of_an_earlier_version_does_not_answer_beside_the_amended_rule(base: wiring.Base) -> None:
    (base.docs / LAST).unlink()
    put(base, **{"규정.md": unnamed(60)})
    put(base, **{"규정.md": dated("2026-03-01", unnamed(90))})
    desk = by_words(base)
    result = ask(SICK, desk)
    assert "90일" in result.answer
    assert grounds(result, desk) == {"규정.md"}


def test_an_operator_parts_what_is_no_copy_and_joins_what_is_one(base: wiring.Base) -> None:
    desk = by_words(base)
    wiring.decide_version(base, LAST, "apart", "yes", "park")
    assert {COPY, LAST} == grounds(ask(SICK, desk), desk)
    assert not wiring.copies(base)
    wiring.decide_version(base, LAST, "apart", "unset", "park")
    assert grounds(ask(SICK, desk), desk) == {LAST}
    other = "# 병가 안내\n\n개정 2020. 1. 1.\n\n제1조(병가) 병가는 1년에 30일까지 쓸 수 있다.\n"
    put(base, **{"병가 안내.md": other})
    assert "병가 안내.md" in grounds(ask(SICK, desk), desk)
    wiring.decide_version(base, "병가 안내.md", "together", LAST, "park")
    assert grounds(ask(SICK, desk), desk) == {LAST}
    wiring.decide_version(base, "병가 안내.md", "together", "unset", "park")
    assert "병가 안내.md" in grounds(ask(SICK, desk), desk)


def test_rules_of_two_collections_are_two_rules_however_alike(base: wiring.Base) -> None:
    with (base.workspace.root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[collections."서울"]\n[collections."부산"]\n')
    for name in ("서울", "부산"):
        (base.docs / name).mkdir()
    (base.docs / COPY).rename(base.docs / "서울" / COPY)
    (base.docs / LAST).rename(base.docs / "부산" / LAST)
    wiring.refresh(base, lambda stage, done, total: None)
    desk = by_words(base)
    assert grounds(ask(SICK, desk), desk) == {f"서울/{COPY}", f"부산/{LAST}"}


def test_the_operator_sees_each_group_and_why_one_speaks_for_it(base: wiring.Base) -> None:
    (group,) = wiring.copies(base)
    assert [(copy.file, copy.state) for copy in group.copies] == [(LAST, "canonical"), (COPY, "alias")]
    assert group.why == messages.COPIES_BY_NAME
    assert 0.9 < group.copies[1].similarity < 1.0
    put(base, **{"복무규정 (1).md": dated("2026-03-01", unnamed(60))})
    (group,) = wiring.copies(base)
    assert group.copies[0].file == "복무규정 (1).md"
    assert "2026-03-01" in group.why


def test_the_command_joins_and_parts(base: wiring.Base) -> None:
    place = str(base.workspace.root)
    (base.workspace.thresholds).write_text(json.dumps(document()), encoding="utf-8")
    assert run("-w", place, "versions", LAST, "--apart").code == 0
    assert not wiring.copies(base)
    assert run("-w", place, "versions", LAST, "--together", COPY).code == 0
    assert len(wiring.copies(base)) == 1
    assert run("-w", place, "versions", LAST, "--together", "없는 문서").code != 0
