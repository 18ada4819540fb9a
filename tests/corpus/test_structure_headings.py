"""A clause starts only where one starts."""

from __future__ import annotations

import pytest
from structure_samples import labels, parse, pieces

from geungeo.corpus.blocks import Paragraph, Reading
from geungeo.corpus.chunk import chunks
from geungeo.corpus.structure import split
from geungeo.corpus.structure.headings import heading_of


@pytest.mark.parametrize(
    ("line", "number", "title"),
    [
        ("제1조(목적) 이 규칙은 사원의 근로조건을 정한다.", "1", "목적"),
        ("제1조 (목적)", "1", "목적"),
        ("제1조【목적】 이 규칙은", "1", "목적"),
        ("제 1 조 (목적) 이 규칙은", "1", "목적"),
        ("제1조(목적)이 규정은 사원의 복무를 정한다.", "1", "목적"),
        ("제7조(신고)의사는 신고한다.", "7", "신고"),
        ("제43조의2(단축근로)", "43의2", "단축근로"),
        ("제6조의 1 (회비 미납시)", "6의1", "회비 미납시"),
        ("제2조(소정(所定)근로시간) 소정근로시간은", "2", "소정(所定)근로시간"),
        ("제5조 삭제 <2010.1.1>", "5", ""),
        ("제5조", "5", ""),
        ("제1조①이 법은", "1", ""),
        ("第1條(목적)", None, None),
    ],
)
def test_article_headings_in_their_many_spellings(line: str, number: str | None, title: str | None) -> None:
    heading = heading_of(line)
    assert (heading and heading.number) == number
    if heading:
        assert (heading.kind, heading.title, heading.contents) == ("article", title, False)


@pytest.mark.parametrize(
    "line",
    [
        "제15조에 따라 휴가를 준다.",
        "제15조제1항의 규정에 따른다.",
        "제15조 제1항에 따라 정한다.",
        "제15조(휴가)에 따라 정한다.",
        "제15조(휴가) 및 제16조(병가)에 따른다.",
        "제15조(휴가)제1항에 따른다.",
        "제7조(신고)의 규정에 따라 처리한다.",
        "제2조 내지 제5조의 규정은",
        "제3조 중 “팀장”을 “부장”으로 한다.",
        "제3조, 제4조 및 제5조에 따라",
        "제3장에 따라 처리한다.",
        "부칙 제3조에 따라 처리한다.",
        "별표 1과 같다.",
        "별표 1에 따른 금액을 준다.",
        "[별표 1]에 따른 금액을 준다.",
        "별첨 징계의결서 사본과 같음",
    ],
)
def test_a_reference_at_a_lines_head_is_no_heading(line: str) -> None:
    assert heading_of(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "제1조(목적) [필수] \t7",
        "제1조(목적) [필수] 7",
        "제1조(목적) ········ 7",
        "제1조(목적) 7",
        "제17조(휴직사유 및 기간) [필수,\u3000선택] \t15",
        "제1장 총칙 ······ 3",
        "부  칙 \t75",
        "[별표 1] 여비지급표 ······ 15",
    ],
)
def test_a_contents_line_is_marked_as_one(line: str) -> None:
    heading = heading_of(line)
    assert heading is not None
    assert heading.contents


@pytest.mark.parametrize(
    ("line", "kind", "name"),
    [
        ("제\u30001\u3000장  총    칙", "division", "제1장"),
        ("제2장의2 공무국외출장 등", "division", "제2장의2"),
        ("부      칙", "addenda", "부칙"),
        ("부칙 <제35665호,2025.7.22>", "addenda", "부칙"),
        ("부칙(전매청직제등의폐지령) <제12113호,1987.4.1>", "addenda", "부칙"),
        ("〔별표 1〕<개정 2001.4.4 규정 제31호>", "annex", "별표 1"),
        ("별표 1 여비 지급표(제5조 관련)", "annex", "별표 1"),
        ("<별표 3> 징계양정기준", "annex", "별표 3"),
        ("[별지 제1호서식] 휴가신청서", "form", "별지 제1호서식"),
        ("[별지 1]", "form", "별지 1"),
        ("[별첨]", "appendix", "별첨"),
    ],
)
def test_other_parts_begin_at_their_headings(line: str, kind: str, name: str) -> None:
    heading = heading_of(line)
    assert heading is not None
    assert (heading.kind, heading.name, heading.contents) == (kind, name, False)


