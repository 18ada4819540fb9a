"""Words as operators see and change them: what people say, and the rule words that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from geungeo import messages
from geungeo.decisions import decide, deed
from geungeo.errors import BadDeed
from geungeo.korean.everyday import Dictionary, shipped
from geungeo.ports import AuditLog
from geungeo.vocabulary import KIND, LONGEST, MOST, Vocabulary, canonical, stated, written
from geungeo.workspace import Workspace

Whence = Literal["shipped", "words.toml", "desk"]


@dataclass(frozen=True, slots=True)
class WordRow:
    """word: as questions are read (stems for verbs). rules: none where the word leads nowhere. whence: who said so last."""

    word: str
    rules: tuple[str, ...]
    whence: Whence


class Lexicon:
    def __init__(self, workspace: Workspace, audit: AuditLog) -> None:
        self._workspace = workspace
        self._audit = audit
        self._current = Vocabulary(workspace)

    @property
    def current(self) -> Callable[[], Dictionary]:
        return self._current

    def trouble(self) -> str:
        """Why words.toml is not in force; "" when it is."""
        self._current()
        return self._current.trouble

    def rows(self, text: str = "", own: bool = False) -> list[WordRow]:
        """Words that have `text` in them or in a rule word, by word. own: only what is not shipped."""
        return [
            row
            for row in self._rows()
            if (text in row.word or any(text in rule for rule in row.rules)) and not (own and row.whence == "shipped")
        ]

    def set(self, word: str, rules: list[str] | None, who: str) -> WordRow:
        """State where a word leads; an empty list: nowhere; None takes the statement back. Raises BadDeed."""
        said = canonical(word)
        kept = None if rules is None else list(dict.fromkeys(" ".join(rule.split()) for rule in rules))
        sound = said and len(said) <= LONGEST and (kept is None or len(kept) <= MOST)
        if not sound or any(not rule or len(rule) > LONGEST for rule in kept or ()):
            raise BadDeed(messages.WORD_SHAPE.format(word=word, longest=LONGEST, most=MOST))
        decide(self._workspace, f"{KIND}:{said}", KIND, kept, who)
        self._audit.add(deed(who, "word_set", f"{KIND}:{said}", value=kept))
        return next((row for row in self._rows() if row.word == said), WordRow(said, (), "shipped"))

    def _rows(self) -> Iterator[WordRow]:
        said = stated(self._workspace)
        file = {} if self.trouble() else written(self._workspace.words)
        current = self._current().said
        for word in sorted({*shipped().said, *file, *said}):
            whence: Whence = "desk" if word in said else "words.toml" if word in file else "shipped"
            yield WordRow(word, tuple(current.get(word, ())), whence)
