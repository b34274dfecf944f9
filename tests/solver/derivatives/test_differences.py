from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares, root

from solver import InputError
from solver.derivatives import difference_jacobian

TOLERANCES = {"forward": 1e-5, "central": 1e-7, "complex": 1e-13}


def system(seed, m=23, n=17):
    """A sparse function sum_j a_ij sin(x_j) x_i', its pattern and its exact Jacobian."""
    matrix = scipy.sparse.random_array((m, n), density=0.2, rng=np.random.default_rng(seed)).tocsr()
    return (
        lambda x: matrix @ (np.sin(x) * x),
        matrix,
        lambda x: (matrix * (np.cos(x) * x + np.sin(x))[None, :]).toarray(),
    )


@pytest.mark.parametrize("scheme", TOLERANCES)
@given(st.integers(0, 10**6))
def test_jacobians_are_those_of_the_function(scheme, seed):
    function, pattern, exact = system(seed)
    x = 5 * np.random.default_rng(seed).normal(size=17)
    found = difference_jacobian(function, pattern, scheme=scheme)(x)
    assert found.shape == (23, 17)
    assert abs(found.toarray() - exact(x)).max() < TOLERANCES[scheme] * 10


def test_other_arguments_and_keywords_are_passed_on():
    matrix = scipy.sparse.eye_array(4).tocsr()
    jac = difference_jacobian(lambda t, y, *, a: a * t * y**2, matrix, argument=1)
    assert np.allclose(
        jac(2.0, np.arange(4.0), a=3.0).toarray(), np.diag(12 * np.arange(4.0)), atol=1e-5
    )


def test_scipy_takes_it_as_jac():
    n = 60
    second = scipy.sparse.diags_array([1.0, -2.0, 1.0], offsets=[-1, 0, 1], shape=(n, n)).tocsr()

    def residual(x):
        return second @ x - 0.1 * np.exp(x / 10) + 1

    jac = difference_jacobian(residual, second)
    assert abs(residual(least_squares(residual, np.zeros(n), jac=jac).x)).max() < 1e-6
    dense = root(residual, np.zeros(n), jac=lambda x: jac(x).toarray())
    assert dense.success
    timed = difference_jacobian(lambda t, y: residual(y), second, argument=1)
    path = solve_ivp(lambda t, y: residual(y), (0, 1), np.zeros(n), method="BDF", jac=timed, rtol=1e-6)
    plain = solve_ivp(lambda t, y: residual(y), (0, 1), np.zeros(n), method="BDF", rtol=1e-6)
    assert np.allclose(path.y[:, -1], plain.y[:, -1], rtol=1e-4)


def test_wrong_arguments_are_named():
    eye = np.eye(3)
    with pytest.raises(InputError, match="scheme = 'backward': expected 'forward', 'central'"):
        difference_jacobian(lambda x: x, eye, scheme="backward")
    with pytest.raises(InputError, match=r"argument 0: shape = \(2,\): expected \(3,\)"):
        difference_jacobian(lambda x: x, eye)(np.zeros(2))
    with pytest.raises(InputError, match=r"shape of the function's value = \(2,\): expected \(3,\)"):
        difference_jacobian(lambda x: x[:2], eye)(np.zeros(3))
    with pytest.raises(InputError, match="number of positional arguments = 0: expected at least 1"):
        difference_jacobian(lambda x: x, eye)()
