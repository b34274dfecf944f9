"""The result of a coloring routine, and what results of other routines have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arguments import array
from .errors import InputError, expected


class PlainFields:
    """A result that is a dataclass of numbers and arrays: one line as text, and plain values."""

    def _values(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        words: list[str] = []
        for name, value in self._values().items():
            if name == "colors":
                words.insert(0, f"n={len(value)}")
            elif isinstance(value, np.ndarray):
                words.append(f"len({name})={len(value)}")
            elif isinstance(value, dict):
                words.append(f"{name}={value.get('kind')!r}")
            elif isinstance(value, str):
                words.append(f"{name}={value!r}")
            elif isinstance(value, bool):
                words += [name] * value
            else:
                words.append(f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value}")
        return f"{type(self).__name__}({', '.join(words)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values, which JSON can hold; the colors come last."""
        values = self._values()
        values |= {name: values.pop(name) for name in ("colors",) if name in values}
        return {
            name: value.tolist() if isinstance(value, np.ndarray | np.generic) else value
            for name, value in values.items()
        }


@dataclass(frozen=True, eq=False)
class Result:
    """
    A coloring, a lower bound, and the work done.

    Attributes
    ----------
    colors
        Colors of the vertices, int32[n], from 0 to ``k - 1``.
    k
        Number of colors asked for; if none was, and in a proper coloring of :func:`solver.color`, the
        number that it uses. With fixed or allowed colors, whose numbers matter, this is the largest
        color plus one.
    conflicts
        Edges whose ends have the same color, counted by :func:`solver.conflicts`; 0 means proper.
    lower_bound
        Lower bound on ``k`` of a proper coloring; with fixed or allowed colors, of one that has these.
    proven
        Whether the coloring is proper and ``k == lower_bound``.
    certificate
        Certificate of the lower bound for :func:`solver.check_certificate` and ``kempe check --bound``;
        vertices count from 0. A clique: ``{"kind": "clique", "vertices": [...]}``. A Mycielskian, which
        is a clique joined to an odd cycle (either may be empty) and levels that add one color each:
        ``{"kind": "mycielskian", "clique": [...], "odd_cycle": [...], "levels": [{"copies": [[vertex,
        copy], ...], "apex": vertex}, ...]}``. Weights of the vertices such that no independent set
        weighs more than ``largest``: ``{"kind": "fractional", "weights": [...], "largest": ...}``. Cases
        by pairs of vertices, each refuted by such weights: ``{"kind": "branches", "colors": ...,
        "steps": [...]}``; see :func:`solver.check_certificate`. A bound by exhaustive search: ``{"kind":
        "search"}``, which leaves nothing to check, but for a smaller bound with a certificate that may
        be beside it, ``"certified": {"kind": ..., "bound": ...}``. With ``"fixed": True`` the bound
        holds for colorings with the fixed colors, and :func:`solver.check_certificate` needs these; with
        ``"equitable": True``, for equitable colorings.
    method
        Name of the routine that found the coloring.
    seconds
        Wall time of the call.
    ticks
        Estimated cache-line accesses, a machine-independent measure of work.
    iterations
        Moves of the local searches.
    history
        ``(seconds, ticks, k, conflicts)`` at each improvement of the best coloring.
    stop_reason
        ``"proven"``, ``"target"`` (a coloring with k colors was found), ``"infeasible"`` (k is less than
        the lower bound), ``"time_limit"``, ``"max_ticks"``, ``"max_iterations"``, ``"interrupted"``,
        ``"out_of_memory"`` (a search asked for more than there was; the coloring and the bound hold) or
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

    def __repr__(self) -> str:
        clashes = "" if self.conflicts == 0 else f", conflicts={self.conflicts}"
        proven = ", proven" if self.proven else ""
        return (
            f"Result(n={len(self.colors)}, k={self.k}{clashes}, lower_bound={self.lower_bound}{proven}, "
            f"method={self.method!r}, seconds={self.seconds:.3g}, stop_reason={self.stop_reason!r})"
        )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Result:
        """Return the result that :meth:`to_dict` gave as plain values; other keys are ignored."""
        missing = [f.name for f in fields(cls) if f.name not in values]
        if missing:
            raise InputError(f"a result without {', '.join(missing)}: expected the values of to_dict")
        chosen = {f.name: values[f.name] for f in fields(cls)}
        colors = array("colors", values["colors"], legal := "a list of integers")
        if colors.ndim != 1 or (colors.dtype.kind not in "iu" and len(colors)):
            raise expected("colors", values["colors"], legal)
        chosen["colors"] = colors.astype(np.int32)
        history = values["history"]
        if not isinstance(history, (list, tuple)) or not all(
            isinstance(one, (list, tuple)) for one in history
        ):
            raise expected("history", history, "a list of lists")
        chosen["history"] = tuple(map(tuple, history))
        return cls(**chosen)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values, as ``kempe color --json`` prints them."""
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


def plain_bound(n: int) -> dict[str, Any]:
    """Return the lower bound of a graph with ``n`` vertices, and its certificate, if none was sought."""
    least = min(n, 1)
    return {
        "lower_bound": least,
        "certificate": {"kind": "clique", "vertices": list(range(least))},
    }
