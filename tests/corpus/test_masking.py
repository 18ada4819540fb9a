"""Personal numbers in documents: counted for people, and kept out of everything that is stored where that is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import by_words
from commands import run
from geungeo import wiring
from geungeo.korean.private import blank, find
from geungeo.records import Reader
from geungeo.serve.ask import ask

RESIDENT, PHONE, MAIL = "900101-1234568", "010-2345-6789", "kim.minsu@hr.example.com"
VALUES = (RESIDENT, PHONE, MAIL)
CONTACTS = f"""---
title: 당직 연락 규정 {PHONE}
시행일: {{day}}
---
# 당직 연락 규정

제1조(목적) 이 규정은 당직 연락을 정한다.

제2조(당직 담당자 {PHONE}) 당직 담당자는 김민수({RESIDENT})이고, 연락처는 {PHONE}, {MAIL}이다.

제3조(당직 시간) 당직은 {{hours}}시간으로 한다.

별표 1

| 이름 | 전화 |
| --- | --- |
| 김민수 | {PHONE} |
"""
QUESTION = "당직은 몇 시간인가요?"


def written(base: wiring.Base, day: str = "2025-01-01", hours: int = 8) -> None:
    (base.docs / "당직.md").write_text(CONTACTS.format(day=day, hours=hours), encoding="utf-8")


def refresh(base: wiring.Base) -> wiring.Base:
    base = wiring.open_workspace(base.workspace.root, {"embedder.kind": "none"})
    wiring.refresh(base, lambda stage, done, total: None)
    return base


@pytest.fixture
def base(tmp_path: Path) -> wiring.Base:
    wiring.init(tmp_path / "workspace")
    return wiring.open_workspace(tmp_path / "workspace", {"embedder.kind": "none"})


def masking(base: wiring.Base, on: bool) -> None:
    base.workspace.settings.write_text(f'[docs]\nfolder = "docs"\nmask_private = {str(on).lower()}\n', encoding="utf-8")


def holding(base: wiring.Base) -> list[str]:
    """Files of data/, index/ and geungeo.db in whose bytes one of the values stands, as a whole or in its parts."""
    sought = [value.encode() for value in (*VALUES, "1234568", "23456789", "kim.minsu")]
    roots = (base.workspace.data, base.workspace.index)
    files = [path for root in roots for path in root.rglob("*") if path.is_file()]
    files += list(base.workspace.root.glob("geungeo.db*"))
    return [str(path.relative_to(base.workspace.root)) for path in files if any(v in path.read_bytes() for v in sought)]


def test_what_looks_like_a_persons_is_counted_by_kind_and_never_told(base: wiring.Base) -> None:
    written(base)
    base = refresh(base)
    report = run("-w", str(base.workspace.root), "report")
    assert "개인정보로 보이는 값: 주민등록번호 1, 전화번호 3, 이메일 1" in report.out
    row = next(row for row in wiring.catalogue(base).rows() if row.name == "당직.md")
    assert row.private == {"resident": 1, "phone": 3, "email": 1}
    assert row.warnings["private"] == 5
    assert not any(value in line for value in VALUES for line in report.out.splitlines() if "개인정보" in line)


def test_a_masked_value_is_nowhere_in_what_is_stored_and_every_offset_holds(base: wiring.Base) -> None:
    masking(base, on=True)
    written(base)
    base = refresh(base)
    result = ask(QUESTION, by_words(base), reader=Reader("lee"))
    ask("당직 담당자의 연락처는?", by_words(base), reader=Reader("lee"))
    assert "8시간" in result.answer
    snapshot = base.store.snapshot()
    document = next(iter(snapshot.documents.values()))
    assert "***-****-****" in document.text
    assert all(document.text[c.start : c.end] == c.text for c in snapshot.chunks.values())
    assert holding(base) == []
    assert wiring.catalogue(base).one("당직.md").row.private == {"resident": 1, "phone": 3, "email": 1}


def test_masking_that_is_asked_for_later_reaches_what_was_stored_before_and_old_versions(base: wiring.Base) -> None:
    written(base, "2024-01-01", 6)
    base = refresh(base)
    written(base, "2025-01-01", 8)
    base = refresh(base)
    assert len(base.store.snapshot().documents) == 2
    assert holding(base)
    masking(base, on=True)
    base = refresh(base)
    assert len(base.store.snapshot().documents) == 2
    assert holding(base) == []
    assert "6시간" in ask(QUESTION, by_words(base), as_of="2024-06-01").answer


@given(
    st.lists(st.sampled_from([*VALUES, "제3조 ", "2024. 3. 1.\n", "당직 ", "계좌 110-123-456789 ", "가"]), max_size=12)
)
def test_a_masked_text_is_as_long_and_holds_nothing_more(parts: list[str]) -> None:
    text = "".join(parts)
    masked = blank(text)
    assert len(masked) == len(text)
    assert not find(masked)
    assert all(new in (old, "*") for old, new in zip(text, masked, strict=True))
