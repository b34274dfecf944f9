"""Sets of keys as bits of an integer: a flow of 4,000 questions has 16 million pairs of node and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class KeyTable:
    """Numbers of keys; the sets of one analysis share it."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []

    def set(self, keys: Iterable[str] = ()) -> KeySet:
        """Return a set of keys."""
        bits = 0
        for key in keys:
            number = self.numbers.setdefault(key, len(self.names))
            if number == len(self.names):
                self.names.append(key)
            bits |= 1 << number
        return KeySet(self, bits)


class KeySet:
    """Immutable set of keys."""

    __slots__ = ("_bits", "_table")

    def __init__(self, table: KeyTable, bits: int) -> None:
        self._table = table
        self._bits = bits

    def _of(self, other: _Keys) -> int:
        return other._bits if isinstance(other, KeySet) else self._table.set(other)._bits

    def __contains__(self, key: object) -> bool:
        number = self._table.numbers.get(key) if isinstance(key, str) else None
        return number is not None and bool(self._bits >> number & 1)

    def __iter__(self) -> Iterator[str]:
        bits = self._bits
        while bits:
            lowest = bits & -bits
            yield self._table.names[lowest.bit_length() - 1]
            bits ^= lowest

    def __or__(self, other: _Keys) -> KeySet:
        return KeySet(self._table, self._bits | self._of(other))

    def __and__(self, other: _Keys) -> KeySet:
        return KeySet(self._table, self._bits & self._of(other))

    def __sub__(self, other: _Keys) -> KeySet:
        return KeySet(self._table, self._bits & ~self._of(other))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeySet) and self._bits == other._bits

    def __hash__(self) -> int:
        return hash(self._bits)


_Keys = KeySet | Iterable[str]
