from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import DefinitionError, Graph, InputError, InputWarning, Problem, conflicts, is_proper
from solver.problems.costs import fixed_point
from tests.strategies import problems
from tests.study import CLUSTERS, EDGES, NODES, small_study, study

pytestmark = pytest.mark.tiny


def path(**arguments):
    return Problem(["x", "y", "z"], [("x", "y"), ("z", "y")], ["Red", "green"], **arguments)


# ------------------------------------------------------------------------------------- definition


@pytest.mark.filterwarnings("ignore:dropped 1 loop")
def test_pairs_count_once_in_the_order_they_came():
    problem = Problem(
        "abcd", [("c", "b"), ("a", "a"), ("a", "c"), ("b", "c"), ("c", "b"), ("d", "a")], ["red"]
    )
    assert problem.edges == (("b", "c"), ("a", "c"), ("a", "d"))
    assert problem.neighbors("c") == ("b", "a")
    assert problem.neighbors("a") == ("c", "d")
    assert problem.ends.tolist() == [[1, 2], [0, 2], [0, 3]]
    assert problem.graph == Graph.from_edges(4, [(0, 2), (0, 3), (1, 2)])


def test_edges_may_be_a_graph():
    graph = Graph.from_edges(3, [(0, 2), (1, 2)])
    problem = Problem("abc", graph, [0, 1], weights=[2.0, 3.0])
    assert problem.edges == (("a", "c"), ("b", "c"))
    assert problem.graph == graph
    assert problem.weights.tolist() == [2.0, 3.0]
    with pytest.raises(DefinitionError, match=r"edges\.n = 3: expected 2, one vertex"):
        Problem("ab", graph, [0])


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (None, [4.0, 4.0]),
        ({("y", "x"): 2}, [2.0, 4.0]),
        ({("y", "z"): 0, ("x", "y"): 1.5}, [1.5, 0.0]),
        ([1, 2], [1.0, 2.0]),
        (np.array([1.5, 2.5]), [1.5, 2.5]),
    ],
)
def test_weights_by_pair_or_in_order(weights, expected):
    assert path(conflict_penalty=4.0, weights=weights).weights.tolist() == expected


@pytest.mark.filterwarnings("ignore:dropped 1 loop")
def test_weights_of_repeated_pairs_must_agree():
    edges = [("x", "y"), ("z", "z"), ("y", "x")]
    problem = Problem("xyz", edges, [0], weights=[3.0, 7.0, 3.0])
    assert problem.weights.tolist() == [3.0]
    with pytest.raises(
        DefinitionError, match=r"weights\[2\] = 4.0: expected 3.0, the value of weights\[0\]"
    ):
        Problem("xyz", edges, [0], weights=[3.0, 7.0, 4.0])
    with pytest.raises(DefinitionError, match="the value of weights"):
        Problem("xyz", edges, [0], weights={("x", "y"): 1.0, ("y", "x"): 2.0})


def test_preferences_from_names_or_an_array():
    named = path(preferences={"y": {"RED": 2.0}, "z": {"Green": -1.5}})
    assert named.preferences.tolist() == [[0, 0], [2, 0], [0, -1.5]]
    assert np.array_equal(path(preferences=named.preferences).preferences, named.preferences)


def test_preferences_for_unknown_nodes_or_colors_are_dropped_and_counted():
    with pytest.warns(InputWarning, match="dropped 2 preferences"):
        problem = path(preferences={"q": {"red": 1.0}, "x": {"mauve": 1.0, "red": 3.0}})
    assert problem.preferences.tolist() == [[3, 0], [0, 0], [0, 0]]


def test_what_is_dropped_is_warned_about():
    with pytest.warns(InputWarning, match="^dropped 1 loop, at 'a'$"):
        problem = Problem("ab", [("a", "a"), ("a", "b")], [0, 1])
    assert problem.m == 1
    with pytest.warns(InputWarning, match="^dropped 1 preference for unknown nodes or colors$"):
        path(preferences={"q": {"red": 1.0}})


