"""PDF: spaces and paragraphs as in the twin files, pages leave no trace in clauses, every glyph accounted for."""

from __future__ import annotations

import io
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from geungeo.corpus.blocks import Aside, Block, Paragraph, Reading, Table, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.read import read
from geungeo.corpus.read.pdf_flow import flow, layout, opens
from geungeo.corpus.read.pdf_lines import Glyph, Line, joined, page_items
from geungeo.corpus.read.pdf_running import running_lines
from geungeo.errors import UnreadableFile

RULES = "rules/foss-for-all/legal"
SMALL = (
    f"{RULES}/articles-of-incorporation/정관_20250912.pdf",
    f"{RULES}/articles-of-incorporation/정관_20260329.pdf",
    f"{RULES}/articles-of-incorporation/정관_공개용_서명없음_20250308.pdf",
    f"{RULES}/regulations/membership-fee/회비규정-20260404.pdf",
    f"{RULES}/regulations/supporting-members/후원회원규정_20260404.pdf",
    "rules/jet-rag/assets/public/law sample3.pdf",
    "rules/jet-rag/assets/public/law_sample2.pdf",
    "office/openhwp/hwp/pdf/한글문서파일형식_배포용문서_revision1.2.pdf",
    "office/openhwp/hwp/pdf/한글문서파일형식_수식_revision1.3.pdf",
    "office/docling/normal_4pages.pdf",
    "office/unstructured/korean-text-with-tables.pdf",
)


@cache
def reading_of(path: Path) -> Reading:
    return read(path.read_bytes(), path.name)


def assert_closed(reading: Reading) -> None:
    assert solid_length_of_blocks(reading.blocks) == reading.chars_in + sum(d.chars for d in reading.differences)


def paragraphs(reading: Reading) -> list[str]:
    return [block.text for block in reading.blocks if isinstance(block, Paragraph)]


def tables(blocks: tuple[Block, ...]) -> Iterator[Table]:
    yield from (block for block in blocks if isinstance(block, Table))


@pytest.mark.parametrize("name", SMALL)
def test_the_account_of_a_pdf_closes(shared: Path, name: str) -> None:
    assert_closed(reading_of(shared / name))


@pytest.mark.long
def test_the_account_of_every_pdf_closes(shared: Path) -> None:
    files = sorted(shared.glob("**/*.pdf"))
    assert len(files) == 17
    for path in files:
        assert_closed(reading_of(path))


def spaces(reading: Reading) -> tuple[str, set[int]]:
    """Solid text, and the offsets in it before which white space stood."""
    solid, gaps = "", set()
    for character in "\n".join(text for text in texts_of_blocks(reading.blocks) if text):
        if character.isspace():
            gaps.add(len(solid))
        else:
            solid += character
    return solid, gaps


def test_words_broken_between_letters_are_whole_again(shared: Path) -> None:
    """This edition moves single letters to the next line and stores no spaces; Kiwi tells where words end."""
    history = "rules/foss-for-all/history/content/disclosures/legal/articles-of-incorporation/_index"
    left, left_gaps = spaces(reading_of(shared / f"{RULES}/articles-of-incorporation/정관_20250912.pdf"))
    right, right_gaps = spaces(reading_of(shared / f"{history}/2025-09-13_b9b5220.md"))
    matches = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    inner = [(i + at, j + at) for i, j, size in matches for at in range(1, size)]
    assert len(inner) > 0.95 * len(left)
    assert sum((i in left_gaps) != (j in right_gaps) for i, j in inner) <= 3


@pytest.mark.parametrize(
    ("pdf", "twin"),
    [
        (f"{RULES}/articles-of-incorporation/정관_20260329.pdf", f"{RULES}/articles-of-incorporation/_index.md"),
        (f"{RULES}/regulations/membership-fee/회비규정-20260404.pdf", f"{RULES}/regulations/membership-fee/_index.md"),
    ],
)
def test_spaces_are_those_of_the_markdown_twin(shared: Path, pdf: str, twin: str) -> None:
    left, left_gaps = spaces(reading_of(shared / pdf))
    right, right_gaps = spaces(reading_of(shared / twin))
    matches = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    inner = [(i + at, j + at) for i, j, size in matches for at in range(1, size)]
    assert len(inner) > 0.95 * len(left)
    assert [left[i - 5 : i + 5] for i, j in inner if (i in left_gaps) != (j in right_gaps)] == []


def test_clauses_run_over_line_and_page_ends(shared: Path) -> None:
    texts = paragraphs(reading_of(shared / f"{RULES}/articles-of-incorporation/정관_20260329.pdf"))
    assert (
        "②. 단체는 제2조의 목적에 반하지 않는 범위 안에서 제3조 제1항의 목적사업의 경비를 충당하기 위해, 필요한 때에는"
        " 다음 각 호의 수익사업을 할 수 있다."
    ) in texts
    # The date '2025. 09. 12.' is broken over the line.
    assert any(text.endswith("전환할 수 있다. <2025. 09. 12. 신설>") for text in texts)
    assert [text for text in texts if text.startswith("제4조")] == ["제4조 (사무소의 소재지)"]


def test_a_sentence_over_a_page_end_is_one_paragraph(shared: Path) -> None:
    reading = reading_of(shared / "rules/jet-rag/assets/public/law sample3.pdf")
    long = [text for text in paragraphs(reading) if text.startswith("[3] 원고의 청구 중 일부를 기각하는 제1심판결에")]
    assert long[-1].endswith("항소심판결의 선고와 동시에 확정되어 소송이 종료된다.")
    assert not any("2025다215255 판결" in text for text in paragraphs(reading)[2:])


