"""The incumbent judges what it is offered, and knows why a search ends."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph, KempeError
from solver.portfolio.incumbent import Incumbent

pytestmark = pytest.mark.tiny


def path():
    return Graph.from_edges(3, [(0, 1), (1, 2)])


def test_it_holds_a_proper_coloring_before_the_first_offer():
    best = Incumbent(path())
    assert best.coloring.tolist() == [0, 1, 2]
    assert not best.found
    assert not best.decide()


def test_offers_are_checked_and_only_better_ones_taken():
    best = Incumbent(path())
    assert best.offer(np.array([5, 2, 5], np.int32), "x", 7)
    assert (best.k, best.method, best.coloring.tolist()) == (2, "x", [1, 0, 1])
    assert not best.offer(np.array([0, 1, 2], np.int32), "worse")
    assert best.method == "x"
    assert [entry[1:] for entry in best.history] == [(7, 2, 0)]
    with pytest.raises(KempeError, match="wrong returned a coloring with conflicts"):
        best.offer(np.array([0, 0, 0], np.int32), "wrong")


def test_a_first_coloring_with_n_colors_is_taken():
    best = Incumbent(path())
    assert best.offer(np.array([2, 0, 1], np.int32), "first")
    assert (best.k, best.method) == (3, "first")


@pytest.mark.parametrize("vertices", [[0, 2], [0, 0], [0]])
def test_a_bound_by_a_false_clique_is_refused(vertices):
    best = Incumbent(path())
    with pytest.raises(KempeError, match="a bound does not hold"):
        best.raise_bound(2, {"kind": "clique", "vertices": vertices})
    assert best.lower_bound == 0


def test_other_certificates_are_checked_if_steps_are_given():
    false = {"kind": "fractional", "weights": [1, 1, 1], "largest": 1}
    assert Incumbent(path()).raise_bound(3, false)
    with pytest.raises(KempeError, match="a bound does not hold"):
        Incumbent(path(), check_steps=1000).raise_bound(3, false)


def test_lower_bounds_never_fall():
    best = Incumbent(path())
    assert best.raise_bound(2, {"kind": "clique", "vertices": [0, 1]})
    assert not best.raise_bound(1, {"kind": "search"})
    assert best.certificate["kind"] == "clique"


def test_the_best_certificate_is_kept_beside_a_bound_by_a_search():
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (0, 2)])
    edge, triangle = ({"kind": "clique", "vertices": list(range(size))} for size in (2, 3))
    best = Incumbent(graph)
    best.raise_bound(3, {"kind": "search"})
    assert best.certificate == {"kind": "search"}
    for bound, clique in ((2, edge), (2, edge), (1, {"kind": "clique", "vertices": [3]})):
        assert not best.raise_bound(bound, clique)
        assert best.certificate == {"kind": "search", "certified": {**edge, "bound": 2}}
    assert best.raise_bound(4, {"kind": "search"})
    assert best.certificate == {"kind": "search", "certified": {**edge, "bound": 2}}
    assert not best.raise_bound(3, {"kind": "search", "certified": {**triangle, "bound": 3}})
    assert best.certificate == {"kind": "search", "certified": {**triangle, "bound": 3}}
    assert best.lower_bound == 4
    with pytest.raises(KempeError, match="a bound does not hold"):
        best.raise_bound(5, {"kind": "search", "certified": {**edge, "bound": 4}})
    assert Incumbent(graph).raise_bound(3, triangle)
    other = Incumbent(graph)
    other.raise_bound(3, {"kind": "search"})
    other.raise_bound(3, triangle)
    assert (other.lower_bound, other.certificate["kind"]) == (3, "clique")


def test_the_reason_to_stop_is_the_first_one():
    best = Incumbent(path(), target=2)
    best.offer(np.array([0, 1, 0], np.int32), "x")
    assert best.decide()
    assert best.stop_reason == "target"
    best.stop("interrupted")
    assert best.stop_reason == "target"
    hopeless = Incumbent(path(), target=1)
    hopeless.raise_bound(2, {"kind": "search"})
    assert hopeless.decide()
    assert hopeless.stop_reason == "infeasible"


def test_the_result_has_the_nearest_coloring_where_the_target_was_missed():
    best = Incumbent(path(), target=1)
    best.offer(np.array([0, 1, 0], np.int32), "x")
    result = best.result(ticks=1, iterations=2, nearest=(np.zeros(3, np.int32), "y"), reason="max_ticks")
    assert (result.k, result.conflicts, result.method, result.proven) == (1, 2, "y", False)
    assert result.stop_reason == "max_ticks"
    assert best.result(ticks=1, iterations=2).k == 2
