from __future__ import annotations

import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, generators
from solver.bounds.certificate import check_certificate, searched
from solver.bounds.renumbering import renumbered
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def wheel(spokes, hubs):
    """An odd cycle of so many vertices joined to a clique: vertices, edges, certificate."""
    rim, hub = list(range(spokes)), list(range(spokes, spokes + hubs))
    edges = [(i, (i + 1) % spokes) for i in rim]
    edges += [(a, b) for a in hub for b in [*rim, *hub] if b < a]
    certificate = {"kind": "mycielskian", "clique": hub, "odd_cycle": rim, "levels": []}
    return spokes + hubs, edges, certificate


def raised(n, edges, certificate):
    """The Mycielskian of a certified graph, and its certificate with one level more."""
    level = {"copies": [[v, n + v] for v in range(n)], "apex": 2 * n}
    more = {**certificate, "levels": [*certificate["levels"], level]}
    return *naive.mycielskian(n, edges), more


@tiny
@pytest.mark.parametrize(("spokes", "hubs", "levels"), [(3, 0, 0), (5, 2, 0), (7, 0, 1), (5, 1, 1)])
def test_wheels_and_levels_need_as_many_colors_as_they_say(spokes, hubs, levels):
    n, edges, certificate = wheel(spokes, hubs)
    for _ in range(levels):
        n, edges, certificate = raised(n, edges, certificate)
    verdict = check_certificate(Graph.from_edges(n, edges), json.loads(json.dumps(certificate)))
    assert verdict.holds
    assert verdict.bound == 3 + hubs + levels == naive.chromatic_number(n, edges)


@tiny
@given(st.data())
def test_without_any_one_edge_a_critical_certificate_falls(data):
    case = wheel(data.draw(st.sampled_from([3, 5, 7])), data.draw(st.integers(0, 2)))
    for _ in range(data.draw(st.integers(0, 2))):
        case = raised(*case)
    n, edges, certificate = case
    edges = sorted({tuple(sorted(edge)) for edge in edges})
    gone = data.draw(st.sampled_from(edges))
    verdict = check_certificate(Graph.from_edges(n, [e for e in edges if e != gone]), certificate)
    assert verdict.holds is False
    assert "not adjacent" in verdict.reason


