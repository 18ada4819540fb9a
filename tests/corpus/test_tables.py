"""Tables as rows a person can read: every cell comes out, every added character is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.blocks import Block, Cell, Paragraph, Table, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.read import read
from geungeo.corpus.read.html import read_html
from geungeo.corpus.tables import render
from geungeo.korean.normalize import solid_length


def tables(path: Path) -> list[Table]:
    return [block for block in read(path.read_bytes(), path.name).blocks if isinstance(block, Table)]


def rendered(page: str) -> str:
    (table,) = read_html(page.encode(), "").blocks
    assert isinstance(table, Table)
    return render(table).text


def test_a_confluence_table(shared: Path) -> None:
    first = tables(shared / "confluence/1454342158/page.xhtml")[0]
    assert render(first).text.split("\n")[:3] == [
        "Attribute: User Base DN · 필수 여부: 필수 · Description: LDAP 트리 내에서 사용자 계정들을 검색할 시작 위치입니다."
        " 이 경로 하위에 있는 사용자들만 로그인 대상으로 간주됩니다.",
        "예시: ou=People,dc=example,dc=com 또는 cn=Users,dc=example,dc=com",
        "Attribute: User Search Filter · 필수 여부: 필수 · Description: 사용자가 로그인 시 입력한 아이디를 기반으로 LDAP에서"
        " 해당 사용자를 찾는 데 사용할 쿼리(필터)를 입력합니다.",
    ]


def test_a_markdown_table_leaves_empty_cells_out(shared: Path) -> None:
    first = tables(shared / "office/openhwp/hwp/한글문서파일형식_5.0_revision1.3.md")[0]
    lines = render(first).text.split("\n")
    assert lines[0] == "자료형: BYTE · 길이: 1 · 설명: 부호 없는 한 바이트(0～255)"
    assert lines[5] == "자료형: SHWPUNIT · 길이: 4 · 부호: √ · 설명: 1/7200인치로 표현된 한글 내부 단위"


def test_a_pdf_table_whose_header_must_be_inferred(shared: Path) -> None:
    first, second, *_ = tables(shared / "office/openhwp/hwp/pdf/한글문서파일형식_배포용문서_revision1.2.pdf")
    assert render(first).text == (
        "본문 스트림 · 배포용문서: ViewText/Section · 일반문서: BodyText/Section\n"
        "암호화 여부 · 배포용문서: ○ · 일반문서: ×\n"
        "비고 · 배포용문서: 복사, 인쇄제한을 위한 플래그를 가짐"
    )
    assert render(second).text == (
        "자료형: BYTE array[256] · 길이(바이트): 256 · 설명: 배포용 문서 데이터\n자료형: 전체 길이 · 길이(바이트): 256"
    )


def test_a_docx_table(shared: Path) -> None:
    (table,) = tables(shared / "office/docling/word_sample.docx")
    assert render(table).text == (
        "Leaves · Food: Ash, Elm, Maple · Calories per portion: 50\n"
        "Berries · Food: Blueberry, Strawberry, Cranberry · Calories per portion: 150\n"
        "Grain · Food: Corn, Buckwheat, Barley · Calories per portion: 200"
    )


def test_a_fee_table_of_a_public_rule(shared: Path) -> None:
    rule = tables(shared / "rules/jet-rag/assets/public/한마음생활체육관_운영_내규(2024.4.30.개정).hwpx")
    lines = render(rule[1]).text.split("\n")
    head = "구 분: 배드민턴․탁구 이용료 · 기 준"
    assert lines[0] == f"{head}: 성인 · 일일입장 개인: 2,800 · 일일입장 단체: 1,700 · 월 회원: 40,000"
    assert lines[2] == f"{head}: 어린이 · 일일입장 개인: 1,400 · 일일입장 단체: 1,000 · 월 회원: 21,000"


def test_group_headings_and_merged_cells_make_every_row_whole() -> None:
    page = """<table><caption>휴가 일수</caption>
    <tr><th rowspan=2>구분<th colspan=2>정규직<th rowspan=2>비고</tr><tr><th>연차<th>병가</tr>
    <tr><td rowspan=2>1년차<td>15일<td>60일<td></tr><tr><td colspan=2>협의<td>별도</tr>
    <tr><td colspan=4>이상은 예시이다.</table>"""
    assert rendered(page) == (
        "휴가 일수\n"
        "구분: 1년차 · 정규직 연차: 15일 · 정규직 병가: 60일\n"
        "구분: 1년차 · 정규직 연차 병가: 협의 · 비고: 별도\n"
        "이상은 예시이다."
    )


def test_labels_with_values_and_single_columns() -> None:
    assert (
        rendered("<table><tr><td>성명<td>홍길동<tr><td>소속:<td>총무과<tr><td>주소<td></table>")
        == "성명: 홍길동\n소속: 총무과\n주소"
    )
    assert rendered("<table><tr><td>한 칸<tr><td>두 칸</table>") == "한 칸\n두 칸"
    assert rendered("<table><tr><td>구분<td>내용<tr><td>연차<td>15일</table>") == "구분: 연차 · 내용: 15일"


def test_years_head_columns_and_amounts_do_not() -> None:
    years = "<table><tr><td>연도<td>2017년<td>2018년<tr><td>예산<td>10억원<td>20억원</table>"
    assert rendered(years) == "연도: 예산 · 2017년: 10억원 · 2018년: 20억원"
    amounts = "<table><tr><td>식비<td>25,000원<td>1일<tr><td>숙박비<td>70,000원<td>1박</table>"
    assert rendered(amounts) == "식비 · 25,000원 · 1일\n숙박비 · 70,000원 · 1박"


def test_a_title_row_stands_above_and_an_unused_heading_is_not_lost() -> None:
    page = """<table><tr><td colspan=3>여비 지급 기준<tr><td>구분<td>일비<td>비고
    <tr><td>과장<td>25,000원<td><tr><td>사원<td>20,000원<td></table>"""
    assert rendered(page) == "여비 지급 기준\n비고\n구분: 과장 · 일비: 25,000원\n구분: 사원 · 일비: 20,000원"


def test_a_table_inside_a_cell_is_rendered_in_place() -> None:
    page = "<table><tr><th>항목<th>설명<tr><td>휴가<td>다음과 같다<table><tr><td>연차<td>15일</table></table>"
    assert rendered(page) == "항목: 휴가 · 설명: 다음과 같다\n연차: 15일"


def assert_whole(table: Table) -> None:
    """Every character of every cell is in the text, and `added` closes the account."""
    result = render(table)
    assert not Counter("".join(texts_of_blocks([table])).replace(" ", "")) - Counter(result.text)
    assert solid_length(result.text) == solid_length_of_blocks([table]) + result.added


def all_tables(blocks: tuple[Block, ...]) -> Iterator[Table]:
    yield from (block for block in blocks if isinstance(block, Table))


def test_no_cell_of_any_shared_page_or_markdown_table_is_lost(shared: Path) -> None:
    files = sorted([*shared.glob("confluence/*/page.xhtml"), *shared.glob("office/openhwp/**/*.md")])
    found = [table for path in files for table in all_tables(read(path.read_bytes(), path.name).blocks)]
    assert len(found) > 150
    for table in found:
        assert_whole(table)


cells = st.builds(
    Cell,
    row=st.integers(0, 5),
    col=st.integers(0, 4),
    blocks=st.lists(st.sampled_from(["", "가", "구분", "12일", "나 다"]).map(Paragraph), max_size=2).map(tuple),
    row_span=st.integers(1, 3),
    col_span=st.integers(1, 3),
)


@given(st.lists(cells, max_size=12), st.sampled_from([None, 0, 1, 2, 9]), st.sampled_from(["", "표 1"]))
def test_any_table_comes_out_whole(some: list[Cell], header: int | None, caption: str) -> None:
    assert_whole(Table(tuple(some), caption, header))
