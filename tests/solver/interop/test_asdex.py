from __future__ import annotations

import sys

import numpy as np
import pytest
import scipy.sparse

from solver import InputError
from solver.interop.asdex import hessian_coloring, jacobian_coloring


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "asdex", None)
    with pytest.raises(InputError, match=r"asdex is not installed: pip install 'kempe\[asdex\]'"):
        jacobian_coloring(None)


def pattern_of(matrix):
    asdex = pytest.importorskip("asdex")
    coo = matrix.tocoo()
    return asdex.SparsityPattern.from_coo(coo.row.astype(np.int32), coo.col.astype(np.int32), coo.shape)


@pytest.mark.parametrize("mode", [None, "fwd", "rev"])
def test_jacobians_are_those_of_jax(mode):
    asdex, jax = pytest.importorskip("asdex"), pytest.importorskip("jax")
    for seed in range(4):
        random = np.random.default_rng(seed)
        matrix = scipy.sparse.random_array((13, 9), density=0.25, rng=random)
        weights = jax.numpy.asarray(matrix.toarray(), "float32")
        function = lambda x, weights=weights: weights @ jax.numpy.sin(x)  # noqa: E731
        coloring = jacobian_coloring(pattern_of(matrix), mode)
        assert mode is None or coloring.mode == mode
        theirs = asdex.jacobian_coloring_from_sparsity(pattern_of(matrix), mode=mode)
        assert coloring.num_colors <= theirs.num_colors
        x = jax.numpy.asarray(random.normal(size=9), "float32")
        computed = asdex.jacobian_from_coloring(function, coloring)(x)
        assert np.allclose(computed.todense(), jax.jacobian(function)(x), atol=1e-5)


@pytest.mark.parametrize("mode", ["fwd_over_rev", "rev_over_fwd", "rev_over_rev"])
def test_hessians_are_those_of_jax(mode):
    asdex, jax = pytest.importorskip("asdex"), pytest.importorskip("jax")
    random = np.random.default_rng(1)
    springs = scipy.sparse.random_array((14, 10), density=0.2, rng=random).toarray()
    weights = jax.numpy.asarray(springs, "float32")
    function = lambda x: ((weights @ x) ** 4).sum()  # noqa: E731
    coloring = hessian_coloring(pattern_of(scipy.sparse.csr_array(springs.T @ springs)), mode)
    x = jax.numpy.asarray(random.normal(size=10), "float32")
    computed = asdex.hessian_from_coloring(function, coloring)(x)
    assert np.allclose(computed.todense(), jax.hessian(function)(x), rtol=1e-3, atol=1e-3)


def test_matrices_are_patterns_too():
    asdex, jax = pytest.importorskip("asdex"), pytest.importorskip("jax")
    matrix = scipy.sparse.random_array((8, 8), density=0.2, rng=np.random.default_rng(1))
    matrix = (matrix + matrix.T).tocsr()
    bcoo = pytest.importorskip("jax.experimental.sparse").BCOO.fromdense(
        jax.numpy.asarray(matrix.toarray()), nse=matrix.nnz + 3
    )
    for color in (jacobian_coloring, hessian_coloring):
        theirs = color(pattern_of(matrix))
        for given in (matrix, matrix.toarray(), bcoo):
            coloring = color(given)
            assert isinstance(coloring, asdex.ColoredPattern)
            assert coloring.sparsity.nnz == matrix.nnz
            assert coloring.colors.tolist() == theirs.colors.tolist()


def test_patterns_without_nonzeros_need_no_products():
    asdex, jax = pytest.importorskip("asdex"), pytest.importorskip("jax")
    for mode, length in ((None, 4), ("fwd", 4), ("rev", 3)):
        coloring = jacobian_coloring(np.zeros((3, 4)), mode)
        assert (coloring.num_colors, coloring.mode) == (0, mode or "fwd")
        assert coloring.colors.tolist() == [-1] * length
        zeros = asdex.jacobian_from_coloring(lambda x: jax.numpy.ones(3), coloring)(jax.numpy.ones(4))
        assert not zeros.todense().any()
    coloring = hessian_coloring(np.zeros((4, 4)), None)
    assert (coloring.num_colors, coloring.mode, coloring.star_set) == (0, "fwd_over_rev", None)
    zeros = asdex.hessian_from_coloring(lambda x: x.sum(), coloring)(jax.numpy.ones(4))
    assert not zeros.todense().any()


def test_wrong_calls_are_refused():
    pytest.importorskip("asdex")
    wide = pattern_of(scipy.sparse.csr_array(np.ones((2, 3))))
    with pytest.raises(InputError, match="mode = 'auto': expected 'fwd', 'rev' or None"):
        jacobian_coloring(wide, "auto")
    with pytest.raises(InputError, match=r"sparsity\.shape = \(2, 3\): expected \(n, n\)"):
        hessian_coloring(wide)
    with pytest.raises(
        InputError, match="mode = 'fwd': expected 'fwd_over_rev', 'rev_over_fwd', 'rev_o"
    ):
        hessian_coloring(np.eye(2), "fwd")
    with pytest.raises(InputError, match="sparsity = 'dense': expected a sparse matrix or an array"):
        jacobian_coloring("dense")
