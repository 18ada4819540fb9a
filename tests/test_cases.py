"""The golden cases say what the example rules say: each gold clause holds the deciding words."""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from geungeo.corpus.blocks import texts_of_blocks
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import split
from geungeo.golden import cases
from geungeo.records import Chunk

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "examples" / "docs"
PATH = ROOT / "cases" / "relevance.json"
ROWS: list[dict[str, Any]] = json.loads(PATH.read_text("utf-8"))["cases"]
ANSWERABLE = [row for row in ROWS if row["kind"] == "answerable"]
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


@functools.cache
def articles(file: str) -> dict[str, str]:
    """The articles before the first 부칙, by number, cut at headings alone: an oracle apart from the parser."""
    words = "\n".join(texts_of_blocks(read((DOCS / file).read_bytes(), file).blocks))
    body = re.split(r"^부\s*칙\s*$", words, maxsplit=1, flags=re.M)[0]
    parts = re.split(r"^제(\d+)조(?:의\s?(\d+))?(?=[ (]|$)", body, flags=re.M)[1:]
    heads = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {f"{number}의{branch}" if branch else number: text for number, branch, text in heads}


@functools.cache
def product_chunks() -> tuple[Chunk, ...]:
    parsed = (
        document
        for path in sorted(DOCS.iterdir())
        for document in split(read(path.read_bytes(), path.name), file=path.name, file_hash="", doc_id=path.name)
    )
    return tuple(chunk for document in parsed for chunk in chunks(document))


def solid(text: str) -> str:
    return "".join(text.split())


def clause(text: str, number: str | None) -> str:
    """The words of one 항, or of the whole article."""
    if number is None:
        return text
    mark = _CIRCLED[int(number) - 1]
    assert mark in text
    return mark + text.split(mark, 1)[1].split(_CIRCLED[int(number)], 1)[0]


@pytest.mark.parametrize("row", ANSWERABLE, ids=lambda row: row["id"])
def test_gold_clauses_hold_the_deciding_words(row: dict[str, Any]) -> None:
    assert row["must_include"]
    for gold in row["gold"]:
        found = solid(clause(articles(gold["file"])[gold["article"]], gold["clause"]))
        assert [word for word in row["must_include"] if solid(word) not in found] == []


@pytest.mark.parametrize("case", cases.load(PATH).cases, ids=lambda case: case.id)
def test_each_gold_clause_is_a_passage_that_the_product_can_find(case: cases.GoldenCase) -> None:
    for gold in case.gold:
        passages = [solid(chunk.text) for chunk in product_chunks() if gold.matches(chunk)]
        assert any(all(solid(word) in passage for word in case.must_include) for passage in passages), gold


def test_enough_cases_of_each_kind_and_halves_that_match() -> None:
    counts = Counter((row["kind"], row["half"]) for row in ROWS)
    assert len(ANSWERABLE) >= 70
    assert len(ROWS) - len(ANSWERABLE) >= 70
    for kind in ("answerable", "near_miss", "outside"):
        assert abs(counts[kind, "fit"] - counts[kind, "report"]) <= 1


def test_every_example_document_is_asked_about() -> None:
    assert {gold["file"] for row in ANSWERABLE for gold in row["gold"]} == {path.name for path in DOCS.iterdir()}


def test_at_least_a_third_are_asked_in_other_words_than_the_rule_uses() -> None:
    styles = Counter(row["style"] for row in ANSWERABLE)
    assert set(styles) == {"same_words", "other_words", "formal", "by_number"}
    assert styles["other_words"] * 3 >= len(ANSWERABLE)


def test_ids_and_questions_are_unique_and_refusals_say_why() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert len({solid(row["q"]) for row in ROWS}) == len(ROWS)
    assert all(row["why"] for row in ROWS if row["kind"] != "answerable")


def test_the_product_loads_the_shipped_cases() -> None:
    golden = cases.load(PATH)
    assert golden.version == "relevance-1"
    assert len(golden.cases) == len(ROWS)
