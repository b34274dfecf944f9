from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from solver import InputError
from solver.derivatives import color_jacobian
from tests import naive
from tests.solver.derivatives.strategies import matrices, random_matrix, random_values

pytestmark = pytest.mark.tiny


def arrow(n):
    matrix = np.eye(n, dtype=bool)
    matrix[0] = matrix[:, 0] = True
    return matrix


@given(matrices())
def test_what_is_compressed_is_recovered(matrix):
    values = random_values(matrix)
    coloring = color_jacobian(matrix, "both")
    by_columns, by_rows = coloring.compress(values)
    assert by_columns.shape == (matrix.shape[0], coloring.column_k)
    assert by_rows.shape == (matrix.shape[1], coloring.row_k)
    recovered = coloring.recover(by_columns, by_rows)
    assert np.array_equal(recovered.toarray(), values)
    assert recovered.nnz == matrix.sum()
    recovered = coloring.recover(
        (values @ direction for direction in coloring.column_directions()),
        [values.T @ direction for direction in coloring.row_directions()],
    )
    assert np.array_equal(recovered.toarray(), values)


@pytest.mark.parametrize(("shape", "density"), [((40, 30), 0.1), ((20, 60), 0.05), ((30, 30), 0.2)])
def test_dense_rows_and_columns_are_recovered(shape, density):
    for seed in range(3):
        matrix = random_matrix(*shape, density, seed)
        matrix[:3] = matrix[:, :2] = True
        values = random_values(matrix)
        coloring = color_jacobian(matrix, "both")
        assert np.array_equal(coloring.recover(*coloring.compress(values)).toarray(), values)
        assert coloring.k < min(color_jacobian(matrix).k, color_jacobian(matrix, "rows").k)


@given(matrices())
def test_the_bound_holds(matrix):
    coloring = color_jacobian(matrix, "both")
    assert coloring.lower_bound <= coloring.k == coloring.column_k + coloring.row_k
    assert coloring.proven == (coloring.k == coloring.lower_bound)
    assert coloring.lower_bound * max(*matrix.shape, 1) >= matrix.sum()


@given(matrices())
def test_colors_have_no_gaps_and_what_is_empty_has_none(matrix):
    coloring = color_jacobian(matrix, "both")
    for colors, k in (
        (coloring.column_colors, coloring.column_k),
        (coloring.row_colors, coloring.row_k),
    ):
        assert set(colors.tolist()) - {-1} == set(range(k))
    empty = matrix.sum(axis=0) == 0
    assert np.all(coloring.column_colors[empty] == -1)


def split_colors(matrix, length):
    """Colors of the columns in rows up to a length, and of the longer rows; first fits as numbered."""
    short, long = matrix[matrix.sum(axis=1) <= length], matrix[matrix.sum(axis=1) > length].T
    total = 0
    for part in (short, long):
        rows = [set(np.flatnonzero(row).tolist()) for row in part]
        colors = naive.first_fit(part.shape[1], naive.column_edges(rows), range(part.shape[1]))
        occupied = np.flatnonzero(part.any(axis=0))
        total += max((colors[j] + 1 for j in occupied.tolist()), default=0)
    return total


@given(matrices())
def test_no_length_of_rows_or_columns_gives_fewer_colors(matrix):
    best = min(
        split_colors(side, length)
        for side in (matrix, matrix.T)
        for length in np.unique(np.append(side.sum(axis=1), 0)).tolist()
    )
    assert color_jacobian(matrix, "both").k <= best


def test_an_arrow_takes_three_products():
    coloring = color_jacobian(arrow(50), "both")
    assert coloring.k == 3
    assert color_jacobian(arrow(50)).k == color_jacobian(arrow(50), "rows").k == 50


def test_one_side_is_enough_where_it_is_best():
    tall = np.zeros((30, 3), bool)
    tall[:, 0] = tall[10:, 1] = tall[20:, 2] = True
    coloring = color_jacobian(tall, "both")
    assert (coloring.column_k, coloring.row_k) == (3, 0)
    coloring = color_jacobian(tall.T, "both")
    assert (coloring.column_k, coloring.row_k) == (0, 3)
    assert coloring.recover(*coloring.compress(tall.T)).toarray().tolist() == tall.T.tolist()


def test_the_dtype_is_that_of_the_products():
    values = random_values(arrow(6), dtype=np.complex64)
    coloring = color_jacobian(values, "both")
    columns, rows = coloring.seed(np.complex64)
    recovered = coloring.recover(values @ columns, values.T @ rows)
    assert recovered.dtype == np.complex64
    assert np.array_equal(recovered.toarray(), values)


def test_wrong_arguments_are_refused():
    with pytest.raises(InputError, match="expected the name of an order"):
        color_jacobian(np.eye(3), "both", order=[0, 1, 2])
    with pytest.raises(InputError, match="order = 'best': expected 'auto'"):
        color_jacobian(np.eye(3), "both", order="best")
    coloring = color_jacobian(arrow(4), "both")
    columns, rows = coloring.compress(arrow(4))
    with pytest.raises(InputError, match=r"by_rows\.shape"):
        coloring.recover(columns, rows[:2])
    with pytest.raises(InputError, match="by_columns: number of products = 0"):
        coloring.recover([], rows)
    with pytest.raises(InputError, match=r"matrix.shape = \(2, 2\): expected \(4, 4\)"):
        coloring.compress(np.eye(2))
