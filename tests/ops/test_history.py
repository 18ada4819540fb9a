"""Old text against new: what stayed is linked, what changed is shown word by word, to whom may read it."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import run
from geungeo import wiring
from geungeo.corpus.compare import changes, unchanged
from geungeo.corpus.ingest import ingest
from geungeo.decisions import decide
from geungeo.errors import BadDeed, UnknownDocument
from geungeo.ops.history import History
from geungeo.records import NOBODY, Chunk, Reader
from store_samples import edited, rule

OPERATOR = Reader("park", role="operator")
ACT = "공무원행동강령/대통령령"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> wiring.Base:
    """Six versions of a real code of conduct."""
    root = tmp_path_factory.mktemp("history") / "workspace"
    wiring.init(root)
    with (root / "geungeo.toml").open("a", encoding="utf-8") as file:
        file.write('\n[embedder]\nkind = "none"\n')
    opened = wiring.open_workspace(root)
    for path in (shared / "statutes/history" / ACT).glob("*.md"):
        shutil.copy(path, opened.docs)
    ingest(opened.docs, opened.store, opened.settings, opened.workspace.report)
    return opened


def history(base: wiring.Base) -> History:
    return wiring.history(base, wiring.desk(base, filing=False, today=lambda: "2026-11-30"))


def chunks_of(base: wiring.Base, key: str) -> list[Chunk]:
    return [chunk for chunk in base.store.snapshot().chunks.values() if chunk.key == key]


def test_versions_come_oldest_first_and_each_ends_where_the_next_begins(base: wiring.Base) -> None:
    rows = history(base).versions("공무원 행동강령", OPERATOR)
    held = [row.held[0] for row in rows]
    assert [one.end for one in held[:-1]] == [two.start for two in held[1:]]
    assert held[-1].end is None
    assert rows[0].kept is None
    for before, row in pairwise(rows):
        assert row.kept is not None
        assert row.changed is not None
        assert row.kept + row.changed == len(chunks_of(base, row.document.key))
        assert row.kept > row.changed
        assert before.document.effective_at != row.document.effective_at


def test_linked_clauses_say_the_same_and_what_is_shown_is_the_rest(base: wiring.Base) -> None:
    rows = history(base).versions("공무원 행동강령", OPERATOR)
    old, new = (chunks_of(base, row.document.key) for row in rows[-2:])
    by_id = {chunk.chunk_id: chunk for chunk in [*old, *new]}
    links = unchanged(old, new)
    assert len(set(links.values())) == len(links)
    for before, after in links.items():
        assert by_id[before].text == by_id[after].text
        assert (by_id[before].part, by_id[before].article) == (by_id[after].part, by_id[after].article)
    shown = changes(old, new)
    assert shown
    for change in shown:
        assert change.kind != "changed" or change.old != change.new
        assert change.new == "" or any(chunk.text in change.new for chunk in new)
    told = {change.article for change in shown}
    assert all(
        by_id[after].article not in told
        or by_id[after].part != "본칙"
        or any(c.article == by_id[after].article and c.chunk_id not in links.values() for c in new)
        for after in links.values()
    )


def test_one_article_of_two_days(base: wiring.Base) -> None:
    whole = history(base).compared("공무원 행동강령", OPERATOR, "2019-01-01", "2023-01-01")
    assert whole.old.effective_at is not None
    assert whole.old.effective_at <= "2019-01-01"
    article = next(change.article for change in whole.changes if change.article)
    one = history(base).compared("공무원 행동강령", OPERATOR, "2019-01-01", "2023-01-01", f"제{article}조")
    assert {change.article for change in one.changes} == {article}


def test_days_articles_and_documents_that_are_none_are_named(base: wiring.Base) -> None:
    for days in (("1950-01-01", None), (None, "1950-01-01"), ("어제", None)):
        with pytest.raises(BadDeed):
            history(base).compared("공무원 행동강령", OPERATOR, *days)
    with pytest.raises(BadDeed, match="십오조"):
        history(base).compared("공무원 행동강령", OPERATOR, article="십오조")
    with pytest.raises(UnknownDocument):
        history(base).versions("없는 규정", OPERATOR)


def test_who_may_not_read_a_document_learns_nothing_of_its_versions(base: wiring.Base) -> None:
    doc_id = history(base).versions("공무원 행동강령", OPERATOR)[0].document.doc_id
    decide(base.workspace, f"document:{doc_id}", "allow", ["group:hr"], "park")
    try:
        with pytest.raises(UnknownDocument):
            history(base).compared("공무원 행동강령", NOBODY)
        assert history(base).compared("공무원 행동강령", Reader("lee", ("hr",))).changes
    finally:
        decide(base.workspace, f"document:{doc_id}", "allow", None, "park")


def test_the_shell_shows_versions_and_their_difference_and_keeps_decisions(base: wiring.Base) -> None:
    root = str(base.workspace.root)
    rows = run("-w", root, "versions", "공무원 행동강령", "--json").json
    assert len(rows) == 6
    assert "2022-06-02" in run("-w", root, "versions", "공무원 행동강령").out
    shown = run("-w", root, "diff", "공무원 행동강령")
    assert shown.code == 0
    assert "{+" in shown.out
    newest = rows[-1]["document"]["key"]
    run("-w", root, "versions", newest, "--in-force", "no")
    assert run("-w", root, "versions", newest, "--json").json[-1]["held"] == []
    run("-w", root, "versions", newest, "--in-force", "unset")
    assert run("-w", root, "versions", newest, "--json").json[-1]["held"]
    assert run("-w", root, "versions", newest, "--in-force", "내년").code == 2
    assert run("-w", root, "ask", "선물은 받아도 되나요?", "--as-of", "어제").code == 2


@given(st.sets(st.integers(0, 30), max_size=6), st.randoms(use_true_random=False))
def test_any_edit_links_all_the_rest(places: set[int], dice: object) -> None:
    chunks = list(rule()[1])
    after = [edited(c, c.text + " 끝.") if at in places else c for at, c in enumerate(chunks)]
    links = unchanged(chunks, after)
    assert links == {c.chunk_id: c.chunk_id for at, c in enumerate(chunks) if at not in places}
    assert {change.label for change in changes(chunks, after)} <= {
        c.label for at, c in enumerate(chunks) if at in places
    }
