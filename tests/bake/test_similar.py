"""Which questions are the same: no duplicate is left, and none goes whose facts differ."""

from __future__ import annotations

import pytest

from geungeo.bake.similar import Alike, grouped


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("연차휴가는 며칠 전에 신청해야 하나요?", "연차휴가는  며칠 전에 신청해야 하나요"),
        ("육아휴직을 신청하려면 어떻게 해야 하나요?", "육아휴직을 신청하려면 어떻게 해야 되나요?"),
    ],
)
def test_the_same_question_in_other_letters_is_one(one: str, other: str) -> None:
    assert Alike([("a", "취업규칙", one)]).same("취업규칙", other) == "a"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15일 이상 병가를 쓰면 진단서를 내야 하나요?", "25일 이상 병가를 쓰면 진단서를 내야 하나요?"),
        ("출산휴가 기간 중 급여는 얼마인가요?", "출산휴가 기간 중 급여는 언제 나오나요?"),
        ("재택근무 중 외출이 가능한가요?", "재택근무 중 외출이 불가한가요?"),
        ("국내 출장 숙박비는 하루에 얼마인가요?", "해외 출장 숙박비는 하루에 얼마인가요?"),
        ("정규직 사원의 수습기간은 몇 개월인가요?", "계약직 사원의 수습기간은 몇 개월인가요?"),
        ("3일 이내에 신고해야 하나요, 출입증 분실은?", "3일 이후에 신고해야 하나요, 출입증 분실은?"),
    ],
)
def test_questions_whose_facts_differ_are_two_however_alike_their_letters(one: str, other: str) -> None:
    assert Alike([("a", "취업규칙", one)]).same("취업규칙", other) is None


def test_the_same_words_ask_another_document_for_another_answer() -> None:
    assert Alike([("a", "취업규칙", "정년은 몇 살인가요?")]).same("인사규정", "정년은 몇 살인가요?") is None


def test_of_a_generated_set_no_duplicate_is_left_and_nothing_else_goes() -> None:
    rows = []
    for days in range(1, 31):
        for matter in ("병가", "연가", "공가"):
            for way, end in enumerate(("써야 하나요?", "써야 하나요", "써야  하나요?")):
                rows.append((f"{matter}{days}-{way}", "규정", f"{matter}는 {days}일 전에 신청서를 내고 {end}"))
    found = grouped(rows)
    assert len(found) == 90
    assert all(len(keys) == 3 for keys in found.values())
