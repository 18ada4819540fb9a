"""hwp 5 and hwpx come out whole, with their automatic numbers, or are refused with the right reason."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

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
from geungeo.corpus.read.hwp import read_hwp, read_hwpx
from geungeo.corpus.read.parts import AUTOMATIC_NUMBERING, REPEATED_HEADER, TRACKED_DELETION
from geungeo.errors import UnreadableFile

HWPJS = "office/hwpjs/crates/hwp-core/tests/fixtures"
RULES = "rules/moel-standard-rules/e2e/fixtures"
EXAMPLE = Path(__file__).parents[2] / "examples/docs/표준취업규칙.hwp"
REFUSED = ("empty", "scanned", "password", "distribution", "hwp3")


def read_file(path: Path) -> Reading:
    return (read_hwpx if path.suffix == ".hwpx" else read_hwp)(path.read_bytes(), path.name)


def read_or_reason(path: Path) -> Reading | str:
    try:
        return read_file(path)
    except UnreadableFile as refused:
        return refused.reason


def unexplained(reading: Reading) -> int:
    return solid_length_of_blocks(reading.blocks) - reading.chars_in - sum(each.chars for each in reading.differences)


def paragraphs(blocks: tuple[Block, ...]) -> list[str]:
    return [block.text for block in blocks if isinstance(block, Paragraph)]


def asides(blocks: tuple[Block, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for block in blocks:
        if isinstance(block, Aside):
            found.setdefault(block.role, []).extend(texts_of_blocks(block.blocks))
    return found


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableFile) as refused:
        read_file(path)
    return refused.value.reason


# --- Every shared file ---------------------------------------------------------------------------------------


def test_every_character_of_every_shared_file_comes_out_or_is_named(shared: Path) -> None:
    count = 0
    distinct = {path.read_bytes(): path for path in [*shared.rglob("*.hwp"), *shared.rglob("*.hwpx")]}
    for path in sorted(distinct.values()):
        outcome = read_or_reason(path)
        if isinstance(outcome, str):
            assert outcome in REFUSED or "corrupted" in path.name, path
            continue
        count += 1
        assert unexplained(outcome) == 0, path
    assert count > 130


def test_twins_say_the_same(shared: Path) -> None:
    """The same document as hwp and as hwpx: two formats, two walkers, one text."""
    pairs = [(path, path.with_suffix(".hwpx")) for path in sorted((shared / HWPJS).glob("*.hwp"))]
    pairs = [(hwp, hwpx) for hwp, hwpx in pairs if hwpx.exists() and not hwp.name.startswith("password")]
    read = 0
    for hwp, hwpx in pairs:
        left, right = read_or_reason(hwp), read_or_reason(hwpx)
        if isinstance(left, str) or isinstance(right, str):
            assert left == right, hwp.name
            continue
        read += 1
        assert left.blocks == right.blocks, hwp.name
        assert left.differences == right.differences, hwp.name
    assert read > 30


def test_another_reader_finds_no_character_more(shared: Path) -> None:
    """python-hwpx converts hwp 5 to hwpx; what it cannot convert it reports, and only there may it have less."""
    package = pytest.importorskip("hwpx.hwp5.package")
    from lxml import etree

    from geungeo.corpus.read.hwpx_count import count_hwpx

    for path in sorted((shared / "office/hwplib").rglob("*.hwp")) + sorted((shared / RULES).glob("*.hwp")):
        reading = read_or_reason(path)
        if isinstance(reading, str) or path.name == "distribution.hwp":  # the other reader opens no lock
            continue
        ours = reading.chars_in
        converted = package.convert(path.read_bytes())
        names = [name for name in converted.files if name.startswith(("Contents/section", "Contents/masterpage"))]
        theirs = count_hwpx(etree.fromstring(converted.files[name]) for name in names)
        assert theirs == ours or (theirs < ours and converted.report.unconverted), path


# --- The named file ------------------------------------------------------------------------------------------


def tables_of(blocks: tuple[Block, ...]) -> Iterator[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
            for cell in block.cells:
                yield from tables_of(cell.blocks)
        elif isinstance(block, Aside):
            yield from tables_of(block.blocks)


def test_standard_rules_come_out_whole(shared: Path) -> None:
    reading = read_file(shared / RULES / "개정 표준취업규칙(2025년, 배포).hwp")
    assert reading.chars_in == 90_919
    assert unexplained(reading) == 0
    cells = [cell for table in tables_of(reading.blocks) for cell in table.cells if cell.blocks]
    cell = next(
        cell
        for cell in cells
        if paragraphs(cell.blocks)[:1] and "제13조(인사위원회의 구성) ①" in paragraphs(cell.blocks)[0]
    )
    assert paragraphs(cell.blocks)[1] == "② 위원회의 위원장은 대표이사 또는 대표이사가 위임한 자로 한다."
    starts = [text for text in texts_of_blocks(reading.blocks) if text.startswith(("제1조(", "제1조 ("))]
    assert len(starts) == 7


def test_example_rule_is_read_without_shared_data() -> None:
    reading = read_hwp(EXAMPLE.read_bytes(), EXAMPLE.name)
    assert unexplained(reading) == 0
    assert any("제1조(목적)" in text for text in texts_of_blocks(reading.blocks))


# --- Numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["hwp", "hwpx"])
def test_numbers_of_lists_and_outlines_are_text(shared: Path, ending: str) -> None:
    reading = read_file(shared / HWPJS / f"lists.{ending}")
    text = "\n".join(texts_of_blocks(reading.blocks))
    for line in (
        "● 1",
        "3. 3\n가. 3-1\n나. 3-2\n1) 3-2-1",
        "5. 5\n가. 5-1",
        "Ⅳ. 4",
        "제3장 3\n제1절 3-1",
        "제3항 3-2-3",
    ):
        assert line in text
    assert reading.differences == (Difference(AUTOMATIC_NUMBERING, 104),)
    assert Rule() in reading.blocks
    levels = [block.level for block in reading.blocks if isinstance(block, Paragraph) and block.text.startswith("제")]
    assert levels[:3] == [1, 1, 2]


def test_path_numbers_follow_skipped_levels(shared: Path) -> None:
    """The author of this file typed what the program shows: '번호-4-1-2' stands behind 4.1.2."""
    reading = read_file(shared / "office/hwpxlib/testFile/tool/textextractor/ParaHead.hwpx")
    assert paragraphs(reading.blocks)[10:15] == [
        "4. 번호4",
        "4.1.1.1. 번호-4-1-1-1",
        "4.1.1.2. 번호-4-1-1-2",
        "4.1.2. 번호-4-1-2",
        "4.1.2.1. 번호-4-1-2-1",
    ]


@pytest.mark.parametrize("ending", ["hwp", "hwpx"])
def test_captions_carry_their_numbers(shared: Path, ending: str) -> None:
    reading = read_file(shared / HWPJS / f"table-caption.{ending}")
    captions = [block.caption for block in reading.blocks if isinstance(block, Table)]
    assert captions[:2] == ["표 1 위 캡션", "표 2 아래 캡션"]


# --- What stands beside the text -----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["hwp", "hwpx"])
def test_notes_stand_behind_their_paragraph(shared: Path, ending: str) -> None:
    reading = read_file(shared / HWPJS / f"footnote-endnote.{ending}")
    assert paragraphs(reading.blocks) == ["각주참조", "미주참조"]
    assert asides(reading.blocks) == {
        "footnote": ["1) 각주입니다.", "2) 각주 두 번째입니다."],
        "endnote": ["1) 미주입니다.", "2) 미주 두 번째입니다."],
    }


def test_hidden_comments_ruby_overlays_and_equations_are_kept(shared: Path) -> None:
    basic = shared / "office/hwplib/sample_hwp/basic"
    assert "hidden" in asides(read_file(basic / "숨은설명.hwp").blocks)
    for name in ("덧말.hwp", "글자겹침.hwp", "수식.hwp", "바탕쪽.hwp"):
        reading = read_file(basic / name)
        assert reading.chars_in > 0
        assert unexplained(reading) == 0


def test_tracked_deletions_are_not_shown_and_named(shared: Path) -> None:
    reading = read_file(shared / "office/hwpxlib/testFile/reader_writer/ChangeTrack.hwpx")
    assert "추적" not in "".join(texts_of_blocks(reading.blocks))
    assert Difference(TRACKED_DELETION, -2) in reading.differences


def test_deletion_without_an_end_ends_with_its_paragraph() -> None:
    line = "<hp:p><hp:run><hp:t>가{}나</hp:t></hp:run></hp:p>"
    reading = read_hwpx(hwpx(line.format("<hp:deleteBegin/>") + line.format("")), "x.hwpx")
    assert paragraphs(reading.blocks) == ["가", "가나"]
    assert reading.differences == (Difference(TRACKED_DELETION, -1),)


# --- Refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (f"{HWPJS}/password-12345.hwp", "password"),
        (f"{HWPJS}/password-12345.hwpx", "password"),
        ("office/kordoc/tests/fixtures/password/HWP5-password-123456.hwpx", "password"),
        ("office/kordoc/tests/fixtures/password/HWP3-password-123456.hwp", "hwp3"),
        (f"{RULES}/README-corrupted.hwp", "corrupted"),
        ("office/hwpxlib/testFile/tool/blank.hwpx", "empty"),
        (f"{HWPJS}/shapepict-scaled.hwp", "scanned"),
    ],
)
def test_refusals_name_their_reason(shared: Path, file: str, reason: str) -> None:
    assert refusal(shared / file) == reason


def test_file_named_like_a_locked_one_is_read(shared: Path) -> None:
    reading = read_file(shared / "office/kordoc/tests/fixtures/password/HWP5-nopassword-123456.hwpx")
    assert reading.chars_in > 10_000


def damaged(data: bytes, seed: int) -> bytes:
    """`data` cut off, or with some bytes changed."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return data[: dice.randrange(len(data))]
    out = bytearray(data)
    for _ in range(dice.choice([1, 5, 40])):
        out[dice.randrange(len(out))] = dice.randrange(256)
    return bytes(out)


