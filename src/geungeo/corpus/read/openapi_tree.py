"""An API description (Swagger 2.0, OpenAPI 3.0 and 3.1) as a tree of texts, from JSON or YAML."""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

import yaml

from geungeo.errors import UnreadableFile

# Mappings, lists and texts: a number or a date is what is written.
Tree: TypeAlias = Any

_CLAIM = re.compile(r"(?:^|[{,])[ \t\r]*[\"']?(?:openapi|swagger)[\"']?[ \t]*:[ \t]*[\"']?[23]\.\d", re.MULTILINE)
_FIRST = re.compile(r"(?:\s|#[^\n]*\n|---[^\n]*\n)*(?:\{|[\"']?(?:openapi|swagger)[\"']?\s*:)")
_VERSION = re.compile(r"[23]\.\d")
_PARTS = ("paths", "webhooks", "components", "definitions")
MAX_BYTES = 16 * 1024 * 1024


class _Texts(yaml.CSafeLoader):
    """Every scalar is the text that stands in the file; only the merge key '<<' keeps its meaning."""

    yaml_implicit_resolvers = {  # noqa: RUF012  # the loader's own shape
        "<": [pair for pair in yaml.CSafeLoader.yaml_implicit_resolvers["<"] if pair[0] == "tag:yaml.org,2002:merge"]
    }


def tree_of(text: str) -> dict[str, Tree] | None:
    """The description that `text` is; None where it is none.

    Raises UnreadableFile: corrupted, where a file that starts as one can't be parsed; too_large.
    """
    if not _CLAIM.search(text):
        return None
    if len(text) > MAX_BYTES:
        raise UnreadableFile("too_large", f"{len(text):,}자인 API 문서")
    try:
        tree = _parsed(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        if _FIRST.match(text):
            raise UnreadableFile("corrupted", f"API 문서(OpenAPI): {_brief(error)}") from error
        return None
    return tree if isinstance(tree, dict) and _is_description(tree) else None


def _parsed(text: str) -> Tree:
    if text.lstrip().startswith("{"):
        return _as_texts(json.loads(text, parse_int=str, parse_float=str, parse_constant=str))
    return yaml.load(text, _Texts)  # a safe loader


def _as_texts(node: Tree) -> Tree:
    if isinstance(node, dict):
        return {key: _as_texts(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_as_texts(value) for value in node]
    return node if isinstance(node, str) else json.dumps(node)


def _is_description(tree: dict[str, Tree]) -> bool:
    version = tree.get("openapi", tree.get("swagger"))
    stated = isinstance(version, str) and _VERSION.match(version) is not None
    return stated and any(isinstance(tree.get(part), dict) for part in _PARTS)


def _brief(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "구조가 너무 깊습니다"
    return " ".join(str(error).split())[:160]
