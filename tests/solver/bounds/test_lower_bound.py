from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from solver import Graph, InputError, generators, greedy
from solver.bounds import LowerBound, lower_bound
from solver.bounds.certificate import check_certificate
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


@tiny
@given(edge_lists(max_n=8))
def test_bounds_hold_and_certificates_pass(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    bound = lower_bound(graph)
    assert naive.clique_number(n, edges) <= bound.value <= naive.chromatic_number(n, edges)
    verdict = check_certificate(graph, bound.certificate)
    assert verdict.holds
    assert verdict.bound == bound.value
    assert bound.complete or bound.value == greedy(graph, "smallest_last").max() + 1


@tiny
@pytest.mark.parametrize("hubs", [0, 1, 2])
def test_it_goes_on_from_one_color_below_the_best_coloring(hubs):
    edges = [(v, (v + 1) % 5) for v in range(5)] + [(u, v) for v in range(5, 5 + hubs) for u in range(v)]
    assert lower_bound(Graph.from_edges(5 + hubs, edges)).value == 3 + hubs


@pytest.mark.parametrize(
    ("spec", "value", "kind"),
    [("queen:7", 7, "clique"), ("queen:8", 9, "fractional"), ("mycielski:4", 5, "mycielskian")],
)
def test_each_stage_has_its_graphs(spec, value, kind):
    bound = lower_bound(generators.from_spec(spec))
    assert bound.value == value
    assert bound.certificate["kind"] == kind
    assert bound.clique_is_maximum or not bound.complete


def test_a_threshold_ends_it():
    graph = generators.queen(8)
    bound = lower_bound(graph, threshold=8)
    assert bound.value == 8
    assert not bound.complete
    assert bound.ticks < lower_bound(graph).ticks


def test_a_work_limit_repeats():
    graph = generators.gnp(100, 0.5, seed=1)
    first, second = (lower_bound(graph, max_ticks=5 * 10**6) for _ in range(2))
    assert not first.complete
    assert (first.value, first.certificate, first.ticks) == (
        second.value,
        second.certificate,
        second.ticks,
    )


def test_slices_do_not_change_the_course():
    graph = generators.gnp(40, 0.5, seed=1)
    outcomes = []
    for ticks in (1000, 10**8):
        bound = LowerBound(graph)
        while not bound.done:
            bound.run(ticks)
        outcomes.append((bound.value, bound.certificate, bound.ticks))
    assert outcomes[0] == outcomes[1]


def test_a_coloring_that_meets_the_bound_ends_it():
    graph = generators.queen(5)
    bound = LowerBound(graph, colors=greedy(graph, "largest_first"))
    while bound.value < 5:
        bound.run(1)
    best = [(2 * r + c) % 5 for r in range(5) for c in range(5)]
    bound.add_coloring(np.array(best, np.int32))
    assert bound.done


@tiny
def test_limits_out_of_range_are_named():
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        lower_bound(generators.queen(3), time_limit=0)
    with pytest.raises(InputError, match="max_ticks = -5: expected an integer >= 0"):
        lower_bound(generators.queen(3), max_ticks=-5)


def test_ctrl_c_keeps_the_best_bound(monkeypatch):
    run, bounds = LowerBound.run, []

    def interrupted(search, ticks):
        run(search, 10**5)
        bounds.append(search.value)
        if search.ticks > 3 * 10**5:
            raise KeyboardInterrupt

    monkeypatch.setattr(LowerBound, "run", interrupted)
    graph = generators.gnp(60, 0.5, seed=1)
    bound = lower_bound(graph, time_limit=600)
    assert bound.value == bounds[-1] > 0
    assert not bound.complete
    assert check_certificate(graph, bound.certificate).bound == bound.value