def test_damaged_bytes_are_read_or_refused_never_raise_anything_else(shared: Path) -> None:
    for name in ("lists.hwp", "table-caption.hwp", "table-caption.hwpx", "footnote-endnote.hwpx"):
        path = shared / HWPJS / name
        read = read_hwpx if path.suffix == ".hwpx" else read_hwp
        outcomes = set()
        for seed in range(60):
            try:
                outcomes.add(read(damaged(path.read_bytes(), seed), name).kind)
            except UnreadableFile as refused:
                outcomes.add(refused.reason)
        assert "corrupted" in outcomes


def test_cut_off_example_is_refused_at_every_length() -> None:
    data = EXAMPLE.read_bytes()
    for size in range(600, len(data) // 2, len(data) // 23):
        with pytest.raises(UnreadableFile):
            read_hwp(data[:size], "잘린.hwp")


# --- hwpx made here ------------------------------------------------------------------------------------------

_NS = 'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"'


def hwpx(body: str, header: str = "", sections: int = 1) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/hwp+zip")
        archive.writestr("Contents/header.xml", f"<hh:head {_NS}>{header}</hh:head>")
        for number in range(sections):
            archive.writestr(f"Contents/section{number}.xml", f"<sec {_NS}>{body}</sec>")
    return out.getvalue()


def test_article_numbers_of_a_numbering_style_come_out() -> None:
    header = (
        '<hh:numbering id="1" start="1"><hh:paraHead level="1" start="3" numFormat="DIGIT">제^1조</hh:paraHead>'
        '<hh:paraHead level="2" numFormat="CIRCLED_DIGIT">^2</hh:paraHead></hh:numbering>'
        '<hh:paraPr id="7"><hh:heading type="NUMBER" idRef="1" level="0"/></hh:paraPr>'
        '<hh:paraPr id="8"><hh:heading type="NUMBER" idRef="1" level="1"/></hh:paraPr>'
    )
    lines = [(7, "(목적)"), (8, "첫째"), (8, "둘째"), (7, "(범위)"), (8, "셋째")]
    body = "".join(f'<hp:p paraPrIDRef="{p}"><hp:run><hp:t>{t}</hp:t></hp:run></hp:p>' for p, t in lines)
    reading = read_hwpx(hwpx(body, header), "x.hwpx")
    assert paragraphs(reading.blocks) == ["제3조 (목적)", "① 첫째", "② 둘째", "제4조 (범위)", "① 셋째"]
    assert reading.differences == (Difference(AUTOMATIC_NUMBERING, 9),)


def test_header_repeated_by_each_section_is_kept_once() -> None:
    body = (
        "<hp:p><hp:run><hp:ctrl><hp:header><hp:subList><hp:p><hp:run><hp:t>대외비</hp:t></hp:run></hp:p></hp:subList>"
        "</hp:header></hp:ctrl><hp:t>본문</hp:t></hp:run></hp:p>"
    )
    reading = read_hwpx(hwpx(body, sections=2), "x.hwpx")
    assert asides(reading.blocks) == {"header": ["대외비"]}
    assert reading.differences == (Difference(REPEATED_HEADER, -3),)
    assert unexplained(reading) == 0


def test_switch_counts_once() -> None:
    case = "<hp:rect><hp:drawText><hp:subList><hp:p><hp:run><hp:t>상자</hp:t></hp:run></hp:p></hp:subList></hp:drawText></hp:rect>"
    body = f"<hp:p><hp:run><hp:t>앞</hp:t><hp:switch><hp:case>{case}</hp:case><hp:default>{case}</hp:default></hp:switch></hp:run></hp:p>"
    reading = read_hwpx(hwpx(body), "x.hwpx")
    assert (paragraphs(reading.blocks), asides(reading.blocks)) == (["앞"], {"textbox": ["상자"]})
    assert reading.chars_in == 3


def test_zip_bomb_and_impossible_table_are_refused() -> None:
    with pytest.raises(UnreadableFile) as bomb:
        read_hwpx(hwpx("<hp:p/>" + " " * (140 * 2**20)), "x.hwpx")
    assert bomb.value.reason == "corrupted"
    cell = '<hp:tr><hp:tc><hp:cellAddr colAddr="99999999" rowAddr="0"/></hp:tc></hp:tr>'
    with pytest.raises(UnreadableFile) as table:
        read_hwpx(hwpx(f"<hp:p><hp:run><hp:t>표</hp:t><hp:tbl>{cell}</hp:tbl></hp:run></hp:p>"), "x.hwpx")
    assert table.value.reason == "corrupted"
