from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from solver import InputError
from solver.derivatives import Pattern
from solver.graphs.graph import MAX_VERTICES
from tests.solver.derivatives.strategies import matrices

pytestmark = pytest.mark.tiny

FORMATS = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


def dense(pattern):
    return pattern.filled(np.ones(pattern.nnz, bool)).toarray()


@given(matrices(), st.sampled_from(FORMATS))
def test_any_format_gives_the_same_rows(matrix, kind):
    expected = Pattern.of(matrix)
    assert np.array_equal(dense(expected), matrix)
    if matrix.size:  # SciPy's block format has no empty matrices
        sparse = scipy.sparse.coo_array(matrix).asformat(kind)
        found = Pattern.of(sparse)
        assert np.array_equal(found.indptr, expected.indptr)
        assert np.array_equal(found.indices, expected.indices)


@given(matrices())
def test_the_transposed_is_that_of_the_transpose(matrix):
    pattern = Pattern.of(matrix)
    assert np.array_equal(dense(pattern.transposed), matrix.T)
    assert pattern.transposed.transposed is pattern


def test_stored_zeros_and_what_cancels_out_are_places():
    entries = ([0.0, 5.0, -5.0, np.nan], ([0, 1, 1, 1], [2, 1, 1, 0]))
    pattern = Pattern.of(scipy.sparse.coo_matrix(entries, shape=(2, 3)))
    assert dense(pattern).tolist() == [[False, False, True], [True, True, False]]


def test_zeros_that_fill_diagonals_are_no_places():
    entries = np.array([[1.0, 0.0, 3.0], [0.0, 5.0, 0.0]])
    pattern = Pattern.of(scipy.sparse.dia_array((entries, [0, 1]), shape=(3, 3)))
    assert dense(pattern).astype(int).tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("column", [-1, 3])
def test_a_column_that_is_none_is_refused(column):
    rows = scipy.sparse.csr_array(np.eye(3))
    rows.indices[1] = column
    with pytest.raises(InputError, match=f"column = {column}: expected 0 <= column < 3"):
        Pattern.of(rows)


def test_a_matrix_of_too_many_columns_is_refused():
    n = MAX_VERTICES + 1
    with pytest.raises(InputError, match=rf"pattern.shape = \(1, {n}\): expected at most"):
        Pattern.of(scipy.sparse.csr_array(([1.0], [0], [0, 1]), shape=(1, n)))


def test_the_argument_is_left_as_it_was():
    rows = scipy.sparse.csr_array(([1.0, 2.0, 3.0], [2, 0, 0], [0, 3]), shape=(1, 3))
    Pattern.of(rows)
    assert rows.indices.tolist() == [2, 0, 0]
    assert rows.data.tolist() == [1.0, 2.0, 3.0]


def test_what_is_filled_may_be_changed():
    pattern = Pattern.of(np.eye(3))
    filled = pattern.filled(np.array([1.0, 0.0, 2.0]))
    filled.eliminate_zeros()
    filled.indices[:] = 0
    assert np.array_equal(dense(pattern), np.eye(3))


@pytest.mark.parametrize("wrong", [np.zeros(3), [["a", "b"]], scipy.sparse.coo_array(np.zeros(3)), None])
def test_what_is_no_matrix_is_refused(wrong):
    with pytest.raises(InputError, match="pattern"):
        Pattern.of(wrong)


class Coordinates:
    """As JAX's BCOO: a length and items, but no array interface; padding is out of range."""

    shape = (3, 4)
    indices = np.array([[0, 1], [2, 3], [0, 1], [3, 4]])

    def todense(self):
        raise AssertionError("was made dense")

    def __len__(self):
        raise AssertionError("was taken apart")

    def __getitem__(self, index):
        raise AssertionError("was taken apart")


def test_coordinates_of_another_library_are_read_from_their_arrays():
    pattern = Pattern.of(Coordinates())
    assert pattern.shape == (3, 4)
    assert pattern.indptr.tolist() == [0, 1, 1, 2]
    assert pattern.indices.tolist() == [1, 3]


def test_an_object_without_an_array_is_refused_instead_of_taken_apart():
    class Sized:
        def __len__(self):
            raise AssertionError("was taken apart")

    with pytest.raises(InputError, match=r"^pattern = .*: expected a sparse matrix"):
        Pattern.of(Sized())
    for matrix in ("dense", [[1], [1, 2]]):
        with pytest.raises(InputError, match=r"^pattern = .*: expected a sparse matrix"):
            Pattern.of(matrix)
