"""What a clause refers to is looked at with it: the article, 별표 or other rule that it names, shown as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import Says, by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.decisions import decide
from geungeo.records import NOBODY, AskResult, Evidence
from geungeo.serve.ask import ask

TRAVEL = """# 출장여비 규정

개정 2026. 3. 1.

제1조(목적) 이 규정은 출장여비를 정한다.

제2조(지급 방법) 출장여비는 출장을 마친 날부터 14일 이내에 지급한다.

제3조(숙박비) 국내 출장의 숙박비는 별표 1과 같다.

제4조(교육 여비) 교육 참가자의 여비 지급에 관하여는 제2조를 준용한다.

제5조(휴가 중 출장) 휴가 중의 출장은 「휴가 규정」 제3조에 따른 대체휴무로 갈음한다.

제6조(위임) 이 규정에서 정하지 않은 것은 「없는 규정」 제9조에 따른다.

[별표 1] 숙박비 지급표(제3조 관련)

서울은 1박에 100,000원, 그 밖의 지역은 1박에 70,000원을 한도로 한다.
"""
LEAVE = """# 휴가 규정

개정 2026. 3. 1.

제1조(목적) 이 규정은 휴가를 정한다.

제3조(대체휴무) 대체휴무는 5일로 한다.
"""

ACT = """# 광고물법

개정 2026. 3. 1.

제1조(목적) 이 법은 광고물을 정한다.

제7조(점용료) 광고물 점용료는 한 달에 3만원으로 한다.
"""
DECREE = """# 광고물법 시행령

개정 2026. 3. 1.

제1조(목적) 이 영은 광고물법의 시행을 정한다.

제7조(서식) 시장은 게시대장을 갖춘다.

제9조(현수막 감면) 시장은 법 제7조에 따라 현수막의 감면을 정한다.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    root: Path = tmp_path_factory.mktemp("links") / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    opened = wiring.open_workspace(root)
    (opened.docs / "여비.md").write_text(TRAVEL, encoding="utf-8")
    (opened.docs / "휴가.md").write_text(LEAVE, encoding="utf-8")
    (opened.docs / "법.md").write_text(ACT, encoding="utf-8")
    (opened.docs / "시행령.md").write_text(DECREE, encoding="utf-8")
    ingest(opened.docs, opened.store, opened.settings, opened.workspace.report)
    return opened


def asked(base: wiring.Base, question: str, excerpts: int = 1, **parts: object) -> AskResult:
    desk = by_words(base, inbox=None, traces=None)
    limits = type(desk.limits)(desk.limits.question_chars, 40, excerpts)
    return ask(question, by_words(base, inbox=None, traces=None, limits=limits, **parts), reader=NOBODY)


def linked(result: AskResult) -> list[Evidence]:
    return [row for row in result.evidence if row.of is not None]


def test_a_table_that_a_clause_names_comes_with_it_and_takes_no_slot(base: wiring.Base) -> None:
    writer = Says("", declined=True)
    result = asked(base, "국내 출장 숙박비는 얼마인가요?", writer=writer)
    (row,) = linked(result)
    assert "별표 1" in row.label
    assert (row.number, row.of, row.kept) == (2, 1, True)
    assert row.why == "출장여비 규정 제3조에서 '별표 1'(으)로 가리켜 함께 봄"
    assert [(e.number, e.of, e.link) for e in writer.shown[0]] == [(1, None, ""), (2, 1, "reference")]


def test_what_is_applied_is_said_to_be_applied(base: wiring.Base) -> None:
    (row,) = linked(asked(base, "교육 참가자의 여비 지급은?"))
    assert row.label == "출장여비 규정 제2조"
    assert "준용" in row.why
    assert "출장여비 규정 제4조" in row.why


def test_another_rules_article_is_that_rules_where_it_may_be_read_and_nothing_elsewhere(base: wiring.Base) -> None:
    question = "휴가 중 출장은 무엇으로 갈음하나요?"
    assert [row.label for row in linked(asked(base, question))] == ["휴가 규정 제3조"]
    decide(base.workspace, "document:휴가.md", "allow", ["group:hr"], "park")
    try:
        result = asked(base, question)
        assert linked(result) == []
        assert "휴가 규정 제3조" not in {row.label for row in result.evidence}
    finally:
        decide(base.workspace, "document:휴가.md", "allow", None, "park")
    assert linked(asked(base, "이 규정에서 정하지 않은 것의 위임은?")) == []


def test_the_act_of_a_decree_is_not_the_decree(base: wiring.Base) -> None:
    assert [row.label for row in linked(asked(base, "현수막 감면은 누가 정하나요?"))] == ["광고물법 제7조"]


def test_what_comes_along_counts_for_no_score(base: wiring.Base) -> None:
    result = asked(base, "국내 출장 숙박비는 얼마인가요?")
    assert result.top_score == max(row.relevance for row in result.evidence if row.kept and row.of is None)


def test_the_number_in_a_table_is_quoted_together_with_the_clause_that_names_the_table(base: wiring.Base) -> None:
    result = asked(base, "국내 출장 숙박비 한도는 얼마인가요?")
    assert result.route == "auto_answer", result.checks
    assert "숙박비는 별표 1과 같다" in result.answer
    assert "70,000원" in result.answer
    assert [citation.number for citation in result.citations] == [1, 2]


def test_a_fact_is_not_borrowed_from_what_a_clause_on_another_matter_names(base: wiring.Base) -> None:
    assert asked(base, "휴가 중 출장의 식비는 며칠분인가요?").route == "handoff"
    assert "5일" not in asked(base, "국내 출장 숙박비는 며칠 안에 신청하나요?").answer


def test_nothing_comes_along_when_that_is_switched_off(base: wiring.Base) -> None:
    desk = wiring.desk(wiring.open_workspace(base.workspace.root, {"slots.linked": 0}), filing=False)
    assert linked(asked(base, "국내 출장 숙박비는 얼마인가요?", slots=desk.slots)) == []
