"""Measure how common each search term is in Korean law: writes src/geungeo/search/word_weights.json.

Relevance must weigh a question's words the same way on every corpus, so the weights come from a fixed sample
of articles of all acts in force (statutes are outside copyright), never from the corpus that is searched.

    python bench/word_weights.py FOLDER_OF_ACTS [--articles 20000] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path

from geungeo.korean.tokens import TOKENIZER, terms

TARGET = Path(__file__).parent.parent / "src/geungeo/search/word_weights.json"
_ARTICLE = re.compile(r"^#{5} ", re.MULTILINE)


def articles(folder: Path) -> list[tuple[Path, int]]:
    """(file, ordinal of the article in it) of every article."""
    places: list[tuple[Path, int]] = []
    for path in sorted(folder.rglob("*.md")):
        count = len(_ARTICLE.findall(path.read_text(encoding="utf-8")))
        places.extend((path, ordinal) for ordinal in range(1, count + 1))
    return places


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--articles", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    sample = random.Random(options.seed).sample(articles(options.folder), options.articles)
    seen: Counter[str] = Counter()
    for path, ordinal in sorted(sample):
        text = _ARTICLE.split(path.read_text(encoding="utf-8"))[ordinal]
        seen.update(set(terms(text)))
    # A term in fewer than three articles counts as rare like any other.
    common = {term: count for term, count in sorted(seen.items()) if count >= 3}
    document = {"tokenizer": TOKENIZER, "articles": options.articles, "seed": options.seed, "counts": common}
    TARGET.write_text(json.dumps(document, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(common)} terms from {options.articles} articles -> {TARGET.name}")


if __name__ == "__main__":
    main()
