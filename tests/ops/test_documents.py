"""The documents folder as operators change it: names that lead elsewhere, files that nobody reads, what is kept."""

from __future__ import annotations

import io
import os
import threading
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geungeo import wiring
from geungeo.corpus.folder import files_in
from geungeo.corpus.names import checked_name
from geungeo.errors import BadDeed, DocumentExists, UnknownDocument, UnreadableFile
from geungeo.ops.documents import Shelf
from geungeo.records import EVERYONE

TEXT = "# 출장 규정\n\n제1조(숙박비) 숙박비는 1박에 8만원까지 준다.\n".encode()
MB = 2**20


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    wiring.init(tmp_path / "workspace")
    return wiring.open_workspace(tmp_path / "workspace", {"embedder.kind": "none"})


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def shelf(base: wiring.Base, told: list[str]) -> Shelf:
    return wiring.shelf(base, told.append)


def held(base: wiring.Base) -> dict[str, bytes]:
    """Every file below the workspace's parent, except what the house itself keeps."""
    root = base.workspace.root
    files = (path for path in root.parent.rglob("*") if path.is_file())
    own = (root / "data", root / "index")
    kept = [path for path in files if not any(path.is_relative_to(folder) for folder in own)]
    return {
        path.relative_to(root.parent).as_posix(): path.read_bytes()
        for path in kept
        if not path.name.startswith("geungeo.")
    }


# --- Names ----------------------------------------------------------------------------------------------------

PARTS = st.one_of(
    st.sampled_from(
        ["..", ".", "", "인사", "a", "~$a", ".git", "con", "a.", " a", "규정.md", "a.tmp", "Thumbs.db", "C:"]
    ),
    st.text(max_size=8),
)
NAMES = st.lists(PARTS, min_size=1, max_size=5).map("/".join) | st.text(max_size=60)


def accepted(raw: str) -> tuple[str, str]:
    """The name, or why there is none."""
    try:
        return checked_name(raw), ""
    except BadDeed as error:
        return "", str(error)


@given(NAMES)
@settings(deadline=None, max_examples=300)
def test_a_name_that_is_accepted_stays_below_the_folder_and_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, raw: str
) -> None:
    name, refused = accepted(raw)
    assert refused.isprintable()
    if not name:
        return
    folder = tmp_path_factory.mktemp("docs")
    path = folder / name
    assert path.resolve().is_relative_to(folder.resolve())
    assert path.parent == folder or folder in path.parent.parents
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(TEXT)
    assert [file.name for file in files_in(folder, MB)] == [name]
    assert checked_name(name) == name


LEADING_ELSEWHERE = ["", " ", "..", "../a.md", "a/../b.md", "/etc/passwd", "a\\b.md", "C:\\a.md", "c:a.md", "a/./b.md", "a//b.md", "a/"]  # fmt: skip
UNSEEN = ["a\0.md", "a\n.md", "a\x1b[2J.md", "\u202egpj.md", "a\u200b.md", "\ud800.md", "\u2028.md"]
HIDDEN = [".env", "a/.git/b.md", "~$a.docx", "#a#", "a.md~", "a.tmp", "desktop.ini", "인사/Thumbs.db"]
SYSTEM = [
    "con.md",
    "AUX",
    "lpt1.txt",
    "a?.md",
    'a"b.md',
    "a .md ",
    "a.",
    "가" * 100 + ".md",
    "/".join(["가" * 20] * 30),
]


@pytest.mark.parametrize(
    "name",
    [*LEADING_ELSEWHERE, *UNSEEN, *HIDDEN, *SYSTEM],
)
def test_a_name_that_could_deceive_is_refused(shelf: Shelf, base: wiring.Base, told: list[str], name: str) -> None:
    with pytest.raises(BadDeed):
        shelf.put(name, TEXT, "kim", "총무팀")
    assert held(base) == {}
    assert told == []


def test_a_decomposed_name_is_the_composed_one(shelf: Shelf, base: wiring.Base) -> None:
    (base.docs / unicodedata.normalize("NFD", "인사")).mkdir()
    assert (
        shelf.put(unicodedata.normalize("NFD", "인사/출장 규정.md"), TEXT, "kim", "총무팀").name == "인사/출장 규정.md"
    )
    with pytest.raises(DocumentExists):
        shelf.put("인사/출장 규정.md", TEXT, "kim", "총무팀")
    assert len(os.listdir(base.docs)) == 1  # no second folder that looks the same


