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

ALGORITHMS = ["maxsum", "dsa", "mgm", "mgm2"]


@st.composite
def problems(draw):
    n = draw(st.integers(1, 6))
    names = [f"n{v}" for v in range(n)]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    numbers = st.one_of(st.integers(0, 9), st.floats(0, 9))
    return Problem(
        names,
        edges,
        ["red", "green", "blue"],
        preferences={name: {"red": draw(numbers), "blue": draw(numbers)} for name in names},
        weights={edge: draw(numbers) for edge in edges},
        fixed={
            name: "green" for name in draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
        },
    )


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
    colors = np.random.default_rng(seed).integers(0, 3, (8, problem.n)).astype(np.int32)
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
