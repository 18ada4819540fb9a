"""Which texts a page and its scripts name."""

from __future__ import annotations

import re
from pathlib import Path


def scripts(entry: Path) -> list[Path]:
    """The module and every module it imports, directly or not."""
    found, waiting = list[Path](), [entry.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.append(path)
            imported = re.findall(r'(?:from|import) "(\.[^"]+)"', path.read_text(encoding="utf-8"))
            waiting += [(path.parent / name).resolve() for name in imported]
    return found


def code(paths: list[Path]) -> str:
    """Without comments."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.sub(r"/\*\*.*?\*/|(^|\s)//[^\n]*", "", text, flags=re.DOTALL)


def named(html: Path, script: str) -> set[str]:
    """Keys that must stand in messages.py."""
    return (set(re.findall(r"\$(\w+)", html.read_text(encoding="utf-8"))) - {"texts"}) | set(
        re.findall(r'\bt\("(\w+)"', script)
    )


def spelled(script: str) -> set[str]:
    """Words that may be keys, or parts of keys, handed to t() by another name."""
    return set(re.findall(r'"([a-z_]+)"', script))
