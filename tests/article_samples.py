"""Real articles as excerpts, cut by a few plain lines of their own, so that these tests need no parser."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from geungeo.records import Chunk, Excerpt

_HEAD = re.compile(r"^#####\s*(제\d+조(?:의\d+)?)\s*(?:\(([^\n]*)\))?\s*$", re.M)


@cache
def articles(path: Path) -> dict[str, Chunk]:
    """'제15조' -> its text as one chunk. Of articles with one number (부칙) the first counts."""
    raw = path.read_text(encoding="utf-8")
    named = re.search(r"^제목: (.*)$", raw, re.M)
    title = named.group(1).strip() if named else path.stem
    heads = list(_HEAD.finditer(raw))
    found: dict[str, Chunk] = {}
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        body = raw[head.end() : after.start() if after else len(raw)]
        body = re.sub(r"^#{1,4} .*$", "", body, flags=re.M)
        found.setdefault(head.group(1), chunk(title, head.group(1), head.group(2) or "", plain(body)))
    return found


def plain(markdown: str) -> str:
    lines = (line.strip() for line in markdown.replace("**", "").replace("\\.", ".").splitlines())
    return "\n".join(line for line in lines if line and not re.match(r"[┌├└<]", line))


def chunk(title: str, article: str, name: str, text: str) -> Chunk:
    label = f"{title} {article}"
    return Chunk(
        chunk_id=f"{abs(hash((title, article))):016x}"[:16],
        content_hash="",
        doc_id=title,
        doc=title,
        path=(f"{article}({name})",),
        label=label,
        article=article.removeprefix("제").replace("조", ""),
        article_title=name,
        clause=None,
        part="본칙",
        revised_at=None,
        effective_at=None,
        lang="ko",
        text=text,
        start=0,
        end=len(text),
        source=title,
    )


def excerpts(*chunks: Chunk) -> list[Excerpt]:
    return [Excerpt(number, one) for number, one in enumerate(chunks, start=1)]
