"""OpenAPI and Swagger: an endpoint (method and path) is a unit, and so is each schema that endpoints share."""

from __future__ import annotations

from geungeo import messages
from geungeo.corpus.blocks import Block, Difference, Paragraph, Reading, Stated, solid_length_of_blocks
from geungeo.corpus.read.encoding import decode
from geungeo.corpus.read.openapi_count import count_openapi
from geungeo.corpus.read.openapi_schema import Writer
from geungeo.corpus.read.openapi_tree import Tree, tree_of
from geungeo.errors import UnreadableFile
from geungeo.korean.normalize import nfc, squeeze, strip_control

KEYS = "names of the format's own fields"
LABELS = "words that explain an API"

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# Below a document's own title.
_LEVEL = 2


def read_openapi(data: bytes, name: str) -> Reading:
    """Raises UnreadableFile: corrupted, encoding or too_large."""
    tree = tree_of(decode(data))
    if tree is None:
        raise UnreadableFile("corrupted", "API 문서(OpenAPI)가 아닙니다")
    chars_in = count_openapi(tree)
    page = _Page(tree)
    page.read()
    account, out = page.writer.account, solid_length_of_blocks(page.blocks)
    differences = [
        Difference(label, chars) for label, chars in ((KEYS, -account.dropped), (LABELS, out - account.said)) if chars
    ]
    return Reading("openapi", tuple(page.blocks), chars_in, Stated(title=_title(tree)), tuple(differences))


def _title(tree: dict[str, Tree]) -> str | None:
    info = tree.get("info")
    title = info.get("title") if isinstance(info, dict) else None
    return squeeze(strip_control(nfc(title))) or None if isinstance(title, str) else None


class _Page:
    """The units so far: what the whole says about itself, then endpoints, then what they share."""

    def __init__(self, tree: dict[str, Tree]) -> None:
        self._tree = tree
        self.writer = Writer(tree)
        self.blocks: list[Block] = []

    def read(self) -> None:
        own = self.writer.account.own
        overview: list[str] = []
        later = []
        for key, value in self._tree.items():
            if key in ("paths", "webhooks") and isinstance(value, dict):
                later.append((key, value))
            elif key in messages.API_PARTS and isinstance(value, dict):
                later.append((key, {key: value}))
            elif key == "components" and isinstance(value, dict):
                later.append((key, value))
            elif key == "info" and isinstance(value, dict):
                self.writer.account.drop(key)
                overview += [line for name, text in value.items() for line in self.writer.anything(name, text)]
            else:
                overview += self.writer.anything(key, value)
        self._unit(messages.API_OVERVIEW, overview)
        for key, value in later:
            if key in ("paths", "webhooks"):
                self.writer.account.drop(key)
                for path, item in value.items():
                    self._path(own(path), item, "" if key == "paths" else "webhook ")
            else:
                self.writer.account.drop(*([key] if key == "components" else []))
                self._shared(value)

    def _path(self, path: str, item: Tree, before: str) -> None:
        """A unit a method; what the path says for all its methods stands in each."""
        if not isinstance(item, dict):
            self._unit(before + path, self.writer.anything("", item))
            return
        methods = [key for key in item if key in _METHODS and isinstance(item[key], dict)]
        common = {key: value for key, value in item.items() if key not in methods}
        if not methods:
            self._unit(before + path, self._operation(common))
        for number, method in enumerate(methods):
            heading = f"{before}{self.writer.account.own(method).upper()} {path}"
            lines = self._operation(item[method])
            if number == 0:
                lines += self._operation(common)
            else:
                with self.writer.account.repeating():
                    lines += self._operation(common)
            self._unit(heading, lines)

    def _operation(self, node: dict[str, Tree]) -> list[str]:
        """What it is for, what it takes, what it gives, then the rest."""
        ranks = {"summary": 0, "description": 1, "parameters": 2, "requestBody": 3, "responses": 4}
        ordered = sorted(node.items(), key=lambda pair: ranks.get(pair[0], 5))
        return [line for key, value in ordered for line in self._field(key, value)]

    def _field(self, key: str, value: Tree) -> list[str]:
        writer, drop = self.writer, self.writer.account.drop
        if key in ("summary", "description") and isinstance(value, str):
            drop(key)
            return writer.account.lines(value)
        if key == "parameters" and isinstance(value, list):
            drop(key)
            return [line for item in value for line in writer.parameter(item)]
        if key == "requestBody":
            drop(key)
            return writer.response(messages.API_REQUEST, value)
        if key == "responses" and isinstance(value, dict):
            drop(key)
            said = messages.API_RESPONSE
            pairs = ((said.format(code=writer.account.own(code)), node) for code, node in value.items())
            return [line for label, node in pairs for line in writer.response(label, node)]
        return writer.anything(key, value)

    def _shared(self, groups: dict[str, Tree]) -> None:
        for group, nodes in groups.items():
            kind = messages.API_PARTS.get(group)
            if kind is None or not isinstance(nodes, dict):
                self._unit(messages.API_OVERVIEW, self.writer.anything(group, nodes))
                continue
            self.writer.account.drop(group)
            for name, node in nodes.items():
                heading = f"{kind} {self.writer.account.own(name)}"
                self._unit(heading, self._component(group, node))

    def _component(self, group: str, node: Tree) -> list[str]:
        if group == "parameters":
            return self.writer.parameter(node)
        if group in ("responses", "requestBodies"):
            return self.writer.response("", node)
        if group in ("schemas", "definitions", "headers"):
            return self.writer.schema("", node)
        pairs = node.items() if isinstance(node, dict) else [("", node)]
        return [line for key, value in pairs for line in self.writer.anything(key, value)]

    def _unit(self, heading: str, lines: list[str]) -> None:
        if not lines and heading == messages.API_OVERVIEW:
            return
        self.blocks += [Paragraph(heading, _LEVEL), *(Paragraph(line) for line in lines if line)]
