from __future__ import annotations

import doctest

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from solver import InputError
from solver.derivatives import color_hessian, hessian
from tests import naive
from tests.solver.derivatives.strategies import random_matrix, random_values
from tests.strategies import edge_lists

RECOVERIES = ["direct", "substitution"]


@st.composite
def symmetric_patterns(draw, max_n=10):
    """A small symmetric bool array; some diagonal entries are missing."""
    n, edges = draw(edge_lists(max_n, loops=True))
    matrix = np.zeros((n, n), bool)
    for a, b in edges:
        matrix[a, b] = matrix[b, a] = True
    return matrix


def symmetric_values(pattern, seed=0, dtype=float):
    values = np.triu(random_values(pattern, seed))
    return np.where(pattern, values + np.triu(values, 1).T, 0).astype(dtype)


@pytest.mark.tiny
@given(symmetric_patterns(), st.sampled_from(RECOVERIES))
def test_what_is_compressed_is_recovered(pattern, recovery):
    values = symmetric_values(pattern)
    coloring = color_hessian(pattern, recovery)
    compressed = coloring.compress(values)
    before = compressed.copy()
    recovered = coloring.recover(compressed)
    assert np.array_equal(recovered.toarray(), values)
    assert np.array_equal(compressed, before)
    assert recovered.nnz == pattern.sum()
    recovered = coloring.recover(values @ direction for direction in coloring.directions())
    assert np.array_equal(recovered.toarray(), values)


@pytest.mark.tiny
@pytest.mark.parametrize("recovery", RECOVERIES)
def test_larger_matrices_are_recovered(recovery):
    for seed, density in enumerate([0.02, 0.1, 0.4]):
        pattern = random_matrix(24, 24, density, seed)
        pattern |= pattern.T
        values = symmetric_values(pattern)
        coloring = color_hessian(pattern, recovery, order="largest_first")
        assert np.array_equal(coloring.recover(coloring.compress(values)).toarray(), values)


@pytest.mark.tiny
@pytest.mark.parametrize("recovery", RECOVERIES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_the_dtype_is_that_of_the_products(recovery, dtype):
    pattern = random_matrix(9, 9, 0.3, 0)
    values = symmetric_values(pattern | pattern.T, dtype=dtype)
    coloring = color_hessian(values, recovery)
    recovered = coloring.recover(values @ coloring.seed(dtype))
    assert recovered.dtype == dtype
    assert np.array_equal(recovered.toarray(), values)


@pytest.mark.tiny
@given(symmetric_patterns(max_n=6), st.sampled_from(RECOVERIES))
def test_the_bound_holds(pattern, recovery):
    n = len(pattern)
    edges = np.argwhere(np.triu(pattern, 1)).tolist()
    judge = naive.is_star_coloring if recovery == "direct" else naive.is_acyclic_coloring
    coloring = color_hessian(pattern, recovery)
    fewest = fewest_colors(n, lambda colors: judge(n, edges, colors))
    assert coloring.lower_bound <= fewest <= coloring.k
    assert coloring.proven == (coloring.k == coloring.lower_bound)


def fewest_colors(n, allowed):
    def extend(colors, k):
        v = len(colors)
        if v == n:
            return True
        choices = range(min(k, max(colors, default=-1) + 2))
        padding = [-1] * (n - v - 1)
        return any(allowed([*colors, c, *padding]) and extend([*colors, c], k) for c in choices)

    return next(k for k in range(n + 1) if extend([], k))


@pytest.mark.tiny
def test_a_dense_row_and_column_take_two_colors():
    arrow = np.eye(60, dtype=bool)
    arrow[0] = arrow[:, 0] = True
    for recovery in RECOVERIES:
        coloring = color_hessian(arrow, recovery)
        assert (coloring.k, coloring.proven) == (2, True)


# ----------------------------------------------------------------------------------- real functions


def rosenbrock_gradient(x):
    """Of the extended Rosenbrock function, sum 100 (x[i + 1] - x[i]^2)^2 + (1 - x[i])^2."""
    d = x[1:] - x[:-1] ** 2
    gradient = np.zeros_like(x)
    gradient[:-1] = -400 * x[:-1] * d - 2 * (1 - x[:-1])
    gradient[1:] += 200 * d
    return gradient


def membrane_gradient(x):
    """Of the sum over a mesh of (product of the differences along both diagonals of a square)^2."""
    n = round(len(x) ** 0.5)
    z = x.reshape(n, n)
    a, b = z[1:, 1:] - z[:-1, :-1], z[1:, :-1] - z[:-1, 1:]
    gradient = np.zeros_like(z)
    gradient[1:, 1:] += 2 * a * b * b
    gradient[:-1, :-1] -= 2 * a * b * b
    gradient[1:, :-1] += 2 * a * a * b
    gradient[:-1, 1:] -= 2 * a * a * b
    return gradient.ravel()


def line(n):
    return scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(n, n))


