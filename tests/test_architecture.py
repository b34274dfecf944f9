"""Rules about the house itself: who imports whom, what is exported, what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import solver

ROOT = Path(solver.__file__).parent.parent


def imports(path):
    """Absolute names of the modules that a file of this project imports."""
    package = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level]) if node.level else []
            module = [*base, *(node.module.split(".") if node.module else [])]
            yield ".".join(module)
            yield from (".".join([*module, alias.name]) for alias in node.names)


def files(folder):
    return sorted((ROOT / folder).rglob("*.py"))


def test_kernels_import_only_kernels():
    for path in files("solver/_kernels"):
        ours = {name for name in imports(path) if name.startswith(("solver", "agents"))}
        beyond = {
            n for n in ours if n not in ("solver", "solver._jit") and not n.startswith("solver._jit.")
        }
        assert all(name.startswith("solver._kernels") for name in beyond), (path, beyond)


def test_the_core_knows_no_agents_and_no_pydantic():
    for path in files("solver"):
        heads = {name.split(".")[0] for name in imports(path)}
        assert not heads & {"agents", "pydantic", "litellm"}, path


def test_the_core_uses_relative_imports():
    for path in files("solver"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert node.level or not node.module.startswith("solver"), path


def test_agents_reach_the_core_by_its_public_names():
    for path in files("agents"):
        for name in imports(path):
            assert "._" not in name or not name.startswith("solver"), (path, name)


def test_only_jit_knows_numbas_options():
    for path in files("solver"):
        if path.name not in ("_jit.py", "clock.py", "simd.py", "quads.py", "shared.py"):
            assert not any(name.split(".")[0] == "numba" for name in imports(path)), path


def loaded_by(statement):
    code = f"{statement}; import sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(found.stdout.split())


def test_the_stub_says_what_the_package_exports():
    stub = ast.parse((ROOT / "solver/__init__.pyi").read_text())
    told = {
        alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert told == set(solver.__all__)


def test_a_module_does_not_hide_the_function_of_its_name():
    import_module("solver.color")
    assert callable(solver.color)
    assert solver.dcop is import_module("solver.dcop")


@pytest.mark.subprocess
def test_import_alone_loads_no_numba():
    assert "numba" not in loaded_by("import solver, solver.errors, agents")


@pytest.mark.subprocess
def test_the_core_loads_little_beyond_numba():
    beyond = loaded_by("import solver; solver.color") - loaded_by("import numba")
    assert not beyond & {"pydantic", "litellm", "networkx", "matplotlib", "scipy", "pandas", "yaml"}


@pytest.mark.subprocess
def test_import_agents_is_light():
    assert not loaded_by("import agents") & {"litellm", "langgraph", "openai", "numba"}


def test_every_exported_name_exists_and_is_documented():
    assert sorted(solver.__all__) == solver.__all__
    for name in solver.__all__:
        assert getattr(solver, name).__doc__, name
