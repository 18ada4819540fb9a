"""An article is linked with the 부칙 clauses that speak of it as it stands, and with no others."""

from __future__ import annotations

from pathlib import Path

from geungeo.corpus.addenda import said_by, with_addenda
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import split
from geungeo.records import Chunk

APPLIES = "제15조의 개정규정은 이 규정 시행 이후 신청하는 휴직부터 적용한다."


def linked(text: str) -> dict[str, list[str]]:
    """Label of each linked article -> headings of the 부칙 that it is linked with."""
    (one,) = split(read(text.encode(), "휴가.md"), file="휴가.md", file_hash="", doc_id="휴가.md")
    found = with_addenda(one.document, chunks(one))
    by_id = {chunk.chunk_id: chunk for chunk in found}
    return {c.article or "": [by_id[i].path[0] for i in c.addenda] for c in found if c.addenda}


def rule(note: str, *addenda: str) -> str:
    body = f"# 휴가 규정\n\n제14조(연가) 연가는 15일로 한다. <개정 2010. 1. 1.>\n\n제15조(휴직) 휴직은 1년으로 한다.{note}\n\n"
    return body + "\n\n".join(
        f"부칙 <{day}>\n\n제1조(시행일) 이 규정은 {day}부터 시행한다.\n\n제2조(적용례) {APPLIES}" for day in addenda
    )


def test_the_amendment_that_last_touched_an_article_is_the_one_that_speaks_of_it() -> None:
    assert linked(rule(" <개정 2020. 3. 1.>", "2020. 3. 1.", "2024. 1. 5.")) == {"15": ["부칙 <2020. 3. 1.>"]}
    assert linked(rule(" <개정 2020. 3. 1., 2024. 1. 5.>", "2020. 3. 1.", "2024. 1. 5.")) == {
        "15": ["부칙 <2024. 1. 5.>"]
    }


def test_an_article_that_moved_since_is_no_longer_the_one_that_was_meant() -> None:
    moved = " <개정 2020. 3. 1.> [제14조에서 이동 <2022. 5. 1.>]"
    assert linked(rule(moved, "2020. 3. 1.")) == {}


def test_an_article_without_notes_is_as_it_was_made() -> None:
    assert linked(rule("", "2009. 1. 1.", "2024. 1. 5.")) == {"15": ["부칙 <2009. 1. 1.>"]}


def test_where_no_article_notes_its_amendments_only_the_last_supplement_speaks() -> None:
    plain = rule("", "2020. 3. 1.", "2024. 1. 5.").replace(" <개정 2010. 1. 1.>", "")
    assert linked(plain) == {"15": ["부칙 <2024. 1. 5.>"]}


def test_what_amended_this_rule_in_passing_counts_another_rules_articles() -> None:
    text = rule(" <개정 2020. 3. 1.>", "2020. 3. 1.").replace("부칙 <", "부칙(직제 규정) <")
    assert linked(text) == {}


def test_a_clause_links_its_own_clause_of_a_long_article() -> None:
    clauses = "\n\n".join(f"{'①②③'[n]} {'휴직에 관한 사항을 자세히 정한다. ' * 40}<개정 2020. 3. 1.>" for n in range(3))
    text = (
        rule("", "2020. 3. 1.")
        .replace("휴직은 1년으로 한다.", f"\n\n{clauses}")
        .replace("제15조의 개정", "제15조제2항의 개정")
    )
    (one,) = split(read(text.encode(), "휴가.md"), file="휴가.md", file_hash="", doc_id="휴가.md")
    found = [chunk for chunk in with_addenda(one.document, chunks(one)) if chunk.addenda]
    assert found
    assert {chunk.clause for chunk in found} == {"2"}


def test_every_link_of_real_acts_stays_in_its_version_and_names_the_article(shared: Path) -> None:
    count = 0
    for path in sorted((shared / "statutes/current").rglob("*.md"))[::5]:
        (one, *_) = split(read(path.read_bytes(), path.name), file=path.name, file_hash="", doc_id="x")
        found = with_addenda(one.document, chunks(one))
        by_id: dict[str, Chunk] = {chunk.chunk_id: chunk for chunk in found}
        for chunk in found:
            for addendum in (by_id[i] for i in chunk.addenda):
                count += 1
                assert (addendum.part, chunk.part, addendum.key) == ("부칙", "본칙", chunk.key)
                assert any(
                    ref.article == chunk.article for said in said_by(addendum, one.document) for ref in said.refs
                )
    assert count >= 20
