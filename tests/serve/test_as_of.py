"""The day decides: what is asked of a day is answered from the text in force then, and what is not says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from asking import by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.decisions import decide
from geungeo.errors import BadQuestion, SettingError
from geungeo.records import NOBODY, Reader
from geungeo.serve.access import Access
from geungeo.serve.ask import ask
from geungeo.serve.running import Running
from geungeo.versions import EVER

QUESTION = "연가는 1년에 며칠인가요?"
OPERATOR = Reader("park", role="operator")


def act(day: str, leave: int, doc_id: str = "000123", title: str = "휴가 규정", more: str = "") -> str:
    head = f"---\n법령ID: '{doc_id}'\n제목: {title}\n공포일자: {day}\n시행일자: {day}\n---\n\n"
    return f"{head}제1조(목적) 이 규정은 직원의 휴가를 정한다.\n\n제2조(연가) 연가는 1년에 {leave}일로 한다.\n\n{more}"


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    """A rule of 2023, its version of 2025, and one that takes effect in 2027."""
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    opened = wiring.open_workspace(root)
    for day, leave in (("2023-01-01", 15), ("2025-01-01", 20), ("2027-01-01", 25)):
        (opened.docs / f"{day}.md").write_text(act(day, leave), encoding="utf-8")
    read(opened)
    return opened


def read(base: wiring.Base) -> None:
    ingest(base.docs, base.store, base.settings, base.workspace.report, day="2026-11-30")


@pytest.mark.parametrize(("day", "leave"), [("2024-12-31", 15), ("2025-01-01", 20), (None, 20), ("2027-01-01", 25)])
def test_a_question_is_answered_from_the_text_in_force_that_day(base: wiring.Base, day: str | None, leave: int) -> None:
    result = ask(QUESTION, by_words(base), as_of=day)
    assert result.route == "auto_answer"
    assert f"{leave}일" in result.answer
    assert result.as_of == (day or "2026-11-30")
    assert result.citations[0].effective_at is not None
    assert result.citations[0].effective_at <= result.as_of
    others = {15, 20, 25} - {leave}
    assert not any(f"{other}일" in row.excerpt for row in result.evidence for other in others)


def test_before_the_first_version_the_hand_off_names_the_day_from_which_it_holds(base: wiring.Base) -> None:
    result = ask(QUESTION, by_words(base), as_of="2022-06-01")
    assert (result.route, result.reason) == ("handoff", "not_in_force")
    assert "2023-01-01" in result.answer
    assert not result.citations


def test_a_rule_that_takes_effect_later_says_so_and_a_repealed_one_too(base: wiring.Base) -> None:
    (base.docs / "여비.md").write_text(
        act("2027-06-01", 1, "000777", "여비 규정", "제3조(숙박비) 숙박비는 하루 7만원으로 한다."), encoding="utf-8"
    )
    read(base)
    result = ask("숙박비는 하루 얼마인가요?", by_words(base))
    assert (result.reason, "2027-06-01" in result.answer) == ("not_in_force", True)
    decide(base.workspace, "document:000777", "repealed", "2028-01-01", "park")
    ended = ask("숙박비는 하루 얼마인가요?", by_words(base), as_of="2028-05-05")
    assert (ended.reason, "2028-01-01" in ended.answer) == ("not_in_force", True)


def test_what_is_not_in_force_is_told_only_to_who_may_read_it(base: wiring.Base) -> None:
    decide(base.workspace, "document:000123", "allow", ["group:hr"], "park")
    result = ask(QUESTION, by_words(base), as_of="2022-06-01")
    assert (result.reason, "2023" in result.answer) == ("no_relevant_policy", False)
    assert ask(QUESTION, by_words(base), reader=Reader("lee", ("hr",)), as_of="2022-06-01").reason == "not_in_force"


def test_every_version_can_be_looked_up_but_a_day_holds_one(base: wiring.Base) -> None:
    access = Access(base.workspace, base.store.snapshot, lambda: "2026-11-30")
    for reader in (OPERATOR, NOBODY):
        assert len(access.snapshot(reader, EVER).documents) == 3
        assert [d.effective_at for d in access.snapshot(reader).documents.values()] == ["2025-01-01"]
        assert access.snapshot(reader, "2024-01-01") is access.snapshot(reader, "2024-01-01")
    running = Running(by_words(base), None)
    old = ask(QUESTION, by_words(base), as_of="2024-01-01").citations[0].chunk_id
    chunk = running.chunk(old, NOBODY)
    assert chunk is not None
    document = running.document(chunk.key, NOBODY)
    assert document is not None
    assert document.effective_at == "2023-01-01"
    assert all(other.key == chunk.key for other in running.neighbours(old, NOBODY, 5, 5))


def test_a_decision_holds_at_the_next_question_without_an_ingest(base: wiring.Base) -> None:
    desk = by_words(base)
    assert "20일" in ask(QUESTION, desk).answer
    decide(base.workspace, "document:2025-01-01.md", "in_force", False, "park")
    assert "15일" in ask(QUESTION, desk).answer
    decide(base.workspace, "document:2025-01-01.md", "in_force", None, "park")
    assert "20일" in ask(QUESTION, desk).answer


def test_new_text_answers_at_once_and_removed_text_no_more_without_a_restart(base: wiring.Base) -> None:
    running = Running(by_words(base), None)
    (base.docs / "2026.md").write_text(act("2026-06-01", 22), encoding="utf-8")
    read(base)
    assert "22일" in running.ask(QUESTION, NOBODY).answer
    for path in list(base.docs.glob("*.md")):
        path.unlink()
    read(base)
    assert running.ask(QUESTION, NOBODY).route == "handoff"
    assert running.ask(QUESTION, NOBODY, as_of="2024-01-01").route == "handoff"


@pytest.mark.parametrize("day", ["2024-13-01", "2024-3-1", "어제", ""])
def test_a_day_that_is_none_is_the_askers_to_mend(base: wiring.Base, day: str) -> None:
    with pytest.raises(BadQuestion, match="기준일"):
        ask(QUESTION, by_words(base), as_of=day)


def test_the_only_living_labour_standards_act_is_not_in_force_before_2027(tmp_path: Path, shared: Path) -> None:
    root = tmp_path / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    base = wiring.open_workspace(root)
    shutil.copy(shared / "statutes/current/근로기준법/법률(법률).md", base.docs)
    read(base)
    question = "근로기준법 제60조 연차 유급휴가는 며칠인가요?"
    result = ask(question, by_words(base))
    assert (result.reason, "2027-01-01" in result.answer) == ("not_in_force", True)
    assert ask(question, by_words(base), as_of="2027-01-01").reason != "not_in_force"


def test_rules_of_access_that_can_not_be_read_close_nothing_to_operators_and_days_hold_for_them(
    base: wiring.Base,
) -> None:
    base.workspace.settings.write_text("[access]\nalow = [", encoding="utf-8")
    access = Access(base.workspace, base.store.snapshot, lambda: "2026-11-30")
    assert [d.effective_at for d in access.snapshot(OPERATOR).documents.values()] == ["2025-01-01"]
    with pytest.raises(SettingError):
        access.snapshot(NOBODY)


def test_an_archived_version_stays_closed_when_its_successor_lies_in_an_open_folder(base: wiring.Base) -> None:
    decide(base.workspace, "folder:비밀", "allow", ["group:hr"], "park")
    (base.docs / "비밀").mkdir()
    old = base.docs / "비밀/수당.md"
    old.write_text(act("2023-01-01", 33, "000999", "수당 규정"), encoding="utf-8")
    read(base)
    old.unlink()
    (base.docs / "수당.md").write_text(act("2025-01-01", 44, "000999", "수당 규정"), encoding="utf-8")
    read(base)
    access = Access(base.workspace, base.store.snapshot, lambda: "2026-11-30")
    for day, reader, seen in (
        ("2024-01-01", NOBODY, False),
        ("2024-01-01", Reader("lee", ("hr",)), True),
        ("2026-01-01", NOBODY, True),
    ):
        assert ("000999" in {d.doc_id for d in access.snapshot(reader, day).documents.values()}) is seen
