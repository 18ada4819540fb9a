"""Chunks of a real rule for store tests, cut at its article headings, and an oracle that scans them."""

from __future__ import annotations

import dataclasses
import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from geungeo.korean.passage import heading, passage_text
from geungeo.korean.tokens import bigrams, terms
from geungeo.ports import LexicalQuery, Matrix, Snapshot
from geungeo.records import Chunk, Document

EXAMPLES = Path(__file__).parent.parent / "examples" / "docs"
_ARTICLE = re.compile(r"^#+ *제(\d+)조(?:의(\d+))? *(?:\(([^)]*)\))?", re.M)


@cache
def rule(name: str = "국가공무원 복무규정") -> tuple[Document, tuple[Chunk, ...]]:
    """An example rule and its articles, one chunk each."""
    text = (EXAMPLES / f"{name}.md").read_text(encoding="utf-8")
    file_hash = hashlib.sha1(text.encode()).hexdigest()
    document = Document(name, name, "1", "2026-01-01", None, None, text, name, f"{name}.md", "md", file_hash)
    starts = list(_ARTICLE.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    pieces = zip(starts, ends, strict=True)
    return document, tuple(_chunk(document, i, match, end) for i, (match, end) in enumerate(pieces))


def of_id(snapshot: Snapshot, doc_id: str) -> Document:
    """The document, which has one version there."""
    (found,) = (document for document in snapshot.documents.values() if document.doc_id == doc_id)
    return found


def edited(chunk: Chunk, text: str) -> Chunk:
    """The same place with other words."""
    return dataclasses.replace(chunk, text=text, content_hash=hashlib.sha1(text.encode()).hexdigest()[:16])


def direction(text: str, dimension: int = 16) -> Matrix:
    """A unit vector made from the text's bigrams alone: equal words, equal direction."""
    vector = np.zeros(dimension, dtype=np.float32)
    for pair in bigrams(text):
        vector += np.frombuffer(hashlib.shake_128(pair.encode()).digest(dimension), dtype=np.int8)
    return vector / max(float(np.linalg.norm(vector)), 1e-6)


def directions(texts: Sequence[str], dimension: int = 16) -> Matrix:
    return np.stack([direction(text, dimension) for text in texts])


def asking(question: str) -> LexicalQuery:
    """Morphemes in body and title, bigrams, and the number of an article that the question names."""
    words = [("body", term, 1.0) for term in terms(question)] + [("title", term, 0.5) for term in terms(question)]
    numbers = [("article", number.group(1), 3.0) for number in re.finditer(r"제(\d+(?:의\d+)?)조", question)]
    return LexicalQuery(tuple(words + [("bigram", pair, 0.3) for pair in bigrams(question)] + numbers))


def scan(chunks: Mapping[str, Chunk] | Iterable[Chunk], query: LexicalQuery, limit: int) -> list[tuple[str, float]]:
    """BM25 by reading every chunk: what a lexical index must return."""
    rows = list(chunks.values()) if isinstance(chunks, Mapping) else list(chunks)
    fields = [{name: Counter(words) for name, words in _fields(chunk).items()} for chunk in rows]
    means = {name: sum(f[name].total() for f in fields) / max(1, len(rows)) for name in ("body", "title", "bigram")}
    scores = dict.fromkeys((chunk.chunk_id for chunk in rows), 0.0)
    for name, term, boost in query.clauses:
        holding = sum(term in f[name] for f in fields)
        rarity = math.log(1 + (len(rows) - holding + 0.5) / (holding + 0.5))
        for chunk, f in zip(rows, fields, strict=True):
            if found := f[name][term]:
                length = 0.25 + 0.75 * f[name].total() / means[name] if name in means else 1.0
                scores[chunk.chunk_id] += boost * rarity * found * 2.2 / (found + 1.2 * length)
    best = sorted(((-score, chunk_id) for chunk_id, score in scores.items() if score > 0))[:limit]
    return [(chunk_id, -score) for score, chunk_id in best]


def _fields(chunk: Chunk) -> dict[str, list[str]]:
    return _terms_of(chunk.text, f"{heading(chunk)} {chunk.article_title or ''}", passage_text(chunk), chunk.article)


@cache
def _terms_of(text: str, title: str, passage: str, article: str | None) -> dict[str, list[str]]:
    return {
        "body": terms(text),
        "title": terms(title),
        "bigram": bigrams(passage),
        "article": [article] if article else [],
    }


def _chunk(document: Document, order: int, match: re.Match[str], end: int) -> Chunk:
    number, branch, title = match.groups()
    article = f"{number}의{branch}" if branch else number
    text = document.text[match.start() : end]
    return Chunk(
        chunk_id=hashlib.sha1(f"{document.doc_id} {order}".encode()).hexdigest()[:16],
        content_hash=hashlib.sha1(text.encode()).hexdigest()[:16],
        doc_id=document.doc_id,
        doc=document.title,
        path=(f"제{number}조" + (f"의{branch}" if branch else "") + (f"({title})" if title else ""),),
        label=f"{document.title} 제{number}조",
        article=article,
        article_title=title,
        clause=None,
        part="본칙",
        revised_at=document.revised_at,
        effective_at=None,
        lang="ko",
        text=text,
        start=match.start(),
        end=end,
        source=document.source,
    )


class Directions:
    """Vectors made of the letters alone, deterministic and without meaning."""

    model = "directions-1"
    dimension = 16
    max_tokens = 10_000

    def query(self, text: str) -> Matrix:
        return direction(text)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return directions(texts)

    def count_tokens(self, text: str) -> int:
        return len(text)
