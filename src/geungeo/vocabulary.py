"""The words of a workspace: those shipped, what people wrote in words.toml, and what operators stated on the desk.

words.toml has the shape of the shipped file: "규정의 말" = ["사람들이 하는 말", ...], sections as one likes. A word with a
minus ("-카드") no longer leads there. On the desk a statement is a word with its rule words; none of them: the word leads
nowhere.
"""

from __future__ import annotations

import logging
import re
import threading
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from geungeo import messages
from geungeo.errors import SettingError
from geungeo.korean.everyday import Dictionary, read, shipped
from geungeo.korean.normalize import nfc
from geungeo.korean.tokens import kiwi, telling
from geungeo.settings import decided, file_stamp
from geungeo.workspace import Workspace

log = logging.getLogger(__name__)

KIND = "word"
LONGEST = 40  # letters of a word
MOST = 20  # rule words of one


def load(workspace: Workspace) -> Dictionary:
    """Raises SettingError with the file, the line and what to do."""
    dictionary = shipped()
    for word, rules in written(workspace.words).items():
        gone = {rule.removeprefix("-") for rule in rules if rule.startswith("-")}
        kept = [rule for rule in dictionary.said.get(word, ()) if rule not in gone]
        added = [rule for rule in rules if not rule.startswith("-")]
        dictionary = dictionary.with_({word: ()}).with_({word: (*kept, *added)})
    return dictionary.with_(_emptied(stated(workspace))).with_(stated(workspace))


def written(path: Path) -> dict[str, list[str]]:
    """Everyday word, as a question is read -> rule words of the file; '-rule' takes one away. Raises SettingError."""
    if not path.exists():
        return {}
    try:
        text = nfc(path.read_text(encoding="utf-8-sig"))
        found: dict[str, list[str]] = defaultdict(list)
        for word, rules in read(text).items():
            minus = word.startswith("-")
            found[canonical(word.removeprefix("-"))] += [f"-{rule}" if minus else rule for rule in rules]
        return dict(found)
    except OSError as error:
        raise SettingError(messages.SETTINGS_NO_ACCESS.format(file=path.name, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise SettingError(messages.SETTINGS_TORN.format(file=path.name, error=error)) from error
    except tomllib.TOMLDecodeError as error:
        told = re.search(r"line (\d+)", str(error))
        at = told[1] if told else str(text.count("\n"))
        raise SettingError(messages.WORDS_TORN.format(file=path.name, line=at, error=error)) from error
    except ValueError as error:
        line = next((at for at, one in enumerate(text.split("\n"), start=1) if str(error) in one), 0)
        raise SettingError(messages.WORDS_SHAPE.format(file=path.name, line=line, word=error)) from error


def stated(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    """What operators stated, by word. Raises SettingError."""
    rows = decided(workspace.decisions, KIND)
    return {target.partition(":")[2]: tuple(map(str, rules)) for target, rules in rows.items()}


def canonical(word: str) -> str:
    """A word or phrase as it is looked for: verbs as their stems, phrases without particles ('애를 낳다' is '애 낳')."""
    word = " ".join(nfc(word).lower().split())
    tokens = kiwi().tokenize(word)
    verb = word.endswith("다") and tokens and tokens[-1].tag == "EF"
    if " " not in word and not verb:
        return word
    return " ".join(token.form for token in telling(tokens)) or word


def _emptied(words: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """What is stated of a word holds instead of what was there."""
    return dict.fromkeys(words, ())


class Vocabulary:
    """The dictionary as it stands now: read anew when a file changed. What can't be read is logged, and what held
    before goes on. Safe from several threads."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = threading.Lock()
        self._stamp: object = None
        self._dictionary = shipped()
        self.trouble = ""  # why the files of this moment are not in force

    def __call__(self) -> Dictionary:
        with self._lock:
            stamp = tuple(file_stamp(path) for path in (self._workspace.words, self._workspace.decisions))
            if stamp != self._stamp:
                self._stamp, self.trouble = stamp, ""
                try:
                    self._dictionary = load(self._workspace)
                except SettingError as error:
                    self.trouble = str(error)
                    log.error("words stay as they were: %s", error)
            return self._dictionary
