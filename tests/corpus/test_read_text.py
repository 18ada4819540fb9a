"""Text and markdown: every solid character comes out or is named, markup goes, structure stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.blocks import Cell, Difference, Paragraph, Reading, Rule, Stated, Table, solid_length_of_blocks
from geungeo.corpus.read import read
from geungeo.corpus.read.text import read_md, read_txt


def assert_closed(reading: Reading) -> None:
    assert solid_length_of_blocks(reading.blocks) == reading.chars_in + sum(d.chars for d in reading.differences)


def paragraphs(markdown: str) -> list[str]:
    reading = read_md(markdown.encode(), "")
    assert_closed(reading)
    return [block.text for block in reading.blocks if isinstance(block, Paragraph)]


def test_three_encodings_of_one_file_come_out_the_same(shared: Path) -> None:
    folder = shared / "office/langchain-kr"
    names = (
        "appendix-keywords.txt",
        "appendix-keywords-utf8.txt",
        "appendix-keywords-CP949.txt",
        "appendix-keywords-EUCKR.txt",
    )
    readings = [read((folder / name).read_bytes(), name) for name in names]
    assert readings[0].blocks == readings[1].blocks == readings[2].blocks == readings[3].blocks
    assert readings[0].blocks[0] == Paragraph("Semantic Search")


def test_text_is_stored_composed_and_without_control_characters() -> None:
    reading = read_txt("\ufeff제1조\u200b\r\n\r\n  연차\r휴가".encode(), "")
    assert reading.blocks == (Paragraph("제1조"), Paragraph("연차"), Paragraph("휴가"))
    assert_closed(reading)


def test_a_statute(shared: Path) -> None:
    reading = read((shared / "statutes/current/국가공무원복무규정/대통령령.md").read_bytes(), "")
    assert reading.stated == Stated(
        doc_id="002643",
        title="국가공무원 복무규정",
        revised_at="2025-12-04",
        effective_at="2025-12-04",
        number="35893",
        source="https://www.law.go.kr/법령/국가공무원복무규정",
    )
    assert reading.blocks[:3] == (
        Paragraph("국가공무원 복무규정", 1),
        Paragraph("제1장 총칙", 2),
        Paragraph("제1조 (목적)", 5),
    )
    texts = [block.text for block in reading.blocks if isinstance(block, Paragraph)]
    assert "② 제1항의 선서는 별표 1의 선서문에 따른다." in texts
    assert "1. 법령에 따라 비밀로 지정된 사항" in texts
    at = texts.index("부칙 <제35665호,2025.7.22>")
    assert texts[at + 1] == "제1조(시행일) 이 영은 공포한 날부터 시행한다."
    assert {difference.name for difference in reading.differences} == {"front matter", "markdown markup"}


def test_every_current_statute_closes_its_account(shared: Path) -> None:
    files = sorted((shared / "statutes/current").glob("**/*.md"))
    assert len(files) == 83
    for path in files:
        assert_closed(read(path.read_bytes(), path.name))


def test_every_other_markdown_and_text_file_closes_its_account(shared: Path) -> None:
    files = [
        path
        for top in ("rules", "office", "confluence")
        for end in ("md", "mdx", "txt")
        for path in shared.glob(f"{top}/**/*.{end}")
    ]
    readings = [read(path.read_bytes(), path.name) for path in sorted(files)]
    assert len(readings) > 100
    for reading in readings:
        assert_closed(reading)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**①** 공무원은 `복무`를 *성실히* 한다.", "① 공무원은 복무를 성실히 한다."),
        ("1\\. 사항 \\[별표\\]", "1. 사항 [별표]"),
        ("[정관](https://example.org/a_(b))을 본다 &lt;개정 2025&gt;", "정관을 본다 <개정 2025>"),
        ("~~삭제~~ <span style='x'>본문</span><!-- 메모 -->", "삭제 본문"),
        ("> 2025년 03월 16일 제정   ", "2025년 03월 16일 제정"),
        ("③ 조문 <개정 2013.3.23, 2014.11.19>", "③ 조문 <개정 2013.3.23, 2014.11.19>"),
        ("- 3 * 4 = 12, snake_case_name, 2*3*x", "- 3 * 4 = 12, snake_case_name, 2*3*x"),
        ("* 산출액 = (매출액) × 365", "* 산출액 = (매출액) × 365"),
        ("__굵게__ **_겹침_**", "굵게 겹침"),
    ],
)
def test_inline_markup_goes_and_text_stays(markdown: str, text: str) -> None:
    assert paragraphs(markdown) == [text]


def test_headings_rules_fences_and_tables() -> None:
    reading = read_md(
        "취업규칙\n===\n## 휴가 ##\n---\n```sh\n# 주석 **그대로**\n```\n| 구분 | 일수 |\n|---|:-:|\n| 연차 | **15일**<br>이상 |\n끝".encode(),
        "",
    )
    assert reading.blocks == (
        Paragraph("취업규칙", 1),
        Paragraph("휴가", 2),
        Rule(),
        Paragraph("# 주석 **그대로**"),
        Table(
            (
                Cell(0, 0, (Paragraph("구분"),)),
                Cell(0, 1, (Paragraph("일수"),)),
                Cell(1, 0, (Paragraph("연차"),)),
                Cell(1, 1, (Paragraph("15일"), Paragraph("이상"))),
            ),
            header_rows=1,
        ),
        Paragraph("끝"),
    )
    assert_closed(reading)


@pytest.mark.parametrize("odd", ["시행일: 2024-13-45", "검토: !!python/object:os.system"])
def test_a_value_without_meaning_in_front_matter_costs_no_other_value(odd: str) -> None:
    reading = read(f"---\n제목: 날짜 규정\n문서ID: 00123\n{odd}\n---\n제1조(목적) 날짜를 정한다.\n".encode(), "a.md")
    assert (reading.stated.title, reading.stated.effective_at) == ("날짜 규정", None)
    assert "제목" not in "".join(block.text for block in reading.blocks if isinstance(block, Paragraph))


def test_front_matter_is_metadata_and_named() -> None:
    reading = read_md("---\ntitle: 회비규정\ndate: 2026. 4. 4.\nid: 12\n---\n본문".encode(), "")
    assert reading.stated == Stated(doc_id="12", title="회비규정", revised_at="2026-04-04")
    assert reading.differences == (Difference("front matter", -len("---title:회비규정date:2026.4.4.id:12---")),)


@pytest.mark.parametrize("head", ["---\na: [1\n---\n본문", "---\n그냥 글\n---\n본문", "---\n본문"])
def test_what_is_no_front_matter_stays_text(head: str) -> None:
    reading = read_md(head.encode(), "")
    assert reading.stated == Stated()
    assert reading.blocks[-1] == Paragraph("본문")
    assert_closed(reading)


@given(st.text(alphabet="가나 \n\t#*_`~-=|<>[]()\\&;:.!1①abr/\"'", max_size=200))
def test_any_markdown_closes_its_account(markdown: str) -> None:
    assert_closed(read_md(markdown.encode(), ""))


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"), include_characters="\n\r\t"), max_size=200))
def test_any_text_keeps_every_solid_character(text: str) -> None:
    assert_closed(read_txt(text.encode(), ""))
