"""Hessians from few products, recovered directly or by substitution; see :func:`color_hessian`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .._kernels.derivatives import acyclic
from ..cliques.clique import clique
from ..errors import InputError, expected
from ..graphs.graph import Graph, unchecked
from ..sequential.orders import core_numbers
from . import products
from .acyclic import acyclic_coloring, leaves
from .attempts import count_colors
from .partial_distance2 import alone
from .pattern import Pattern
from .products import Products, Reading
from .star import star_coloring

if TYPE_CHECKING:
    import scipy.sparse

    from .pattern import MatrixLike


@dataclass(frozen=True, eq=False)
class HessianColoring:
    """
    Columns of a Hessian that may be added, and its recovery from the sums.

    Attributes
    ----------
    pattern
        Pattern of the Hessian, ``(n, n)``, symmetric.
    recovery
        ``"direct"`` (a star coloring) or ``"substitution"`` (an acyclic coloring).
    colors
        int32[n], the product to which each column contributes.
    k
        Number of colors, which is the number of products.
    method
        Source of the coloring: the name of an order, ``"given"`` for a permutation, ``"distance_2"``, or
        ``"breadth_first"`` for the order of a new numbering.

    References
    ----------
    .. [1] Gebremedhin, Manne and Pothen (2005), sections 4 and 5. doi:10.1137/S0036144504444711
    """

    pattern: Pattern
    recovery: str
    colors: NDArray[np.int32]
    k: int
    method: str

    @functools.cached_property
    def lower_bound(self) -> int:
        """
        Lower bound on the colors of a star or acyclic coloring of the pattern; computed on first access.

        The size of a clique, or a bound from the number of edges. (There are ways to recover a matrix
        from fewer products than colors: Gebremedhin, Manne and Pothen, 2005.)
        """
        return _lower_bound(_graph(self.pattern))

    @property
    def proven(self) -> bool:
        """Whether the coloring is proven optimal among those of its kind."""
        return self.k == self.lower_bound

    def seed(self, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return all directions as the columns of an array (n, k) of zeros and ones."""
        return products.seed(self.colors, self.k, dtype)

    def directions(self, dtype: DTypeLike = np.float64) -> Iterator[NDArray[Any]]:
        """Yield the directions one at a time, arrays (n,)."""
        return products.directions(self.colors, self.k, dtype)

    def compress(self, matrix: Any) -> NDArray[Any]:
        """Return the products ``matrix @ seed``, (n, k), of a known matrix or operator."""
        if tuple(matrix.shape) != self.pattern.shape:
            raise expected("matrix.shape", tuple(matrix.shape), f"{self.pattern.shape}")
        return np.asarray(matrix @ self.seed())

    def recover(self, compressed: Products) -> scipy.sparse.csr_array:
        """
        Recover the Hessian from its products.

        Parameters
        ----------
        compressed
            Array (n, k) with a product in each column; or the ``k`` products (n,) in turn, in a list or
            from a generator, which need not all be in memory for direct recovery.

        Returns
        -------
        scipy.sparse.csr_array
            (n, n), symmetric to the last bit, with the pattern of the coloring and the dtype of the
            products, O(nnz). Substitution computes in float64 or complex128 and returns at least floats.

        Raises
        ------
        InputError
            If there are not ``k`` products, or one has another length.
        """
        if self.recovery == "direct":
            return self.pattern.filled(self.reading.read(compressed))
        return self.pattern.filled(self._substitute(compressed))

    @functools.cached_property
    def reading(self) -> Reading:
        """Place of each nonzero in the products."""
        rows, columns = self.pattern.heads, self.pattern.indices
        shown = alone(self.pattern, self.colors).astype(bool)
        # Entries below the diagonal are those above it, so that rounding leaves the matrix symmetric.
        above = np.where(rows <= columns, np.arange(self.pattern.nnz), self.pattern.mirror)
        rows, columns, shown = rows[above], columns[above], shown[above]
        # Where a row does not show a nonzero alone, the row of its transpose does.
        places = np.where(shown, rows, columns)
        colors = self.colors[np.where(shown, columns, rows)]
        return Reading("compressed", self.pattern.shape[0], self.k, places, colors)

    def _substitute(self, compressed: Products) -> NDArray[Any]:
        stacked = products.stacked(compressed, "compressed", self.pattern.shape[0], self.k)
        dtype = np.result_type(stacked, np.float32)
        wide = np.complex128 if dtype.kind == "c" else np.float64
        rows, columns = self.pattern.heads, self.pattern.indices
        rest = np.array(stacked, wide, order="C")
        data = np.empty(self.pattern.nnz, wide)
        diagonal = np.flatnonzero(rows == columns)
        data[diagonal] = rest[rows[diagonal], self.colors[rows[diagonal]]]
        acyclic.substitute(rows, columns, self.pattern.mirror, self.colors, self._leaves, rest, data)
        return data.astype(dtype)

    @functools.cached_property
    def _leaves(self) -> NDArray[np.int64]:
        return leaves(self.pattern, self.colors)


