"""The store holds what the folder holds, at the cost of what changed."""

from __future__ import annotations

import dataclasses
import os
import random
import shutil
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest

from geungeo import settings as table
from geungeo.corpus.ingest import ingest
from geungeo.corpus.report import FileReport, report_text
from geungeo.errors import WorkspaceError
from geungeo.records import Chunk
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "docs"

HOLIDAY = """# 휴가 내규

제1조(목적) 이 내규는 직원의 휴가를 정한다.

제2조(연가) 연가는 1년에 15일로 한다.

제3조(경조사) 본인이 결혼하면 5일을 쉰다.
"""
TRAVEL = """# 출장 내규

제1조(목적) 이 내규는 출장비를 정한다.

제2조(정산) 출장비는 돌아온 날부터 5일 안에 정산한다.
"""


class Base:
    """A workspace, its folder of documents and the store, as commands use them."""

    def __init__(self, root: Path) -> None:
        self.docs = root / "docs"
        self.docs.mkdir(exist_ok=True)
        self.workspace = Workspace(root)
        self.store = EmbeddedStore(self.workspace, "none", 0)
        self.analysed = 0

    def put(self, name: str, text: str) -> Path:
        path = self.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def ingest(self, **arguments: int) -> list[FileReport]:
        self.analysed = 0
        given = {name.replace("__", "."): value for name, value in arguments.items()}
        return ingest(self.docs, self.store, table.load(None, given), self.workspace.report, self._progress)

    def _progress(self, stage: str, done: int, total: int) -> None:
        assert 0 <= done <= total
        if stage == "analysing":
            self.analysed = done

    @property
    def documents(self) -> dict[str, str]:
        """doc_id -> file."""
        return {doc_id: document.file for doc_id, document in self.store.snapshot().documents.items()}

    def chunks(self, doc_id: str) -> dict[str, Chunk]:
        return {key: chunk for key, chunk in self.store.snapshot().chunks.items() if chunk.doc_id == doc_id}


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path)


def state(base: Base) -> tuple[object, object]:
    snapshot = base.store.snapshot()
    return dict(snapshot.documents), dict(snapshot.chunks)


def consistent(base: Base) -> None:
    """Every chunk is its document's text, every document has chunks, the index holds exactly these."""
    snapshot = base.store.snapshot()
    for chunk in snapshot.chunks.values():
        assert snapshot.documents[chunk.key].text[chunk.start : chunk.end] == chunk.text
    assert {chunk.key for chunk in snapshot.chunks.values()} == snapshot.documents.keys()
    assert snapshot.indexed_ids() == snapshot.chunks.keys()


def test_rules_of_several_formats_become_documents_and_a_report(base: Base) -> None:
    names = (
        "보안업무규정.md",
        "법원공용차량 관리규칙.html",
        "채용절차의 공정화에 관한 법률.docx",
        "정부청사관리규정.txt",
    )
    for name in names:
        shutil.copy(EXAMPLES / name, base.docs / name)
    reports = base.ingest()
    assert [report.file for report in reports] == sorted(names)
    assert all(report.refused is None and report.documents and report.chars_out > 1000 for report in reports)
    assert sum(d.chunks for report in reports for d in report.documents) == len(base.store.snapshot().chunks)
    consistent(base)


def test_unchanged_files_cost_nothing_and_stay_in_the_report(base: Base) -> None:
    base.put("휴가.md", HOLIDAY)
    base.put("못읽음.hwp", "")
    reports, commit = base.ingest(), base.store.snapshot().commit
    assert base.ingest() == reports
    assert (base.store.snapshot().commit, base.analysed) == (commit, 0)


def test_a_changed_clause_touches_only_its_own_chunk(base: Base) -> None:
    base.put("휴가.md", HOLIDAY)
    base.put("출장.md", TRAVEL)
    base.ingest()
    before = base.store.snapshot().chunks
    base.put("휴가.md", HOLIDAY.replace("15일", "20일"))
    base.ingest()
    after = base.store.snapshot().chunks
    assert before.keys() == after.keys()
    changed = [after[key].article for key in after if after[key].text != before[key].text]
    assert changed == ["2"]
    assert base.analysed == 1
    consistent(base)


def test_removed_and_added_clauses_and_files_follow_the_folder(base: Base) -> None:
    base.put("휴가.md", HOLIDAY)
    travel = base.put("하위/출장.md", TRAVEL)
    base.ingest()
    travel.unlink()
    base.put("휴가.md", HOLIDAY[: HOLIDAY.index("제3조")])
    base.ingest()
    assert base.documents == {"휴가.md": "휴가.md"}
    assert {chunk.article for chunk in base.chunks("휴가.md").values()} >= {"1", "2"}
    assert all("결혼" not in chunk.text for chunk in base.store.snapshot().chunks.values())
    consistent(base)