def test_headings_without_a_title_count_only_in_sequence() -> None:
    rule = "제1조 이 영은 복무를 정한다.\n제2조 공무원은 성실하여야 한다.\n제7조 소정의 절차는 따로 정한다.\n제3조 삭제"
    assert labels(rule) == ["규칙 제1조", "규칙 제2조", "규칙 제3조"]


def test_a_contents_list_is_one_chunk_and_no_articles() -> None:
    contents = "목 차\n제1장 총칙\n제1조(목적) 3\n제2조(정의) 3\n제2장 복무\n제3조(의무) 4\n부 칙 9"
    body = "제1장 총칙\n제1조(목적) 정한다.\n제2조(정의) 뜻은 같다.\n제2장 복무\n제3조(의무) 지킨다.\n부칙\n오늘부터 시행한다."
    found = pieces(contents + "\n" + body)
    assert [chunk.label for chunk in found] == [
        "규칙 차례", "규칙 제1조", "규칙 제2조", "규칙 제3조", "규칙 부칙",
    ]  # fmt: skip
    assert found[0].flags == ("toc:pages",)
    assert found[0].text == contents


def test_a_contents_list_without_page_numbers_is_seen_by_its_return() -> None:
    contents = "제1조(목적)\n제2조(정의)\n제3조(의무)"
    body = "제1조(목적)\n정한다.\n제2조(정의)\n뜻은 같다.\n제3조(의무)\n지킨다."
    assert labels(contents + "\n" + body) == ["규칙 차례", "규칙 제1조", "규칙 제2조", "규칙 제3조"]
    assert labels(body) == ["규칙 제1조", "규칙 제2조", "규칙 제3조"]


def test_each_addenda_has_its_own_first_article() -> None:
    rule = "제1조(목적) 정한다.\n부칙 <제1호,2020.1.1>\n제1조(시행일) 시행한다.\n제2조(경과조치) 종전에 따른다.\n부칙 <제2호,2021.1.1>\n제1조(시행일) 시행한다."
    assert labels(rule) == [
        "규칙 제1조",
        "규칙 부칙 <제1호,2020.1.1> 제1조",
        "규칙 부칙 <제1호,2020.1.1> 제2조",
        "규칙 부칙 <제2호,2021.1.1> 제1조",
    ]


def test_an_amendment_quoted_in_addenda_opens_no_article() -> None:
    rule = (
        "제1조(목적) 정한다.\n부칙\n제1조(시행일) 시행한다.\n제2조(다른 규정의 개정) 직제 규정 일부를 다음과 같이 개정한다.\n"
        "제14조를 다음과 같이 한다.\n제14조(정원) ① 정원은 별표 2와 같다.\n제3조(경과조치) 종전에 따른다."
    )
    found = pieces(rule)
    assert [chunk.article for chunk in found] == ["1", "1", "2", "3"]
    assert "제14조(정원)" in found[2].text


def test_text_before_between_and_after_articles_is_kept() -> None:
    rule = "취업규칙\n제정 2020. 3. 1.\n제1장 총칙\n이 장은 모두에게 적용한다.\n제1조(목적) 정한다.\n제2장 복무"
    found = pieces(rule)
    assert [(chunk.label, chunk.part) for chunk in found] == [
        ("취업규칙 앞부분", "기타"),
        ("취업규칙 제1장 총칙", "기타"),
        ("취업규칙 제1조", "본칙"),
        ("취업규칙 제2장 복무", "기타"),
    ]


def test_chapter_headings_stand_in_the_chunk_of_the_article_below_and_in_its_path() -> None:
    [chunk] = pieces("제1장 총  칙\n제1절 통칙 <신설 2020.1.1>\n제1조(목적) 정한다.")
    assert chunk.text.startswith("제1장 총  칙\n제1절")
    assert chunk.path == ("제1장 총칙", "제1절 통칙", "제1조(목적)")


