from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, generators
from solver.bounds.certificate import check_certificate
from tests import naive
from tests.strategies import edge_lists

WORK = 1 << 24
EDGE = Graph.from_edges(2, [(0, 1)])


def check(graph, result, lists):
    assert all(int(c) in row for c, row in zip(result.colors, lists, strict=True))
    assert result.conflicts == solver.conflicts(graph, result.colors)
    assert result.proven == (result.conflicts == 0 and result.k == result.lower_bound)
    if result.conflicts == 0:
        assert result.k == max(result.colors.tolist(), default=-1) + 1
        assert [entry[2] for entry in result.history][-1:] == [result.k][: graph.n]
    ks = [entry[2] for entry in result.history]
    assert ks == sorted(set(ks), reverse=True)
    if result.certificate["kind"] == "clique":
        verdict = check_certificate(graph, result.certificate)
        assert verdict.holds
        assert verdict.bound == result.lower_bound


@st.composite
def list_problems(draw):
    """A small graph, columns of which more than needed may be given, and fixed colors."""
    n, edges = draw(edge_lists(max_n=6))
    columns = draw(st.integers(1, 7))
    column = st.integers(0, columns - 1)
    forbidden = st.sets(column, max_size=draw(st.integers(0, columns - 1)))
    lists = [sorted(set(range(columns)) - draw(forbidden)) for _ in range(n)]
    fixed = {}
    neighbors = naive.adjacency(n, edges)
    for v in draw(st.lists(st.integers(0, max(n - 1, 0)), unique=True, max_size=2)) if n else []:
        left = [c for c in lists[v] if all(fixed.get(u) != c for u in neighbors[v])]
        if left:
            fixed[v] = draw(st.sampled_from(left))
    return n, edges, columns, lists, fixed


def fewest_columns(n, edges, lists, columns):
    """Smallest k for which colors below k suffice; None if it is more than ``columns``."""
    for k in range(columns + 1):
        if naive.colorable_from_lists(n, edges, [[c for c in row if c < k] for row in lists]):
            return k
    return None


@settings(max_examples=200)
@given(
    list_problems(), st.sampled_from(["auto", "exact", "tabucol", "DSATUR"]), st.booleans(), st.data()
)
def test_columns_are_the_fewest_that_suffice(case, method, asks, data):
    n, edges, columns, lists, fixed = case
    graph = Graph.from_edges(n, edges)
    allowed = np.array([[c in row for c in range(columns)] for row in lists], bool).reshape(n, columns)
    lists = [[fixed[v]] if v in fixed else row for v, row in enumerate(lists)]
    least = max(map(min, lists), default=-1) + 1
    k = data.draw(st.integers(max(least, min(n, 1)), columns)) if asks else None
    columns = columns if k is None else k
    lists = [[c for c in row if c < columns] for row in lists]
    result = solver.color(graph, k, allowed=allowed, fixed=fixed or None, method=method, max_ticks=WORK)
    check(graph, result, lists)
    fewest = fewest_columns(n, edges, lists, columns)
    assert result.lower_bound <= (max(columns + 1, n) if fewest is None else fewest)
    if fewest is None:
        assert (result.k, result.proven) == (columns, False)
        assert result.conflicts > 0
    if method not in ("auto", "exact"):
        return
    if fewest is None:
        assert result.stop_reason == "infeasible"
        assert result.lower_bound > columns
    elif k is None:
        assert (result.k, result.proven, result.stop_reason) == (fewest, True, "proven")
    else:
        assert fewest <= result.k <= k
        assert result.stop_reason in ("target", "proven")


def test_columns_that_are_not_needed_are_not_counted():
    result = solver.color(EDGE, allowed=np.ones((2, 6), bool), max_ticks=WORK)
    assert (result.k, result.lower_bound, result.proven) == (2, 2, True)
    assert result.certificate == {"kind": "clique", "vertices": [0, 1]}
    late = np.zeros((2, 6), bool)
    late[:, 4:] = True
    result = solver.color(EDGE, allowed=late, max_ticks=WORK)
    assert (sorted(result.colors), result.k, result.lower_bound) == ([4, 5], 6, 6)
    empty = solver.color(Graph.from_edges(0, []), allowed=np.ones((0, 6), bool), max_ticks=WORK)
    assert (empty.k, empty.lower_bound, empty.proven) == (0, 0, True)


@pytest.mark.parametrize("limit", [{"max_ticks": WORK}, {"time_limit": 30}])
def test_larger_graphs_use_few_columns(limit):
    graph = generators.gnp(60, 0.3, seed=2)
    allowed = np.random.default_rng(2).random((60, 40)) < 0.85
    news = []
    result = solver.color(graph, allowed=allowed, progress=news.append, **limit)
    check(graph, result, [np.flatnonzero(row).tolist() for row in allowed])
    assert result.lower_bound <= result.k <= 9
    bests = [each.best_k for each in news if each.best_k is not None]
    assert bests == sorted(bests, reverse=True)
    assert max(bests, default=0) <= 40


@pytest.mark.parametrize("limit", [{"max_ticks": 1000 * WORK}, {"time_limit": 600}])
def test_progress_ends_a_search_with_allowed_colors(limit):
    def stop(news):
        if news.ticks > WORK:
            raise StopIteration

    graph = generators.gnp(150, 0.5, seed=2)
    allowed = np.random.default_rng(2).random((150, 40)) < 0.85
    result = solver.color(graph, allowed=allowed, progress=stop, **limit)
    check(graph, result, [np.flatnonzero(row).tolist() for row in allowed])
    assert result.stop_reason == "interrupted"


def test_tables_are_checked():
    for arguments, message in [
        (
            {"allowed": [[0, 1], [1, 1]]},
            r"allowed has dtype int64 and shape \(2, 2\): expected bool of sh",
        ),
        ({"allowed": np.ones(2, bool)}, r"shape \(2,\): expected bool of shape \(2, colors\)"),
        (
            {"allowed": np.ones((2, 2), bool), "fixed": {1: 2}},
            "fixed: color 2 of vertex 1: expected a co",
        ),
        (
            {"allowed": np.eye(2, dtype=bool), "k": 1},
            "vertex 1 has no allowed color below k = 1: expect",
        ),
        (
            {"allowed": np.eye(2, dtype=bool), "fixed": {0: 1}},
            "fixed color of vertex 0 = 1: expected one",
        ),
    ]:
        with pytest.raises(InputError, match=message):
            solver.color(EDGE, **arguments)
