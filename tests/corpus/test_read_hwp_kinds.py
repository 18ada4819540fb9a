"""The kinds of file behind the name .hwp: told apart by their bytes, read where that is possible, else named."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from hypothesis import given
from hypothesis import strategies as st

from geungeo.corpus.blocks import Aside, Cell, Paragraph, Reading, Rule, Table, solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.read import read
from geungeo.corpus.read.detect import detect
from geungeo.corpus.read.hwp_locked import unlocked
from geungeo.errors import UnreadableFile
from geungeo.messages import UNREADABLE

HWPJS = "office/hwpjs/crates/hwp-core/tests/fixtures"
SPECIFICATIONS = "office/openhwp/hwp"

HWPML = """<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<HWPML Style="embed" SubVersion="8.0.0.0" Version="2.8">
<HEAD SecCnt="1"><DOCSUMMARY><TITLE>휴가 규정</TITLE></DOCSUMMARY><MAPPINGTABLE>
<NUMBERINGLIST><NUMBERING Id="1" Start="0"><PARAHEAD Level="1" NumFormat="Digit">제^1조</PARAHEAD>
<PARAHEAD Level="2" NumFormat="HangulSyllable">^2.</PARAHEAD></NUMBERING></NUMBERINGLIST>
<BULLETLIST><BULLET Id="1" Char="-"/></BULLETLIST>
<PARASHAPELIST><PARASHAPE Id="3" HeadingType="Outline" Level="0"/><PARASHAPE Id="4" HeadingType="Number" Heading="1"
 Level="1"/><PARASHAPE Id="5" HeadingType="Bullet" Heading="1"/></PARASHAPELIST></MAPPINGTABLE></HEAD>
