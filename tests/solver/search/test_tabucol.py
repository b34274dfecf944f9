from __future__ import annotations

import copy
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import config

import solver
from solver import Graph, InputError, TabuColParams, conflicts, tabucol
from solver._kernels.search import tabu_lanes as dense
from solver._kernels.search import tabucol_sparse
from solver._kernels.search.tabulist import BLOCKS
from solver._kernels.vectors.rng import rng_state
from solver.search.tabucol import TabuCol
from solver.stop import MaxIterations, MaxTicks
from tests import naive
from tests.strategies import edge_lists

LAYOUTS = ["dense", "sparse"]
layouts = pytest.mark.parametrize("layout", LAYOUTS)


def random_graph(n, p, seed=0):
    u, v = np.triu_indices(n, 1)
    keep = np.random.default_rng(seed).random(len(u)) < p
    return Graph.from_arrays(n, u[keep], v[keep])


def current(search):
    colors = np.empty(search.graph.n, np.int32)
    search._kernels.current_colors(search._state, colors)
    return colors


def live_entries(search):
    """Pairs (vertex, color) that are tabu in the next iteration."""
    tabu, t = search._tabu, search.iterations + 1
    live = (tabu.vertex >= 0) & (tabu.expiry > t)
    return set(zip(tabu.vertex[live].tolist(), tabu.color[live].tolist(), strict=True))


def counts_and_blocked(search):
    """Gamma [n, k] and which colors are blocked, from either layout."""
    state, k, n = search._state, search.k, search.graph.n
    if search._sparse:
        gamma = state.gamma[: n * state.stride].reshape(n, state.stride)[:, :k]
    else:
        gamma = state.table.reshape(-1, state.pitch)[:k, :n].T
    blocked = 1 << (8 * gamma.itemsize - 1)
    return (gamma & (blocked - 1)).astype(int), gamma >= blocked


def check_state(search, edges):
    """Everything that the kernels keep up to date, against its definition."""
    n, k = search.graph.n, search.k
    colors = current(search).tolist()
    expected = np.array(naive.color_counts(n, edges, k, colors)).reshape(n, k)
    counts, blocked = counts_and_blocked(search)
    assert np.array_equal(counts, expected)
    shut = live_entries(search) | set(enumerate(colors))
    assert set(zip(*map(np.ndarray.tolist, np.nonzero(blocked)), strict=True)) == shut
    own = expected[np.arange(n), colors]
    lows = np.where(blocked, 1 << 20, expected).min(axis=1, initial=1 << 20)
    ties = (np.where(blocked, -1, expected) == lows[:, None]).sum(axis=1)
    if search._sparse:
        check_order(search, own, lows, ties)
    else:
        check_lanes(search, expected, blocked, own, lows, ties)


