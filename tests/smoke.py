"""Test an installed wheel outside the checkout: read, color and check, by command and by import."""

import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import solver

checkout = Path.cwd().parent.parent / "solver"
assert checkout not in Path(solver.__file__).parents, "imported the checkout, not the wheel"
assert not {"pydantic", "litellm", "networkx", "matplotlib"} & set(sys.modules), "import solver is heavy"

graph = solver.generators.queen(8)
# The limit includes compilation, so it is generous; the search stops at ten colors.
result = solver.color(graph, 10, time_limit=300)
assert solver.is_proper(graph, result.colors)
assert result.k <= 10, result.k

with tempfile.TemporaryDirectory() as folder:
    solver.write(graph, Path(folder) / "queen8.col")
    kempe = Path(sys.executable).with_name("kempe")
    command = [kempe, "color", "queen8.col", "--time-limit", "2", "--output", "queen8.sol", "--json"]
    answer = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    assert json.loads(answer.stdout)["conflicts"] == 0
    subprocess.run([kempe, "check", "queen8.col", "queen8.sol"], cwd=folder, check=True)

import agents  # noqa: E402, F401
import kempe as alias  # noqa: E402

assert alias.Graph is solver.Graph
team = subprocess.run([kempe, "team", "--help"], capture_output=True, text=True, check=False)
if find_spec("pydantic") is None:
    assert (team.returncode, 'pip install "kempe[agents]"' in team.stderr) == (2, True), team
else:
    assert team.returncode == 0, team

print("smoke test passed: queen8 colored, written, read and checked")
