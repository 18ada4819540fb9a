"""Which articles of statutes/current are linked with a 부칙 that speaks of them as they stand; a seeded 50 to be read.

python bench/addenda.py [--seed N] [--limit N] [--out F]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from common import arguments, current_acts, sampled, shared, timed, write
from geungeo.corpus.addenda import said_by, with_addenda
from geungeo.corpus.chunk import chunks
from geungeo.corpus.read import read
from geungeo.corpus.structure import ParsedDocument, split

_READ = 50


@dataclass
class Count:
    articles: int = 0
    linked: int = 0
    years: Counter[str] = field(default_factory=Counter)
    rows: list[dict[str, Any]] = field(default_factory=list)


def main() -> None:
    options = arguments(__doc__, "addenda").parse_args()
    count = Count()
    acts = sampled(current_acts(shared()), options.limit, options.seed)
    parsed = [
        each
        for path, name in acts
        for each in split(read(path.read_bytes(), name), file=name, file_hash="", doc_id=name)
    ]
    seconds = timed(lambda: take_all(count, parsed))
    write(
        options,
        {
            "acts": len(acts),
            "articles": count.articles,
            "articles_linked": count.linked,
            "links": len(count.rows),
            "links_that_defer": sum(bool(row["from"]) for row in count.rows),
            "by_year_of_the_amendment": dict(sorted(count.years.items())),
            "seconds_chunks_and_links": seconds,
            "to_be_read": sampled(count.rows, _READ, options.seed),
        },
    )


def take_all(count: Count, parsed: Iterable[ParsedDocument]) -> None:
    for each in parsed:
        take(count, each)


def take(count: Count, parsed: ParsedDocument) -> None:
    found = with_addenda(parsed.document, chunks(parsed))
    by_id = {chunk.chunk_id: chunk for chunk in found}
    body = [chunk for chunk in found if chunk.part == "본칙" and chunk.article]
    count.articles += len({chunk.article for chunk in body})
    count.linked += len({chunk.article for chunk in body if chunk.addenda})
    for chunk in body:
        for addendum in (by_id[chunk_id] for chunk_id in chunk.addenda):
            for said in said_by(addendum, parsed.document):
                if said.about(chunk.article, chunk.clause):
                    heading = addendum.path[0]
                    count.years[heading.rpartition(",")[2][:4]] += 1
                    words = addendum.text[said.start : said.end]
                    count.rows.append({"article": chunk.label, "of": heading, "from": said.day, "says": words})


if __name__ == "__main__":
    main()
