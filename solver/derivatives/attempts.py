"""
Attempts at a coloring: first fits along several orders, of which the one with fewest colors is kept.

An attempt is the name of what gave a coloring, and the coloring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .vertex_orders import checked_name, given

Colors: TypeAlias = NDArray[np.int32]
Attempt: TypeAlias = tuple[str, Colors]
FirstFit: TypeAlias = Callable[[NDArray[np.int32]], Colors]
T = TypeVar("T")


def attempts(
    subject: T,
    n: int,
    fit: FirstFit,
    order: str | ArrayLike,
    orders: Mapping[str, Callable[[T], NDArray[np.int32]]],
    automatic: Callable[[], Iterable[Attempt]],
) -> Iterator[Attempt]:
    """
    Yield the colorings that an ``order=`` argument asks for.

    Parameters
    ----------
    subject
        Graph or pattern to color.
    n
        Number of its vertices or columns.
    fit
        First fit along an order.
    order
        Name of an order, ``"auto"``, or a permutation (n,).
    orders
        Functions that make the orders by name.
    automatic
        Attempts for ``"auto"``.
    """
    if not isinstance(order, str):
        yield "given", fit(given(order, n))
    elif checked_name(order) != "auto":
        yield order, fit(orders[order](subject))
    else:
        yield from automatic()


def best_of(trials: Iterable[Attempt], fewest: int) -> Attempt:
    """Return the first attempt with the fewest colors; stop after one with ``fewest``."""
    remaining = iter(trials)
    best = next(remaining)
    while count_colors(best[1]) > fewest:
        trial = next(remaining, None)
        if trial is None:
            break
        best = min(best, trial, key=lambda attempt: count_colors(attempt[1]))
    return best


def count_colors(colors: Colors) -> int:
    """Return the number of colors, which are used without gaps; -1 is uncolored."""
    return int(colors.max(initial=-1)) + 1
