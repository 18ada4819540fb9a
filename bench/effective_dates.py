"""When a rule takes effect, read from its 부칙, against the day that the acts' front matter states.

Every version in statutes/history and statutes/current is read twice without its line 시행일자: once with the rest of
its front matter (the day and number of its promulgation are known), once with none of it, as a company's own rule. A
wrong day is worse than none: `wrong` counts days that are another one, `silent` those that were not read.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from common import arguments, shared, write
from geungeo.corpus.read import read
from geungeo.corpus.structure import split

_STATED = re.compile(rb"^\xec\x8b\x9c\xed\x96\x89\xec\x9d\xbc\xec\x9e\x90: *'?(\d{4}-\d{2}-\d{2})'?\n", re.MULTILINE)
_FRONT = re.compile(rb"\A---\n.*?\n---\n", re.DOTALL)


def main() -> None:
    options = arguments(__doc__, "effective_dates").parse_args()
    root = shared() / "statutes"
    files = sorted(path for folder in ("current", "history") for path in (root / folder).rglob("*.md"))
    files = files[: options.limit or None]
    found: dict[str, list[dict[str, Any]]] = {"promulgation known": [], "nothing known": []}
    for path in files:
        content = path.read_bytes()
        stated = _STATED.search(content)
        assert stated, path
        day, name = stated[1].decode(), str(path.relative_to(root))
        found["promulgation known"].append(judged(name, day, _STATED.sub(b"", content, count=1)))
        found["nothing known"].append(judged(name, day, _FRONT.sub(b"", content)))
    result = {
        "files": len(files),
        **{way: dict(Counter(row["is"] for row in rows)) for way, rows in found.items()},
        "wrong": {way: [row for row in rows if row["is"] == "wrong"] for way, rows in found.items()},
    }
    write(options, result)


def judged(name: str, day: str, content: bytes) -> dict[str, Any]:
    """right, wrong or silent on one version; the day is stated for the version as a whole."""
    document = split(read(content, Path(name).name), file=Path(name).name, file_hash="", doc_id=name)[0].document
    read_day = document.effective_at
    verdict = "silent" if read_day is None else "right" if read_day == day else "wrong"
    return {"file": name, "stated": day, "read": read_day, "is": verdict}


if __name__ == "__main__":
    main()
