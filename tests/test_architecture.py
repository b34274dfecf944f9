"""Sizes, places and exports: what CONTRIBUTING says of the layout, checked."""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import solver

from .sources import MODULES, PACKAGES, ROOT, files, imported_names

TESTS = ROOT / "tests"

#: Import names of distributions that are called otherwise.
IMPORT_NAMES = {
    "python-sat": "pysat", "pyyaml": "yaml", "google-re2": "re2", "inspect-ai": "inspect_ai",
    **dict.fromkeys(
        ("opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"), "opentelemetry"
    ),
}  # fmt: skip

#: Extras that exist for work on the project: tools are run rather than imported.
TOOL_EXTRAS = {"dev", "docs", "peers"}


def lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def distribution(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0].lower()


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@functools.cache
def third_party_imports(folders: tuple[str, ...]) -> set[str]:
    paths = (path for folder in folders for path in files(folder))
    names = set()
    for path in paths:
        names |= {name.split(".")[0] for name in imported_names(path)}
        names |= set(re.findall(r'import_module\("(\w+)"\)', path.read_text()))
    return names


def test_the_core_has_few_modules_outside_its_rooms():
    assert len(list((ROOT / "solver").glob("*.py"))) <= 11
    assert [path.name for path in (ROOT / "solver/_kernels").glob("*.py")] == ["__init__.py"]


def test_a_long_module_says_why_it_is_one():
    """Up to 500 lines, or the first paragraph of the docstring gives the reason after "because"."""
    unexplained = []
    for name, path in MODULES.items():
        summary = (ast.get_docstring(ast.parse(path.read_text())) or "").split("\n\n")[0]
        if lines(path) > 500 and "because" not in summary:
            unexplained.append(f"{name}: {lines(path)} lines")
    assert not unexplained, "\n".join(unexplained)


def test_no_file_of_the_tests_is_over_600_lines():
    long = [f"{path}: {lines(path)}" for path in files("tests") if lines(path) > 600]
    assert not long, "\n".join(long)


def test_the_tests_mirror_the_rooms():
    """A file is named after a module of its room, the room, or a topic that its docstring states."""
    misplaced = []
    for package in PACKAGES:
        for path in (TESTS / package).rglob("test_*.py"):
            room = path.parent.relative_to(TESTS)
            module = path.stem.removeprefix("test_")
            candidates = [ROOT / room / f"{name}.py" for name in (module, f"_{module}")]
            candidates.append(ROOT / room / module / "__init__.py")
            topic = (ROOT / room).is_dir() and ast.get_docstring(ast.parse(path.read_text()))
            if not (module == room.name or topic or any(file.exists() for file in candidates)):
                misplaced.append(str(path.relative_to(ROOT)))
    assert not misplaced, "\n".join(misplaced)


@pytest.mark.parametrize("extra", sorted(set(project()["optional-dependencies"]) - TOOL_EXTRAS))
def test_what_an_extra_installs_is_imported(extra):
    imported = third_party_imports((*PACKAGES, "kempe"))
    names = {distribution(each) for each in project()["optional-dependencies"][extra]} - {"kempe"}
    assert {name for name in names if IMPORT_NAMES.get(name, name) not in imported} == set()


def test_what_the_project_requires_is_imported():
    imported = third_party_imports(PACKAGES)
    names = {distribution(each) for each in project()["dependencies"]}
    assert {name for name in names if IMPORT_NAMES.get(name, name) not in imported} == set()


def test_the_stub_says_what_the_package_exports():
    stub = ast.parse((ROOT / "solver/__init__.pyi").read_text())
    names = {
        alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert names >= set(solver.__all__)
    assert [name for name in names - set(solver.__all__) if f"solver.{name}" not in MODULES] == []


def test_a_module_does_not_hide_the_function_of_its_name():
    import_module("solver.portfolio.color")
    assert callable(solver.color)
    assert solver.dcop is import_module("solver.dcop")


def test_every_exported_name_exists_and_is_documented():
    assert sorted(solver.__all__) == solver.__all__
    for name in solver.__all__:
        assert getattr(solver, name).__doc__, name


def test_the_lowest_versions_are_those_that_are_tested():
    tested = dict(re.findall(r"^([\w-]+)==(.*)$", (ROOT / "tests/lowest.txt").read_text(), re.MULTILINE))
    extras = project()["optional-dependencies"]
    required = [*project()["dependencies"], *extras["agents"], *extras["networkx"]]
    lowest = dict(re.findall(r"^([\w-]+)>=([\d.]+)$", "\n".join(required), re.MULTILINE))
    assert set(tested) == set(lowest)
    assert [name for name in tested if not f"{tested[name]}.".startswith(f"{lowest[name]}.")] == []
