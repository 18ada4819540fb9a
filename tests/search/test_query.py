"""How a question is read: particles, numbers and named articles; the same at every start of the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from geungeo.search.query import lexical_query, understand

QUESTIONS = [
    "아내가 아기를 낳으면 며칠 쉬나요?",
    "취업규칙 제29조의2에서 월급은 언제 주나요?",
    "야근 수당은 몇 퍼센트인가요?",
]
READ_TWICE = """
import sys
from geungeo.search.query import lexical_query, understand
for question in sys.argv[1:]:
    query = understand(question)
    print(lexical_query(query), query.terms, query.bigrams, query.topic, query.asked.kind, sorted(query.asked.units))
"""


def test_a_question_is_read_the_same_whatever_the_hash_seed() -> None:
    def read(seed: str) -> bytes:
        command = [sys.executable, "-c", READ_TWICE, *QUESTIONS]
        return subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout

    first = read("1")
    assert first.decode().count("LexicalQuery") == len(QUESTIONS)
    assert read("4242") == first


@pytest.mark.parametrize(("one", "other"), [("연차는", "연차를"), ("연차를", "연차에서"), ("병가가", "병가의")])
def test_particles_are_no_words(one: str, other: str) -> None:
    assert understand(f"{one} 며칠인가요?").terms == understand(f"{other} 며칠인가요?").terms


def test_a_named_article_is_a_number_and_no_word() -> None:
    query = understand("국가공무원 복무규정 제29조의2 제1항은 무엇인가요?")
    assert [(ref.article, ref.clause) for ref in query.articles] == [("29의2", "1")]
    assert "제29조의2" not in query.terms
    assert ("article", "29의2") in {(field, term) for field, term, _ in lexical_query(query).clauses}


@pytest.mark.parametrize("question", ["15일 안에 내야 하나요?", "15명이 넘으면?", "예산 15조원은?"])
def test_a_number_with_a_unit_names_no_article(question: str) -> None:
    assert understand(question).articles == ()
    assert "article" not in {field for field, _, _ in lexical_query(understand(question)).clauses}


def test_everyday_words_also_search_in_rule_words_for_less() -> None:
    clauses = {(field, term): boost for field, term, boost in lexical_query(understand("아내가 낳으면?")).clauses}
    assert 0.0 < clauses["body", "배우자"] < clauses["body", "아내"]
