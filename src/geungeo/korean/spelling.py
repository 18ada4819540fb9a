"""Words that nobody wrote: a typo is put right where one word of the vocabulary, and only one, lies near it.

Near is measured in letters of a syllable (initial, vowel, final): a vowel taken for its neighbour (휴갸), one letter
changed, or two vowels in words of four and five syllables. What is known, by the analyser or by the vocabulary, stays as it is; so does everything with a digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from geungeo.korean.tokens import kiwi, morphemes, unknown

if TYPE_CHECKING:
    from geungeo.korean.tokens import Token

Known = Callable[[str], bool]

_FIRST, _LAST = 0xAC00, 0xD7A3
_INITIALS, _VOWELS, _FINALS = 19, 21, 28
# Vowels taken for each other: ㅏㅑ ㅓㅕ ㅗㅛ ㅜㅠ ㅐㅔ ㅒㅖ ㅐㅒ ㅔㅖ ㅘㅏ ㅙㅚㅞ ㅢㅣ ㅢㅡ.
_ALIKE = ({0, 2}, {4, 6}, {8, 12}, {13, 17}, {1, 5}, {3, 7}, {1, 3}, {5, 7}, {9, 0}, {10, 11, 15}, {19, 20}, {19, 18})
_TWO_FROM = 4  # syllables of a word that may have two letters wrong
_LONGEST = 7
_SINGLES = re.compile(r"(?<![0-9A-Za-z가-힣])[가-힣](?: [가-힣])+(?![0-9A-Za-z가-힣])")
_FEWEST = 2
_RUN = re.compile(r"[0-9A-Za-z가-힣]+")


@dataclass(frozen=True, slots=True)
class Respelt:
    """text: the question put right. changes: (as it stood, as it reads now), in order."""

    text: str
    changes: tuple[tuple[str, str], ...] = ()


def respelt(question: str, known: Known) -> Respelt:
    """`question` in NFC. known: whether a word stands in the documents or the dictionary."""
    joined, changes = _joined(question, known)
    out, at = "", 0
    for start, end in _doubtful(joined, known):
        said = joined[start:end]
        right = _right(said, known)
        if right is not None:
            out, at = out + joined[at:start] + right, end
            changes.append((said, right))
    text, verbs = _verbs(out + joined[at:], known)
    return Respelt(text, (*changes, *verbs))


def nearest(word: str, known: Known) -> str | None:
    """The one known word that lies nearest; None where there is none or several."""
    for near in (_slips, _one_off, _two_off):
        found = {one for one in near(word) if known(one)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _joined(text: str, known: Known) -> tuple[str, list[tuple[str, str]]]:
    """연 차 휴 가 is 연차 휴가: syllables apart, where those that follow each other make known words."""
    changes: list[tuple[str, str]] = []

    def together(match: re.Match[str]) -> str:
        letters, words = match.group().split(" "), []
        while letters:
            length = next((n for n in range(min(_LONGEST, len(letters)), 1, -1) if known("".join(letters[:n]))), 1)
            words.append("".join(letters[:length]))
            letters = letters[length:]
        read = " ".join(words)
        if sum(len(word) >= _FEWEST for word in words) and read != match.group():
            changes.append((match.group(), read))
            return read
        return match.group()

    return _SINGLES.sub(together, text), changes


def _verbs(text: str, known: Known) -> tuple[str, list[tuple[str, str]]]:
    """드러와 is 들어와: where a run of letters is taken for a name, and is a verb by the analyser's own list of typos."""
    runs = [m for m in _RUN.finditer(text) if not any(letter.isdigit() for letter in m.group())]
    plain = morphemes(text)
    named = [run for run in runs if any(_guessed(token, text, known) for token in _within(run, plain))]
    if not named:
        return text, []
    mended = kiwi().tokenize(text, typos="basic")
    changes, out, at = [], "", 0
    for run in named:
        tokens = _within(run, mended)
        if any(token.tag[0] == "V" for token in tokens) and not any(_guessed(t, text, known) for t in tokens):
            right = str(kiwi().join([(token.form, token.tag) for token in tokens])).replace(" ", "")
            changes.append((run.group(), right))
            out, at = out + text[at : run.start()] + right, run.end()
    return out + text[at:], changes


def _within(run: re.Match[str], tokens: Iterable[Token]) -> list[Token]:
    return [token for token in tokens if run.start() <= token.start < run.end()]


