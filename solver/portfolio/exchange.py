"""
The interface through which several runs on one graph share colorings and bounds.

:func:`solver.color` calls an :class:`Exchange` between two turns of its members: it publishes each
coloring with fewer colors and each higher bound, and takes over those of other runs. An implementation
decides where the other runs are; see ``distributed/race.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class News(NamedTuple):
    """
    What other runs have found.

    Attributes
    ----------
    colors
        Integers (n,), a proper coloring; None if there is no new one.
    method
        Routine that found the coloring.
    stop
        Reason to stop, or None to continue.
    """

    colors: NDArray[np.integer] | None = None
    method: str = ""
    stop: str | None = None


class Exchange(Protocol):
    """A run's link to others; both methods are called some twenty times a second and must not wait."""

    def tell(
        self, colors: NDArray[np.int32], lower_bound: int, certificate: dict[str, Any], method: str
    ) -> None:
        """Receive the best coloring and bound of a run; called when one of them has improved."""

    def hear(self) -> News:
        """Return what other runs have found since the last call."""
