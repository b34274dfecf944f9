"""
Sparse Jacobians and Hessians of JAX functions, by as many products as there are colors.

The pattern is colored once, when the function is made. All directions go through one linearization in a
batch, and the nonzeros are read off the products.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..derivatives.hessian import color_hessian
from ..derivatives.jacobian import color_jacobian
from ..derivatives.pattern import MatrixLike, Pattern
from ..derivatives.products import Reading
from ..errors import expected
from ..graphs.conversions import library

if TYPE_CHECKING:
    from jax.experimental.sparse import BCOO

ADVICE = "pip install 'kempe[jax]'"


def jacobian(
    function: Callable[[Any], Any],
    pattern: MatrixLike | Pattern,
    by: Literal["auto", "columns", "rows"] = "auto",
) -> Callable[[Any], BCOO]:
    """
    Return a function that computes the sparse Jacobian of a JAX function.

    Parameters
    ----------
    function
        JAX function of an array (n,) that returns an array (m,).
    pattern
        Places of possible nonzeros, (m, n), as for :func:`solver.derivatives.color_jacobian`, a BCOO
        matrix included.
    by
        ``"columns"``: products ``J @ v`` in forward mode. ``"rows"``: products ``J.T @ v`` in reverse
        mode. ``"auto"``: the mode with fewer colors.

    Returns
    -------
    Callable
        Function of an array (n,) that returns the Jacobian as a BCOO matrix (m, n) with the given
        pattern, sorted by rows. It can be compiled by ``jax.jit``. Memory is that of the products, k
        arrays.

    Raises
    ------
    InputError
        If an argument is invalid or JAX is not installed; from the returned function, if an array does
        not fit the pattern.
    """
    jax = library("jax", ADVICE)
    if by not in ("auto", "columns", "rows"):
        raise expected("by", by, "'auto', 'columns' or 'rows'")
    places = Pattern.of(pattern)
    m, n = places.shape
    colorings = [
        color_jacobian(places, mode) for mode in (("columns", "rows") if by == "auto" else (by,))
    ]
    coloring = min(colorings, key=lambda each: each.k)
    collect = _collector(places, coloring.reading)

    def computed(x: Any) -> BCOO:
        _check_shape("x", x, n)
        seeds = jax.numpy.asarray(coloring.seed(np.bool_).T)
        if coloring.by == "columns":
            value, products = jax.linearize(function, x)
            _check_shape("value of the function", value, m)
            return collect(jax.vmap(products)(seeds.astype(x.dtype)))
        value, transposed = jax.vjp(function, x)
        _check_shape("value of the function", value, m)
        return collect(jax.vmap(lambda seed: transposed(seed)[0])(seeds.astype(value.dtype)))

    return computed


def hessian(function: Callable[[Any], Any], pattern: MatrixLike | Pattern) -> Callable[[Any], BCOO]:
    """
    Return a function that computes the sparse Hessian of a scalar JAX function.

    Parameters
    ----------
    function
        JAX function of an array (n,) that returns a number.
    pattern
        Places of possible nonzeros, (n, n), symmetric.

    Returns
    -------
    Callable
        Function of an array (n,) that returns the Hessian as a BCOO matrix (n, n), symmetric to the last
        bit, by products with the directions of a star coloring. It can be compiled by ``jax.jit``.

    Raises
    ------
    InputError
        If the pattern is not symmetric or JAX is not installed; from the returned function, if an array
        does not fit the pattern.
    """
    jax = library("jax", ADVICE)
    coloring = color_hessian(pattern)
    n = coloring.pattern.shape[0]
    collect = _collector(coloring.pattern, coloring.reading)

    def computed(x: Any) -> BCOO:
        _check_shape("x", x, n)
        _, products = jax.linearize(jax.grad(function), x)
        return collect(jax.vmap(products)(jax.numpy.asarray(coloring.seed(np.bool_).T, x.dtype)))

    return computed


def _collector(pattern: Pattern, reading: Reading) -> Callable[[Any], BCOO]:
    """Return the function that reads the nonzeros off products (k, length)."""
    sparse = library("jax.experimental.sparse", ADVICE)
    indices = np.stack([pattern.heads, pattern.indices], axis=1)
    shape = pattern.shape

    def collect(products: Any) -> BCOO:
        data = products[reading.colors, reading.places]
        return sparse.BCOO((data, indices), shape=shape, indices_sorted=True, unique_indices=True)

    return collect


def _check_shape(name: str, value: Any, length: int) -> None:
    if value.shape != (length,):
        raise expected(f"{name}: shape", tuple(value.shape), f"({length},)")
