"""Jacobians from few products, by coloring columns, rows or both; see :func:`color_jacobian`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ..errors import expected
from . import products
from .attempts import count_colors
from .bidirectional import BidirectionalColoring, color_both
from .partial_distance2 import color_columns
from .pattern import Pattern
from .products import Products, Reading

if TYPE_CHECKING:
    import scipy.sparse

    from .pattern import MatrixLike


@dataclass(frozen=True, eq=False)
class JacobianColoring:
    """
    Columns or rows of a Jacobian that may be added, and its recovery from the sums.

    Attributes
    ----------
    pattern
        Pattern of the Jacobian, ``(m, n)``.
    by
        ``"columns"``: the products are ``J @ direction``, from forward mode or finite differences.
        ``"rows"``: they are ``J.T @ direction``, from reverse mode.
    colors
        int32[n] or int32[m], the product to which each column or row contributes.
    k
        Number of colors, which is the number of products.
    lower_bound
        Lower bound on the number of colors: nonzeros of the longest row, or column.
    method
        Source of the coloring: the name of an order, ``"given"`` for a permutation, or ``"periodic"``.
    """

    pattern: Pattern
    by: str
    colors: NDArray[np.int32]
    k: int
    lower_bound: int
    method: str

    @property
    def proven(self) -> bool:
        """Whether the coloring is proven optimal."""
        return self.k == self.lower_bound

    def seed(self, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return all directions as columns of zeros and ones, (n, k), or (m, k) by rows."""
        return products.seed(self.colors, self.k, dtype)

    def directions(self, dtype: DTypeLike = np.float64) -> Iterator[NDArray[Any]]:
        """Yield the directions one at a time, arrays (n,), or (m,) by rows."""
        return products.directions(self.colors, self.k, dtype)

    def compress(self, matrix: Any) -> NDArray[Any]:
        """
        Return the products of a known matrix: ``matrix @ seed``, or ``matrix.T @ seed`` by rows.

        Parameters
        ----------
        matrix
            Sparse matrix, dense array or linear operator, with the shape of the pattern.

        Returns
        -------
        ndarray
            (m, k), or (n, k) by rows.
        """
        if tuple(matrix.shape) != self.pattern.shape:
            raise expected("matrix.shape", tuple(matrix.shape), f"{self.pattern.shape}")
        return np.asarray((matrix if self.by == "columns" else matrix.T) @ self.seed())

    def recover(self, compressed: Products) -> scipy.sparse.csr_array:
        """
        Recover the Jacobian from its products.

        Parameters
        ----------
        compressed
            Array (m, k), or (n, k) by rows, with a product in each column; or the ``k`` products in
            turn, in a list or from a generator, which need not all be in memory.

        Returns
        -------
        scipy.sparse.csr_array
            (m, n), in the dtype of the products, with the pattern of the coloring. O(nnz).

        Raises
        ------
        InputError
            If there are not ``k`` products, or one has another length.
        """
        return self.pattern.filled(self.reading.read(compressed))

    @functools.cached_property
    def reading(self) -> Reading:
        """Place of each nonzero in the products."""
        m, n = self.pattern.shape
        rows, columns = self.pattern.heads, self.pattern.indices
        if self.by == "columns":
            return Reading("compressed", m, self.k, rows, self.colors[columns])
        return Reading("compressed", n, self.k, columns, self.colors[rows])


@overload
def color_jacobian(
    pattern: MatrixLike | Pattern,
    by: Literal["columns", "rows"] = "columns",
    *,
    order: str | ArrayLike = "auto",
) -> JacobianColoring: ...


@overload
def color_jacobian(
    pattern: MatrixLike | Pattern, by: Literal["both"], *, order: str = "auto"
) -> BidirectionalColoring: ...


