"""Gaps: the same groups whatever the order, names that another ticket never changes, and each kind of hand-off apart."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geungeo.korean.about import about
from geungeo.ports import Asked, NewHandoff
from geungeo.records import Evidence, Reason, to_json
from geungeo.serve.gaps import Gap, article_of, gaps, gaps_sheet, grouped, topics
from geungeo.serve.sheet import lines, sheet
from geungeo.stores.embedded.database import MIGRATIONS
from geungeo.stores.embedded.inbox import SqliteInbox

CASES = Path(__file__).parents[2] / "cases" / "gaps.json"
QUESTIONS: list[str] = [case["question"] for case in json.loads(CASES.read_text("utf-8"))["cases"]]
UNSEEN = ["그건 왜 안 돼요?", "…", "재택", "수당", "설", "010-1234-5678로 전화 주세요", "ㅋㅋ", "AI", "택시비 얼마"]
some_questions = st.lists(st.sampled_from(QUESTIONS + UNSEEN), max_size=25)


def asked(ticket: int, question: str, reason: Reason = "no_relevant_policy", **changes: Any) -> Asked:
    defaults: dict[str, Any] = {
        "top_score": 0.1,
        "draft": None,
        "failed": (),
        "created_at": f"2026-07-{ticket % 28 + 1:02}T09:00:00+09:00",
        "updated_at": "",
        "status": "open",
        "asker": f"user{ticket % 3}",
        "assignee": "",
        "collection": "",
    }
    return Asked(ticket=ticket, question=question, reason=reason, **(defaults | changes))


def unverified(ticket: int, label: str, **changes: Any) -> Asked:
    return asked(ticket, f"질문 {ticket}", "answer_unverified", clause=(f"{ticket:016x}", label), **changes)


def members(found: tuple[Gap, ...]) -> dict[str, list[int]]:
    return {gap.key: [question.ticket for question in gap.questions] for gap in found}


# --- Topics -------------------------------------------------------------------------------------------------


def test_paraphrases_and_everyday_words_land_together_and_other_matters_apart() -> None:
    remote = ["재택근무 수당 나와요?", "재택 수당 얼마", "원격근무는 일주일에 며칠까지 가능한가요?"]
    shuttle = ["셔틀버스 첫차가 몇 시예요?", "통근 버스 놓치면 교통비 주나요"]
    badge = ["자격증 수당 있나요", "기사 자격증 따면 매달 얼마 나와요?"]
    chosen = topics([*remote, *shuttle, *badge])
    groups = [{chosen[question] for question in questions} for questions in (remote, shuttle, badge)]
    assert [len(group) for group in groups] == [1, 1, 1]
    assert len(set.union(*groups)) == 3


@given(some_questions, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_tickets_changes_nothing(questions: list[str], random: Any) -> None:
    tickets = [asked(number, question) for number, question in enumerate(questions, start=1)]
    shuffled = random.sample(tickets, len(tickets))
    assert grouped(tickets) == grouped(shuffled)


@given(some_questions)
@settings(max_examples=60, deadline=None)
def test_each_question_is_in_one_group_named_by_a_word_of_its_own(questions: list[str]) -> None:
    tickets = [asked(number, question) for number, question in enumerate(questions, start=1)]
    found = grouped(tickets).missing
    assert sorted(number for numbers in members(found).values() for number in numbers) == list(
        range(1, len(questions) + 1)
    )
    assert all(gap.count == len(gap.questions) == sum(gap.statuses.values()) for gap in found)
    for question, word in topics(questions).items():
        assert word in about(question) if about(question) else word == ""


@given(some_questions, st.sampled_from(QUESTIONS + UNSEEN))
@settings(max_examples=100, deadline=None)
def test_another_ticket_renames_no_group_and_moves_none_that_shares_no_word_with_it(
    questions: list[str], new: str
) -> None:
    before, after = topics(questions), topics([*questions, new])
    words = set(about(new))
    for question, word in before.items():
        if words.isdisjoint(about(question)):
            assert after[question] == word
        elif after[question] != word:
            assert after[question] in words


def test_a_group_keeps_its_name_while_it_grows() -> None:
    growing: list[str] = []
    names = set()
    for question in ["재택 되나요", "재택근무 수당 나와요?", "재택 수당 얼마", "재택할 때 모니터", "재택 신청 방법"]:
        growing.append(question)
        if len(growing) > 1:
            names.add(frozenset(topics(growing).values()))
    assert len(names) == 1


def test_why_names_the_words_that_the_questions_share() -> None:
    tickets = [asked(1, "재택근무 수당 나와요?"), asked(2, "재택 수당 얼마"), asked(3, "우산 빌려줘요?")]
    together, alone = grouped(tickets).missing
    assert (together.count, alone.count) == (2, 1)
    assert "재택" in together.why
    assert "2건" in together.why
    assert together.shared
    assert alone.title == "우산"


def test_the_figures_of_a_group() -> None:
    tickets = [
        asked(1, "주차 등록 어떻게 해요", asker="kim", status="closed"),
        asked(2, "월 주차비 얼마인가요", asker="kim", status="answered"),
        asked(3, "방문객 주차권은 어디서", asker=""),
    ]
    (gap,) = grouped(tickets).missing
    assert (gap.count, gap.askers, gap.nameless) == (3, 1, 1)
    assert gap.statuses == {"answered": 1, "closed": 1, "open": 1}
    assert (gap.first[:10], gap.last[:10]) == ("2026-07-02", "2026-07-04")
    assert [question.ticket for question in gap.questions] == [3, 2, 1]


def test_what_is_personal_names_no_group_and_is_masked() -> None:
    tickets = [
        asked(1, "주민번호 900101-1234568 재택 되나요"),
        asked(2, "010-1234-5678입니다. 재택 되나요"),
        asked(3, "메일은 kim@example.com, 주차 되나요"),
        asked(4, "lee@example.com로 답 주세요. 우산 있나요"),
    ]
    found = grouped(tickets).missing
    text = json.dumps([[gap.title, gap.why, [q.question for q in gap.questions]] for gap in found], ensure_ascii=False)
    assert not any(secret in text for secret in ("900101", "1234-5678", "kim@", "lee@", "example.com"))
    assert sorted(gap.count for gap in found) == [1, 1, 2]


# --- Clauses ------------------------------------------------------------------------------------------------


def test_unverified_answers_go_by_the_article_of_their_best_clause_and_collection() -> None:
    tickets = [
        unverified(1, "취업규칙 제15조 제1항", failed=("grounded",), draft="초안 1"),
        unverified(2, "취업규칙 제15조 제2항", failed=("grounded", "cites_excerpt"), draft="초안 2"),
        unverified(3, "취업규칙 제15조의2", draft="초안 1"),
        unverified(4, "취업규칙 제15조 제1항", collection="자회사"),
        asked(5, "질문", "answer_unverified"),
    ]
    found = grouped(tickets)
    assert found.missing == ()
    assert members(found.unclear) == {
        "clause:/취업규칙 제15조": [2, 1],
        "clause:/취업규칙 제15조의2": [3],
        "clause:자회사/취업규칙 제15조": [4],
        "clause:/": [5],
    }
    first = found.unclear[0]
    assert (first.failed, first.drafts) == ({"grounded": 2, "cites_excerpt": 1}, ("초안 2", "초안 1"))
    assert first.chunk_id == f"{2:016x}"  # of the newest


@pytest.mark.parametrize(
    ("label", "article"),
    [
        ("취업규칙 제15조 제2항", "취업규칙 제15조"),
        ("취업규칙 제15조의2 제1항 제3호", "취업규칙 제15조의2"),
        ("취업규칙 부칙 제1조", "취업규칙 부칙 제1조"),
        ("제3조정위원회 운영규정 제5조 제1항", "제3조정위원회 운영규정 제5조"),
        ("여비 규정 별표 1", "여비 규정 별표 1"),
        ("", ""),
    ],
)
def test_the_article_of_a_label(label: str, article: str) -> None:
    assert article_of(label) == article


# --- From the inbox -----------------------------------------------------------------------------------------


def evidence(number: int, kept: bool, relevance: float) -> Evidence:
    label = f"취업규칙 제{number}조"
    return Evidence(f"{number:016x}", label, kept, "", number if kept else None, 1.0, None, 0.1, relevance, {}, "글")


def test_troubles_are_counted_apart_and_reasons_and_dates_filter(tmp_path: Path) -> None:
    inbox = SqliteInbox(tmp_path / "geungeo.db")
    for reason in ("no_relevant_policy", "unavailable", "uncalibrated", "unavailable"):
        inbox.add(NewHandoff("재택 되나요", reason, 0.1, None, ()))
    ledger = (evidence(1, True, 0.3), evidence(2, True, 0.6), evidence(3, False, 0.9))
    inbox.add(NewHandoff("병가", "answer_unverified", 0.6, "초안", ("grounded",), ledger))
    found = gaps(inbox)
    assert [(trouble.reason, trouble.count) for trouble in found.technical] == [("unavailable", 2), ("uncalibrated", 1)]
    assert [gap.count for gap in found.missing] == [1]
    assert [gap.title for gap in found.unclear] == ["취업규칙 제2조"]  # the best that was kept
    assert gaps(inbox, since="2999-01-01").missing == ()
    only = gaps(inbox, reasons=["unavailable"])
    assert (only.missing, only.unclear, len(only.technical)) == ((), (), 1)


def test_tickets_filed_before_there_were_gaps_go_by_their_clause_too(tmp_path: Path) -> None:
    path = tmp_path / "geungeo.db"
    ledger = json.dumps(to_json([evidence(1, True, 0.3), evidence(2, True, 0.6), evidence(3, False, 0.9)]))
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(MIGRATIONS[1][0])
        old.execute(
            "INSERT INTO handoffs (question, reason, top_score, draft, failed, evidence, created_at, trace_id) "
            "VALUES ('병가', 'answer_unverified', 0.6, '초안', '[]', ?, '2026-01-01T00:00:00+09:00', '')",
            (ledger,),
        )
        old.execute("PRAGMA user_version = 1")
    assert [gap.title for gap in gaps(SqliteInbox(path)).unclear] == ["취업규칙 제2조"]


# --- Sheets -------------------------------------------------------------------------------------------------


def rows_of(file: bytes) -> list[list[str]]:
    assert file.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline="")))


def test_the_sheet_of_gaps_has_a_row_a_group_and_one_a_trouble() -> None:
    tickets = [asked(1, "재택 되나요"), unverified(2, "취업규칙 제1조", draft="=1+1"), asked(3, "?", "unavailable")]
    head, *rows = rows_of(gaps_sheet(grouped(tickets)))
    assert [row[0] for row in rows] == ["없는 규정", "확인하지 못한 규정", "규정 탓이 아닌 것"]
    assert rows[1][head.index("초안")] == "'=1+1"
    assert {len(row) for row in rows} <= {len(head), 11}


@given(st.lists(st.lists(st.text() | st.integers(), min_size=2, max_size=2), max_size=5))
def test_no_cell_begins_a_formula_and_nothing_else_is_lost(rows: list[list[str | int]]) -> None:
    back = rows_of(sheet(["가", "나"], rows))[1:]
    assert len(back) == len(rows)
    for row, found in zip(rows, back, strict=True):
        for value, cell in zip(row, found, strict=True):
            assert isinstance(value, int) or not cell.lstrip().startswith(("=", "+", "-", "@"))
            plain = str(value).replace("\0", "")
            assert cell in (plain, f"'{plain}")


def test_many_texts_share_a_cell_as_far_as_excel_holds_them() -> None:
    assert lines(["가", "나"]) == "가\n나"
    long = lines(["가" * 1000] * 100)
    assert len(long) < 32_767
    assert long.endswith("(+69)")


# --- The labelled set ---------------------------------------------------------------------------------------


def test_the_labelled_set_is_as_large_and_mixed_as_it_says() -> None:
    cases = json.loads(CASES.read_text("utf-8"))["cases"]
    assert len(cases) >= 120
    assert len({case["question"] for case in cases}) == len(cases)
    halves = {half: {case["topic"] for case in cases if case["half"] == half} for half in ("fit", "report")}
    assert halves["fit"].isdisjoint(halves["report"])
    assert sum(len(topics) for topics in halves.values()) >= 25