@pytest.mark.parametrize("recovery", RECOVERIES)
@pytest.mark.parametrize(
    ("gradient", "pattern"),
    [(rosenbrock_gradient, line(50)), (membrane_gradient, scipy.sparse.kron(line(8), line(8)))],
)
def test_differences_of_gradients_by_color_are_those_column_by_column(gradient, pattern, recovery):
    x = 1 + np.random.default_rng(0).random(pattern.shape[0])
    coloring = color_hessian(pattern, recovery)
    h = 1e-200  # complex step: exact to rounding
    products = (gradient(x + 1j * h * v).imag / h for v in coloring.directions())
    by_color = coloring.recover(products)
    one_by_one = np.stack([gradient(x + 1j * h * v).imag / h for v in np.eye(len(x))], axis=1)
    assert np.allclose(by_color.toarray(), one_by_one, rtol=1e-11, atol=1e-11)
    assert (by_color != by_color.T).nnz == 0


# ----------------------------------------------------------------------------------------- bad input


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("pattern", "recovery", "message"),
    [
        (np.ones((2, 3)), "direct", r"pattern.shape = \(2, 3\): expected a square matrix"),
        (np.tril(np.ones((3, 3))), "direct", r"but \(1, 0\) has a nonzero and \(0, 1\) has none"),
        (
            [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
            "direct",
            r"but \(0, 1\) has a nonzero and \(1, 0\) has none",
        ),
        (np.eye(3), "indirect", "recovery = 'indirect': expected 'direct' or 'substitution'"),
    ],
)
def test_wrong_arguments_are_refused(pattern, recovery, message):
    with pytest.raises(InputError, match=message):
        color_hessian(pattern, recovery)


@pytest.mark.tiny
@pytest.mark.parametrize("recovery", RECOVERIES)
def test_products_may_come_in_one_array_again_and_again(recovery):
    values = symmetric_values(random_matrix(9, 9, 0.3, 0) | random_matrix(9, 9, 0.3, 0).T)
    coloring = color_hessian(values, recovery)
    out = np.empty(9)

    def products():
        for direction in coloring.directions():
            yield np.matmul(values, direction, out=out)

    assert coloring.k > 1
    assert np.array_equal(coloring.recover(products()).toarray(), values)


@pytest.mark.tiny
@pytest.mark.parametrize("recovery", RECOVERIES)
def test_wrong_products_are_refused(recovery):
    coloring = color_hessian(np.eye(3), recovery)
    with pytest.raises(InputError, match=r"compressed.shape = \(3, 2\): expected \(3, 1\)"):
        coloring.recover(np.ones((3, 2)))
    with pytest.raises(InputError, match="compressed: number of products = 0: expected 1"):
        coloring.recover([])
    with pytest.raises(InputError, match="compressed = 3: expected an array"):
        coloring.recover(3)
    with pytest.raises(InputError, match=r"matrix.shape = \(2, 2\): expected \(3, 3\)"):
        coloring.compress(np.eye(2))


def test_the_examples_run():
    assert doctest.testmod(hessian).failed == 0
