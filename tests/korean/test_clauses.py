"""Quotable pieces: marks, headings and amendment notes lie outside, and each 호 knows its lead."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from geungeo.korean.clauses import pieces
from geungeo.korean.overlap import solid

_TEXT = """제18조(병가) ① 공무원이 다음 각 호의 어느 하나에 해당하면 연 60일의 범위에서 승인할 수 있다. 이 경우 8시간을 1일로 한다. <개정 2018.7.2>
1. 질병으로 직무를 수행할 수 없을 때
가. 입원한 때
나. 통원한 때
2. 감염병에 걸렸을 때
② 병가 일수가 6일을 초과하면 진단서를 첨부한다."""


def words(text: str) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces(text)]


def test_pieces_are_sentences_and_clauses_without_marks() -> None:
    assert words(_TEXT) == [
        "공무원이 다음 각 호의 어느 하나에 해당하면 연 60일의 범위에서 승인할 수 있다.",
        "이 경우 8시간을 1일로 한다.",
        "질병으로 직무를 수행할 수 없을 때",
        "입원한 때",
        "통원한 때",
        "감염병에 걸렸을 때",
        "병가 일수가 6일을 초과하면 진단서를 첨부한다.",
    ]


def test_each_item_is_led_in_by_the_sentence_that_says_so() -> None:
    assert [piece.lead for piece in pieces(_TEXT)] == [None, None, 0, 2, 2, 0, None]


def test_a_second_sentence_stands_in_the_same_clause() -> None:
    found = pieces(_TEXT)
    assert found[0].clause == found[1].clause
    assert found[1].clause != found[6].clause


def test_every_letter_of_a_real_act_is_in_a_piece_or_in_a_mark(shared: Path) -> None:
    act = (shared / "statutes/current/보안업무규정/대통령령.md").read_text(encoding="utf-8").split("---", 2)[2]
    text = re.sub(r"<[^<>\n]*>|^(?:#|부칙).*$", "", act, flags=re.MULTILINE)
    found = pieces(text)
    assert all(one.end <= two.start for one, two in itertools.pairwise(found))
    inside = sum(len(solid(text[piece.start : piece.end])) for piece in found)
    assert inside > 0.97 * len(solid(text))
