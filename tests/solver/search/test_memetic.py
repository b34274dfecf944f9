"""The memetic search: what a crossover keeps, when colorings are alike, the same course in slices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, MemeticParams, generators, memetic
from solver._kernels.search.memetic import count_shared, greedy_partition_crossover
from solver._kernels.vectors.rng import rng_state
from solver.search.memetic import Memetic
from solver.stop import MaxTicks
from tests import naive


@pytest.fixture(autouse=True)
def _quiet_overflow():
    """With the JIT off, the random numbers' uint64 products wrap with a warning."""
    with np.errstate(over="ignore"):
        yield


@st.composite
def parents(draw):
    """(k, two colorings of the same vertices)."""
    n, k = draw(st.integers(1, 14)), draw(st.integers(1, 6))
    coloring = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    return k, draw(coloring), draw(coloring)


@pytest.mark.tiny
@given(parents(), st.integers(0, 2**32))
def test_a_child_takes_the_largest_class_of_each_parent_in_turn(case, seed):
    k, first, second = case
    n = len(first)
    child = np.empty(n, np.int32)
    sizes = np.empty((2, k), np.int64)
    arrays = np.array(first, np.int32), np.array(second, np.int32)
    greedy_partition_crossover(*arrays, child, sizes, k, rng_state(seed))
    assert 0 <= child.min() <= child.max() < k
    left = set(range(n))
    for color in range(k):
        parent = (first, second)[color % 2]
        classes = [{v for v in left if parent[v] == c} for c in range(k)]
        largest = max(map(len, classes))
        taken = {v for v in left if child[v] == color}
        # What no class has taken in the end is colored at random.
        assert any(len(c) == largest and c <= taken for c in classes)
        left -= next(c for c in classes if len(c) == largest and c <= taken)


@pytest.mark.tiny
@given(parents(), st.randoms())
def test_what_is_shared_is_bounded_and_exact_for_equal_partitions(case, random):
    k, first, second = case
    arrays = np.array(first, np.int32), np.array(second, np.int32)
    overlap = np.empty((k, k), np.int32)
    exact = naive.shared_vertices(first, second, k)
    assert exact <= count_shared(*arrays, overlap, k) <= len(first)
    names = random.sample(range(k), k)
    renamed = np.array([names[c] for c in first], np.int32)
    assert count_shared(arrays[0], renamed, overlap, k) == len(first)


def test_slices_do_not_change_the_course():
    graph = generators.gnp(30, 0.5, seed=1)
    whole, sliced = (Memetic(graph, 4, seed=7, params=MemeticParams(period=2)) for _ in range(2))
    while whole.lines < 3:
        whole.run(1 << 20)
    while sliced.ticks < whole.ticks:
        sliced.run(min(9973, whole.ticks - sliced.ticks))
    assert sliced.lines == whole.lines
    assert (sliced.cost, sliced.iterations) == (whole.cost, whole.iterations)
    assert sliced.colors().tolist() == whole.colors().tolist()


def test_slices_do_not_change_the_parents_that_two_threads_bring_forth(monkeypatch):
    graph = generators.gnp(80, 0.5, seed=1)
    cross = Memetic._cross
    crossed = []

    def recorded(self, first, second):
        parents.append((first.colors.tolist(), second.colors.tolist()))
        return cross(self, first, second)

    monkeypatch.setattr(Memetic, "_cross", recorded)
    for ticks in (1 << 12, 99_999):
        parents = []
        search = Memetic(graph, 12, seed=7, params=MemeticParams(period=2), threads=2)
        while len(parents) < 12:
            search.run(ticks)
        crossed.append(parents[:12])
    assert crossed[0] == crossed[1]


def test_two_threads_use_the_ticks_of_one_each():
    graph = generators.gnp(60, 0.5, seed=1)
    search = Memetic(graph, 5, seed=2, threads=2)
    search.run(10**6)
    assert 1.8 * 10**6 < search.ticks < 2.01 * 10**6
    assert search.cost == naive.conflicts(60, graph.edges().tolist(), search.colors())


@pytest.mark.parametrize("seed", range(4))
def test_whichever_thread_finds_a_coloring_it_is_returned(seed):
    graph = generators.gnp(60, 0.5, seed=1)
    search = Memetic(graph, 12, seed=seed, threads=2)
    while search.cost:
        search.run(10**4)
    assert solver.is_proper(graph, search.colors())
    ticks = search.ticks
    search.run(10**4)
    assert search.ticks == ticks


def test_a_line_that_dies_of_likeness_leaves_a_champion():
    graph = Graph.from_edges(4, [(u, v) for u in range(4) for v in range(u)])
    search = Memetic(graph, 3, seed=1)  # hopeless: every coloring of these four has a conflict
    while search.lines < 7:
        search.run(1000)
    assert search.cost == naive.conflicts(4, graph.edges().tolist(), search.colors()) == 1


def test_searches_are_longer_when_the_generations_of_a_length_are_made(monkeypatch):
    graph = generators.gnp(60, 0.5, seed=1)  # hopeless with 5 colors
    improve = Memetic._search
    moves = []

    def recorded(self, starts):
        before = self.iterations
        improved = yield from improve(self, starts)
        moves.append((self.generations, self.iterations - before))
        return improved

    monkeypatch.setattr(Memetic, "_search", recorded)
    params = MemeticParams(generations=4, growth=3.0, quick_generations=0)
    search = Memetic(graph, 5, seed=3, params=params)
    while search.generations < 22:
        search.run(1 << 20)
    generations = [{used for made, used in moves if made in part} for part in ((1, 2), (5, 13), (21,))]
    assert generations == [{4000}, {12_000}, {36_000}]


@pytest.mark.parametrize(("quick_length", "first"), [(30.0, 9000), (90.0, 18_000)])
def test_searches_are_short_in_the_first_generations(monkeypatch, quick_length, first):
    graph = generators.gnp(60, 0.5, seed=1)  # hopeless with 5 colors
    improve = Memetic._search
    moves = {}

    def recorded(self, starts):
        before = self.iterations
        improved = yield from improve(self, starts)
        moves.setdefault(self.generations, self.iterations - before)
        return improved

    monkeypatch.setattr(Memetic, "_search", recorded)
    params = MemeticParams(length=60.0, quick_length=quick_length, quick_generations=3)
    search = Memetic(graph, 5, seed=3, params=params)
    while search.generations < 6:
        search.run(1 << 20)
    assert [moves[generation] for generation in range(6)] == [first] * 4 + [18_000] * 2


def test_it_reaches_what_one_tabu_search_does_not():
    graph = generators.gnp(120, 0.5, seed=1)
    result = memetic(graph, 17, stop=MaxTicks(100_000_000), seed=1)
    assert (result.conflicts, result.stop_reason) == (0, "target")
    assert solver.is_proper(graph, result.colors)


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"length": 0}, "length = 0: expected a number > 0"),
        ({"period": 0}, "period = 0: expected an integer >= 1"),
        ({"alike": 1.5}, "alike = 1.5: expected a number > 0 and <= 1"),
        ({"generations": 0}, "generations = 0: expected an integer >= 1"),
        ({"growth": 0.5}, "growth = 0.5: expected a number >= 1"),
    ],
)
def test_bad_choices_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        MemeticParams(**arguments)
