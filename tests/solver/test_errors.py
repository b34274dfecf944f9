"""Warnings name the line of the caller, and loops their vertex."""

from __future__ import annotations

import inspect
import warnings

import networkx
import pytest

import solver
from solver import Graph, InputWarning

pytestmark = pytest.mark.tiny


def _file_with_a_loop(tmp_path):
    path = tmp_path / "loop.col"
    path.write_text("p edge 3 2\ne 1 2\ne 3 3\n")
    return path


def _networkx_graph_with_a_loop(tmp_path):
    return networkx.Graph([(0, 1), (1, 1)])


CALLS = {
    "edges": lambda _: Graph.from_edges(3, [(0, 1), (2, 2)]),
    "as_graph": lambda _: solver.greedy([(0, 1), (2, 2)]),
    "networkx": lambda path: solver.greedy(_networkx_graph_with_a_loop(path)),
    "problem": lambda _: solver.Problem("ab", [("a", "a")], "rg"),
    "preferences": lambda _: solver.Problem("ab", [], "rg", preferences={"z": {"r": 1}}),
    "file": lambda path: solver.read(_file_with_a_loop(path)),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_warning_names_the_line_of_the_caller(name, tmp_path):
    call = CALLS[name]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        call(tmp_path)
    (warning,) = (entry for entry in caught if entry.category is InputWarning)
    assert warning.filename == __file__
    assert warning.lineno == inspect.getsourcelines(call)[1]


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([(0, 1), (2, 2)], "^dropped 1 loop, at vertex 2$"),
        ([(1, 1), (0, 1), (2, 2)], "^dropped 2 loops, the first one at vertex 1$"),
    ],
)
def test_the_vertex_of_the_first_loop_is_named(edges, message):
    with pytest.warns(InputWarning, match=message):
        Graph.from_edges(3, edges)
