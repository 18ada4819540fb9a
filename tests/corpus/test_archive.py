"""A zip is read as a folder of documents; what in it wants to do harm is refused with the reason, in bounded memory."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geungeo import settings as table
from geungeo.corpus.folder import files_in
from geungeo.corpus.ingest import ingest
from geungeo.corpus.provenance import Told
from geungeo.corpus.report import FileReport, report_text
from geungeo.errors import UnreadableFile
from geungeo.messages import UNREADABLE
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

MB = 2**20
HOLIDAY = "# 휴가 내규\n\n제1조(목적) 이 내규는 휴가를 정한다.\n\n제2조(연가) 연가는 15일로 한다.\n"


def zipped(files: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def outcomes(folder: Path, limit: int = 100 * MB) -> dict[str, str | bytes]:
    """Name -> bytes, or why there are none."""
    found: dict[str, str | bytes] = {}
    for file in files_in(folder, limit):
        try:
            found[file.name] = file.data()
        except UnreadableFile as error:
            found[file.name] = error.reason
    assert all(isinstance(data, bytes) or data in UNREADABLE for data in found.values())
    return found


def of(data: bytes, folder: Path, limit: int = 100 * MB) -> dict[str, str | bytes]:
    (folder / "자료.zip").write_bytes(data)
    return outcomes(folder, limit)


# --- Read as a folder ----------------------------------------------------------------------------------------


def test_the_documents_of_a_zip_have_its_name_as_a_folder(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "출장.md").write_text(HOLIDAY.replace("휴가", "출장"), encoding="utf-8")
    packed: dict[str, bytes | str] = {
        "인사/휴가.md": HOLIDAY,
        "인사/사진.png": b"\x89PNG\r\n\x1a\n\0\0",
        ".숨김.md": HOLIDAY,
        "빈/": "",
    }
    (docs / "자료.zip").write_bytes(zipped(packed))
    store = EmbeddedStore(workspace, "none", 0)

    def run() -> list[FileReport]:
        told = Told(sources={"document:자료.zip": "총무팀 공유함"})
        return ingest(docs, store, table.load(), workspace.report, told=told)

    reports = run()
    assert {r.file: r.refused for r in reports} == {
        "자료.zip/인사/사진.png": "picture",
        "자료.zip/인사/휴가.md": None,
        "출장.md": None,
    }
    document = store.snapshot().documents["자료.zip/인사/휴가.md"]
    assert (document.title, document.source) == ("휴가 내규", "총무팀 공유함")
    commit = store.snapshot().commit
    assert (run(), store.snapshot().commit) == (reports, commit)
    (docs / "자료.zip").write_bytes(zipped({"인사/휴가.md": HOLIDAY.replace("15일", "20일")}))
    run()
    assert "20일" in store.snapshot().documents["자료.zip/인사/휴가.md"].text
    (docs / "자료.zip").unlink()
    run()
    assert list(store.snapshot().documents) == ["출장.md"]


def test_names_are_korean_in_whichever_code_they_were_packed(tmp_path: Path) -> None:
    """Korean Windows packs CP949, macOS decomposed UTF-8 without saying so, and old tools '\\' between folders."""
    names = {
        "인사/취업규칙.txt": "인사/취업규칙.txt".encode("cp949"),
        "인사/여비규정.txt": "인사/여비규정.txt".encode(),
        "총무/보안규정.txt": "총무\\보안규정.txt".encode("cp949"),
    }
    places = {f"{i}" * len(raw): raw for i, raw in enumerate(names.values())}
    data = zipped(dict.fromkeys(places, HOLIDAY) | {"__MACOSX/._x.txt": b"\0", "Thumbs.db": b"\0"})
    for place, raw in places.items():
        data = data.replace(place.encode(), raw)
    assert sorted(of(data, tmp_path)) == sorted(f"자료.zip/{name}" for name in names)


def test_an_archive_in_an_archive_is_read_and_one_more_is_not(tmp_path: Path) -> None:
    third = zipped({"셋.md": HOLIDAY})
    second = zipped({"둘.md": HOLIDAY, "셋.zip": third})
    data = zipped({"하나.md": HOLIDAY, "둘.zip": second}, zipfile.ZIP_STORED)
    found = of(data, tmp_path)
    assert found.pop("자료.zip/둘.zip/셋.zip") == "archive_deep"
    assert found == dict.fromkeys(("자료.zip/하나.md", "자료.zip/둘.zip/둘.md"), HOLIDAY.encode())


def test_documents_that_are_zips_themselves_are_one_file(tmp_path: Path, shared: Path) -> None:
    office = [*sorted((shared / "office/docling").glob("*.docx"))[:2], *sorted((shared / "rules").rglob("*.hwpx"))[:2]]
    office += sorted((shared / "office/langchain-kr").glob("*.[px][pl][ts]x"))[:2]
    for path in office:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    book = zipped({"META-INF/container.xml": "<container/>", "글.xhtml": "<p>글</p>"})
    (tmp_path / "책.epub").write_bytes(book)
    names = {file.name for file in files_in(tmp_path, 100 * MB)}
    assert len(names) == len(office) + 1
    inside = tmp_path / "자료.zip"
    inside.write_bytes(zipped({path.name: path.read_bytes() for path in office}))
    assert sum(file.name.startswith("자료.zip/") for file in files_in(tmp_path, 100 * MB)) == len(office)


def test_two_members_of_one_name_are_two_documents(tmp_path: Path) -> None:
    data = zipped({"1.md": "첫째", "2.md": "둘째"}).replace(b"2.md", b"1.md")
    assert of(data, tmp_path) == {"자료.zip/1.md": "첫째".encode(), "자료.zip/1.md (2)": "둘째".encode()}


# --- Refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["../밖.md", "가/../../밖.md", "/etc/passwd", "C:\\규정.md", "..\\밖.md", "\\\\서버\\밖.md"]
)
def test_names_that_lead_out_of_the_archive_are_refused(tmp_path: Path, name: str) -> None:
    found = of(zipped({name: HOLIDAY, "안.md": HOLIDAY}), tmp_path)
    assert found.pop("자료.zip/안.md") == HOLIDAY.encode()
    assert list(found.values()) == ["archive_path"]


def test_links_and_locked_members_are_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("링크.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("lock.md", HOLIDAY)
    data = bytearray(packed.getvalue())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rfind(head, 0, data.rfind(b"lock.md") + 1) + flags] |= 1
    at = data.find(b"PK\x03\x04", data.find(b"PK\x03\x04") + 1)
    data[at + 6] |= 1
    assert of(bytes(data), tmp_path) == {"자료.zip/링크.md": "archive_path", "자료.zip/lock.md": "password"}


def test_archives_without_documents_or_broken_say_so(tmp_path: Path) -> None:
    assert of(zipped({}), tmp_path) == {"자료.zip": "empty"}
    assert of(zipped({"__MACOSX/._a": b""}), tmp_path) == {"자료.zip": "empty"}
    whole = zipped({f"{i}.md": os.urandom(500) for i in range(5)})
    reports = of(whole[: len(whole) // 2], tmp_path)
    assert list(reports) == ["자료.zip"]  # read as a file, and there refused as corrupted
    flipped = bytearray(whole)
    flipped[60] ^= 255
    assert sorted(map(str, set(map(type, of(bytes(flipped), tmp_path).values())))) == [
        "<class 'bytes'>",
        "<class 'str'>",
    ]


def test_a_file_above_the_limit_is_refused_in_the_folder_and_in_an_archive(tmp_path: Path) -> None:
    (tmp_path / "큰.md").write_bytes(b"x" * (MB + 1))
    (tmp_path / "맞음.md").write_bytes(b"x" * MB)
    found = of(zipped({"큰.md": b"x" * (MB + 1), "맞음.md": b"x" * MB}), tmp_path, limit=MB)
    assert {name: data if isinstance(data, str) else len(data) for name, data in found.items()} == {
        "큰.md": "too_large",
        "맞음.md": MB,
        "자료.zip/큰.md": "too_large",
        "자료.zip/맞음.md": MB,
    }


def test_an_archive_of_too_much_or_too_many_is_refused_as_a_whole(tmp_path: Path) -> None:
    assert of(zipped({f"{i}.md": b"x" * MB for i in range(21)}), tmp_path, limit=MB) == {"자료.zip": "archive_bomb"}
    assert of(zipped({f"{i}": b"" for i in range(20_001)}), tmp_path) == {"자료.zip": "archive_bomb"}
    nested = zipped({f"{i}.md": b"x" * MB for i in range(12)})
    found = of(zipped({"가.zip": nested, "나.zip": nested}), tmp_path, limit=MB)
    assert found["자료.zip/나.zip"] == "archive_bomb"


def test_methods_of_packing_without_a_stop_are_not_unpacked(tmp_path: Path) -> None:
    assert of(zipped({"가.md": bytes(MB)}, zipfile.ZIP_BZIP2), tmp_path) == {"자료.zip/가.md": "corrupted"}


def with_size(data: bytes, size: int) -> bytes:
    """The only member states this size."""
    changed = bytearray(data)
    struct.pack_into("<I", changed, 22, size)
    struct.pack_into("<I", changed, data.rfind(b"PK\x01\x02") + 24, size)
    return bytes(changed)


HARM = """
import json, re, sys
from pathlib import Path
from geungeo.corpus.folder import files_in
from geungeo.corpus.read import read
from geungeo.errors import UnreadableFile
found = {}
for file in files_in(Path(sys.argv[1]), 100 * 2**20):
    try:
        read(file.data(), file.name)
    except UnreadableFile as error:
        found[file.name] = error.reason