@pytest.mark.parametrize(
    ("arguments", "findings"),
    [
        ({"domain": []}, ["domain: expected at least one color"]),
        (
            {"domain": ["red", "RED"]},
            ["domain[1] = 'RED': expected distinct colors; domain[0] is 'red'"],
        ),
        ({"domain": ["red", None]}, ["domain[1] = None: expected a color label"]),
        ({"domain": ["red", []]}, ["domain[1] = []: expected a hashable label"]),
        ({"nodes": ["x", "y", "x"]}, ["nodes[2] = 'x': expected distinct names; it is also nodes[0]"]),
        ({"nodes": ["x", "y", {}]}, ["nodes[2] = {}: expected a hashable name"]),
        ({"edges": [("x", "q"), ("y",), 7]}, ["edges[0][1] = 'q'", "edges[1] = ('y',)", "edges[2] = 7"]),
        ({"edges": [("x", [])]}, ["edges[0][1] = []: expected one of the nodes"]),
        ({"conflict_penalty": -1.0}, ["conflict_penalty = -1.0: expected a finite number >= 0"]),
        ({"conflict_penalty": float("nan")}, ["conflict_penalty = nan"]),
        ({"conflict_penalty": float("inf")}, ["conflict_penalty = inf"]),
        ({"conflict_penalty": "much"}, ["conflict_penalty = 'much'"]),
        ({"conflict_penalty": 10**400}, ["conflict_penalty = an integer of 1329 bits"]),
        ({"weights": [1.0, 2.0]}, ["len(weights) = 2: expected one number for each of the 1 edges"]),
        ({"weights": [float("nan")]}, ["weights[0] = nan"]),
        ({"weights": {("x", "y"): -2}}, ["weights[('x', 'y')] = -2: expected a finite number >= 0"]),
        ({"weights": {("x", "q"): 1}}, ["weights[('x', 'q')]: expected one of the edges"]),
        ({"weights": {7: 1}}, ["weights[7]: expected one of the edges"]),
        ({"preferences": {"x": {"red": float("nan")}}}, ["preferences['x']['red'] = nan"]),
        (
            {"preferences": {"x": {"red": 1, "Red": 2}}},
            ["preferences['x']: expected distinct colors; 'Red' is 'red'"],
        ),
        ({"preferences": {"x": 3.0}}, ["preferences['x'] = 3.0: expected {color: value}"]),
        ({"preferences": [[1.0]]}, ["preferences.shape = (1, 1): expected (2, 2)"]),
        ({"preferences": [[1, 2], [3, np.inf]]}, ["preferences[1, 1] = inf"]),
        ({"preferences": "red"}, ["preferences = 'red': expected"]),
        ({"fixed": {"x": "mauve"}}, ["fixed['x'] = 'mauve': expected one of ('red', 'green')"]),
        ({"fixed": {"x": ["red"]}}, ["fixed['x'] = ['red']"]),
        ({"fixed": {"q": "red"}}, ["fixed['q']: expected one of the nodes"]),
        ({"owners": {"q": "me"}}, ["owners['q']: expected one of the nodes"]),
        (
            {"domain": [], "conflict_penalty": -1, "owners": {"q": 1}},
            ["domain: expected", "conflict_penalty = -1", "owners['q']"],
        ),
    ],
)
def test_all_that_is_wrong_is_found_at_once(arguments, findings):
    base = {"nodes": ["x", "y"], "edges": [("x", "y")], "domain": ["red", "green"]}
    with pytest.raises(DefinitionError) as caught:
        Problem(**(base | arguments))
    found = caught.value.findings
    assert len(found) == len(findings)
    assert all(start in finding for start, finding in zip(findings, found, strict=True))


def test_a_problem_cannot_be_changed():
    problem = path(fixed={"x": "red"})
    with pytest.raises(AttributeError):
        problem.nodes = ()
    with pytest.raises(TypeError):
        problem.fixed["x"] = "green"
    for array in (problem.ends, problem.weights, problem.preferences, problem.fixed_colors):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_later_changes_to_the_arguments_do_not_reach_it():
    preferences = np.zeros((3, 2))
    problem = path(preferences=preferences)
    preferences[0, 0] = 5.0
    assert problem.preferences[0, 0] == 0.0


def test_it_can_be_pickled():
    problem = study(fixed=1)
    problem.seen_from("Agent1")
    again = pickle.loads(pickle.dumps(problem))
    assert again.edges == problem.edges
    assert again.fixed == problem.fixed
    assert again.clusters == problem.clusters
    assert again.encode(problem.fixed).tolist() == problem.encode(problem.fixed).tolist()


