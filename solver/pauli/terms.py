"""
Pauli terms as packed bits, from arrays, strings, and the objects of Qiskit and PennyLane.

Neither library is imported: operators of Qiskit have ``paulis`` with arrays ``x`` and ``z``, and
observables of PennyLane have a ``pauli_rep``, a mapping of words that map wires to letters.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.pauli import columns
from .._kernels.pauli.columns import Terms
from ..errors import InputError, expected
from ..graphs.graph import MAX_VERTICES

#: Most qubits: letters are stored in 16 bits.
MAX_QUBITS = 10_000
#: Rows packed at a time, so that little memory is needed beside the caller's arrays.
ROWS = 1 << 14

#: X bit and twice the Z bit of each letter, by its code.
NO_LETTER = 255
BITS = np.full(256, NO_LETTER, np.uint8)
BITS[list(b"IXZY")] = range(4)

LEGAL_TERMS = (
    "bits (terms, qubits), a list of strings such as 'XIZY', a SparsePauliOp or PauliList of Qiskit, "
    "or observables of PennyLane"
)


@dataclass(frozen=True, eq=False)
class PauliTerms:
    """
    Pauli strings without phases.

    Attributes
    ----------
    n, qubits
        Number of terms, and of qubits.
    words
        Number of 64-bit words of the X bits of a term.
    x, z
        Bits, int64[n * words]; bit ``j`` of a term is that of qubit ``j``. Y has both.
    """

    n: int
    qubits: int
    words: int
    x: NDArray[np.int64]
    z: NDArray[np.int64]

    @classmethod
    def of(cls, terms: Any, z_bits: ArrayLike | None = None) -> PauliTerms:
        """Return the terms of any of the forms that :func:`solver.pauli.group` takes."""
        if isinstance(z_bits, str):
            raise expected("z_bits", z_bits, "bits; a relation is passed as relation=...")
        if z_bits is not None:
            return cls._of_bits(_bits("x_bits", terms), _bits("z_bits", z_bits))
        paulis = getattr(terms, "paulis", terms)
        if hasattr(paulis, "x") and hasattr(paulis, "z"):
            if np.ndim(paulis.x) == 1:  # a Pauli
                return cls._of_paulis([paulis])
            return cls._of_bits(_bits("paulis.x", paulis.x), _bits("paulis.z", paulis.z))
        if (sentence := getattr(terms, "pauli_rep", None)) is not None:
            return cls._of_words(list(sentence))
        if isinstance(terms, str) or not isinstance(terms, Sequence | np.ndarray):
            raise expected("terms", terms, LEGAL_TERMS)
        if isinstance(terms, np.ndarray) and terms.ndim > 1:
            raise expected("z_bits", None, "the Z bits, since terms are an array of X bits")
        entries = list(terms)
        if not entries:
            return cls._of_bits(np.zeros((0, 0), bool), np.zeros((0, 0), bool))
        if isinstance(entries[0], str):
            for i, entry in enumerate(entries):
                if not isinstance(entry, str):
                    raise expected(f"terms[{i}]", entry, "a string like the first term")
            return cls._of_strings(entries)
        if hasattr(entries[0], "x") and hasattr(entries[0], "z"):
            for i, entry in enumerate(entries):
                if not (hasattr(entry, "x") and hasattr(entry, "z")):
                    raise expected(f"terms[{i}]", entry, "a Pauli of Qiskit like the first term")
            return cls._of_paulis(entries)
        return cls._of_words([_word(i, entry) for i, entry in enumerate(entries)])

    @classmethod
    def _of_strings(cls, strings: list[str]) -> PauliTerms:
        qubits = len(strings[0])
        for i, length in enumerate(map(len, strings)):
            if length != qubits:
                raise expected(f"terms[{i}]", strings[i], f"{qubits} letters like the first term")
        _check_size(len(strings), qubits)
        words = max(1, -(-qubits // 64))
        x, z = (np.empty((len(strings), words), np.int64) for _ in range(2))
        for first in range(0, len(strings), ROWS):
            part = strings[first : first + ROWS]
            codes = bytearray("".join(part).encode("latin-1", "replace"))
            bits = BITS[np.frombuffer(codes, np.uint8).reshape(len(part), qubits)]
            if (wrong := (bits == NO_LETTER).any(axis=1)).any():
                i = first + int(wrong.argmax())
                raise expected(f"terms[{i}]", strings[i], "letters I, X, Y and Z")
            rows = slice(first, first + len(bits))
            x[rows] = _packed(bits & 1, words).reshape(-1, words)
            z[rows] = _packed(bits >> 1, words).reshape(-1, words)
        return cls(len(strings), qubits, words, x.ravel(), z.ravel())

    @classmethod
    def _of_paulis(cls, paulis: list[Any]) -> PauliTerms:
        """Return the terms of ``Pauli`` objects of Qiskit."""
        for i, pauli in enumerate(paulis):
            if len(pauli.x) != len(paulis[0].x):
                raise expected(f"terms[{i}]", pauli, f"{len(paulis[0].x)} qubits like the first term")
        return cls._of_bits(np.array([pauli.x for pauli in paulis]), np.array([p.z for p in paulis]))

    @classmethod
    def _of_words(cls, words: list[Mapping[Any, str]]) -> PauliTerms:
        wires: dict[Any, int] = {}
        for word in words:
            for wire in word:
                wires.setdefault(wire, len(wires))
        x = np.zeros((len(words), len(wires)), bool)
        z = np.zeros_like(x)
        for i, word in enumerate(words):
            for wire, letter in word.items():
                if letter not in ("I", "X", "Y", "Z"):
                    raise expected(f"terms[{i}]", word, "letters I, X, Y and Z")
                x[i, wires[wire]] = letter in "XY"
                z[i, wires[wire]] = letter in "YZ"
        return cls._of_bits(x, z)

    @classmethod
    def _of_bits(cls, x: NDArray[np.bool_], z: NDArray[np.bool_]) -> PauliTerms:
        if x.shape != z.shape:
            raise InputError(f"z_bits has shape {z.shape}: expected that of x_bits, {x.shape}")
        n, qubits = x.shape
        _check_size(n, qubits)
        words = max(1, -(-qubits // 64))
        return cls(n, qubits, words, _packed(x, words), _packed(z, words))

    @property
    def rows(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """X bits and Z bits as unsigned words, (n, words)."""
        shape = (self.n, self.words)
        return self.x.view(np.uint64).reshape(shape), self.z.view(np.uint64).reshape(shape)

    @functools.cached_property
    def letters(self) -> Terms:
        """Letters of each term, for the kernels."""
        starts = np.zeros(self.n + 1, np.int64)
        # Unsigned, because NumPy counts the bits of the absolute value.
        counts = np.bitwise_count((self.x | self.z).view(np.uint64)).reshape(self.n, self.words)
        np.cumsum(counts.sum(axis=1, dtype=np.int64), out=starts[1:])
        terms = Terms(starts, np.empty(max(1, int(starts[-1])), np.int16))
        columns.list_letters(self.x, self.z, self.words, terms)
        return terms


def _check_size(n: int, qubits: int) -> None:
    if qubits > MAX_QUBITS or n > MAX_VERTICES:
        raise expected("shape", (n, qubits), f"at most {MAX_VERTICES} terms of {MAX_QUBITS} qubits")


def _bits(name: str, value: ArrayLike) -> NDArray[np.bool_]:
    try:
        array = np.asarray(value)
    except ValueError:
        raise expected(name, value, "an array (terms, qubits) of bits") from None
    if array.ndim != 2 or array.dtype.kind not in "biu":
        raise InputError(
            f"{name}: expected an array (terms, qubits) of bits, not {array.dtype.name} {array.shape}"
        )
    if array.dtype.kind != "b":
        if array.size and ((low := array.min()) < 0 or array.max() > 1):
            raise expected(f"{name}: bit", int(low if low < 0 else array.max()), "0 or 1")
        array = array.astype(np.bool_)
    return array


def _packed(bits: NDArray[np.bool_] | NDArray[np.integer], words: int) -> NDArray[np.int64]:
    n = len(bits)
    packed = np.zeros((n, 8 * words), np.uint8)
    for first in range(0, n, ROWS):
        rows = np.packbits(bits[first : first + ROWS], axis=1, bitorder="little")
        packed[first : first + ROWS, : rows.shape[1]] = rows
    return packed.view("<i8").astype(np.int64, copy=False).ravel()


def _word(i: int, entry: Any) -> Mapping[Any, str]:
    """Return the letters by wire of an observable."""
    sentence = getattr(entry, "pauli_rep", None)
    if sentence is not None:
        words: Iterable[Mapping[Any, str]] = list(sentence)
        if len(list(words)) != 1:
            raise expected(f"terms[{i}]", entry, "a single product of Pauli operators")
        return next(iter(words))
    if isinstance(entry, Mapping):
        return entry
    legal = "a Pauli string or a product of Pauli operators"
    if i > 0 and isinstance(entry, str):
        legal = "a product of Pauli operators like the first term"
    raise expected(f"terms[{i}]", entry, legal)