def test_a_link_that_leads_out_is_not_followed(shelf: Shelf, base: wiring.Base, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "key.md").write_text("secret", encoding="utf-8")
    (base.docs / "밖").symlink_to(outside)
    (base.docs / "열쇠.md").symlink_to(outside / "key.md")
    for name in ("밖/새.md", "밖/key.md", "밖/깊은/곳.md", "열쇠.md"):
        with pytest.raises(BadDeed):
            shelf.put(name, TEXT, "kim", "총무팀", replace=True)
    assert {path.name: path.read_text(encoding="utf-8") for path in outside.rglob("*")} == {"key.md": "secret"}


@pytest.mark.parametrize("name", ["규정.md/a.md", "폴더"])
def test_a_place_that_is_taken_by_something_else_is_left(shelf: Shelf, base: wiring.Base, name: str) -> None:
    (base.docs / "규정.md").write_bytes(TEXT)
    (base.docs / "폴더").mkdir()
    with pytest.raises(BadDeed, match="다른 것"):
        shelf.put(name, TEXT, "kim", "총무팀", replace=True)


# --- What is kept ---------------------------------------------------------------------------------------------


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_bytes_are_kept_whole_or_not_at_all(shelf: Shelf, base: wiring.Base, content: bytes) -> None:
    before = held(base)
    try:
        shelf.put("아무.hwp", content, "kim", "총무팀", replace=True)
        kept = {"workspace/docs/아무.hwp": content}
    except UnreadableFile:
        kept = {}
    assert held(base) == before | kept


def test_of_an_archive_one_readable_document_is_enough(shelf: Shelf) -> None:
    def archive(**files: bytes) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as file:
            for name, content in files.items():
                file.writestr(f"{name}.md", content)
        return packed.getvalue()

    picture = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
    assert shelf.put("자료.zip", archive(a=picture, b=TEXT), "kim", "총무팀").kind == "md"
    with pytest.raises(UnreadableFile):
        shelf.put("그림.zip", archive(a=picture), "kim", "총무팀")
    with pytest.raises(BadDeed, match="압축 파일"):
        shelf.remove("자료.zip/b.md", "kim")


def test_the_operators_word_is_the_source_of_document_and_clauses(shelf: Shelf, base: wiring.Base) -> None:
    def sources() -> set[str]:
        wiring.refresh(base, lambda stage, done, total: None)
        snapshot = base.store.snapshot()
        return {d.source for d in snapshot.documents.values()} | {c.source for c in snapshot.chunks.values()}

    shelf.put("출장 규정.md", b"---\nsource: stated\n---\n" + TEXT, "kim")
    assert sources() == {"stated"}
    shelf.put("출장 규정.md", b"---\nsource: stated\n---\n" + TEXT, "kim", "총무팀 결재 7", replace=True)
    assert sources() == {"총무팀 결재 7"}  # the same bytes are taken anew under another source
    shelf.put("출장 규정.md", TEXT, "kim", replace=True)  # what was said of it once still holds
    assert sources() == {"총무팀 결재 7"}


@pytest.mark.parametrize("source", ["줄\n바꿈", "가" * 501, "\x1b[2J", "\ud800"])
def test_a_source_is_one_line_that_can_be_shown(shelf: Shelf, base: wiring.Base, source: str) -> None:
    with pytest.raises(BadDeed, match="출처"):
        shelf.put("출장 규정.md", TEXT, "kim", source)
    assert held(base) == {}


def test_a_folder_that_can_not_be_written_is_told(shelf: Shelf, base: wiring.Base, tmp_path: Path) -> None:
    base.docs.rmdir()
    with pytest.raises(BadDeed, match="쓸 권한"):
        shelf.put("출장 규정.md", TEXT, "kim", "총무팀")


def test_what_changes_the_folder_is_told_and_noted(shelf: Shelf, base: wiring.Base, told: list[str]) -> None:
    shelf.put("출장 규정.md", TEXT, "kim", "총무팀")
    shelf.remove("출장 규정.md", "lee")
    assert told == ["kim", "lee"]
    assert [(deed.who, deed.deed) for deed in wiring.audit_log(base).list()] == [
        ("lee", "document_removed"),
        ("kim", "document_put"),
    ]
    with pytest.raises(UnknownDocument):
        shelf.remove("출장 규정.md", "lee")


