"""What a clause refers to, and whose article that is."""

from __future__ import annotations

import pytest

from geungeo.korean.references import references


def read(text: str) -> list[tuple[str, list[str], str | None, str, bool]]:
    return [
        (
            r.rule,
            [f"{ref.article}-{ref.clause}" if ref.clause else ref.article for ref in r.refs],
            r.table,
            r.near,
            r.applies,
        )
        for r in references(text)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("제12조제2항에 따른 휴가", [("", ["12-2"], None, "", False)]),
        ("국내 여비는 별표 1과 같다.", [("", [], "1", "", False)]),
        ("국외 가족여비는 별표 6의2에 따라 지급한다.", [("", [], "6의2", "", False)]),
        ("배정대상은 별표와 같다.", [("", [], "", "", False)]),
        ("「근로기준법」 제60조에 따른 휴가", [("근로기준법", ["60"], None, "", False)]),
        ("「근로기준법」(이하 \"법\"이라 한다) 제60조 및 제61조", [("근로기준법", ["60", "61"], None, "", False)]),
        ("취업규칙 제5조를 따른다", [("취업규칙", ["5"], None, "", False)]),
        ("이 규정 제5조를 따른다", [("", ["5"], None, "", False)]),
        ("법 제60조제1항에 따라", [("법", ["60-1"], None, "", False)]),
        ("「공무용 차량 관리 규정」 제4조 및 별표에 따른 차량", [("공무용 차량 관리 규정", ["4"], None, "", False), ("공무용 차량 관리 규정", [], "", "", False)]),
        ("「보수규정」 제3조에 따른다. 같은 규정 제7조는 그러하지 아니하다.", [("보수규정", ["3"], None, "", False), ("보수규정", ["7"], None, "", False)]),
        ("심사에 관하여는 제9조 및 제10조를 준용한다.", [("", ["9", "10"], None, "", True)]),
        ("제9조에 따른다. 제10조를 준용한다.", [("", ["9"], None, "", False), ("", ["10"], None, "", True)]),
        ("전항의 경우에는 전조를 준용한다.", [("", [], None, "전항", True), ("", [], None, "전조", True)]),
        ("제1항에 따라 신청한다", [("", [], None, "1", False)]),
        ("종전의 제5조에 따른다. 부칙 제2조에도 불구하고", []),
        ("별지 제3호서식에 따라 15조원을 낸다", []),
    ],
)  # fmt: skip
def test_a_clause_names_what_it_refers_to(text: str, found: list[tuple[str, list[str], str | None, str, bool]]) -> None:
    assert read(text) == found
