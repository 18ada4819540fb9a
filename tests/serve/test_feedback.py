"""맞아요·틀려요: the asker's alone, kept beside the trace, and no answer changes by it."""

from __future__ import annotations

import pytest

from asking import SICK, by_words
from geungeo import wiring
from geungeo.errors import BadMessage, UnknownTrace
from geungeo.records import NOBODY, Reader
from geungeo.serve.ask import ask

KIM, LEE = Reader("kim"), Reader("lee")
OPERATOR = Reader("park", role="operator")


def kept(base: wiring.Base) -> list[tuple[object, ...]]:
    with base.inbox.database.reading() as db:
        return [tuple(row) for row in db.execute('SELECT trace_id, user, "right", why FROM feedback')]


def test_the_asker_judges_and_may_change_their_mind(examples_copy: wiring.Base) -> None:
    desk = by_words(examples_copy)
    result = ask(SICK, desk, reader=KIM)
    opinions = wiring.opinions(desk)
    opinions.judge(result.trace_id, False, "제3항이\n빠졌어요 ", KIM)
    assert kept(examples_copy) == [(result.trace_id, "kim", 0, "제3항이 빠졌어요")]
    opinions.judge(result.trace_id, True, "", KIM)
    assert kept(examples_copy) == [(result.trace_id, "kim", 1, "")]
    assert ask(SICK, desk, reader=KIM).answer == result.answer


@pytest.mark.parametrize("stranger", [LEE, NOBODY, OPERATOR])
def test_anothers_answer_is_as_unknown_as_none(examples_copy: wiring.Base, stranger: Reader) -> None:
    desk = by_words(examples_copy)
    result = ask(SICK, desk, reader=KIM)
    opinions = wiring.opinions(desk)
    with pytest.raises(UnknownTrace) as foreign:
        opinions.judge(result.trace_id, False, "", stranger)
    with pytest.raises(UnknownTrace) as unknown:
        opinions.judge("0" * 16, False, "", stranger)
    assert str(foreign.value) == str(unknown.value)
    assert kept(examples_copy) == []


def test_what_was_asked_without_a_name_is_judged_without_one(examples_copy: wiring.Base) -> None:
    desk = by_words(examples_copy, anonymous=True)
    result = ask(SICK, desk, reader=KIM)
    wiring.opinions(desk).judge(result.trace_id, True, "", KIM)
    assert kept(examples_copy) == [(result.trace_id, "", 1, "")]


def test_an_endless_reason_is_refused_with_its_length(examples_copy: wiring.Base) -> None:
    desk = by_words(examples_copy)
    result = ask(SICK, desk, reader=KIM)
    with pytest.raises(BadMessage, match="1001자"):
        wiring.opinions(desk).judge(result.trace_id, False, "가" * 1001, KIM)


def test_where_questions_are_not_kept_there_is_nothing_to_judge(examples_base: wiring.Base) -> None:
    desk = by_words(examples_base, traces=None)
    with pytest.raises(UnknownTrace):
        wiring.opinions(desk).judge(ask(SICK, desk, reader=KIM).trace_id, True, "", KIM)
