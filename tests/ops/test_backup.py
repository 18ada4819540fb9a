"""One file holds the workspace; from it the same answers come again, and nothing that it is not is taken for one."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import stat
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asking import OUTSIDE, SICK, by_words
from geungeo import wiring
from geungeo.corpus.ingest import ingest
from geungeo.errors import WorkspaceError
from geungeo.ops.backup import MANIFEST, backup
from geungeo.ops.restore import restore, verify
from geungeo.ports import Batch, NewHandoff
from geungeo.records import Reader, to_json
from geungeo.serve.ask import ask
from geungeo.stores.embedded.tables import advance, open_tables
from geungeo.workspace import Workspace

QUESTIONS = (SICK, OUTSIDE, "연차는 며칠이에요?", "출장 숙박비는 얼마까지 나오나요?")


def answers(base: wiring.Base) -> list[tuple[object, ...]]:
    results = [ask(question, by_words(base, inbox=None, traces=None)) for question in QUESTIONS]
    return [(r.route, r.reason, r.answer, r.citations, r.top_score, r.evidence) for r in results]


def files(root: Path) -> dict[str, bytes]:
    """All that is not derived."""
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    return {
        name: content for name, content in found.items() if not name.startswith("index/") and "writer.lock" not in name
    }


def indexed(root: Path) -> wiring.Base:
    """The restored workspace with a new index, without vectors."""
    base = wiring.open_workspace(root, {"embedder.kind": "none"})
    with base.store.rebuilding():
        pass
    return base


@pytest.fixture
def archive(examples_copy: wiring.Base, tmp_path: Path) -> Path:
    ask(SICK, by_words(examples_copy), reader=Reader("kim"))
    examples_copy.inbox.add(NewHandoff("연차 며칠?", "unavailable", 0.0, None, (), asker="kim"))
    examples_copy.workspace.decisions.write_text('{"target": "folder:a", "kind": "allow", "value": null}\n', "utf-8")
    return wiring.backup(examples_copy.workspace.root, tmp_path / "kept.tar.gz").path


def test_a_restored_workspace_answers_as_before(examples_copy: wiring.Base, archive: Path, tmp_path: Path) -> None:
    root = tmp_path / "again"
    made = restore(archive, root)
    base = indexed(root)
    assert answers(base) == answers(examples_copy)
    assert made.docs == "outside"
    assert made.before is None
    old, new = files(examples_copy.workspace.root), files(root)
    assert {name: content for name, content in new.items() if "geungeo.db" not in name} == {
        name: content for name, content in old.items() if "geungeo.db" not in name
    }
    again = wiring.inbox(root)
    assert to_json(again.list()) == to_json(examples_copy.inbox.list())
    assert to_json(wiring.kept(root).newest()) == to_json(wiring.kept(examples_copy.workspace.root).newest())
    assert len(again.list()) == 1
    reports = ingest(base.docs, base.store, base.settings, base.workspace.report)
    assert len(reports) == 12
    assert base.store.committed() == 1  # nothing had changed


def test_a_backup_is_for_its_owner_only_and_leaves_nothing_beside(archive: Path) -> None:
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert [path.name for path in archive.parent.iterdir() if path.name != "workspace"] == [archive.name]
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    assert names[-1] == MANIFEST
    assert {"geungeo.toml", "geungeo.db", "data/chunks.jsonl", "data/decisions.jsonl"} <= set(names)
    assert not any(name.startswith("index/") or name.endswith("writer.lock") for name in names)


def test_documents_inside_the_workspace_come_along(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    wiring.init(root)
    (root / "docs" / "인사").mkdir()
    (root / "docs" / "인사" / "규정.md").write_text("제1조(목적) 이 규정은 휴가를 정한다.", "utf-8")
    (tmp_path / "secret.md").write_text("밖에 있는 글")
    (root / "docs" / "link.md").symlink_to(tmp_path / "secret.md")
    made = wiring.backup(root, tmp_path / "kept.tar.gz")
    assert made.docs == "inside"
    restore(made.path, tmp_path / "again")
    assert (tmp_path / "again" / "docs" / "인사" / "규정.md").read_text("utf-8").startswith("제1조")
    assert not (tmp_path / "again" / "docs" / "link.md").exists()


@pytest.mark.parametrize("place", ["data/kept.tar.gz", "docs/kept.tar.gz"])
def test_a_backup_is_not_made_among_what_it_keeps(tmp_path: Path, place: str) -> None:
    wiring.init(tmp_path / "workspace")
    with pytest.raises(WorkspaceError, match="문서 폴더와 data/ 밖"):
        wiring.backup(tmp_path / "workspace", tmp_path / "workspace" / place)


def test_a_backup_that_fails_leaves_the_one_before(examples_copy: wiring.Base, archive: Path) -> None:
    before = archive.read_bytes()

    def full(target: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(WorkspaceError, match="No space left"):
        backup(examples_copy.workspace, examples_copy.docs, archive, full)
    assert archive.read_bytes() == before
    assert [path.name for path in archive.parent.iterdir() if path.name != "workspace"] == [archive.name]


@given(st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_torn_or_altered_archive_is_refused_and_nothing_is_touched(archive: Path, data: st.DataObject) -> None:
    whole = archive.read_bytes()
    torn = archive.with_name("torn.tar.gz")
    at = data.draw(st.integers(0, len(whole) - 1))
    flipped = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
    torn.write_bytes(data.draw(st.sampled_from([whole[:at], flipped])))
    target = archive.with_name("again")
    refusal = ""
    try:
        restore(torn, target)
    except WorkspaceError as error:
        refusal = str(error)
    if refusal:
        assert "torn.tar.gz" in refusal
        assert not target.exists()
    else:  # a byte that carries nothing: of gzip's header, or behind the end of the tar
        assert verify(torn) == verify(archive)
        shutil.rmtree(target)
    assert not list(archive.parent.glob(".again*"))


def rewritten(archive: Path, change: Callable[[tarfile.TarFile, tarfile.TarInfo, bytes], None]) -> Path:
    """The archive with each member passed through `change`, which adds what is to stand there."""
    forged = archive.with_name("forged.tar.gz")
    with tarfile.open(archive) as old, tarfile.open(forged, "w:gz") as new:
        for entry in old:
            content = old.extractfile(entry)
            assert content is not None
            change(new, entry, content.read())
    return forged


def add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "data/../../evil", "data//x", "./x", "a\\b", "index/CURRENT", "data/chunks.jsonl"]
)
def test_a_member_outside_of_its_place_or_twice_is_refused(archive: Path, name: str) -> None:
    def with_one_more(tar: tarfile.TarFile, entry: tarfile.TarInfo, content: bytes) -> None:
        if entry.name == MANIFEST:
            add(tar, name, b"evil")
            manifest = json.loads(content)
            manifest["files"][name] = {"size": 4, "sha256": "dd0d6a0f0e"}
            content = json.dumps(manifest).encode()
        add(tar, entry.name, content)

    target = archive.with_name("again")
    with pytest.raises(WorkspaceError, match="손상되었거나 백업 파일이 아닙니다"):
        restore(rewritten(archive, with_one_more), target)
    assert not target.exists()
    assert not list(archive.parent.rglob("evil"))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE])
def test_links_and_devices_are_refused(archive: Path, kind: bytes) -> None:
    def linked(tar: tarfile.TarFile, entry: tarfile.TarInfo, content: bytes) -> None:
        if entry.name == "geungeo.toml":
            link = tarfile.TarInfo("data/link")
            link.type, link.linkname = kind, "/etc/passwd"
            tar.addfile(link)
        add(tar, entry.name, content)

    with pytest.raises(WorkspaceError, match="data/link"):
        verify(rewritten(archive, linked))


@pytest.mark.parametrize("what", ["missing", "altered", "no manifest", "newer"])
def test_an_archive_that_is_not_what_its_manifest_says_is_refused(archive: Path, what: str) -> None:
    def changed(tar: tarfile.TarFile, entry: tarfile.TarInfo, content: bytes) -> None:
        if what == "missing" and entry.name == "data/documents.jsonl":
            return
        if what == "altered" and entry.name == "data/documents.jsonl":
            content = content.replace(b"a", b"b", 1)
        if entry.name == MANIFEST and what == "no manifest":
            return
        if entry.name == MANIFEST and what == "newer":
            content = json.dumps(json.loads(content) | {"format": 99}).encode()
        add(tar, entry.name, content)

    wanted = {"newer": "99", "no manifest": "manifest.json"}.get(what, "data/documents.jsonl")
    with pytest.raises(WorkspaceError, match=wanted):
        verify(rewritten(archive, changed))


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", gzip.compress(b"no tar"), gzip.compress(b"")],
    ids=["nothing", "words", "packed words", "packed nothing"],
)
def test_what_is_no_backup_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.tar.gz").write_bytes(content)
    with pytest.raises(WorkspaceError, match=r"a\.tar\.gz"):
        restore(tmp_path / "a.tar.gz", tmp_path / "again")
    with pytest.raises(WorkspaceError, match="열 수 없습니다"):
        restore(tmp_path / "absent.tar.gz", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_folder_in_use_is_replaced_only_when_told_and_kept_beside(archive: Path, tmp_path: Path) -> None:
    root = tmp_path / "again"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "mine.md").write_text("내 문서")
    with pytest.raises(WorkspaceError, match="--replace"):
        restore(archive, root)
    assert (root / "docs" / "mine.md").read_text() == "내 문서"
    made = restore(archive, root, replace=True)
    assert made.before is not None
    assert (made.before / "docs" / "mine.md").read_text() == "내 문서"
    assert (root / "geungeo.toml").exists()
    assert not (root / "docs").exists()


def test_an_empty_folder_is_taken(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    assert restore(archive, tmp_path / "again").before is None


def test_a_workspace_that_answers_is_not_replaced_under_its_server(examples_copy: wiring.Base, archive: Path) -> None:
    root = examples_copy.workspace.root
    before = files(root)
    assert examples_copy.store.snapshot().chunks  # holds the index
    with pytest.raises(WorkspaceError, match="서버를 멈춘"):
        restore(archive, root, replace=True)
    assert files(root) == before


def test_a_backup_under_load_holds_one_commit_and_whole_tickets(examples_copy: wiring.Base, tmp_path: Path) -> None:
    """While documents come and go, the logs are compacted and tickets are filed."""
    base, stop = examples_copy, threading.Event()
    snapshot = base.store.snapshot()
    moved = {key: [c for c in snapshot.chunks.values() if c.key == key] for key in list(snapshot.documents)[:3]}

    def come_and_go() -> None:
        while not stop.is_set():
            for key, chunks in moved.items():
                base.store.apply(
                    Batch(removed_documents=(key,), removed_chunks=tuple(chunk.chunk_id for chunk in chunks))
                )
                base.store.apply(Batch(documents=(snapshot.documents[key],), chunks=tuple(chunks)))

    def file_tickets() -> None:
        while not stop.is_set():
            base.inbox.add(NewHandoff("질문", "unavailable", 0.0, None, ()))

    workers = [threading.Thread(target=work) for work in (come_and_go, file_tickets)]
    for worker in workers:
        worker.start()
    try:
        made = [wiring.backup(base.workspace.root, tmp_path / f"{number}.tar.gz") for number in range(4)]
    finally:
        stop.set()
        for worker in workers:
            worker.join()
    counts = []
    for one in made:
        root = tmp_path / one.path.stem
        restore(one.path, root)
        kept = advance(open_tables(Workspace(root)))
        assert {chunk.key for chunk in kept.chunks.values()} <= kept.documents.keys()
        assert all(kept.documents[c.key].text[c.start : c.end] == c.text for c in kept.chunks.values())
        counts.append(len(wiring.inbox(root).list(100_000)))
    assert counts == sorted(counts)
    assert counts[-1] <= len(base.inbox.list(100_000))


def test_odd_names_survive(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    wiring.init(root)
    names = ["규정 (1).md", "a'b\"c.md", "\udcff.md", "줄\n바꿈.md", "x" * 120 + ".md"]
    for name in names:
        (root / "docs" / name).write_bytes(name.encode("utf-8", "surrogateescape"))
    restore(wiring.backup(root, tmp_path / "kept.tar.gz").path, tmp_path / "again")
    assert {os.fsencode(path.name) for path in (tmp_path / "again" / "docs").iterdir()} == set(map(os.fsencode, names))


def test_words_and_known_questions_come_along(tmp_path: Path) -> None:
    wiring.init(tmp_path / "house")
    house = Workspace(tmp_path / "house")
    house.words.write_text('"법인카드" = ["플카"]\n', encoding="utf-8")
    house.questions.write_text('{"q": "병가는?", "chunk_id": "a", "content_hash": ""}\n', encoding="utf-8")
    wiring.backup(house.root, tmp_path / "kept.tar.gz")
    restore(tmp_path / "kept.tar.gz", tmp_path / "again")
    again = Workspace(tmp_path / "again")
    assert (again.words.read_bytes(), again.questions.read_bytes()) == (
        house.words.read_bytes(),
        house.questions.read_bytes(),
    )