def color_hessian(
    pattern: MatrixLike | Pattern, recovery: str = "direct", *, order: str | ArrayLike = "auto"
) -> HessianColoring:
    """
    Color a Hessian, or another symmetric matrix, so that few products determine its nonzeros [1]_.

    Like :func:`color_jacobian`, but each nonzero has two places and must be shown in only one of them.

    Parameters
    ----------
    pattern
        Places of possible nonzeros, both triangles: a SciPy sparse matrix of any format, in which stored
        zeros count (except in DIA, where SciPy omits them), or a dense array, for instance of bool.
    recovery
        ``"direct"``: each nonzero is an entry of a product; a star coloring. ``"substitution"``: usually
        fewer products, and subtractions whose errors may accumulate along the trees of an acyclic
        coloring.
    order
        Order of the columns as vertices of the adjacency graph; see :func:`star_color` and
        :func:`acyclic_color`.

    Returns
    -------
    HessianColoring
        Coloring, the same on every machine.

    Raises
    ------
    InputError
        If an argument is invalid or the pattern is not symmetric.

    References
    ----------
    .. [1] Gebremedhin, Pothen, Tarafdar and Walther (2009). Efficient computation of sparse Hessians
       using coloring and automatic differentiation. *INFORMS Journal on Computing* 21: 209-223.
       doi:10.1287/ijoc.1080.0286

    Examples
    --------
    The Hessian of ``sum((x[i + 1] - x[i]**2)**2)`` from differences of its gradient, for any number of
    variables:

    >>> import numpy as np, scipy.sparse
    >>> from solver.derivatives import color_hessian
    >>> def gradient(x):
    ...     d = x[1:] - x[:-1] ** 2
    ...     return np.append(-4 * x[:-1] * d, 0) + np.append(0, 2 * d)
    >>> tridiagonal = scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(5, 5))
    >>> coloring = color_hessian(tridiagonal, "substitution")
    >>> coloring.k, coloring.proven
    (2, True)
    >>> x, h = np.ones(5), 2.0**-20
    >>> differences = (gradient(x + h * v) - gradient(x) for v in coloring.directions())
    >>> hessian = coloring.recover(differences) / h
    >>> hessian.toarray().round(3)
    array([[ 8., -4.,  0.,  0.,  0.],
           [-4., 10., -4.,  0.,  0.],
           [ 0., -4., 10., -4.,  0.],
           [ 0.,  0., -4., 10., -4.],
           [ 0.,  0.,  0., -4.,  2.]])
    """
    if recovery not in ("direct", "substitution"):
        raise expected("recovery", recovery, "'direct' or 'substitution'")
    places = Pattern.of(pattern)
    graph = _graph(places)
    fewest = _for_edges(graph.n, graph.m, 1)
    color = star_coloring if recovery == "direct" else acyclic_coloring
    method, colors = color(graph, order, fewest)
    return HessianColoring(places, recovery, colors, count_colors(colors), method)


def _graph(pattern: Pattern) -> Graph:
    """Return the adjacency graph of a symmetric pattern, without its diagonal."""
    m, n = pattern.shape
    if m != n:
        raise expected("pattern.shape", pattern.shape, "a square matrix")
    other = pattern.transposed
    same = np.array_equal(pattern.lengths, other.lengths)
    if not (same and np.array_equal(pattern.indices, other.indices)):
        here = pattern.filled(np.ones(pattern.nnz, np.int8))
        one_sided = (here - here.T).tocoo()
        k = int(np.argmax(one_sided.data > 0))
        i, j = int(one_sided.row[k]), int(one_sided.col[k])
        raise InputError(
            f"pattern: expected both triangles of a symmetric matrix, but ({i}, {j}) has a nonzero and "
            f"({j}, {i}) has none"
        )
    heads = pattern.heads
    aside = heads != pattern.indices
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(heads[aside], minlength=n), out=starts[1:])
    return unchecked(starts, pattern.indices[aside])


def _lower_bound(graph: Graph) -> int:
    """
    Return a lower bound for acyclic colorings, from a clique and the edges of the cores.

    Star colorings are acyclic. Two classes of ``a`` and ``b`` vertices have at most ``a + b - 1`` edges,
    those of a tree; so ``k`` colors allow at most ``(k - 1) n - k (k - 1) / 2`` edges.
    """
    if graph.m == 0:
        return min(graph.n, 1)
    cores = core_numbers(graph)
    u, v = graph.edges().T
    vertices = np.bincount(cores)[::-1].cumsum()[::-1]
    edges = np.bincount(np.minimum(cores[u], cores[v]), minlength=len(vertices))[::-1].cumsum()[::-1]
    k = len(clique(graph))
    for n, m in zip(vertices.tolist(), edges.tolist(), strict=True):
        k = _for_edges(n, m, k)
    return k


def _for_edges(n: int, m: int, k: int) -> int:
    """Return the number of colors, at least ``k``, that ``m`` edges require."""
    while k < n and (k - 1) * n - k * (k - 1) // 2 < m:
        k += 1
    return k
