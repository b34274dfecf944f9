"""Pauli strings of hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def pauli_strings(draw, max_terms=12, max_qubits=5):
    """Draw strings of equal length, such as ["XIZ", "IIY"]."""
    qubits = draw(st.integers(1, max_qubits))
    string = st.text("IXYZ", min_size=qubits, max_size=qubits)
    return draw(st.lists(string, min_size=1, max_size=max_terms))


def random_strings(random, terms, qubits, weights=(1, 1, 1, 1)):
    """Return random strings; ``weights`` are those of I, X, Y and Z."""
    chances = [weight / sum(weights) for weight in weights]
    return ["".join(row) for row in random.choice(list("IXYZ"), (terms, qubits), p=chances)]
