import pytest

from geungeo.korean.subjects import of_another
from geungeo.korean.topic import topic


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("계약직은 연차가 며칠인가요", "정규직 사원에게는 15일의 유급휴가를 준다."),
        ("공무원 결혼하면 휴가 며칠 받아요", "회사는 사원에게 결혼 휴가 5일을 부여한다."),
        ("일반 회사 사원인데 투잡 되나요", "공무원은 다른 직무를 겸할 수 없다."),
        ("해외 출장 보고는 언제까지", "국내 출장을 마친 날부터 7일 이내에 보고한다."),
        ("알바도 상여금 받나요", "계약직 사원에게 상여금을 지급한다."),
    ],
)
def test_what_holds_for_one_kind_says_nothing_of_another(question: str, words: str) -> None:
    assert of_another(question, words)


@pytest.mark.parametrize(
    ("question", "words", "around"),
    [
        ("계약직은 연차가 며칠인가요", "정규직과 계약직 사원에게는 15일의 유급휴가를 준다.", ""),
        ("비정규직도 받나요", "기간제근로자에게도 지급한다.", ""),
        ("직원은 며칠 쉬나요", "공무원은 5일을 쉰다.", ""),
        ("공무원도 반차 됩니까", "연가는 오전 또는 오후의 반일 단위로 승인할 수 있다.", "국가공무원 복무규정"),
        ("남편은 며칠 쉴 수 있어요", "배우자의 출산을 이유로 20일의 휴가를 준다.", ""),
    ],
)
def test_one_kind_among_several_or_none_named_is_no_other(question: str, words: str, around: str) -> None:
    assert not of_another(question, words, around)


def test_where_the_sentence_names_nobody_its_rule_does() -> None:
    assert of_another("공무원 연가 5년 넘으면 며칠", "3년 이상 근속하면 1일을 가산한다.", "취업규칙 사원의 휴가")


def test_a_clause_that_tells_the_occasion_is_told_from_what_is_asked() -> None:
    told = topic("홍수로 출근을 못 해서 병가 되나요")
    assert told.focus == ("병가",)
    assert told.aside == {"홍수", "출근"}
    assert topic("감봉당하면 승진이 막히나요").aside == frozenset()  # a condition is no mere occasion
