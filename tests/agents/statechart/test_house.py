"""The room itself: who it imports, what it exports, what its import costs; its examples run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from agents import statechart

from ...test_architecture import imports


def test_the_room_imports_none_of_its_neighbors():
    for path in Path(statechart.__file__).parent.glob("*.py"):
        rooms = {".".join(name.split(".")[:2]) for name in imports(path) if name.startswith("agents.")}
        shared = {"agents.answers", "agents.contracts", "agents.errors"}
        assert rooms <= {"agents.statechart", "agents.guard", *shared}, path


def test_every_exported_name_exists_and_is_documented():
    for name in statechart.__all__:
        value = getattr(statechart, name)
        assert value.__doc__ or not callable(value), name


def test_the_examples_do_what_they_say():
    assert doctest.testmod(statechart).failed == 0
    assert doctest.testmod(statechart).attempted > 5


def test_every_rule_that_is_used_is_listed():
    folder = Path(statechart.__file__).parent
    used = {
        word
        for path in folder.glob("*.py")
        for word in path.read_text().replace('"', " ").replace("`", " ").split()
        if word.startswith("CHART") and word[5:].isdigit()
    }
    assert used == set(statechart.errors.RULES)


@pytest.mark.subprocess
def test_the_import_is_light():
    code = "import agents.statechart, sys; print(*{name.split('.')[0] for name in sys.modules})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(found.stdout.split()) & {"numpy", "numba", "pydantic", "litellm", "langgraph"}