def color_jacobian(
    pattern: MatrixLike | Pattern, by: str = "columns", *, order: str | ArrayLike = "auto"
) -> JacobianColoring | BidirectionalColoring:
    """
    Color a Jacobian, so that few products with it determine all its nonzeros [1]_ [2]_.

    Columns without a common row may get the same color: their sum, a product with a vector of zeros and
    ones, still shows each of their nonzeros alone. So the number of products is that of colors instead
    of columns.

    Parameters
    ----------
    pattern
        Places of possible nonzeros: a SciPy sparse matrix of any format and shape, in which stored zeros
        count (except in DIA, where SciPy omits them), or a dense array, for instance of bool.
    by
        ``"columns"`` for products ``J @ v``: forward mode, finite differences, complex step.
        ``"rows"`` for products ``J.T @ v``: reverse mode. ``"both"`` if both are available: then a few
        dense rows or columns cost only one product each.
    order
        Order in which columns, or rows, get the lowest free color.

        ``"auto"``
            Until one is proven optimal: ``"natural"``; a periodic coloring [3]_, if the pattern is that
            of a regular mesh; ``"largest_first"`` and ``"smallest_last"``, improved by iterated greedy
            [4]_.
        ``"natural"``
            Order of the numbers.
        ``"largest_first"``
            Falling number of neighbors, which are the columns that share a row.
        ``"smallest_last"``
            Reverse of repeatedly removing a column with the fewest remaining neighbors.
        ``"incidence_degree"``
            In each step the column with the most colored neighbors.

        Or a permutation, integers (n,), or (m,) by rows; not with ``by="both"``.

    Returns
    -------
    JacobianColoring or BidirectionalColoring
        Coloring, the same on every machine.

    Raises
    ------
    InputError
        If an argument is invalid.

    References
    ----------
    .. [1] Curtis, Powell and Reid (1974). On the estimation of sparse Jacobian matrices. *IMA Journal of
       Applied Mathematics* 13: 117-119. doi:10.1093/imamat/13.1.117
    .. [2] Gebremedhin, Manne and Pothen (2005). What color is your Jacobian? Graph coloring for
       computing derivatives. *SIAM Review* 47: 629-705. doi:10.1137/S0036144504444711
    .. [3] Goldfarb and Toint (1984). Optimal estimation of Jacobian and Hessian matrices that arise in
       finite difference calculations. *Mathematics of Computation* 43: 69-88.
    .. [4] Culberson and Luo (1996). Exploring the k-colorable landscape with iterated greedy. *Cliques,
       Coloring, and Satisfiability*, DIMACS 26: 245-284. doi:10.1090/dimacs/026/12

    Examples
    --------
    The Jacobian of ``x[i]**2 - x[i - 1] - x[i + 1]``, of any size, from three differences:

    >>> import numpy as np, scipy.sparse
    >>> from solver.derivatives import color_jacobian
    >>> def f(x):
    ...     return x**2 - np.roll(x, 1) * (np.arange(6) > 0) - np.roll(x, -1) * (np.arange(6) < 5)
    >>> tridiagonal = scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(6, 6))
    >>> coloring = color_jacobian(tridiagonal)
    >>> coloring.colors, coloring.k, coloring.proven
    (array([0, 1, 2, 0, 1, 2], dtype=int32), 3, True)
    >>> x, h = np.arange(6.0), 2.0**-20
    >>> jacobian = coloring.recover((f(x + h * v) - f(x)) / h for v in coloring.directions())
    >>> jacobian.toarray().round(3)
    array([[ 0., -1.,  0.,  0.,  0.,  0.],
           [-1.,  2., -1.,  0.,  0.,  0.],
           [ 0., -1.,  4., -1.,  0.,  0.],
           [ 0.,  0., -1.,  6., -1.,  0.],
           [ 0.,  0.,  0., -1.,  8., -1.],
           [ 0.,  0.,  0.,  0., -1., 10.]])
    """
    if by not in ("columns", "rows", "both"):
        raise expected("by", by, "'columns', 'rows' or 'both'")
    places = Pattern.of(pattern)
    if by == "both":
        return color_both(places, order)
    colored = places if by == "columns" else places.transposed
    method, colors = color_columns(colored, order)
    fewest = int(colored.lengths.max(initial=0))
    k = count_colors(colors)
    return JacobianColoring(places, by, colors, k, max(fewest, min(k, 1)), method)