# ----------------------------------------------------------------------------- names and numbers


def test_colors_are_matched_without_regard_to_case():
    problem = path(fixed={"x": "RED"})
    assert problem.fixed == {"x": "Red"}
    assert problem.fixed_colors.tolist() == [0, -1, -1]
    assert problem.color("rEd") == "Red"
    assert problem.encode({"z": "GREEN", "x": "red", "y": None}).tolist() == [0, -1, 1]
    assert problem.decode([0, -1, 1]) == {"x": "Red", "z": "green"}
    assert Problem("a", [], ["Straße"]).color("STRASSE") == "Straße"
    assert Problem("a", [], [1, (2, 3)]).encode({"a": (2, 3)}).tolist() == [1]


@given(problems(), st.randoms(use_true_random=False))
def test_encoding_and_back(case, random):
    definition, assignment = case
    problem = Problem(**definition)
    recased = {
        node: color and random.choice([str.upper, str.lower, str.swapcase])(color)
        for node, color in assignment.items()
    }
    colors = problem.encode(recased)
    assert colors.dtype == np.int32
    assert problem.decode(colors) == {v: c for v, c in assignment.items() if c is not None}
    assert problem.encode(colors).tolist() == colors.tolist()


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ({"q": "red"}, "node = 'q': expected the name of a node"),
        ({"x": "mauve"}, "color = 'mauve': expected one of \\('Red', 'green'\\)"),
        ({"x": ["red"]}, "color = .*: expected one of"),
        ([0, 1], r"assignment.shape = \(2,\): expected \(3,\)"),
        ([0, 1, 2], r"assignment\['z'\] = 2: expected -1"),
        ([0, -2, 1], r"assignment\['y'\] = -2: expected -1"),
        ([0.0, 1.0, 1.0], "integers"),
    ],
)
def test_wrong_assignments_are_named(assignment, message):
    with pytest.raises(InputError, match=message):
        path().encode(assignment)


def test_conflicts_take_a_problem_and_names():
    problem = path()
    assert conflicts(problem, {"x": "red", "y": "RED"}) == 1
    assert conflicts(problem, [0, 0, 0]) == 2
    assert not is_proper(problem, {"x": "red", "y": "green"})
    assert is_proper(problem, {"x": "red", "y": "green", "z": "red"})
    with pytest.raises(InputError, match="a Graph has no names"):
        conflicts(problem.graph, {"x": "red"})


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [({}, True), ({"x": None}, True), ({"x": "red"}, True), ({"x": "green"}, False)],
)
def test_an_absent_node_respects_its_fixed_color(assignment, expected):
    assert path(fixed={"x": "red"}).respects_fixed(assignment) is expected


# ----------------------------------------------------------------------------------- the study


def test_the_study_graph():
    problem = study()
    assert (problem.n, problem.m, problem.k) == (15, 23, 3)
    assert problem.clusters == {
        owner: tuple(f"{letter}{i}" for i in range(1, 6)) for owner, letter in CLUSTERS.items()
    }
    assert problem.edges == tuple(tuple(sorted(e, key=NODES.index)) for e in EDGES)
    assert problem.boundary("Agent1") == ("h1", "h4")
    assert problem.boundary("Agent2") == ("h2", "h5")
    assert problem.boundary("Human") == ("a2", "a4", "a5", "b2")
    assert problem.own_boundary("Human") == ("h1", "h2", "h4", "h5")
    internal = {
        owner: [node for node in nodes if problem.is_internal(node, owner)]
        for owner, nodes in problem.clusters.items()
    }
    assert internal == {"Human": ["h3"], "Agent1": ["a1", "a3"], "Agent2": ["b1", "b3", "b4", "b5"]}


def test_the_smaller_study_graph():
    problem = small_study()
    assert (problem.n, problem.m) == (8, 13)
    assert problem.boundary("Agent1") == ("h1", "h4")
    assert problem.boundary("Agent2") == ("h2", "h5")


def test_a_cluster_is_an_owner_or_names():
    problem = study()
    assert problem.members("Agent1").tolist() == [5, 6, 7, 8, 9]
    assert problem.members(["a2", "a1", "a2"]).tolist() == [5, 6]
    assert problem.members([]).tolist() == []
    assert Problem("ab", [], [0]).is_internal("a", ["a"])
    for wrong in ("a1", "agent9", 3):
        with pytest.raises(InputError, match="expected one of \\('Human', 'Agent1', 'Agent2'\\)"):
            problem.members(wrong)
    with pytest.raises(InputError, match="node = 'q': expected the name of a node"):
        problem.members(["q"])


