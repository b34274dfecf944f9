"""Who imports whom: rooms have an order, imports go down it, and files never import each other."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

import pytest

import solver

ROOT = Path(solver.__file__).parent.parent

#: Rooms from the bottom up; each may import those on the lines before its own.
ORDER = {
    "solver": [
        ["errors", "_jit"],
        ["clock", "threads", "result"],
        ["stop"],
        ["_kernels"],
        ["graphs"],
        ["generators", "sequential", "problems"],
        ["search"],
        ["cliques"],
        ["bounds", "reductions"],
        ["exact"],
        ["portfolio"],
        ["variants", "cluster"],
        ["dcop", "derivatives", "distributed"],
        ["benchmark", "interop"],
        ["command"],
        ["__main__"],
    ],
    "solver._kernels": [
        ["vectors"],
        ["queues", "files"],
        ["graphs"],
        ["sequential", "problems"],
        ["search"],
        ["cliques"],
        ["reductions", "exact", "cluster", "dcop", "derivatives", "distributed"],
    ],
    "agents": [
        ["errors", "canonical", "answers"],
        ["contracts"],
        ["guard"],
        ["llm", "statechart", "flow"],
        ["world"],
        ["coloring"],
        ["cli"],
    ],
    "agents.coloring": [
        ["conformance"],
        ["view", "situation", "team"],
        ["messages", "inbox", "topologies"],
        ["turn"],
        ["assessing"],
        ["bargaining"],
        ["wording"],
        ["talk"],
        ["deciding", "people"],
        ["game"],
        ["setup"],
        ["runner"],
        ["log_lines", "studies"],
        ["cli"],
    ],
}


class Import(NamedTuple):
    """One import statement: who imports what, and whether a function hides it."""

    importer: str
    imported: str
    hidden: bool


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {
    module_name(path): path
    for package in ("solver", "agents")
    for path in (ROOT / package).rglob("*.py")
}


def _imported(node: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    parts = package.split(".")
    base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
    base = ".".join(filter(None, [base, node.module or ""]))
    inside = [f"{base}.{alias.name}" for alias in node.names]
    return [name if name in MODULES else base for name in inside]


def imports_of(name: str, path: Path) -> list[Import]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text())
    functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    hidden = {id(inner) for function in functions for inner in ast.walk(function)}
    return [
        Import(name, imported, id(node) in hidden)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for imported in _imported(node, package)
        if imported in MODULES
    ]


IMPORTS = [found for name, path in MODULES.items() for found in imports_of(name, path)]


def room_of(name: str, package: str) -> str | None:
    """The part of ``package`` that a module lies in, or None if it lies elsewhere."""
    if not name.startswith(f"{package}."):
        return None
    return name[len(package) + 1 :].split(".")[0]


@pytest.mark.parametrize("package", ORDER)
def test_every_room_has_its_place(package):
    rooms = {room_of(name, package) for name in MODULES} - {None}
    assert rooms == {room for level in ORDER[package] for room in level}


@pytest.mark.parametrize("package", ORDER)
def test_imports_only_go_down(package):
    level = {room: i for i, rooms in enumerate(ORDER[package]) for room in rooms}
    up = [
        f"{importer} imports {imported}"
        for importer, imported, _ in IMPORTS
        if (above := room_of(importer, package)) and (below := room_of(imported, package))
        if above != below and level[below] >= level[above]
    ]
    assert up == []


def test_no_files_import_each_other_in_a_circle():
    below: dict[str, set[str]] = {name: set() for name in MODULES}
    for importer, imported, _ in IMPORTS:
        # A package's __init__ gathers its modules; they may name the package's own root only.
        if imported != importer:
            below[importer].add(imported)
    circles, done = [], set()

    def follow(name: str, way: list[str]) -> None:
        if name in way:
            circles.append(" -> ".join([*way[way.index(name) :], name]))
        elif name not in done:
            for imported in sorted(below[name]):
                follow(imported, [*way, name])
            done.add(name)

    for name in sorted(MODULES):
        follow(name, [])
    assert circles == []
