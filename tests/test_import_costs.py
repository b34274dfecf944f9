"""What an import loads: the core without numba until it is needed, the agents without frameworks."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from .sources import loaded_by

pytestmark = pytest.mark.subprocess

#: Commands of agents that need pydantic.
REGISTERED = ("flow", "team", "world")

HEAVY = {"litellm", "langgraph", "langchain_core", "openai", "numba", "jsonschema", "pyarrow", "scipy"}


def test_import_alone_loads_no_numba():
    assert "numba" not in loaded_by("import solver, solver.errors, agents")


def test_the_core_loads_little_beyond_numba():
    beyond = loaded_by("import solver; solver.color") - loaded_by("import numba")
    assert not beyond & {"pydantic", "litellm", "networkx", "matplotlib", "scipy", "pandas", "yaml"}


@pytest.mark.parametrize(
    "name",
    [
        "agents",
        "agents.contracts",
        "agents.guard",
        "agents.flow",
        "agents.llm",
        "agents.statechart",
        "agents.world",
        "agents.cli",
    ],
)
def test_an_import_of_agents_loads_nothing_heavy(name):
    assert not loaded_by(f"import {name}") & HEAVY


def test_phase_1_runs_without_langgraph_and_numba():
    code = (
        "import agents.cli, tempfile, os; "
        "agents.cli.main(['--steps', '2', '--db', os.path.join(tempfile.mkdtemp(), 'w.db')])"
    )
    assert not loaded_by(code) & (HEAVY - {"jsonschema"})


WITHOUT_EXTRAS = (
    "import sys; sys.modules['pydantic'] = sys.modules['jsonschema'] = sys.modules['msgspec'] = None; "
)


def test_guards_and_statecharts_need_no_extra():
    loaded_by(f"{WITHOUT_EXTRAS}import agents.guard, agents.statechart, agents.statechart.cli")


@pytest.mark.parametrize(
    ("program", "call"),
    [
        *((f"kempe {name}", f"solver.command.cli import main; main(['{name}'])") for name in REGISTERED),
        ("vvm", "agents.cli import main; main([])"),
    ],
)
def test_a_command_says_which_extra_it_needs(program, call):
    if not entry_points(group="kempe.commands"):
        pytest.skip("kempe is installed without its entry points")
    code = f"{WITHOUT_EXTRAS}from {call}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f'{program} needs pydantic: pip install "kempe[agents]"\n' in done.stderr
