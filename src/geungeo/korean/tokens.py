"""Search terms of Korean text: Kiwi morphemes without particles and endings, and character bigrams.

The same function serves documents and questions, so 연차는, 연차를 and 연차에서 give the same terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from geungeo.korean.articles import article_refs
from geungeo.korean.normalize import nfc

if TYPE_CHECKING:
    from kiwipiepy import Kiwi, Token

# Names the rules that make terms; part of every index's and threshold's identity.
TOKENIZER = "kiwi-0.24+bigram-1"

_CONTENT = ("NN", "NR", "NP", "VV", "VA", "XR", "SL", "SH", "SN", "MAG", "W_SERIAL")
_NUMBER_UNIT = ("NNB", "NNG", "NR")
# Verbs and nouns that carry no topic; they stand in nearly every clause or question.
_EMPTY = frozenset(
    [
        "하",
        "되",
        "있",
        "없",
        "않",
        "아니",
        "이",
        "것",
        "수",
        "등",
        "때",
        "그",
        "저",
        "이것",
        "그것",
        "무엇",
        "뭐",
        "어떻",
        "어떠",
        "어떤",
        "좀",
        "및",
        "대하",
        "관하",
        "따르",
        "의하",
        "위하",
        "같",
        "경우",
    ]
)
_SOLID = re.compile(r"[0-9A-Za-z가-힣㐀-鿿]+")


@cache
def kiwi() -> Kiwi:
    """The one analyser of this process (2-5 s and 0.5 GB to load)."""
    from kiwipiepy import Kiwi

    return Kiwi(num_workers=1)


def terms(text: str) -> list[str]:
    """Content morphemes of `text` in order, numbers joined with their unit ('15일'), article numbers as '제15조'."""
    return next(terms_many([text]))


def terms_many(texts: Iterable[str]) -> Iterator[list[str]]:
    """`terms` for many texts at once."""
    originals: list[str] = []

    def feed() -> Iterator[str]:
        for text in texts:
            normal = nfc(text)
            originals.append(normal)
            yield normal

    for index, tokens in enumerate(kiwi().tokenize(feed())):
        yield _terms(tokens) + [f"제{ref.article}조" for ref in article_refs(originals[index])]


def _terms(tokens: list[Token]) -> list[str]:
    out: list[str] = []
    previous: Token | None = None
    for token in tokens:
        if previous is not None and previous.tag == "SN" and token.tag in _NUMBER_UNIT and _touch(previous, token):
            if token.form not in ("조", "항", "호"):
                out.append(previous.form + token.form)
        elif token.tag.startswith(_CONTENT) and token.tag != "SN" and token.form not in _EMPTY:
            out.append(token.form.lower())
        previous = token
    return out


def _touch(left: Token, right: Token) -> bool:
    return bool(0 <= right.start - (left.start + left.len) <= 1)


def bigrams(text: str) -> list[str]:
    """Character pairs inside runs of letters and digits; a lone character stands for itself."""
    out: list[str] = []
    for match in _SOLID.finditer(nfc(text).lower()):
        run = match.group()
        out.extend([run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)])
    return out