def test_a_renamed_file_keeps_its_id_also_when_only_its_text_is_equal(base: Base) -> None:
    path = base.put("휴가.md", HOLIDAY)
    base.ingest()
    ids = base.chunks("휴가.md").keys()
    path.rename(base.docs / "휴가 내규(개정).md")
    base.ingest()
    assert base.documents == {"휴가.md": "휴가 내규(개정).md"}
    assert base.chunks("휴가.md").keys() == ids
    (base.docs / "휴가 내규(개정).md").unlink()
    (base.docs / "다른 이름.md").write_bytes(b"\xef\xbb\xbf" + HOLIDAY.replace("\n", "\r\n").encode())
    base.ingest()
    assert base.documents == {"휴가.md": "다른 이름.md"}
    consistent(base)


def test_a_copy_is_another_document_and_a_new_file_at_an_old_name_too(base: Base) -> None:
    path = base.put("휴가.md", HOLIDAY)
    base.ingest()
    shutil.copy(path, base.docs / "휴가 사본.md")
    base.ingest()
    assert base.documents == {"휴가.md": "휴가.md", "휴가 사본.md": "휴가 사본.md"}
    (base.docs / "휴가 사본.md").unlink()
    path.rename(base.docs / "옮김.md")
    base.put("휴가.md", TRAVEL)
    base.ingest()
    documents = base.documents
    assert documents["휴가.md"] == "옮김.md"
    assert sorted(documents.values()) == ["옮김.md", "휴가.md"]
    consistent(base)


def stating(doc_id: str, text: str) -> str:
    return f"---\n법령ID: '{doc_id}'\n제목: 휴가 내규\n---\n\n{text}"


def test_two_files_that_state_one_id_are_kept_apart_and_that_is_said(base: Base) -> None:
    base.put("ㄱ.md", stating("000123", HOLIDAY))
    base.put("ㄴ.md", stating("000123", HOLIDAY.replace("15일", "16일")))
    reports = base.ingest()
    assert base.documents == {"000123": "ㄱ.md", "000123@ㄴ.md": "ㄴ.md"}
    assert [bool(report.notes) for report in reports] == [False, True]
    assert "000123" in report_text(reports)
    assert "ㄱ.md" in reports[1].notes[0]
    consistent(base)
    base.put("0.md", stating("000123", HOLIDAY.replace("15일", "17일")))
    base.ingest()
    assert base.documents["000123"] == "ㄱ.md", "who had the id first keeps it"


def test_an_id_can_pass_from_one_file_to_another(base: Base) -> None:
    base.put("ㄱ.md", stating("000123", HOLIDAY))
    base.ingest()
    base.put("ㄱ.md", stating("000999", HOLIDAY))
    base.put("ㄴ.md", stating("000123", TRAVEL))
    base.ingest()
    assert base.documents == {"000999": "ㄱ.md", "000123": "ㄴ.md"}
    assert all("출장" in chunk.label or "휴가" in chunk.label for chunk in base.chunks("000123").values())
    consistent(base)


def test_a_file_that_became_unreadable_is_withdrawn_and_that_is_said(base: Base) -> None:
    base.put("출장.md", TRAVEL)
    path = base.put("휴가.md", HOLIDAY)
    base.ingest()
    path.write_bytes(b"")
    reports = base.ingest()
    assert base.documents == {"출장.md": "출장.md"}
    assert [report.refused for report in reports] == [None, "empty"]
    assert reports[1].notes
    assert "휴가.md" in report_text(reports)
    base.put("휴가.md", HOLIDAY)
    assert not base.ingest()[1].notes
    assert base.documents.keys() == {"출장.md", "휴가.md"}
    consistent(base)


def test_left_overs_and_hidden_files_are_no_documents(base: Base) -> None:
    for name in ("~$휴가.docx", ".휴가.md.swp", ".git/규정.md", "휴가.md.tmp", "Thumbs.db", "휴가.md~"):
        base.put(name, HOLIDAY)
    base.put("휴가.md", HOLIDAY)
    assert [report.file for report in base.ingest()] == ["휴가.md"]


def test_names_are_compared_as_people_read_them(base: Base) -> None:
    path = base.put(unicodedata.normalize("NFD", "휴가.md"), HOLIDAY)
    assert [report.file for report in base.ingest()] == ["휴가.md"]
    path.rename(base.docs / "휴가.md")
    commit = base.store.snapshot().commit
    base.ingest()
    assert base.documents == {"휴가.md": "휴가.md"}
    assert base.store.snapshot().commit == commit


