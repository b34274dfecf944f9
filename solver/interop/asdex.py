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
from ..derivatives.pattern import MatrixLike, Pattern
from ..errors import InputError, expected
from ..graphs.conversions import library

if TYPE_CHECKING:
    from asdex import ColoredPattern, SparsityPattern

ADVICE = "pip install 'kempe[asdex]'"

#: asdex's name of each mode -> what is colored.
MODES: dict[str, Literal["columns", "rows"]] = {"fwd": "columns", "rev": "rows"}
HESSIAN_MODES = ("fwd_over_rev", "rev_over_fwd", "rev_over_rev")


def jacobian_coloring(
    sparsity: SparsityPattern | MatrixLike, mode: Literal["fwd", "rev"] | None = None
) -> ColoredPattern:
    """
    Color a pattern of asdex for Jacobians.

    Parameters
    ----------
    sparsity
        Pattern (m, n), from ``asdex.jacobian_sparsity`` for example; or a matrix, as for
        :func:`solver.derivatives.color_jacobian`, a BCOO matrix included.
    mode
        ``"fwd"``: groups of columns, for products ``J @ v``. ``"rev"``: groups of rows, for products
        ``J.T @ v``. None: the mode with fewer groups, ``"fwd"`` if they are equal.

    Returns
    -------
    ColoredPattern
        What ``asdex.jacobian_coloring_from_sparsity`` returns, for ``asdex.jacobian_from_coloring``. A
        pattern without nonzeros has no colors.

    Raises
    ------
    InputError
        If the pattern is no matrix, the mode is another, or asdex is not installed.
    """
    asdex = library("asdex", ADVICE)
    if mode not in (*MODES, None):
        raise expected("mode", mode, "'fwd', 'rev' or None")
    sparsity = _sparsity(sparsity)
    if sparsity.nnz == 0:
        return _uncolored(sparsity, mode or "fwd", sparsity.shape[mode != "rev"], symmetric=False)
    pattern = _pattern(sparsity, symmetric=False)
    modes = list(MODES) if mode is None else [mode]
    colorings = {name: color_jacobian(pattern, MODES[name]) for name in modes}
    best = min(colorings, key=lambda name: colorings[name].k)
    return asdex.ColoredPattern(
        sparsity, colors=colorings[best].colors, num_colors=colorings[best].k, symmetric=False, mode=best
    )


def hessian_coloring(
    sparsity: SparsityPattern | MatrixLike,
    mode: Literal["fwd_over_rev", "rev_over_fwd", "rev_over_rev"] | None = "fwd_over_rev",
) -> ColoredPattern:
    """
    Color a symmetric pattern of asdex for Hessians.

    Parameters
    ----------
    sparsity
        Pattern (n, n), from ``asdex.hessian_sparsity`` for example; or a matrix, as for
        :func:`solver.derivatives.color_hessian`, a BCOO matrix included.
    mode
        How asdex multiplies the Hessian with a vector; None for ``"fwd_over_rev"``, as in asdex.

    Returns
    -------
    ColoredPattern
        A star coloring, for ``asdex.hessian_from_coloring``. A pattern without nonzeros has no colors.

    Raises
    ------
    InputError
        If the pattern is not square, the mode is another, or asdex is not installed.
    """
    asdex = library("asdex", ADVICE)
    if mode not in (*HESSIAN_MODES, None):
        raise expected("mode", mode, f"{', '.join(map(repr, HESSIAN_MODES))} or None")
    mode = mode or "fwd_over_rev"
    sparsity = _sparsity(sparsity)
    if sparsity.shape[0] != sparsity.shape[1]:
        raise expected("sparsity.shape", tuple(sparsity.shape), "(n, n)")
    if sparsity.nnz == 0:
        return _uncolored(sparsity, mode, sparsity.shape[0], symmetric=True)
    coloring = color_hessian(_pattern(sparsity, symmetric=True))
    colors, k, stars = asdex.color_symmetric(sparsity, forced_colors=coloring.colors)
    return asdex.ColoredPattern(
        sparsity, colors=colors, num_colors=k, symmetric=True, mode=mode, star_set=stars
    )


def _sparsity(sparsity: Any) -> SparsityPattern:
    """Return a pattern of asdex, made of a matrix unless it is one."""
    asdex = library("asdex", ADVICE)
    if isinstance(sparsity, asdex.SparsityPattern):
        return sparsity
    try:
        pattern = Pattern.of(sparsity)
    except InputError as error:
        raise InputError(str(error).replace("pattern", "sparsity", 1)) from None
    return asdex.SparsityPattern.from_coo(pattern.heads, pattern.indices, pattern.shape)


def _uncolored(sparsity: SparsityPattern, mode: str, length: int, symmetric: bool) -> ColoredPattern:
    """Return the coloring of a pattern without nonzeros: no products, and -1 for each column or row."""
    colors = np.full(length, -1, np.int32)
    return library("asdex", ADVICE).ColoredPattern(
        sparsity, colors=colors, num_colors=0, symmetric=symmetric, mode=mode
    )


def _pattern(sparsity: Any, symmetric: bool) -> Pattern:
    from scipy.sparse import csr_array

    rows, columns = np.asarray(sparsity.rows), np.asarray(sparsity.cols)
    if symmetric:
        rows, columns = np.concatenate([rows, columns]), np.concatenate([columns, rows])
    places = csr_array((np.ones(len(rows), np.int8), (rows, columns)), tuple(sparsity.shape))
    places.sum_duplicates()
    return Pattern.of(places)