@tiny
@given(edge_lists(max_n=7), st.data())
def test_no_certificate_of_random_parts_that_passes_is_wrong(case, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    vertex = st.integers(0, n - 1)
    level = st.fixed_dictionaries(
        {
            "copies": st.lists(vertex, min_size=n, max_size=n).map(lambda to: list(enumerate(to))),
            "apex": vertex,
        }
    )
    certificate = {
        "kind": "mycielskian",
        "clique": data.draw(st.lists(vertex, max_size=3)),
        "odd_cycle": data.draw(st.one_of(st.just([]), st.lists(vertex, min_size=3, max_size=5))),
        "levels": data.draw(st.lists(level, max_size=2)),
    }
    verdict = check_certificate(graph, certificate)
    if verdict.holds:
        assert verdict.bound <= naive.chromatic_number(n, edges)


@tiny
@given(edge_lists(), st.data())
def test_cliques_are_told_from_others(case, data):
    n, edges = case
    vertices = data.draw(st.lists(st.integers(0, n - 1), max_size=4))
    neighbors = naive.adjacency(n, edges)
    proper = len(set(vertices)) == len(vertices) and all(
        b in neighbors[a] for a in vertices for b in vertices if a != b
    )
    verdict = check_certificate(Graph.from_edges(n, edges), {"kind": "clique", "vertices": vertices})
    assert verdict.holds is proper
    assert verdict.bound == len(vertices)


@tiny
@given(edge_lists(), st.data())
def test_a_fractional_certificate_holds_just_when_no_set_is_heavier(case, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    largest = data.draw(st.integers(1, 30))
    certificate = {"kind": "fractional", "weights": weights, "largest": largest}
    verdict = check_certificate(Graph.from_edges(n, edges), certificate)
    heaviest = naive.heaviest_independent_set(n, edges, weights)
    assert verdict.holds is (heaviest <= largest)
    assert verdict.bound == -(-sum(weights) // largest)
    if verdict.holds:
        assert verdict.bound <= naive.chromatic_number(n, edges)


@given(st.integers(20, 60), st.floats(0.1, 0.9), st.integers(0, 2**32))
def test_the_search_agrees_with_networkx_on_larger_graphs(n, p, seed):
    import networkx

    graph = generators.gnp(n, p, seed=seed)
    weights = np.random.default_rng(seed).integers(0, 50, n).tolist()
    other = networkx.complement(graph.to_networkx())
    networkx.set_node_attributes(other, dict(enumerate(weights)), "weight")
    _, heaviest = networkx.max_weight_clique(other)
    for largest, holds in ((heaviest, True), (heaviest - 1, False)):
        certificate = {"kind": "fractional", "weights": weights, "largest": largest}
        assert check_certificate(graph, certificate).holds is holds


@tiny
def test_a_small_budget_leaves_it_open():
    graph = generators.gnp(60, 0.3, seed=1)
    certificate = {"kind": "fractional", "weights": [1] * 60, "largest": 30}
    verdict = check_certificate(graph, certificate, max_steps=100)
    assert verdict.holds is None
    assert "undecided after 100 steps" in verdict.reason


@tiny
@given(edge_lists(max_n=8), st.data())
def test_no_budget_makes_a_wrong_certificate_hold(case, data):
    n, edges = case
    weights = data.draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    heaviest = naive.heaviest_independent_set(n, edges, weights)
    graph = Graph.from_edges(n, edges)
    for largest in {heaviest, max(heaviest - 1, 1)}:
        certificate = {"kind": "fractional", "weights": weights, "largest": largest}
        verdicts = [check_certificate(graph, certificate, max_steps=most).holds for most in range(60)]
        answers = [holds for holds in verdicts if holds is not None]
        assert verdicts == [None] * (60 - len(answers)) + answers  # more steps never make it open again
        assert set(answers) <= {heaviest <= largest}


@tiny
def test_a_bound_that_is_claimed_but_not_shown_is_refused():
    graph = generators.queen(5)
    certificate = {"kind": "clique", "vertices": [0, 1, 2, 3, 4], "bound": 6}
    verdict = check_certificate(graph, certificate)
    assert verdict.holds is False
    assert verdict.reason == "the claimed bound is 6, the proven one 5"
    assert check_certificate(graph, certificate | {"bound": 5}).holds


@tiny
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "guess"}, "kind of certificate = 'guess': expected one of clique"),
        ({"clique": [9]}, "vertex in clique = 9: expected an integer from 0 to 4"),
        ({"clique": [True]}, "vertex in clique = True: expected an integer"),
        ({"odd_cycle": 3}, "odd_cycle = 3: expected a list"),
        ({"levels": [7]}, "level = 7: expected an object with 'copies' and 'apex'"),
        ({"levels": [{"copies": [], "apex": -1}]}, "apex = -1: expected an integer from 0 to 4"),
        ({"levels": [{"copies": [1], "apex": 1}]}, "entry of copies = 1: expected"),
        ({"kind": "fractional", "weights": [1], "largest": 1}, "weights for 1 vertices: expected 5"),
        (
            {"kind": "fractional", "weights": [-1] * 5, "largest": 1},
            "weight = -1: expected an integer >= 0",
        ),
        (
            {"kind": "fractional", "weights": [1] * 5, "largest": 0},
            "largest = 0: expected an integer >= 1",
        ),
        ({"kind": "clique"}, "vertices = None: expected a list"),
    ],
)
def test_what_is_no_certificate_is_an_error(change, message):
    n, edges, certificate = wheel(5, 0)
    before = copy.deepcopy(certificate)
    with pytest.raises(InputError, match=message):
        check_certificate(Graph.from_edges(n, edges), certificate | change)
    assert certificate == before


@tiny
@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("odd_cycle", [0, 1, 2, 3], "a cycle of 4 vertices"),
        ("odd_cycle", [0], "a cycle of 1 vertices"),
        ("odd_cycle", [0, 1, 0], "a vertex of the base is repeated"),
        ("clique", [0], "a vertex of the base is repeated"),
        ("clique", [0, 0], "a vertex of the base is repeated"),
        ("levels", [{"copies": [[0, 0]], "apex": 1}], "vertex 1 has no copy"),
    ],
)
def test_the_first_fault_is_named(part, value, reason):
    n, edges, certificate = wheel(5, 0)
    verdict = check_certificate(Graph.from_edges(n, edges), certificate | {part: value})
    assert verdict.holds is False
    assert reason in verdict.reason


@tiny
def test_levels_must_copy_every_vertex():
    n, edges, certificate = raised(*wheel(5, 0))
    del certificate["levels"][0]["copies"][2]
    verdict = check_certificate(Graph.from_edges(n, edges), certificate)
    assert verdict.reason == "level 1: vertex 2 has no copy"


@tiny
def test_levels_on_an_empty_base_prove_nothing():
    level = {"copies": [], "apex": 0}
    certificate = {"kind": "mycielskian", "clique": [], "odd_cycle": [], "levels": [level] * 10}
    for graph in (Graph.from_edges(1, []), generators.queen(4)):
        verdict = check_certificate(graph, certificate)
        assert verdict.holds is False
        assert "the base is empty" in verdict.reason