<BODY><SECTION Id="0">
<P ParaShape="0"><TEXT><SECDEF OutlineShape="1"><PARAMETERSET><ITEM>값</ITEM></PARAMETERSET></SECDEF>
<CHAR>휴가 규정</CHAR></TEXT></P>
<P ParaShape="3"><TEXT><CHAR>(목적) 이 규정은<LINEBREAK/>똠방각하의 </CHAR></TEXT><TEXT><CHAR>휴가를 정한다.</CHAR>
<FOOTNOTE><PARALIST><P><TEXT><AUTONUM Number="1" NumberType="Footnote"><AUTONUMFORMAT Type="Digit" SuffixChar=")"/>
</AUTONUM><CHAR> 각주</CHAR></TEXT></P></PARALIST></FOOTNOTE></TEXT></P>
<P ParaShape="4"><TEXT><CHAR>연가</CHAR></TEXT></P>
<P ParaShape="5"><TEXT><CHAR>병가</CHAR></TEXT></P>
<P PageBreak="true"><TEXT><TABLE><SHAPEOBJECT><CAPTION><PARALIST><P><TEXT><CHAR>표 1</CHAR></TEXT></P></PARALIST>
</CAPTION></SHAPEOBJECT>
<ROW><CELL ColAddr="0" RowAddr="0" ColSpan="2" Header="true"><PARALIST><P><TEXT><CHAR>구분</CHAR></TEXT></P></PARALIST>
</CELL></ROW>
<ROW><CELL ColAddr="0" RowAddr="1"><PARALIST><P><TEXT><CHAR>가</CHAR></TEXT></P></PARALIST></CELL>
<CELL ColAddr="1" RowAddr="1"><PARALIST><P><TEXT><CHAR>나</CHAR></TEXT></P></PARALIST></CELL></ROW></TABLE></TEXT></P>
<P><TEXT><RECTANGLE><SHAPEOBJECT><SHAPECOMMENT>사각형입니다</SHAPECOMMENT></SHAPEOBJECT><DRAWTEXT><PARALIST><P><TEXT>
<CHAR>글상자</CHAR></TEXT></P></PARALIST></DRAWTEXT></RECTANGLE><CHAR>끝<HYPEN/>맺음.</CHAR></TEXT></P>
</SECTION></BODY></HWPML>"""


def assert_closed(reading: Reading) -> None:
    named = sum(difference.chars for difference in reading.differences)
    assert solid_length_of_blocks(reading.blocks) == reading.chars_in + named


# --- HWPML ---------------------------------------------------------------------------------------------------


def test_hwpml_is_read_with_its_numbers_notes_and_tables() -> None:
    reading = read(HWPML.encode(), "휴가.hwp")
    assert reading.kind == "hwpml"
    assert reading.stated.title == "휴가 규정"
    assert reading.blocks == (
        Paragraph("휴가 규정"),
        Paragraph("제1조 (목적) 이 규정은\n똠방각하의 휴가를 정한다.", 1),
        Aside("footnote", (Paragraph("1) 각주"),)),
        Paragraph("가. 연가"),
        Paragraph("- 병가"),
        Rule(),
        Table(
            (
                Cell(0, 0, (Paragraph("구분"),), col_span=2),
                Cell(1, 0, (Paragraph("가"),)),
                Cell(1, 1, (Paragraph("나"),)),
            ),
            caption="표 1",
            header_rows=1,
        ),
        Aside("textbox", (Paragraph("글상자"),)),
        Paragraph("끝-맺음."),
    )
    assert_closed(reading)


@pytest.mark.parametrize(("declared", "encoding"), [("UTF-16", "utf-16"), ("EUC-KR", "cp949"), ("EUC-KR", "utf-8")])
def test_hwpml_is_read_in_the_encoding_that_it_has(declared: str, encoding: str) -> None:
    other = HWPML.replace("UTF-8", declared).encode(encoding)
    assert read(other, "").blocks == read(HWPML.encode(), "").blocks


@pytest.mark.parametrize("end", [200, 900, -40])
def test_hwpml_cut_off_is_corrupted(end: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(HWPML[:end].encode(), "")
    assert refused.value.reason == "corrupted"


# --- Locked for distribution ---------------------------------------------------------------------------------


def locked(body: bytes, seed: int, key: bytes) -> bytes:
    """`body` as a 배포용 문서 holds it: the key hidden under numbers from the seed, the body under the key."""
    numbers = bytearray()
    state = seed
    while len(numbers) < 256:
        pair = []
        for _ in range(2):
            state = (state * 214013 + 2531011) % 2**32
            pair.append(state // 2**16 % 2**15)
        numbers += bytes([pair[0] % 256] * (pair[1] % 16 + 1))
    record = bytearray(256)
    record[4 + seed % 16 : 20 + seed % 16] = key
    record = bytearray(a ^ b for a, b in zip(record, numbers, strict=False))
    record[:4] = struct.pack("<I", seed)
    encryptor = Cipher(AES(key), ECB()).encryptor()
    hidden = encryptor.update(body + b"\0" * (-len(body) % 16)) + encryptor.finalize()
    return struct.pack("<I", 256 << 20 | 28) + bytes(record) + hidden


@given(st.binary(max_size=300), st.integers(0, 2**32 - 1), st.binary(min_size=16, max_size=16))
def test_what_is_locked_is_unlocked_whatever_the_seed(body: bytes, seed: int, key: bytes) -> None:
    assert unlocked(locked(body, seed, key))[: len(body)] == body


def test_a_locked_stream_without_its_record_names_the_lock() -> None:
    for stream in (b"", zlib.compress(b"body"), locked(b"body", 1, b"k" * 16)[:200]):
        with pytest.raises(UnreadableFile) as refused:
            unlocked(stream)
        assert refused.value.reason == "distribution"


def test_documents_locked_for_distribution_are_read(shared: Path) -> None:
    reading = read((shared / HWPJS / "viewtext.hwp").read_bytes(), "")
    assert list(texts_of_blocks(reading.blocks)) == ["pyhwp 테스트를 위한 배포 문서 예제입니다."]
    notice = read((shared / "office/hwplib/sample_hwp/distribution.hwp").read_bytes(), "")
    assert Paragraph("②기초금액 : 금72,300,000원(금칠천이백삼십만원)(※부가가치세 포함)") in notice.blocks
    assert_closed(notice)


def test_a_locked_specification_says_what_its_pdf_says(shared: Path) -> None:
    """The makers publish their formats as locked hwp and as pdf: words of the one stand in the other."""
    name = "한글문서파일형식_배포용문서_revision1.2"
    hwp, pdf = (
        set(" ".join(texts_of_blocks(read(path.read_bytes(), path.name).blocks)).split())
        for path in (shared / SPECIFICATIONS / f"hwp/{name}.hwp", shared / SPECIFICATIONS / f"pdf/{name}.pdf")
    )
    assert len(hwp & pdf) > 0.85 * len(hwp)


# --- What is only named --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05" + bytes(200), "hwp3"),
        (b"\x9b DRMONE  This Document is encrypted and protected by Fasoo DRM " + bytes(range(256)) * 9, "drm"),
        (b"SCDSA002\x00\x00\xf0\x06" + bytes(range(256)) * 9, "drm"),
        (b"<## NASCA DRM FILE - VER1.00 ##>" + bytes(range(256)) * 9, "drm"),
        (bytes(range(256)) * 20, "unknown_hwp"),
        (bytes(range(128, 256)) * 20, "unknown_hwp"),
    ],
)
def test_other_files_named_hwp_say_what_they_are_and_what_to_do(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(data, "취업규칙.HWP")
    assert refused.value.reason == reason
    assert UNREADABLE[reason][1]


def test_the_kinds_are_told_apart_by_bytes(shared: Path) -> None:
    kinds = {detect((shared / HWPJS / name).read_bytes()) for name in ("table2.hwp", "viewtext.hwp")}
    assert kinds == {"hwp"}
    assert detect((shared / HWPJS / "table2.hwpx").read_bytes()) == "hwpx"
    assert detect(HWPML.encode()) == "hwpml"
