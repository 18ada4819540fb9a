"""docx comes out whole, with its automatic numbers, or is refused with the right reason."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from geungeo.corpus.blocks import (
    Aside,
    Block,
    Difference,
    Paragraph,
    Reading,
    Rule,
    Table,
    solid_length_of_blocks,
    texts_of_blocks,
)
from geungeo.corpus.read.docx import read_docx
from geungeo.corpus.read.parts import AUTOMATIC_NUMBERING, REPEATED_HEADER, TRACKED_DELETION
from geungeo.errors import UnreadableFile

EXAMPLES = Path(__file__).parents[2] / "examples/docs"


def saved(document: Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def read(document: Document) -> Reading:
    reading = read_docx(saved(document), "x.docx")
    assert unexplained(reading) == 0
    return reading


def unexplained(reading: Reading) -> int:
    return solid_length_of_blocks(reading.blocks) - reading.chars_in - sum(each.chars for each in reading.differences)


def texts(reading: Reading) -> list[str]:
    return [block.text for block in reading.blocks if isinstance(block, Paragraph)]


def asides(blocks: tuple[Block, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for block in blocks:
        if isinstance(block, Aside):
            found.setdefault(block.role, []).extend(texts_of_blocks(block.blocks))
    return found


def add_list(document: Document, number: int, levels: list[tuple[str, str]], extra: str = "") -> None:
    """An abstract list (number format, pattern per level) and its instance, both called `number`."""
    numbering = document.part.numbering_part.element
    inner = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{style}"/><w:lvlText w:val="{pattern}"/></w:lvl>'
        for at, (style, pattern) in enumerate(levels)
    )
    abstract = f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}">{inner}</w:abstractNum>'
    numbering.insert(0, parse_xml(abstract))
    add_instance(document, number, number, extra)


def add_instance(document: Document, number: int, abstract: int, extra: str = "") -> None:
    document.part.numbering_part.element.append(
        parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{extra}</w:num>')
    )


def add(document: Document, text: str, number: int, level: int = 0) -> None:
    paragraph = document.add_paragraph(text)
    paragraph._p.get_or_add_pPr().append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')
    )


# --- Numbers -------------------------------------------------------------------------------------------------


def test_article_clause_and_item_numbers_come_out() -> None:
    document = docx.Document()
    add_list(
        document, 90, [("decimal", "제%1조"), ("decimalEnclosedCircle", "%2"), ("decimal", "%3."), ("ganada", "%4.")]
    )
    for text, level in [("(목적)", 0), ("항", 1), ("호", 2), ("목", 3), ("목", 3), ("항", 1), ("(정의)", 0), ("항", 1)]:
        add(document, text, 90, level)
    reading = read(document)
    assert texts(reading) == ["제1조 (목적)", "① 항", "1. 호", "가. 목", "나. 목", "② 항", "제2조 (정의)", "① 항"]
    assert reading.differences == (Difference(AUTOMATIC_NUMBERING, 15),)


def test_path_patterns_legal_levels_and_skipped_levels() -> None:
    document = docx.Document()
    add_list(document, 90, [("upperRoman", "%1"), ("decimal", "%1-%2")])
    for text, level in [("a", 0), ("b", 1), ("c", 0), ("d", 1), ("e", 1)]:
        add(document, text, 90, level)
    assert texts(read(document)) == ["I a", "I-1 b", "II c", "II-1 d", "II-2 e"]


def test_instances_of_one_list_go_on_and_an_override_starts_anew() -> None:
    document = docx.Document()
    add_list(document, 90, [("decimal", "%1.")])
    add_instance(document, 91, 90)
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    add_instance(document, 92, 90, override)
    for text, number in [("a", 90), ("b", 91), ("c", 92), ("d", 92)]:
        add(document, text, number)
    assert texts(read(document)) == ["1. a", "2. b", "5. c", "6. d"]


def test_number_of_a_style_comes_out_and_zero_takes_it_away() -> None:
    document = docx.Document()
    add_list(document, 90, [("decimal", "제%1장")])
    style = document.styles["Heading 1"].element
    style.get_or_add_pPr().append(parse_xml(f'<w:numPr {nsdecls("w")}><w:numId w:val="90"/></w:numPr>'))
    document.add_heading("총칙", 1)
    document.add_heading("복무", 1)
    add(document, "본문", 0)
    reading = read(document)
    assert texts(reading) == ["제1장 총칙", "제2장 복무", "본문"]
    assert [block.level for block in reading.blocks if isinstance(block, Paragraph)] == [1, 1, 0]


def test_list_resumed_behind_bullets_goes_on(shared: Path) -> None:
    reading = read_docx((shared / "office/docling/docx_list_resumed_numbering.docx").read_bytes(), "x.docx")
    assert texts(reading)[1:] == [
        "1. First ordered item",
        "2. Second ordered item",
        "• bullet one",
        "• bullet two",
        "3. Third ordered item",
    ]


# --- Tables and what stands beside the text ------------------------------------------------------------------


def test_merged_and_nested_cells_stand_once() -> None:
    document = docx.Document()
    grid = document.add_table(3, 3)
    grid.cell(0, 0).merge(grid.cell(0, 1)).text = "가로"
    grid.cell(0, 2).merge(grid.cell(2, 2)).text = "세로"
    grid.cell(1, 0).text = "칸"
    inner = grid.cell(2, 0).add_table(1, 1)
    inner.cell(0, 0).text = "안"
    reading = read(document)
    (table,) = [block for block in reading.blocks if isinstance(block, Table)]
    spans = {(c.row, c.col): (c.row_span, c.col_span) for c in table.cells}
    assert spans == {(0, 0): (1, 2), (0, 2): (3, 1), (1, 0): (1, 1), (1, 1): (1, 1), (2, 0): (1, 1), (2, 1): (1, 1)}
    assert sorted(texts_of_blocks(reading.blocks)).count("세로") == 1
    nested = next(cell for cell in table.cells if (cell.row, cell.col) == (2, 0))
    assert any(isinstance(block, Table) for block in nested.blocks)


def test_headers_of_sections_stand_once() -> None:
    document = docx.Document()
    document.add_paragraph("본문")
    document.sections[0].header.paragraphs[0].text = "사내 규정"
    document.add_section()
    document.sections[1].header.is_linked_to_previous = False
    document.sections[1].header.paragraphs[0].text = "사내 규정"
    reading = read(document)
    assert asides(reading.blocks) == {"header": ["사내 규정"]}
    assert reading.differences == (Difference(REPEATED_HEADER, -4),)


def test_breaks_are_lines_and_walls() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("첫 줄")
    paragraph.add_run().add_break()
    paragraph.add_run("둘째 줄")
    paragraph.add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("다음 쪽")
    assert read(document).blocks == (Paragraph("첫 줄\n둘째 줄"), Rule(), Paragraph("다음 쪽"))


def test_tracked_changes_show_what_stands_now() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("휴가는 ")._p
    for xml in (
        "<w:del {}><w:r><w:delText>10일</w:delText></w:r></w:del>",
        "<w:moveFrom {}><w:r><w:t>옮김</w:t></w:r></w:moveFrom>",
        "<w:ins {}><w:r><w:t>15일</w:t></w:r></w:ins>",
    ):
        paragraph.append(parse_xml(xml.format(nsdecls("w"))))
    reading = read(document)
    assert texts(reading) == ["휴가는 15일"]
    assert reading.differences == (Difference(TRACKED_DELETION, -5),)


def test_content_controls_links_and_field_results_are_text_but_codes_are_not() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("앞 ")._p
    for xml in (
        "<w:sdt {}><w:sdtPr/><w:sdtContent><w:r><w:t>칸 </w:t></w:r></w:sdtContent></w:sdt>",
        "<w:hyperlink {}><w:r><w:t>링크 </w:t></w:r></w:hyperlink>",
        '<w:r {}><w:instrText>HYPERLINK "http://example.com"</w:instrText></w:r>',
        "<w:fldSimple {}><w:r><w:t>결과</w:t></w:r></w:fldSimple>",
    ):
        paragraph.append(parse_xml(xml.format(nsdecls("w"))))
    assert texts(read(document)) == ["앞 칸 링크 결과"]


def test_text_boxes_count_once_and_hidden_text_stands_apart() -> None:
    document = docx.Document()
    box = "<w:txbxContent><w:p><w:r><w:t>상자 글</w:t></w:r></w:p></w:txbxContent>"
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    document.add_paragraph("본문")._p.append(
        parse_xml(
            f'<w:r {nsdecls("w")} {mc}><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
            f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
        )
    )
    document.add_paragraph().add_run("숨은 글").font.hidden = True
    reading = read(document)
    assert asides(reading.blocks) == {"textbox": ["상자 글"], "hidden": ["숨은 글"]}
    assert reading.chars_in == 8


def with_part(data: bytes, name: str, kind: str, xml: str) -> bytes:
    """The package with one more part that the document names."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.namelist():
            content = old.read(part)
            if part == "word/_rels/document.xml.rels":
                office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
                link = f'<Relationship Id="rNew{kind}" Type="{office}/{kind}" Target="{name}"/></Relationships>'
                content = content.replace(b"</Relationships>", link.encode())
            new.writestr(part, content)
        new.writestr(f"word/{name}", xml)
    return out.getvalue()


