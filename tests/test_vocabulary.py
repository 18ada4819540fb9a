"""words.toml and the desk add to the shipped words from the next question on; a fault is named and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from geungeo import wiring
from geungeo.errors import BadDeed, SettingError
from geungeo.korean.everyday import shipped
from geungeo.vocabulary import Vocabulary, load
from geungeo.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    wiring.init(tmp_path)
    return Workspace(tmp_path)


def test_the_file_adds_words_takes_some_away_and_needs_no_sections(workspace: Workspace) -> None:
    workspace.words.write_text('"복지몰" = ["사내몰"]\n["돈"]\n"법인카드" = ["플카", "-법카"]\n', encoding="utf-8")
    said = load(workspace).said
    assert (said["사내몰"], said["플카"]) == (("복지몰",), ("법인카드",))
    assert "법인카드" not in said.get("법카", ())
    assert said["와이프"] == shipped().said["와이프"]


def test_verbs_and_phrases_may_be_written_as_they_are_said(workspace: Workspace) -> None:
    workspace.words.write_text('"면직" = ["모가지 날아가다"]\n"출산" = ["황새가 오다"]\n', encoding="utf-8")
    said = load(workspace).said
    assert said["모가지 날아가"] == ("면직",)
    assert said["황새 오"] == ("출산",)


@pytest.mark.parametrize(("text", "line"), [('"가" = ["나"]\n"법인카드" = "법카"\n', "2"), ('"법인카드" = [\n', "1")])
def test_a_fault_is_named_with_its_line_and_what_to_do(workspace: Workspace, text: str, line: str) -> None:
    workspace.words.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError) as error:
        load(workspace)
    assert line in str(error.value)
    assert "words.toml" in str(error.value)
    assert '["' in str(error.value)  # what it should look like


def test_a_fault_leaves_what_held_before_and_a_mended_file_holds_at_once(workspace: Workspace) -> None:
    current = Vocabulary(workspace)
    workspace.words.write_text('"법인카드" = ["플카"]\n', encoding="utf-8")
    assert "플카" in current().said
    workspace.words.write_text('"법인카드" = "플카"\n', encoding="utf-8")
    assert "플카" in current().said
    assert current.trouble
    workspace.words.write_text('"법인카드" = ["플라스틱"]\n', encoding="utf-8")
    assert "플라스틱" in current().said
    assert not current.trouble


def test_the_desk_says_where_a_word_leads_and_takes_it_back(workspace: Workspace) -> None:
    lexicon = wiring.lexicon(workspace.root)
    assert lexicon.set("법카", ["공용카드"], "park").rules == ("공용카드",)
    assert lexicon.set("와이프", [], "park").rules == ()
    assert "와이프" not in load(workspace).said
    assert lexicon.set("법카", None, "park").rules == shipped().said["법카"]
    assert [row.word for row in lexicon.rows(own=True)] == ["와이프"]


@pytest.mark.parametrize(
    ("word", "rules"), [("", ["가"]), ("가" * 41, ["나"]), ("가", [""]), ("가", ["나"] * 3 + ["다" * 41])]
)
def test_what_is_no_word_is_refused(workspace: Workspace, word: str, rules: list[str]) -> None:
    with pytest.raises(BadDeed):
        wiring.lexicon(workspace.root).set(word, rules, "park")
