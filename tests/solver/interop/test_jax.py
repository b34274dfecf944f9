from __future__ import annotations

import sys

import numpy as np
import pytest
import scipy.sparse

from solver import InputError
from solver.interop.jax import hessian, jacobian


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(InputError, match=r"jax is not installed: pip install 'kempe\[jax\]'"):
        jacobian(lambda x: x, np.eye(3))


def tridiagonal(n):
    return scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(n, n))


@pytest.mark.parametrize("by", ["auto", "columns", "rows"])
def test_jacobians_are_those_of_jax(by):
    jax = pytest.importorskip("jax")
    for seed in range(5):
        random = np.random.default_rng(seed)
        pattern = scipy.sparse.random_array((13, 9), density=0.25, rng=random).tocsr()
        weights = jax.numpy.asarray(pattern.toarray(), "float32")
        function = lambda x, weights=weights: weights @ jax.numpy.sin(x) * 3  # noqa: E731
        x = jax.numpy.asarray(random.normal(size=9), "float32")
        exact = jax.jacobian(function)(x)
        for computed in (jacobian(function, pattern, by), jax.jit(jacobian(function, pattern, by))):
            assert np.allclose(computed(x).todense(), exact, atol=1e-5)
    assert jacobian(function, weights, by)(x).nse == pattern.nnz


def test_hessians_are_those_of_jax():
    jax = pytest.importorskip("jax")
    numpy = jax.numpy

    def energy(x):
        return numpy.sum((x[1:] - x[:-1]) ** 4) + numpy.sum(numpy.cos(x))

    x = numpy.linspace(0, 2, 40)
    sparse = jax.jit(hessian(energy, tridiagonal(40)))(x).todense()
    assert np.allclose(sparse, jax.hessian(energy)(x), atol=1e-5)
    assert np.array_equal(sparse, sparse.T)


def test_arrays_that_do_not_fit_are_named():
    jax = pytest.importorskip("jax")
    with pytest.raises(InputError, match="by = 'both': expected 'auto', 'columns' or 'rows'"):
        jacobian(lambda x: x, np.eye(3), "both")
    with pytest.raises(InputError, match=r"x: shape = \(2,\): expected \(3,\)"):
        jacobian(lambda x: x, np.eye(3))(jax.numpy.zeros(2))
    with pytest.raises(InputError, match=r"x: dtype = 'int\d+': expected floating-point numbers"):
        jacobian(lambda x: x, np.eye(3))(jax.numpy.arange(3))
    with pytest.raises(InputError, match=r"x = 'dict': expected an array \(3,\)"):
        hessian(lambda x: x.sum(), np.eye(3))({"a": 1.0})
    with pytest.raises(InputError, match=r"value of the function: shape = \(2,\): expected \(3,\)"):
        jacobian(lambda x: x[:2], np.eye(3))(jax.numpy.zeros(3))
