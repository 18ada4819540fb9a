"""개정 표준취업규칙(2025년, 배포).hwp: two whole rules in two-column tables, two contents lists, an appended rule."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from structure_samples import assert_whole, parse_file

from geungeo.corpus.chunk import article_numbers, chunks
from geungeo.corpus.quality import flagged
from geungeo.corpus.structure import ParsedDocument, citation_label
from geungeo.records import Chunk


@pytest.fixture(scope="module")
def rules(shared: Path) -> list[ParsedDocument]:
    folder = shared / "rules/moel-standard-rules/e2e/fixtures"
    name = "개정 표준취업규칙(2025년, 배포).hwp"
    [path] = [path for path in folder.iterdir() if unicodedata.normalize("NFC", path.name) == name]
    return parse_file(path, "standard")


@pytest.fixture(scope="module")
def found(rules: list[ParsedDocument]) -> list[list[Chunk]]:
    return [flagged(rule, chunks(rule)) for rule in rules]


def test_it_holds_three_rules_with_names_of_their_own(rules: list[ParsedDocument]) -> None:
    assert [(rule.document.doc_id, rule.document.title) for rule in rules] == [
        ("standard", "표준취업규칙(일반 근로자용)"),
        ("standard#2", "직장 내 괴롭힘 예방‧대응규정"),
        ("standard#3", "취업규칙(안)(단시간 근로자용)"),
    ]


def test_every_article_is_found_once_and_in_order(rules: list[ParsedDocument]) -> None:
    assert [article_numbers(rule) for rule in rules] == [
        [str(n) for n in range(1, 99)],
        [str(n) for n in range(1, 20)],
        [str(n) for n in range(1, 97)],
    ]


def test_each_rule_has_its_addenda_and_forms(found: list[list[Chunk]]) -> None:
    for rule in (found[0], found[2]):
        addenda = [chunk for chunk in rule if chunk.part == "부칙"]
        assert [(chunk.article, chunk.article_title) for chunk in addenda] == [("1", "시행일")]
        forms = {chunk.label.partition(" 별지 ")[2] for chunk in rule if chunk.part == "별지"}
        assert forms == {"1", "2", "3", "4", "5"}


def test_both_contents_lists_are_marked_and_hold_no_article(found: list[list[Chunk]]) -> None:
    for rule in (found[0], found[2]):
        contents = [chunk for chunk in rule if any(flag.startswith("toc:") for flag in chunk.flags)]
        assert sum(chunk.text.count("[필수]") + chunk.text.count("[선택]") for chunk in contents) > 80
        assert all(chunk.article is None and chunk.part == "기타" for chunk in contents)


def test_guidance_is_commentary_and_never_in_a_clause(found: list[list[Chunk]]) -> None:
    for rule in (found[0], found[2]):
        notes = [chunk for chunk in rule if chunk.part == "해설"]
        assert len(notes) > 90
        clauses = [chunk for chunk in rule if chunk.part == "본칙"]
        assert not any("☞" in chunk.text or "[필수]" in chunk.text for chunk in clauses)
        ninth = next(chunk for chunk in notes if chunk.article == "9")
        assert "사업장 질서 유지 차원" in ninth.text


def test_an_alternative_in_a_reference_box_is_commentary(found: list[list[Chunk]]) -> None:
    box = next(chunk for chunk in found[0] if "퇴직금 제도를 운영하는 경우" in chunk.text)
    assert box.part == "해설"
    assert [chunk.part for chunk in found[0] if chunk.article == "62"].count("본칙") == 1


def test_every_character_is_in_one_chunk(rules: list[ParsedDocument], found: list[list[Chunk]]) -> None:
    for rule, pieces in zip(rules, found, strict=True):
        assert_whole(rule, pieces)
    ids = [chunk.chunk_id for pieces in found for chunk in pieces]
    assert len(set(ids)) == len(ids)


def test_a_citation_into_a_whole_article_names_its_item(found: list[list[Chunk]]) -> None:
    article = next(chunk for chunk in found[0] if chunk.article == "6" and chunk.part == "본칙")
    at = article.text.index("취업의 장소 및 종사하여야")
    assert citation_label(article, at, at + 10) == "표준취업규칙(일반 근로자용) 제6조 제1항 제5호"
    second = article.text.index("임금의 구성항목")
    assert citation_label(article, second, second + 8) == "표준취업규칙(일반 근로자용) 제6조 제2항 제1호"
