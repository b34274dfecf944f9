"""Who of the agents imports whom, and what an import costs."""

import pytest

from tests.test_architecture import files, imports, loaded_by

HEAVY = {"litellm", "langgraph", "langchain_core", "openai", "numba", "jsonschema", "pyarrow", "scipy"}

#: Each room, and what of ``agents`` it may import beside itself.
GROUND = {"agents.answers", "agents.canonical", "agents.contracts", "agents.errors"}
ROOMS = {
    "agents/guard": GROUND,
    "agents/flow": {*GROUND, "agents.guard"},
    "agents/llm": GROUND,
    "agents/statechart": {*GROUND, "agents.guard"},
    "agents/world": {*GROUND, "agents.llm"},
    "agents/coloring": {
        *GROUND,
        *("agents.guard", "agents.llm", "agents.statechart", "agents.flow", "agents.world"),
    },
}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_only_go_down(room):
    own = room.replace("/", ".")
    for path in files(room):
        for name in imports(path):
            if name.startswith("agents.") and not name.startswith(own):
                allowed = any(name == base or name.startswith(f"{base}.") for base in ROOMS[room])
                assert allowed, f"{path} imports {name}"


@pytest.mark.subprocess
@pytest.mark.parametrize(
    "name",
    [
        "agents",
        "agents.contracts",
        "agents.guard",
        "agents.flow",
        "agents.llm",
        "agents.world",
        "agents.cli",
    ],
)
def test_an_import_loads_nothing_heavy(name):
    assert not loaded_by(f"import {name}") & HEAVY


@pytest.mark.subprocess
def test_phase_1_runs_without_langgraph_and_numba():
    code = (
        "import agents.cli, tempfile, os; "
        "agents.cli.main(['--steps', '2', '--db', os.path.join(tempfile.mkdtemp(), 'w.db')])"
    )
    assert not loaded_by(code) & (HEAVY - {"jsonschema"})
