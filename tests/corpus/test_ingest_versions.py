"""Versions of documents in the store: what stays as archive, what goes, and what is never merged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from geungeo import settings as table
from geungeo.corpus.ingest import ingest
from geungeo.corpus.provenance import Told
from geungeo.corpus.report import FileReport
from geungeo.records import Document
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.versions import in_force
from geungeo.workspace import Workspace


class Base:
    def __init__(self, root: Path) -> None:
        self.docs = root / "docs"
        self.docs.mkdir()
        self.workspace = Workspace(root)
        self.store = EmbeddedStore(self.workspace, "none", 0)

    def put(self, name: str, text: str) -> Path:
        path = self.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def ingest(self, *apart: str, day: str = "2026-11-30") -> list[FileReport]:
        told = Told(apart=frozenset(apart))
        return ingest(self.docs, self.store, table.load(), self.workspace.report, told=told, day=day)

    @property
    def documents(self) -> list[Document]:
        return sorted(self.store.snapshot().documents.values(), key=lambda d: (d.doc_id, d.effective_at or ""))

    def on(self, day: str) -> str:
        """The text of all that holds that day, and proof that every chunk has its document."""
        snapshot = self.store.snapshot()
        assert {chunk.key for chunk in snapshot.chunks.values()} == snapshot.documents.keys()
        assert snapshot.indexed_ids() == snapshot.chunks.keys()
        held = in_force(snapshot.documents.values(), day)
        return "\n".join(snapshot.documents[key].text for key in sorted(held))


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path)


def act(day: str, leave: int, doc_id: str = "000123", title: str = "휴가 규정") -> str:
    return f"""---
법령ID: '{doc_id}'
제목: {title}
공포일자: {day}
시행일자: {day}
---

제1조(목적) 이 규정은 직원의 휴가를 정한다.

