"""
How several runs on one graph tell each other what they have found.

:func:`solver.color` talks to an :class:`Exchange` between two turns of its searches: it tells of each
coloring with fewer colors and each higher bound, and takes over what it hears. Whoever implements one
decides how far away the other runs are; see ``distributed/portfolio.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class News(NamedTuple):
    """
    What other runs have come to.

    Attributes
    ----------
    colors
        Integers (n,), a proper coloring; None if there is no new one.
    method
        The routine that found it.
    stop
        Why there is no need to go on; None if there is.
    """

    colors: NDArray[np.integer] | None = None
    method: str = ""
    stop: str | None = None


class Exchange(Protocol):
    """Where a run tells and hears news; both are called some twenty times a second and must not wait."""

    def tell(
        self, colors: NDArray[np.int32], lower_bound: int, certificate: dict[str, Any], method: str
    ) -> None:
        """Take note of a run's best proper coloring and bound; called when one of them is new."""

    def hear(self) -> News:
        """What is new since the last call."""
