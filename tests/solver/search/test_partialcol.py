from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, PartialColParams, conflicts, is_proper, partialcol
from solver._kernels.search import partialcol as kernels
from solver._kernels.vectors.rng import rng_state
from solver.search.partialcol import COUNTERS, PartialCol
from solver.stop import MaxTicks
from tests import naive
from tests.strategies import edge_lists

module = sys.modules[PartialCol.__module__]
layouts = st.sampled_from(["dense", "sparse"])
tabus = st.sampled_from(["neighbors", "displaced"])
weights = st.sampled_from(["one", "degree"])
seeds = st.integers(0, 2**32)
PLAIN = {"tenure": "dynamic", "tenure_random": 1}  # tenures without chance, which an oracle can follow


@pytest.fixture(autouse=True)
def _quiet_overflow():
    """With the JIT off, the random numbers' uint64 products wrap with a warning."""
    with np.errstate(over="ignore"):
        yield


def random_graph(n, density, seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((n, n)) < density, 1)
    return Graph.from_edges(n, np.argwhere(upper))


def counts(search):
    """The counts the search relies on, as ``{(v, color): (count, is_tabu)}``."""
    state, k = search._state, search.k
    n = len(state.colors)
    _, flag = module.COUNTERS[search._counter]
    rows = state.rows.reshape(n, -1).astype(np.int64)
    assert (rows[:, k:] == np.iinfo(state.rows.dtype).max).all()
    lighter = (state.weights.max() - state.weights).tolist()
    whose = range(n)
    if len(state.table):
        table = state.table.reshape(k, -1).astype(np.int64).T
        whose = np.flatnonzero(state.colors < 0)
        assert np.array_equal(table[whose], rows[whose, :k])
        rows = table
    return {
        (v, color): ((int(rows[v, color]) & (flag - 1)) - lighter[v], bool(rows[v, color] & flag))
        for v in range(n)
        for color in range(k)
    }


def check_moves(graph, search, moves, slope, every=1):
    """Make single moves and hold each against the oracle."""
    neighbors = [set(graph.neighbors(v).tolist()) for v in range(graph.n)]
    search.run(0)
    if search._state is None:
        assert search.cost == 0
        return
    tabu = {}  # pair -> last iteration of its tabu
    best = search.cost
    weights = search._state.weights.tolist()
    before = search._state.colors.tolist()
    for _ in range(moves):
        search.run(1)
        after = search._state.colors.tolist()
        iteration = search.iterations
        live = {pair for pair, last in tabu.items() if last >= iteration}
        [v] = [v for v in range(graph.n) if before[v] < 0 <= after[v]]
        color = after[v]
        admissible = naive.admissible_partial_moves(neighbors, search.k, before, live, best, weights)
        assert (v, color) in admissible
        displaced = {u for u in neighbors[v] if before[u] == color}
        expected = [-1 if u in displaced else color if u == v else before[u] for u in range(graph.n)]
        assert after == expected

        uncolored = {u for u in range(graph.n) if after[u] < 0}
        count = search._state.scalars[kernels.UNCOLORED]
        assert uncolored == set(search._state.uncolored[:count].tolist())
        heavy = [sum(weights[x] for x in range(graph.n) if after[x] == c) for c in range(search.k)]
        assert search._state.sizes.tolist() == heavy
        best = min(best, len(uncolored))
        assert search.cost == best
        if search._params.tabu == "displaced":
            tabu.pop((v, color), None)
            concerned = displaced
        else:
            concerned = neighbors[v]
        last = iteration + int(slope * len(uncolored))
        tabu |= {(u, color): max(last, tabu.get((u, color), 0)) for u in concerned}
        if iteration % every == 0:
            live = {pair for pair, last in tabu.items() if last >= iteration}
            for (u, c), (gamma, is_tabu) in counts(search).items():
                assert gamma == sum(weights[x] for x in neighbors[u] if after[x] == c)
                # A tabu is lifted at the start of the iteration after its last.
                assert is_tabu == ((u, c) in live)
        before = after
        if not uncolored:
            break


@pytest.mark.tiny
@given(edge_lists(), st.integers(1, 5), layouts, tabus, weights, st.floats(0, 8), seeds)
def test_each_move_is_a_best_admissible_one(case, k, layout, tabu, weight, slope, seed):
    graph = Graph.from_edges(*case)
    params = PartialColParams(**PLAIN, tenure_slope=slope, layout=layout, tabu=tabu, weight=weight)
    check_moves(graph, PartialCol(graph, k, seed=seed, params=params), 30, slope)


