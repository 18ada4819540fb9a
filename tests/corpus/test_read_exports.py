"""What other tools leave in a folder: exports of Notion, saved sites, tables of values."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import settings as table
from geungeo.corpus.blocks import Cell, Paragraph, Reading, Table, solid_length_of_blocks
from geungeo.corpus.folder import files_in
from geungeo.corpus.ingest import ingest
from geungeo.corpus.read import read
from geungeo.corpus.read.csv_rows import read_csv
from geungeo.corpus.read.detect import detect
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

ONE, TWO, LIST = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210", "a" * 32
LINK = f"[연차 안내](%EC%9D%B8%EC%82%AC%20{ONE}/%EC%97%B0%EC%B0%A8%20%EC%95%88%EB%82%B4%20{TWO}.md)"
ROWS = '이름,일수,비고\n연차,15,\n병가,60,"진단서, 3일부터"\n'


def assert_closed(reading: Reading) -> None:
    named = sum(difference.chars for difference in reading.differences)
    assert solid_length_of_blocks(reading.blocks) == reading.chars_in + named


def names_in(folder: Path) -> list[str]:
    return [file.name for file in files_in(folder, 2**20)]


def put(folder: Path, *names: str, text: str = "글") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# --- Notion --------------------------------------------------------------------------------------------------


def test_an_export_of_notion_has_titles_without_ids_and_keeps_its_ids(tmp_path: Path) -> None:
    part = io.BytesIO()
    with zipfile.ZipFile(part, "w") as archive:
        archive.writestr(f"인사 {ONE}.md", f"# 인사\n\n자세한 것은 {LINK}에 있다.\n")
        archive.writestr(f"인사 {ONE}/연차 안내 {TWO}.md", "연차는 15일이다.\n")
        archive.writestr(f"인사 {ONE}/휴가 목록 {LIST}.csv", ROWS[: ROWS.index("병가")])
        archive.writestr(f"인사 {ONE}/휴가 목록 {LIST}_all.csv", ROWS)
    docs = tmp_path / "docs"
    docs.mkdir()
    with zipfile.ZipFile(docs / "Export.zip", "w") as archive:
        archive.writestr("Export-Part-1.zip", part.getvalue())
    store = EmbeddedStore(Workspace(tmp_path), "none", 0)
    reports = ingest(docs, store, table.load(), Workspace(tmp_path).report)
    assert all(report.refused is None for report in reports)
    documents = store.snapshot().documents
    assert {doc_id: document.title for doc_id, document in documents.items()} == {
        ONE: "인사",
        TWO: "연차 안내",
        LIST: "휴가 목록",
    }
    assert "자세한 것은 연차 안내에 있다." in documents[ONE].text
    assert "진단서, 3일부터" in documents[LIST].text


def test_other_names_are_as_they_were() -> None:
    for name in ("연차 안내.md", f"연차 {ONE[:-1]}.md", f"{ONE}.md", f"연차{ONE}.md"):
        assert read("연차는 15일이다.".encode(), name).stated.doc_id is None


# --- Saved sites ---------------------------------------------------------------------------------------------


def test_what_a_saved_page_brings_along_is_no_document(tmp_path: Path) -> None:
    put(
        tmp_path,
        "여비 규정.html",
        "여비 규정_files/frame.html",
        "여비 규정_files/style.css",
        "여비 규정_files/하위/x.txt",
    )
    put(tmp_path, "옛 규정.htm", "옛 규정.files/x.txt", "다른_files/글.txt", "사이트/index.html", "사이트/js/app.js")
    assert names_in(tmp_path) == ["다른_files/글.txt", "사이트/index.html", "여비 규정.html", "옛 규정.htm"]


def test_a_menu_of_links_is_left_out_and_named_and_other_text_in_nav_stays() -> None:
    menu = "<nav><ul><li><a href=a>처음</a><li><a href=b>규정</a></ul></nav>"
    reading = read(
        f"<html>{menu}<h1>여비 규정</h1><p>여비를 정한다.</p><div role=navigation><a>다음</a></div>".encode(), ""
    )
    assert reading.blocks == (Paragraph("여비 규정", 1), Paragraph("여비를 정한다."))
    assert {d.name: d.chars for d in reading.differences} == {"navigation": -6}
    assert_closed(reading)
    kept = read("<html><nav>제1조(목적) 이 규정은 <a>여비</a>를 정한다.</nav>".encode(), "")
    assert kept.blocks == (Paragraph("제1조(목적) 이 규정은 여비를 정한다."),)


# --- Values --------------------------------------------------------------------------------------------------


def test_values_are_a_table_under_their_heads() -> None:
    reading = read(ROWS.encode("utf-8-sig"), "목록.csv")
    rows = [["이름", "일수", "비고"], ["연차", "15", ""], ["병가", "60", "진단서, 3일부터"]]
    cells = tuple(Cell(y, x, (Paragraph(word),)) for y, row in enumerate(rows) for x, word in enumerate(row) if word)
    assert reading.blocks == (Table(cells, header_rows=1),)
    assert_closed(reading)
    assert read(ROWS.encode("cp949"), "목록.txt").blocks == reading.blocks


@pytest.mark.parametrize(
    "text",
    [
        "제1조(목적) 이 규정은 휴가, 병가를 정한다.\n제2조 연차, 반차를 말한다.\n",
        "연차, 병가\n공가, 휴직\n",
        "이름,이름\n가,나\n",
        "이름,일수\n",
        "이름,일수\n연차,15,더\n",
        "문장이다.,둘\n가,나\n",
        "한 줄\n두 줄\n",
    ],
)
def test_prose_with_commas_stays_prose(text: str) -> None:
    assert detect(text.encode()) == "txt"


words = st.text(st.sampled_from('가나 ,"\n1.'), min_size=1, max_size=6)


@given(st.lists(st.lists(words, min_size=3, max_size=3), min_size=1, max_size=8))
def test_every_value_comes_out_and_the_account_closes(rows: list[list[str]]) -> None:
    quoted = "".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\r\n" for row in rows)
    reading = read_csv(("첫째,둘째,셋째\n" + quoted).encode(), "")
    assert_closed(reading)
    (found,) = reading.blocks
    assert isinstance(found, Table)
    shown = [cell.blocks[0].text for cell in found.cells if isinstance(cell.blocks[0], Paragraph)]
    assert shown[3:] == [cell.strip() for row in rows for cell in row if cell.strip()]