@tiny
def test_a_search_leaves_nothing_to_check():
    verdict = check_certificate(generators.queen(5), {"kind": "search", "bound": 5})
    assert (verdict.bound, verdict.holds) == (5, None)
    assert "leaves no certificate" in verdict.reason


def certified(vertices, bound, **values):
    """A bound by a search, and beside it a clique."""
    clique = {"kind": "clique", "vertices": vertices, "bound": 3}
    return {"kind": "search", "bound": bound, "certified": clique, **values}


@tiny
def test_what_is_certified_beside_a_search_is_verified():
    graph = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)])
    verdict = check_certificate(graph, certified([0, 1, 2], 4))
    assert (verdict.bound, verdict.holds, verdict.certified.bound) == (4, None, 3)
    assert verdict.certified.holds
    verdict = check_certificate(graph, certified([0, 1, 2], 0))  # of what was found nothing is said
    assert (verdict.holds, verdict.certified.bound) == (None, 3)
    for claim in (2, 3):  # what a clique shows needs no search
        verdict = check_certificate(graph, certified([0, 1, 2], claim))
        assert (verdict.bound, verdict.holds, verdict.certified) == (3, True, None)
    verdict = check_certificate(graph, certified([0, 1, 3], 4))
    assert (verdict.bound, verdict.holds) == (4, False)
    assert "what is certified does not hold: vertices 3 and 0 are not adjacent" in verdict.reason
    verdict = check_certificate(graph, certified([0, 1], 4))
    assert "the claimed bound is 3, the proven one 2" in verdict.reason
    weights = {"kind": "fractional", "weights": [1] * 5, "largest": 2}
    verdict = check_certificate(graph, certified([], 4, certified=weights), max_steps=0)
    assert (verdict.holds, verdict.certified.holds) == (None, None)


@tiny
def test_what_is_certified_may_need_the_fixed_colors():
    path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    clique = {"kind": "clique", "vertices": [0, 1, 2], "fixed": True}
    search = {"kind": "search", "bound": 4, "certified": clique}
    assert check_certificate(path, search).certified.holds is None
    assert check_certificate(path, search, fixed=[0, -1, -1, 0]).certified.holds
    assert check_certificate(path, search, fixed=[0, -1, -1, 1]).holds is False


@tiny
@pytest.mark.parametrize("other", [7, "clique", [], {"kind": "search"}, {"kind": "no"}, {}])
def test_a_certificate_beside_a_search_is_one_that_can_be_verified(other):
    with pytest.raises(InputError, match=r"certified|kind of certificate"):
        check_certificate(generators.queen(4), {"kind": "search", "bound": 4, "certified": other})


@tiny
def test_a_search_keeps_the_best_certificate_before_it():
    clique = {"kind": "clique", "vertices": [1, 2]}
    first = searched(2, clique)
    assert first == {"kind": "search", "certified": {**clique, "bound": 2}}
    assert searched(3, first, equitable=True) == {**first, "equitable": True}
    assert searched(3, {"kind": "search"}) == searched(0, clique) == {"kind": "search"}
    there = renumbered(first, np.array([5, 6, 7], np.int32), 9)
    assert there["certified"]["vertices"] == [6, 7]


@tiny
@pytest.mark.parametrize("other", [[], None, "clique", 7, {}, {"kind": ["clique"]}])
def test_what_has_no_known_kind_is_an_error(other):
    with pytest.raises(InputError, match="certificate"):
        check_certificate(generators.queen(4), other)


@tiny
def test_a_vertex_stands_for_its_fixed_color():
    path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    clique = {"kind": "clique", "vertices": [0, 1, 2], "fixed": True}
    assert check_certificate(path, clique).holds is None
    assert check_certificate(path, clique, fixed=[7, -1, -1, 7]).holds
    # Fixed vertices of different colors are adjacent; a certificate of the graph alone needs no colors.
    assert check_certificate(path, clique, fixed=[1, -1, 0, -1]).holds
    assert check_certificate(path, {**clique, "vertices": [0, 1]}).holds
    for fixed in ([7, -1, -1, 6], [-1] * 4, [-1, 7, -1, -1]):
        assert check_certificate(path, clique, fixed=fixed).holds is False
    assert check_certificate(path, {**clique, "bound": 4}, fixed=[7, -1, -1, 7]).holds is False
    # Only a certificate that says so uses the colors.
    assert not check_certificate(path, {**clique, "fixed": False}, fixed=[7, -1, -1, 7]).holds
    with pytest.raises(InputError, match=r"fixed colors have shape \(2,\): expected \(4,\)"):
        check_certificate(path, clique, fixed=[0, 1])
    with pytest.raises(InputError, match="number of fixed colors = 5000: expected at most 4096"):
        check_certificate(Graph.from_edges(5000, []), {**clique}, fixed=range(5000))
