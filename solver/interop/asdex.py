"""
Colorings for asdex, which detects patterns and differentiates JAX functions.

asdex accepts any coloring of columns or rows, and derives from a star coloring what it needs to recover
a Hessian. So its functions ``jacobian_from_coloring`` and ``hessian_from_coloring`` work as before, with
fewer products.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..derivatives.hessian import color_hessian
from ..derivatives.jacobian import color_jacobian
from ..derivatives.pattern import Pattern
from ..errors import expected
from ..graphs.conversions import library

if TYPE_CHECKING:
    from asdex import ColoredPattern, SparsityPattern

ADVICE = "pip install 'kempe[asdex]'"

#: asdex's name of each mode -> what is colored.
MODES: dict[str, Literal["columns", "rows"]] = {"fwd": "columns", "rev": "rows"}


def jacobian_coloring(
    sparsity: SparsityPattern, mode: Literal["fwd", "rev"] | None = None
) -> ColoredPattern:
    """
    Color a pattern of asdex for Jacobians.

    Parameters
    ----------
    sparsity
        Pattern (m, n), from ``asdex.jacobian_sparsity`` for example.
    mode
        ``"fwd"``: groups of columns, for products ``J @ v``. ``"rev"``: groups of rows, for products
        ``J.T @ v``. None: the mode with fewer groups, ``"fwd"`` if they are equal.

    Returns
    -------
    ColoredPattern
        What ``asdex.jacobian_coloring_from_sparsity`` returns, for ``asdex.jacobian_from_coloring``.

    Raises
    ------
    InputError
        If the mode is another, or asdex is not installed.
    """
    asdex = library("asdex", ADVICE)
    if mode not in (*MODES, None):
        raise expected("mode", mode, "'fwd', 'rev' or None")
    pattern = _pattern(sparsity, symmetric=False)
    modes = list(MODES) if mode is None else [mode]
    colorings = {name: color_jacobian(pattern, MODES[name]) for name in modes}
    best = min(colorings, key=lambda name: colorings[name].k)
    return asdex.ColoredPattern(
        sparsity, colors=colorings[best].colors, num_colors=colorings[best].k, symmetric=False, mode=best
    )


def hessian_coloring(
    sparsity: SparsityPattern,
    mode: Literal["fwd_over_rev", "rev_over_fwd", "rev_over_rev"] = "fwd_over_rev",
) -> ColoredPattern:
    """
    Color a symmetric pattern of asdex for Hessians.

    Parameters
    ----------
    sparsity
        Pattern (n, n), from ``asdex.hessian_sparsity`` for example.
    mode
        How asdex multiplies the Hessian with a vector.

    Returns
    -------
    ColoredPattern
        A star coloring, for ``asdex.hessian_from_coloring``.

    Raises
    ------
    InputError
        If the pattern is not square, or asdex is not installed.
    """
    asdex = library("asdex", ADVICE)
    if sparsity.shape[0] != sparsity.shape[1]:
        raise expected("sparsity.shape", tuple(sparsity.shape), "(n, n)")
    coloring = color_hessian(_pattern(sparsity, symmetric=True))
    colors, k, stars = asdex.color_symmetric(sparsity, forced_colors=coloring.colors)
    return asdex.ColoredPattern(
        sparsity, colors=colors, num_colors=k, symmetric=True, mode=mode, star_set=stars
    )


def _pattern(sparsity: Any, symmetric: bool) -> Pattern:
    from scipy.sparse import csr_array

    rows, columns = np.asarray(sparsity.rows), np.asarray(sparsity.cols)
    if symmetric:
        rows, columns = np.concatenate([rows, columns]), np.concatenate([columns, rows])
    places = csr_array((np.ones(len(rows), np.int8), (rows, columns)), tuple(sparsity.shape))
    places.sum_duplicates()
    return Pattern.of(places)