@pytest.mark.parametrize("layout", ["dense", "sparse"])
@pytest.mark.parametrize(
    ("n", "density", "k", "slope"),
    [
        (130, 0.5, 12, 0.6),
        (150, 0.9, 45, 0.6),
        (150, 0.95, 70, 3.0),
        (200, 0.05, 4, 1.0),
        (64, 1.0, 40, 9.0),
    ],
)
@pytest.mark.parametrize("tabu", ["neighbors", "displaced"])
@pytest.mark.parametrize("weight", ["one", "degree"])
def test_moves_of_larger_graphs(n, density, k, slope, layout, tabu, weight):
    graph = random_graph(n, density, seed=n)
    params = PartialColParams(**PLAIN, tenure_slope=slope, layout=layout, tabu=tabu, weight=weight)
    check_moves(graph, PartialCol(graph, k, seed=3, params=params), 60, slope, every=15)


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_a_class_of_more_than_a_byte_from_the_start(layout):
    hubs, n = 4, 304
    graph = Graph.from_edges(n, [(a, b) for a in range(hubs) for b in range(a + 1, n)])
    params = PartialColParams(**PLAIN, layout=layout, weight="one")
    search = PartialCol(graph, 3, seed=1, params=params, initial=np.where(np.arange(n) < hubs, -1, 0))
    search.run(0)
    assert search._state.rows.dtype == np.uint16
    assert counts(search)[0, 0] == (300, False)
    check_moves(graph, search, 8, 0.6, every=4)


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_classes_that_outgrow_a_byte_on_the_way(layout, monkeypatch):
    # Complete 4-partite with four colors: the largest part has all of them, 126 vertices each, and has
    # to give up three.
    part = np.repeat(np.arange(4), [504, 300, 300, 300])
    graph = Graph.from_edges(len(part), np.argwhere(np.triu(part[:, None] != part)))
    initial = np.where(part == 0, np.arange(len(part)) % 4, -1)
    neighbors_of = np.equal.outer(np.arange(4), part)  # a vertex sees all parts but its own
    courses = []
    for skipped in (0, 1):
        monkeypatch.setattr(module, "COUNTERS", COUNTERS[skipped:])
        params = PartialColParams(tenure="dynamic", layout=layout, weight="one")
        search = PartialCol(graph, 4, seed=1, params=params, initial=initial)
        search.run(0)
        assert search._state.rows.dtype == (np.uint16 if skipped else np.uint8)
        largest = 0
        for _ in range(10):
            for _ in range(300):
                search.run(1)
            colors = search._state.colors
            gamma = np.array([[np.sum(~own & (colors == c)) for c in range(4)] for own in neighbors_of])
            largest = max(largest, gamma.max())
            assert all(gamma[part[v], c] == count for (v, c), (count, _) in counts(search).items())
        assert search._state.rows.dtype == np.uint16
        assert largest > 254
        courses.append((search.iterations, search.cost, search._state.colors.tolist()))
    assert courses[0] == courses[1]
    assert search.cost == 0


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_classes_whose_weight_outgrows_a_byte_on_the_way(layout, monkeypatch):
    part = np.repeat(np.arange(4), [120, 60, 60, 60])
    graph = Graph.from_edges(len(part), np.argwhere(np.triu(part[:, None] != part)))
    initial = np.where(part == 0, np.arange(len(part)) % 4, -1)
    monkeypatch.setattr(module, "MEAN_WEIGHT", 4)
    params = PartialColParams(tenure="dynamic", layout=layout, weight="degree")
    courses = []
    for skipped in (0, 1):
        monkeypatch.setattr(module, "COUNTERS", COUNTERS[skipped:])
        search = PartialCol(graph, 4, seed=1, params=params, initial=initial)
        search.run(0)
        assert search._state.rows.dtype == (np.uint16 if skipped else np.uint8)
        assert set(search._weights.tolist()) == {3, 4}
        for _ in range(3000):
            search.run(1)
        assert search._state.rows.dtype == np.uint16
        courses.append((search.iterations, search.cost, search._state.colors.tolist()))
    assert courses[0] == courses[1]
    assert search.cost == 0


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_the_width_of_counters_does_not_change_the_course(layout, monkeypatch):
    graph = random_graph(150, 0.5, seed=5)
    courses = []
    for first in range(len(COUNTERS)):
        monkeypatch.setattr(module, "COUNTERS", COUNTERS[first:])
        search = PartialCol(graph, 17, seed=2, params=PartialColParams(layout=layout))
        for _ in range(2000):
            search.run(1)
        assert search.cost > 0
        courses.append((search.iterations, search.cost, search._state.colors.tolist()))
        assert search._state.rows.dtype == COUNTERS[first][0]
    assert courses[0] == courses[1] == courses[2]


