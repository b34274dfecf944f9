"""Colorings in shards: what the oracle says, in any number of processes, with workers killed or not."""

from __future__ import annotations

import os
import signal
import tempfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import InputError, KempeError, generators
from solver.distributed import Processes, color, cut
from solver.distributed.superstep import make
from tests import naive
from tests.solver.distributed.here import Here
from tests.strategies import graphs


@pytest.mark.tiny
@given(graphs(), st.integers(1, 4), st.integers(1, 4), st.integers(0, 9))
def test_colors_are_the_oracles(graph, count, supersteps, seed):
    with tempfile.TemporaryDirectory() as folder:
        shards = cut(graph, folder, count)
        result = color(shards, supersteps=supersteps, seed=seed, executor=Here())
        numbers, made = naive.color_in_shards(
            graph.n, graph.edges().tolist(), shards.first, supersteps, seed
        )
    used = sorted(set(numbers))
    assert result.colors.tolist() == [used.index(number) for number in numbers]
    assert result.k == len(used)
    assert made <= result.supersteps < made + 4 + supersteps
    assert solver.is_proper(graph, result.colors)


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """A graph with conflicts enough, its shards, and its coloring without any processes."""
    graph = generators.rmat(10, seed=1)
    shards = cut(graph, tmp_path_factory.mktemp("shards"), 3)
    result = color(shards, supersteps=4, executor=Here())
    assert solver.is_proper(graph, result.colors)
    assert result.recolored > 0
    return graph, shards, result


def test_one_shard_is_first_fit(tmp_path):
    graph = generators.gnp(300, 0.1, seed=1)
    result = color(cut(graph, tmp_path / "s", 1), executor=Here())
    assert np.array_equal(result.colors, solver.greedy(graph, "natural"))
    assert (result.recolored, result.bytes_sent) == (0, 0)


def test_few_colors_more_than_first_fit(tmp_path):
    graph = generators.rmat(12, seed=1)
    result = color(cut(graph, tmp_path / "s", 4), executor=Here())
    assert result.k <= 1.1 * (solver.greedy(graph, "natural").max() + 1)


def test_any_executor_gives_the_same(example, where):
    _, shards, alone = example
    executor = where if isinstance(where, Processes) else where.client
    result = color(shards.folder, supersteps=4, executor=executor)
    assert np.array_equal(result.colors, alone.colors)
    assert (result.k, result.supersteps, result.recolored) == (
        alone.k,
        alone.supersteps,
        alone.recolored,
    )
    assert result.bytes_sent == alone.bytes_sent > 0


def test_a_killed_worker_makes_no_difference(example, where, monkeypatch):
    _, shards, alone = example
    submit, made = where.submit, []

    def submit_and_kill(function, *arguments):
        task = submit(function, *arguments)
        made.append(function)
        if len(made) == 20:
            if isinstance(where, Processes):
                victim = next(iter(where._pool._processes))
            else:
                victim = next(iter(where.client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
        return task

    monkeypatch.setattr(where, "submit", submit_and_kill)
    result = color(shards, supersteps=4, executor=where)
    assert len(made) > 20
    assert np.array_equal(result.colors, alone.colors)
    assert result.bytes_sent == alone.bytes_sent


def test_colors_in_files(example, tmp_path, processes):
    _, shards, alone = example
    seen = []
    result = color(
        shards, supersteps=4, executor=processes, output=tmp_path / "out", progress=seen.append
    )
    assert result.colors is None
    assert sorted(os.listdir(tmp_path / "out")) == [f"{i}.npy" for i in range(3)]
    parts = [np.load(tmp_path / "out" / f"{i}.npy") for i in range(3)]
    assert np.array_equal(np.concatenate(parts), alone.colors)
    assert [p.supersteps for p in seen] == [*range(4, result.supersteps, 4)]
    assert seen[-1].left > 0


def test_a_wrong_color_is_found_by_the_check(example, monkeypatch):
    _, shards, _ = example

    def spoiled(number):
        def superstep(*arguments):
            state, message = make(*arguments)
            if len(state.recent) == 0:  # nobody will compare any more
                state = state._replace(numbers=np.full_like(state.numbers, number))
            return state, message

        return superstep

    monkeypatch.setattr("solver.distributed.superstep.make", spoiled(1))
    with pytest.raises(KempeError, match=r"shard 0: [1-9]\d* conflicts, 0 vertices uncolored"):
        color(shards, executor=Here())
    monkeypatch.setattr("solver.distributed.superstep.make", spoiled(0))
    with pytest.raises(KempeError, match=r"shard 0: [1-9]\d* conflicts, [1-9]\d* vertices uncolored"):
        color(shards, executor=Here())


def test_bad_input_is_named(example, tmp_path):
    _, shards, _ = example
    with pytest.raises(InputError, match="supersteps = 0: expected an integer >= 1"):
        color(shards, supersteps=0)
    with pytest.raises(InputError, match="seed = -1: expected an integer >= 0"):
        color(shards, seed=-1)
    with pytest.raises(
        InputError, match=r"shards = Graph.*: expected the result of solver.distributed.cut, o"
    ):
        color(generators.queen(4))
    with pytest.raises(
        InputError, match=r"shards = None: expected the result of solver.distributed.cut"
    ):
        color(None)
    with pytest.raises(InputError, match="output = 3: expected the path of a folder"):
        color(shards, output=3)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file: no folder for the colors: File exists"):
        color(shards, output=tmp_path / "file")
    with pytest.raises(InputError, match="no shards: No such file"):
        color(tmp_path / "nowhere")