# Of this program alone: the usual figure keeps what the process held that started it.
peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
print(json.dumps({"found": found, "peak": int(peak[1])}))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_bombs_and_giants_are_refused_in_bounded_memory(tmp_path: Path) -> None:
    """A gigabyte as a file, unpacked from a megabyte, behind an entry that lies, and a directory without an end."""
    with (tmp_path / "큰 파일.md").open("wb") as file:
        file.truncate(2**30)
    giant = zipped({"a.md": bytes(150 * MB)})
    (tmp_path / "폭탄.zip").write_bytes(giant)
    (tmp_path / "거짓.zip").write_bytes(with_size(giant, 1000))
    (tmp_path / "겹.zip").write_bytes(zipped({"폭탄.zip": giant}))
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 65535, 65535, 2**30, 0, 0)
    with (tmp_path / "목록.zip").open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(2**30)
        file.seek(2**30)
        file.write(end)
    (tmp_path / "문서.docx").write_bytes(zipped({"word/document.xml": bytes(150 * MB)}))
    run = subprocess.run(
        [sys.executable, "-c", HARM, str(tmp_path)], capture_output=True, text=True, timeout=300, check=False
    )
    said = json.loads(run.stdout)
    assert said["found"] == {
        "큰 파일.md": "too_large",
        "폭탄.zip": "archive_bomb",
        "거짓.zip/a.md": "corrupted",
        "겹.zip/폭탄.zip": "archive_bomb",
        "목록.zip": "archive_bomb",
        "문서.docx": "corrupted",
    }
    assert said["peak"] < 400 * 1024  # kilobytes; a document's own parts may unpack to 128 MB


def test_refusals_are_in_the_report_with_what_to_do() -> None:
    reasons = [reason for reason in UNREADABLE if reason.startswith("archive")]
    text = report_text([FileReport("자료.zip", None, refused=reason) for reason in reasons])
    assert all(part in text for reason in reasons for part in UNREADABLE[reason])


@given(st.data())
def test_damaged_archives_are_listed_or_refused_never_raise_anything_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    whole = bytearray(zipped({"가.md": HOLIDAY, "안.zip": zipped({"나.md": HOLIDAY}), "다.txt": HOLIDAY * 3}))
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), max_size=12)):
        whole[at] = byte
    assert of(bytes(whole), folder)
