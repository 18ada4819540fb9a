"""Which kind of fact a question asks for, and which sentences carry one."""

from __future__ import annotations

import pytest

from geungeo.korean.asked import asked, carries


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("배우자 출산휴가는 며칠인가요?", "length"),
        ("육아휴직 기간은 얼마나 되나요?", "length"),
        ("아내가 애를 낳으면 얼마나 쉴 수 있어?", "length"),
        ("육아휴직 급여는 얼마예요?", "amount"),
        ("연장근로수당은 얼마나 더 주나요?", "amount"),
        ("가산율은 어떻게 됩니까?", "amount"),
        ("하루는 몇 시간 일하나요", "count"),
        ("몇 명 이상이면 성립되나요", "count"),
        ("육아휴직은 몇 살 자녀까지 쓸 수 있나요", "count"),
        ("회비는 언제까지 내야 하나요?", "time"),
        ("총회는 누가 소집하나요?", "who"),
        ("구제신청은 어디에 하나요?", "where"),
        ("연가를 다음 해로 이월할 수 있나요?", "whether"),
        ("연차는 20일인가요?", "whether"),
        ("탈퇴하려면 어떻게 하나요", "how"),
        ("평균임금이란 무엇인가요?", "meaning"),
        ("징계 사유는 무엇인가요", "which"),
        ("연차 이월", "which"),
    ],
)
def test_the_kind_of_fact_asked_for(question: str, kind: str) -> None:
    assert asked(question).kind == kind


@pytest.mark.parametrize(
    ("question", "carrying", "silent"),
    [
        ("휴가는 며칠인가요?", "20일의 휴가를 주어야 한다.", "통상임금을 지급하여야 한다."),
        ("휴가는 며칠인가요?", "이틀을 더한다.", "휴가를 8시간 단위로 사용한다."),
        ("휴가는 며칠인가요?", "1년에 15일을 쓴다.", "1일 8시간을 쓰고 1주에 40시간을 넘지 않는다."),
        ("급여는 얼마예요?", "통상임금의 100분의 50을 지급한다.", "1년 이내로 한다."),
        ("급여는 얼마예요?", "매월 10만 원을 지급한다.", "제15조에 따른다."),
        ("몇 번 나누어 쓸 수 있나요?", "3회에 한정하여 나누어 사용할 수 있다.", "3일을 사용할 수 있다."),
        ("임금은 매월 며칠에 지급하나요?", "매월 25일에 지급한다.", "1주 40시간을 넘으면 지급한다."),
        ("누가 소집하나요?", "총회는 대표가 소집한다.", "매년 소집한다."),
        ("언제까지 내야 하나요?", "매월 말일까지 납부한다.", "회비를 납부한다."),
        ("평균임금이란 무엇인가요?", "금액을 말한다.", "평균임금을 지급한다."),
    ],
)
def test_only_a_sentence_with_that_kind_of_fact_carries_it(question: str, carrying: str, silent: str) -> None:
    wanted = asked(question)
    assert carries(wanted, carrying)
    assert not carries(wanted, silent)
