"""The limits on the size of a generated graph."""

from __future__ import annotations

from ...errors import InputError
from ..graph import MAX_VERTICES

#: Largest number of edges of a generated graph; building 2^30 edges takes some 20 GB.
MAX_EDGES = 2**30


def size(n: float, m: float) -> None:
    """Refuse a graph that would not fit into memory, before anything is allocated."""
    if n > MAX_VERTICES or m > MAX_EDGES:
        raise InputError(
            f"{n:.3g} vertices and {m:.3g} edges:"
            f" expected at most {MAX_VERTICES} vertices and {MAX_EDGES} edges"
        )
