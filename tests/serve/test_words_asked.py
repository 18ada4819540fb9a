"""Everyday words, typos, the documents' own names, questions known before and earlier turns: each reaches the clause,
stands in the ledger with what it brought, and tells nothing of what its asker may not read."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from asking import by_words
from geungeo import messages, wiring
from geungeo.asked_before import Labelled, load
from geungeo.decisions import decide
from geungeo.errors import WriterUnavailable
from geungeo.ops.named_questions import NamedQuestions
from geungeo.records import NOBODY, AskResult, Draft, Excerpt, Reader, Turn
from geungeo.serve.ask import Desk, ask
from geungeo.vocabulary import Vocabulary
from geungeo.workspace import Workspace

RULES = {
    "보안 규정.md": "# 보안 규정\n\n## 제1조(비밀번호)\n\n비밀번호는 90일마다 변경하여야 한다.\n\n## 제2조(출입증)\n\n출입증은 늘 패용한다.\n",
    "경비 규정.md": "# 경비 규정\n\n## 제1조(정의)\n\n회사가 발급한 법인카드(이하 “카드”라 한다)의 사용을 정한다.\n\n"
    "## 제2조(한도)\n\n카드의 한도는 월 50만원으로 한다.\n",
    "복무 규정.md": "# 복무 규정\n\n## 제1조(배우자 출산휴가)\n\n배우자 출산휴가는 20일로 한다.\n\n## 제2조(병가)\n\n"
    "병가는 연 60일의 범위에서 승인한다. 기간제근로자의 병가는 연 30일로 한다.\n",
}
HR = Reader("lee", ("hr",))
OPERATOR = Reader("park", role="operator")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> wiring.Base:
    root = tmp_path_factory.mktemp("words")
    wiring.init(root)
    for name, text in RULES.items():
        (root / "docs" / name).write_text(text.replace("\n\n", "\n\n[시행 2024. 1. 1.]\n\n", 1), encoding="utf-8")
    base = wiring.open_workspace(root, {"embedder.kind": "none"})
    wiring.refresh(base, lambda stage, done, total: None)
    return base


@pytest.fixture
def desk(house: wiring.Base) -> Desk:
    return by_words(house, inbox=None, traces=None)


def first(result: AskResult) -> str:
    return next(row.label for row in result.evidence if row.number == 1)


def sources(result: AskResult) -> set[tuple[str, str, str]]:
    return {(one.source, one.said, one.became) for one in result.expansions if one.brought}


def test_an_everyday_word_finds_the_clause_and_the_answer_quotes_it(desk: Desk) -> None:
    result = ask("암호는 며칠마다 바꿔야 해?", desk)
    assert (result.route, "90일" in result.answer) == ("auto_answer", True)
    assert ("dictionary", "암호", "비밀번호") in sources(result)
    assert result.understood == ""


def test_a_typo_is_told_and_brought_the_clause(desk: Desk) -> None:
    result = ask("출입쯩은 늘 패용하나요?", desk)
    assert result.understood == "출입증은 늘 패용하나요?"
    assert messages.NOTE_UNDERSTOOD.format(question=result.understood) in result.notes
    assert ("spelling", "출입쯩", "출입증") in sources(result)
    assert result.question == "출입쯩은 늘 패용하나요?"


def test_a_name_that_a_document_gives_holds_in_that_document(desk: Desk) -> None:
    result = ask("법인카드 한도는 얼마인가요?", desk)
    assert "50만원" in result.answer
    assert ("corpus", "법인", "카드") in sources(result) or any(s == "corpus" for s, _, _ in sources(result))


def test_names_and_vocabulary_of_a_hidden_rule_lend_no_word(house: wiring.Base, tmp_path: Path) -> None:
    decide(house.workspace, "document:경비 규정.md", "allow", ["group:hr"], "park")
    try:
        desk = by_words(house, inbox=None, traces=None)
        asked = "법인카드 한도는 얼마인가요? 법인캬드"
        seen, hidden = ask(asked, desk, reader=HR), ask(asked, desk, reader=NOBODY)
        assert any(one.source == "corpus" for one in seen.expansions)
        assert [one for one in hidden.expansions if one.source in ("corpus", "spelling")] == []
    finally:
        decide(house.workspace, "document:경비 규정.md", "allow", None, "park")


def test_a_follow_up_is_asked_as_it_stands_alone(desk: Desk) -> None:
    result = ask("그럼 계약직은?", desk, history=[Turn("병가는 며칠까지 쓸 수 있나요?")])
    assert result.understood == "계약직 병가는 며칠까지 쓸 수 있나요?"
    assert ("history", "그럼 계약직은?") in {(one.source, one.said) for one in result.expansions}
    assert first(result).startswith("복무 규정 제2조")
    assert ask("그럼 계약직은?", desk).understood == ""


def test_what_was_answered_before_is_no_evidence(desk: Desk) -> None:
    told = Turn("점심 메뉴는 뭐야?", ("점심은 김치찌개이고 100만원이다",))
    result = ask("거기서 며칠까지야?", desk, history=[told])
    assert result.route == "handoff"
    assert "김치찌개" not in json.dumps([result.answer, result.understood], ensure_ascii=False)


def test_a_known_question_brings_its_clause_until_the_text_changes(house: wiring.Base, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    audit = wiring.audit_log(house)
    named = NamedQuestions(path, house.store.snapshot, audit)
    named.add("수수깡 놀이는 언제 하나요?", _label(house, "병가"), "park")
    desk = by_words(house, inbox=None, traces=None, questions=lambda: tuple(_rows(path)))
    assert first(ask("수수깡 놀이 언제 해?", desk)).startswith("복무 규정 제2조")
    stale = [dataclasses.replace(row, content_hash="another") for row in _rows(path)]
    gone = by_words(house, inbox=None, traces=None, questions=lambda: tuple(stale))
    assert ask("수수깡 놀이 언제 해?", gone).evidence == ()
    assert [row.stale for row in named.rows()] == [False]


def _rows(path: Path) -> list[Labelled]:
    return load(path)


def _label(house: wiring.Base, word: str) -> str:
    return next(c.label for c in house.store.snapshot().chunks.values() if c.article_title == word)


class Suggests:
    """A language model that names words; keeps what it was asked."""

    name = "suggests"

    def __init__(self, reply: str) -> None:
        self.reply = reply
        self.asked: list[str] = []

    def write(self, question: str, excerpts: Sequence[Excerpt]) -> Draft:
        self.asked.append(question)
        assert list(excerpts) == []
        if not self.reply:
            raise WriterUnavailable("꺼짐")
        return Draft(self.reply)


def test_a_language_model_adds_words_and_never_takes_any(desk: Desk) -> None:
    question = "뾰로롱은 늘 매고 다니나요?"
    bare = ask(question, desk)
    model = Suggests("출입증, 100일, 출입증")
    result = ask(question, dataclasses.replace(desk, rewriter=model))
    assert first(result).startswith("보안 규정 제2조")
    assert [(one.said, one.became) for one in result.expansions if one.source == "llm"] == [(question, "출입증")]
    assert {row.chunk_id for row in bare.evidence} <= {row.chunk_id for row in result.evidence}
    assert model.asked == [question]


def test_an_outage_of_the_language_model_is_said_and_costs_no_answer(desk: Desk) -> None:
    result = ask("암호는 며칠마다 바꿔야 해?", dataclasses.replace(desk, rewriter=Suggests("")))
    assert "90일" in result.answer
    assert messages.NOTE_REWRITER_FAILED.format(error="꺼짐") in result.notes


def test_words_of_one_house_are_not_those_of_another(house: wiring.Base, tmp_path: Path) -> None:
    other = Workspace(tmp_path)
    wiring.init(tmp_path)
    other.words.write_text('"출입증" = ["뾰로롱"]\n', encoding="utf-8")
    with_own = by_words(house, inbox=None, traces=None, words=Vocabulary(other))
    without = by_words(house, inbox=None, traces=None)
    asked = "뾰로롱은 늘 패용하나요?"
    assert ask(asked, with_own).route == "auto_answer"
    assert ask(asked, without).route == "handoff"
    assert ask(asked, with_own).route == "auto_answer"