제2조(연가) 연가는 1년에 {leave}일로 한다.
"""


def rule(day: str, leave: int, title: str = "취업규칙") -> str:
    lines = "\n\n".join(f"제{n}조(일{n}) 직원은 {n}번째 일을 성실하게 하고 그 결과를 적는다." for n in range(2, 12))
    return f"# {title}\n\n개정 {day}\n\n제1조(연차) 연차는 1년에 {leave}일로 한다.\n\n{lines}\n"


def test_a_newer_version_in_the_same_file_leaves_the_old_one_askable(base: Base) -> None:
    base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    base.put("휴가.md", act("2025-01-01", 20))
    base.ingest()
    assert [document.doc_id for document in base.documents] == ["000123", "000123"]
    assert "15일" in base.on("2024-12-31")
    assert "20일" in base.on("2025-01-01")
    commit = base.store.snapshot().commit
    base.ingest()
    assert base.store.snapshot().commit == commit


def test_an_edit_without_a_new_date_is_a_correction(base: Base) -> None:
    base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    before = base.store.snapshot().chunks
    base.put("휴가.md", act("2023-01-01", 16))
    base.ingest()
    after = base.store.snapshot().chunks
    assert before.keys() == after.keys()
    assert [c.article for i, c in after.items() if c.content_hash != before[i].content_hash] == ["2"]
    assert len(base.documents) == 1


def test_files_that_state_one_id_are_versions_and_removing_one_withdraws_only_it(base: Base) -> None:
    for year, leave in (("2021", 11), ("2023", 15), ("2025", 20)):
        base.put(f"{year}.md", act(f"{year}-01-01", leave))
    base.ingest()
    assert ["11일" in base.on("2022-06-01"), "15일" in base.on("2024-06-01"), "20일" in base.on("2026-06-01")] == [
        True
    ] * 3
    (base.docs / "2023.md").unlink()
    base.ingest()
    assert "11일" in base.on("2024-06-01")
    for year in ("2021", "2025"):
        (base.docs / f"{year}.md").unlink()
    base.ingest()
    assert not base.store.snapshot().chunks


def test_a_file_replaced_by_one_of_another_name_is_archived_and_goes_with_its_successor(base: Base) -> None:
    old = base.put("휴가_2023.md", act("2023-01-01", 15))
    base.ingest()
    old.unlink()
    new = base.put("휴가_2025.md", act("2025-01-01", 20))
    base.ingest()
    assert "15일" in base.on("2024-06-01")
    base.ingest()
    assert "15일" in base.on("2024-06-01")
    new.unlink()
    base.ingest()
    assert not base.documents


def test_removing_a_file_withdraws_its_document_for_every_day(base: Base) -> None:
    path = base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    base.put("휴가.md", act("2025-01-01", 20))
    base.ingest()
    path.unlink()
    base.ingest()
    assert not base.documents
    assert not base.store.snapshot().chunks


def test_a_version_that_was_taken_back_holds_no_more(base: Base) -> None:
    base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    base.put("휴가.md", act("2025-01-01", 20))
    base.ingest()
    base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    assert "15일" in base.on("2026-01-01")
    assert len(base.documents) == 1


def test_an_archived_version_never_stands_in_for_one_that_became_unreadable(base: Base) -> None:
    path = base.put("휴가.md", act("2023-01-01", 15))
    base.ingest()
    base.put("휴가.md", act("2025-01-01", 20))
    base.ingest()
    path.write_bytes(b"")
    base.ingest()
    assert base.on("2026-01-01") == base.on("2024-01-01") == ""
    base.put("휴가.md", act("2025-01-01", 20))
    base.ingest()
    assert "20일" in base.on("2026-01-01")
    assert "15일" in base.on("2024-01-01")


def test_a_moved_file_takes_its_archive_along(base: Base) -> None:
    base.put("휴가.md", rule("2023. 1. 1.", 15))
    base.ingest()
    path = base.put("휴가.md", rule("2025. 1. 1.", 20))
    base.ingest()
    (base.docs / "인사").mkdir()
    path.rename(base.docs / "인사/휴가.md")
    base.ingest()
    base.ingest()
    assert {document.file for document in base.documents} == {"인사/휴가.md"}
    assert "15일" in base.on("2024-06-01")
    assert "20일" in base.on("2026-06-01")


def test_an_undated_rule_holds_from_its_first_ingest_also_after_corrections(base: Base) -> None:
    base.put("안내.md", "# 휴가 안내\n\n제1조(연차) 연차는 15일로 한다.\n")
    base.ingest(day="2026-03-01")
    base.put("안내.md", "# 휴가 안내\n\n제1조(연차) 연차는 16일로 한다.\n")
    base.ingest(day="2026-09-01")
    assert base.on("2026-02-28") == ""
    assert "16일" in base.on("2026-03-01")


def test_dated_files_of_one_title_and_mostly_one_text_are_versions_and_can_be_parted(base: Base) -> None:
    base.put("취업규칙_20230101.md", rule("2023. 1. 1.", 15))
    base.put("취업규칙_20250101.md", rule("2025. 1. 1.", 20))
    _, second = base.ingest()
    assert len({document.doc_id for document in base.documents}) == 1
    assert "취업규칙_20230101.md" in second.notes[0]
    assert "20일" in base.on("2026-01-01")
    assert "15일" not in base.on("2026-01-01")
    assert "15일" in base.on("2024-01-01")
    _, second = base.ingest("취업규칙_20250101.md")
    assert not second.notes
    assert len({document.doc_id for document in base.documents}) == 2
    assert "15일" in base.on("2026-01-01")
    commit = base.store.snapshot().commit
    base.ingest("취업규칙_20250101.md")
    assert base.store.snapshot().commit == commit


def test_equal_titles_alone_make_no_versions(base: Base) -> None:
    other = "\n\n".join(f"제{n}조 이 {n}째 조는 전혀 다른 회사의 다른 내용을 말한다." for n in range(1, 12))
    base.put("가/취업규칙.md", rule("2023. 1. 1.", 15))
    base.put("나/취업규칙.md", f"# 취업규칙\n\n개정 2025. 1. 1.\n\n{other}\n")
    base.put("다/취업규칙.md", rule("2023. 1. 1.", 30))  # the same day: another rule, not another version
    base.put("라/여비규정.md", rule("2025. 1. 1.", 15, "여비규정"))
    base.ingest()
    assert len({document.doc_id for document in base.documents}) == 4


def test_two_stated_ids_never_merge_whatever_their_titles_and_texts(base: Base) -> None:
    base.put("ㄱ.md", act("2023-01-01", 15, "000123"))
    base.put("ㄴ.md", act("2025-01-01", 15, "000124"))
    base.ingest()
    assert {document.doc_id for document in base.documents} == {"000123", "000124"}


def test_real_acts_of_years_become_one_document_with_a_version_a_file(base: Base, shared: Path) -> None:
    acts = sorted((shared / "statutes/history/공무원행동강령/대통령령").glob("*.md"))
    for path in acts:
        shutil.copy(path, base.docs)
    base.ingest()
    assert len({document.doc_id for document in base.documents}) == 1
    assert len(base.documents) == len(acts)
    for path in acts:
        document = next(d for d in base.documents if d.file == path.name)
        assert document.effective_at
        assert base.on(document.effective_at) == document.text
