"""The front door: what it promises of every answer, and that the same work gives the same bytes."""

from __future__ import annotations

import csv
import json
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, generators
from solver.bounds.certificate import check_certificate
from solver.portfolio.lists import decoded, with_palette
from solver.portfolio.request import checked_request
from solver.portfolio.shares import METHODS
from tests import naive
from tests.solver.graphs.generators.test_generators import dimacs
from tests.strategies import edge_lists

WORK = 200_000  # ticks: a fraction of a second


def check(graph, result):
    assert solver.is_proper(graph, result.colors) == (result.conflicts == 0)
    assert result.conflicts == solver.conflicts(graph, result.colors)
    assert result.colors.dtype == np.int32
    assert result.proven == (result.conflicts == 0 and result.k == result.lower_bound)
    if graph.n:
        assert 0 <= result.colors.min() <= result.colors.max() < result.k
    if result.certificate["kind"] != "search":
        verdict = check_certificate(graph, result.certificate)
        assert verdict.holds
        assert verdict.bound == max(result.lower_bound, 0)


@settings(max_examples=25)
@given(edge_lists(), st.sampled_from(METHODS))
def test_small_graphs_are_colored_within_the_bounds(case, method):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    result = solver.color(graph, method=method, max_ticks=2000)
    check(graph, result)
    chromatic = naive.chromatic_number(n, edges)
    assert result.lower_bound <= chromatic <= result.k
    if method == "auto":
        assert result.k == chromatic


@pytest.mark.parametrize("n", [0, 1, 5])
def test_graphs_without_edges(n):
    result = solver.color(Graph.from_edges(n, []))
    assert (result.k, result.proven, result.stop_reason) == (min(n, 1), True, "proven")
    assert result.colors.tolist() == [0] * n


@pytest.mark.parametrize("method", ["auto", "tabucol", "partialcol", "memetic", "annealing"])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_work_gives_the_same_bytes(method, threads):
    graph = generators.gnp(120, 0.5, seed=1)

    def run():
        result = solver.color(graph, method=method, max_ticks=5 * WORK, seed=3, threads=threads)
        fields = result.to_dict()
        del fields["seconds"]
        fields["history"] = [entry[1:] for entry in fields["history"]]
        return json.dumps(fields)

    assert run() == run()


@pytest.mark.parametrize(
    ("method", "limit", "excess"),
    [("memetic", WORK, 1.01), ("annealing", WORK, 1.01), ("auto", 100 * WORK, 1.3)],
)
def test_a_work_limit_is_kept(method, limit, excess):
    graph = generators.gnp(100, 0.5, seed=2)
    result = solver.color(graph, method=method, max_ticks=limit)
    assert result.stop_reason == "max_ticks"
    assert limit <= result.ticks < excess * limit  # linear programs and formulas are not cut


def test_an_asked_k_is_the_target():
    graph = generators.queen(7)
    result = solver.color(graph, 8, max_ticks=100 * WORK)
    assert (result.conflicts, result.stop_reason) == (0, "target")
    assert result.k <= 8


def test_an_asked_k_that_is_not_reached_leaves_conflicts():
    graph = generators.queen(8)  # its chromatic number is 9, no clique says so
    result = solver.color(graph, 8, max_ticks=WORK)
    check(graph, result)
    assert result.k == 8
    assert result.conflicts > 0
    assert result.stop_reason == "max_ticks"


def test_an_asked_k_below_the_clique_is_hopeless_and_says_so():
    graph = generators.queen(8)
    result = solver.color(graph, 7, max_ticks=WORK)
    check(graph, result)
    assert result.k == 7
    assert result.conflicts > 0
    assert result.stop_reason == "infeasible"


def test_a_given_coloring_is_a_start_however_bad():
    graph = generators.gnp(60, 0.5, seed=5)
    best = solver.color(graph, max_ticks=50 * WORK)
    again = solver.color(graph, initial=best.colors, max_ticks=1)
    assert again.k <= best.k
    check(graph, solver.color(graph, initial=np.zeros(60, int), max_ticks=WORK))
    check(graph, solver.color(graph, initial=np.full(60, -1), max_ticks=WORK))


