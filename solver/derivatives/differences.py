"""Sparse Jacobians by finite differences, as the functions that SciPy takes as ``jac``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..arguments import integer
from ..errors import expected
from .jacobian import color_jacobian
from .pattern import MatrixLike, Pattern

if TYPE_CHECKING:
    import scipy.sparse

#: Step relative to the size of a variable: the power of the rounding unit that balances both errors.
STEPS = {"forward": 1 / 2, "central": 1 / 3}


def difference_jacobian(
    function: Callable[..., Any],
    pattern: MatrixLike | Pattern,
    *,
    scheme: Literal["forward", "central", "complex"] = "forward",
    argument: int = 0,
) -> Callable[..., scipy.sparse.csr_array]:
    """
    Return a function that computes a sparse Jacobian by one difference for each color.

    Parameters
    ----------
    function
        Function of an array (n,) that returns an array (m,). It may have other arguments.
    pattern
        Places of possible nonzeros, (m, n); see :func:`color_jacobian`. They are colored once.
    scheme
        ``"forward"``: k + 1 evaluations. ``"central"``: 2 k, more exact. ``"complex"``: k, exact to
        rounding, for functions that compute with complex numbers.
    argument
        Index of the positional argument to differentiate by: 1 for the functions of
        :func:`scipy.integrate.solve_ivp`, which take the time first.

    Returns
    -------
    Callable
        Function with the arguments of ``function``, keywords included, that returns the Jacobian as a
        ``csr_array`` (m, n) with the given pattern.

    Raises
    ------
    InputError
        If an argument is invalid; from the returned function, if an array has another length.
    """
    if scheme not in (*STEPS, "complex"):
        raise expected("scheme", scheme, "'forward', 'central' or 'complex'")
    index = integer("argument", argument, 0)
    coloring = color_jacobian(pattern)
    m, n = coloring.pattern.shape

    def jacobian(*arguments: Any, **keywords: Any) -> scipy.sparse.csr_array:
        if len(arguments) <= index:
            raise expected("number of positional arguments", len(arguments), f"at least {index + 1}")
        x = np.asarray(arguments[index], np.float64)
        if x.shape != (n,):
            raise expected(f"argument {index}: shape", x.shape, f"({n},)")

        def value(point: NDArray[Any]) -> NDArray[Any]:
            result = np.atleast_1d(
                function(*arguments[:index], point, *arguments[index + 1 :], **keywords)
            )
            if result.shape != (m,):
                raise expected("shape of the function's value", result.shape, f"({m},)")
            return result

        steps, at_x = _steps(x, scheme), value(x) if scheme == "forward" else None
        products = np.empty((m, coloring.k))
        for c, direction in enumerate(coloring.directions(np.bool_)):
            moved = np.where(direction, steps, 0.0)
            if scheme == "complex":
                products[:, c] = value(x + 1j * moved).imag
            elif scheme == "central":
                products[:, c] = value(x + moved) - value(x - moved)
            else:
                products[:, c] = value(x + moved) - at_x
        result = coloring.recover(products)
        # The columns of one product have steps of their own.
        result.data /= (2 if scheme == "central" else 1) * steps[coloring.pattern.indices]
        return result

    return jacobian


def _steps(x: NDArray[np.float64], scheme: str) -> NDArray[np.float64]:
    """Return a step for each variable such that ``x + step`` is exact."""
    if scheme == "complex":
        return np.full(len(x), 1e-100)
    size = np.finfo(np.float64).eps ** STEPS[scheme]
    steps = size * np.maximum(1.0, abs(x)) * np.where(x < 0, -1.0, 1.0)
    return (x + steps) - x
