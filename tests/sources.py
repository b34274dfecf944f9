"""The project's source files, read as text: module names, imports, and what an import loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import solver

ROOT = Path(solver.__file__).parent.parent
PACKAGES = ("solver", "agents")


class Import(NamedTuple):
    """One module named by an import statement."""

    importer: str
    imported: str


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


#: Name -> file of every module of the project.
MODULES = {module_name(path): path for package in PACKAGES for path in files(package)}


def imported_names(path: Path) -> Iterator[str]:
    """
    Yield the absolute names that a file imports, wherever in the file it does.

    ``from a.b import c`` yields ``a.b.c`` where that is a module of the project, else ``a.b``.
    """
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*parent, *filter(None, [node.module])])
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if name in MODULES else base


def imports() -> list[Import]:
    """List the imports between modules of the project."""
    return [
        Import(name, imported)
        for name, path in MODULES.items()
        for imported in imported_names(path)
        if imported in MODULES
    ]


def loaded_by(statement: str) -> set[str]:
    """Return the top-level packages that a fresh interpreter has loaded after ``statement``."""
    code = f"{statement}; import sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(printed.stdout.split())
