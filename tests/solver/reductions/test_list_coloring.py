"""List coloring by a palette: solvable exactly when the lists are, and the lists obeyed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, generators, is_proper, tabucol
from solver.exact import DsaturSearch
from solver.graphs.verify import is_clique
from solver.reductions.list_coloring import list_coloring
from solver.stop import MaxTicks
from tests.strategies import edge_lists

pytestmark = pytest.mark.tiny


@st.composite
def questions(draw):
    """A graph, k, and colors that are allowed or fixed, perhaps neither."""
    n, edges = draw(edge_lists(max_n=6))
    k = draw(st.integers(1, 4))
    allowed = np.array(draw(st.lists(st.booleans(), min_size=n * k, max_size=n * k))).reshape(n, k)
    allowed |= draw(st.booleans())
    allowed[np.arange(n), draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))] = True
    fixed = np.full(n, -1)
    for v in draw(st.sets(st.integers(0, n - 1), max_size=2)):
        fixed[v] = draw(st.sampled_from(np.flatnonzero(allowed[v]).tolist()))
    return n, edges, k, fixed, allowed


def obeys(edges, colors, fixed, allowed):
    return (
        all(colors[u] != colors[v] for u, v in edges)
        and all(allowed[v][c] for v, c in enumerate(colors))
        and all(f in (-1, c) for f, c in zip(fixed, colors, strict=True))
    )


@given(questions())
def test_the_palette_says_what_the_lists_say(question):
    n, edges, k, fixed, allowed = question
    graph = Graph.from_edges(n, edges)
    solvable = any(obeys(edges, c, fixed, allowed) for c in itertools.product(range(k), repeat=n))
    if any(fixed[u] == fixed[v] >= 0 for u, v in edges):
        with pytest.raises(InputError, match="have the fixed color"):
            list_coloring(graph, k, fixed=fixed, allowed=allowed)
        return
    plain = list_coloring(graph, k, fixed=fixed, allowed=allowed)
    assert is_clique(plain.graph, plain.palette)
    search = DsaturSearch(plain.graph, clique=plain.palette)
    search.run(1 << 40)
    assert (search.k <= k) is solvable
    if solvable:
        colors = plain.decode(search.colors())
        assert obeys(edges, colors, fixed, allowed)
        assert is_proper(plain.graph, plain.encode(colors))
        assert plain.decode(plain.encode(colors)).tolist() == colors.tolist()


@settings(max_examples=500 if settings().max_examples > 10 else 10)
@given(questions(), st.data())
def test_any_coloring_is_decoded_to_colors_of_the_lists(question, data):
    n, edges, k, fixed, allowed = question
    if any(fixed[u] == fixed[v] >= 0 for u, v in edges):
        return
    plain = list_coloring(Graph.from_edges(n, edges), k, fixed=fixed, allowed=allowed)
    size = plain.graph.n
    given = data.draw(st.lists(st.integers(0, k - 1), min_size=size, max_size=size))
    if data.draw(st.booleans()):  # the palette as it should be
        names = data.draw(st.permutations(range(k)))
        for v, c in zip(plain.palette.tolist(), names, strict=False):
            given[v] = c
    colors = plain.decode(given).tolist()
    assert obeys([], colors, fixed, allowed)
    if is_proper(plain.graph, given):
        assert obeys(edges, colors, fixed, allowed)


def test_a_vertex_off_its_list_gets_the_color_of_fewest_neighbors():
    star = Graph.from_edges(5, [(0, v) for v in range(1, 5)])
    allowed = np.ones((5, 4), bool)
    allowed[0, 3] = False
    plain = list_coloring(star, 4, allowed=allowed)
    assert plain.named.tolist() == [3]
    assert plain.decode([3, 0, 0, 1, 2, 3]).tolist() == [1, 0, 0, 1, 2]
    assert plain.decode([3, 0, 1, 1, 2, 3]).tolist() == [0, 0, 1, 1, 2]


def test_local_search_finishes_a_latin_square():
    graph = generators.queen(5)
    fixed = np.full(25, -1)
    fixed[:5] = [2, 0, 3, 1, 4]
    plain = list_coloring(graph, 5, fixed=fixed)
    assert plain.graph.n == 25
    result = tabucol(plain.graph, 5, stop=MaxTicks(1 << 22), seed=1)
    assert result.conflicts == 0
    colors = plain.decode(result.colors)
    assert is_proper(graph, colors)
    assert colors[:5].tolist() == [2, 0, 3, 1, 4]


def test_bad_input_is_named():
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    for arguments, message in (
        ({"k": 0}, "k = 0: expected an integer from 1 to 1048576"),
        ({"k": 2, "fixed": [0, 2, -1]}, "fixed color of vertex 1 = 2: expected -1 or a color below 2"),
        ({"k": 2, "fixed": [0, 0, -1]}, "vertices 0 and 1 have the fixed color 0"),
        ({"k": 2, "allowed": [[True, True]]}, r"allowed has dtype bool and shape \(1, 2\)"),
        ({"k": 1, "allowed": [[1], [1], [1]]}, "allowed has dtype int64 and shape"),
        ({"k": 1, "allowed": [[True], [False], [True]]}, "vertex 1 has no allowed color"),
        (
            {"k": 2, "fixed": [1, -1, -1], "allowed": [[True, False], [True, True], [True, True]]},
            "fixed color of vertex 0 = 1: expected one of those allowed",
        ),
    ):
        with pytest.raises(InputError, match=message):
            list_coloring(graph, **arguments)
    plain = list_coloring(graph, 3)
    with pytest.raises(InputError, match="vertex 1 has no color: expected"):
        plain.decode([0, -1, 0])
    with pytest.raises(InputError, match=r"colors have shape \(2,\): expected \(3,\)"):
        plain.encode([0, 1])


def test_too_many_colors_in_lists_are_refused():
    allowed = np.zeros((1, 5000), bool)
    allowed[0, 4097:] = True
    with pytest.raises(InputError, match="fixed and forbidden colors = 4097: expected at most 4096"):
        list_coloring(Graph.from_edges(1, []), 5000, allowed=allowed)


def test_no_vertices():
    plain = list_coloring(Graph.from_edges(0, []), 0)
    assert plain.graph.n == 0
    assert plain.decode([]).tolist() == []


def test_colors_that_no_list_names_need_no_vertex():
    graph = generators.gnp(40, 0.5, seed=1)
    plain = list_coloring(graph, 5000, fixed=[17, 4095] + [-1] * 38)
    assert plain.named.tolist() == [17, 4095]
    assert plain.graph.n == 40
    greedy_colors = plain.decode(solver.greedy(plain.graph, "DSATUR"))
    assert is_proper(graph, greedy_colors)
    assert greedy_colors[:2].tolist() == [17, 4095]
    others = np.unique(greedy_colors[2:])
    assert set(others.tolist()) - {17, 4095} == set(range(len(set(others.tolist()) - {17, 4095})))
