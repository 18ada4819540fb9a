"""Sentences are found where a reader finds them, and no character is lost."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.korean.sentences import sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("휴가는 15일로 한다. 다만, 1년 미만은 제외한다.", ["휴가는 15일로 한다.", "다만, 1년 미만은 제외한다."]),
        (
            "신청하세요. 승인이 필요해요! 언제인가요? 내일이에요.",
            ["신청하세요.", "승인이 필요해요!", "언제인가요?", "내일이에요."],
        ),
        ("서면으로 신청함. 팀장이 승인함.", ["서면으로 신청함.", "팀장이 승인함."]),
        ("한다.다만, 그러하지 아니하다.", ["한다.", "다만, 그러하지 아니하다."]),
        ("첫째 줄\n둘째 줄", ["첫째 줄", "둘째 줄"]),
        ("① 신청한다.\n② 승인한다.\n1. 병가\n가. 질병", ["① 신청한다.", "② 승인한다.", "1. 병가", "가. 질병"]),
        ("① 신청한다. ② 승인한다.", ["① 신청한다.", "② 승인한다."]),
    ],
)
def test_ends_of_korean_sentences_and_lines_cut(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "요율은 3.5 퍼센트로 한다.",
        "이 규정은 2025. 1. 1. 부터 시행한다.",
        "이 규정은 2025. 1. 1.부터 시행한다.",
        "가. 나이가 60세 이상인 사람",
        "다. 그 밖의 사람",
        "제1조. 목적을 정한다.",
        "문서 No. 5 및 Samsung Co. Ltd. 와의 계약을 말한다.",
        "버전 v1.2.3 이상, e.g. 최신판을 쓴다.",
        "직원(계약직을 포함한다. 이하 같다)은 신청한다.",
        "그는 “퇴사한다. 더는 못 한다.”라고 말했다.",
        '"휴일이란 쉬는 날을 말한다. 다만 예외가 있다."라고 적는다.',
        "「근로기준법」 제60조제1항에 따른다. <개정 2018.3.20, 2019.1.15>",
        "한다. [전문개정 2010.5.25]",
    ],
)
def test_what_only_looks_like_an_end_does_not_cut(text: str) -> None:
    assert cut(text) == [text]


def test_a_stray_bracket_does_not_swallow_the_rest() -> None:
    assert cut("1) 신청한다. 2) 승인한다. (끝이 없는 괄호. 다음 문장이다. 끝.")[:2] == ["1) 신청한다.", "2) 승인한다."]
    assert len(cut("(열린 괄호다. " + "문장이다. " * 100 + ")")) > 50


@given(st.text(alphabet=st.sampled_from('가나다요음함됨. \n\t"()「」<>①1.5?!a.b개정') | st.characters(), max_size=200))
def test_every_character_lies_in_one_sentence_in_order(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    joined = "".join("".join(text[start:end].split()) for start, end in spans)
    assert joined == "".join(text.split())


def test_statutes_keep_every_character_and_cut_at_most_after_ends(shared: Path) -> None:
    text = (shared / "statutes/current/국가공무원복무규정/대통령령.md").read_text(encoding="utf-8")
    pieces = cut(text)
    assert "".join("".join(piece.split()) for piece in pieces) == "".join(text.split())
    inner = [text[end - 1] for start, end in sentences(text) if text[end:].split("\n", 1)[0].strip()]
    assert set(inner) <= set(".?!>]")