@pytest.mark.tiny
@given(
    edge_lists(), st.integers(1, 4), st.sampled_from(["foo", "dynamic"]), tabus, st.integers(0, 2**32)
)
def test_both_layouts_make_the_same_moves(case, k, tenure, tabu, seed):
    graph = Graph.from_edges(*case)
    pair = [
        PartialCol(graph, k, seed=seed, params=PartialColParams(tenure=tenure, tabu=tabu, layout=layout))
        for layout in ("dense", "sparse")
    ]
    for _ in range(20):
        for search in pair:
            search.run(1)
        assert pair[0].iterations == pair[1].iterations
        assert pair[0].cost == pair[1].cost
        if pair[0].cost:
            assert np.array_equal(pair[0]._state.colors, pair[1]._state.colors)


@pytest.mark.tiny
@given(
    edge_lists(),
    st.integers(1, 4),
    layouts,
    st.sampled_from(["foo", "dynamic"]),
    tabus,
    st.lists(st.integers(0, 60), min_size=1, max_size=6),
)
def test_slices_do_not_change_the_course(case, k, layout, tenure, tabu, slices):
    graph = Graph.from_edges(*case)
    params = PartialColParams(
        tenure=tenure, tabu=tabu, foo_windows=(3, 2), foo_patience=4, layout=layout
    )
    whole, sliced = (PartialCol(graph, k, seed=9, params=params) for _ in range(2))
    for ticks in slices:
        before = sliced.ticks
        sliced.run(ticks)
        assert sliced.cost == 0 or sliced.ticks >= before + ticks
    whole.run(sliced.ticks)
    assert (whole.ticks, whole.iterations, whole.cost) == (sliced.ticks, sliced.iterations, sliced.cost)
    assert np.array_equal(whole.colors(), sliced.colors())
    if whole._state and sliced._state:
        for name, a, b in zip(kernels.State._fields, whole._state, sliced._state, strict=True):
            assert np.array_equal(a, b), name


@pytest.mark.tiny
@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_ties_are_broken_uniformly(layout):
    graph = Graph.from_edges(4, [(a, b) for a in range(4) for b in range(a)])
    search = PartialCol(graph, 2, seed=4, params=PartialColParams(layout=layout))
    moves = np.zeros((4, 2), int)
    for _ in range(600):
        search.restart([0, 1, -1, -1])
        search.run(1)
        [v] = np.flatnonzero(search._state.colors[2:] >= 0) + 2
        moves[v, search._state.colors[v]] += 1
    assert moves[:2].sum() == 0
    chi_squared = ((moves[2:] - 150) ** 2 / 150).sum()
    assert chi_squared < 16.3  # 99.9 % of chi squared with 3 degrees of freedom


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_ties_are_uniform_across_vectors(layout):
    n, k = 142, 140  # three vectors of bytes for each vertex
    graph = random_graph(n, 1.0, seed=0)
    search = PartialCol(graph, k, seed=4, params=PartialColParams(layout=layout))
    initial = np.r_[np.arange(k), -1, -1]
    times = np.zeros(2 * k, int)
    for _ in range(40 * k):
        search.restart(initial)
        search.run(1)
        [v] = np.flatnonzero(search._state.colors[k:] >= 0)
        times[v * k + search._state.colors[k + v]] += 1
    chi_squared = ((times - 20) ** 2 / 20).sum()
    assert chi_squared < 279 + 3.1 * np.sqrt(2 * 279)


def follow(rng, scalars, tenure, cost):
    is_new_best = cost < scalars[kernels.BEST]
    if kernels.note_cost(scalars, cost, is_new_best):
        kernels.adjust_tenure(rng, scalars, tenure, is_new_best)


