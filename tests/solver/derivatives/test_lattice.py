from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import diags_array, eye_array, kron

from solver.derivatives import Pattern, color_jacobian
from solver.derivatives.lattice import _coefficients, periodic_coloring
from solver.derivatives.partial_distance2 import is_partial_distance2
from tests.solver.derivatives.strategies import random_matrix
from tests.strategies import chosen

pytestmark = pytest.mark.tiny


def line(n, radius=1):
    offsets = range(-radius, radius + 1)
    return diags_array([1.0] * len(offsets), offsets=list(offsets), shape=(n, n))


def five_points(rows, columns):
    return kron(line(rows), eye_array(columns)) + kron(eye_array(rows), line(columns))


def seven_points(a, b, c):
    return kron(five_points(a, b), eye_array(c)) + kron(eye_array(a * b), line(c))


def ring(n):
    return diags_array([1.0] * 5, offsets=[-1, 0, 1, n - 1, 1 - n], shape=(n, n))


MESHES = {
    "line": (line(40), 3),
    "wide line": (line(40, 3), 7),
    "five points": (five_points(9, 9), 5),
    "five points, oblong": (five_points(6, 13), 5),
    "seven points": (seven_points(6, 7, 8), 7),
    "thirteen points": (five_points(12, 12) @ five_points(12, 12), 13),
    "twenty-five points": (kron(line(9, 2), line(9, 2)), 25),
    "two unknowns, all coupled": (kron(five_points(8, 8), np.ones((2, 2))), 10),
    "three unknowns, all coupled": (kron(five_points(8, 8), np.ones((3, 3))), 15),
    "two unknowns, one block each": (
        kron(eye_array(2), five_points(8, 8)) + kron([[0, 1], [1, 0]], eye_array(64)),
        6,
    ),
    "round a torus": (kron(ring(10), eye_array(10)) + kron(eye_array(10), ring(10)), 5),
}


@pytest.mark.parametrize("mesh", MESHES)
def test_meshes_take_a_color_for_each_point_of_the_stencil(mesh):
    matrix, fewest = MESHES[mesh]
    pattern = Pattern.of(matrix)
    colors = periodic_coloring(pattern, fewest, fewest + 1)
    assert is_partial_distance2(pattern, colors)
    assert set(colors.tolist()) == set(range(fewest))
    coloring = color_jacobian(matrix)
    assert (coloring.k, coloring.proven) == (fewest, True)


@given(st.integers(1, 2), st.integers(2, 8), st.data())
def test_coefficients_are_found_where_there_are_any(directions, k, data):
    every = [np.array(some) for some in itertools.product(range(k), repeat=directions)]
    some = data.draw(st.sampled_from(every))
    vectors = [v for v in itertools.product(range(-3, 4), repeat=directions) if any(v)]
    shown = [v for v in vectors if some @ v % k]
    for differences in (shown, data.draw(chosen(shown or vectors)), data.draw(chosen(vectors))):
        apart = np.array(differences, np.int64).reshape(-1, directions)
        found = _coefficients(apart, k)
        assert (found is not None) is any((apart @ other % k != 0).all() for other in every)
        assert found is None or (apart @ found % k != 0).all()


def test_a_mesh_that_was_cut_out_is_checked_to_the_last_nonzero():
    # A torus of 10 x 11 has no coloring of period 5: a wrong guess must not get through.
    torus = kron(ring(10), eye_array(11)) + kron(eye_array(10), ring(11))
    pattern = Pattern.of(torus)
    assert periodic_coloring(pattern, 5, 6) is None
    spoilt = scipy.sparse.lil_array(five_points(40, 40))
    spoilt[801, 3] = spoilt[801, 8] = 1
    colors = periodic_coloring(Pattern.of(spoilt), 5, 9)
    assert colors is None or is_partial_distance2(Pattern.of(spoilt), colors)
    assert is_partial_distance2(Pattern.of(spoilt), color_jacobian(spoilt).colors)


def test_what_is_no_mesh_has_none():
    assert periodic_coloring(Pattern.of(random_matrix(60, 60, 0.1, 0)), 3, 60) is None
    assert periodic_coloring(Pattern.of(np.ones((3, 4))), 4, 9) is None
    assert periodic_coloring(Pattern.of(np.eye(5)), 1, 3) is None
    assert periodic_coloring(Pattern.of(np.zeros((0, 0))), 0, 1) is None
