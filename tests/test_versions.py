"""Which version holds on a day: never two of one document, never one that has not begun or has ended."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.decisions import decide
from geungeo.errors import SettingError
from geungeo.records import Document
from geungeo.versions import NOTHING, Decided, Span, as_day, in_force, load, spans
from geungeo.workspace import Workspace


def version(
    effective: str | None = None,
    revised: str | None = None,
    number: str | None = None,
    doc_id: str = "취업규칙",
    **more: object,
) -> Document:
    name = f"{revised or ''}#{number or ''}/{effective or ''}"
    one = Document(doc_id, doc_id, name, revised, effective, number, "", "", f"{name}.md", "md", "")
    for field, value in more.items():
        object.__setattr__(one, field, value)
    return one


DAYS = [(date(2024, 1, 1) + timedelta(days=n)).isoformat() for n in range(12)]
days, maybe = st.sampled_from(DAYS), st.none() | st.sampled_from(DAYS)
versions = st.builds(
    version,
    effective=maybe,
    revised=maybe,
    number=st.none() | st.sampled_from(["9", "10", "제11호"]),
    doc_id=st.sampled_from(["취업규칙", "여비규정"]),
    first_seen=st.sampled_from(["", *DAYS]),
    repealed_at=st.none() | st.none() | days,
    draft=st.sampled_from(["", "", "comparison"]),
    withdrawn=st.sampled_from([False, False, True]),
)
corpora = st.lists(versions, max_size=8, unique_by=lambda document: document.key)


def began(document: Document) -> str:
    return document.effective_at or document.revised_at or document.first_seen


@given(corpora, days)
def test_at_most_one_version_holds_and_it_has_begun_and_is_the_latest(corpus: list[Document], day: str) -> None:
    held = [document for document in corpus if document.key in in_force(corpus, day)]
    assert len({document.doc_id for document in held}) == len(held)
    for one in held:
        assert began(one) <= day
        assert not one.draft
        assert not one.withdrawn
        others = [d for d in corpus if d.doc_id == one.doc_id and began(d) <= day and not d.draft and not d.withdrawn]
        assert all((d.effective_at or d.revised_at or "") <= (one.effective_at or one.revised_at or "") for d in others)


@given(corpora)
def test_spans_say_for_every_day_what_in_force_says(corpus: list[Document]) -> None:
    for doc_id in {document.doc_id for document in corpus}:
        own = [document for document in corpus if document.doc_id == doc_id]
        found = spans(own)
        for day in DAYS:
            at = {span.key for span in found if span.start <= day and (span.end is None or day < span.end)}
            assert at == in_force(own, day)
        assert all(one.end is not None and one.end <= two.start for one, two in pairwise(found))


@given(corpora, days)
def test_another_document_changes_nothing(corpus: list[Document], day: str) -> None:
    alone = [document for document in corpus if document.doc_id == "취업규칙"]
    assert in_force(alone, day) == {d.key for d in alone} & in_force(corpus, day)


def test_amendments_may_take_effect_in_another_order_than_they_were_made() -> None:
    slow = version(effective="2024-07-01", revised="2024-01-10", number="1")
    quick = version(effective="2024-02-01", revised="2024-01-20", number="2")
    assert in_force([slow, quick], "2024-01-31") == frozenset()
    assert in_force([slow, quick], "2024-02-01") == {quick.key}
    assert in_force([slow, quick], "2024-07-01") == {slow.key}
    assert spans([slow, quick]) == [
        Span(quick.key, "2024-02-01", "2024-07-01"),
        Span(slow.key, "2024-07-01", None),
    ]


def test_numbers_are_compared_as_numbers() -> None:
    ninth, tenth = (version("2024-01-01", "2024-01-01", number) for number in ("제9호", "제10호"))
    assert in_force([ninth, tenth], "2024-01-01") == {tenth.key}


def test_a_rule_without_a_day_holds_from_its_first_ingest_and_never_before_a_dated_one() -> None:
    undated = version(first_seen="2024-05-01")
    assert in_force([undated], "2024-04-30") == frozenset()
    assert in_force([undated], "2030-01-01") == {undated.key}
    dated = version(effective="2023-01-01")
    assert in_force([undated, dated], "2030-01-01") == {dated.key}


def test_repeal_ends_a_rule_and_a_new_act_of_the_same_id_begins_another() -> None:
    old, new = version("2020-01-01", repealed_at="2024-01-01"), version("2025-01-01")
    assert in_force([old, new], "2023-12-31") == {old.key}
    assert in_force([old, new], "2024-06-01") == frozenset()
    assert in_force([old, new], "2025-01-01") == {new.key}


def test_operators_let_a_draft_hold_end_a_rule_and_take_both_back(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    draft, rule = version("2024-03-01", draft="draft"), version("2023-01-01", doc_id="여비규정")
    assert in_force([draft, rule], "2025-01-01", load(workspace)) == {rule.key}
    decide(workspace, f"document:{draft.file}", "in_force", True, "kim")
    decide(workspace, f"document:{rule.doc_id}", "repealed", "2024-06-01", "kim")
    assert in_force([draft, rule], "2025-01-01", load(workspace)) == {draft.key}
    assert in_force([draft, rule], "2024-05-31", load(workspace)) == {draft.key, rule.key}
    decide(workspace, f"document:{draft.key}", "in_force", "2025-06-01", "kim")
    assert in_force([draft], "2025-01-01", load(workspace)) == frozenset()
    decide(workspace, f"document:{draft.key}", "in_force", None, "kim")
    decide(workspace, f"document:{rule.doc_id}", "repealed", None, "kim")
    assert in_force([draft, rule], "2025-01-01", load(workspace)) == {draft.key, rule.key}


def test_what_is_withdrawn_holds_on_no_day_whatever_was_decided() -> None:
    gone = version("2020-01-01", withdrawn=True)
    assert in_force([gone], "2024-01-01", Decided({gone.key: "2021-01-01"})) == frozenset()
    assert spans([gone], NOTHING) == []


def test_a_decision_that_names_no_day_is_refused(tmp_path: Path) -> None:
    decide(Workspace(tmp_path), "document:취업규칙.md", "in_force", "내년", "kim")
    with pytest.raises(SettingError, match="내년"):
        load(Workspace(tmp_path))


@given(st.dates())
def test_days_are_iso_dates_only(day: date) -> None:
    assert as_day(day.isoformat()) == day.isoformat()
    assert as_day(day.strftime("%Y%m%d")) is None
    assert as_day(f" {day}") is None
