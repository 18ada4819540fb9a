"""The ways to make search terms, by the names that indexes bear. An index and its questions use the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from geungeo.korean import mecab, tokens
from geungeo.korean.mecab import MECAB as MECAB
from geungeo.korean.tokens import TOKENIZER as TOKENIZER

Terms = Callable[[Iterable[str]], Iterator[list[str]]]

# As the setting `lexical.tokenizer` names them.
NAMED: Mapping[str, str] = {"kiwi": TOKENIZER, "mecab": MECAB}
_TERMS: Mapping[str, Terms] = {TOKENIZER: tokens.terms_many, MECAB: mecab.terms_many}


def terms_by(tokenizer: str) -> Terms:
    """From texts to the terms of each, by the tokenizer of this name (a value of NAMED)."""
    return _TERMS[tokenizer]
