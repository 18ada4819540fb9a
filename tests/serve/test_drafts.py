"""What AI drafted: shown as such, and a ground only where an operator lets it be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import by_words
from geungeo import messages, wiring
from geungeo.cli import show
from geungeo.errors import BadDeed
from geungeo.records import AskResult
from geungeo.serve.ask import ask

RULE = "---\n시행일: 2026-01-01\norigin: ai-draft\n---\n# 재택근무 규정\n\n제1조(일수) 재택근무는 한 달에 4일까지 할 수 있다.\n"
QUESTION = "재택근무는 한 달에 며칠까지 할 수 있나요?"
FILE = "인사/재택근무.md"


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    wiring.init(tmp_path / "workspace")
    base = wiring.open_workspace(tmp_path / "workspace", {"embedder.kind": "none"})
    (base.docs / "인사").mkdir()
    (base.docs / FILE).write_text(RULE, encoding="utf-8")
    refresh(base)
    return base


def refresh(base: wiring.Base) -> None:
    wiring.refresh(base, lambda stage, done, total: None)


def asked(base: wiring.Base) -> AskResult:
    return ask(QUESTION, by_words(base, inbox=None))


def allowed(result: AskResult, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the draft answered, and then said of itself what it is."""
    if result.route == "handoff":
        assert messages.DROPPED_DRAFT in {row.why for row in result.evidence if not row.kept}
        assert not any(row.kept for row in result.evidence)
        return False
    assert {citation.origin for citation in result.citations} == {"ai-draft"}
    assert messages.KEPT_DRAFT in {row.why for row in result.evidence}
    show.result(result)
    assert "(AI 초안)" in capsys.readouterr().out
    return True


def test_an_ai_draft_answers_only_where_an_operator_allows_the_document(
    base: wiring.Base, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, catalogue = wiring.shelf(base), wiring.catalogue(base)
    assert not allowed(asked(base), capsys)
    entry = catalogue.one(FILE).row.entries[0]
    assert (entry.origin, entry.admitted) == ("ai-draft", False)
    assert messages.REPORT_AI_DRAFT in "\n".join(catalogue.one(FILE).lines)
    shelf.origin(FILE, "ai-draft-allowed", "kim")  # holds at once
    assert allowed(asked(base), capsys)
    assert catalogue.one(FILE).row.entries[0].admitted
    shelf.origin(FILE, "ai-draft", "kim")
    assert not allowed(asked(base), capsys)
    shelf.origin(FILE, "human", "kim")
    refresh(base)
    assert {citation.origin for citation in asked(base).citations} == {"human"}
    with pytest.raises(BadDeed, match="ai-draft-allowed"):
        shelf.origin(FILE, "robot", "kim")


def test_a_collection_may_allow_its_drafts_and_one_document_be_barred_from_it(
    base: wiring.Base, capsys: pytest.CaptureFixture[str]
) -> None:
    with base.workspace.settings.open("a", encoding="utf-8") as file:
        file.write('\n[collections."인사"]\nallow_ai_drafts = true\n')
    assert allowed(asked(base), capsys)
    wiring.shelf(base).origin(FILE, "ai-draft", "kim")
    assert not allowed(asked(base), capsys)


def test_an_upload_that_an_operator_calls_a_draft_is_one(base: wiring.Base, capsys: pytest.CaptureFixture[str]) -> None:
    (base.docs / FILE).unlink()
    plain = RULE.replace("origin: ai-draft\n", "")
    wiring.shelf(base).put("재택.md", plain.encode(), "kim", "인사팀", ai_draft=True)
    refresh(base)
    assert not allowed(asked(base), capsys)
    wiring.shelf(base).origin("재택.md", "ai-draft-allowed", "kim")
    assert allowed(asked(base), capsys)


def test_a_newer_draft_of_a_rule_never_speaks_for_it(base: wiring.Base) -> None:
    more = "".join(
        f"\n제{n}조(장소) {n}호 장소에서 일하려는 사람은 미리 부서장의 허락을 받아야 한다.\n" for n in range(2, 9)
    )
    rule = RULE.replace("origin: ai-draft\n", "").replace("4일", "2일").replace("2026-01-01", "2025-01-01")
    (base.docs / "인사/재택근무 사본.md").write_text(rule + more, encoding="utf-8")
    draft = RULE.replace("시행일: 2026-01-01\n", "시행일: 2026-02-01\n문서ID: AI-7\n")
    (base.docs / FILE).write_text(draft + more, encoding="utf-8")
    refresh(base)
    result = asked(base)
    assert result.route == "auto_answer"
    assert "2일" in result.answer
    assert {citation.origin for citation in result.citations} == {"human"}


def test_a_newer_version_that_ai_drafted_takes_no_place_from_the_one_people_wrote(base: wiring.Base) -> None:
    head = "---\n문서ID: R-7\n시행일: {day}\norigin: {origin}\n---\n# 재택근무 규정\n\n"
    body = "제1조(일수) 재택근무는 한 달에 {days}일까지 할 수 있다.\n"
    file = base.docs / FILE
    for day, origin, days in (("2026-01-01", "human", 4), ("2026-02-01", "ai-draft", 9)):
        file.write_text(head.format(day=day, origin=origin) + body.format(days=days), encoding="utf-8")
        refresh(base)
    result = asked(base)
    assert result.route == "auto_answer"
    assert {citation.origin for citation in result.citations} == {"human"}
    assert "4일" in result.citations[0].quote
    wiring.shelf(base).origin(FILE, "ai-draft-allowed", "kim")
    assert "9일" in asked(base).citations[0].quote
