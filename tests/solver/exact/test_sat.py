"""The satisfiability route against backtracking, in every encoding."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, Graph, InputError, clique, generators, is_proper
from solver.exact import SatParams, SatSearch, cnf
from solver.exact.sat import ENCODINGS, SOLVERS
from tests import naive
from tests.solver.exact.naive import is_refutation, read_dimacs
from tests.strategies import edge_lists

pytest.importorskip("pysat")
PLENTY = 1 << 30


@given(edge_lists(max_n=8), st.sampled_from(ENCODINGS), st.booleans(), st.integers(1, 8))
def test_the_answer_is_right(case, encoding, at_most_one, size):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    chi = naive.chromatic_number(n, edges)
    for k in {chi - 1, chi, chi + 1, 0}:
        # A clique that is not the largest leaves more to the symmetry breaking.
        params = SatParams(encoding=encoding, at_most_one=at_most_one)
        search = SatSearch(graph, k, clique=clique(graph)[:size], params=params)
        assert search.run(PLENTY) is (k >= chi)
        if search.answer:
            assert is_proper(graph, search.colors())
            assert search.colors().max() < k
        else:
            with pytest.raises(InputError, match=f"no coloring with {k} colors"):
                search.colors()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_run_in_slices_ends_with_the_same_answer(solver):
    graph = generators.queen(6)
    search = SatSearch(graph, 6, params=SatParams(solver=solver))
    slices = 0
    while search.run(5) is None:
        slices += 1
        assert slices < 10_000
    assert search.answer is False
    assert slices > 1 or solver == "glucose42"  # which looks at its limit between restarts
    assert search.conflicts > 5
    search.close()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_proof_can_be_checked(tmp_path, encoding):
    # Grötzsch's graph: no triangle, and not 3-colorable.
    rim = [(i, (i + 1) % 5) for i in range(5)]
    spokes = [(5 + i, (i + d) % 5) for i in range(5) for d in (1, 4)] + [(10, 5 + i) for i in range(5)]
    graph = Graph.from_edges(11, rim + spokes)
    search = SatSearch(graph, 3, params=SatParams(encoding=encoding), with_proof=True)
    assert search.run(PLENTY) is False
    search.save_proof(tmp_path / "groetzsch")
    clauses = read_dimacs((tmp_path / "groetzsch.cnf").read_text())
    proof = (tmp_path / "groetzsch.drup").read_text().splitlines()
    assert clauses == search.cnf.clauses
    assert is_refutation(clauses, proof)
    assert not is_refutation(clauses, proof[-1:])  # the checker does check


def test_a_proof_that_was_not_kept_cannot_be_saved(tmp_path):
    for k, with_proof in ((3, False), (4, True)):
        search = SatSearch(generators.queen(2), k, with_proof=with_proof)
        search.run(PLENTY)
        with pytest.raises(InputError, match="no proof: expected a search with with_proof=True"):
            search.save_proof(tmp_path / "none")


def test_symmetry_breaking_leaves_few_colors_to_the_first_vertices():
    graph = generators.queen(3)
    allowed = cnf.allowed_colors(graph, 7, clique(graph))
    assert sorted(allowed.sum(axis=1))[: len(clique(graph))] == [1] * len(clique(graph))
    for at_most_one in (False, True):
        clauses = cnf.assignment(graph, allowed, at_most_one=at_most_one).clauses
        expected = cnf.number_of_literals(graph, allowed, at_most_one=at_most_one)
        assert sum(map(len, clauses)) == expected


def test_bad_input_is_named():
    graph = generators.queen(4)
    with pytest.raises(InputError, match="k = -1: expected an integer >= 0"):
        SatSearch(graph, -1)
    with pytest.raises(InputError, match="clique: expected pairwise adjacent vertices"):
        SatSearch(graph, 4, clique=np.array([0, 6]))
    with pytest.raises(BudgetError, match="clauses for 5 colors"):
        SatSearch(graph, 5, params=SatParams(max_literals=10))
    for name, value in (("encoding", "unary"), ("solver", "grasp"), ("max_literals", 0)):
        with pytest.raises(InputError, match=f"{name} = "):
            SatParams(**{name: value})


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(InputError, match=r"pip install 'kempe\[sat\]'"):
        SatSearch(generators.queen(2), 3)


INTERRUPTED = """
import signal
from solver import generators
from solver.exact import SatSearch
search = SatSearch(generators.queen(10), 10)
try:
    print("ready", flush=True)
    while True:
        search.run(10**9)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    before = search.conflicts
    print("interrupted", search.run(10), search.conflicts > before)
"""


@pytest.mark.subprocess
def test_ctrl_c_leaves_a_search_that_can_go_on():
    output = None
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        try:
            for _ in range(24):  # one that comes while Python cleans up is dropped: people press again
                child.send_signal(signal.SIGINT)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    output, _ = child.communicate(timeout=5)
                    break
        finally:
            child.kill()
    assert output == "interrupted None True\n"
    assert child.returncode == 0