def check_lanes(search, counts, blocked, own, lows, ties):
    """The lanes of those vertices that have one, which are all in conflict and some others."""
    state, k = search._state, search.k
    step = 64 // state.gamma.itemsize
    blocks = search._counters[BLOCKS]
    has_lane = state.lane >= 0
    assert np.all(has_lane[own > 0])
    absent = np.unpackbits(state.absent.view(np.uint8), bitorder="little").reshape(k, -1)
    expected = np.zeros_like(absent)
    expected[current(search)[~has_lane], np.flatnonzero(~has_lane)] = 1
    assert np.array_equal(absent, expected)

    vertices = np.flatnonzero(has_lane)
    q, lane = np.divmod(state.lane[vertices], state.block)
    assert np.all(q < blocks)
    assert np.array_equal(state.vertex[q * step + lane], vertices)
    assert np.count_nonzero(state.vertex >= 0) == len(vertices)
    rows = state.gamma.reshape(-1, state.block // step, step).astype(int)[q, :, lane]
    top = (1 << (8 * state.gamma.itemsize - 1)) - 1
    mine = rows[:, dense.FIELDS : dense.FIELDS + k]
    assert np.array_equal(mine & top, counts[vertices])
    assert np.array_equal(mine > top, blocked[vertices])
    assert np.array_equal(rows[:, dense.HUE], current(search)[vertices])
    assert np.array_equal(rows[:, dense.OWN], own[vertices])
    low, count, known = rows[:, dense.LOW], rows[:, dense.TIES], rows[:, dense.KNOWN]
    named = known < k
    exact = (count > 0) | named
    assert np.all(low <= np.minimum(lows[vertices], top))
    assert np.array_equal(low[exact], lows[vertices][exact])
    assert np.array_equal(count[count > 0], ties[vertices][count > 0])
    assert np.array_equal(counts[vertices[named], known[named]], lows[vertices][named])
    # No key is larger than that of the best move; keys of lanes without conflict never win.
    none = 2 * top + 1
    keys = np.full(len(state.gamma) // state.block * step, none)
    keys[q * step + lane] = rows[:, dense.KEY]
    at_rest = np.ones(len(keys), bool)
    at_rest[(q * step + lane)[own[vertices] > 0]] = False
    assert np.all(keys[at_rest] == none)


def check_order(search, own, lows, ties):
    state, n = search._state, search.graph.n
    change = np.minimum(lows - own, tabucol_sparse.COSTLY)
    idle = len(state.start) - 2
    bucket = np.where(own > 0, change + idle - 1 - tabucol_sparse.COSTLY, idle)
    assert np.array_equal(np.sort(state.order), np.arange(n))
    assert np.array_equal(state.order[state.place], np.arange(n))
    assert np.array_equal(np.repeat(np.arange(idle + 1), np.diff(state.start)), bucket[state.order])
    assert state.start[0] == 0
    rows = state.vertex.reshape(n, -1)
    assert np.array_equal(rows[:, tabucol_sparse.OWN], own)
    movable = (own > 0) & (lows < 1 << 20)
    assert np.array_equal(rows[movable, tabucol_sparse.TIES], ties[movable])
    counts, _ = counts_and_blocked(search)
    aspirants = {v for v, c in live_entries(search) if own[v] > counts[v, c]}
    assert set(state.aspirants[: state.aspirant[n]].tolist()) == aspirants


def check_moves(search, edges, moves):
    """Make moves one by one; each must be one that the definition allows, and lead to a true state."""
    n, k = search.graph.n, search.k
    for _ in range(moves):
        if search.cost == 0:
            break
        before, fewest = current(search).tolist(), search.cost
        allowed = naive.best_moves(n, edges, k, before, live_entries(search), fewest)
        search.run(1, max_iterations=1)
        after = current(search).tolist()
        made = [(v, after[v]) for v in range(n) if before[v] != after[v]]
        assert made == [] if not allowed else len(made) == 1 and made[0] in allowed
        check_state(search, edges)
        assert search.cost == min(fewest, naive.conflicts(n, edges, after))
        assert naive.conflicts(n, edges, search.colors().tolist()) == search.cost


@pytest.mark.tiny
@layouts
@pytest.mark.parametrize("tenure", ["dynamic", "foo"])
@given(case=edge_lists(), k=st.integers(1, 4), seed=st.integers(0, 9))
def test_every_move_is_a_best_one(layout, tenure, case, k, seed):
    n, edges = case
    params = TabuColParams(layout=layout, tenure=tenure, tenure_random=3, foo_period=4)
    search = TabuCol(Graph.from_edges(n, edges), k, seed=seed, params=params)
    check_state(search, edges)
    check_moves(search, edges, 12)


@layouts
@pytest.mark.parametrize(
    ("n", "p", "k", "moves"),
    [
        (70, 0.5, 9, 300),  # two blocks, the second nearly empty
        (130, 0.1, 4, 300),
        (64, 0.9, 20, 300),  # a full block
        (40, 0.5, 70, 60),  # two vectors of colors in a row
        (40, 0.15, 300, 12),  # colors need 16 bits
        (90, 0.3, 2, 200),  # often all moves are tabu
    ],
)
def test_states_stay_true_over_long_runs(layout, n, p, k, moves):
    graph = random_graph(n, p)
    start = np.zeros(n, np.int32) if k > 50 else None
    search = TabuCol(graph, k, seed=1, params=TabuColParams(layout=layout), initial=start)
    edges = graph.edges().tolist()
    for _ in range(6):
        check_moves(search, edges, moves // 6)
        search.run(1 << 40, max_iterations=97)
        check_state(search, edges)


@layouts
@pytest.mark.parametrize(("n", "p", "k"), [(600, 0.5, 2), (600, 0.5, 3), (900, 0.9, 5)])
def test_counts_widen_before_they_overflow(layout, n, p, k):
    graph = random_graph(n, p)
    search = TabuCol(graph, k, params=TabuColParams(layout=layout))
    search.run(1 << 40, max_iterations=2000)
    assert search._state.gamma.dtype == np.uint16
    check_state(search, graph.edges().tolist())
    assert conflicts(graph, search.colors()) == search.cost


@layouts
def test_counts_widen_in_mid_run(layout):
    """A class grows past what 7 bits count only while the search runs, with tabu entries alive."""
    n = 400
    hub = [(0, v) for v in range(1, n)]
    edges = hub + [(v, v + 1) for v in range(1, n - 1)]
    graph = Graph.from_edges(n, edges)
    initial = np.arange(n) % 4
    initial[::2] = 0
    initial[0] = 1
    params = TabuColParams(layout=layout)
    search = TabuCol(graph, 4, params=params, initial=initial % 4)
    assert conflicts(graph, search.colors()) == search.cost
    search.run(1 << 40, max_iterations=1)
    narrow = np.where(np.arange(n) % 3 == 0, 0, np.where(np.arange(n) % 3 == 1, 1, 2))
    narrow[1:126] = 3
    search.restart(narrow)
    check_moves(search, edges, 5)


def test_hubs_need_32_bits():
    n = 40_000
    graph = Graph.from_arrays(n, np.zeros(n - 1, np.int32), np.arange(1, n))
    search = TabuCol(graph, 2, initial=np.zeros(n, np.int32))
    assert search._sparse
    assert search._state.gamma.dtype == np.uint32
    assert search.cost == n - 1
    search.run(1 << 40, max_iterations=1)
    assert search.cost == 0


@pytest.mark.tiny
@layouts
@pytest.mark.parametrize("k", [2, 3, 5])
def test_slices_do_not_change_the_course(layout, k):
    graph = random_graph(40, 0.4, seed=k)
    params = TabuColParams(layout=layout)
    whole = TabuCol(graph, k, seed=5, params=params)
    sliced = TabuCol(graph, k, seed=5, params=params)
    total = 600 if config.DISABLE_JIT else 100_000
    whole.run(total)
    while sliced.ticks < total:
        sliced.run(min(total // 10, total - sliced.ticks))
    assert np.array_equal(whole.colors(), sliced.colors())
    assert np.array_equal(current(whole), current(sliced))
    assert (whole.ticks, whole.iterations) == (sliced.ticks, sliced.iterations)


@layouts
@pytest.mark.parametrize("moves", [0, 30, 31, 47, 80, 200])
def test_ties_are_drawn_uniformly(layout, moves):
    """From one state with many random seeds; the start of a run, and later, with ties unknown."""
    graph = random_graph(70, 0.15, seed=3)
    edges = graph.edges().tolist()
    search = TabuCol(graph, 4, seed=7, params=TabuColParams(layout=layout))
    search.run(1 << 40, max_iterations=moves)
    fewest, before = search.cost, current(search).tolist()
    assert fewest > 0
    allowed = naive.best_moves(70, edges, 4, before, live_entries(search), fewest)
    draws = 200 * len(allowed)
    seen = dict.fromkeys(allowed, 0)
    for seed in range(draws):
        once = copy.deepcopy(search)
        once._random[:] = rng_state(seed)
        once.run(1, max_iterations=1)
        after = current(once)
        (v,) = np.flatnonzero(after != before)
        seen[int(v), int(after[v])] += 1
    # 99.99 % of chi-square variables with d degrees of freedom are below this (Wilson and Hilferty).
    d = max(len(allowed) - 1, 1)
    limit = d * (1 - 2 / (9 * d) + 3.72 * (2 / (9 * d)) ** 0.5) ** 3
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < limit


@pytest.mark.tiny
@layouts
@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_small_and_extreme_graphs(layout, n, k):
    params = TabuColParams(layout=layout)
    stop = MaxTicks(500)  # alone: only then is a slice cut to it
    empty = tabucol(Graph.from_edges(n, []), k, stop=stop, params=params)
    assert (empty.conflicts, empty.stop_reason) == (0, "target")
    pairs = [(a, b) for a in range(n) for b in range(a)]
    complete = Graph.from_edges(n, pairs)
    result = tabucol(complete, k, stop=stop, params=params)
    q, r = divmod(n, k)
    assert result.conflicts == r * (q + 1) * q // 2 + (k - r) * q * (q - 1) // 2
    assert result.stop_reason == ("max_ticks" if result.conflicts else "target")


@pytest.mark.tiny
@layouts
def test_restart_forgets_but_counts_on(layout):
    graph = random_graph(30, 0.5)
    search = TabuCol(graph, 4, params=TabuColParams(layout=layout))
    search.run(1 << 40, max_iterations=50)
    ticks = search.ticks
    start = np.arange(30) % 4
    search.restart(start)
    assert (search.iterations, search.ticks) == (50, ticks)
    assert np.array_equal(search.colors(), start)
    assert live_entries(search) == set()
    check_moves(search, graph.edges().tolist(), 10)


@layouts
def test_finds_what_is_known_to_exist(layout):
    rng = np.random.default_rng(0)
    classes = rng.integers(0, 6, 120)
    u, v = np.triu_indices(120, 1)
    keep = (classes[u] != classes[v]) & (rng.random(len(u)) < 0.6)
    graph = Graph.from_arrays(120, u[keep], v[keep])
    result = tabucol(graph, 6, stop=MaxIterations(100_000), params=TabuColParams(layout=layout))
    assert result.conflicts == 0
    assert result.stop_reason == "target"
    assert solver.is_proper(graph, result.colors)
    assert result.colors.max() < 6


def test_large_sparse_graphs_fit():
    n = 100_000
    rng = np.random.default_rng(1)
    u = rng.integers(0, n, 5 * n)
    graph = Graph.from_arrays(n, u, (u + rng.integers(1, n, 5 * n)) % n)
    result = tabucol(graph, 50, stop=MaxIterations(200_000))
    assert result.conflicts == 0


def test_the_layout_follows_size_and_degree():
    assert not TabuCol(random_graph(300, 0.5), 5)._sparse
    assert not TabuCol(random_graph(1000, 0.02), 5)._sparse
    ring = Graph.from_edges(5000, [(v, (v + 1) % 5000) for v in range(5000)])
    assert TabuCol(ring, 3)._sparse
    assert not TabuCol(ring, 3, params=TabuColParams(layout="dense"))._sparse


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 0}, "k = 0: expected an integer from 1 to 65535"),
        ({"k": 70000}, "k = 70000"),
        ({"k": 2, "initial": [0, 2, 0]}, "initial: color 2: expected 0 <= color < 2"),
        ({"k": 2, "initial": [0, -1, 0]}, "initial: color -1"),
        ({"k": 2, "initial": [0, 1]}, "shape"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        tabucol(Graph.from_edges(3, [(0, 1)]), stop=MaxTicks(1), **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tenure": "static"}, "tenure = 'static': expected 'dynamic' or 'foo'"),
        ({"layout": "wide"}, "layout = 'wide'"),
        ({"tenure_random": 0}, "tenure_random = 0: expected an integer from 1 to 1000000"),
        ({"tenure_slope": -0.5}, "tenure_slope = -0.5"),
        ({"foo_period": 0}, "foo_period = 0"),
    ],
)
def test_bad_parameters_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        TabuColParams(**arguments)


COURSE = """
import hashlib, numpy as np
from tests.solver.search.test_tabucol import TabuCol, TabuColParams, random_graph
digest = hashlib.sha256()
for layout in ("dense", "sparse"):
    for n, p, k in ((150, .5, 17), (150, .1, 4), (300, .5, 2)):
        search = TabuCol(random_graph(n, p), k, seed=3, params=TabuColParams(layout=layout))
        search.run(1 << 40, max_iterations=3000)
        digest.update(search.colors().tobytes() + b"%d" % search.ticks)
print(digest.hexdigest())
"""


@pytest.mark.subprocess
def test_the_course_is_the_same_on_every_processor(tmp_path):
    def digest(**settings):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), **settings}
        done = subprocess.run(
            [sys.executable, "-c", COURSE], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    here = digest()
    assert digest(NUMBA_CPU_NAME="haswell", NUMBA_CPU_FEATURES="") == here
    assert digest(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="") == here
