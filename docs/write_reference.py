"""
The reference: one page per room, with its public names and what each of its modules is about.

Sphinx reads the docstrings; this file only decides what stands on which page.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import solver

ROOT = Path(solver.__file__).parent.parent
PAGES = ROOT / "docs" / "reference"

#: Room -> title of its page. The order is that of the rooms, from the bottom up.
ROOMS = {
    "solver.graphs": "Graphs, files and checks",
    "solver.generators": "Generated graphs",
    "solver.sequential": "Sequential coloring",
    "solver.problems": "Problems with names and weights",
    "solver.search": "Local search",
    "solver.cliques": "Cliques and independent sets",
    "solver.bounds": "Lower bounds and certificates",
    "solver.reductions": "Reductions",
    "solver.exact": "Exact search",
    "solver.proofs": "Proofs for public checkers",
    "solver.portfolio": "Coloring: all techniques together",
    "solver.variants": "Variants of coloring",
    "solver.counting": "Counting and enumerating colorings",
    "solver.cluster": "Best responses and counterfactuals",
    "solver.dcop": "Distributed constraint optimization",
    "solver.derivatives": "Sparse derivatives",
    "solver.distributed": "Several processes or machines",
    "solver.pauli": "Groups of Pauli strings",
    "solver.benchmark": "The command bench",
    "solver.interop": "Other libraries and their files",
    "solver.command": "The command line",
    "solver.stop": "Stopping criteria",
    "solver.result": "Results",
    "solver.errors": "Errors",
    "agents.errors": "Errors of agents",
    "agents.contracts": "Contracts between agents",
    "agents.guard": "Guards",
    "agents.llm": "Model gateways",
    "agents.statechart": "Statecharts",
    "agents.flow": "Dialogue flows",
    "agents.world": "World",
    "agents.mcp_server": "Tools for assistants",
    "agents.arena": "Environments",
    "agents.coloring": "Team",
    "agents.page": "Page",
}


def public_names(room: str) -> dict[str, str]:
    """Map the public names of a room to the path by which users reach them."""
    package, _, part = room.partition(".")
    if package == "solver":
        names = {
            name: f"solver.{name}" for name, home in solver._HOME.items() if home.split(".")[0] == part
        }
        if part not in solver._MODULES:
            return dict(sorted(names.items()))
    module = import_module(room)
    elsewhere = {name for name in solver.__all__ if package == "agents" and hasattr(module, name)}
    defined = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == room and not name.startswith("_")
    ]
    return {name: f"{room}.{name}" for name in defined if name not in elsewhere}


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text())) or ""


def heading(text: str, line: str) -> list[str]:
    return [text, line * len(text), ""]


def entry(path: str) -> str:
    owner, _, name = path.rpartition(".")
    value = getattr(import_module(owner), name)
    kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
    return f".. auto{kind}:: {path}\n"


def page(room: str) -> str:
    """Return the text of the page of a room."""
    folder = ROOT / room.replace(".", "/")
    opening = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    parts = [*heading(ROOMS[room], "="), docstring(opening), ""]
    for name, path in public_names(room).items():
        parts += [*heading(name, "-"), entry(path)]
    modules = [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]
    if modules:
        parts += heading("Modules", "-")
    for path in modules:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        parts += [*heading(f"``{name}``", "~"), docstring(path), ""]
    return "\n".join(parts)


def write() -> None:
    """Write the pages, leaving those alone that have not changed, so that a build is incremental."""
    texts = {f"{room}.rst": page(room) for room in ROOMS}
    texts["index.rst"] = "\n".join(
        [
            *heading("Reference", "="),
            ".. toctree::",
            "   :maxdepth: 1",
            "",
            *(f"   {room}" for room in ROOMS),
        ]
    )
    PAGES.mkdir(exist_ok=True)
    for name, text in texts.items():
        target = PAGES / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
