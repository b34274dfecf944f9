"""Families of graphs for benchmarks: what their constructions promise, and that a seed repeats them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from bench import families
from solver import Graph, color


def edges(graph):
    return {(u, int(v)) for u in range(graph.n) for v in graph.neighbors(u) if u < v}


def complement(graph):
    return Graph.from_edges(
        graph.n, [e for e in combinations(range(graph.n), 2) if e not in edges(graph)]
    )


def test_kneser_5_2_is_the_graph_of_petersen():
    graph, k = families.kneser(5, 2)
    assert (graph.n, graph.m, k) == (10, 15, 3)
    assert set(graph.degrees.tolist()) == {3}
    assert color(graph, max_ticks=10**6).k == 3


def test_paley_graphs_equal_their_complements_in_degree_and_edges():
    graph, _ = families.paley(13)
    assert set(graph.degrees.tolist()) == {6}
    assert complement(graph).m == graph.m


def test_hamming_words_at_distance_4_or_more_are_a_graph_of_dimacs():
    graph, _ = families.hamming(6, 4)
    assert complement(graph).m == 704  # hamming6-4
    assert (0, 7) in edges(graph)
    assert (0, 15) not in edges(graph)


def test_parallel_lines_of_a_plane_have_one_color():
    graph, k = families.affine_lines(3)
    assert (graph.n, k) == (12, 4)
    assert set(graph.degrees.tolist()) == {9}
    assert color(graph, max_ticks=10**6).k == 4


@pytest.mark.parametrize("shuffles", [0, 50])
def test_the_square_stays_latin(shuffles):
    graph, _ = families.latin_square(7, shuffles, 3)
    assert set(graph.degrees.tolist()) == {18}  # 6 in the row, 6 in the column, 6 with the symbol


def test_far_points_are_joined_and_near_ones_are_not():
    from solver import generators

    graph, _ = families.complement_of_geometric(60, 0.3, 5)
    assert complement(graph).m == generators.geometric(60, 0.3, seed=5).m


def test_intervals_without_holes_need_as_many_colors_as_are_live_at_once():
    graph, _ = families.intervals(120, 30, 0.0, 1)
    result = color(graph, max_ticks=10**7)
    assert result.proven
    assert result.lower_bound == result.k
    assert families.intervals(120, 30, 0.5, 1)[0].m < graph.m


def test_a_timetable_fits_its_periods():
    graph, k = families.timetable(60, 60, 4, 6, 2)
    assert k == 10
    assert color(graph, k=k, max_ticks=10**7).k <= k


def test_no_fiber_has_more_paths_than_its_load():
    graph, _ = families.wavelengths(6, 0, 400, 1, 7)
    # Twelve fibers carry seven paths each, and every path takes one fiber or more.
    assert 7 * 12 / 5 <= graph.n <= 7 * 12
    free, _ = families.wavelengths(6, 0, 80, 1)
    assert np.array_equal(free.indices, families.wavelengths(6, 0, 80, 1, 80)[0].indices)


def test_paths_on_one_fiber_need_different_wavelengths():
    graph, _ = families.wavelengths(6, 0, 80, 1)
    # On a ring of six each fiber carries a path; twelve fibers carry 80 paths of at least one fiber.
    assert color(graph, max_ticks=10**7).k >= 80 / 12


def test_growth_by_degree_and_rewired_rings_have_the_edges_asked_for():
    graph, k = families.scale_free(50, 3, 1)
    assert (graph.m, k) == (47 * 3, 4)
    ring, _ = families.small_world(40, 6, 0.0, 1)
    assert set(ring.degrees.tolist()) == {6}
    assert families.small_world(40, 6, 0.5, 1)[0].m <= 120


def test_a_seed_repeats_its_graphs_and_another_changes_them():
    first, again, other = (families.cases(seed) for seed in (4, 4, 5))
    assert list(first) == list(again) == list(other)
    same = [name for name in first if np.array_equal(first[name]()[0].indices, other[name]()[0].indices)]
    assert len(same) < len(first) / 2
    for name in ("gnp", "timetable", "wavelengths", "small world"):
        assert np.array_equal(first[name]()[0].indices, again[name]()[0].indices)
