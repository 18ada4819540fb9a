"""The everyday questions say what the rules say: each gold clause holds the facts, and no near miss has its answer.

Failures name cases by id only: whoever tunes the search reads no question of the held-out half.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "cases" / "everyday"
HALVES: dict[str, dict[str, Any]] = {
    half: json.loads((FOLDER / f"{half}.json").read_text("utf-8")) for half in ("tuning", "heldout")
}
# Answerable, near miss, out of scope.
FEWEST = {"tuning": (100, 105, 40), "heldout": (110, 105, 40)}
TYPES = {
    *("amount", "count", "days", "deadline", "time", "place", "person"),
    *("procedure", "yesno", "list", "exception", "definition"),
}
TAGS = {"everyday_words", "typo", "loan_word", "by_number", "names_document", "two_clauses", "elliptic"}
FIELDS = {
    "answerable": {"id", "kind", "type", "tags", "q", "documents", "gold"},
    "near_miss": {"id", "kind", "type", "tags", "q", "documents", "near", "why", "absent"},
    "out_of_scope": {"id", "kind", "tags", "q"},
}
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"

both = pytest.mark.parametrize("half", list(HALVES))


def cases(half: str, kind: str = "") -> list[dict[str, Any]]:
    return [case for case in HALVES[half]["cases"] if kind in ("", case["kind"])]


def files(half: str) -> list[str]:
    return [document["file"] for document in HALVES[half]["documents"]]


def solid(text: str) -> str:
    return "".join(text.split())


@functools.cache
def parsed(path: Path) -> ParsedDocument:
    (document,) = split(read(path.read_bytes(), path.name), file=path.name, file_hash="", doc_id=path.name)
    return document


@functools.cache
def places(path: Path) -> dict[str, str]:
    """The words of each article by its number and of each 별표 by its name; 부칙 aside."""
    found: dict[str, str] = {}
    document = parsed(path)
    for section in document.sections:
        name = section.article if section.part == "본칙" else section.name
        if name and section.part in ("본칙", "별표"):
            found[name] = found.get(name, "") + document.document.text[section.start : section.end]
    return found


def clause(text: str, number: str | None) -> str:
    """One 항 of an article, or all of it; "" when it has no such 항."""
    if number is None:
        return text
    mark, following = _CIRCLED[int(number) - 1], _CIRCLED[int(number) : int(number) + 1]
    words = text.partition(mark)[2]
    return words.split(following, 1)[0] if following else words


@pytest.fixture
def path(shared: Path) -> Any:
    """From a file as the cases name it to where it lies."""

    def found(file: str) -> Path:
        root, _, rest = file.partition("/")
        return ROOT / file if root == "examples" else shared / rest

    return found


def words_of(gold: dict[str, Any], path: Any) -> str:
    name = gold["article"] if "article" in gold else f"별표 {gold['annex']}"
    return clause(places(path(gold["file"])).get(name, ""), gold.get("clause"))


def gold_sets(half: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((case["id"], gold) for case in cases(half, "answerable") for gold in case["gold"])


@both
def test_every_case_has_the_fields_of_its_kind(half: str) -> None:
    assert HALVES[half]["half"] == half
    assert [c["id"] for c in cases(half) if set(c) != FIELDS[c["kind"]]] == []
    assert [c["id"] for c in cases(half) if not set(c["tags"]) <= TAGS] == []
    assert [c["id"] for c in cases(half) if c["kind"] != "out_of_scope" and c["type"] not in TYPES] == []
    assert [c["id"] for c in cases(half, "near_miss") if not c["why"]] == []
    assert [name for name, gold in gold_sets(half) if not gold["all"] or not all(gold["must_include"])] == []
    assert [name for name, gold in gold_sets(half) if not gold["must_include"]] == []


@both
def test_there_are_enough_cases_of_each_kind(half: str) -> None:
    counts = Counter(case["kind"] for case in cases(half))
    fewest = dict(zip(FIELDS, FEWEST[half], strict=True))
    assert {kind: counts[kind] for kind in FIELDS if counts[kind] < fewest[kind]} == {}


@both
def test_questions_are_asked_as_people_type_them(half: str) -> None:
    asked = [case for case in cases(half) if case["kind"] != "out_of_scope"]
    tags = Counter(tag for case in asked for tag in case["tags"])
    assert tags["everyday_words"] * 2 >= len(asked)
    assert tags["typo"] * 7 >= len(asked)
    assert min(tags[tag] for tag in TAGS) > 0
    assert {case["type"] for case in asked} == TYPES


def test_no_question_and_no_id_stands_twice_in_either_half_or_in_older_cases() -> None:
    older = json.loads((ROOT / "cases" / "relevance.json").read_text("utf-8"))["cases"]
    rows = [case for half in HALVES for case in cases(half)]
    asked = Counter(re.sub(r"[\W_]", "", case["q"]) for case in (*rows, *older))
    assert [case["id"] for case in rows if asked[re.sub(r"[\W_]", "", case["q"])] > 1] == []
    assert [name for name, count in Counter(case["id"] for case in rows).items() if count > 1] == []


def test_no_document_stands_in_both_halves() -> None:
    assert set(files("tuning")) & set(files("heldout")) == set()
    titles = [{document["title"] for document in HALVES[half]["documents"]} for half in HALVES]
    assert titles[0] & titles[1] == set()


@both
def test_each_half_has_every_kind_of_document_and_asks_about_all_of_them(half: str) -> None:
    assert {document["kind"] for document in HALVES[half]["documents"]} == {"company", "act", "association"}
    used = {file for case in cases(half) for file in case.get("documents", ())}
    golden = {gold["file"] for _, golds in gold_sets(half) for gold in golds["all"]}
    assert used == golden == set(files(half))


@both
def test_titles_and_days_are_those_that_the_product_reads(half: str, path: Any) -> None:
    documents = {file: parsed(path(file)).document for file in files(half)}
    assert {d["file"]: d["title"] for d in HALVES[half]["documents"]} == {f: d.title for f, d in documents.items()}
    later = [d.effective_at for d in documents.values() if d.effective_at and d.effective_at > HALVES[half]["as_of"]]
    assert later == []


@both
def test_gold_clauses_hold_the_facts(half: str, path: Any) -> None:
    wrong = []
    for name, gold in gold_sets(half):
        words = [words_of(each, path) for each in gold["all"]]
        told = solid(" ".join(words))
        if not all(words) or any(solid(fact) not in told for fact in gold["must_include"]):
            wrong.append(name)
    assert wrong == []


@both
def test_each_clause_of_a_two_clause_question_brings_a_fact_of_its_own(half: str, path: Any) -> None:
    """Else one of them would do, and the question would not need both."""
    idle = []
    for name, gold in gold_sets(half):
        told = [solid(words_of(each, path)) for each in gold["all"]]
        if len(told) > 1 and any(not any(solid(fact) in words for fact in gold["must_include"]) for words in told):
            idle.append(name)
    assert idle == []


@both
def test_each_gold_clause_is_a_passage_that_the_product_can_find(half: str, path: Any) -> None:
    found = {
        (file, chunk.article or chunk.label.rpartition("별표 ")[2], number)
        for file in files(half)
        for chunk in chunks(parsed(path(file)))
        if chunk.part in ("본칙", "별표")
        for number in (chunk.clause, None)
    }
    lost = [
        name
        for name, gold in gold_sets(half)
        for each in gold["all"]
        if not {(each["file"], each.get("article") or each["annex"], number) for number in (each.get("clause"), None)}
        & found
    ]
    assert lost == []


@both
def test_the_clause_nearest_to_a_near_miss_is_there(half: str, path: Any) -> None:
    assert [case["id"] for case in cases(half, "near_miss") if not words_of(case["near"], path)] == []


@both
def test_what_a_near_miss_asks_for_stands_in_no_document_of_its_half(half: str, path: Any) -> None:
    told = [solid(parsed(path(file)).document.text) for file in files(half)]
    asked = [(case["id"], solid(word)) for case in cases(half, "near_miss") for word in case["absent"]]
    assert len(asked) > 60
    assert [name for name, word in asked if any(word in text for text in told)] == []
