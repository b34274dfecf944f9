"""``kempe warmup``: every kernel, each signature once, in one process or in several."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest
from numba import config
from numba.core.registry import CPUDispatcher

from solver.command import cli, compilation
from solver.command.compilation import Compilation

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")

#: Signatures of all kernels together, those that compiling a kernel adds to kernels that it calls
#: included. One more may be worth it; an accident is not.
MOST_SIGNATURES = 187
#: Kernels that small inputs do not reach, that only costs without an integer form need, or that only
#: workers of ``solver.distributed`` run.
RARE = {
    "cluster.elimination_answers.find_rows",
    "cluster.forward_checking.search",
    "cluster.local.account",
    "distributed.shard.color_chunk",
    "distributed.shard.give_way",
    "exact.dsatur_search.tighten",
    "search.tabucol_dense.current_colors",
    "search.tabucol_dense.set_best",
    "search.tabucol_sparse.best_colors",
    "search.tabucol_sparse.current_colors",
    "search.tabucol_sparse.set_best",
}


def kernels():
    """The kernels by name; helpers are no kernels."""
    return {
        f"{module.__name__}.{name}".removeprefix("solver._kernels."): function
        for module in list(sys.modules.values())
        if module.__name__.startswith("solver._kernels.")
        for name, function in inspect.getmembers(module)
        if type(function) is CPUDispatcher and function.__module__ == module.__name__
    }


WARM = """
import json
from solver.command import compilation
from tests.solver.command.test_compilation import kernels
compilation.warmup()
print(json.dumps({name: len(function.overloads) for name, function in kernels().items()}))
"""


@pytest.mark.subprocess
def test_warmup_reaches_every_kernel():
    run = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    signatures = json.loads(run.stdout.splitlines()[-1])
    unreached = {name for name, count in signatures.items() if not count}
    assert unreached <= RARE, unreached - RARE
    assert sum(signatures.values()) <= MOST_SIGNATURES, sum(signatures.values())


@pytest.mark.subprocess
def test_processes_share_the_tasks():
    compilation.TASKS["reductions"]()
    number = list(compilation.TASKS).index("reductions")
    assert compilation._compile_in_processes(2, bytes([number, number])) == ({}, {})


@pytest.mark.subprocess
def test_a_failed_process_is_noticed():
    assert compilation._compile_in_processes(2, bytes([255])) is None


@pytest.mark.parametrize("limit", ["not cached", "one process", "failed process"])
def test_this_process_compiles_where_others_cannot(limit, monkeypatch):
    done = []
    monkeypatch.setattr(
        compilation, "TASKS", {name: lambda: done.append(1) for name in compilation.TASKS}
    )
    monkeypatch.setattr(compilation, "_compile_in_processes", lambda count, numbers: None)
    if limit == "not cached":
        monkeypatch.setattr(compilation._jit, "cache_directory", lambda: None)
    report = compilation.warmup(1 if limit == "one process" else 2)
    assert len(done) == len(compilation.TASKS)
    assert report.seconds == {}
    done.clear()
    compilation.warmup(coloring_only=True)
    assert len(done) == len(compilation.COLORING)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ({}, ["nothing to compile: every kernel was in the cache"]),
        (
            {"a.b": 0.5, "c.d": 1.5},
            [
                "CPU seconds  compilations  kernel",
                "       1.50             2  c.d",
                "       0.50             1  a.b",
            ],
        ),
    ],
)
def test_timing(seconds, expected, monkeypatch, capsys):
    report = Compilation(2.0, seconds, {"a.b": 1, "c.d": 2})
    monkeypatch.setattr(compilation, "warmup", lambda processes: report)
    assert cli.main(["warmup", "--timing", "--jobs", "1"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("compiled in 2.0 s, cached in ")
    assert rest == expected
    assert cli.main(["warmup", "--timing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kernels"] == seconds
