"""A sheet comes out whole: its rows under their headings, values as the cells show them, what is hidden apart."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from geungeo.corpus.blocks import Reading, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read as read_file
from geungeo.corpus.read import xlsx_cells
from geungeo.corpus.read.xlsx import read_xlsx
from geungeo.corpus.read.xlsx_numbers import shown
from geungeo.corpus.structure import split
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length
from geungeo.records import Chunk

ALLOWANCES = [
    ("구분", "대상", "금액", "휴가"),
    ("결혼", "본인", 500_000, "5일"),
    ("결혼", "자녀", 300_000, "1일"),
    ("사망", "부모", 300_000, "5일"),
]


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sheet(*rows: tuple[object, ...], name: str = "경조금") -> tuple[Workbook, Worksheet]:
    book = openpyxl.Workbook()
    page = book.active
    page.title = name
    for row in rows:
        page.append(row)
    return book, page


def read(book: Workbook | bytes) -> Reading:
    reading = read_xlsx(book if isinstance(book, bytes) else saved(book), "x.xlsx")
    assert unexplained(reading) == 0
    return reading


def unexplained(reading: Reading) -> int:
    return solid_length_of_blocks(reading.blocks) - reading.chars_in - sum(each.chars for each in reading.differences)


def cut(reading: Reading, **limits: int) -> list[Chunk]:
    parsed = split(reading, file="복리후생표.xlsx", file_hash="0", doc_id="x")
    return [chunk for document in parsed for chunk in chunks(document, **limits)]


def lines(reading: Reading) -> list[str]:
    return "\n".join(chunk.text for chunk in cut(reading)).split("\n")


# --- Rows ----------------------------------------------------------------------------------------------------


def test_each_row_stands_under_its_headings_and_has_its_number() -> None:
    book, page = sheet(*ALLOWANCES)
    page.insert_rows(1, 2)
    page["A1"] = "경조금 지급 기준"
    [chunk] = cut(read(book))
    assert chunk.text.split("\n") == [
        "시트 '경조금'",
        "경조금 지급 기준",
        "구분: 결혼 · 대상: 본인 · 금액: 500000 · 휴가: 5일",
        "구분: 결혼 · 대상: 자녀 · 금액: 300000 · 휴가: 1일",
        "구분: 사망 · 대상: 부모 · 금액: 300000 · 휴가: 5일",
    ]
    assert (chunk.label, chunk.rows) == ("복리후생표 시트 '경조금' 4~6행", (0, 0, 4, 5, 6))


def test_a_long_sheet_is_cut_between_rows_and_each_chunk_keeps_the_headings() -> None:
    book, _ = sheet(("이름", "부서", "직급"), *((f"직원{n}", f"{n}팀", "사원") for n in range(200)))
    found = cut(read(book), size=300)
    assert len(found) > 10
    rows = [row for chunk in found for row in chunk.rows if row]
    assert rows == list(range(2, 202))
    for chunk in found:
        numbered = [line for line, row in zip(chunk.text.split("\n"), chunk.rows, strict=True) if row]
        assert all(re.fullmatch(r"이름: 직원\d+ · 부서: \d+팀 · 직급: 사원", line) for line in numbered)


def test_merged_cells_are_said_in_each_row_they_span() -> None:
    book, page = sheet(*ALLOWANCES)
    page["A3"] = None
    page.merge_cells("A2:A3")
    assert "구분: 결혼 · 대상: 자녀 · 금액: 300000 · 휴가: 1일" in lines(read(book))


def test_headings_in_two_rows_are_joined() -> None:
    book, page = sheet(
        ("직급", "국내", None, "국외"), (None, "일비", "식비", "일비"), ("임원", 50, 60, 70), ("사원", 20, 25, 30)
    )
    page.merge_cells("B1:C1")
    page.merge_cells("A1:A2")
    assert "직급: 사원 · 국내 일비: 20 · 국내 식비: 25 · 국외 일비: 30" in lines(read(book))


def test_what_a_merged_cell_covers_is_named() -> None:
    book, page = sheet(*ALLOWANCES)
    page.merge_cells("A2:A3")
    covered = r'\1<c r="A3" t="str"><v>가려짐</v></c>'
    part = rewritten(
        saved(book),
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(r'(<row r="3"[^>]*>)(?:<c r="A3".*?(?=<c ))?', covered, xml),
    )
    reading = read(part)
    assert ("cells covered by a merged one", -3) in [(each.name, each.chars) for each in reading.differences]
    assert "가려짐" not in "\n".join(lines(reading))


def rewritten(data: bytes, name: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.namelist():
            content = source.read(entry)
            target.writestr(entry, change(content.decode()).encode() if entry == name else content)
    return out.getvalue()


def test_a_second_table_below_has_headings_of_its_own_where_their_style_says_so() -> None:
    book, page = sheet(*ALLOWANCES, (), ("휴가 종류", "일수"), ("여름휴가", "3일"), ("", ""), ("병가", "60일"))
    for cell in (*page[1], *page[6]):
        cell.font = Font(bold=True)
    found = lines(read(book))
    assert "휴가 종류: 여름휴가 · 일수: 3일" in found
    assert "휴가 종류: 병가 · 일수: 60일" in found


def test_rows_behind_a_blank_one_keep_the_headings() -> None:
    book, _ = sheet(*ALLOWANCES, (), ("사망", "형제", 100_000, "1일"))
    reading = read(book)
    assert "구분: 사망 · 대상: 형제 · 금액: 100000 · 휴가: 1일" in lines(reading)
    assert cut(reading)[0].rows[-1] == 6


def test_a_note_under_the_table_has_no_heading() -> None:
    note = "※ 근속 1년 미만인 직원에게는 위 금액의 절반을 지급합니다."
    book, _ = sheet(*ALLOWANCES, (note,))
    assert note in lines(read(book))


def test_line_breaks_in_a_cell_do_not_cut_its_row() -> None:
    book, _ = sheet(("구분", "내용", "비고"), ("연차", "1년에\n15일을\r\n준다", "-"), ("병가", "60일", "-"))
    assert "구분: 연차 · 내용: 1년에 15일을 준다 · 비고: -" in lines(read(book))


def test_frozen_rows_are_headings() -> None:
    book, page = sheet((1, 2, 3), ("가", "나", "다"), ("라", "마", "바"))
    page.freeze_panes = "A2"
    assert lines(read(book))[1] == "1: 가 · 2: 나 · 3: 다"


# --- Values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.05, "0%", "5%"),
        (0.125, "0.0%", "12.5%"),
        (500_000, '#,##0"원"', "500,000원"),
        (500_000, "[$₩-412]#,##0", "₩500,000"),
        (-1234, "#,##0;(#,##0)", "(1,234)"),
        (date(2024, 3, 1), "yyyy-mm-dd", "2024-03-01"),
        (date(2024, 3, 1), 'yyyy"년" m"월" d"일"', "2024년 3월 1일"),
        (date(2024, 3, 1), "[$-412]aaaa", "금요일"),
        (datetime(2024, 3, 1, 18, 5), "m/d h:mm", "3/1 18:05"),
        (time(9, 30), "[$-412]AM/PM h:mm", "오전 9:30"),
        (1012345678, "000-0000-0000", "010-1234-5678"),
        (0.1 + 0.2, "General", "0.3"),
        (12345678901234, "General", "12345678901234"),
        (True, "General", "TRUE"),
        (7, 'General"명"', "7명"),
        (3, "@", "3"),
    ],
)
def test_a_value_comes_out_as_its_cell_shows_it(value: object, code: str, text: str) -> None:
    book, page = sheet(("항목", "값", "비고"), ("가", value, "나"), ("다", "라", "마"))
    page["B2"].number_format = code
    assert lines(read(book))[1] == f"항목: 가 · 값: {text} · 비고: 나"


@settings(max_examples=300, deadline=None)
@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=6),
    st.text('0#?,.%;-()[]"yYmMdDhHsSaA/ @E+_*\\원년일<>=1', max_size=20),
)
def test_any_number_under_any_format_comes_out_or_stays_as_it_is(value: object, code: str) -> None:
    assert isinstance(shown(str(value), code), str)


def test_formulas_give_their_stored_value_and_those_without_one_are_named() -> None:
    book, _ = sheet(("항목", "값", "비고"), ("가", "=1+2", "x"), ("나", "=2+2", "y"))
    calculated = rewritten(
        saved(book),
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(r"(<f>1\+2</f>)<v\s*(?:/>|></v>)", r"\1<v>3</v>", xml),
    )
    reading = read(calculated)
    assert "항목: 가 · 값: 3 · 비고: x" in lines(reading)
    assert any("수식 1개" in note for note in reading.notes)


# --- Sheets, and what is beside the cells --------------------------------------------------------------------


def test_every_sheet_is_a_heading_and_no_chunk_holds_two() -> None:
    book, _ = sheet(*ALLOWANCES)
    for name in ("휴가", "출장"):
        page = book.create_sheet(name)
        for row in (("종류", "일수", "근거"), (name, "3일", "제1조")):
            page.append(row)
    assert [chunk.label for chunk in cut(read(book))] == [
        "복리후생표 시트 '경조금' 2~4행",
        "복리후생표 시트 '휴가' 2행",
        "복리후생표 시트 '출장' 2행",
    ]


def test_hidden_sheets_and_rows_stand_apart_and_are_named() -> None:
    book, page = sheet(*ALLOWANCES)
    page.row_dimensions[3].hidden = True
    page.column_dimensions["D"].hidden = True
    old = book.create_sheet("옛 기준")
    old.append(("결혼", "본인", 100_000))
    old.sheet_state = "hidden"
    reading = read(book)
    found = {chunk.label: chunk.text for chunk in cut(reading)}
    assert "자녀" not in found["복리후생표 시트 '경조금' 2~4행"]
    assert found["복리후생표 시트 '경조금' 숨은 글 3행"] == "구분: 결혼 · 대상: 자녀 · 금액: 300000 · 휴가: 1일"
    assert found["복리후생표 시트 '옛 기준'(숨김) 숨은 글 1행"] == "결혼 · 본인 · 100000"
    assert reading.notes == (
        "숨은 부분을 따로 읽었습니다: '경조금' 숨은 행 1개·숨은 열 1개(행과 함께 읽음), '옛 기준' 숨은 시트",
    )


def test_notes_on_cells_come_out_with_their_address_and_charts_are_named() -> None:
    book, page = sheet(*ALLOWANCES)
    page["C2"].comment = Comment("2025년부터 60만원", "인사팀")
    chart = BarChart()
    chart.add_data(Reference(page, min_col=3, min_row=1, max_row=4))
    page.add_chart(chart, "F1")
    reading = read(book)
    assert "C2: 2025년부터 60만원" in list(texts_of_blocks(reading.blocks))
    assert [(each.name, each.count) for each in reading.unread] == [("chart", 1)]


# --- Real files, and files that are refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "office/docling/xlsx_01.xlsx",
        "office/langchain-kr/titanic.xlsx",
        "office/unstructured/2023-half-year-analyses-by-segment.xlsx",
    ],
)
def test_every_text_that_another_library_finds_comes_out(shared: Path, path: str) -> None:
    data = (shared / path).read_bytes()
    reading = read(data)
    out = "\n".join(texts_of_blocks(reading.blocks))
    for page in openpyxl.load_workbook(io.BytesIO(data), data_only=True).worksheets:
        texts = [nfc(cell.value) for row in page.iter_rows() for cell in row if isinstance(cell.value, str)]
        assert [text for text in texts if " ".join(text.split()) not in out] == []


def test_a_sheet_larger_than_a_rule_base_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_cells, "MAX_CELLS", 100)
    book, _ = sheet(*[(1, 2, 3)] * 40)
    assert refusal(saved(book)) == "too_large"


def test_a_bomb_in_the_package_is_refused() -> None:
    book, _ = sheet(*ALLOWANCES)
    bomb = rewritten(
        saved(book), "xl/worksheets/sheet1.xml", lambda xml: xml.replace("<sheetData>", "<sheetData>" + " " * (1 << 28))
    )
    assert len(bomb) < 1 << 20
    assert refusal(bomb) in ("corrupted", "too_large")


def test_entities_are_not_expanded() -> None:
    book, _ = sheet(*ALLOWANCES)
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    evil = rewritten(
        saved(book), "xl/worksheets/sheet1.xml", lambda xml: entities + xml.replace("<v>0</v>", "<v>&b;</v>")
    )
    assert refusal(evil, or_read=True) in ("corrupted", "read")


def test_a_binary_workbook_is_refused_by_its_name() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.bin", b"\x83\x01\x00")
    with pytest.raises(UnreadableFile, match="xlsb"):
        read_file(out.getvalue(), "x.xlsb")


def refusal(data: bytes, *, or_read: bool = False) -> str:
    try:
        reading = read_file(data, "x.xlsx")
    except UnreadableFile as error:
        return error.reason
    assert or_read, "was read"
    assert solid_length("".join(texts_of_blocks(reading.blocks))) < 1000
    return "read"
