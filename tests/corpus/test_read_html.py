"""HTML: what a browser shows, with list numbers and table spans, every character accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.blocks import Block, Cell, Difference, Paragraph, Reading, Rule, Table, solid_length_of_blocks
from geungeo.corpus.read import read
from geungeo.corpus.read.html import read_html
from geungeo.errors import UnreadableFile


def assert_closed(reading: Reading) -> None:
    assert solid_length_of_blocks(reading.blocks) == reading.chars_in + sum(d.chars for d in reading.differences)


def blocks(page: str) -> tuple[Block, ...]:
    reading = read_html(page.encode(), "")
    assert_closed(reading)
    return reading.blocks


def test_every_shared_page_closes_its_account(shared: Path) -> None:
    files = sorted([*shared.glob("**/*.html"), *shared.glob("confluence/*/page.xhtml")])
    assert len(files) == 140
    for path in files:
        assert_closed(read_html(path.read_bytes(), path.name))


def test_a_page_that_shows_no_text_is_empty(shared: Path) -> None:
    page = shared / "office/hwpjs/crates/hwp-core/tests/snapshots/shapeline.html"
    with pytest.raises(UnreadableFile, match="empty"):
        read(page.read_bytes(), page.name)


def test_headings_lines_and_white_space() -> None:
    page = "<title>사규</title><h1>취업\n규칙</h1><p>제1조<br>연차  <b>휴</b>가</p><hr><div>하나<p>둘</div>셋"
    assert blocks(page) == (
        Paragraph("취업 규칙", 1),
        Paragraph("제1조\n연차 휴가"),
        Rule(),
        Paragraph("하나"),
        Paragraph("둘"),
        Paragraph("셋"),
    )


def test_list_numbers_are_text_and_named() -> None:
    page = (
        "<ol start=3><li>셋<ol type=a><li>가<li>나</ol><li value=7>일곱<li></ol>"
        "<ol type=I reversed><li>둘<li>하나</ol><ul><li>점</ul>"
    )
    reading = read_html(page.encode(), "")
    texts = [block.text for block in reading.blocks if isinstance(block, Paragraph)]
    assert texts == ["3. 셋", "a. 가", "b. 나", "7. 일곱", "II. 둘", "I. 하나", "- 점"]
    assert reading.differences == (Difference("automatic numbering", 14),)
    assert_closed(reading)


def test_what_is_not_shown_is_left_out_and_named() -> None:
    page = (
        "<title>제목</title><style>p{}</style><script>var a;</script><p>본문</p><p hidden>숨김</p>"
        "<p style='display: none'>안보임</p><noscript>대신</noscript>"
    )
    reading = read_html(page.encode(), "")
    assert reading.blocks == (Paragraph("본문"),)
    assert {difference.name: difference.chars for difference in reading.differences} == {
        "page title": -2,
        "script and style": -len("p{}vara;대신"),
        "hidden elements": -5,
    }
    assert reading.stated.title == "제목"
    assert_closed(reading)


def test_the_title_is_the_heading_where_a_site_adds_its_name() -> None:
    assert read_html("<title>여비 규정 | 사내 위키</title><h1>여비  규정</h1>".encode(), "").stated.title == "여비 규정"


def test_spans_put_cells_at_their_grid_position() -> None:
    page = """
    <table><caption>휴가 <b>일수</b></caption>
    <thead><tr><th rowspan=2>구분<th colspan=2>정규직</tr><tr><th>연차<th>병가</tr></thead>
    <tr><td rowspan=0>1년차<td>15일<td><ul><li>60일</ul></tr><tr><td>16일</tr></table>"""
    (table,) = blocks(page)
    assert table == Table(
        caption="휴가 일수",
        header_rows=2,
        cells=(
            Cell(0, 0, (Paragraph("구분"),), row_span=2),
            Cell(0, 1, (Paragraph("정규직"),), col_span=2),
            Cell(1, 1, (Paragraph("연차"),)),
            Cell(1, 2, (Paragraph("병가"),)),
            Cell(2, 0, (Paragraph("1년차"),), row_span=2),
            Cell(2, 1, (Paragraph("15일"),)),
            Cell(2, 2, (Paragraph("- 60일"),)),
            Cell(3, 1, (Paragraph("16일"),)),
        ),
    )


def test_tables_inside_cells_and_text_between_rows_are_kept() -> None:
    page = "<table>밖<tr>틈<td><table><tr><td>안</table>글</table>"
    assert blocks(page) == (
        Paragraph("밖틈"),
        Table((Cell(0, 0, (Table((Cell(0, 0, (Paragraph("안"),)),)), Paragraph("글"))),)),
    )


@pytest.mark.parametrize(
    "data",
    [
        '<meta charset="euc-kr"><p>연차휴가 똠방각하'.encode("cp949"),
        '<meta charset="utf-8"><p>연차휴가 똠방각하'.encode("cp949"),
        '<meta charset="euc-kr"><p>연차휴가 똠방각하'.encode(),
        "<p>연차휴가 똠방각하".encode("utf-16"),
    ],
    ids=["declared", "declared wrongly as utf-8", "declared wrongly as euc-kr", "utf-16"],
)
def test_the_encoding_is_the_one_that_holds(data: bytes) -> None:
    assert read(data, "").blocks == (Paragraph("연차휴가 똠방각하"),)


def test_confluence_storage_keeps_code_and_leaves_parameters_out() -> None:
    page = (
        '<p>앞</p><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sh</ac:parameter>'
        "<ac:plain-text-body><![CDATA[a < b\n&& c]]></ac:plain-text-body></ac:structured-macro>"
        '<ac:image><ri:attachment ri:filename="a.png" /></ac:image><p />뒤'
    )
    reading = read_html(page.encode(), "")
    assert reading.blocks == (Paragraph("앞"), Paragraph("a < b\n&& c"), Paragraph("뒤"))
    assert reading.differences == (Difference("macro parameters", -2),)
    assert_closed(reading)


@given(st.lists(st.sampled_from(
    ["<table>", "</table>", "<tr>", "<td rowspan=3 colspan=2>", "<td>", "<ol>", "<li>", "</ol>", "<p hidden>", "</p>",
     "<h2>", "</h2>", "<br>", "<hr>", "<script>", "</script>", "<caption>", "가", " 나 ", "&lt;1", "<b>", "</b>", "<pre>\n"]
), max_size=40))  # fmt: skip
def test_any_soup_of_tags_closes_its_account(tags: list[str]) -> None:
    assert_closed(read_html(("<p>시작" + "".join(tags)).encode(), ""))
