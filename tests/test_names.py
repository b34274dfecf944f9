"""Names of this project in docstrings and pages exist: a reader may type them."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from .sources import MODULES, PACKAGES, ROOT

NAME = re.compile(r"(?<![\w./-])(?:solver|agents)(?:\.[A-Za-z_]\w*)+(?![\w/])")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def names_in(text: str) -> set[str]:
    return set(NAME.findall(text))


def names_in_docstrings(path: Path) -> set[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds)]
    return {name for node in nodes for name in names_in(ast.get_docstring(node) or "")}


def resolves(name: str) -> bool:
    """Tell whether ``name`` works after ``import solver`` or an import of the module it lies in."""
    first, *rest = name.split(".")
    value, path = import_module(first), first
    for part in rest:
        path = f"{path}.{part}"
        if not hasattr(value, part) and path in MODULES:
            # Not an attribute, if a test has loaded the packages anew.
            value = import_module(path)
            continue
        fields = getattr(value, "__dataclass_fields__", {}) | getattr(value, "__annotations__", {})
        if hasattr(value, part):
            value = getattr(value, part)
        elif part in fields:
            value = None
        else:
            return False
    return True


@pytest.mark.parametrize("package", PACKAGES)
def test_names_in_docstrings_exist(package):
    missing = [
        f"{module}: {name}"
        for module, path in MODULES.items()
        if module.split(".")[0] == package
        for name in sorted(names_in_docstrings(path))
        if not resolves(name)
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_on_pages_exist(page):
    assert [name for name in sorted(names_in(page.read_text())) if not resolves(name)] == []


def test_modules_that_docstrings_name_are_attributes_of_the_package():
    """``import solver; solver.stop`` works, without an import of ``solver.stop``."""
    import solver

    rooms = {
        name.split(".")[1]
        for module, path in MODULES.items()
        for name in names_in_docstrings(path)
        if name.startswith("solver.") and f"solver.{name.split('.')[1]}" in MODULES
        if not name.split(".")[1].startswith("_")
    }
    assert "stop" in rooms
    assert [room for room in sorted(rooms) if not hasattr(solver, room)] == []
