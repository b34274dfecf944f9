"""``import kempe`` gives what ``import solver`` gives."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import kempe
import solver

from .sources import ROOT, loaded_by


def test_the_names_are_the_same():
    assert kempe.__all__ == solver.__all__
    assert dir(kempe) == dir(solver)
    assert all(getattr(kempe, name) is getattr(solver, name) for name in solver.__all__)
    assert kempe.__version__ == solver.__version__


@pytest.mark.subprocess
def test_another_package_named_solver_is_named(tmp_path):
    (tmp_path / "solver.py").write_text("")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    command = [sys.executable, "-c", "import kempe"]
    refused = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert f"{tmp_path / 'solver.py'} hides the package solver" in refused.stderr


@pytest.mark.subprocess
@pytest.mark.parametrize("package", ["solver", "kempe"])
@pytest.mark.parametrize("name", ["graphs.formats.vertex_names", "interop.geo.color_map"])
def test_packages_in_packages_are_loaded_when_they_are_used(package, name):
    loaded = loaded_by(f"import {package}; {package}.{name}")
    assert "solver" in loaded
