from __future__ import annotations

import math
import os
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Graph, InputError, color, generators, is_proper
from solver.clock import Clock
from solver.portfolio.request import Limits
from solver.variants import equitable
from solver.variants.equitable import equitable_color, is_equitable
from tests import naive
from tests.strategies import edge_lists


@settings(max_examples=25)
@given(edge_lists(max_n=8))
def test_small_graphs_with_the_fewest_colors(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    result = equitable_color(graph, max_ticks=30_000_000)
    assert is_proper(graph, result.colors)
    assert is_equitable(result.colors, result.k)
    assert result.k == naive.fewest_equitable_colors(n, edges)
    assert result.equitable
    assert result.proven is (result.k == result.lower_bound)


def complete_bipartite(a, b):
    return Graph.from_edges(a + b, [(u, a + v) for u in range(a) for v in range(b)])


def test_more_colors_can_be_harder():
    graph = complete_bipartite(3, 3)
    assert equitable_color(graph, 2).stop_reason == "proven"
    three = equitable_color(graph, 3)
    assert (three.stop_reason, three.k, three.lower_bound) == ("infeasible", 3, 2)
    assert three.method != "equitable"
    assert is_proper(graph, three.colors)
    assert not three.equitable
    assert repr(three).startswith("EquitableResult(equitable=False, n=6, k=3, lower_bound=2, ")
    assert three.to_dict()["equitable"] is False
    limited = equitable_color(graph, 3, max_ticks=100_000)
    assert (limited.stop_reason, limited.k, limited.equitable) == ("max_ticks", 3, False)
    assert limited.ticks >= 100_000


def test_what_was_asked_for_and_found_is_the_target():
    path = Graph.from_edges(3, [(0, 1), (0, 2)])
    for max_ticks in (1, 2, 1000):
        result = equitable_color(path, 5, max_ticks=max_ticks)
        assert (result.equitable, result.stop_reason, result.proven) == (True, "target", False)


def test_a_graph_without_vertices_is_proven_with_no_colors_only():
    empty = Graph.from_edges(0, [])
    for k, expected in ((2, (2, 0, False, "target")), (0, (0, 0, True, "proven"))):
        result = equitable_color(empty, k)
        assert (result.k, result.lower_bound, result.proven, result.stop_reason) == expected


@pytest.mark.parametrize(("seconds", "first"), [(math.inf, 30), (8, 4)])
def test_the_second_half_begins_whatever_the_time_limit(monkeypatch, seconds, first):
    graph = generators.from_spec("gnp:n=60,p=0.5,seed=1")
    proper, limits = color(graph, max_ticks=100_000), []

    def recorded(*_, time_limit, **__):
        limits.append(time_limit)
        return proper

    monkeypatch.setattr("solver.variants.equitable.color", recorded)
    assert equitable_color(graph, 15, time_limit=seconds).equitable
    assert limits == [first]


def test_fewer_colors_are_excluded_by_enumeration():
    star = complete_bipartite(1, 4)
    result = equitable_color(star, max_ticks=1 << 24)
    assert (result.k, result.lower_bound, result.stop_reason) == (3, 3, "proven")
    certified = result.certificate["certified"]
    assert result.certificate == {"kind": "search", "equitable": True, "certified": certified}
    assert (certified["kind"], certified["bound"], len(certified["vertices"])) == ("clique", 2, 2)
    result = equitable_color(star, 3, max_ticks=1 << 24)
    assert (result.k, result.proven, result.stop_reason) == (3, False, "target")
    result = equitable_color(star, 2, max_ticks=1 << 24)
    assert (result.k, result.lower_bound, result.stop_reason) == (2, 2, "infeasible")


def test_enumeration_finds_what_annealing_does_not(monkeypatch):
    monkeypatch.setattr("solver.variants.equitable.kernels.level_classes", lambda *_: 0)
    monkeypatch.setattr("solver.variants.equitable._Attempt.ended", True)
    result = equitable_color(complete_bipartite(4, 6), 5, max_ticks=1 << 24)
    assert (result.method, result.stop_reason, result.equitable) == ("equitable", "target", True)
    assert sorted(np.bincount(result.colors)) == [2] * 5


def test_many_classes_come_level():
    graph = generators.from_spec("gnp:n=300,p=0.5,seed=1")
    result = equitable_color(graph, 45, max_ticks=1 << 26)
    assert result.stop_reason == "target"
    assert np.ptp(np.bincount(result.colors, minlength=45)) == 1


def test_a_limit_never_changes_the_asked_number_of_colors():
    graph = generators.queen(6)
    result = equitable_color(graph, 20, max_ticks=2)
    assert result.k == 20
    assert is_proper(graph, result.colors)


def test_ctrl_c_in_the_first_half_ends_the_call(monkeypatch):
    graph = generators.queen(6)
    proper = color(graph, max_ticks=100_000)
    stopped = replace(proper, stop_reason="interrupted")
    monkeypatch.setattr("solver.variants.equitable.color", lambda *_, **__: stopped)
    assert equitable_color(graph, time_limit=600).stop_reason == "interrupted"


@pytest.mark.parametrize("place", ["run", "__init__"])
@pytest.mark.parametrize("limit", [{"max_ticks": 1 << 22}, {"time_limit": 10}])
@pytest.mark.parametrize(
    ("error", "reason"), [(KeyboardInterrupt, "interrupted"), (MemoryError, "out_of_memory")]
)
def test_what_ends_the_second_half_keeps_the_coloring(monkeypatch, place, limit, error, reason):
    def ended(*_):
        raise error

    monkeypatch.setattr(f"solver.variants.equitable._Attempt.{place}", ended)
    graph = generators.queen(6)
    result = equitable_color(graph, 9, **limit)
    assert (result.stop_reason, result.k) == (reason, 9)
    assert is_proper(graph, result.colors)


def test_same_seed_and_work_same_bytes():
    graph = generators.from_spec("queen:7")
    first, again = (equitable_color(graph, max_ticks=1 << 21, seed=3) for _ in range(2))
    assert np.array_equal(first.colors, again.colors)
    assert first.ticks == again.ticks


def test_the_seed_is_that_of_both_halves(monkeypatch):
    graph = generators.from_spec("gnp:n=60,p=0.5,seed=1")
    proper, seeds = color(graph, max_ticks=100_000), []

    def recorded(*_, seed, **__):
        seeds.append(seed)
        return proper

    monkeypatch.setattr("solver.variants.equitable.color", recorded)
    results = [equitable_color(graph, 15, max_ticks=1 << 22, seed=seed) for seed in range(4)]
    assert seeds == [0, 1, 2, 3]
    assert all(result.method == "equitable" for result in results)
    assert len({result.colors.tobytes() for result in results}) > 1


@pytest.mark.tiny
@given(st.integers(1, 8), st.integers(0, 4), st.data())
def test_equitable_means_that_all_classes_are_as_large_as_any_but_for_one(k, size, data):
    colors = [c for c in range(k) for _ in range(size + data.draw(st.integers(0, 1)))]
    colors += data.draw(st.lists(st.integers(-1, k), max_size=2))
    claimed = data.draw(st.integers(0, k + 2))
    sizes = [colors.count(c) for c in range(claimed)]
    legal = all(0 <= c < claimed for c in colors)
    # Without vertices all classes are empty.
    expected = not colors or (legal and max(sizes) - min(sizes) <= 1)
    assert is_equitable(colors, claimed) is expected
    if colors and min(colors) >= 0:
        sizes = [colors.count(c) for c in range(max(colors) + 1)]
        assert is_equitable(colors) is (max(sizes) - min(sizes) <= 1)


@pytest.mark.tiny
def test_what_is_equitable():
    assert is_equitable([])
    assert is_equitable([0, 1, 1])
    assert not is_equitable([0, 1, 1, 1])
    assert not is_equitable([0, 1, 1, 0], 3)
    assert not is_equitable([0, -1])
    assert not is_equitable([1, 1])
    assert is_equitable([1, 0], 3)
    assert not is_equitable([0, 0], 10**12)
    for colors in ([0.5], [[0, 1]], ["a"], 3, None):
        with pytest.raises(InputError, match=r"colors: dtype .* expected integers of shape"):
            is_equitable(colors)


def test_work_that_goes_on_at_the_limit_is_left(monkeypatch):
    graph, release = generators.queen(5), threading.Event()
    proper = color(graph, 6, max_ticks=100_000)
    monkeypatch.setattr("solver.variants.equitable.color", lambda *_, **__: proper)
    monkeypatch.setattr(
        "solver.variants.equitable._Attempt.run", lambda self, ticks: release.wait(60) and None
    )
    result = equitable_color(graph, 6, time_limit=0.1)
    release.set()
    assert result.stop_reason == "time_limit"
    assert result.conflicts == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_first_equitable_coloring_comes_before_the_fewest_colors(seed):
    graph = generators.gnp(300, 0.5, seed=seed)
    result = equitable_color(graph, max_ticks=5_000_000)
    assert result.equitable
    assert result.stop_reason == "max_ticks"  # one with fewer colors was still looked for
    assert result.k < 60


def test_many_more_colors_are_tried_in_few_steps():
    star = complete_bipartite(1, 400)  # each other class has two vertices at most
    result = equitable_color(star, max_ticks=40_000_000)
    assert (result.equitable, result.k) == (True, 201)


def test_a_large_sparse_graph_has_equal_classes_early():
    graph = generators.gnp(10_000, 0.001, seed=1)
    assert equitable_color(graph, max_ticks=1 << 24).equitable


@pytest.mark.parametrize("limit", [{"max_ticks": 1 << 20}, {"time_limit": 0.5}])
def test_an_interrupt_while_the_result_is_made_loses_nothing(monkeypatch, limit):
    plain = equitable._Leveling.result

    def interrupted(leveling):
        os.kill(os.getpid(), signal.SIGINT)
        return plain(leveling)

    monkeypatch.setattr(equitable._Leveling, "result", interrupted)
    graph = generators.queen(6)
    result = equitable_color(graph, **limit)
    assert result.stop_reason == "interrupted"
    assert is_proper(graph, result.colors)


@pytest.mark.parametrize("reached", [None, "time_limit"])
def test_an_interrupt_in_another_thread_stays_the_reason(reached):
    graph = generators.queen(6)
    proper = color(graph, max_ticks=100_000)
    leveling = equitable._Leveling(graph, None, proper, Limits(60.0, None), Clock(), 0)

    def stop(_):
        leveling.interrupt()  # while the criteria are looked at
        return reached

    leveling.stop = stop
    leveling.run()
    assert leveling.reason == "interrupted"
