"""Questions without a model: each way's form, answers as they stand in the clause, and what is left unasked."""

from __future__ import annotations

import re

import pytest

from geungeo import wiring
from geungeo.bake.paraphrase import paraphrases
from geungeo.bake.questions import questions


def asked(text: str, title: str | None = None) -> list[str]:
    return [one.q for one in questions(text, title)]


@pytest.mark.parametrize(
    ("text", "title", "question"),
    [
        ("업무 시스템의 비밀번호는 90일마다 바꾼다.", None, "업무 시스템의 비밀번호는 며칠마다 바꾸나요?"),
        (
            "1년간 80퍼센트 이상 출근한 사원에게는 15일의 유급휴가를 준다.",
            "연차유급휴가",
            "1년간 80퍼센트 이상 출근한 사원에게는 유급휴가를 며칠 주나요?",
        ),
        (
            "출입증을 분실한 경우에는 즉시 총무팀에 신고하여야 한다.",
            "출입증",
            "출입증을 분실하면 어떻게 해야 하나요?",
        ),
        (
            "휴가를 사용하려는 공무원은 미리 소속 기관의 장의 승인을 받아야 한다.",
            "휴가 신청",
            "휴가를 사용하려면 어떻게 해야 하나요?",
        ),
        ("위원장은 징계위원회 회의를 소집한다.", "징계위원회", "누가 징계위원회 회의를 소집하나요?"),
        (
            "비밀은 일반문서보관소로 이관하여서는 아니 된다.",
            "비밀의 이관",
            "비밀은 일반문서보관소로 이관해도 되나요?",
        ),
        (
            "여비를 신청하는 사람은 다음 각 호의 서류를 제출하여야 한다.\n1. 여비 신청서\n2. 영수증",
            "여비의 신청",
            "여비를 신청하는 사람은 어떤 서류를 제출해야 하나요?",
        ),
        (
            "연차유급휴가는 사원이 청구한 시기에 주어야 한다. 다만, 사업에 막대한 지장이 있으면 시기를 바꿀 수 있다.",
            "연차유급휴가의 사용",
            "연차유급휴가는 사원이 청구한 시기에 꼭 주어야 하나요?",
        ),
    ],
)
def test_each_form_of_sentence_becomes_its_question(text: str, title: str | None, question: str) -> None:
    assert question in asked(text, title)


def test_who_is_told_a_rule_is_told_its_exception() -> None:
    text = "당직신고는 10분 전에 하여야 한다. 다만, 공휴일에는 그 직전 근무일에 하여야 한다."
    found = questions(text, "당직신고")
    assert found
    assert all("다만" in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "제1항에도 불구하고 전항의 기간은 10일로 한다.",
        "휴가에 관하여 필요한 사항은 회사가 따로 정한다.",
        "여비의 지급 기준은 별표 3과 같다.",
        "이 규정은 공포한 날부터 시행한다.",
        "임금은 매월 00일에 사원에게 직접 지급한다.",
        "채용 공고",
    ],
)
def test_what_leads_out_of_the_clause_or_is_blank_is_not_asked(text: str) -> None:
    assert asked(text, "휴가") == []


def test_a_number_that_is_only_a_condition_is_not_asked_for() -> None:
    assert not any("몇 년" in q for q in asked("3년 이상 근무한 사원은 안식휴가를 사용할 수 있다.", "안식휴가"))


def test_a_question_without_its_matter_takes_the_title() -> None:
    text = "회사는 사업을 계속하는 것이 불가능한 경우에는 노동위원회의 승인을 받아 감액할 수 있다."
    assert "휴업수당 관련해서 회사는 사업을 계속하는 것이 불가능하면 뭘 할 수 있나요?" in asked(text, "휴업수당")


def test_questions_of_the_examples_stand_alone_and_quote_their_clause(examples_base: wiring.Base) -> None:
    chunks = [c for c in examples_base.store.snapshot().chunks.values() if c.part == "본칙" and not c.flags][::4]
    found = [(chunk, one) for chunk in chunks for one in questions(chunk.text, chunk.article_title)]
    assert len(found) > 30
    for chunk, one in found:
        assert one.q.endswith("?")
        assert 9 <= len(one.q) <= 62
        assert not re.search(r"제\s?\d+\s?[조항호]|전항|별표|각 호|시행일|않면|언제을", one.q), one.q
        assert 0 <= one.start < one.end <= len(chunk.text)
        assert chunk.text[one.start : one.end].strip()
        others = paraphrases(one.q)
        assert len(set(others)) == len(others) <= 3
        assert one.q not in others
        # Other words, the same numbers.
        assert all(re.findall(r"\d+", other) == re.findall(r"\d+", one.q) for other in others)


def test_rule_words_become_everyday_words() -> None:
    said = " ".join(paraphrases("신청서를 며칠 안에 제출해야 하나요?"))
    assert "내야" in said
    assert "며칠 내로" in said
    assert "비번은" in " ".join(paraphrases("비밀번호는 며칠마다 변경해야 하나요?"))
