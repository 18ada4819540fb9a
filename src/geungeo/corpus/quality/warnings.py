"""What a person should know of a file as a whole: many rules in one, nothing to answer from, places never filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from geungeo import messages
from geungeo.corpus.same import plain_title
from geungeo.corpus.structure import ParsedDocument
from geungeo.records import Chunk

# '○○', 'OOO', '(주)○○○', '{{회사}}', '[회사명]', '<부서명>'.
_PLACE = re.compile(
    r"[○◯〇]{2,}|(?<![A-Za-z\d])O{3,}(?![A-Za-z\d])|\{\{[^{}<>\n]{0,20}\w[^{}<>\n]{0,20}\}\}"
    r"|[\[<〈](?:회사|기관|법인|단체|사업장|부서|업체|기업|성명|담당자|직위|날짜|연도)\s?(?:명|이름|명칭)?[\]>〉]"
)
_KEPT_SHOWN = 3
_FEWEST_PLACES = 3  # below that a rule shows how something is written
_FEWEST_RULES = 3
# Chunks and unlike headings from which a document without articles is a giant of several matters.
GIANT = 300
_FEWEST_HEADS = 5
_HEADLESS = frozenset({"cover", "toc", "header", "form", "index", "garbled", "template"})


def warnings(parsed: Sequence[ParsedDocument], pieces: Sequence[Sequence[Chunk]]) -> tuple[str, ...]:
    """Notes for the file's report; pieces: the flagged chunks of each document. Nothing is withheld for them."""
    return (*_mixed(parsed), *_giants(parsed, pieces), *_empty(parsed, pieces), *_places(parsed))


def _mixed(parsed: Sequence[ParsedDocument]) -> list[str]:
    own = [re.sub(r" \(\d+\)$", "", each.document.title) for each in parsed]
    titles = list({plain_title(title): title for title in own}.values())
    if len(titles) < _FEWEST_RULES:
        return []
    return [messages.WARN_MIXED.format(count=len(titles), titles=_shown(titles))]


def _giants(parsed: Sequence[ParsedDocument], pieces: Sequence[Sequence[Chunk]]) -> list[str]:
    found = []
    for each, some in zip(parsed, pieces, strict=True):
        heads = list(dict.fromkeys(chunk.path[0] for chunk in some if chunk.path and chunk.part == "본칙"))
        if not each.has_articles and len(some) > GIANT and len(heads) >= _FEWEST_HEADS:
            title, shown = each.document.title, _shown(heads)
            found.append(messages.WARN_GIANT.format(title=title, chunks=len(some), count=len(heads), titles=shown))
    return found


def _empty(parsed: Sequence[ParsedDocument], pieces: Sequence[Sequence[Chunk]]) -> list[str]:
    return [
        messages.WARN_EMPTY.format(title=each.document.title)
        for each, some in zip(parsed, pieces, strict=True)
        if all(any(flag.partition(":")[0] in _HEADLESS for flag in chunk.flags) for chunk in some)
    ]


def _places(parsed: Sequence[ParsedDocument]) -> list[str]:
    found = []
    for each in parsed:
        places = Counter(match.group() for match in _PLACE.finditer(each.document.text))
        if sum(places.values()) >= _FEWEST_PLACES:
            shown = _shown([place for place, _ in places.most_common()])
            title, count = each.document.title, sum(places.values())
            found.append(messages.WARN_PLACES.format(title=title, count=count, places=shown))
    return found


def _shown(names: Sequence[str]) -> str:
    more = [messages.WARN_MORE.format(count=len(names) - _KEPT_SHOWN)] if len(names) > _KEPT_SHOWN else []
    return ", ".join([*(name[:30] for name in names[:_KEPT_SHOWN]), *more])
