from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.pauli import RELATIONS, verify
from solver.pauli.terms import PauliTerms
from tests import naive

from .strategies import pauli_strings

pytestmark = pytest.mark.tiny


def is_valid(strings, labels, relation):
    terms = PauliTerms.of(strings)
    return verify.is_valid(*terms.rows, np.array(labels, np.int32), relation)


@pytest.mark.parametrize("large", [1, 2048])
@given(
    pauli_strings(max_terms=7, max_qubits=3),
    st.lists(st.integers(0, 2), min_size=7, max_size=7),
    st.sampled_from(RELATIONS),
)
def test_the_judge_agrees_with_the_oracle(large, strings, numbers, relation):
    labels = numbers[: len(strings)]
    expected = all(
        naive.pauli_related(strings[i], strings[j], relation)
        for i, j in itertools.combinations(range(len(strings)), 2)
        if labels[i] == labels[j]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "LARGE", large)
        assert is_valid(strings, labels, relation) == expected


def test_one_wrong_pair_in_a_large_group_is_seen():
    strings = ["I" * i + "Z" + "I" * (90 - i) for i in range(90)] * 30
    assert is_valid(strings, [0] * 2700, "commuting")
    assert is_valid(strings, [0] * 2700, "qubitwise")
    strings[1234] = "X" + strings[1234][1:]
    assert not is_valid(strings, [0] * 2700, "commuting")
    assert not is_valid(strings, [0] * 2700, "qubitwise")


@pytest.mark.parametrize("pair", [*itertools.combinations_with_replacement(["XI", "ZI", "YY"], 2)])
def test_a_large_group_of_two_strings(pair):
    strings = [pair[0]] * 150 + [pair[1]] * 150
    assert is_valid(strings, [0] * 300, "commuting") is naive.pauli_related(*pair, "commuting")


def test_a_term_without_a_group_is_wrong():
    assert not is_valid(["X", "Y"], [0, -1], "qubitwise")
