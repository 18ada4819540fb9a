"""The gate without a model: what a clause says passes however it is put, one changed slot does not."""

from __future__ import annotations

import pytest

from geungeo.gate.answerability import answerability, refers
from geungeo.gate.by_code import asks_same, judge, judged
from geungeo.gate.spans import ground
from geungeo.records import Chunk, QAPair, to_json

NOTICE = "사용자는 근로자를 해고하려면 적어도 30일 전에 예고하여야 하고, 예고를 하지 아니하였을 때에는 30일분 이상의 통상임금을 지급하여야 한다."
TEXT = f"""① {NOTICE}
② 계약직은 1년에 10일의 휴가를 받을 수 있다. 정규직은 1년에 15일의 휴가를 받을 수 있다.
③ 수습 중인 직원은 부업을 하여서는 아니 된다.
④ 출장비는 3월 31일까지 100,000원 이내에서 신청할 수 있다."""
CHUNK = Chunk(
    "c1", "h1", "취업규칙", "취업규칙", ("제12조(해고 예고)",), "취업규칙 제12조", "12", "해고 예고", None, "본칙", None, None, "ko",
    TEXT, 0, len(TEXT), "취업규칙.md",
)  # fmt: skip


def pair(q: str, a: str, quote: str) -> QAPair:
    found = ground(quote, CHUNK)
    assert found is not None
    return QAPair("i", "c1", q, a, "fact", (found,), "취업규칙", "12", None, None, "rules", "", "2026-12-01")


def status(q: str, a: str, quote: str) -> tuple[str, str]:
    verdict = judge(pair(q, a, quote), {"c1": CHUNK})
    return verdict.status, verdict.reason


ASKED = "근로자를 해고하려면 며칠 전에 예고해야 하나요?"
CONTRACT, REGULAR = "계약직은 1년에 10일의 휴가를 받을 수 있다.", "정규직은 1년에 15일의 휴가를 받을 수 있다."
SIDE, TRIP = "수습 중인 직원은 부업을 하여서는 아니 된다.", "출장비는 3월 31일까지 100,000원 이내에서 신청할 수 있다."


@pytest.mark.parametrize(
    ("q", "a", "quote"),
    [
        (ASKED, NOTICE, NOTICE),
        (ASKED, "근로자를 해고하려면 사용자는 삼십일 전에 예고해야 합니다.", NOTICE),
        (ASKED, "30일 전입니다.", NOTICE),
        ("계약직 휴가는 며칠이에요?", "계약직은 1년에 십일의 휴가를 받을 수 있습니다.", CONTRACT),
        ("수습 중인 직원이 부업을 해도 되나요?", "아니요, 수습 중인 직원은 부업을 하면 안 됩니다.", SIDE),
        ("출장비는 얼마까지 신청할 수 있나요?", "출장비는 3월 31일까지 10만 원 이내에서 신청할 수 있습니다.", TRIP),
    ],
)
def test_what_the_clause_says_passes(q: str, a: str, quote: str) -> None:
    assert status(q, a, quote) == ("supported", "")


@pytest.mark.parametrize(
    ("q", "a", "quote", "reason"),
    [
        (ASKED, NOTICE.replace("30일 전", "40일 전"), NOTICE, "critical:duration"),
        (ASKED, NOTICE.replace("30일 전", "30일 후"), NOTICE, "critical:comparison"),
        (ASKED, NOTICE.replace("지급하여야 한다", "지급할 수 있다"), NOTICE, "critical:modality"),
        (ASKED, NOTICE.replace("예고하여야 하고", "예고하지 아니하고"), NOTICE, "critical:polarity"),
        (ASKED, "근로자는 사용자를 해고하려면 30일 전에 예고하여야 한다.", NOTICE, "critical:subject"),
        ("계약직 휴가는 며칠이에요?", CONTRACT.replace("계약직", "정규직"), CONTRACT, "critical:subject"),
        ("계약직 휴가는 며칠이에요?", REGULAR, REGULAR, "question:subject"),
        (
            "수습 중인 직원이 부업을 해도 되나요?",
            "네, 수습 중인 직원은 부업을 하면 안 됩니다.",
            SIDE,
            "question:polarity",
        ),
        ("출장비는 얼마까지 신청할 수 있나요?", TRIP.replace("31일", "30일"), TRIP, "critical:date"),
        ("출장비는 얼마까지 신청할 수 있나요?", TRIP.replace("까지", "부터"), TRIP, "critical:date"),
        ("출장비는 누구에게 신청하나요?", "네.", TRIP, "no_claims"),
        ("출장비는 얼마인가요?", "별표 3 참조", TRIP, "refers"),
        ("출장비는 얼마인가요?", "전항의 금액입니다.", TRIP, "dangling"),
        ("제2항의 출장비는 얼마인가요?", TRIP, TRIP, "self_contained"),
        ("별표 3의 출장비는 얼마인가요?", TRIP, TRIP, "natural"),
        ("출장비 제도의 시행일은 언제인가요?", TRIP, TRIP, "has_asker"),
    ],
)
def test_one_changed_slot_is_rejected(q: str, a: str, quote: str, reason: str) -> None:
    said, why = status(q, a, quote)
    assert said == "rejected"
    assert why == reason or (reason == "critical:date" and why == "critical:comparison")


def test_a_verdict_goes_into_the_row() -> None:
    row = pair(ASKED, NOTICE.replace("30일 전", "40일 전"), NOTICE)
    after = judged(row, judge(row, {"c1": CHUNK}))
    assert (after.verified, after.status, after.judge_model, after.q_ok) == (False, "rejected", "code", True)
    assert to_json(after)["claims"][0]["support"] == "unsupported"
    assert not after.covers


def test_a_changed_clause_is_no_evidence() -> None:
    row = pair(ASKED, NOTICE, NOTICE)
    other = {"c1": Chunk(**{**{f: getattr(CHUNK, f) for f in CHUNK.__slots__}, "content_hash": "h2"})}
    assert judge(row, other).reason == judge(row, {}).reason == "no_evidence"


def test_a_quote_with_other_spaces_and_marks_is_found_as_it_stands() -> None:
    found = ground("정규직은  1년에\n15일의 휴가를", CHUNK)
    assert found is not None
    assert found.quote == CHUNK.text[found.start : found.end] == "정규직은 1년에 15일의 휴가를"
    assert ground("정규직은 1년에 16일의 휴가를", CHUNK) is None
    assert ground(" ", CHUNK) is None


def test_paraphrases_must_ask_the_same() -> None:
    assert asks_same("계약직 휴가는 며칠이에요?", "계약직은 휴가를 며칠 받나요?")
    assert not asks_same("계약직 휴가는 며칠이에요?", "정규직 휴가는 며칠이에요?")
    assert not asks_same("계약직 휴가는 며칠이에요?", "계약직 휴가 수당은 얼마예요?")


def test_answerability_says_which_failed() -> None:
    assert answerability("연차는 며칠인가요?").failed == ""
    assert answerability("같은 호의 금액은 얼마인가요?").failed == "self_contained"
    assert answerability("별표 1은 무엇인가요?").failed == "natural"
    assert answerability("규칙은 언제 시행되나요? 개정일은 언제인가요?").failed == "has_asker"


def test_an_answer_with_its_own_number_sends_nobody_elsewhere() -> None:
    assert refers("대통령령으로 정한다.")
    assert not refers("10일 이내에 대통령령으로 정하는 바에 따라 신고한다.")
