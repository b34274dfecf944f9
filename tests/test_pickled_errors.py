"""Errors come back from worker processes as they are, with their attributes and notes."""

from __future__ import annotations

import inspect
import pickle
import pkgutil
from importlib import import_module

import pytest

import agents
import solver
from solver.errors import KempeError

#: Values for the parameters of the errors, by name; others are texts.
VALUES = {
    "position": 3,
    "estimate": 5.0,
    "budget": 2.0,
    "findings": ["a: wrong"],
    "options": ["a", "b"],
    "problems": ["one"],
    "trace": [1, 2],
    "step": 4,
    "line": 7,
    "column": 8,
    "retry_after": 1.5,
}


def everything_is_imported():
    for package in (solver, agents):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            # The others need libraries that are not installed everywhere.
            if module.name.endswith((".errors", ".snapshot", ".table", ".choosing")):
                import_module(module.name)


def subclasses(kind):
    yield kind
    for one in kind.__subclasses__():
        yield from subclasses(one)


everything_is_imported()
OURS = [kind for kind in dict.fromkeys(subclasses(KempeError)) if "tests" not in kind.__module__]


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.__name__)
def test_an_error_survives_pickling(kind):
    own = inspect.isfunction(kind.__init__)
    names = [name for name in inspect.signature(kind.__init__).parameters if own and name != "self"]
    given = {name: VALUES.get(name, f"a {name}") for name in names if name != "message"}
    error = kind(*["a message"] * ("message" in names or not own), **given)
    error.add_note("a note")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)
    assert again.__notes__ == ["a note"]


def test_the_errors_with_arguments_of_their_own_are_among_them():
    names = {kind.__name__ for kind in OURS}
    assert names >= {"GatewayError", "InvalidChart", "AmbiguousTransition", "SnapshotError"}
