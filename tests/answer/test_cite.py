"""Markers become citations that quote the stored clause; what names no excerpt is dropped and noted."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from article_samples import articles, chunk, excerpts
from geungeo.answer import cite
from geungeo.records import Excerpt

LEAVE = chunk(
    "취업규칙",
    "제15조",
    "연차",
    "① 1년간 80퍼센트 이상 출근한 사원에게 15일의 유급휴가를 준다.\n"
    "② 다음 각 호의 휴가는 유급으로 한다.\n1. 결혼: 5일\n2. 출산: 20일\n"
    "③ 휴가는 3일 전에 신청한다. 다만, 급한 때에는 사후에 신청할 수 있다.",
)
DISMISSAL = chunk("취업규칙", "제20조", "해고", "해고는 30일 전에 예고한다.")


def shown() -> list[Excerpt]:
    return excerpts(LEAVE, DISMISSAL)


@pytest.mark.parametrize(
    ("sentence", "quote", "label"),
    [
        (
            "80퍼센트 이상 출근하면 15일입니다. [1]",
            "1년간 80퍼센트 이상 출근한 사원에게 15일의 유급휴가를 준다.",
            "제1항",
        ),
        ("출산휴가는 20일입니다. [1]", "출산: 20일", "제2항 제2호"),
        ("결혼하면 5일입니다. [1]", "결혼: 5일", "제2항 제1호"),
        ("3일 전에 신청합니다. [1]", "휴가는 3일 전에 신청한다.", "제3항"),
        ("급하면 사후에 신청할 수 있습니다. [1]", "다만, 급한 때에는 사후에 신청할 수 있다.", "제3항"),
        ("30일 전에 예고합니다. [2]", "해고는 30일 전에 예고한다.", "취업규칙 제20조"),
    ],
)
def test_a_citation_quotes_the_tightest_clause_and_names_it(sentence: str, quote: str, label: str) -> None:
    (citation,) = cite.resolve(sentence, shown()).citations
    assert citation.quote == quote
    assert citation.label.endswith(label)


@pytest.mark.parametrize(
    ("draft", "text", "cited"),
    [
        ("15일입니다. [1]", "15일입니다. [1]", (1,)),
        ("15일입니다[1].", "15일입니다. [1]", (1,)),
        ("15일[1]입니다.", "15일입니다. [1]", (1,)),
        ("15일입니다. [1][2]", "15일입니다. [1][2]", (1, 2)),
        ("15일입니다. [1, 2]", "15일입니다. [1][2]", (1, 2)),
        ("15일입니다. 【1】", "15일입니다. [1]", (1,)),
        ("15일입니다. [발췌 1]", "15일입니다. [1]", (1,)),
        ("[1] 15일입니다.", "15일입니다. [1]", (1,)),
        ("15일입니다. [1] 30일 전입니다. [2]", "15일입니다. [1] 30일 전입니다. [2]", (1, 2)),
        ("15일입니다. [1]\n- 출산: 20일 [1]", "15일입니다. [1]\n- 출산: 20일 [1]", (1,)),
        ("15일입니다. [1][1]", "15일입니다. [1]", (1,)),
    ],
)
def test_markers_stand_behind_their_sentence(draft: str, text: str, cited: tuple[int, ...]) -> None:
    resolved = cite.resolve(draft, shown())
    assert resolved.text == text
    assert resolved.cited == cited
    assert resolved.notes == ()


def test_numbers_of_no_excerpt_are_dropped_and_noted() -> None:
    resolved = cite.resolve("15일입니다. [1][7] 30일 전입니다. [0]", shown())
    assert resolved.text == "15일입니다. [1] 30일 전입니다."
    assert resolved.cited == (1,)
    assert len(resolved.notes) == 2
    assert "[7]" in resolved.notes[1]


@pytest.mark.parametrize("opening", ["네.", "아니요,", "네, 가능합니다."])
def test_a_short_opening_belongs_to_the_sentence_behind_it(opening: str) -> None:
    (sentence,) = cite.resolve(f"{opening} 급하면 사후에 신청할 수 있습니다. [1]", shown()).sentences
    assert sentence.numbers == (1,)


def test_more_than_three_sentences_are_cut_and_noted_but_a_list_counts_with_its_lead() -> None:
    four = cite.resolve("하나다. [1] 둘이다. [1] 셋이다. [1] 넷이다. [2]", shown())
    assert cite.first(four, 3, shown()).text == "하나다. [1] 둘이다. [1] 셋이다. [1]"
    assert cite.first(four, 3, shown()).cited == (1,)
    assert cite.first(four, 3, shown()).notes
    listed = cite.resolve("다음과 같다. [1]\n- 결혼: 5일 [1]\n- 출산: 20일 [1]\n- 신청: 3일 전 [1]", shown())
    assert cite.first(listed, 3, shown()) == listed


@given(st.text(alphabet="연차는15일입니다. []1237,\n다만이월할수없습", max_size=80))
def test_whatever_the_draft_every_citation_slices_its_chunk(draft: str) -> None:
    for citation in cite.resolve(draft, shown()).citations:
        text = {1: LEAVE, 2: DISMISSAL}[citation.number].text
        assert text[citation.start : citation.end] == citation.quote != ""


def test_on_a_real_act_each_quoted_sentence_is_its_own_span(shared: Path) -> None:
    for article in list(articles(shared / "statutes/current/근로기준법/법률(법률).md").values())[:40]:
        for start, end in cite.spans(article):
            quote = article.text[start:end]
            resolved = cite.resolve(f"{quote.replace('[', '(').replace(']', ')')} [1]", excerpts(article))
            assert resolved.citations
            assert all(citation.quote in article.text for citation in resolved.citations)