def test_footnotes_and_comments_stand_behind_their_paragraph() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("본문")._p
    for mark in ('<w:footnoteReference w:id="2"/>', '<w:commentReference w:id="0"/>'):
        paragraph.append(parse_xml(f"<w:r {nsdecls('w')}>{mark}</w:r>"))
    document.add_paragraph("다음")
    data = saved(document)
    for kind, note, number, text in [("footnotes", "footnote", 2, "각주 글"), ("comments", "comment", 0, "메모 글")]:
        xml = f'<w:{kind} {nsdecls("w")}><w:{note} w:id="{number}"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:{note}></w:{kind}>'
        data = with_part(data, f"{kind}.xml", kind, xml)
    reading = read_docx(data, "x.docx")
    assert unexplained(reading) == 0
    assert reading.blocks == (
        Paragraph("본문"),
        Aside("footnote", (Paragraph("각주 글"),)),
        Aside("memo", (Paragraph("메모 글"),)),
        Paragraph("다음"),
    )


# --- Whole files and refusals --------------------------------------------------------------------------------


def test_every_character_of_every_shared_file_comes_out_or_is_named(shared: Path) -> None:
    files = [path for path in sorted(shared.rglob("*.docx")) if path.stat().st_size < 300_000]
    assert len(files) >= 4
    for path in files:
        assert unexplained(read_docx(path.read_bytes(), path.name)) == 0, path