def test_running_lines_stand_once_and_the_rest_is_named(shared: Path) -> None:
    reading = reading_of(shared / f"{RULES}/articles-of-incorporation/정관_20260329.pdf")
    footers = [block for block in reading.blocks if isinstance(block, Aside)]
    assert [list(texts_of_blocks(footer.blocks)) for footer in footers] == [["포스포올(FOSS for All) 정관 - 1/7"]]
    assert footers[0].role == "footer"
    assert {d.name: d.chars for d in reading.differences} == {"repeated running headers and footers": -132}


def test_ruled_tables_are_tables_and_their_text_stands_once(shared: Path) -> None:
    reading = reading_of(shared / "office/openhwp/hwp/pdf/한글문서파일형식_배포용문서_revision1.2.pdf")
    first = next(tables(reading.blocks))
    grid = {(cell.row, cell.col): " ".join(texts_of_blocks(cell.blocks)) for cell in first.cells}
    assert grid[0, 1] == "배포용문서"
    assert grid[1, 0] == "본문 스트림"
    assert grid[1, 2] == "BodyText/Section"
    assert not any("BodyText/Section" in text for text in paragraphs(reading))


def test_columns_are_read_one_after_the_other(shared: Path) -> None:
    texts = paragraphs(reading_of(shared / "office/docling/normal_4pages.pdf"))
    assert (
        "보험실무상 어떤 보험사는 코로나-19를 재해로 인정하여 재해보험금을 지급하고, 다른 보험사는 불인정하여"
        " 재해보험금을 지급하지 않는 등 혼선이 야기되고 있어, 코로나-19의 재해 인정 여부가 향후 유사 바이러스 감염증"
        " 발생 시 보험금 지급 기준을 정립함에 있어서 중요한 잣대가 될 것이다."
    ) in texts


def test_pages_without_text_are_named(shared: Path) -> None:
    path = shared / "office/openhwp/hwp/pdf/한글문서파일형식_배포용문서_revision1.2.pdf"
    assert reading_of(path).pages_without_text == (2,)


def saved(document: pypdfium2.PdfDocument) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_pdf_without_any_text_is_a_scan() -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(595, 842)
    with pytest.raises(UnreadableFile, match="scanned"):
        read(saved(document), "스캔.pdf")


# A one-page document by hand, encrypted with the standard handler: only its password opens it.
LOCKED = (
    b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<"""
    + b"41" * 32
    + b""">/U<"""
    + b"42" * 32
    + b""">>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>
%%EOF"""
)


def test_a_locked_pdf_asks_for_one_without_password() -> None:
    with pytest.raises(UnreadableFile, match="password"):
        read(LOCKED, "잠김.pdf")


def glyphs(text: str, x: float, bottom: float, size: float = 10, step: float = 10) -> list[Glyph]:
    return [Glyph(one, x + at * step, x + at * step + size, bottom - size, bottom) for at, one in enumerate(text)]


def test_glyphs_are_ordered_by_place_and_gaps_are_spaces() -> None:
    line = glyphs("연차", 10, 50) + glyphs("휴가", 32.5, 50)
    (item,) = page_items(line[::-1], [], 0)
    assert isinstance(item, Line)
    assert item.text == "연차 휴가"
    assert joined(glyphs("연차", 10, 50, step=10.6)) == "연차"


def test_a_raised_sign_joins_its_line() -> None:
    line = [*glyphs("보건기술", 10, 100, 15, 15), *glyphs("*", 71, 92, 7), *glyphs("연구", 85, 100, 15, 15)]
    assert [item.text for item in page_items(line, [], 0) if isinstance(item, Line)] == ["보건기술* 연구"]


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        ("제15조(연차휴가) 회사는", "마친다.", True),
        ("제15조에 따라 처리한다.", "회사는", False),
        ("② 직원은", "회사는", True),
        ("12. 개정>", "<2025. 9.", False),
        ("12. 그 밖의 사항", "11. 교육에 관한 사항", True),
        ("가. 임금", "다음 각 목과 같다.", True),
        ("가급적 빨리 알린다.", "직원은", False),
    ],
)
def test_where_a_clause_opens(text: str, before: str, expected: bool) -> None:
    assert opens(text, before) is expected


def line(text: str, bottom: float, page: int, x1: float = 500) -> Line:
    return Line(text, 50, x1, bottom - 10, bottom, 10, False, 30, 10, page, "page")


def test_page_numbers_and_repeated_heads_are_running_lines_but_forms_are_not() -> None:
    pages = [
        [line("취업규칙", 40, page), line(f"[별지 제{page + 1}호 서식]", 60, page), line(f"- {page + 3} -", 800, page)]
        for page in range(4)
    ]
    found = [(one.role, one.text, len(one.places)) for one in running_lines(pages, [842.0] * 4)]
    assert found == [("header", "취업규칙", 4), ("footer", "- 3 -", 4)]


def test_a_footer_between_two_halves_follows_the_paragraph() -> None:
    body = [line("앞 문장이 이 줄의 끝까지 가득 차서 다음 쪽", 700 + 15 * at, 0) for at in range(5)]
    footer = Line("- 1 -", 280, 300, 790, 800, 10, False, 30, 10, 0, "footer")
    items = [*body, footer, line("으로 이어진다.", 60, 1, 200)]
    first, second = flow(items, layout(items))
    assert isinstance(first, Paragraph)
    assert first.text.endswith("으로 이어진다.")
    assert isinstance(second, Aside)
