"""The gate: right answers pass, each kind of wrong answer is stopped by the check named for it, quotes never are."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from article_samples import articles, chunk, excerpts
from geungeo import messages
from geungeo.answer import checks, cite
from geungeo.korean.normalize import squeeze
from geungeo.records import Chunk, Draft, Excerpt

LEAVE = chunk(
    "취업규칙",
    "제15조",
    "연차 유급휴가",
    "① 1년간 80퍼센트 이상 출근한 근로자에게 15일의 유급휴가를 주어야 한다.\n"
    "② 1년간 80퍼센트 미만 출근한 근로자에게 1개월 개근 시 1일의 유급휴가를 주어야 한다.\n"
    "③ 총 휴가 일수는 25일을 한도로 한다.",
)
DISMISSAL = chunk("취업규칙", "제20조", "해고의 예고", "해고하려면 적어도 30일 전에 예고를 하여야 한다.")
SPOUSE = chunk(
    "취업규칙",
    "제16조",
    "배우자 출산휴가",
    "① 배우자가 출산하면 20일의 휴가를 주어야 한다. 이 경우 휴가기간은 유급으로 한다.\n"
    "② 배우자가 출산한 날부터 120일이 지나면 사용할 수 없다.\n"
    "③ 배우자 출산휴가는 3회에 한정하여 나누어 사용할 수 있다.\n"
    "④ 회사는 배우자 출산휴가를 이유로 근로자를 해고하여서는 아니 된다.",
)
SICK = chunk(
    "취업규칙",
    "제18조",
    "병가",
    "① 연 60일의 범위에서 병가를 승인할 수 있다.\n② 병가 일수가 연간 6일을 초과하는 경우에는 진단서를 첨부하여야 한다.\n"
    "③ 이 규정은 2025년 3월 1일부터 시행한다. 과태료는 10만 원으로 한다. 상여금은 통상임금의 100분의 50으로 한다.",
)


TRAVEL = chunk(
    "취업규칙",
    "제21조",
    "출장",
    "① 장은 공무원이 다음 각 호의 어느 하나에 해당하면 30일의 범위에서 출장을 승인할 수 있다. 이 경우 누계 8시간의 이동은 "
    "출장 1일로 계산하고, 이동에 든 날은 근무 일수에 산입하지 아니한다.\n1. 통신으로 업무를 처리할 수 없을 때\n2. 상대방이 방문하지 않을 때",
)


def shown() -> list[Excerpt]:
    return excerpts(LEAVE, DISMISSAL, SPOUSE, SICK, TRAVEL)


def failed(draft: str, question: str = "휴가는 며칠인가요?", lowest: float = 0.3) -> list[str]:
    cited = cite.resolve(draft, shown())
    found = checks.run(question, Draft(draft), cited, shown(), lowest)
    assert [check.name for check in found] == list(messages.CHECKS)
    assert all(check.detail for check in found)
    return [check.name for check in found if not check.passed]


@pytest.mark.parametrize(
    "draft",
    [
        "1년간 80퍼센트 이상 출근한 근로자는 15일의 유급휴가를 받습니다. [1]",
        "연차 휴가는 15일입니다. [1]",
        "80퍼센트 이상 출근한 근로자에게 십오일의 유급휴가를 주어야 합니다. [1]",
        "총 휴가 일수는 25일을 넘을 수 없습니다. [1]",
        "해고하려면 적어도 30일 전에 예고해야 합니다. [2]",
        "배우자가 출산하면 20일의 휴가를 받으며 유급입니다. [3] 3회까지 나누어 쓸 수 있습니다. [3]",
        "출산한 날부터 120일이 지나면 사용할 수 없습니다. [3]",
        "배우자 출산휴가를 이유로 해고할 수 없습니다. [3]",
        "네, 가능합니다. 3회에 한정하여 나누어 사용할 수 있습니다. [3]",
        "병가는 연 60일 이내에서 승인할 수 있습니다. [4]",
        "병가가 연간 6일을 초과하면 진단서를 첨부해야 합니다. [4]",
        "이 규정은 2025. 3. 1.부터 시행합니다. [4]",
        "과태료는 100,000원입니다. [4]",
        "상여금은 통상임금의 50%입니다. [4]",
        "제15조에 따라 15일의 유급휴가를 받습니다. [1]",
        "이동에 든 날은 근무 일수에 산입하지 않습니다. [5]",
        "누계 8시간의 이동은 출장 1일로 계산합니다. [5]",
        "출장은 30일의 범위에서 승인할 수 있으나 이동에 든 날은 근무 일수에 산입하지 않습니다. [5]",
    ],
)
def test_a_right_answer_passes(draft: str) -> None:
    assert failed(draft) == []


def test_the_denied_number_of_the_question_need_not_stand_in_the_rules() -> None:
    assert failed("10일이 아니라 20일의 휴가를 줍니다. [3]", "배우자 출산휴가는 10일인가요?") == []
    assert failed("10일이 아니라 20일의 휴가를 줍니다. [3]", "배우자 출산휴가는 며칠인가요?") == [
        "numbers_from_policies"
    ]


@pytest.mark.parametrize(
    ("draft", "check"),
    [
        # said that nothing was found
        ("규정에서 해당 내용을 찾을 수 없습니다. [1][2][3]", "found_in_policies"),
        ("휴가는 15일의 유급휴가입니다. [1] 자세한 내용은 나와 있지 않습니다. [1]", "found_in_policies"),
        # markers
        ("구내식당은 무료이고 메뉴가 매일 바뀝니다.", "cites_excerpt"),
        ("휴가를 15일 주어야 합니다. [9]", "cites_excerpt"),
        ("15일의 유급휴가를 주어야 합니다. 30일 전에 예고를 하여야 합니다. [2]", "cites_excerpt"),
        # words of its own
        ("구내식당은 무료이고 메뉴가 매일 바뀝니다. [1]", "grounded"),
        ("Employees get paid leave every year. [1]", "grounded"),
        # numbers
        ("연차 휴가는 16일의 유급휴가입니다. [1]", "numbers_from_policies"),
        ("연차 휴가는 열엿새, 곧 십육일의 유급휴가입니다. [1]", "numbers_from_policies"),
        ("연차 휴가는 15영업일의 유급휴가입니다. [1]", "numbers_from_policies"),
        ("연차 유급휴가 일수는 15입니다. [1]", "numbers_from_policies"),
        ("연차 유급휴가는 15개월입니다. [1]", "numbers_from_policies"),
        ("근로자에게 20일의 유급휴가를 주어야 합니다. [1]", "numbers_from_policies"),
        ("이 규정은 2025년 3월 2일부터 시행합니다. [4]", "numbers_from_policies"),
        ("과태료는 1만 원으로 합니다. [4]", "numbers_from_policies"),
        ("상여금은 통상임금의 100분의 60으로 합니다. [4]", "numbers_from_policies"),
        ("제99조에 따라 15일의 유급휴가를 줍니다. [1]", "numbers_from_policies"),
        # comparison words
        ("1년간 80퍼센트 초과 출근한 근로자에게 15일의 유급휴가를 주어야 합니다. [1]", "meaning_from_policies"),
        ("1년간 80퍼센트 미만 출근한 근로자에게 15일의 유급휴가를 주어야 합니다. [1]", "meaning_from_policies"),
        ("총 휴가 일수는 25일 이상으로 합니다. [1]", "meaning_from_policies"),
        ("해고하려면 30일 후에 예고를 하여야 합니다. [2]", "meaning_from_policies"),
        ("병가 일수가 연간 6일 이상인 경우에는 진단서를 첨부하여야 합니다. [4]", "meaning_from_policies"),
        # polarity and modality
        ("출산한 날부터 120일이 지나도 사용할 수 있습니다. [3]", "meaning_from_policies"),
        ("배우자 출산휴가를 이유로 해고할 수 있습니다. [3]", "meaning_from_policies"),
        ("배우자 출산휴가는 3회 나누어 사용할 수 없습니다. [3]", "meaning_from_policies"),
        ("연 60일의 범위에서 병가를 승인하여야 합니다. [4]", "meaning_from_policies"),
        ("해고하려면 적어도 30일 전에 예고할 수 있습니다. [2]", "meaning_from_policies"),
        ("배우자가 출산하면 20일의 휴가를 주며 휴가기간은 무급입니다. [3]", "meaning_from_policies"),
        ("네, 가능합니다. 배우자 출산휴가를 이유로 해고할 수 없습니다. [3]", "meaning_from_policies"),
        # the clause's condition or a side sentence ends in 없다, its rule does not
        ("공무원의 출장은 30일의 범위에서 승인할 수 없습니다. [5]", "meaning_from_policies"),
        ("공무원의 출장은 30일의 범위에서 승인하지 않습니다. [5]", "meaning_from_policies"),
        # a number of the rule denied, that nobody asked about
        ("연 60일이 아니라 6일의 범위에서 병가를 승인할 수 있습니다. [4]", "numbers_from_policies"),
        ("누계 8시간의 이동은 출장 1일로 계산하지 않습니다. [5]", "meaning_from_policies"),
        # counted by another period
        ("월 60일의 범위에서 병가를 승인할 수 있습니다. [4]", "meaning_from_policies"),
        # put in by the writer
        ("연 60일의 범위에서 유급으로 병가를 승인할 수 있습니다. [4]", "meaning_from_policies"),
        ("가족의 간호를 위하여 연 60일의 범위에서 병가를 승인할 수 있습니다. [4]", "meaning_from_policies"),
        ("[안내](http://example.com) 연 60일의 범위에서 병가를 승인할 수 있습니다. [4]", "meaning_from_policies"),
        # other people
        ("파견근로자에게 15일의 유급휴가를 주어야 합니다. [1]", "meaning_from_policies"),
    ],
)
def test_a_wrong_answer_is_stopped(draft: str, check: str) -> None:
    assert check in failed(draft)


def test_a_declined_draft_did_not_find_it() -> None:
    check = checks.found_in_policies("", Draft("", declined=True), cite.resolve("", shown()), shown())
    assert not check.passed


def test_a_rules_own_words_of_not_being_there_are_a_quote() -> None:
    rule = chunk("여비규정", "제3조", "여비", "운임에 포함되어 있지 아니한 비용은 따로 지급한다.")
    draft = "운임에 포함되어 있지 아니한 비용은 따로 지급한다. [1]"
    assert checks.found_in_policies("", Draft(draft), cite.resolve(draft, excerpts(rule)), excerpts(rule)).passed
    said = "그 비용은 규정에 포함되어 있지 아니합니다. [1]"
    assert not checks.found_in_policies("", Draft(said), cite.resolve(said, excerpts(rule)), excerpts(rule)).passed


def test_the_threshold_of_groundedness_is_the_callers() -> None:
    draft = "1년간 80퍼센트 이상 출근한 근로자는 15일의 유급휴가를 받습니다. [1]"
    assert failed(draft, lowest=0.0) == []
    assert failed(draft, lowest=1.0) == ["grounded"]


def quoted(article: Chunk) -> list[str]:
    """Names of checks that fail on a verbatim quote, with the quote."""
    found: list[str] = []
    for start, end in cite.spans(article):
        draft = f"{squeeze(article.text[start:end])} [1]"
        shown = excerpts(article)
        for check in checks.run("며칠인가요?", Draft(draft), cite.resolve(draft, shown), shown, 0.3):
            if not check.passed:
                found.append(f"{check.name}: {check.detail}")
    return found


def acts(shared: Path) -> list[Chunk]:
    found: list[Chunk] = []
    for path in sorted((shared / "statutes/current").glob("*/*.md")):
        found += [article for article in articles(path).values() if article.text]
    return found


def test_a_verbatim_quote_always_passes(shared: Path) -> None:
    sample = random.Random(20250101).sample(acts(shared), 150)
    assert [fault for article in sample for fault in quoted(article)] == []


@pytest.mark.long
def test_every_sentence_of_every_act_passes_as_a_quote(shared: Path) -> None:
    assert [fault for article in acts(shared) for fault in quoted(article)] == []
