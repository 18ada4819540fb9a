"""Files made to do harm: nested without end, merged without measure. Read or refused, never a crash."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from geungeo.corpus.read import read
from geungeo.corpus.structure import split
from geungeo.errors import UnreadableFile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def html(body: str) -> bytes:
    return f"<html><body>{body}".encode()


def docx(body: str) -> bytes:
    return _zipped({"word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'})


def hwpx(body: str) -> bytes:
    return _zipped({"Contents/section0.xml": f"<sec>{body}</sec>"})


def hwpml(body: str) -> bytes:
    return f"<HWPML><BODY><SECTION>{body}</SECTION></BODY></HWPML>".encode()


def _zipped(parts: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return packed.getvalue()


# What opens one level more, what stands inside, what closes it.
NESTED: dict[str, tuple[Callable[[str], bytes], str, str, str]] = {
    "html div": (html, "<div>", "글", "</div>"),
    "html table": (html, "<table><tr><td>앞<td>", "글", "</table>"),
    "html list": (html, "<ul><li>", "글", "</ul>"),
    "html bold": (html, "<b>", "글", "</b>"),
    "docx": (docx, "<w:tbl><w:tr><w:tc>", "<w:p><w:r><w:t>글</w:t></w:r></w:p>", "</w:tc></w:tr></w:tbl>"),
    "hwpx": (hwpx, "<p><run><tbl><tr><tc>", "<p><run><t>글</t></run></p>", "</tc></tr></tbl></run></p>"),
    "hwpml": (
        hwpml,
        "<P><TEXT><TABLE><ROW><CELL><PARALIST>",
        "<P><TEXT><CHAR>글</CHAR></TEXT></P>",
        "</PARALIST></CELL></ROW></TABLE></TEXT></P>",
    ),
    "md": (str.encode, ">", " 글", ""),
}


@pytest.mark.parametrize("depth", [10, 100, 1000, 100_000])
@pytest.mark.parametrize("kind", NESTED)
def test_deep_markup_is_read_or_refused(kind: str, depth: int) -> None:
    whole, opening, inside, closing = NESTED[kind]
    data = whole(opening * depth + inside + closing * depth)
    assert outcome(data) in ("글", *(["corrupted"] if depth > 10 else []))


def outcome(data: bytes) -> str:
    try:
        parsed = split(read(data, "규정"), file="규정", file_hash="", doc_id="규정")
    except UnreadableFile as refused:
        return refused.reason
    return "글" if "글" in parsed[0].document.text else "nothing"


def test_cells_merged_over_millions_of_places_are_refused() -> None:
    row = "<tr>" + "<td colspan=1000 rowspan=1000>가" * 10
    with pytest.raises(UnreadableFile, match="병합"):
        read(html("<table>" + row * 300), "규정")


def test_a_wide_table_is_read() -> None:
    assert read(html("<table>" + "<tr><td colspan=50>가</tr><tr>" + "<td>나" * 50), "규정").blocks


def test_a_text_longer_than_any_rule_is_refused() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read("제1조(목적) 이 규정은 휴가를 정한다.\n".encode() * 720_000, "규정")
    assert refused.value.reason == "too_large"


@pytest.mark.parametrize(
    "body",
    ["\n" * 400_000, "[" * 200_000 + "]" * 200_000, "**" * 200_000, "{" + " \n" * 200_000, "[" * 400_000],
    ids=["lines", "brackets", "stars", "spaces", "openings"],
)
def test_long_runs_of_one_sign_are_read_as_fast_as_any_text(body: str) -> None:
    """A pattern that begins anew at each sign would take minutes here."""
    reading = read(f"# 휴가 규정\n\n{body}\n\n제1조(목적) 휴가를 정한다.\n".encode(), "휴가.md")
    (parsed,) = split(reading, file="휴가.md", file_hash="0", doc_id="휴가", origin="human")
    assert "제1조(목적) 휴가를 정한다." in parsed.document.text


def test_a_letter_with_two_headers_is_refused_by_name() -> None:
    letter = "From: kim@example.com\nSubject: 휴가\n\n제1조(목적) 휴가를 정한다.".encode()
    with pytest.raises(UnreadableFile) as refused:
        read(letter, "휴가.EML")
    assert refused.value.reason == "mail"
    assert read(letter, "휴가.txt").blocks
