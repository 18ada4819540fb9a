"""The parse report: accounts that close, gaps in numbering, refused files with their reason."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from geungeo import messages
from geungeo.corpus.blocks import Difference
from geungeo.corpus.report import DocumentReport, FileReport, account, gaps, report_text
from geungeo.records import to_json

RULE = FileReport(
    file="취업규칙.pdf",
    kind="pdf",
    chars_in=12000,
    chars_out=11890,
    differences=account(12000, 11890, [Difference("repeated running headers and footers", -112)]),
    documents=(DocumentReport("취업규칙", "취업규칙.pdf", 60, ("제7조", "제12조", "제13조"), 71),),
    tables=3,
    pages_without_text=(2, 4, 5),
)
SCAN = FileReport(file="스캔.pdf", kind=None, refused="scanned", detail="3쪽 모두 글자 층이 없습니다")


def test_missing_articles_are_named() -> None:
    assert gaps(["1", "2", "4"]) == ["제3조"]
    assert gaps(["1", "2", "2의2", "3", "3의2"]) == []
    assert gaps(["3"]) == ["제1조", "제2조"]
    assert gaps([]) == []


@given(st.sets(st.integers(1, 300), min_size=1))
def test_present_and_missing_articles_make_up_the_whole_row(present: set[int]) -> None:
    missing = gaps([str(number) for number in present])
    assert len(missing) + len(present) == max(present)
    assert not {f"제{number}조" for number in present} & set(missing)


def test_what_no_difference_explains_is_a_line_of_its_own() -> None:
    named = [Difference("table headings", 5), Difference("front matter", -3), Difference("table headings", 2)]
    assert account(100, 104, named) == (Difference("table headings", 7), Difference("front matter", -3))
    assert account(100, 90, named)[-1] == Difference("unexplained", -14)


def test_the_report_for_people() -> None:
    assert report_text([RULE, SCAN]) == (
        "취업규칙.pdf [pdf] 글자 12,000 → 11,890, 표 3개\n"
        "        -112  쪽마다 되풀이되는 머리말·꼬리말·쪽 번호\n"
        "          +2  설명되지 않는 차이\n"
        "    글자가 없는 쪽: 2, 4-5\n"
        "    「취업규칙」 조항 60개, 조각 71개, 빠진 조: 제7조, 제12조~제13조\n"
        "\n"
        "읽지 못한 파일 1개\n"
        "  스캔.pdf: 글자 층이 없는 스캔 문서입니다 (3쪽 모두 글자 층이 없습니다)."
        " 원본 파일이나 글자 인식(OCR)을 한 PDF를 넣거나, ocr.enabled를 켜고 다시 읽어 주세요.\n"
        "\n"
        "읽은 파일 1개, 문서 1개, 조항 60개, 조각 71개, 글자 12,000 → 11,890, 읽지 못한 파일 1개"
    )


def test_every_refusal_says_what_happened_and_what_to_do() -> None:
    for reason, (what, step) in messages.UNREADABLE.items():
        text = report_text([FileReport(file="문서", kind=None, refused=reason)])
        assert f"문서: {what}. {step}." in text


def test_a_report_is_plain_json() -> None:
    row = json.loads(json.dumps(to_json(RULE)))
    assert row["documents"][0]["gaps"] == ["제7조", "제12조", "제13조"]
    assert row["differences"][1] == {"name": "unexplained", "chars": 2}
    assert row["refused"] is None
