"""Requests for any route of an OpenAPI document: values by its schema, real ids where a name asks for one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI

# Values by the name of a parameter or field, the first that the schema takes.
Known = Mapping[str, Sequence[Any]]
_PLAIN = ("a", "가", "1", "2026-01-01", "a1b2c3d4e5f60718", "a@example.invalid", "2026-01-01T00:00:00+09:00", "ab")


@dataclass(frozen=True)
class Call:
    """One request. route: as the document writes it, e.g. 'GET /api/chunks/{chunk_id}'."""

    route: str
    method: str
    url: str
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    json: Any = None
    content: bytes | None = None

    @property
    def sent(self) -> dict[str, Any]:
        """As httpx takes it."""
        sent: dict[str, Any] = {"params": self.query, "headers": self.headers}
        if self.content is not None:
            return sent | {"content": self.content}
        return sent | ({"json": self.json} if self.json is not None else {})


def calls(app: FastAPI, known: Known) -> Iterator[Call]:
    """A call a route and method with every parameter, and one with the required ones only."""
    document = app.openapi()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            full = _call(document, path, method, operation, known)
            bare = _call(document, path, method, _needed(operation), known)
            yield full
            if bare != full:
                yield bare


def _needed(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**operation, "parameters": [one for one in operation.get("parameters", ()) if one.get("required")]}


def _call(document: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any], known: Known) -> Call:
    given: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}, "cookie": {}}
    for parameter in operation.get("parameters", ()):
        value = sample(document, parameter["schema"], known, parameter["name"])
        if value is not None:
            given[parameter["in"]][parameter["name"]] = value
    url = path
    for name, value in given["path"].items():
        url = url.replace(f"{{{name}}}", quote(str(value), safe="/" if f"{{{name}:path}}" in path else ""))
        url = url.replace(f"{{{name}:path}}", quote(str(value)))
    headers = {name: str(value) for name, value in given["header"].items()}
    body = operation.get("requestBody", {}).get("content", {})
    kind = next(iter(body), "application/json")
    if body and kind != "application/json":
        raw = "# 올린 글\n\n제1조(목적) 시험.\n".encode()
        headers["Content-Type"] = kind
        return Call(f"{method.upper()} {path}", method.upper(), url, given["query"], headers, content=raw)
    data = sample(document, body[kind].get("schema", {}), known) if body else None
    if data is None and method in ("post", "put", "patch", "delete"):
        data = {}
    return Call(f"{method.upper()} {path}", method.upper(), url, given["query"], headers, data)


def sample(document: Mapping[str, Any], schema: Mapping[str, Any], known: Known, name: str = "") -> Any:
    """A value that the schema takes; of `known[name]` where one fits."""
    schema = _resolved(document, schema)
    for value in known.get(name, ()):
        if _fits(schema, value):
            return value
    if "anyOf" in schema:
        return next((v for one in schema["anyOf"] if (v := sample(document, one, known, name)) is not None), None)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {key: sample(document, one, known, key) for key, one in schema.get("properties", {}).items()}
        case "array":
            return [sample(document, schema.get("items", {}), known, name.removesuffix("s"))]
        case "integer" | "number":
            return int(schema.get("minimum", 1))
        case "boolean":
            return True
        case "null":
            return None
    return next((text for text in _PLAIN if _fits(schema, text)), "a" * schema.get("minLength", 1))


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _fits(schema: Mapping[str, Any], value: Any) -> bool:
    if "anyOf" in schema:
        return any(_fits(one, value) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kinds = {"string": str, "integer": int, "number": (int, float), "array": list, "object": dict, "boolean": bool}
    if schema.get("type") in kinds and not isinstance(value, kinds[schema["type"]]):  # type: ignore[arg-type]
        return False
    if not isinstance(value, str):
        return bool(schema.get("type")) or not schema
    formats = {"date": r"\d{4}-\d\d-\d\d", "date-time": r"\d{4}-\d\d-\d\dT.*"}
    wanted = formats.get(schema.get("format", ""))
    return (
        len(value) <= schema.get("maxLength", 10**6)
        and len(value) >= schema.get("minLength", 0)
        and re.search(schema.get("pattern", ""), value) is not None
        and (wanted is None or re.fullmatch(wanted, value) is not None)
    )