def test_a_cluster_does_not_see_edges_between_foreign_nodes():
    problem = study(fixed=1)
    seen = problem.seen_from("Agent2")
    assert set(seen.edges) == {(a, b) for a, b in problem.edges if b[0] == "b"}
    assert (seen.nodes, seen.fixed, seen.clusters) == (problem.nodes, problem.fixed, problem.clusters)
    assert problem.seen_from(["b5", "b4", "b3", "b2", "b1"]) is seen


# ---------------------------------------------------------------------------------- exact costs


@pytest.mark.parametrize(
    ("weights", "preferences", "shift", "bound"),
    [
        ([10.0, 10.0], [[0.0]], 0, 20),
        ([1.0], [[0.25, -0.5]], 2, 6),
        ([], [[]], 0, 0),
        ([0.0], [[0.0]], 0, 0),
        ([0.1], [[0.0]], 55, 3602879701896397),
        ([2.0**61], [[0.0]], 0, 2**61),
        ([1e-300], [[0.0]], 1049, None),
        ([2.0**61, 2.0**61], [[0.0]], None, None),
        ([2.0**40, 2.0**-40], [[0.0]], None, None),
        ([0.1] * 2000, [[0.0]], None, None),
    ],
)
def test_costs_become_integers_or_stay_as_they_are(weights, preferences, shift, bound):
    costs = fixed_point(np.array(weights, np.float64), np.array(preferences, np.float64))
    if bound is None:
        assert costs is None
        return
    assert (costs.shift, costs.bound) == (shift, bound)
    assert costs.scale == 2**shift
    assert costs.dtype is (np.int32 if bound < 2**30 else np.int64)
    assert [w / costs.scale for w in costs.weights.tolist()] == weights


@given(st.lists(st.floats(0, allow_infinity=False)), st.lists(st.floats(-1e3, 1e3), min_size=1))
def test_an_integer_form_gives_back_every_number(weights, preferences):
    table = np.array(preferences)[:, None]
    costs = fixed_point(np.array(weights, np.float64), table)
    if costs is not None:
        assert costs.to_float(costs.weights).tolist() == weights
        assert costs.to_float(costs.preferences).tolist() == table.tolist()
        assert costs.bound == int(costs.weights.sum() + np.abs(costs.preferences).sum()) < 2**62


def test_replace_changes_what_it_names_and_keeps_the_rest():
    problem = path(
        conflict_penalty=4.0,
        weights={("x", "y"): 2.0},
        preferences={"x": {"red": 1.0}, "z": {"green": 3.0}},
        fixed={"y": "red"},
        owners={"x": "me", "z": "you"},
    )
    same = problem.replace()
    assert same is not problem
    for name in ("nodes", "domain", "edges", "conflict_penalty", "fixed", "owners"):
        assert getattr(same, name) == getattr(problem, name)
    assert np.array_equal(same.weights, problem.weights)
    assert np.array_equal(same.preferences, problem.preferences)
    assert problem.replace(fixed={"x": "green"}).fixed == {"x": "green"}
    assert problem.replace(fixed={}, preferences={}).preferences.any() == False  # noqa: E712
    assert problem.replace(conflict_penalty=7.0).weights.tolist() == [2.0, 7.0]
    assert problem.replace(weights={}).weights.tolist() == [4.0, 4.0]


def test_replace_drops_what_refers_to_nodes_and_colors_that_are_gone():
    problem = path(preferences={"x": {"red": 1.0}, "z": {"green": 3.0}}, fixed={"z": "green"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fewer = problem.replace(nodes="yx")
        assert fewer.edges == (("y", "x"),)
        assert fewer.preferences.tolist() == [[0.0, 0.0], [1.0, 0.0]]
        assert not fewer.fixed
        blue = problem.replace(domain=["blue", "RED"])
        assert blue.preferences.tolist() == [[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]
        assert not blue.fixed
        assert problem.replace(edges=[("z", "x")]).edges == (("x", "z"),)
    with pytest.raises(DefinitionError, match="conflict_penalty = -1"):
        problem.replace(conflict_penalty=-1)
