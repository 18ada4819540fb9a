"""A slide comes out whole under its title; its notes follow it, and what can't be read is named."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.presentation import Presentation
from pptx.slide import Slide
from pptx.util import Inches

from geungeo.corpus.blocks import Reading, Table, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read as read_file
from geungeo.corpus.read.pptx import read_pptx
from geungeo.corpus.structure import split
from geungeo.errors import UnreadableFile
from geungeo.records import Chunk

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000 1f15c4890000000d49444154789c6360000000020001e221bc330000000049454e44ae426082"
)
BOX = (Inches(1), Inches(2), Inches(4), Inches(1))


def slide(deck: Presentation, title: str, *lines: str) -> Slide:
    page = deck.slides.add_slide(deck.slide_layouts[1])
    page.shapes.title.text = title
    page.placeholders[1].text = "\n".join(lines)
    return page


def saved(deck: Presentation) -> bytes:
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def read(deck: Presentation | bytes) -> Reading:
    reading = read_pptx(deck if isinstance(deck, bytes) else saved(deck), "x.pptx")
    out = solid_length_of_blocks(reading.blocks)
    assert out - reading.chars_in - sum(each.chars for each in reading.differences) == 0
    return reading


def cut(reading: Reading, **limits: int) -> list[Chunk]:
    parsed = split(reading, file="신입사원 안내.pptx", file_hash="0", doc_id="x")
    return [chunk for document in parsed for chunk in chunks(document, **limits)]


def test_each_slide_is_a_chunk_under_its_title() -> None:
    deck = pptx.Presentation()
    slide(deck, "휴가 신청", "1. 팀장에게 알립니다.", "2. 시스템에 올립니다.", "3. 승인을 기다립니다.")
    slide(deck, "출장 신청", "1. 출장 계획서를 냅니다.", "2. 여비를 받습니다.")
    found = cut(read(deck))
    assert [chunk.label for chunk in found] == [
        "신입사원 안내 슬라이드 1 휴가 신청",
        "신입사원 안내 슬라이드 2 출장 신청",
    ]
    assert found[1].text.split("\n") == ["슬라이드 2 출장 신청", "1. 출장 계획서를 냅니다.", "2. 여비를 받습니다."]


def test_a_slide_stays_whole_up_to_the_length_of_an_article() -> None:
    deck = pptx.Presentation()
    slide(deck, "보안 수칙", *(f"{n}번 수칙은 자리를 비울 때 화면을 잠그는 것입니다." for n in range(30)))
    [chunk] = cut(read(deck), size=200, article_max=1200)
    assert len(chunk.text) > 800


def test_tables_groups_and_merged_cells_come_out() -> None:
    deck = pptx.Presentation()
    page = slide(deck, "여비", "아래 표를 따릅니다.")
    table = page.shapes.add_table(3, 3, *BOX).table
    for row, texts in enumerate([("직급", "일비", "식비"), ("임원", "5만원", "6만원"), ("사원", "2만원", "")]):
        for col, text in enumerate(texts):
            table.cell(row, col).text = text
    table.cell(2, 1).merge(table.cell(2, 2))
    group = page.shapes.add_group_shape()
    group.shapes.add_textbox(*BOX).text_frame.text = "무리 안의 글"
    group.shapes.add_group_shape().shapes.add_textbox(*BOX).text_frame.text = "더 안쪽의 글"
    [chunk] = cut(read(deck))
    lines = chunk.text.split("\n")
    assert "직급: 임원 · 일비: 5만원 · 식비: 6만원" in lines
    assert "직급: 사원 · 일비 식비: 2만원" in lines
    assert lines[-2:] == ["무리 안의 글", "더 안쪽의 글"]


def test_notes_follow_their_slide() -> None:
    deck = pptx.Presentation()
    slide(deck, "휴가", "연차는 15일입니다.").notes_slide.notes_text_frame.text = "반차도 설명할 것"
    slide(deck, "출장", "출장비를 줍니다.")
    found = [(chunk.label, chunk.text) for chunk in cut(read(deck))]
    assert found[1] == ("신입사원 안내 슬라이드 1 휴가 메모", "반차도 설명할 것")
    assert found[2][0] == "신입사원 안내 슬라이드 2 출장"


def test_hidden_slides_stand_apart_and_are_named() -> None:
    deck = pptx.Presentation()
    slide(deck, "휴가", "연차는 15일입니다.")
    slide(deck, "옛 휴가", "연차는 10일입니다.")._element.set("show", "0")
    reading = read(deck)
    assert [chunk.label for chunk in cut(reading) if "10일" in chunk.text] == [
        "신입사원 안내 슬라이드 2(숨김) 옛 휴가 숨은 글"
    ]
    assert reading.notes == ("숨은 슬라이드를 따로 읽었습니다: 2번",)


def test_automatic_numbers_are_written_out() -> None:
    deck = pptx.Presentation()
    page = slide(deck, "절차", "신청", "자세히", "승인", "끝")
    for paragraph, level, style in zip(
        page.placeholders[1].text_frame.paragraphs,
        (0, 1, 0, 0),
        ("arabicPeriod", "circleNumDbPlain", "arabicPeriod", ""),
        strict=True,
    ):
        properties = paragraph._p.get_or_add_pPr()
        properties.set("lvl", str(level))
        if style:
            properties.append(parse_xml(f'<a:buAutoNum {nsdecls("a")} type="{style}"/>'))
    assert cut(read(deck))[0].text.split("\n")[1:] == ["1. 신청", "① 자세히", "2. 승인", "끝"]


def test_pictures_and_charts_are_named_as_unread() -> None:
    deck = pptx.Presentation()
    page = slide(deck, "조직도", "그림을 보세요.")
    page.shapes.add_picture(io.BytesIO(PIXEL), *BOX)
    data = CategoryChartData()
    data.categories = ["가", "나"]
    data.add_series("값", (1, 2))
    page.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *BOX, data)
    assert {each.name: each.count for each in read(deck).unread} == {"picture": 1, "chart": 1}


def test_a_deck_of_pictures_is_refused_as_scanned() -> None:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(io.BytesIO(PIXEL), *BOX)
    with pytest.raises(UnreadableFile, match="scanned"):
        read_file(saved(deck), "x.pptx")


def test_a_bomb_in_the_package_is_refused() -> None:
    deck = pptx.Presentation()
    slide(deck, "가", "나")
    out = io.BytesIO(saved(deck))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ppt/notesSlides/notesSlide99.xml", " " * (1 << 28))
    with pytest.raises(UnreadableFile):
        read_file(out.getvalue(), "x.pptx")


@pytest.mark.parametrize(
    "path",
    ["office/docling/powerpoint_sample.pptx", "office/langchain-kr/sample-ppt.pptx", "office/unstructured/simple.pptx"],
)
def test_every_text_that_another_library_finds_comes_out(shared: Path, path: str) -> None:
    data = (shared / path).read_bytes()
    reading = read(data)
    out = "\n".join(texts_of_blocks(reading.blocks))
    deck = pptx.Presentation(io.BytesIO(data))
    for page in deck.slides:
        frames = [shape.text_frame for shape in page.shapes if shape.has_text_frame]
        texts = [paragraph.text.strip() for frame in frames for paragraph in frame.paragraphs]
        assert [text for text in texts if " ".join(text.split()) not in " ".join(out.split())] == []
    tables = sum(shape.has_table for page in deck.slides for shape in page.shapes)
    assert tables == sum(isinstance(block, Table) for block in reading.blocks)