def test_the_catalogue_tells_what_waits_what_was_refused_and_what_was_read(shelf: Shelf, base: wiring.Base) -> None:
    shelf.put("출장 규정.md", TEXT, "kim", "총무팀")
    (base.docs / "스캔.pdf").write_bytes(b"%PDF-1.7\n")
    wiring.refresh(base, lambda stage, done, total: None)
    states = {row.name: row.state for row in wiring.catalogue(base).rows()}
    assert states == {"출장 규정.md": "read", "스캔.pdf": "refused"}
    (base.docs / "새.md").write_bytes(TEXT)
    rows = {row.name: row for row in wiring.catalogue(base).rows()}
    assert rows["새.md"].state == "waiting"
    assert rows["스캔.pdf"].refused is not None
    assert rows["출장 규정.md"].entries[0].allow == EVERYONE
    with pytest.raises(UnknownDocument):
        wiring.catalogue(base).one("없는.md")


def test_of_two_who_put_the_same_name_at_once_the_second_is_told(base: wiring.Base, shelf: Shelf) -> None:
    both = threading.Barrier(6)
    kept: list[bytes] = []

    def put(number: int) -> None:
        content = TEXT + f"\n제2조(식비) 식비는 {number}만원이다.\n".encode()
        both.wait()
        try:
            shelf.put("출장.md", content, "park", "총무팀")
        except DocumentExists:
            return
        kept.append(content)

    threads = [threading.Thread(target=put, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept == [(base.docs / "출장.md").read_bytes()]
    assert not base.workspace.trash.exists()


def test_each_version_of_a_file_counts_its_own_clauses(base: wiring.Base) -> None:
    file = base.docs / "여비.md"
    for day, articles in (("2024-01-01", 1), ("2025-01-01", 3)):
        body = "\n\n".join(f"제{n}조(여비) 여비는 {n}만원으로 한다." for n in range(1, articles + 1))
        file.write_text(
            f"---\ntitle: 여비 규정\nid: R-1\n시행일: {day}\n---\n# 여비 규정\n\n{body}\n", encoding="utf-8"
        )
        wiring.refresh(base, lambda stage, done, total: None)
    whole = wiring.catalogue(base).one("여비.md")
    counted = {entry.effective_at: entry.chunks for entry in whole.row.entries}
    held = base.store.snapshot().chunks.values()
    assert counted == {day: sum(chunk.effective_at == day for chunk in held) for day in ("2024-01-01", "2025-01-01")}
    assert counted["2024-01-01"] < counted["2025-01-01"]
    assert len(whole.clauses) == sum(counted.values())


# --- Where they come from and who wrote them ------------------------------------------------------------------


def packed(**files: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, content in files.items():
            file.writestr(f"{name}.md", content)
    return archive.getvalue()


def refused(base: wiring.Base) -> dict[str, str]:
    wiring.refresh(base, lambda stage, done, total: None)
    return {row.name: row.reason for row in wiring.catalogue(base).rows() if row.reason}


def test_of_an_uploaded_archive_what_states_no_source_is_refused_until_somebody_says_it(
    shelf: Shelf, base: wiring.Base
) -> None:
    other = TEXT.replace("출장".encode(), "비품".encode())
    with pytest.raises(BadDeed, match="출처"):
        shelf.put("자료.zip", packed(a=TEXT, b=other), "kim")
    shelf.put("자료.zip", packed(a=TEXT, b="출처: 총무팀 결재 7\n\n".encode() + other), "kim")
    assert refused(base) == {"자료.zip/a.md": "no_source"}
    shelf.source("자료.zip/a.md", "인사팀", "kim")
    assert refused(base) == {}
    shelf.source("자료.zip/a.md", "", "kim")
    shelf.source("자료.zip", "공유함", "kim")
    assert refused(base) == {}
    assert {d.source for d in base.store.snapshot().documents.values()} == {"공유함"}
    with pytest.raises(UnknownDocument):
        shelf.source("없는.zip", "인사팀", "kim")
    with pytest.raises(BadDeed, match="출처"):
        shelf.source("자료.zip", "줄\n바꿈", "kim")


def test_what_came_over_the_desk_needs_its_source_for_good_and_a_person_may_put_it_there_anew(
    shelf: Shelf, base: wiring.Base
) -> None:
    shelf.put("출장.md", TEXT, "kim", "총무팀")
    assert refused(base) == {}
    shelf.source("출장.md", "", "kim")
    assert refused(base) == {"출장.md": "no_source"}
    assert not base.store.snapshot().documents
    shelf.remove("출장.md", "kim")
    (base.docs / "출장.md").write_bytes(TEXT)
    assert refused(base) == {}