@pytest.mark.tiny
@given(
    st.lists(st.integers(0, 6), min_size=2, max_size=60),
    st.integers(1, 7),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_foo_follows_the_fluctuation(costs, window, increment, threshold):
    tenure = kernels.Tenure(
        False, True, 0.0, 1, threshold, 10, np.array([window]), np.array([increment])
    )
    scalars = np.zeros(kernels.SCALARS, np.int64)
    scalars[kernels.WINDOW], scalars[kernels.INCREMENT], scalars[kernels.TENURE] = (
        window,
        increment,
        increment,
    )
    scalars[kernels.BEST], scalars[kernels.LOWEST] = costs[0], kernels.NO_COST
    rng = rng_state(0)
    tenures = []
    for cost in costs[1:]:
        follow(rng, scalars, tenure, cost)
        scalars[kernels.BEST] = min(scalars[kernels.BEST], cost)
        tenures.append(int(scalars[kernels.TENURE]))
    assert tenures == naive.fluctuation_tenure(costs, window, increment, threshold)


@pytest.mark.tiny
def test_foo_redraws_its_window_when_patience_ends():
    tenure = kernels.Tenure(False, True, 0.0, 1, 2, 6, np.array([3, 4]), np.array([1, 2]))
    scalars = np.zeros(kernels.SCALARS, np.int64)
    scalars[kernels.WINDOW], scalars[kernels.INCREMENT], scalars[kernels.BEST] = 3, 1, 5
    rng = rng_state(0)
    seen = set()
    for i in range(400):
        follow(rng, scalars, tenure, 5)
        if i == 5:
            assert scalars[kernels.RAISES] == 2
        if i == 8:
            assert scalars[kernels.RAISES] == 0
        seen.add((scalars[kernels.WINDOW], scalars[kernels.INCREMENT], scalars[kernels.IS_RANDOM]))
    assert seen >= {(w, i, r) for w in (3, 4) for i in (1, 2) for r in (0, 1)}


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("is_reactive", "is_random", "legal"),
    [(False, 0, range(6, 16)), (True, 1, range(1, 21)), (True, 0, [20])],
)
def test_tenures_are_drawn_from_their_range(is_reactive, is_random, legal):
    tenure = kernels.Tenure(False, is_reactive, 0.6, 10, 2, 6, np.array([3]), np.array([1]))
    scalars = np.zeros(kernels.SCALARS, np.int64)
    scalars[kernels.TENURE], scalars[kernels.IS_RANDOM] = 20, is_random
    rng = rng_state(1)
    drawn = {
        int(kernels.draw_tenure(rng, scalars, tenure.is_reactive, tenure.slope, tenure.spread, 10))
        for _ in range(500)
    }
    assert drawn == set(legal)


@pytest.mark.tiny
def test_tenures_never_outgrow_the_wheel():
    params = PartialColParams(tenure="dynamic", tenure_slope=1e6, tenure_random=1)
    graph = Graph.from_edges(6, [(a, b) for a in range(6) for b in range(a)])
    search = PartialCol(graph, 3, params=params)
    search.run(3000)  # past one turn of the wheel, with every pair tabu
    assert search.iterations > 200
    assert search.cost == 3


@pytest.mark.tiny
@given(edge_lists(), st.integers(1, 4), st.data())
def test_any_initial_coloring_becomes_legal_and_maximal(case, k, data):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    initial = data.draw(st.lists(st.integers(-1, k - 1), min_size=n, max_size=n))
    search = PartialCol(graph, k, initial=initial)
    partial = search._best
    assert conflicts(graph, partial) == 0
    assert search.cost == (partial < 0).sum()
    for v in np.flatnonzero(partial < 0):
        assert set(partial[graph.neighbors(v)].tolist()) >= set(range(k))
    if naive.conflicts(n, edges, initial) == 0:
        assert all(new == old for new, old in zip(partial, initial, strict=True) if old >= 0)
    complete = search.colors()
    assert complete.dtype == np.int32
    assert all(0 <= color < k for color in complete)
    assert all(new == old for new, old in zip(complete, partial, strict=True) if old >= 0)
    search.restart(complete)
    assert search.cost <= n


@pytest.mark.tiny
def test_uncolored_vertices_get_their_least_conflicting_color():
    # Vertex 4 sees color 0 twice, color 1 once, color 2 once: the lowest of the rarest is 1.
    graph = Graph.from_edges(5, [(4, 0), (4, 1), (4, 2), (4, 3), (2, 3)])
    search = PartialCol(graph, 3, initial=[0, 0, 1, 2, -1])
    assert search.cost == 1
    assert search.colors().tolist() == [0, 0, 1, 2, 1]


@pytest.mark.tiny
@pytest.mark.parametrize("layout", ["dense", "sparse"])
@pytest.mark.parametrize(
    ("n", "edges", "k", "conflicts_left"),
    [
        (0, [], 1, 0),
        (1, [], 1, 0),
        (1, [], 9, 0),
        (5, [], 1, 0),
        (2, [(0, 1)], 1, 1),
        (5, [(a, b) for a in range(5) for b in range(a)], 5, 0),
        (5, [(a, b) for a in range(5) for b in range(a)], 4, 1),
        (5, [(a, b) for a in range(5) for b in range(a)], 1, 10),
        (6, [(0, 1), (1, 2), (2, 0)], 3, 0),
        (4, [(0, 1), (1, 2), (2, 3)], 2, 0),
    ],
)
def test_small_and_extreme_graphs(n, edges, k, conflicts_left, layout):
    graph = Graph.from_edges(n, edges)
    result = partialcol(graph, k, stop=MaxTicks(500), params=PartialColParams(layout=layout))
    assert result.conflicts == conflicts_left
    assert result.colors.dtype == np.int32
    assert result.colors.shape == (n,)
    assert result.stop_reason == ("max_ticks" if conflicts_left else "target")
    assert result.method == "partialcol"


