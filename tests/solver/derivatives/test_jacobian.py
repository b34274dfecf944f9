from __future__ import annotations

import doctest

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize._numdiff import approx_derivative, group_columns

from solver import InputError
from solver.derivatives import color_hessian, color_jacobian, jacobian
from tests.solver.derivatives.strategies import matrices, random_matrix, random_values

BY = st.sampled_from(["columns", "rows"])


@pytest.mark.tiny
@given(matrices(), BY)
def test_what_is_compressed_is_recovered(matrix, by):
    values = random_values(matrix)
    coloring = color_jacobian(matrix, by)
    compressed = coloring.compress(values)
    assert compressed.shape == (matrix.shape[by == "rows"], coloring.k)
    recovered = coloring.recover(compressed)
    assert np.array_equal(recovered.toarray(), values)
    assert recovered.nnz == matrix.sum()


@pytest.mark.tiny
@given(matrices(), BY)
def test_products_may_come_one_at_a_time(matrix, by):
    values = random_values(matrix)
    coloring = color_jacobian(matrix, by)
    applied = values if by == "columns" else values.T
    recovered = coloring.recover(applied @ direction for direction in coloring.directions())
    assert np.array_equal(recovered.toarray(), values)
    products = [applied @ direction for direction in coloring.directions()]
    assert np.array_equal(coloring.recover(products).toarray(), values)


@pytest.mark.tiny
@given(matrices(), BY)
def test_directions_are_the_columns_of_the_seed(matrix, by):
    coloring = color_jacobian(matrix, by)
    seed = coloring.seed(np.int8)
    assert seed.shape == (matrix.shape[by == "columns"], coloring.k)
    assert np.array_equal(seed.sum(axis=1), np.ones(len(seed)))
    for c, direction in enumerate(coloring.directions(np.int8)):
        assert direction.dtype == np.int8
        assert np.array_equal(direction, seed[:, c])


@pytest.mark.tiny
@given(matrices(), BY)
def test_the_bound_holds_and_says_when_it_is_met(matrix, by):
    coloring = color_jacobian(matrix, by)
    counts = matrix.sum(axis=1 if by == "columns" else 0)
    fewest = max(counts, default=0)
    assert coloring.lower_bound in (fewest, 1)
    assert fewest <= coloring.lower_bound <= coloring.k
    assert coloring.proven == (coloring.k == coloring.lower_bound)


@pytest.mark.tiny
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128, np.int64])
@pytest.mark.parametrize("by", ["columns", "rows"])
def test_the_dtype_is_that_of_the_products(dtype, by):
    values = random_values(random_matrix(7, 5, 0.3, 0), dtype=dtype)
    coloring = color_jacobian(values, by)
    applied = values if by == "columns" else values.T
    compressed = applied @ coloring.seed(dtype)
    for products in (compressed, list(compressed.T)):
        recovered = coloring.recover(products)
        assert recovered.dtype == dtype
        assert np.array_equal(recovered.toarray(), values)


@pytest.mark.tiny
def test_a_later_product_may_be_wider():
    coloring = color_jacobian(np.ones((1, 2)))
    recovered = coloring.recover([np.array([1]), np.array([2.5])])
    assert recovered.toarray().tolist() == [[1.0, 2.5]]


class Foreign:
    """An array of another library: it has a shape, and iterates over its rows."""

    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __array__(self, dtype=None, copy=None):
        return self.array

    def __iter__(self):
        return iter(self.array)


@pytest.mark.tiny
@pytest.mark.parametrize("color", [color_jacobian, color_hessian])
def test_an_array_of_another_library_has_its_products_in_columns(color):
    values = np.array([[1.0, 2.0, 5.0], [2.0, 3.0, 4.0], [5.0, 4.0, 6.0]])
    if color is color_jacobian:
        values[0, 1:] = 0
    coloring = color(values)
    assert coloring.k == len(values)  # so a transposed array would have the right shape
    recovered = coloring.recover(Foreign(coloring.compress(values)))
    assert np.array_equal(recovered.toarray(), values)


@pytest.mark.tiny
def test_sparse_matrices_and_operators_are_compressed_too():
    values = random_values(random_matrix(6, 8, 0.3, 1))
    for by in ("columns", "rows"):
        coloring = color_jacobian(values, by)
        expected = coloring.compress(values)
        for matrix in (
            scipy.sparse.csr_array(values),
            scipy.sparse.coo_matrix(values),
            scipy.sparse.linalg.aslinearoperator(values),
        ):
            assert np.array_equal(coloring.compress(matrix), expected)


@pytest.mark.tiny
def test_a_recovered_matrix_is_the_callers_own():
    coloring = color_jacobian(np.eye(3))
    first = coloring.recover(np.array([[1.0], [0.0], [2.0]]))
    first.eliminate_zeros()
    first.indices[:] = 0
    assert np.array_equal(coloring.recover(np.ones((3, 1))).toarray(), np.eye(3))


# ----------------------------------------------------------------------------------- real functions


