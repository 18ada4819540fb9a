import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.cli.show import Bars
from geungeo.serve.pace import Pace


@given(rate=st.integers(1, 500), before=st.integers(0, 1000), seconds=st.integers(2, 100), left=st.integers(0, 10**6))
def test_even_work_is_foretold(rate: int, before: int, seconds: int, left: int) -> None:
    clock = [100.0]
    pace = Pace(lambda: clock[0])
    done = before + rate * seconds
    assert pace.step("embedding", before, done + left) == (0.0, 0)
    clock[0] += seconds
    assert pace.step("embedding", done, done + left) == (rate, round(left * seconds / (rate * seconds)))


def test_what_an_earlier_run_did_is_no_rate_and_a_new_stage_begins_anew() -> None:
    clock = [0.0]
    pace = Pace(lambda: clock[0])
    pace.step("embedding", 9000, 10000)
    clock[0] = 10.0
    assert pace.step("embedding", 9100, 10000) == (10.0, 90)
    assert pace.step("analysing", 5000, 10000) == (0.0, 0)


def test_into_a_file_a_stage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter(range(0, 1000, 5))
    bars = Bars()
    bars._pace = Pace(lambda: next(seconds))
    with bars as step:
        for done in range(20):
            step("reading", done, 20)
    assert len(capsys.readouterr().err.splitlines()) == 1
