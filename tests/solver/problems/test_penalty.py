from __future__ import annotations

import importlib
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, Problem, conflict_counts, conflicts, gamma, penalties, penalty
from tests import naive
from tests.strategies import edge_lists, problems
from tests.study import study

tiny = pytest.mark.tiny

WILD = st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 1e-9, 1e12, 2.0**60])


def random_graph(n, rng):
    """Half of all edges."""
    return Graph.from_edges(n, np.argwhere(np.triu(rng.random((n, n)) < 0.5, 1)))


def batch(problem, assignments, dtype=np.int32):
    return np.array([problem.encode(a) for a in assignments], dtype).reshape(-1, problem.n)


# ------------------------------------------------------------------------------------ properties


@tiny
@given(problems(), st.booleans())
def test_penalty_is_the_formula(case, local):
    definition, assignment = case
    problem = Problem(**definition)
    cluster = problem.nodes[::2] if local else None
    parts = definition["edges"], definition["weights"], definition["preferences"]
    expected = naive.penalty(*parts, assignment, cluster)
    scope = "cluster" if local else "global"
    assert penalty(problem, assignment, scope, cluster) == expected
    assert penalties(problem, batch(problem, [assignment, {}]), scope, cluster).tolist() == [
        expected,
        0.0,
    ]


@tiny
@given(problems(numbers=WILD))
def test_any_floats_are_summed_exactly_or_in_the_stated_order(case):
    definition, assignment = case
    problem = Problem(**definition)
    parts = definition["edges"], definition["weights"], definition["preferences"]
    if problem.costs is not None:
        expected = float(naive.penalty(*parts, assignment))
    else:
        colors, expected = problem.encode(assignment), 0.0
        hit = [colors[u] == colors[v] >= 0 for u, v in problem.ends]
        for weight in dict.fromkeys(problem.weights.tolist()):
            same = problem.weights == weight
            expected += weight * sum(h for h, s in zip(hit, same, strict=True) if s)
        for v, c in enumerate(colors):
            expected -= problem.preferences[v, c] if c >= 0 else 0.0
    assert penalty(problem, assignment) == expected
    assert penalties(problem, batch(problem, [assignment]))[0] == expected


@tiny
@given(problems())
def test_gamma_prices_every_choice(case):
    definition, assignment = case
    problem = Problem(**definition)
    expected = naive.gamma(
        definition["edges"],
        definition["weights"],
        definition["preferences"],
        problem.nodes,
        problem.domain,
        assignment,
    )
    table = gamma(problem, assignment)
    assert table.dtype == np.float64
    assert table.tolist() == expected


