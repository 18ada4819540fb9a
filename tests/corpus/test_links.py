"""What rests on a clause can follow it into the next version; the report of an update counts what it did."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from geungeo import settings as table
from geungeo.corpus.chunk import chunks
from geungeo.corpus.compare import Counted, Link, carried_over, counted, links, unchanged
from geungeo.corpus.ingest import ingest
from geungeo.corpus.outcomes import reports
from geungeo.corpus.read import read
from geungeo.corpus.report import FileReport, report_text
from geungeo.corpus.structure import split
from geungeo.records import Chunk
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.workspace import Workspace

WORDS = ["연가", "병가", "공가", "출장", "당직", "휴직", "복직", "겸직", "여비", "포상"]


def rule(articles: list[str], day: str = "2024. 1. 5.") -> str:
    body = "\n\n".join(
        f"제{n}조({word}) {word}에 관한 사항을 {word} 담당자가 정한다." for n, word in enumerate(articles, 1)
    )
    return f"# 복무 규정\n\n개정 {day}\n\n{body}\n"


def pieces(text: str) -> list[Chunk]:
    (one,) = split(read(text.encode(), "복무.md"), file="복무.md", file_hash="", doc_id="복무.md")
    return chunks(one)


def body(found: list[Chunk]) -> dict[str, Chunk]:
    return {chunk.article_title or chunk.path[-1]: chunk for chunk in found if chunk.article}


@given(
    st.lists(st.sampled_from(WORDS), unique=True, min_size=1), st.lists(st.sampled_from(WORDS), unique=True, min_size=1)
)
def test_the_same_words_are_found_again_under_whatever_number(before: list[str], after: list[str]) -> None:
    old, new = pieces(rule(before)), pieces(rule(after, "2025. 1. 5."))
    found = links(old, new)
    by_id = {chunk.chunk_id: chunk for chunk in [*old, *new]}
    targets = [link.chunk_id for link in found.values()]
    assert len(targets) == len(set(targets))
    for chunk in old:
        (word,) = [each for each in before if chunk.article and f"제{before.index(each) + 1}조" in chunk.text] or [""]
        link = found.get(chunk.chunk_id)
        assert (link is not None) == (word in after)
        if link:
            assert link.moved == (before.index(word) != after.index(word))
            assert word in by_id[link.chunk_id].text


@given(st.permutations(WORDS))
def test_what_stays_in_its_place_is_never_said_to_have_moved(order: list[str]) -> None:
    old, new = pieces(rule(WORDS)), pieces(rule(order, "2025. 1. 5."))
    stayed = unchanged(old, new)
    assert {i: Link(j) for i, j in stayed.items()} == {i: link for i, link in links(old, new).items() if not link.moved}


def test_clauses_that_read_alike_are_not_taken_for_each_other() -> None:
    """Two deleted articles say the same; which became which, nobody knows."""
    old = pieces("# 복무 규정\n\n제1조(목적) 목적을 정한다.\n\n제2조 삭제\n\n제3조 삭제\n")
    new = pieces("# 복무 규정\n\n제1조(목적) 목적을 정한다.\n\n제2조(신설) 새로 정한다.\n\n제4조 삭제\n\n제5조 삭제\n")
    assert not any(link.moved for link in links(old, new).values())


@given(st.sets(st.sampled_from(WORDS)), st.sets(st.sampled_from(["신규", "추가"])), st.sets(st.sampled_from(WORDS)))
def test_every_article_is_counted_once(gone: set[str], new: set[str], changed: set[str]) -> None:
    """By number: articles are dropped from the end, so that the others keep theirs."""
    kept = WORDS[: len(WORDS) - len(gone)]
    after = [f"{word} 등" if word in changed else word for word in kept]
    after = [*after, *sorted(new)] if not gone else after
    found = counted(body_only(rule(WORDS)), body_only(rule(after)))
    assert found.changed + found.kept + found.removed == len(WORDS)
    assert found.changed == len(changed & set(kept))
    assert (found.removed, found.added) == (len(gone), 0 if gone else len(new))


def body_only(text: str) -> list[Chunk]:
    return [chunk for chunk in pieces(text) if chunk.article]


class Base:
    def __init__(self, root: Path) -> None:
        self.docs = root / "docs"
        self.docs.mkdir()
        self.workspace = Workspace(root)
        self.store = EmbeddedStore(self.workspace, "none", 0)

    def put(self, text: str) -> FileReport:
        (self.docs / "복무.md").write_text(text, encoding="utf-8")
        (report,) = ingest(self.docs, self.store, table.load(), self.workspace.report, day="2026-11-30")
        return report


def test_the_report_counts_what_an_update_did_and_links_lead_from_version_to_version(tmp_path: Path) -> None:
    base = Base(tmp_path)
    assert base.put(rule(WORDS)).documents[0].update is None
    report = base.put(rule([*WORDS[:3], "연수", *WORDS[4:], "신규"], "2025. 1. 5."))
    # the history line is a stretch of its own, and changed
    assert report.documents[0].update == Counted(changed=2, added=1, removed=0, kept=9)
    assert "바뀐 조항 2개, 새 조항 1개, 없어진 조항 0개, 그대로 9개" in report_text([report])
    assert reports(base.workspace.report)["복무.md"] == report
    snapshot = base.store.snapshot()
    old, new = sorted(snapshot.documents)
    found = carried_over(snapshot, old, new)
    assert len(found) == 9
    for before, link in found.items():
        assert snapshot.chunks[before].content_hash == snapshot.chunks[link.chunk_id].content_hash
        assert (snapshot.chunks[before].key, snapshot.chunks[link.chunk_id].key) == (old, new)


def test_a_correction_in_place_is_counted_and_reading_again_counts_nothing(tmp_path: Path) -> None:
    base = Base(tmp_path)
    base.put(rule(WORDS))
    corrected = base.put(rule(WORDS).replace("연가 담당자", "연가 책임자"))
    assert corrected.documents[0].update == Counted(changed=1, added=0, removed=0, kept=10)
    base.workspace.report.unlink()
    assert base.put(rule(WORDS).replace("연가 담당자", "연가 책임자")).documents[0].update is None


def test_a_report_without_updates_is_still_read(tmp_path: Path) -> None:
    base = Base(tmp_path)
    report = base.put(rule(WORDS))
    text = base.workspace.report.read_text(encoding="utf-8")
    base.workspace.report.write_text(text.replace('"update": null', '"chunks": 11'), encoding="utf-8")
    told = reports(base.workspace.report)["복무.md"]
    assert dataclasses.replace(told, documents=()) == dataclasses.replace(report, documents=())
