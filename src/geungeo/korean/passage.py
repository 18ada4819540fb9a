"""The text by which a chunk is found: its rule, its place and its words. Embedded and indexed alike."""

from __future__ import annotations

import hashlib

from geungeo.records import Chunk


def heading(chunk: Chunk) -> str:
    """Title of the rule and the path to the clause: '취업규칙 제4장 휴가 제15조(연차유급휴가)'."""
    return " ".join((chunk.doc, *chunk.path))


def passage_text(chunk: Chunk) -> str:
    return f"{heading(chunk)}\n{chunk.text}"


def passage_key(chunk: Chunk) -> str:
    """Names a vector by what was embedded: 16 hex of sha1 over passage_text."""
    return hashlib.sha1(passage_text(chunk).encode()).hexdigest()[:16]