def brusselator(z):
    """Right-hand side of the Brusselator with diffusion in 1-D, the two species interleaved."""
    u, v = z[::2], z[1::2]
    n = len(u)
    padded_u = np.concatenate([[1.0], u, [1.0]])
    padded_v = np.concatenate([[3.0], v, [3.0]])
    out = np.empty(2 * n, z.dtype)
    out[::2] = 1 + u * u * v - 4 * u + 0.02 * n * n * (padded_u[2:] - 2 * u + padded_u[:-2])
    out[1::2] = 3 * u - u * u * v + 0.02 * n * n * (padded_v[2:] - 2 * v + padded_v[:-2])
    return out


def brusselator_pattern(n):
    neighbors = scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(n, n))
    return scipy.sparse.kron(neighbors, np.eye(2)) + scipy.sparse.kron(np.eye(n), np.ones((2, 2)))


def heat(t):
    """Residual of stationary heat on a square, its conductivity rising with the temperature."""
    n = round(len(t) ** 0.5)
    grid = np.pad(t.reshape(n, n), 1)
    inside = grid[1:-1, 1:-1]
    flow = np.zeros_like(inside)
    for other in (grid[2:, 1:-1], grid[:-2, 1:-1], grid[1:-1, 2:], grid[1:-1, :-2]):
        flow += (1 + (inside + other) ** 2) * (other - inside)
    return flow.ravel()


def heat_pattern(n):
    line = scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(n, n))
    return scipy.sparse.kron(line, np.eye(n)) + scipy.sparse.kron(np.eye(n), line)


@pytest.mark.parametrize(
    ("function", "pattern"), [(brusselator, brusselator_pattern(30)), (heat, heat_pattern(9))]
)
def test_differences_by_color_are_those_column_by_column(function, pattern):
    x = 1 + np.random.default_rng(0).random(pattern.shape[1])
    coloring = color_jacobian(pattern)
    h = 1e-200  # complex step: exact to rounding
    products = (function(x + 1j * h * v).imag / h for v in coloring.directions())
    by_color = coloring.recover(products).toarray()
    one_by_one = np.stack([function(x + 1j * h * v).imag / h for v in np.eye(len(x))], axis=1)
    assert np.allclose(by_color, one_by_one, rtol=1e-14, atol=1e-14)
    assert coloring.k < len(x) / 4


@pytest.mark.parametrize(
    ("function", "pattern"), [(brusselator, brusselator_pattern(30)), (heat, heat_pattern(9))]
)
def test_scipy_differences_by_these_groups(function, pattern):
    x = 1 + np.random.default_rng(1).random(pattern.shape[1])
    coloring = color_jacobian(pattern)
    ours = approx_derivative(function, x, sparsity=(pattern, coloring.colors))
    theirs = approx_derivative(function, x, sparsity=(pattern, group_columns(pattern)))
    assert np.allclose(ours.toarray(), theirs.toarray(), rtol=1e-5, atol=1e-4)


@pytest.mark.tiny
@given(matrices(), st.integers(0, 3))
def test_no_more_colors_than_scipys_groups_as_numbered(matrix, seed):
    if 0 in matrix.shape:
        return
    groups = group_columns(matrix.astype(int), order=np.arange(matrix.shape[1]))
    assert color_jacobian(matrix).k <= max(groups) + 1


def test_a_dense_row_costs_by_columns_what_a_dense_column_costs_by_rows():
    arrow = np.eye(50, dtype=bool)
    arrow[0] = True
    assert color_jacobian(arrow).k == 50
    assert color_jacobian(arrow, "rows").k == 2
    assert color_jacobian(arrow.T).k == 2


# ----------------------------------------------------------------------------------------- bad input


@pytest.mark.tiny
def test_a_wrong_direction_is_refused():
    with pytest.raises(InputError, match="by = 'diagonals': expected 'columns', 'rows' or 'both'"):
        color_jacobian(np.eye(3), "diagonals")


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("products", "message"),
    [
        (np.ones((2, 3)), r"compressed.shape = \(2, 3\): expected \(3, 2\)"),
        ([np.ones(3)], "compressed: number of products = 1: expected 2, one for each color"),
        ([np.ones(3)] * 3, "compressed: number of products = 3: expected 2"),
        ([np.ones(3), np.ones(2)], r"compressed\[1\].shape = \(2,\): expected \(3,\)"),
    ],
)
def test_wrong_products_are_refused(products, message):
    coloring = color_jacobian(np.array([[1, 1, 0], [0, 1, 1], [0, 0, 1]]))
    assert coloring.k == 2
    with pytest.raises(InputError, match=message):
        coloring.recover(products)


@pytest.mark.tiny
def test_a_matrix_of_another_shape_is_refused():
    with pytest.raises(InputError, match=r"matrix.shape = \(3, 2\): expected \(2, 3\)"):
        color_jacobian(np.ones((2, 3))).compress(np.ones((3, 2)))


def test_the_examples_run():
    assert doctest.testmod(jacobian).failed == 0
