"""Characters of an API description, counted over its keys and values: the check on the reader that knows their meaning."""

from __future__ import annotations

from typing import Any

from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import solid_length

_MAX_NODES = 1_000_000


def count_openapi(tree: Any) -> int:
    """Solid characters of every key and every value, whatever they are for.

    Raises UnreadableFile('too_large') for a tree of more nodes than any description has: one that holds itself, too.
    """
    total, nodes, waiting = 0, 0, [tree]
    while waiting:
        node, nodes = waiting.pop(), nodes + 1
        if nodes > _MAX_NODES:
            raise UnreadableFile("too_large", f"항목이 {_MAX_NODES:,}개가 넘는 API 문서")
        if isinstance(node, dict):
            total += sum(solid_length(key) for key in node)
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
        else:
            total += solid_length(node)
    return total
