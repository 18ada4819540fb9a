"""Scanned pages: named, or read by the optional engine when the setting says so."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest

from geungeo import wiring
from geungeo.corpus.blocks import solid_length_of_blocks, texts_of_blocks
from geungeo.corpus.ingest import ingest
from geungeo.corpus.read import ocr, read
from geungeo.errors import SettingError, UnreadableFile
from geungeo.korean.overlap import pairs
from geungeo.wiring import init, open_workspace

RULE = "rules/foss-for-all/legal/regulations/supporting-members/후원회원규정_20260404.pdf"


def engine() -> None:
    try:
        ocr.require()
    except SettingError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def scanned(shared: Path) -> bytes:
    """The first page of a printed rule as a scanner would give it: a picture, no letters."""
    page = pypdfium2.PdfDocument((shared / RULE).read_bytes())[0]
    out = io.BytesIO()
    page.render(scale=300 / 72).to_pil().convert("L").save(out, "PDF", resolution=300)
    return out.getvalue()


def test_a_scan_is_refused_by_name_and_told_what_to_do(scanned: bytes) -> None:
    with pytest.raises(UnreadableFile, match="scanned: 1쪽"):
        read(scanned, "규정.pdf")


def test_a_scan_is_read_with_the_layout_of_a_printed_page(scanned: bytes, shared: Path) -> None:
    engine()
    reading = read(scanned, "규정.pdf", ocr=True)
    differences = sum(each.chars for each in reading.differences)
    assert (reading.chars_in, reading.pages_without_text) == (0, ())
    assert solid_length_of_blocks(reading.blocks) == differences > 100
    assert reading.notes == ("스캔한 쪽의 글자를 OCR로 읽었습니다(틀린 글자가 있을 수 있습니다): 1쪽",)
    printed = pairs(" ".join(texts_of_blocks(read((shared / RULE).read_bytes(), "규정.pdf").blocks)))
    found = pairs(" ".join(texts_of_blocks(reading.blocks)))
    assert len(set(found) & set(printed)) > 0.95 * len(set(found))
    assert any(text.startswith("제1조") for text in texts_of_blocks(reading.blocks))


def test_a_page_that_has_letters_is_not_read_from_its_picture(shared: Path) -> None:
    engine()
    data = (shared / RULE).read_bytes()
    assert read(data, "규정.pdf", ocr=True) == read(data, "규정.pdf")


@pytest.mark.parametrize(
    ("absent", "told"), [("client", "pip install 'geungeo[ocr]'"), ("engine", "apt-get install tesseract-ocr")]
)
def test_an_absent_engine_is_named_with_the_line_to_type(
    absent: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if absent == "client":
        monkeypatch.setattr(ocr, "find_spec", lambda name: None)
    else:
        pytest.importorskip("pytesseract")
        monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "docs").mkdir()
    init(tmp_path / "w", tmp_path / "docs")
    base = open_workspace(tmp_path / "w", {"ocr.enabled": "true", "embedder.kind": "none"})
    with pytest.raises(SettingError, match=told.replace("[", r"\[")):
        ingest(base.docs, base.store, base.settings, base.workspace.report)


def test_the_setting_reads_scans_of_a_folder_again(scanned: bytes, tmp_path: Path) -> None:
    engine()
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "후원회원규정.pdf").write_bytes(scanned)
    init(tmp_path / "w", docs)
    for enabled, refused in (("false", "scanned"), ("true", None)):
        base = open_workspace(tmp_path / "w", {"ocr.enabled": enabled, "embedder.kind": "none"})
        [report] = ingest(base.docs, base.store, base.settings, base.workspace.report)
        assert report.refused == refused
    assert any(chunk.article == "1" for chunk in base.store.snapshot().chunks.values())


def test_an_upload_is_read_as_ingest_will_read_it(scanned: bytes, tmp_path: Path) -> None:
    engine()
    init(tmp_path)
    for enabled in (False, True):
        shelf = wiring.shelf(open_workspace(tmp_path, {"embedder.kind": "none", "ocr.enabled": enabled}))
        if enabled:
            assert shelf.put("스캔.pdf", scanned, "kim", "총무팀").kind == "pdf"
        else:
            with pytest.raises(UnreadableFile, match="scanned"):
                shelf.put("스캔.pdf", scanned, "kim", "총무팀")
