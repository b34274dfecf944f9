"""
Rows and columns together, so that a few dense rows do not cost a color for each of their nonzeros.

Rows above some length are colored as rows, and their nonzeros are read off the products with those; the
columns are colored in the remaining rows. Or the same with columns and rows exchanged. The best length
is unknown: some two dozen are tried, each with two first fits; a length is skipped if its longest
remaining row and the fullest column of the dense part already need more colors than the best.

Coleman and Verma (1998), doi:10.1137/S1064827595295349, and Hossain and Steihaug (1998), split a matrix
in this way. First-fit star coloring of rows and columns, without the colors that no hub needs, was
worse: on an arrow, a block and an R-MAT matrix it needed 3000, 1624 and 1308 colors, lengths 3, 46, 416.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ..errors import expected
from . import products
from .attempts import Colors, count_colors
from .partial_distance2 import alone, color_columns
from .pattern import Pattern
from .products import Products, Reading

if TYPE_CHECKING:
    import scipy.sparse

#: Number of lengths tried.
LENGTHS = 24


@dataclass(frozen=True, eq=False)
class BidirectionalColoring:
    """
    Columns and rows of a Jacobian that may be added, and its recovery from the sums.

    Attributes
    ----------
    pattern
        Pattern of the Jacobian, ``(m, n)``.
    column_colors, row_colors
        int32[n] and int32[m], the product to which each contributes, -1 for none.
    column_k, row_k
        Number of products ``J @ direction`` and ``J.T @ direction``.
    lower_bound
        Lower bound on the number of colors: nonzeros divided by those that a product can show, at most
        the longer side of the matrix.
    """

    pattern: Pattern
    column_colors: NDArray[np.int32]
    row_colors: NDArray[np.int32]
    column_k: int
    row_k: int
    lower_bound: int

    @property
    def k(self) -> int:
        """Number of products of both kinds."""
        return self.column_k + self.row_k

    @property
    def proven(self) -> bool:
        """Whether the coloring is proven optimal."""
        return self.k == self.lower_bound

    def seed(self, dtype: DTypeLike = np.float64) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return all directions as columns of zeros and ones: (n, column_k) and (m, row_k)."""
        return (
            products.seed(self.column_colors, self.column_k, dtype),
            products.seed(self.row_colors, self.row_k, dtype),
        )

    def column_directions(self, dtype: DTypeLike = np.float64) -> Iterator[NDArray[Any]]:
        """Yield the directions for ``J`` one at a time, arrays (n,)."""
        return products.directions(self.column_colors, self.column_k, dtype)

    def row_directions(self, dtype: DTypeLike = np.float64) -> Iterator[NDArray[Any]]:
        """Yield the directions for ``J.T`` one at a time, arrays (m,)."""
        return products.directions(self.row_colors, self.row_k, dtype)

    def compress(self, matrix: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the products of a known matrix: ``matrix @ seed[0]`` and ``matrix.T @ seed[1]``."""
        if tuple(matrix.shape) != self.pattern.shape:
            raise expected("matrix.shape", tuple(matrix.shape), f"{self.pattern.shape}")
        columns, rows = self.seed()
        return np.asarray(matrix @ columns), np.asarray(matrix.T @ rows)

    def recover(self, by_columns: Products, by_rows: Products) -> scipy.sparse.csr_array:
        """
        Recover the Jacobian from its products.

        Parameters
        ----------
        by_columns
            Products ``J @ direction``: an array (m, column_k), or arrays (m,) in turn.
        by_rows
            Products ``J.T @ direction``: an array (n, row_k), or arrays (n,) in turn.

        Returns
        -------
        scipy.sparse.csr_array
            (m, n), in the dtype of the products. O(nnz).

        Raises
        ------
        InputError
            If the number of products is not that of colors, or one has a wrong length.
        """
        shown, columns, rows = self._readings
        first, second = columns.read(by_columns), rows.read(by_rows)
        if not self.row_k or not self.column_k:
            return self.pattern.filled(first if self.column_k else second)
        data = np.empty(self.pattern.nnz, np.result_type(first, second))
        data[shown] = first
        data[~shown] = second
        return self.pattern.filled(data)

    @functools.cached_property
    def _readings(self) -> tuple[NDArray[np.bool_], Reading, Reading]:
        (m, n), rows, columns = self.pattern.shape, self.pattern.heads, self.pattern.indices
        by_column = alone(self.pattern, self.column_colors).astype(bool)
        i, j = rows[by_column], columns[by_column]
        first = Reading("by_columns", m, self.column_k, i, self.column_colors[j])
        i, j = rows[~by_column], columns[~by_column]
        return by_column, first, Reading("by_rows", n, self.row_k, j, self.row_colors[i])


def color_both(pattern: Pattern, order: str | ArrayLike) -> BidirectionalColoring:
    """Color rows and columns; see :func:`color_jacobian`."""
    if not isinstance(order, str):
        raise expected("order", order, "the name of an order, because by = 'both'")
    by_rows, by_columns = _best_split(pattern), _best_split(pattern.transposed)
    if by_rows.k <= by_columns.k:
        columns, rows = _colored(_split(pattern, by_rows.length), order)
    else:
        rows, columns = _colored(_split(pattern.transposed, by_columns.length), order)
    shown = alone(pattern, columns).astype(bool)
    shown |= _alone_in_column(pattern, rows)
    if not shown.all():
        raise AssertionError(f"bidirectional coloring of {pattern} is wrong: please report this")
    fewest = -(-pattern.nnz // max(*pattern.shape, 1))
    return BidirectionalColoring(
        pattern, columns, rows, count_colors(columns), count_colors(rows), fewest
    )


def _alone_in_column(pattern: Pattern, row_colors: Colors) -> NDArray[np.bool_]:
    """Mark the nonzeros whose row has a color that no other nonzero of the column has."""
    other = pattern.transposed
    # The places of the transpose by rows of the pattern: a stable sort by row.
    marks = np.empty(pattern.nnz, bool)
    marks[np.argsort(pattern.indices, kind="stable")] = alone(other, row_colors)
    return marks


class _Split(NamedTuple):
    """Rows up to some length and longer rows, each with empty rows in place of the others."""

    short: Pattern
    long: Pattern


def _split(pattern: Pattern, length: int) -> _Split:
    is_short = pattern.lengths <= length
    return _Split(_some_rows(pattern, is_short), _some_rows(pattern, ~is_short))


def _some_rows(pattern: Pattern, chosen: NDArray[np.bool_]) -> Pattern:
    starts = np.zeros_like(pattern.indptr)
    np.cumsum(np.where(chosen, pattern.lengths, 0), out=starts[1:])
    return Pattern(pattern.shape, starts, pattern.indices[np.repeat(chosen, pattern.lengths)])


class _Best(NamedTuple):
    """Length above which rows are best colored as rows, and the number of colors."""

    length: int
    k: int


def _best_split(pattern: Pattern) -> _Best:
    lengths = np.unique(pattern.lengths)
    if len(lengths) > LENGTHS:
        chosen = np.unique(np.geomspace(1, len(lengths), LENGTHS).astype(np.int64) - 1)
        lengths = lengths[chosen]
    best = _Best(0, pattern.nnz + 1)
    for length in lengths[::-1].tolist():
        fullest = np.bincount(pattern.indices[np.repeat(pattern.lengths > length, pattern.lengths)])
        if length + int(fullest.max(initial=0)) < best.k:
            k = sum(map(count_colors, _colored(_split(pattern, length), "natural")))
            best = min(best, _Best(length, k), key=lambda choice: choice.k)
    return best


def _colored(split: _Split, order: str) -> tuple[Colors, Colors]:
    return _occupied(split.short, order), _occupied(split.long.transposed, order)


def _occupied(pattern: Pattern, order: str) -> Colors:
    """Return the colors of the columns, -1 for one without nonzeros."""
    _, colors = color_columns(pattern, order)
    return np.where(pattern.transposed.lengths > 0, colors, np.int32(-1))
