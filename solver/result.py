"""What a coloring routine returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Result:
    """
    A coloring, what is known about it, and what it took.

    Attributes
    ----------
    colors
        int32[n], from 0 to ``k - 1``.
    k
        Number of colors that were asked for, or, if none was, that the coloring uses.
    conflicts
        Edges whose ends have the same color, counted by :func:`solver.conflicts`; 0 means proper.
    lower_bound
        No proper coloring has fewer colors than this.
    proven
        Whether the coloring is proper and ``k == lower_bound``.
    certificate
        What shows the lower bound, for :func:`solver.check_certificate` and ``kempe check --bound``;
        vertices count from 0. A clique: ``{"kind": "clique", "vertices": [...]}``. A Mycielskian, that
        is, a clique joined to an odd cycle (either may be empty) and levels that add one color each:
        ``{"kind": "mycielskian", "clique": [...], "odd_cycle": [...], "levels": [{"copies": [[vertex,
        copy], ...], "apex": vertex}, ...]}``. Weights of the vertices such that no independent set
        weighs more than ``largest``: ``{"kind": "fractional", "weights": [...], "largest": ...}``. If an
        exhaustive search shows the bound, ``{"kind": "search"}``, which leaves nothing to check.
    method
        Name of the routine that found the coloring.
    seconds
        Wall time, without compiling kernels, which a machine does once.
    ticks
        Deterministic effort: cache lines of search state touched, about.
    iterations
        Moves of the local search.
    history
        ``(seconds, ticks, k, conflicts)`` at each improvement of the coloring kept.
    stop_reason
        ``"proven"``, ``"target"`` (the asked k was reached), ``"infeasible"`` (the lower bound is more
        than the asked k), ``"time_limit"``, ``"max_ticks"``, ``"max_iterations"``, ``"interrupted"`` or
        ``"done"`` (the routine ended by itself).
    """

    colors: NDArray[np.int32]
    k: int
    conflicts: int
    lower_bound: int
    proven: bool
    certificate: dict[str, Any]
    method: str
    seconds: float
    ticks: int = 0
    iterations: int = 0
    history: tuple[tuple[float, int, int, int], ...] = field(default=())
    stop_reason: str = "done"

    def to_dict(self) -> dict[str, Any]:
        """Plain values only, as ``kempe color --json`` prints them."""
        return {
            "k": self.k,
            "conflicts": self.conflicts,
            "lower_bound": self.lower_bound,
            "proven": self.proven,
            "certificate": self.certificate,
            "method": self.method,
            "seconds": self.seconds,
            "ticks": self.ticks,
            "iterations": self.iterations,
            "stop_reason": self.stop_reason,
            "history": [list(entry) for entry in self.history],
            "colors": self.colors.tolist(),
        }
