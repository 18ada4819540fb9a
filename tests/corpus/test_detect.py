"""The kind of a file is decided by its bytes, and what can't be read is refused with its reason."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geungeo.corpus.read import read
from geungeo.corpus.read.detect import detect
from geungeo.corpus.read.encoding import decode
from geungeo.errors import UnreadableFile
from geungeo.messages import UNREADABLE

SENTENCE = "제1조(목적) 이 규정은 직원의 휴가에 관한 사항을 정함을 목적으로 한다.\n연차휴가는 15일로 한다.\n"


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read(data, "이름.pdf")
    assert caught.value.reason in UNREADABLE
    return caught.value.reason


@pytest.mark.parametrize(
    ("ending", "kind"),
    [("hwp", "hwp"), ("hwpx", "hwpx"), ("docx", "docx"), ("pdf", "pdf"), ("xlsx", "xlsx"), ("pptx", "pptx")],
)
def test_every_office_file_is_known_by_its_bytes(shared: Path, ending: str, kind: str) -> None:
    files = [
        path for path in sorted(shared.glob(f"**/*.{ending}")) if b"HWP Document File V3" not in path.read_bytes()[:30]
    ]
    assert len(files) > 2
    assert {detect(path.read_bytes()) for path in files} == {kind}


def test_the_ending_does_not_decide(shared: Path) -> None:
    data = (shared / "office/hwpjs/crates/hwp-core/tests/fixtures/table2.hwp").read_bytes()
    assert read(data, "표.pdf").kind == "hwp"


def test_text_kinds() -> None:
    assert detect(SENTENCE.encode()) == "txt"
    assert detect(f"# 휴가규정\n\n{SENTENCE}".encode()) == "md"
    assert detect(f"---\n제목: 휴가규정\n---\n{SENTENCE}".encode()) == "md"
    assert detect(f"<!doctype html><p>{SENTENCE}</p>".encode()) == "html"
    assert detect("<h2>개요</h2><p>본문</p>".encode("cp949")) == "html"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp949", "euc-kr"])
def test_korean_text_reads_the_same_in_every_encoding(encoding: str) -> None:
    assert decode(SENTENCE.encode(encoding)) == SENTENCE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"<html><body><!-- nothing --></body></html>", "empty"),
        (b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05", "hwp3"),
        (b"<?xml version='1.0'?><HWPML Version='2.8'><BODY/></HWPML>", "corrupted"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "picture"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", "media"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00", "picture"),
        (b"\x00\x00\x00\x18ftypmp42\x00\x00", "media"),
        (b"MZ\x90\x00\x03\x00\x00\x00", "program"),
        (b"\x7fELF\x02\x01\x01\x00", "program"),
        (b"EGGA\x00\x01", "unsupported"),
        (
            "Return-Path: <kim@example.com>\r\nFrom: kim@example.com\r\nSubject: =?utf-8?B?7Zy06rCA?=\r\nMIME-Version: 1.0\r\n\r\n휴가 안내".encode(
                "cp949"
            ),
            "mail",
        ),
        (
            b"From kim@example.com Mon Mar  4 09:00:00 2024\nFrom: kim@example.com\nMessage-ID: <1@a>\nDate: x\n\nhello",
            "mail",
        ),
        (b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a\r\nMIME-Version: 1.0\r\n\r\n", "unsupported"),
        (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "unsupported"),
        (b"<?xml version='1.0'?><note>text</note>", "unsupported"),
        (bytes(range(256)) * 20, "unsupported"),
        (b"PK\x03\x04 broken", "corrupted"),
        (b"%PDF-1.7\nbroken", "corrupted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "corrupted"),
        ("취업규칙".encode() * 50 + b"\xff" + "휴가규정".encode() * 50, "encoding"),
        ("これは日本語の文章です。規則を定める。".encode("shift-jis"), "encoding"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    assert refusal(data) == reason


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("office/kordoc/tests/fixtures/password/HWP3-password-123456.hwp", "hwp3"),
        ("office/kordoc/tests/fixtures/xls/budget.xls", "old_office"),
        ("office/unstructured/english-and-korean.png", "picture"),
    ],
)
def test_real_files_that_are_refused(shared: Path, path: str, reason: str) -> None:
    assert refusal((shared / path).read_bytes()) == reason


@pytest.mark.parametrize(
    "text",
    [
        "From: 인사팀\nTo: 전 직원\nSubject: 휴가 안내\n\n연차는 15일입니다.\n",
        "MZ세대 안내\n\n복장은 자유롭게 합니다.\n",
        "BMW 이용 기준\n\n업무용 차량은 신청합니다.\n",
        "ID3 카드 발급 절차\n",
    ],
)
def test_a_text_that_only_begins_like_another_kind_is_a_text(text: str) -> None:
    assert detect(text.encode()) == "txt"


@pytest.mark.parametrize(
    ("member", "reason", "named"),
    [
        ("xl/workbook.bin", "old_office", "xlsb"),
        ("content.xml", "old_office", "OpenDocument"),
        ("Index/Document.iwa", "old_office", "Pages"),
        ("META-INF/MANIFEST.MF", "program", "jar"),
        ("META-INF/container.xml", "unsupported", "epub"),
    ],
)
def test_packages_that_no_reader_takes_are_refused_by_name(member: str, reason: str, named: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(member, "...")
    with pytest.raises(UnreadableFile, match=named) as caught:
        detect(packed.getvalue())
    assert caught.value.reason == reason


def test_an_encrypted_office_document_asks_for_one_without_password() -> None:
    entry = "EncryptedPackage\0".encode("utf-16-le")
    directory = entry.ljust(64, b"\0") + len(entry).to_bytes(2, "little") + b"\0" * 62
    assert refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + directory + b"\0" * 2000) == "password"


def test_a_zip_of_other_things_says_what_it_is() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("사진.jpg", b"...")
    with pytest.raises(UnreadableFile, match="zip"):
        detect(packed.getvalue())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_are_refused_and_never_break(shared: Path, data: st.DataObject) -> None:
    """Cut, overwritten and shortened real files: an answer or UnreadableFile, nothing else."""
    path = data.draw(
        st.sampled_from(
            [
                "rules/foss-for-all/legal/regulations/supporting-members/후원회원규정_20260404.pdf",
                "rules/foss-for-all/legal/regulations/membership-fee/_index.md",
                "office/langchain-kr/appendix-keywords-CP949.txt",
                "office/langchain-kr/client.html",
                "office/docling/docx_list_resumed_numbering.docx",
                "office/docling/xlsx_01.xlsx",
                "office/docling/powerpoint_sample.pptx",
                "office/hwpjs/crates/hwp-core/tests/fixtures/table2.hwpx",
                "office/hwpjs/crates/hwp-core/tests/fixtures/table2.hwp",
            ]
        )
    )
    content = bytearray((shared / path).read_bytes())
    end = data.draw(st.integers(0, len(content)))
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), max_size=8)):
        content[at] = byte
    assert outcome(bytes(content[:end]), path) in {*UNREADABLE, "read"}


def outcome(data: bytes, name: str) -> str:
    try:
        return "read" if read(data, name).blocks else "nothing"
    except UnreadableFile as error:
        return error.reason