@pytest.mark.parametrize("initial", [[0, 1, 2], [0, 2, 1]])
def test_a_given_coloring_is_credited_only_if_it_is_proper(initial):
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    given = solver.color(triangle, initial=initial, max_ticks=WORK)
    assert (given.k, given.method) == (3, "initial")
    for wrong in ([0, 0, 0], [0, 1, -1]):
        repaired = solver.color(triangle, initial=wrong, max_ticks=WORK)
        assert (repaired.k, repaired.method) == (3, "repair")


def test_names_of_given_colors_may_be_large():
    names = np.array([7, 2**31 - 2, 7, 2**31 - 2, -1])
    result = solver.color(Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)]), initial=names)
    assert result.colors.tolist() == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 0}, "k = 0: expected an integer >= 1"),
        ({"method": "magic"}, "method = 'magic': expected one of auto, exact, tabucol"),
        ({"threads": 0}, "threads = 0"),
        ({"seed": -1}, "seed = -1: expected an integer >= 0"),
        ({"time_limit": -1}, "time_limit = -1: expected a positive number"),
        ({"k": 2.5}, "k = 2.5: expected an integer >= 1"),
        ({"options": {"magic": 1}}, "option = 'magic': expected one of those in docs/options.md"),
        ({"options": {1: 1}}, "option = 1: expected one of those in docs/options.md"),
        ({"options": {"floor": 2}}, "floor = 2: expected a number > 0 and <= 1"),
        ({"max_ticks": 0}, "max_ticks = 0"),
        ({"initial": [0, 1]}, r"initial colors have shape \(2,\): expected \(25,\)"),
        ({"initial": [-2] * 25}, r"initial color = -2: expected -1 \(uncolored\) or an integer"),
        ({"fixed": [0, 1]}, r"fixed colors have shape \(2,\): expected \(25,\)"),
        ({"fixed": [0.5] * 25}, "fixed colors have dtype float64: expected integers"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        solver.color(generators.queen(5), **arguments)


def test_ctrl_c_keeps_the_best_coloring():
    graph = generators.queen(10)

    def interrupt(progress):
        if progress.ticks > WORK:
            signal.raise_signal(signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    result = solver.color(graph, progress=interrupt, time_limit=600)
    check(graph, result)
    assert (result.conflicts, result.stop_reason) == (0, "interrupted")


@pytest.mark.parametrize("limit", [{"time_limit": 600}, {"max_ticks": 1000 * WORK}])
def test_progress_that_stops_ends_the_search(limit):
    def stop(news):
        if news.ticks > WORK:
            raise StopIteration

    graph = generators.queen(10)
    result = solver.color(graph, progress=stop, **limit)
    check(graph, result)
    assert (result.conflicts, result.stop_reason) == (0, "interrupted")
    assert result.ticks < 500 * WORK


def test_progress_that_raises_raises():
    def fail(_):
        raise ValueError("of the caller")

    with pytest.raises(ValueError, match="of the caller"):
        solver.color(generators.queen(10), progress=fail, max_ticks=100 * WORK)


def test_history_only_improves():
    result = solver.color(generators.gnp(200, 0.5, seed=4), max_ticks=20 * WORK)
    ks = [entry[2] for entry in result.history]
    assert ks == sorted(ks, reverse=True)
    assert ks[-1] == result.k


@pytest.mark.instances
def test_easy_instances_are_proven_at_once(instances):
    known = {row["instance"]: int(row["best_known_k"]) for row in csv.DictReader(open_known(instances))}
    for name in (
        "anna",
        "huck",
        "miles500",
        "zeroin.i.1",
        "mulsol.i.3",
        "le450_25a",
        "inithx.i.1",
        "school1",
    ):
        graph = solver.read(instances / "dimacs" / f"{name}.col.xz")
        result = solver.color(graph, max_ticks=300 * WORK)
        assert (name, result.k, result.proven) == (name, known[name], True)


def open_known(instances):
    return (instances / "best_known.csv").read_text().splitlines()


@settings(max_examples=25)
@given(edge_lists(max_n=8), st.data())
def test_fixed_colors_are_kept_and_the_fewest_others_used(case, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    fixed = {}
    for v in data.draw(st.lists(st.integers(0, n - 1), unique=True, max_size=3)):
        taken = {fixed[u] for u in graph.neighbors(v).tolist() if u in fixed}
        fixed[v] = data.draw(st.integers(0, 4).filter(lambda c, taken=taken: c not in taken))
    result = solver.color(graph, fixed=fixed, max_ticks=WORK)
    assert solver.is_proper(graph, result.colors)
    assert all(result.colors[v] == c for v, c in fixed.items())
    named = max(fixed.values(), default=-1) + 1
    assert result.k == naive.fewest_colors_with(n, edges, fixed, max(named, 1))
    assert result.lower_bound <= result.k
    claim = {**result.certificate, "bound": result.lower_bound}
    holds = solver.check_certificate(graph, claim, fixed=[fixed.get(v, -1) for v in range(n)]).holds
    assert holds is (None if claim["kind"] == "search" else True)


@pytest.mark.parametrize("kind", ["mycielskian", "fractional"])
def test_a_bound_with_fixed_colors_keeps_its_certificate(kind):
    if kind == "mycielskian":  # a cycle of five and a vertex joined to four; the fifth has a neighbor
        edges = [(v, (v + 1) % 5) for v in range(5)] + [(v, 5) for v in range(1, 5)] + [(0, 6)]
        graph, fixed = Graph.from_edges(7, edges), np.array([-1] * 5 + [0, 0], np.int32)
    else:
        graph, fixed = generators.gnp(16, 0.6, seed=5), np.array([0, 0] + [-1] * 14, np.int32)
    lists = with_palette(graph, fixed)
    bound = solver.lower_bound(lists.graph, max_ticks=1_000_000)
    found = solver.color(lists.graph, max_ticks=WORK)
    found = replace(found, lower_bound=bound.value, certificate=bound.certificate)
    result = decoded(graph, lists, found)
    assert (result.certificate["kind"], result.lower_bound) == (kind, bound.value)
    assert check_certificate(graph, result.certificate).holds is None
    assert check_certificate(graph, result.certificate, fixed=fixed).holds
    assert not check_certificate(graph, result.certificate, fixed=np.full(graph.n, -1)).holds


@settings(max_examples=25)
@given(edge_lists(max_n=7), st.data())
def test_lists_are_obeyed_where_they_can_be(case, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    lists = [data.draw(st.sets(st.integers(0, 2), min_size=1)) for _ in range(n)]
    allowed = np.array([[c in row for c in range(3)] for row in lists])
    result = solver.color(graph, allowed=allowed, max_ticks=WORK)
    assert all(c in row for c, row in zip(result.colors.tolist(), lists, strict=True))
    assert (result.conflicts == 0) == naive.colorable_from_lists(n, edges, lists)


@pytest.mark.parametrize("fixed", [None, {0: 0, 1: 0}])
def test_a_bound_by_a_search_keeps_the_best_certificate_before_it(fixed):
    graph = generators.gnp(60, 0.15, seed=1)
    result = solver.color(graph, fixed=fixed, max_ticks=1 << 26)
    assert (result.proven, result.certificate["kind"]) == (True, "search")
    colors = None if fixed is None else [fixed.get(v, -1) for v in range(graph.n)]
    verdict = check_certificate(graph, result.certificate, fixed=colors)
    assert verdict.holds is None
    assert verdict.certified.holds
    assert 2 < verdict.certified.bound < result.lower_bound


def test_a_list_is_kept_where_a_fixed_neighbor_has_all_of_it():
    allowed = np.array([[False, True, False], [True, True, True]])
    result = solver.color(Graph.from_edges(2, [(0, 1)]), fixed={1: 1}, allowed=allowed, max_ticks=WORK)
    assert result.colors.tolist() == [1, 1]
    assert (result.conflicts, result.proven, result.stop_reason) == (1, False, "infeasible")


def test_fixed_and_allowed_are_checked():
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    for arguments, message in [
        ({"fixed": {3: 0}}, "fixed: vertex 3: expected 0 to 2"),
        ({"fixed": {0: -1}}, "fixed: color -1 of vertex 0: expected 0 to 1048575"),
        ({"fixed": {0: 2}, "k": 2}, "fixed: color 2 of vertex 0: expected a color below k = 2"),
        ({"fixed": {0: 0.5}}, "fixed: 0: 0.5: expected integers, a vertex and its color"),
        ({"fixed": {"a": 0}}, "fixed: 'a': 0: expected integers"),
        ({"fixed": {0: 2**20}}, "fixed: color 1048576 of vertex 0: expected 0 to 1048575"),
        ({"fixed": [1, 1, -1]}, "vertices 0 and 1 have the fixed color 1"),
        ({"allowed": np.ones((3, 2), bool), "k": 3}, "k = 3: expected at most 2"),
        ({"allowed": np.ones((2, 2), bool)}, "allowed has dtype bool and shape"),
        ({"allowed": np.zeros((3, 2), bool)}, "vertex 0 has no allowed color"),
    ]:
        with pytest.raises(InputError, match=message):
            solver.color(graph, **arguments)


def test_proofs_come_from_every_side():
    proofs = {
        "mycielski:4": ("mycielskian", 5),
        "queen:7": ("clique", 7),
        "queen:6": (None, 7),
    }
    for spec, (kind, k) in proofs.items():
        graph = generators.from_spec(spec)
        result = solver.color(graph, max_ticks=1 << 30)
        check(graph, result)
        assert (result.k, result.proven, result.stop_reason) == (k, True, "proven")
        assert kind in (None, result.certificate["kind"])


def test_parts_are_colored_apart_and_put_together():
    # A wheel on an odd rim needs 4, its hub joined to all; a second block hangs on it by a cut vertex.
    rim = [(i, (i + 1) % 7) for i in range(7)]
    edges = [*rim, *((7, i) for i in range(7)), (0, 8), (8, 9), (9, 10), (10, 11), (11, 0)]
    graph = Graph.from_edges(12, edges)
    result = solver.color(graph, max_ticks=WORK)
    check(graph, result)
    assert (result.k, result.proven) == (4, True)
    asked = solver.color(graph, 3, max_ticks=WORK)
    check(graph, asked)
    assert asked.stop_reason == "infeasible"


def test_many_parts_do_not_wait_for_each_other():
    n, edges = naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    n, edges = naive.mycielskian(n, edges)
    many = [(u + i * n, v + i * n) for i in range(100) for u, v in edges]
    result = solver.color(Graph.from_edges(100 * n, many), max_ticks=100 * WORK)
    assert (result.k, result.proven) == (5, True)


@pytest.mark.instances
@pytest.mark.parametrize(
    ("name", "k"),
    [("queen8_8", 9), ("le450_5a", 5), ("school1", 14), ("1-FullIns_4", 5), ("r125.5", 36)],
)
def test_instances_are_proven(name, k, instances):
    result = solver.color(dimacs(instances, name), method="exact", time_limit=600)
    assert (result.k, result.proven) == (k, True)


def test_a_large_fixed_color_counts_all_colors_below_it():
    result = solver.color(generators.queen(5), fixed={0: 300, 7: 2}, time_limit=10)
    assert result.proven
    assert result.k == result.lower_bound == 301
    assert result.colors[[0, 7]].tolist() == [300, 2]
    assert solver.is_proper(generators.queen(5), result.colors)


def test_threads_beyond_the_processors_are_not_used_with_a_time_limit_and_count_without(monkeypatch):
    monkeypatch.setattr("solver.portfolio.request.cpus", lambda: 2)
    arguments = (5, None, "auto")
    rest = (0, 1000, None, None)
    assert checked_request(*arguments, 5.0, None, *rest).threads == 2
    assert checked_request(*arguments, None, None, *rest).threads == 2
    assert checked_request(*arguments, None, 10**6, *rest).threads == 1000


def test_a_small_proof_takes_little_work_with_many_threads():
    ring = Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)])
    few = solver.color(ring, threads=4, max_ticks=10**10)
    many = solver.color(ring, threads=1000, max_ticks=10**10)
    assert few.proven
    assert many.proven
    assert many.ticks == few.ticks
