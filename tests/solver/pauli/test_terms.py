from __future__ import annotations

from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given

from solver import InputError, pauli
from solver.pauli.terms import PauliTerms

from .strategies import pauli_strings


def bits(strings):
    letters = np.array([list(string) for string in strings])
    return np.isin(letters, ["X", "Y"]), np.isin(letters, ["Z", "Y"])


def same(a, b):
    return (a.n, a.qubits, a.x.tolist(), a.z.tolist()) == (b.n, b.qubits, b.x.tolist(), b.z.tolist())


@given(pauli_strings(max_qubits=140))
def test_letters_are_those_of_the_strings(strings):
    terms = PauliTerms.of(strings)
    starts, letters = terms.letters
    for i, string in enumerate(strings):
        numbers = letters[starts[i] : starts[i + 1]].tolist()
        assert numbers == [3 * q + "XZY".index(s) for q, s in enumerate(string) if s != "I"]


@given(pauli_strings())
def test_all_forms_give_the_same_terms(strings):
    expected = PauliTerms.of(strings)
    x, z = bits(strings)
    assert same(PauliTerms.of(x, z), expected)
    assert same(PauliTerms.of(x.astype(np.int8).tolist(), z.astype(np.uint8)), expected)
    # Qiskit's operators have "paulis", its lists of Pauli operators have x and z.
    assert same(PauliTerms.of(SimpleNamespace(paulis=SimpleNamespace(x=x, z=z))), expected)
    assert same(PauliTerms.of(SimpleNamespace(x=x, z=z)), expected)
    paulis = [SimpleNamespace(x=a, z=b) for a, b in zip(x, z, strict=True)]
    assert same(PauliTerms.of(paulis), expected)
    assert same(PauliTerms.of(paulis[0]), PauliTerms.of(strings[:1]))
    # PennyLane's observables have a "pauli_rep", which maps words to coefficients; letters by wire.
    words = [dict(enumerate(string)) for string in strings]
    assert same(PauliTerms.of(words), expected)
    observables = [SimpleNamespace(pauli_rep=[word]) for word in words]
    assert same(PauliTerms.of(observables), expected)
    assert same(PauliTerms.of(SimpleNamespace(pauli_rep=words)), expected)


PAULI = SimpleNamespace(x=np.array([True]), z=np.array([False]))


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ("XX", "terms = 'XX': expected bits"),
        (7, "terms = 7: expected bits"),
        (["XX", "X"], r"terms\[1\] = 'X': expected 2 letters"),
        (["XX", "xI"], r"terms\[1\] = 'xI': expected letters I, X, Y and Z"),
        (["XX", "A\u00e4"], r"terms\[1\] = 'Aä': expected letters I, X, Y and Z"),
        (["XaX"], r"terms\[0\] = 'XaX': expected letters"),
        ([{0: "W"}], r"terms\[0\] = {0: 'W'}: expected letters"),
        ([3], r"terms\[0\] = 3: expected a Pauli string or a product"),
        (["XX", 5], r"terms\[1\] = 5: expected a string like the first term"),
        (["XX", {0: "X"}], r"terms\[1\] = {0: 'X'}: expected a string like the first term"),
        ([{0: "X"}, "XX"], r"terms\[1\] = 'XX': expected a product of Pauli operators like the first"),
        ([PAULI, 5], r"terms\[1\] = 5: expected a Pauli of Qiskit like the first term"),
        (
            [SimpleNamespace(pauli_rep=[{0: "X"}, {0: "Y"}])],
            "expected a single product",
        ),
    ],
)
def test_wrong_terms_are_named(terms, message):
    with pytest.raises(InputError, match=message):
        pauli.group(terms)


@pytest.mark.parametrize(
    ("x", "z", "message"),
    [
        (np.zeros((2, 3)), np.zeros((2, 3)), r"x_bits: expected an array \(terms, qubits\) of bits"),
        ([[0, 1]], [[0, 2]], "z_bits: bit = 2: expected 0 or 1"),
        ([[0, 1]], [[0]], r"z_bits has shape \(1, 1\): expected that of x_bits, \(1, 2\)"),
        ([0, 1], [0, 1], "x_bits: expected an array"),
        (np.zeros((2, 3), bool), None, "z_bits = None: expected the Z bits"),
        (["XX", "ZZ"], "commuting", "z_bits = 'commuting': expected bits; a relation is passed as"),
        ([[0], [0, 1]], [[0]], "x_bits = .*: expected an array"),
    ],
)
def test_wrong_bits_are_named(x, z, message):
    with pytest.raises(InputError, match=message):
        pauli.group(x, z)


@pytest.mark.skipif(find_spec("qiskit") is None, reason="needs qiskit")
def test_operators_of_qiskit():
    from qiskit.quantum_info import PauliList, SparsePauliOp

    labels = ["XIZY", "IIII", "ZZXX"]
    reverse = PauliTerms.of([label[::-1] for label in labels])  # qubit 0 is Qiskit's last letter
    assert same(PauliTerms.of(SparsePauliOp(labels, [1, 2, 3j])), reverse)
    assert same(PauliTerms.of(PauliList(["-XIZY", "iIIII", "ZZXX"])), reverse)


@pytest.mark.skipif(find_spec("pennylane") is None, reason="needs pennylane")
def test_observables_of_pennylane():
    import pennylane as qml

    terms = [
        qml.X("a") @ qml.Z("b"),
        2 * qml.Y("b"),
        qml.Identity("a"),
        qml.prod(qml.Z("c"), qml.X("b")),
    ]
    assert same(PauliTerms.of(terms), PauliTerms.of(["XZI", "IYI", "III", "IXZ"]))
    assert PauliTerms.of(qml.dot([1.0, 2.0, 3.0], [terms[0], qml.Y("b"), terms[3]])).n == 3
