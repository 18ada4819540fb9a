"""Search terms: Kiwi morphemes of Korean without particles and endings, stems of English, and character bigrams.

The same function serves documents and questions, so 연차는, 연차를 and 연차에서 give the same terms, and an English word
gives the same one in a Korean sentence and in an English one. `mecab.py` makes such terms ten times as fast.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from geungeo.korean.articles import article_refs
from geungeo.korean.english import STEMMER, stems
from geungeo.korean.language import language
from geungeo.korean.normalize import nfc

if TYPE_CHECKING:
    from kiwipiepy import Kiwi
    from kiwipiepy import Token as Token  # for the types of those who read morphemes

# Names the rules that make terms; part of every index's and every threshold's identity.
TOKENIZER = f"kiwi-0.24+{STEMMER}+bigram-3"

_CONTENT = ("NN", "NR", "VV", "VA", "XR", "SH", "MAG")
_BARE = re.compile(r"[\d.,]+[조항호]?")
_MARKS = ("SF", "SP", "SS", "SSO", "SSC", "SE", "SO", "SW", "SB", "VCP", "XSA", "UN")
_UNIT = ("NNB", "NR", "NNG", "SW")
# Words without a topic: they stand in nearly every clause or question.
_EMPTY = frozenset(
    "하 되 있 없 않 말 이 그 저 것 수 등 때 데 줄 바 좀 및 더 잘 또 혹시 어떻 어떠 어떤 대하 관하 따르 의하 위하 같 경우 "
    "며칠 얼마 언제 어디 누구 무엇 무슨 뭐 왜 몇 어느 알 알려주 궁금 싶 주 보 쓰 가 오 나오 시키 두 들 제 조 항 호 거 나 우리 회사".split()
)
_SOLID = re.compile(r"[0-9A-Za-zÀ-ɏ가-힣㐀-鿿ぁ-ヿ]+")
_READ = 64  # readings kept
_loading = threading.Lock()


@cache
def _loaded() -> Kiwi:
    from kiwipiepy import Kiwi

    return Kiwi(num_workers=1)


def kiwi() -> Kiwi:
    """The one analyser of this process (2-5 s and 0.5 GB to load)."""
    with _loading:  # two threads that ask at once must not load it twice
        return _loaded()


def terms(text: str, nouns: Collection[str] = ()) -> list[str]:
    """Content morphemes of `text` in order; numbers with their unit ('15일'), then article numbers ('제29조의2').

    Of a text in English: every word's stem. nouns: as of `morphemes`.
    """
    normal = nfc(text)
    if language(normal) == "en":
        return list(stems(normal))
    found = ((token.form, token.tag, token.start, token.end) for token in morphemes(normal, nouns))
    return content(found) + [ref.term for ref in article_refs(normal)]


def terms_many(texts: Iterable[str]) -> Iterator[list[str]]:
    """`terms` of each text, in order."""
    for text in texts:
        yield terms(text)


def content(morphemes: Iterable[tuple[str, str, int, int]]) -> list[str]:
    """The terms among morphemes, each its form, Sejong tag, start and end."""
    out: list[str] = []
    number_end = -1  # where a number stands that still takes units: 5 + 조 + 원
    for form, tag, start, end in morphemes:
        if start == number_end and tag in _UNIT:
            out[-1] += form
            number_end = end
        elif tag == "SN":
            out.append(form)
            number_end = end
        else:
            number_end = -1
            if tag == "SL":
                out.extend(stems(form))
            elif tag.startswith(_CONTENT) and form not in _EMPTY:
                out.append(form.lower())
    # A bare number says nothing, and 15조 or 2항 is an article's number, which article_refs gives.
    return [term for term in out if not _BARE.fullmatch(term)]


def morphemes(text: str, nouns: Collection[str] = ()) -> list[Token]:
    """Of text in NFC. nouns: words with which a run of letters may begin, each to be taken as one noun."""
    return list(_read(text, _places(text, nouns) if nouns else ()))


# A question is looked at half a dozen times on its way, a passage once.
@lru_cache(maxsize=_READ)
def _read(text: str, taken: tuple[tuple[int, int, str], ...]) -> tuple[Token, ...]:
    """taken: runs of letters that are one word whatever the analyser thinks, with their tags."""
    return tuple(kiwi().tokenize(text, pretokenized=(lambda _: list(taken)) if taken else None))


def _places(text: str, nouns: Collection[str]) -> tuple[tuple[int, int, str], ...]:
    either = "|".join(map(re.escape, sorted(nouns, key=len, reverse=True)))
    return tuple((m.start(), m.end(), "NNG") for m in re.finditer(rf"(?<![0-9A-Za-z가-힣])(?:{either})", text))


@lru_cache(maxsize=1 << 14)
def torn(word: str) -> bool:
    """Whether the analyser doesn't know this noun and may tear it apart: 법카 gives 법 and 카."""
    tokens = kiwi().tokenize(word)
    nominal = all(token.tag.startswith(("N", "X", "MM", "SL", "SN")) for token in tokens)
    return nominal and any(unknown(token) or (token.len == 1 and len(tokens) > 1) for token in tokens)


def unknown(token: Token) -> bool:
    """Whether this noun is a guess: no dictionary of the analyser has it."""
    return token.tag in ("NNG", "NNP") and not kiwi().morpheme(token.id).form


def telling(tokens: Iterable[Token]) -> list[Token]:
    """All that carries meaning: no particle, ending, copula or mark."""
    return [token for token in tokens if token.tag[0] not in "JE" and token.tag not in _MARKS]


def without_particles(text: str) -> str:
    """`text` with 은, 를, 에서 ... blanked, so that they do not take part in a question's bigrams."""
    letters = list(nfc(text))
    for token in morphemes("".join(letters)):
        if token.tag.startswith("J"):
            letters[token.start : token.end] = " " * token.len
    return "".join(letters)


def bigrams(text: str) -> list[str]:
    """Character pairs inside runs of letters and digits; a lone character stands for itself."""
    out: list[str] = []
    for match in _SOLID.finditer(nfc(text).lower()):
        run = match.group()
        out.extend([run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)])
    return out
