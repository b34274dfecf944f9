from __future__ import annotations

import itertools
import math
import signal
import threading
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import InputError, pauli
from solver.pauli import grouping
from tests import naive

from .strategies import pauli_strings, random_strings

RELATIONS = st.sampled_from(pauli.RELATIONS)


def edges_of(terms, relation):
    pairs = itertools.combinations(range(len(terms)), 2)
    return [(i, j) for i, j in pairs if not naive.pauli_related(terms[i], terms[j], relation)]


@given(pauli_strings(), RELATIONS)
@settings(max_examples=15)
def test_groups_of_a_few_terms_are_valid_and_fewest(terms, relation):
    result = pauli.group(terms, relation=relation, max_ticks=1_000_000)
    edges = edges_of(terms, relation)
    assert naive.conflicts(len(terms), edges, result.labels.tolist()) == 0
    assert set(result.labels.tolist()) == set(range(result.k))
    assert result.lower_bound <= naive.chromatic_number(len(terms), edges) == result.k


@pytest.mark.parametrize("relation", pauli.RELATIONS)
@pytest.mark.parametrize(("terms", "qubits"), [(700, 5), (1700, 70), (1100, 130)])
def test_groups_of_many_terms_are_valid(relation, terms, qubits):
    strings = random_strings(np.random.default_rng(terms), terms, qubits, (6, 1, 1, 1))
    result = pauli.group(strings, relation=relation, max_ticks=2_000_000)
    for members in result.groups():
        for i, j in itertools.combinations(members.tolist(), 2):
            assert naive.pauli_related(strings[i], strings[j], relation)
    assert sorted(np.concatenate(result.groups()).tolist()) == list(range(terms))


@pytest.mark.parametrize("relation", pauli.RELATIONS)
def test_a_work_limit_repeats_exactly(relation):
    strings = random_strings(np.random.default_rng(1), 600, 9)
    first, second = (
        pauli.group(strings, relation=relation, max_ticks=1_000_000, seed=3) for _ in range(2)
    )
    assert first.labels.tolist() == second.labels.tolist()
    assert (first.ticks, first.stop_reason) == (second.ticks, second.stop_reason)