def test_a_name_of_any_bytes_is_one_line_and_stops_nothing(base: Base) -> None:
    for raw in ("휴가내규.md".encode("cp949"), b"\xff\xfe.md", "줄\n바꿈 \x1b[31m.md".encode()):
        (base.docs / os.fsdecode(raw)).write_text(HOLIDAY, encoding="utf-8")
    reports = base.ingest()
    assert [report.file for report in reports] == [r"\xff\xfe.md", r"줄\x0a바꿈 \x1b[31m.md", "휴가내규.md"]
    assert all(report.documents for report in reports)
    assert base.ingest() == reports
    consistent(base)


def test_links_out_of_the_folder_and_pipes_are_named_and_never_read(base: Base) -> None:
    secret = base.docs.parent / "key.txt"
    secret.write_text(TRAVEL, encoding="utf-8")
    (base.docs / "밖.txt").symlink_to(secret)
    (base.docs / "밖 폴더").symlink_to(base.docs.parent)
    os.mkfifo(base.docs / "관.md")
    base.put("휴가.md", HOLIDAY)
    (base.docs / "안.md").symlink_to(base.docs / "휴가.md")
    reports = {report.file: report.refused for report in base.ingest()}
    assert reports == {"관.md": "no_access", "밖.txt": "outside", "안.md": None, "휴가.md": None}
    consistent(base)


def test_an_absent_folder_is_not_an_emptied_one(base: Base) -> None:
    base.put("휴가.md", HOLIDAY)
    base.ingest()
    shutil.move(base.docs, base.docs.parent / "elsewhere")
    with pytest.raises(WorkspaceError, match="docs"):
        base.ingest()
    assert base.documents == {"휴가.md": "휴가.md"}


def test_other_chunk_settings_cut_every_file_anew(base: Base) -> None:
    base.put("휴가.md", HOLIDAY.replace("정한다.", "정한다. " + "휴가는 미리 신청한다. " * 30))
    base.ingest()
    count = len(base.store.snapshot().chunks)
    base.ingest(chunk__article_max=200)
    assert len(base.store.snapshot().chunks) > count
    consistent(base)


def test_a_lost_or_torn_report_only_costs_reading(base: Base) -> None:
    base.put("휴가.md", HOLIDAY)
    reports, commit = base.ingest(), base.store.snapshot().commit
    for content in ("", '{"made_with": 1, "files"', "[]"):
        base.workspace.report.write_text(content, encoding="utf-8")
        assert base.ingest() == reports
    assert base.store.snapshot().commit == commit


def test_any_order_of_changes_ends_where_a_fresh_ingest_ends(tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    base, dice = Base(tmp_path / "many"), random.Random(3)
    texts = [HOLIDAY, TRAVEL, HOLIDAY.replace("15일", "20일"), TRAVEL.replace("5일", "7일"), "", "표제 없는 글이다."]
    for _ in range(12):
        for name in dice.sample(["ㄱ.md", "ㄴ.md", "하위/ㄷ.md", "ㄹ.txt"], 2):
            if dice.random() < 0.3:
                (base.docs / name).unlink(missing_ok=True)
            else:
                base.put(name, dice.choice(texts))
        base.ingest()
        consistent(base)
    (tmp_path / "once").mkdir()
    fresh = Base(tmp_path / "once")
    shutil.copytree(base.docs, fresh.docs, dirs_exist_ok=True)
    fresh.ingest()
    seen, wanted = (
        sorted((dataclasses.replace(c, chunk_id="", doc_id="") for c in b.store.snapshot().chunks.values()), key=repr)
        for b in (base, fresh)
    )
    assert seen == wanted


_RUN = """
import sys
from pathlib import Path
from geungeo import settings
from geungeo.corpus.ingest import ingest
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]))
def tell(stage, done, total):
    print(stage, done, flush=True)
ingest(workspace.root / "docs", EmbeddedStore(workspace, "none", 0), settings.load(), workspace.report, tell)
"""


def test_a_killed_ingest_leaves_a_sound_store_and_the_next_run_completes(tmp_path: Path) -> None:
    (tmp_path / "killed").mkdir()
    (tmp_path / "whole").mkdir()
    base, whole = Base(tmp_path / "killed"), Base(tmp_path / "whole")
    dice = random.Random(5)
    for name in ("국가공무원 복무규정.md", "보안업무규정.md", "공무원 제안 규정.md"):
        shutil.copy(EXAMPLES / name, base.docs)
        shutil.copy(EXAMPLES / name, whole.docs)
    for stage in ("reading", "analysing", "analysing"):
        with subprocess.Popen(
            [sys.executable, "-c", _RUN, str(base.workspace.root)], stdout=subprocess.PIPE, text=True, env=os.environ
        ) as process:
            assert process.stdout is not None
            next(line for line in process.stdout if line.startswith(stage))
            time.sleep(dice.random() * 0.5)
            process.kill()
        with base.store.writing("test"):
            consistent(base)
    base.ingest()
    whole.ingest()
    assert state(base) == state(whole)
    consistent(base)
