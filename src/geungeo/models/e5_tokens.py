"""Text to the ids of XLM-RoBERTa's vocabulary: the most probable pieces, word by word.

Unigram segmentation (Kudo 2018, Subword Regularization, section 3.2) by Viterbi's algorithm. No piece of this
vocabulary reaches over a space, so that a word's pieces are its own and can be remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

from geungeo.models.e5_file import E5File

_SPACE = "▁"
_SPACES = re.compile(" {2,}")
_WORD = re.compile(f"{_SPACE}[^{_SPACE}]*")
# Behind the least probable piece, by so much: SentencePiece's penalty for a letter without a piece.
_PENALTY = 10.0


class E5Tokens:
    def __init__(self, file: E5File) -> None:
        self._pieces, self._letters = file.pieces(), file.letters()
        self._scores, self._unknown = file.scores, file.unknown
        self._longest = max(map(len, self._pieces))
        self._unknown_score = min(file.scores) - _PENALTY
        self._of_word = lru_cache(maxsize=20_000)(self._segmented)

    def ids(self, text: str) -> list[int]:
        """Without the marks at both ends."""
        spaced = _SPACES.sub(" ", text.replace("\0", " ").translate(self._letters)).replace(" ", _SPACE)
        words = _WORD.findall(spaced if spaced.startswith(_SPACE) else _SPACE + spaced)
        return [i for word in words for i in self._of_word(word)]

    def _segmented(self, word: str) -> tuple[int, ...]:
        """best[n]: the most probable way to the n-th letter: (score, where its last piece starts, that piece)."""
        pieces, scores, unknown = self._pieces, self._scores, self._unknown
        best = [(0.0, 0, unknown), *[(-float("inf"), 0, unknown)] * len(word)]
        for start in range(len(word)):
            score = best[start][0]
            for end in range(start + 1, min(len(word), start + self._longest) + 1):
                piece = pieces.get(word[start:end])
                if piece is not None and piece != unknown and score + scores[piece] > best[end][0]:
                    best[end] = (score + scores[piece], start, piece)
            if score + self._unknown_score > best[start + 1][0]:
                best[start + 1] = (score + self._unknown_score, start, unknown)
        out, at = [], len(word)
        while at:
            _, at, piece = best[at]
            out.append(piece)
        return tuple(reversed(out))
