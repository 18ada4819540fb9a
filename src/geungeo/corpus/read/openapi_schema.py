"""Schemas, parameters and whatever else an API description holds, as lines that a person can read.

Every key and value of the description is either said or dropped by name; `Account` counts both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from geungeo.corpus.read.openapi_tree import Tree
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, solid_length, squeeze, strip_control

_PLACES = {"query": "쿼리", "path": "경로", "header": "헤더", "cookie": "쿠키", "body": "본문", "formData": "폼"}
_CHOICES = {"allOf": "모두", "oneOf": "하나", "anyOf": "하나 이상"}
_NAMED = {"default": "기본값", "example": "예", "examples": "예", "enum": "허용값"}
_ONE_OF_MANY = ("allOf", "oneOf", "anyOf")
# What an endpoint repeats of the schemas that it names: their own unit holds the rest.
_MAX_REPEATED = 4_000
_MAX_SAID = 64_000_000


@dataclass(slots=True)
class Account:
    """Solid characters of the description: said in the text, or dropped (keys whose meaning the text's form tells)."""

    said: int = 0
    dropped: int = 0
    total: int = 0

    def own(self, text: Tree) -> str:
        """`text` on one line, to be said."""
        self.said += solid_length(text)
        self._spend(len(text))
        return squeeze(strip_control(nfc(text)))

    def lines(self, text: Tree) -> list[str]:
        """`text` by its own lines, to be said."""
        self.said += solid_length(text)
        self._spend(len(text))
        return [line for line in map(squeeze, strip_control(nfc(text)).splitlines()) if line]

    def drop(self, *texts: str) -> None:
        self.dropped += sum(map(solid_length, texts))

    @contextmanager
    def repeating(self) -> Iterator[None]:
        """What is said inside has been or will be said in its own place."""
        before = self.said, self.dropped
        yield
        self.said, self.dropped = before

    def _spend(self, length: int) -> None:
        self.total += length
        if self.total > _MAX_SAID:
            raise UnreadableFile("too_large", "풀어 쓰면 너무 큰 API 문서")


@dataclass(slots=True)
class _Parts:
    """What one schema says: types for the bracket, words for its line, and lines below it."""

    types: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


class Writer:
    """Lines of parts of one description; references are followed inside it, one step."""

    def __init__(self, tree: dict[str, Tree]) -> None:
        self._tree = tree
        self.account = Account()
        self._steps = 0

    def anything(self, key: str, value: Tree) -> list[str]:
        """'key: value', lists of texts in one line, mappings by dotted keys."""
        name = self.account.own(key)
        return self._anything(name, value)

    def _anything(self, name: str, value: Tree) -> list[str]:
        if isinstance(value, dict):
            pairs = (
                (f"{name}.{self.account.own(key)}" if name else self.account.own(key), v) for key, v in value.items()
            )
            return [line for inner, v in pairs for line in self._anything(inner, v)] or [name]
        if isinstance(value, list):
            if not any(isinstance(item, dict | list) for item in value):
                return [_labelled(name, ", ".join(map(self.account.own, value)))]
            return [line for item in value for line in self._anything(name, item)]
        first, *rest = self.account.lines(value) or [""]
        return [_labelled(name, first), *rest]

    def schema(self, label: str, node: Tree, marks: Iterable[str] = ()) -> list[str]:
        """'label(type, 필수): description · 예: ...' and the lines of what the schema holds."""
        return _written(label, marks, self._parts(node, label))

    def parameter(self, node: Tree) -> list[str]:
        """'id(경로, 필수, integer): 사용자 번호'."""
        if not isinstance(node, dict):
            return self._anything("", node)
        if (target := self._referred(node)) is not None:
            with self._step():
                return self.parameter(target)
        rest = dict(node)
        stated = {key: rest.pop(key) for key in ("name", "in", "required") if isinstance(rest.get(key), str)}
        self.account.drop(*stated)
        label = self.account.own(stated.get("name", ""))
        place, required = stated.get("in", ""), stated.get("required", "")
        marks = [_PLACES[place]] if place in _PLACES else [self.account.own(place)]
        self.account.drop(*([place] if place in _PLACES else []))
        marks += self._required(required)
        inner = rest.pop("schema", None)
        parts = self._parts(rest, label)
        if inner is not None:
            self.account.drop("schema")
            own = self._parts(inner, label)
            parts = _Parts(own.types + parts.types, parts.words + own.words, parts.lines + own.lines)
        return _written(label, marks, parts)

    def content(self, label: str, node: Tree) -> list[str]:
        """Bodies by media type: '본문(application/json, User)' and the fields."""
        if not isinstance(node, dict):
            return self._anything(label, node)
        lines = []
        for media, body in node.items():
            marks, rest = [self.account.own(media)], dict(body) if isinstance(body, dict) else {}
            inner = rest.pop("schema", None)
            if inner is not None:
                self.account.drop("schema")
            written = self.schema("", inner, marks) if inner is not None else [f"({marks[0]})"]
            lines += [label + written[0], *written[1:]]
            lines += [line for key, value in rest.items() for line in self.anything(key, value)]
            lines += self._anything(label, body) if not isinstance(body, dict) else []
        return lines

    def response(self, label: str, node: Tree) -> list[str]:
        """'응답 200: 성공' with the lines of its body and headers."""
        if not isinstance(node, dict):
            return self._anything(label, node)
        if (target := self._referred(node)) is not None:
            with self._step():
                return self.response(label, target)
        rest = dict(node)
        head, lines = label, list[str]()
        for key, value in rest.items():
            if key == "description" and isinstance(value, str):
                self.account.drop(key)
                first, *more = self.account.lines(value) or [""]
                head, lines = _labelled(label, first), [*more, *lines]
            elif key in ("content", "schema"):
                self.account.drop(key)
                said = label if label.endswith("본문") else f"{label} 본문".strip()
                lines += self.content(said, value) if key == "content" else self.schema(said, value)
            elif key == "headers" and isinstance(value, dict):
                self.account.drop(key)
                for name, header in value.items():
                    lines += self.schema(f"{label} 헤더 {self.account.own(name)}", header)
            elif key == "required" and isinstance(value, str):
                self.account.drop(key)
                head += "".join(f"({mark})" for mark in self._required(value))
            else:
                lines += self.anything(key, value)
        return [head, *lines]

    def _required(self, value: str) -> list[str]:
        """'필수' for true, nothing for false; any other word stands as it is."""
        if value not in ("true", "false", ""):
            return [self.account.own(value)]
        self.account.drop(value)
        return ["필수"] if value == "true" else []

    def _parts(self, node: Tree, label: str) -> _Parts:
        parts = _Parts()
        if not isinstance(node, dict):
            parts.words += [line for line in self._anything("", node) if line]
            return parts
        required = node.get("required") if isinstance(node.get("required"), list) else []
        for key, value in node.items():
            self._part(parts, node, label, key, value, required or [])
        return parts

    def _part(
        self, parts: _Parts, node: dict[str, Tree], label: str, key: str, value: Tree, required: list[Tree]
    ) -> None:
        account = self.account
        if key == "$ref" and isinstance(value, str):
            account.drop(key)
            self._reference(parts, label, value)
        elif key in ("type", "format", "title") and isinstance(value, str):
            account.drop(key)
            parts.types.append(account.own(value))
        elif key == "description" and isinstance(value, str):
            account.drop(key)
            first, *rest = account.lines(value) or [""]
            parts.words.insert(0, first)
            parts.lines[:0] = rest
        elif key == "properties" and isinstance(value, dict):
            account.drop(key)
            self._properties(parts, label, value, required)
        elif key == "required" and value is required:
            account.drop(key)
            properties = node.get("properties")
            known = properties if isinstance(properties, dict) else {}
            account.drop(*(name for name in required if isinstance(name, str) and name in known))
            others = [name for name in required if not (isinstance(name, str) and name in known)]
            parts.lines += self._anything("필수", others) if others else []
        elif key == "items" and isinstance(value, dict):
            account.drop(key)
            inner = self._parts(value, label)
            parts.types.append(f"목록: {', '.join(inner.types)}" if inner.types else "목록")
            parts.words += inner.words
            parts.lines += inner.lines
        elif key in _ONE_OF_MANY and isinstance(value, list):
            account.drop(key)
            for number, inner in enumerate(value, 1):
                named = f"{label} " if label else ""
                parts.lines += self.schema(f"{named}({_CHOICES[key]}: {number})", inner)
        elif key in _NAMED:
            account.drop(key)
            self._aside(parts, _NAMED[key], value)
        else:
            self._aside(parts, account.own(key), value)

    def _aside(self, parts: _Parts, name: str, value: Tree) -> None:
        """A short value on the schema's own line, a structure on lines below it."""
        lines = self._anything(name, value)
        target = parts.words if len(lines) == 1 and len(lines[0]) <= 200 else parts.lines
        target += lines

    def _properties(self, parts: _Parts, label: str, properties: dict[str, Tree], required: list[Tree]) -> None:
        for name, inner in properties.items():
            said = self.account.own(name)
            parts.lines += self.schema(
                f"{label}.{said}" if label else said, inner, ["필수"] if name in required else []
            )

    def _reference(self, parts: _Parts, label: str, reference: str) -> None:
        """The name at the reference's end, and below it what it stands for, one step and not too long."""
        before, _, name = reference.rpartition("/")
        self.account.drop(f"{before}/" if before else "")
        parts.types.append(self.account.own(name))
        target = self._target(reference)
        if target is None or self._steps:
            return
        with self._step():
            found = self._parts(target, label)
        if sum(map(len, found.lines)) <= _MAX_REPEATED:
            parts.words += found.words
            parts.lines += found.lines

    @contextmanager
    def _step(self) -> Iterator[None]:
        self._steps += 1
        with self.account.repeating():
            yield
        self._steps -= 1

    def _referred(self, node: dict[str, Tree]) -> Tree:
        """What a node that is a reference alone stands for, its own words dropped; None for other nodes."""
        reference = node.get("$ref")
        if not isinstance(reference, str) or self._steps > 1 or (target := self._target(reference)) is None:
            return None
        if len(node) > 1:
            return None
        self.account.drop("$ref", reference)
        return target

    def _target(self, reference: str) -> Tree:
        """The node at '#/components/schemas/User'; None where there is none in this file."""
        if not reference.startswith("#/"):
            return None
        node: Tree = self._tree
        for step in reference[2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            node = node.get(step) if isinstance(node, dict) else None
        return node


def _written(label: str, marks: Iterable[str], parts: _Parts) -> list[str]:
    bracket = ", ".join(mark for mark in (*marks, *parts.types) if mark)
    head = f"{label}({bracket})" if bracket else label
    line = _labelled(head, " · ".join(word for word in parts.words if word))
    return [line, *parts.lines] if line else parts.lines


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}" if label and text else label or text
