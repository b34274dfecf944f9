"""A coloring problem goes in, and what comes out is in its terms."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import InputError, Problem
from solver.dcop import CostNetwork
from tests import strategies

ALGORITHMS = ["maxsum", "dsa", "mgm", "mgm2", "tabu"]


@st.composite
def problems(draw):
    """A problem of any density with costs of both signs, up to two nodes fixed."""
    numbers = st.one_of(st.integers(-9, 9), st.floats(-9, 9))
    definition, assignment = draw(strategies.problems(6, numbers=numbers))
    fixed = {node: color for node, color in list(assignment.items())[:2] if color is not None}
    return Problem(**definition, fixed=fixed)


@pytest.mark.tiny
@pytest.mark.parametrize("name", ALGORITHMS)
@given(problem=problems(), seed=st.integers(0, 1000))
def test_penalty_conflicts_and_fixed_colors(name, problem, seed):
    result = getattr(solver.dcop, name)(problem, cycles=5, seed=seed)
    assert result.cost == result.penalty == solver.penalty(problem, result.assignment)
    assert result.conflicts == solver.conflicts(problem.graph, problem.encode(result.assignment))
    assert problem.respects_fixed(result.assignment)
    assert np.isclose(result.history[-1], result.cost, rtol=1e-12, atol=1e-12)


@pytest.mark.tiny
@given(problems(), st.integers(0, 2**32))
def test_the_network_costs_what_the_problem_does(problem, seed):
    network = CostNetwork.from_problem(problem)
    colors = np.random.default_rng(seed).integers(0, problem.k, (8, problem.n)).astype(np.int32)
    for row, cost in zip(colors, network.costs(colors), strict=True):
        if problem.respects_fixed(row):
            assert np.isclose(cost, solver.penalty(problem, row), rtol=1e-12, atol=1e-12)
        else:
            assert cost == np.inf


@pytest.mark.tiny
@pytest.mark.parametrize("name", ["dsa", "mgm", "mgm2"])
def test_initial_colors_in_the_problems_own_words(name):
    problem = Problem(["x", "y"], [("x", "y")], ["red", "green"], fixed={"y": "red"})
    play = getattr(solver.dcop, name)
    assert play(problem, cycles=0, initial={"x": "GREEN", "y": "Red"}).assignment["x"] == "green"
    with pytest.raises(InputError, match="initial: expected the fixed color"):
        play(problem, initial={"x": "red", "y": "green"})
    with pytest.raises(InputError, match=r"assignment\['x'\] = -1"):
        play(problem, initial={"y": "red"})


@pytest.mark.subprocess
def test_the_package_is_loaded_when_named():
    code = "import sys, solver; print('solver.dcop' in sys.modules, callable(solver.dcop.maxsum))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "True"]