@pytest.mark.long
def test_book_of_872_pages_comes_out_whole(shared: Path) -> None:
    reading = read_docx((shared / "office/unstructured/handbook-872p.docx").read_bytes(), "x.docx")
    assert reading.chars_in > 600_000
    assert unexplained(reading) == 0


def test_examples_are_read_without_shared_data() -> None:
    files = sorted(EXAMPLES.glob("*.docx"))
    assert files
    for path in files:
        reading = read_docx(path.read_bytes(), path.name)
        assert unexplained(reading) == 0
        assert any("제1조" in text for text in texts_of_blocks(reading.blocks))


def test_title_is_stated_only_where_the_document_says_it_too() -> None:
    document = docx.Document()
    document.core_properties.title = "취업 규칙"
    document.add_paragraph("취 업 규 칙")
    assert read(document).stated.title == "취 업 규 칙"
    document.core_properties.title = "제목 없음"
    assert read(document).stated.title is None


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFile) as refused:
        read_docx(data, "x.docx")
    return refused.value.reason


def test_refusals_name_their_reason() -> None:
    assert refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)) == "password"
    assert refusal(saved(docx.Document())) == "empty"
    document = docx.Document()
    document.add_paragraph("본문")
    data = saved(document)
    assert {refusal(data[:size]) for size in range(100, len(data) - 100, len(data) // 20)} == {"corrupted"}
