"""Sparse Jacobians by finite differences, as the functions that SciPy takes as ``jac``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..arguments import array, integer
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
        Function of an array (n,) that returns an array (m,). It may have other arguments. Each call gets
        an array of its own, which it may change, and may return the same array as the call before.
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
        If an argument is invalid; from the returned function, if an array has another length, or the
        function returns complex numbers where real ones are needed, or the other way round.

    Notes
    -----
    As in SciPy, the function gets points of the floating-point type of its argument (integers become
    float64), and steps are chosen for the less precise of the types of the argument and the value: if
    one of them is float32, a forward difference has about three correct digits. What a function computes
    in float32 but returns as float64 cannot be seen; call the Jacobian with a float32 array then.
    """
    if not callable(function):
        raise expected("function", function, "a function of an array")
    if scheme not in (*STEPS, "complex"):
        raise expected("scheme", scheme, "'forward', 'central' or 'complex'")
    index = integer("argument", argument, 0)
    coloring = color_jacobian(pattern)
    m, n = coloring.pattern.shape

    def jacobian(*arguments: Any, **keywords: Any) -> scipy.sparse.csr_array:
        if len(arguments) <= index:
            raise expected("number of positional arguments", len(arguments), f"at least {index + 1}")
        given = array(f"argument {index}", arguments[index], f"real numbers ({n},)")
        if given.dtype.kind not in "fiub":
            raise expected(f"argument {index}: type", given.dtype.name, f"real numbers ({n},)")
        kind = given.dtype if given.dtype.kind == "f" else np.dtype(np.float64)
        x = given.astype(kind).astype(np.float64)
        if x.shape != (n,):
            raise expected(f"argument {index}: shape", x.shape, f"({n},)")
        resolution = max(float(np.finfo(kind).eps), float(np.finfo(np.float64).eps))

        def value(point: NDArray[Any]) -> NDArray[Any]:
            """Return the value in memory of its own, and note the resolution of its type."""
            nonlocal resolution
            point = point.astype(np.result_type(kind, np.complex64) if scheme == "complex" else kind)
            computed = function(*arguments[:index], point, *arguments[index + 1 :], **keywords)
            result = np.atleast_1d(array("the function's value", computed, f"numbers ({m},)"))
            if result.shape != (m,):
                raise expected("shape of the function's value", result.shape, f"({m},)")
            is_complex = result.dtype.kind == "c"
            if result.dtype.kind not in "fiubc":
                raise expected("type of the function's value", result.dtype.name, "numbers")
            if is_complex != (scheme == "complex"):
                legal = "complex numbers" if scheme == "complex" else "real numbers"
                raise expected("type of the function's value", result.dtype.name, legal)
            if result.dtype.kind in "fc":
                resolution = max(resolution, float(np.finfo(result.dtype).eps))
            return result.astype(np.complex128 if is_complex else np.float64)

        at_x = value(x) if scheme == "forward" else None
        products = np.empty((m, coloring.k))
        chosen_for = 0.0
        while chosen_for < resolution:  # again from the start if a value has a less precise type
            chosen_for = resolution
            steps = _steps(x, scheme, resolution, kind)
            for c, direction in enumerate(coloring.directions(np.bool_)):
                moved = np.where(direction, steps, 0.0)
                if scheme == "complex":
                    products[:, c] = value(x + 1j * moved).imag
                elif scheme == "central":
                    products[:, c] = value(x + moved) - value(x - moved)
                else:
                    products[:, c] = value(x + moved) - at_x
                if chosen_for < resolution:
                    break
        result = coloring.recover(products)
        # The columns of one product have steps of their own.
        result.data /= (2 if scheme == "central" else 1) * steps[coloring.pattern.indices]
        return result

    return jacobian


def _steps(
    x: NDArray[np.float64], scheme: str, resolution: float, kind: np.dtype[Any]
) -> NDArray[np.float64]:
    """Return a step for each variable such that ``x + step`` is exact in the type of the points."""
    if scheme == "complex":
        # As small as the type can hold with room for small derivatives: the error is its square.
        return np.full(len(x), 1e-100 if resolution <= np.finfo(np.float64).eps else 1e-20)
    steps = resolution ** STEPS[scheme] * np.maximum(1.0, abs(x)) * np.where(x < 0, -1.0, 1.0)
    ahead: NDArray[np.float64] = (x + steps).astype(kind).astype(np.float64)
    return ahead - x