def _guessed(token: Token, text: str, known: Known) -> bool:
    """Whether a noun may be none: a name, or a guess, that no document has."""
    return (unknown(token) or token.tag == "NNP") and not known(text[token.start : token.end])


def _doubtful(text: str, known: Known) -> Iterator[tuple[int, int]]:
    """Where nouns stand that neither the analyser nor the vocabulary knows."""
    for token in morphemes(text):
        word = text[token.start : token.end]
        if unknown(token) and _FEWEST <= len(word) <= _LONGEST and _hangul(word) and not known(word):
            yield token.start, token.end
    for start, end in _splinters(text):
        word = text[start:end]
        if 3 <= len(word) <= _LONGEST and _hangul(word) and not known(word):
            yield start, end


def _splinters(text: str) -> Iterator[tuple[int, int]]:
    """출장바 is read as 출장 and a loose 바: a noun and a lone syllable that no ending follows."""
    tokens = morphemes(text)
    for at, (one, two) in enumerate(pairwise(tokens)):
        alone = two.len == 1 and two.tag in ("NNB", "NNG", "XSN") and one.end == two.start
        starts = at == 0 or tokens[at - 1].end < one.start
        ends = at + 2 == len(tokens) or tokens[at + 2].tag[0] in "JS" or tokens[at + 2].start > two.end
        if alone and starts and ends and one.tag == "NNG" and one.len >= _FEWEST:
            yield one.start, two.end


def _right(word: str, known: Known) -> str | None:
    """The word put right, whole or in one part (육아휴적) beside known ones."""
    if (whole := nearest(word, known)) is not None:
        return whole
    if _made(word, known):
        return None
    for at in range(len(word) - _FEWEST, _FEWEST - 1, -1):
        first, last = word[:at], word[at:]
        if _made(first, known) and (right := nearest(last, known)):
            return f"{first}{right}"
        if _made(last, known) and (right := nearest(first, known)):
            return f"{right}{last}"
    return None


def _made(word: str, known: Known) -> bool:
    """Whether it is made of known words of two syllables and more."""
    return known(word) or any(
        known(word[:at]) and _made(word[at:], known) for at in range(_FEWEST, len(word) - _FEWEST + 1)
    )


def _slips(word: str) -> Iterator[str]:
    """One vowel that fingers take for its neighbour, or two syllables that changed places."""
    for at, syllable in enumerate(word):
        initial, vowel, final = _letters(syllable)
        for pair in _ALIKE:
            if vowel in pair:
                yield from (f"{word[:at]}{_syllable(initial, v, final)}{word[at + 1 :]}" for v in pair if v != vowel)
    if len(word) >= _TWO_FROM:
        yield from (f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1))


def _one_off(word: str) -> Iterator[str]:
    """Two syllables have too many neighbours: there only a vowel may be wrong."""
    change = _changed if len(word) > 2 else _other_vowels
    for at, syllable in enumerate(word):
        for other in change(syllable):
            yield f"{word[:at]}{other}{word[at + 1 :]}"


def _two_off(word: str) -> Iterator[str]:
    """Two vowels, in words of four and five syllables: more would cost more than it finds."""
    if not _TWO_FROM <= len(word) <= _TWO_FROM + 1:
        return
    for at in range(len(word)):
        for other in _other_vowels(word[at]):
            for later in range(at + 1, len(word)):
                for another in _other_vowels(word[later]):
                    yield f"{word[:at]}{other}{word[at + 1 : later]}{another}{word[later + 1 :]}"


def _changed(syllable: str) -> Iterator[str]:
    initial, vowel, final = _letters(syllable)
    yield from (_syllable(one, vowel, final) for one in range(_INITIALS) if one != initial)
    yield from _other_vowels(syllable)
    yield from (_syllable(initial, vowel, one) for one in range(_FINALS) if one != final)


def _other_vowels(syllable: str) -> Iterator[str]:
    initial, vowel, final = _letters(syllable)
    yield from (_syllable(initial, one, final) for one in range(_VOWELS) if one != vowel)


def _letters(syllable: str) -> tuple[int, int, int]:
    initial, rest = divmod(ord(syllable) - _FIRST, _VOWELS * _FINALS)
    return initial, *divmod(rest, _FINALS)


def _syllable(initial: int, vowel: int, final: int) -> str:
    return chr(_FIRST + (initial * _VOWELS + vowel) * _FINALS + final)


def _hangul(word: str) -> bool:
    return all(_FIRST <= ord(letter) <= _LAST for letter in word)
