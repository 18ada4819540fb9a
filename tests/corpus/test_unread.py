"""Pictures and the like are counted in every format that has them, and the report says so."""

from __future__ import annotations

import io
from pathlib import Path

import docx
import pypdfium2
import pytest

from geungeo.corpus.blocks import Unread
from geungeo.corpus.ingest import ingest
from geungeo.corpus.read import read
from geungeo.corpus.report import report_text
from geungeo.errors import UnreadableFile
from geungeo.messages import UNREAD
from geungeo.wiring import init, open_workspace

RULE = "rules/foss-for-all/legal/regulations/supporting-members/후원회원규정_20260404.pdf"


def picture(shared: Path) -> bytes:
    out = io.BytesIO()
    pypdfium2.PdfDocument((shared / RULE).read_bytes())[0].render(scale=0.2).to_pil().save(out, "PNG")
    return out.getvalue()


def unread(data: bytes) -> dict[str, int]:
    found = read(data, "x").unread
    assert all(isinstance(each, Unread) and each.name in UNREAD for each in found)
    return {each.name: each.count for each in found}


def test_pictures_of_docx(shared: Path) -> None:
    document = docx.Document()
    document.add_paragraph("그림을 보세요.")
    for _ in range(2):
        document.add_picture(io.BytesIO(picture(shared)))
    document.sections[0].header.paragraphs[0].add_run().add_picture(io.BytesIO(picture(shared)))
    out = io.BytesIO()
    document.save(out)
    assert unread(out.getvalue()) == {"picture": 3}


def test_pictures_of_html_without_dots_that_count_visits() -> None:
    page = "<p>글<img src=a.png><img src=b.gif width=1 height=1><svg><text>x</text></svg></p><video src=c.mp4></video>"
    assert unread(page.encode()) == {"picture": 2, "media": 1}


def test_pictures_of_hwp_and_hwpx_twins_are_the_same(shared: Path) -> None:
    folder = shared / "office/hwpjs/crates/hwp-core/tests/fixtures"
    twins = [
        (path, path.with_suffix(".hwpx"))
        for path in sorted(folder.glob("*.hwp"))
        if path.with_suffix(".hwpx").is_file()
    ]
    counts = [(pictures(old), pictures(new)) for old, new in twins]
    assert sum(old or 0 for old, _ in counts) > 10
    assert [old for old, _ in counts] == [new for _, new in counts]


def pictures(path: Path) -> int | None:
    """None for a file without letters."""
    try:
        return unread(path.read_bytes()).get("picture", 0)
    except UnreadableFile:
        return None


def test_a_picture_that_stands_on_every_page_of_a_pdf_is_one(shared: Path) -> None:
    printed = pypdfium2.PdfDocument((shared / RULE).read_bytes())
    logo = pypdfium2.PdfImage.new(printed)
    bitmap = pypdfium2.PdfDocument((shared / RULE).read_bytes())[0].render(scale=0.1)
    logo.set_bitmap(bitmap)
    logo.set_matrix(pypdfium2.PdfMatrix().scale(60, 60))
    page = printed[0]
    page.insert_obj(logo)
    page.gen_content()
    out = io.BytesIO()
    printed.save(out)
    assert unread(out.getvalue()) == {"picture": 1}


@pytest.mark.parametrize("again", [False, True])
def test_the_report_says_what_was_not_read_also_after_it_was_kept(again: bool, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "안내.html").write_text("<h1>안내</h1><p>그림을 보세요.<img src=a.png></p>", encoding="utf-8")
    init(tmp_path / "w", docs)
    base = open_workspace(tmp_path / "w", {"embedder.kind": "none"})
    for _ in range(1 + again):
        reports = ingest(base.docs, base.store, base.settings, base.workspace.report)
    assert "읽지 않은 것: 그림 1개" in report_text(reports)
