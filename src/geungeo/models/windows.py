"""Texts longer than a model reads: cut at sentence ends into windows, embedded apart, averaged by their length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from geungeo.korean.sentences import sentences
from geungeo.ports import Matrix

Count = Callable[[str], int]
Embed = Callable[[Sequence[str]], Matrix]


def embed_windowed(texts: Sequence[str], limit: int, count: Count, embed: Embed) -> Matrix:
    """Unit vectors of `texts`, shape (len(texts), dimension), each word of a long text seen by the model once."""
    parts = [windows(text, limit, count) for text in texts]
    vectors = embed([window for windows_ in parts for window in windows_])
    out, at = [], 0
    for some in parts:
        weights = np.array([max(1, len(window)) for window in some], dtype=np.float32)
        out.append(weights @ vectors[at : at + len(some)])
        at += len(some)
    return unit(np.stack(out)) if out else vectors


def windows(text: str, limit: int, count: Count) -> list[str]:
    """Pieces of at most `limit` tokens: whole sentences together, a longer sentence cut at spaces, then anywhere."""
    if count(text) <= limit:
        return [text]
    out: list[str] = []
    for piece in _pieces(text, limit, count):
        joined = f"{out[-1]}\n{piece}" if out else piece
        if out and count(joined) <= limit:
            out[-1] = joined
        else:
            out.append(piece)
    return out


def unit(vectors: Matrix) -> Matrix:
    """Rows of length one; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Matrix = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled


def _pieces(text: str, limit: int, count: Count) -> list[str]:
    spans = sentences(text)
    return [piece for start, end in spans for piece in _halves(text[start:end], limit, count)]


def _halves(text: str, limit: int, count: Count) -> list[str]:
    if count(text) <= limit or len(text) < 2:
        return [text]
    middle = len(text) // 2
    space = text.rfind(" ", 1, middle + 1)
    cut = space if space > 0 else middle
    return _halves(text[:cut], limit, count) + _halves(text[cut:].lstrip(), limit, count)
