"""The text by which a chunk is found: its rule, its place and its words. Embedded and indexed alike."""

from __future__ import annotations

import hashlib

from geungeo.records import Chunk


def heading(chunk: Chunk) -> str:
    """Title of the rule and the path to the clause: '취업규칙 제4장 휴가 제15조(연차유급휴가)'."""
    return " ".join((chunk.doc, *chunk.path))


def article_term(chunk: Chunk) -> str:
    """The chunk's own article as one exact term: '29의2', '부칙:3', '' without one.

    Every amendment adds a 부칙 that begins at 제1조 again: under plain numbers they would crowd out the rule's article.
    """
    if chunk.article is None:
        return ""
    return f"부칙:{chunk.article}" if chunk.part == "부칙" else chunk.article


def passage_text(chunk: Chunk) -> str:
    return f"{heading(chunk)}\n{chunk.text}"


def passage_key(chunk: Chunk) -> str:
    """Names a vector by what was embedded: 16 hex of sha1 over passage_text."""
    return hashlib.sha1(passage_text(chunk).encode()).hexdigest()[:16]
