"""Places of the nonzeros of a matrix, by rows and, on demand, by columns."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.derivatives import column_orders
from .._kernels.graphs import csr
from ..errors import InputError, expected
from ..graphs.graph import MAX_VERTICES, Graph

if TYPE_CHECKING:
    import scipy.sparse

#: A SciPy sparse matrix or array of any format, or a dense array.
MatrixLike: TypeAlias = "scipy.sparse.sparray | scipy.sparse.spmatrix | ArrayLike"


def _diagonal(places: NDArray[np.bool_]) -> Any:
    from scipy.sparse import csr_array

    starts = np.zeros(len(places) + 1, np.int32)
    np.cumsum(places, out=starts[1:])
    where = np.flatnonzero(places).astype(np.int32)
    return csr_array((np.ones(len(where), np.int8), where, starts), shape=(len(places),) * 2)


@dataclass(frozen=True, eq=False)
class Pattern:
    """
    The places of the nonzeros of an ``(m, n)`` matrix.

    Attributes
    ----------
    shape
        ``(m, n)``.
    indptr
        int64[m + 1]; row ``i`` is ``indices[indptr[i]:indptr[i + 1]]``.
    indices
        int32[nnz], columns of each row, increasing.
    """

    shape: tuple[int, int]
    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]

    @classmethod
    def of(cls, matrix: MatrixLike | Pattern) -> Pattern:
        """
        Return the pattern of a matrix: stored entries of a sparse one, nonzeros of a dense one.

        Stored zeros count, except in a DIA matrix, where SciPy stores them only to fill its diagonals.

        Raises
        ------
        InputError
            If it is not a matrix, or is too large.
        """
        from scipy.sparse import csr_array, issparse

        if isinstance(matrix, Pattern):
            return matrix
        if issparse(matrix):
            sparse: Any = matrix
            if sparse.ndim != 2:
                raise expected("pattern.shape", sparse.shape, "(m, n)")
            rows = sparse.tocsr()
            if not rows.has_canonical_format:
                # Ones, because sums of repeated entries might overflow or be NaN.
                ones = np.ones(len(rows.indices), np.int8)
                rows = csr_array((ones, rows.indices, rows.indptr), rows.shape, copy=True)
                rows.sum_duplicates()
        elif hasattr(matrix, "todense") and hasattr(matrix, "indices"):
            rows = _from_coordinates(matrix)
        else:
            # NumPy would take any other object with a length apart, element by element.
            legal = "a sparse matrix or an array (m, n) of numbers"
            is_nested = isinstance(matrix, Sequence) and not isinstance(matrix, str | bytes)
            if not is_nested and not hasattr(matrix, "__array__"):
                raise expected("pattern", matrix, legal)
            try:
                array = np.asarray(matrix)
            except ValueError:  # rows of different lengths
                raise expected("pattern", matrix, legal) from None
            if array.ndim != 2 or array.dtype.kind not in "biufc":
                raise InputError(
                    "pattern: expected a sparse matrix or an array (m, n) of numbers, not "
                    f"{array.dtype.name} {array.shape}"
                )
            rows = csr_array(array != 0)
        m, n = rows.shape
        if max(m, n) > MAX_VERTICES:
            raise expected("pattern.shape", (m, n), f"at most {MAX_VERTICES} rows and columns")
        low, high = int(rows.indices.min(initial=0)), int(rows.indices.max(initial=-1))
        if low < 0 or high >= n:  # SciPy does not check
            raise expected("pattern: column", low if low < 0 else high, f"0 <= column < {n}")
        return cls((m, n), rows.indptr.astype(np.int64), rows.indices.astype(np.int32))

    @classmethod
    def of_graph(cls, graph: Graph) -> Pattern:
        """Return the adjacency pattern of a graph; shares its arrays."""
        return cls((graph.n, graph.n), graph.indptr, graph.indices)

    @functools.cached_property
    def closed(self) -> Pattern:
        """The square pattern with its whole diagonal."""
        n = self.shape[0]
        absent = np.ones(n, bool)
        absent[self.indices[self.heads == self.indices]] = False
        if not absent.any():
            return self
        return Pattern.of(self.filled(np.ones(self.nnz, np.int8)) + _diagonal(absent))

    @functools.cached_property
    def transposed(self) -> Pattern:
        """The pattern of the transpose; O(m + n + nnz), once."""
        m, n = self.shape
        starts = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(self.indices, minlength=n), out=starts[1:])
        rows = np.empty_like(self.indices)
        csr.transpose(self.indptr, self.indices, starts[:-1].copy(), rows)
        other = Pattern((n, m), starts, rows)
        other.__dict__["transposed"] = self
        return other

    @functools.cached_property
    def mirror(self) -> NDArray[np.int64]:
        """Index of the transpose of each place, int64[nnz]; for a symmetric pattern."""
        places = np.empty(self.nnz, np.int64)
        csr.mirror(self.indptr, self.indices, self.indptr[:-1].copy(), places)
        return places

    @functools.cached_property
    def degrees(self) -> NDArray[np.int32]:
        """Number of columns that share a row with each column, int32[n]."""
        n = self.shape[1]
        columns = self.transposed
        counts = np.empty(n, np.int32)
        column_orders.count_neighbors(
            columns.indptr,
            columns.indices,
            self.indptr,
            self.indices,
            np.full(n, -1, np.int32),
            counts,
        )
        return counts

    @property
    def nnz(self) -> int:
        """Number of places."""
        return len(self.indices)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of nonzeros of each row, int64[m]."""
        return np.diff(self.indptr)

    @property
    def heads(self) -> NDArray[np.int32]:
        """Row of each nonzero, int32[nnz]."""
        return np.repeat(np.arange(self.shape[0], dtype=np.int32), self.lengths)

    def filled(self, data: NDArray[Any]) -> scipy.sparse.csr_array:
        """Return the matrix with these values, in the order of ``indices``; shares no memory."""
        from scipy.sparse import csr_array

        width = np.int32 if self.nnz <= np.iinfo(np.int32).max else np.int64
        indices = self.indices.astype(width)
        return csr_array((data, indices, self.indptr.astype(width)), shape=self.shape)

    def __repr__(self) -> str:
        return f"Pattern(shape={self.shape}, nnz={self.nnz})"


def _from_coordinates(matrix: Any) -> Any:
    """Return the pattern of a JAX ``BCOO`` matrix: ``indices`` (nnz, 2), padding out of range."""
    from scipy.sparse import csr_array

    indices = np.asarray(matrix.indices)
    if len(matrix.shape) != 2 or indices.ndim != 2 or indices.shape[1] != 2:
        raise InputError(
            f"pattern has shape {tuple(matrix.shape)} and indices of shape {indices.shape}:"
            " expected (m, n) and (nnz, 2)"
        )
    rows, columns = indices[np.all((indices >= 0) & (indices < np.array(matrix.shape)), axis=1)].T
    pattern = csr_array((np.ones(len(rows), np.int8), (rows, columns)), matrix.shape)
    pattern.sum_duplicates()
    return pattern