def test_a_deleted_article_stays_an_article() -> None:
    found = pieces("제1조(목적) 정한다.\n제2조 삭제 <2010.1.1>\n제3조(의무) 지킨다.")
    assert [chunk.article for chunk in found] == ["1", "2", "3"]


def test_title_dates_and_number_come_from_the_front_lines() -> None:
    [parsed] = parse("직제 규정\n제정 2001. 1. 1. 규정 제1호\n개정 2024. 4. 30. 규정 제399호\n제1조(목적) 정한다.")
    document = parsed.document
    assert (document.title, document.revised_at, document.number) == ("직제 규정", "2024-04-30", "399")
    assert document.version == "2024-04-30#399"


def test_a_rule_that_says_nothing_is_named_by_its_file() -> None:
    [parsed] = parse("제1조(목적) 정한다.", file="여비_규정(2024.4.30.개정).txt")
    assert (parsed.document.title, parsed.document.revised_at) == ("여비 규정", "2024-04-30")
    [plain] = parse("제1조(목적) 정한다.", file="여비.txt")
    assert plain.document.version == "1"


def test_effective_date_comes_from_the_front_or_the_only_addenda() -> None:
    [front] = parse("취업규칙\n[시행 2025. 1. 1.] [2024. 12. 1. 개정]\n제1조(목적) 정한다.")
    assert (front.document.effective_at, front.document.revised_at) == ("2025-01-01", "2024-12-01")
    [addenda] = parse("취업규칙\n제1조(목적) 정한다.\n부칙\n이 규칙은 2025년 3월 1일부터 시행한다.")
    assert addenda.document.effective_at == "2025-03-01"


def test_several_rules_in_one_file_become_several_documents() -> None:
    parsed = parse(
        "취업규칙\n제정 2020. 1. 1.\n제1조(목적) 정한다.\n제2조(적용) 모두에게 적용한다.\n부칙\n이 규칙은 2020년 1월 1일부터 시행한다.\n"
        "여비규정\n제정 2021. 5. 1.\n제1장 총칙\n제1조(목적) 여비를 정한다.\n부칙\n제1조(시행일) 시행한다."
    )
    assert [(p.document.title, p.document.doc_id, p.document.revised_at) for p in parsed] == [
        ("취업규칙", "rule", "2020-01-01"),
        ("여비규정", "rule#2", "2021-05-01"),
    ]


def test_an_article_quoted_inside_an_article_is_no_heading_where_the_format_states_them() -> None:
    found = [
        chunk
        for document in split(
            Reading(
                "md",
                (
                    Paragraph("제1조(목적)", 5),
                    Paragraph("이 법은 목적을 정한다."),
                    Paragraph("[법률 제9902호에 의하여 제1조는 2029년까지 아래와 같이 적용함.]"),
                    Paragraph("제1조(목적) 이 법은 다른 목적을 정한다."),
                    Paragraph("제2조(정의)", 5),
                    Paragraph("뜻은 같다."),
                ),
                0,
            ),
            file="법.md",
            file_hash="0",
            doc_id="act",
        )
        for chunk in chunks(document)
    ]
    assert [chunk.article for chunk in found] == ["1", "2"]
    assert "다른 목적" in found[0].text


def test_an_addenda_that_states_its_first_article_again_starts_no_new_rule() -> None:
    rule = "제1조(목적) 정한다.\n부칙 <제9호,2025.2.25>\n제1조(시행일) 3월 13일부터 시행한다.\n[부칙 제1조는 아래의 내용으로 시행됨.\n제1조(시행일) 4월 1일부터 시행한다."
    assert len(parse(rule)) == 1


def test_a_preamble_filed_as_article_zero_belongs_to_the_rule_it_opens() -> None:
    assert labels("윤리강령\n제0조\n우리는 뜻을 모은다.\n제1조(독립) 지킨다.")[1:] == [
        "윤리강령 제0조",
        "윤리강령 제1조",
    ]