@pytest.mark.parametrize("tenure", ["foo", "dynamic"])
def test_hidden_colorings_are_found(tenure):
    rng = np.random.default_rng(8)
    classes = rng.permutation(200) % 8
    upper = np.triu(rng.random((200, 200)) < 0.5, 1) & (classes[:, None] != classes)
    graph = Graph.from_edges(200, np.argwhere(upper))
    result = partialcol(graph, 8, stop=MaxTicks(10**8), params=PartialColParams(tenure=tenure))
    assert result.stop_reason == "target"
    assert is_proper(graph, result.colors)
    assert result.iterations > 0


@pytest.mark.instances
@pytest.mark.parametrize(("name", "k"), [("DSJC125.5", 18), ("le450_15c", 16), ("flat300_20_0", 20)])
def test_dimacs_targets(instances, name, k):
    import lzma

    with lzma.open(instances / "dimacs" / f"{name}.col.xz", "rt") as lines:
        words = [line.split() for line in lines if line[0] in "pe"]
    n = int(next(word[2] for word in words if word[0] == "p"))
    graph = Graph.from_edges(n, np.array([word[1:] for word in words if word[0] == "e"], int) - 1)
    result = partialcol(graph, k, stop=MaxTicks(10**9))
    assert is_proper(graph, result.colors)


SCRIPT = """
import numpy as np
from solver.search.partialcol import PartialCol, PartialColParams
from solver import Graph
rng = np.random.default_rng(1)
graph = Graph.from_edges(150, np.argwhere(np.triu(rng.random((150, 150)) < .5, 1)))
for layout, tabu in ("dense", "neighbors"), ("sparse", "displaced"):
    search = PartialCol(graph, 17, seed=5, params=PartialColParams(layout=layout, tabu=tabu))
    search.run(300_000)
    print(search.ticks, search.iterations, search.cost, search.colors().tolist())
"""


@pytest.mark.subprocess
def test_every_cpu_takes_the_same_course(tmp_path):
    outputs = set()
    for cpu in ("", "haswell", "generic"):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        if cpu:
            environment |= {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 2


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k = 0: expected an integer from 1"),
        ({"k": 2.5}, "k = 2.5"),
        ({"k": 3, "initial": [0, 1]}, "shape"),
        ({"k": 3, "initial": [0, 1, 3]}, "initial: color 3: expected -1 <= color < 3"),
        ({"k": 3, "initial": [0, 1, -2]}, "color = -2"),
    ],
)
def test_bad_arguments_are_named(options, message):
    graph = Graph.from_edges(3, [(0, 1)])
    with pytest.raises(InputError, match=message):
        partialcol(graph, stop=MaxTicks(1), **options)


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tabu", "all"),
        ("tenure", "static"),
        ("layout", "csr"),
        ("tenure_slope", -0.1),
        ("tenure_slope", float("nan")),
        ("tenure_random", 0),
        ("foo_windows", ()),
        ("foo_windows", (100, 0)),
        ("foo_increments", (1.5,)),
        ("foo_threshold", 0),
        ("foo_patience", 2**31),
    ],
)
def test_bad_parameters_are_named(field, value):
    with pytest.raises(InputError, match=field):
        PartialColParams(**{field: value})


def test_uneven_degrees_become_weights():
    star = Graph.from_edges(9, [(0, leaf) for leaf in range(1, 9)])
    search = PartialCol(star, 1, seed=0)
    assert search._weights.tolist() == [144] + [18] * 8
    assert set(PartialCol(random_graph(60, 0.5, 1), 5)._weights.tolist()) == {1}
    assert set(PartialCol(star, 1, params=PartialColParams(weight="one"))._weights.tolist()) == {1}


def test_weights_that_the_widest_counter_could_not_hold_are_all_one():
    degrees = np.array([8, 1, 1, 1, 1, 1, 1, 1, 1])
    weights = [144] + [18] * 8
    limit = sum(weights) + 2 * 144
    assert module._degree_weights(degrees, limit).tolist() == weights
    assert module._degree_weights(degrees, limit - 1).tolist() == [1] * 9
