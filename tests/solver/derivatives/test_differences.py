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


@pytest.mark.parametrize("scheme", TOLERANCES)
@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_steps_suit_functions_of_low_precision(scheme, kind):
    function, pattern, exact = system(3)
    if kind == np.float16 and scheme == "complex":
        pytest.skip("NumPy has no complex numbers of half precision")
    complex_kind = np.complex64 if scheme == "complex" else kind
    jac = difference_jacobian(lambda x: function(x).astype(complex_kind), pattern, scheme=scheme)
    x = np.random.default_rng(3).normal(size=17)
    tolerance = {"forward": 0.5, "central": 0.7, "complex": 1.0}[scheme]
    scale = np.finfo(kind).eps ** tolerance
    assert abs(jac(x).toarray() - exact(x)).max() < 10 * scale
    # A point of low precision is passed on as it is, and the steps suit it as well.
    seen = []

    def noted(x):
        seen.append(x.dtype)
        return function(x)

    inside = difference_jacobian(noted, pattern, scheme=scheme)
    assert abs(inside(x.astype(kind)).toarray() - exact(x.astype(kind))).max() < 30 * scale
    assert set(seen) == {np.dtype(complex_kind)}


def test_least_squares_of_single_precision_ends_at_the_solution():
    matrix = scipy.sparse.diags_array([4.0, -1.0, -1.0], offsets=[0, -1, 1], shape=(20, 20)).tocsr()
    single, goal = matrix.astype(np.float32), np.linspace(-1, 1, 20).astype(np.float32)

    def residual(x):
        return single @ x.astype(np.float32) + np.float32(0.1) * np.sin(x).astype(np.float32) - goal

    found = least_squares(residual, np.zeros(20), jac=difference_jacobian(residual, matrix))
    assert abs(residual(found.x)).max() < 1e-5


@pytest.mark.parametrize("scheme", TOLERANCES)
def test_functions_may_change_their_argument_and_reuse_their_result(scheme):
    function, pattern, exact = system(5)
    out = np.empty(23, complex if scheme == "complex" else float)

    def changes_and_reuses(x):
        out[:] = function(x)
        x *= 0
        return out

    x = np.random.default_rng(5).normal(size=17)
    before = x.copy()
    found = difference_jacobian(changes_and_reuses, pattern, scheme=scheme)(x)
    assert abs(found.toarray() - exact(before)).max() < TOLERANCES[scheme] * 10
    assert (x == before).all()
    same = difference_jacobian(lambda x: x, np.eye(3), scheme=scheme)(np.arange(3.0))
    assert np.allclose(same.toarray(), np.eye(3))


def test_unsigned_and_complex_values():
    steps = difference_jacobian(lambda x: (x < 2).astype(np.uint8), np.eye(3))
    assert steps(np.full(3, 2.0 - 1e-9)).diagonal().max() < 0
    with pytest.raises(InputError, match="type of the function's value = 'float64': expected complex"):
        difference_jacobian(abs, np.eye(3), scheme="complex")(np.ones(3))
    with pytest.raises(InputError, match="type of the function's value = 'complex128': expected real"):
        difference_jacobian(lambda x: x * 1j, np.eye(3))(np.ones(3))


def test_wrong_arguments_are_named():
    eye = np.eye(3)
    with pytest.raises(InputError, match="function = 3: expected a function of an array"):
        difference_jacobian(3, eye)
    with pytest.raises(InputError, match=r"argument 0: type = 'str96': expected real numbers \(3,\)"):
        difference_jacobian(lambda x: x, eye)(["abc"] * 3)
    with pytest.raises(
        InputError, match=r"argument 0 = \[\[1\], \[1, 2\]\]: expected real numbers \(3,\)"
    ):
        difference_jacobian(lambda x: x, eye)([[1], [1, 2]])
    with pytest.raises(InputError, match="type of the function's value = 'object': expected numbers"):
        difference_jacobian(lambda x: x.astype(object), eye)(np.ones(3))
    with pytest.raises(InputError, match="scheme = 'backward': expected 'forward', 'central'"):
        difference_jacobian(lambda x: x, eye, scheme="backward")
    with pytest.raises(InputError, match=r"argument 0: shape = \(2,\): expected \(3,\)"):
        difference_jacobian(lambda x: x, eye)(np.zeros(2))
    with pytest.raises(InputError, match=r"shape of the function's value = \(2,\): expected \(3,\)"):
        difference_jacobian(lambda x: x[:2], eye)(np.zeros(3))
    with pytest.raises(InputError, match="number of positional arguments = 0: expected at least 1"):
        difference_jacobian(lambda x: x, eye)()