@tiny
@given(edge_lists(), st.data())
def test_counts_match_the_oracle(case, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    colors = st.lists(st.integers(-1, 3), min_size=n, max_size=n)
    colorings = data.draw(st.lists(colors, min_size=1, max_size=3))
    expected = [naive.conflicts(n, edges, c) for c in colorings]
    assert conflict_counts(graph, colorings).tolist() == expected
    assert [conflicts(graph, c) for c in colorings] == expected
    counts = gamma(graph, colorings[0], 4)
    for v, row in enumerate(naive.adjacency(n, edges)):
        assert counts[v].tolist() == [sum(colorings[0][u] == c for u in row) for c in range(4)]


@pytest.mark.parametrize("batch_size", [1, 63, 64, 65, 511, 512, 513, 1100])
@pytest.mark.parametrize("k", [2, 3, 4, 7, 254, 255, 70_000])
@pytest.mark.parametrize("lowest", [-1, 0])
def test_every_batch_size_and_width_of_color(batch_size, k, lowest):
    rng = np.random.default_rng(batch_size + k)
    graph = random_graph(70, rng)
    # Few colors, but the greatest among them, so that conflicts occur in every width.
    colors = np.array([lowest, 0, 1, k - 1])
    colorings = rng.choice(colors, (batch_size, 70), p=[0.2, 0.2, 0.2, 0.4])
    expected = np.array([conflicts(graph, c) for c in colorings])
    assert np.array_equal(conflict_counts(graph, colorings), expected)
    problem = Problem(range(70), graph, range(k), conflict_penalty=0.5)
    assert np.array_equal(conflict_counts(problem, colorings), expected)
    assert np.array_equal(penalties(problem, colorings), expected / 2)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_colorings_of_any_integer_type(dtype):
    problem = study()
    colorings = np.random.default_rng(1).integers(0, 3, (100, 15)).astype(dtype)
    expected = [conflicts(problem, c) for c in colorings]
    assert conflict_counts(problem, colorings).tolist() == expected
    assert conflict_counts(problem, np.asfortranarray(colorings)).tolist() == expected
    assert conflict_counts(problem, colorings[::2, :]).tolist() == expected[::2]


def test_lane_counters_do_not_overflow():
    graph = Graph.from_edges(400, np.argwhere(np.triu(np.ones((400, 400), bool), 1)))
    alike = np.zeros((600, 400), np.int8)
    assert set(conflict_counts(graph, alike).tolist()) == {graph.m}
    assert set(conflict_counts(graph, alike.astype(np.int32) + 70_000).tolist()) == {graph.m}
    assert set(conflict_counts(graph, alike - np.int8(1)).tolist()) == {0}


@pytest.mark.parametrize("weights", ["one", "few", "all different"])
def test_weights_and_preferences_of_a_large_batch(weights):
    rng = np.random.default_rng(5)
    n, k, b = 90, 5, 600
    graph = random_graph(n, rng)
    drawn = {
        "one": np.full(graph.m, 2.5),
        "few": rng.choice([1.0, 2.0, 0.25], graph.m),
        "all different": rng.random(graph.m),
    }[weights]
    problem = Problem(range(n), graph, range(k), weights=drawn, preferences=rng.random((n, k)))
    for lowest in (-1, 0):
        colorings = rng.integers(lowest, k, (b, n), np.int8)
        assert penalties(problem, colorings).tolist() == [penalty(problem, c) for c in colorings]


@tiny
def test_bit_planes_of_a_small_graph(monkeypatch):
    monkeypatch.setattr(importlib.import_module("solver.problems.penalty"), "PLANE_EDGES", 1)
    rng = np.random.default_rng(3)
    graph = random_graph(9, rng)
    wishes = rng.integers(-2, 3, (9, 5))
    weights = rng.choice([1.0, 0.5], graph.m)
    problem = Problem(range(9), graph, range(5), weights=weights, preferences=wishes)
    colorings = rng.integers(0, 5, (512, 9))
    expected = [penalty(problem, c) for c in colorings]
    assert penalties(problem, colorings).tolist() == expected


@pytest.mark.parametrize("n", [63, 64, 65, 511, 512, 513, 1100])
def test_every_number_of_nodes(n):
    rng = np.random.default_rng(n)
    edges = rng.integers(0, n, (4 * n + 1100, 2))
    graph = Graph.from_edges(n, edges[edges[:, 0] != edges[:, 1]])
    wishes = rng.integers(-2, 3, (n, 4)) * (rng.random(n) < 0.3)[:, None]
    problem = Problem(range(n), graph, range(4), preferences=wishes)
    for lowest in (-1, 0):
        colorings = rng.integers(lowest, 4, (515, n))
        expected = [penalty(problem, c) for c in colorings]
        assert penalties(problem, colorings).tolist() == expected


# --------------------------------------------------------------------------------- given vectors


@tiny
def test_preferences_alone_make_the_penalty_negative():
    problem = Problem(["x"], [], ["red", "green"], {"x": {"red": 2.0}}, conflict_penalty=10.0)
    assert penalty(problem, {"x": "red"}) == -2.0
    assert penalty(problem, {"x": "green"}) == 0.0
    assert penalties(problem, [[0], [1], [-1]]).tolist() == [-2.0, 0.0, 0.0]


@tiny
def test_a_conflict_can_hide_behind_a_negative_penalty():
    preferences = {"x": {"red": 6.0}, "y": {"red": 6.0}}
    problem = Problem("xy", [("x", "y")], ["red"], preferences, conflict_penalty=10.0)
    assert penalty(problem, {"x": "red", "y": "red"}) == -2.0
    assert conflicts(problem, {"x": "red", "y": "red"}) == 1
    assert conflict_counts(problem, [[0, 0]]).tolist() == [1]


@tiny
def test_an_empty_assignment_costs_nothing():
    problem = study()
    assert penalty(problem, {}) == 0.0
    assert penalty(problem, dict.fromkeys(problem.nodes)) == 0.0


@tiny
def test_a_clash_between_foreign_nodes_is_seen_only_globally():
    problem = study()
    beliefs = {"h2": "red", "h5": "red"}
    own = dict(zip(problem.clusters["Agent2"], ["green", "blue", "green", "red", "red"], strict=True))
    everything = beliefs | own
    assert penalty(problem, everything) - penalty(problem, everything, "cluster", "Agent2") == 10.0
    assert penalty(problem, beliefs, "global", "Agent2") == 10.0
    assert penalty(problem, beliefs, "cluster", "Agent2") == 0.0
    assert penalties(problem, batch(problem, [beliefs]), "cluster", "Agent2").tolist() == [0.0]
    options = [
        beliefs | dict(zip(problem.clusters["Agent2"], colors, strict=True))
        for colors in itertools.product(problem.domain, repeat=5)
    ]
    colorings = batch(problem, options)
    assert penalties(problem, colorings).min() == 10.0
    assert penalties(problem, colorings, "cluster", "Agent2").min() == 0.0


@tiny
def test_foreign_preferences_count_in_both_scopes():
    problem = study(preferences={"h1": {"red": 3.0}})
    assert penalty(problem, {"h1": "red"}) == -3.0
    assert penalty(problem, {"h1": "red"}, "cluster", "Agent2") == -3.0


def every_coloring(problem, most=3**13):
    """All colorings that respect the fixed colors, in lexicographic order, in batches."""
    free = np.flatnonzero(problem.fixed_colors < 0)
    powers = problem.k ** np.arange(len(free))[::-1]
    for start in range(0, problem.k ** len(free), most):
        numbers = np.arange(start, min(start + most, problem.k ** len(free)))
        colorings = np.tile(problem.fixed_colors.astype(np.int8), (len(numbers), 1))
        colorings[:, free] = numbers[:, None] // powers % problem.k
        yield colorings


@pytest.mark.parametrize(
    ("fixed", "count", "first"),
    [
        (0, 432, "rgrgb rgbrb grgrb"),
        (1, 10, "rbgbg gbrgr grbgb"),
        (2, 0, None),
    ],
)
def test_valid_colorings_of_the_study_graph(fixed, count, first):
    problem = study(fixed)
    valid = [c for part in every_coloring(problem) for c in part[penalties(problem, part) == 0]]
    assert len(valid) == count
    if first:
        initials = "".join(color[0] for color in problem.decode(valid[0]).values())
        assert initials == first.replace(" ", "")


# ----------------------------------------------------------------------------------- wrong input


@tiny
@pytest.mark.parametrize(
    ("colorings", "message"),
    [
        ([[0, 1, 3]], r"colorings\[0, 2\] = 3: expected -1 \(uncolored\) or a color from 0 to 2"),
        ([[0, 1, 1], [0, -2, 0]], r"colorings\[1, 1\] = -2"),
        ([[0, 1]], r"colorings.shape = \(1, 2\): expected \(b, 3\)"),
        ([0, 1, 2], r"colorings.shape = \(3,\)"),
        ([[0.0, 1.0, 2.0]], "integers"),
        (np.array([[0, 1, 2**64 - 3]], np.uint64), r"colorings\[0, 2\] = -3"),
        (np.array([[0, 1, 300]]), r"colorings\[0, 2\] = 300"),
    ],
)
def test_wrong_colorings_are_named(colorings, message):
    problem = Problem("abc", [("a", "b")], "rgb")
    with pytest.raises(InputError, match=message):
        penalties(problem, colorings)


@tiny
def test_wrong_scopes_are_named():
    problem = study()
    with pytest.raises(InputError, match="scope = 'local': expected 'global' or 'cluster'"):
        penalty(problem, {}, scope="local")
    with pytest.raises(InputError, match="cluster: expected an owner"):
        penalty(problem, {}, scope="cluster")
    with pytest.raises(InputError, match="Agent3"):
        penalty(problem, {}, scope="cluster", cluster="Agent3")


@tiny
def test_wrong_calls_of_gamma_and_counts_are_named():
    graph = Graph.from_edges(2, [(0, 1)])
    for k in (None, 0, 1):
        with pytest.raises(InputError, match=f"k = {k}"):
            gamma(graph, [0, 1], k)
    with pytest.raises(InputError, match="k = 4294967295: expected an integer < 4294967295"):
        conflict_counts(graph, [[0, 2**32 - 2]])
    with pytest.raises(InputError, match=r"colorings\[0, 0\] = -5"):
        conflict_counts(graph, [[-5, 1]])


@tiny
def test_nothing_to_evaluate():
    problem = Problem("ab", [("a", "b")], [0])
    assert penalties(problem, np.empty((0, 2), np.int8)).tolist() == []
    nobody = Problem([], [], [0])
    assert penalties(nobody, np.empty((3, 0), np.int8)).tolist() == [0.0, 0.0, 0.0]
    assert penalty(nobody, {}) == 0.0
    assert conflict_counts(Graph.from_edges(3, []), np.zeros((2, 3), int)).tolist() == [0, 0]
