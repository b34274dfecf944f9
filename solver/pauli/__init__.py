"""
Groups of Pauli strings that can be measured together, as colorings of graphs that are never stored.

:func:`group` takes bits, strings, operators of Qiskit or observables of PennyLane.
"""

from .grouping import RELATIONS, PauliGroups, group

__all__ = ["RELATIONS", "PauliGroups", "group"]
