"""Everyday words lead to rule words: those shipped, those of a question's workspace, and only while it lasts."""

from __future__ import annotations

import threading

import pytest

from geungeo.korean.everyday import Dictionary, Speech, in_rules, phrases, read, shipped, speaking
from geungeo.korean.tokens import kiwi, telling
from geungeo.korean.topic import wording
from geungeo.search.query import understand
from geungeo.vocabulary import canonical


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("와이프", "배우자"),
        ("암호", "비밀번호"),
        ("법카", "법인카드"),
        ("반차", "반일"),
        ("짤리", "해고"),
        ("인센", "성과급"),
        ("OT", "연장근로"),
        ("pip", "직권면직"),
        ("투잡", "겸직"),
    ],
)
def test_an_everyday_word_leads_to_its_rule_word_and_not_back(said: str, rule: str) -> None:
    assert rule in shipped().said[said.lower()]
    assert said.lower() not in in_rules(rule) - {rule} or rule in shipped().said


@pytest.mark.parametrize(
    ("said", "rule"), [("암호", "비밀번호"), ("법카", "법인카드"), ("짤리", "해고"), ("와이프", "배우자")]
)
def test_a_clause_that_names_the_same_thing_speaks_of_what_was_asked(said: str, rule: str) -> None:
    assert {said, rule} <= in_rules(said)


@pytest.mark.parametrize(("said", "rule"), [("결혼식", "경조사휴가"), ("월급날", "임금"), ("대외비", "비밀")])
def test_what_only_helps_to_find_a_clause_says_nothing_of_what_it_is_about(said: str, rule: str) -> None:
    query = understand(f"{said}은 며칠인가요?")
    assert rule in {one.word for one in query.stand_ins()}
    assert rule not in in_rules(said)
    assert rule not in query.speech.of(said)
    assert all(rule not in words for words in query.terms.values())


def test_there_are_many_words_and_each_leads_elsewhere() -> None:
    said = shipped().said
    assert len(said) > 800
    assert [word for word, rules in said.items() if not rules or set(rules) == {word}] == []


def test_shipped_phrases_stand_as_questions_are_read() -> None:
    """A phrase that the analyser reads otherwise would never be found."""
    many = [word for word in shipped().said if " " in word]
    wrong = [word for word in many if canonical(word).replace(" ", "") != word.replace(" ", "")]
    assert len(wrong) < len(many) / 10, wrong


@pytest.mark.parametrize("question", ["애 낳으면 며칠?", "애를 낳았는데", "아이를 낳고 나서"])
def test_a_phrase_is_found_whatever_particles_and_endings_stand_in_it(question: str) -> None:
    forms = [token.form for token in telling(kiwi().tokenize(question))]
    assert "출산" in {rule for one in phrases(forms, shipped()) for rule in one.rules}


def test_a_passage_says_a_word_in_the_words_of_the_question_that_is_looked_into() -> None:
    clause = wording("법인카드는 업무에만 쓴다.")
    assert not clause.says("만능키")
    with speaking(Speech({"만능키": frozenset({"만능키", "법인카드"})})):
        assert clause.says("만능키")
        other: list[bool] = []
        thread = threading.Thread(target=lambda: other.append(clause.says("만능키")))
        thread.start()
        thread.join()
        assert other == [False]
    assert not clause.says("만능키")


def test_more_words_are_added_and_an_empty_list_takes_a_word_away() -> None:
    one = Dictionary({"법카": ("법인카드",)})
    assert one.with_({"법카": ("공용카드",)}).said["법카"] == ("법인카드", "공용카드")
    assert "법카" not in one.with_({"법카": ()}).said
    assert one.said == {"법카": ("법인카드",)}


@pytest.mark.parametrize("text", ['"법인카드" = "법카"', '"법인카드" = [1]', '["가"]\n"법인카드" = [""]'])
def test_what_is_no_list_of_words_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="법인카드"):
        read(text)