def test_more_work_gives_no_more_groups():
    strings = random_strings(np.random.default_rng(2), 2500, 8)
    counts = [
        pauli.group(strings, relation="commuting", max_ticks=ticks).k
        for ticks in (1, 10_000, 100_000, 1_000_000, 10_000_000)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


@pytest.mark.parametrize("relation", pauli.RELATIONS)
def test_a_pass_interrupted_anywhere_leaves_valid_groups(relation):
    strings = random_strings(np.random.default_rng(3), 1600, 6)
    for ticks in (1, 3000, 30_000):  # the search verifies its groups
        assert 1 <= pauli.group(strings, relation=relation, max_ticks=ticks).k <= 1600


def test_palettes_come_first_if_there_are_very_many_terms(monkeypatch):
    monkeypatch.setattr(grouping, "MANY", 100)
    strings = random_strings(np.random.default_rng(4), 3000, 5)
    for relation in pauli.RELATIONS:
        result = pauli.group(strings, relation=relation, max_ticks=1)
        assert result.stop_reason == "max_ticks"
        assert result.k < 2900


def test_a_limit_is_looked_at_between_parts_of_a_palette(monkeypatch):
    monkeypatch.setattr(grouping, "MANY", 100)
    monkeypatch.setattr(grouping, "BETWEEN_LOOKS", 256)
    strings = random_strings(np.random.default_rng(4), 3000, 5)
    for relation in pauli.RELATIONS:
        counts = [
            pauli.group(strings, relation=relation, max_ticks=ticks).k for ticks in (1, 40_000, 80_000)
        ]
        assert 2744 < counts[0] < 3000
        assert counts[0] > counts[1] > counts[2]


def test_a_time_limit_ends_the_search():
    strings = random_strings(np.random.default_rng(5), 3000, 12)
    result = pauli.group(strings, relation="commuting", time_limit=0.05)
    assert result.stop_reason == "time_limit"


@pytest.mark.skipif(not hasattr(signal, "raise_signal"), reason="needs signals")
def test_ctrl_c_keeps_the_best_groups():
    strings = random_strings(np.random.default_rng(6), 4000, 12)
    pauli.group(strings, max_ticks=1_000_000)  # compiles
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    result = pauli.group(strings, time_limit=600)
    timer.join()
    assert result.stop_reason == "interrupted"
    assert result.k < 4000


def test_bases_of_qubitwise_groups_agree_with_their_terms():
    strings = random_strings(np.random.default_rng(7), 300, 70, (8, 1, 1, 1))
    result = pauli.group(strings, max_ticks=1_000_000)
    x, z = result.bases()
    letters = np.array(list("IXZY"))[x + 2 * z]
    assert letters.shape == (result.k, 70)
    for term, label in zip(strings, result.labels, strict=True):
        assert all(s in ("I", t) for s, t in zip(term, letters[label], strict=True))
    with pytest.raises(InputError, match="relation = 'commuting': expected 'qubitwise'"):
        pauli.group(["XX"], relation="commuting").bases()


@pytest.mark.parametrize("relation", pauli.RELATIONS)
def test_no_terms_and_one_term(relation):
    assert pauli.group([], relation=relation).k == 0
    assert pauli.group([], relation=relation).groups() == []
    result = pauli.group(["I"], relation=relation)
    assert (result.k, result.proven) == (1, True)


def test_many_equal_terms_commute():
    result = pauli.group(["XIX"] * 3000, max_ticks=10_000_000)
    assert result.k == 1
    assert pauli.group(["XIX"] * 300, relation="anticommuting", max_ticks=1_000_000).k == 300


def test_wrong_arguments_are_named():
    with pytest.raises(InputError, match="relation = 'all': expected one of qubitwise, commuting"):
        pauli.group(["X"], relation="all")
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        pauli.group(["X"], time_limit=0)
    with pytest.raises(InputError, match="max_ticks = 0: expected an integer >= 1"):
        pauli.group(["X"], max_ticks=0)


@pytest.mark.skipif(find_spec("qiskit") is None, reason="needs qiskit")
def test_never_more_groups_than_qiskit():
    from qiskit.quantum_info import SparsePauliOp

    for seed in range(3):
        strings = random_strings(np.random.default_rng(seed), 400, 6)
        operator = SparsePauliOp(sorted(set(strings)))
        for qubitwise in (True, False):
            relation = "qubitwise" if qubitwise else "commuting"
            ours = pauli.group(operator, relation=relation, max_ticks=3_000_000)
            assert ours.k <= len(operator.group_commuting(qubit_wise=qubitwise))


def test_one_group_ends_the_search_before_candidates_are_compared():
    z = np.random.default_rng(1).integers(0, 2, (5000, 20))
    result = pauli.group(np.zeros_like(z), z, "commuting", max_ticks=1 << 24)
    assert (result.k, result.stop_reason) == (1, "proven")
    # Comparing candidates would count each letter of 64 candidates for each 512 terms.
    assert result.ticks < 10 * 5000 * 20


@pytest.mark.parametrize("many", [100, 200_000])
def test_a_search_ends_early_enough_for_the_check(monkeypatch, many):
    monkeypatch.setattr(grouping, "MANY", many)
    monkeypatch.setattr(grouping, "LONGEST_CHECK", math.inf)
    monkeypatch.setattr(grouping, "expected_seconds", lambda *_: 1e6)
    x, z = np.random.default_rng(1).integers(0, 2, (2, 300, 12))
    result = pauli.group(x, z, "commuting", time_limit=1e6)
    assert (result.stop_reason, result.ticks > 0) == ("time_limit", True)
