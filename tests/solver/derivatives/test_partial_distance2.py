from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import InputError
from solver.derivatives import Pattern
from solver.derivatives.partial_distance2 import (
    ORDERS,
    _color_wide,
    color_columns,
    first_fit,
    improve,
    is_partial_distance2,
)
from tests import naive
from tests.solver.derivatives.strategies import matrices, random_matrix, spoiled

pytestmark = pytest.mark.tiny

ORACLES = {
    "natural": lambda n, edges: naive.first_fit(n, edges, range(n)),
    "smallest_last": naive.smallest_last,
    "incidence_degree": naive.incidence_degree,
}


def rows_of(matrix):
    return [set(np.flatnonzero(row).tolist()) for row in matrix]


@given(matrices(), st.sampled_from(sorted(ORACLES)))
def test_colors_are_those_of_the_graph_of_the_columns(matrix, order):
    n = matrix.shape[1]
    edges = naive.column_edges(rows_of(matrix))
    assert color_columns(Pattern.of(matrix), order)[1].tolist() == ORACLES[order](n, edges)


@pytest.mark.parametrize("order", sorted(ORACLES))
@pytest.mark.parametrize(("shape", "density"), [((9, 40), 0.1), ((40, 30), 0.05), ((25, 25), 0.3)])
def test_colors_are_those_of_the_graph_of_the_columns_at_random(order, shape, density):
    for seed in range(3):
        matrix = random_matrix(*shape, density, seed)
        edges = naive.column_edges(rows_of(matrix))
        expected = ORACLES[order](shape[1], edges)
        assert color_columns(Pattern.of(matrix), order)[1].tolist() == expected


@given(matrices())
def test_neighbors_are_counted_once(matrix):
    edges = naive.column_edges(rows_of(matrix))
    expected = [len(row) for row in naive.adjacency(matrix.shape[1], edges)]
    assert Pattern.of(matrix).degrees.tolist() == expected


@given(matrices())
def test_largest_first_goes_by_falling_degree(matrix):
    pattern = Pattern.of(matrix)
    ordered = pattern.degrees[ORDERS["largest_first"](pattern)].tolist()
    assert ordered == sorted(ordered, reverse=True)


@given(matrices(), st.sampled_from([*ORDERS, "auto"]))
def test_no_two_columns_of_a_row_have_one_color(matrix, order):
    _, colors = color_columns(Pattern.of(matrix), order)
    assert naive.reads_off(rows_of(matrix), colors.tolist())
    assert set(colors.tolist()) == set(range(max(colors, default=-1) + 1))


@given(matrices(), st.lists(st.integers(-1, 3), min_size=9, max_size=9))
def test_the_judge_agrees_with_the_oracle(matrix, numbers):
    colors = np.array(numbers[: matrix.shape[1]], np.int32)
    judged = is_partial_distance2(Pattern.of(matrix), colors)
    assert judged == naive.reads_off(rows_of(matrix), colors.tolist())


@given(matrices(), st.data())
def test_the_judge_agrees_with_the_oracle_where_little_is_wrong(matrix, data):
    n = matrix.shape[1]
    right = naive.first_fit(n, naive.column_edges(rows_of(matrix)), range(n))
    colors = data.draw(spoiled(right))
    judged = is_partial_distance2(Pattern.of(matrix), colors)
    assert judged == naive.reads_off(rows_of(matrix), colors.tolist())


@given(matrices(), st.integers(1, 3), st.integers(0, 9))
def test_wide_rows_color_as_narrow_ones(matrix, width, done):
    pattern = Pattern.of(matrix)
    order = np.arange(matrix.shape[1], dtype=np.int32)
    expected = first_fit(pattern, order)
    colors = expected.copy()
    done = min(done, len(order))
    colors[done:] = -1
    assert _color_wide(pattern, order, done, width, colors) == len(order)
    assert np.array_equal(colors, expected)


def test_past_64_colors_rows_with_bits_and_with_lists_agree_with_the_oracle():
    # Two rows of 150 and many short ones: more colors than one word has, in rows of both kinds.
    matrix = random_matrix(60, 170, 0.05, 1)
    matrix[0, :150] = matrix[1, 20:] = True
    order = np.random.default_rng(2).permutation(170)
    edges = naive.column_edges(rows_of(matrix))
    pattern = Pattern.of(matrix)
    assert color_columns(pattern, order)[1].tolist() == naive.first_fit(170, edges, order.tolist())
    colors = np.empty(170, np.int32)
    assert _color_wide(pattern, order.astype(np.int32), 0, 2, colors) < 170  # 128 colors are too few


def test_more_colors_than_expected_widen_the_rows():
    # The columns are the pairs of 20 points, the rows single pairs of columns: no row is long, yet each
    # two columns meet. That needs a color for each of the 190 columns.
    n = 190
    pairs = np.array([(a, b) for a in range(n) for b in range(a)])
    matrix = np.zeros((len(pairs), n), bool)
    matrix[np.arange(len(pairs))[:, None], pairs] = True
    assert color_columns(Pattern.of(matrix), "natural")[1].tolist() == list(range(n))


def test_improving_takes_no_more_colors():
    for seed in range(3):
        pattern = Pattern.of(random_matrix(60, 40, 0.06, seed))
        before = first_fit(pattern, np.arange(40, dtype=np.int32))
        after = improve(partial(first_fit, pattern), before, fewest=int(pattern.lengths.max()))
        assert is_partial_distance2(pattern, after)
        assert after.max() <= before.max()


def test_improving_mends_a_bad_order():
    # Rows {0, 1}, {2, 3}, {1, 2}: as numbered 0 1 0 1, but 0 and 3 first need a third color.
    matrix = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]])
    pattern = Pattern.of(matrix)
    poor = first_fit(pattern, np.array([0, 3, 1, 2], np.int32))
    assert poor.max() == 2
    assert improve(partial(first_fit, pattern), poor, fewest=2).max() == 1


def test_auto_is_never_worse_than_what_it_tries():
    for seed in range(4):
        pattern = Pattern.of(random_matrix(50, 40, 0.07, seed))
        best = color_columns(pattern, "auto")[1].max()
        assert all(
            best <= color_columns(pattern, o)[1].max()
            for o in ("natural", "largest_first", "smallest_last")
        )


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("fastest", "order = 'fastest': expected 'auto', 'natural'"),
        ([0, 1], r"order: expected a name or a permutation \(3,\), not int64 \(2,\)"),
        ([0.0, 1.0, 2.0], r"order: expected a name or a permutation \(3,\), not float64"),
        ([0, 2, 2], "order: expected a name, or each of 0 .. 2 once"),
    ],
)
def test_a_wrong_order_is_refused(order, message):
    with pytest.raises(InputError, match=message):
        color_columns(Pattern.of(np.eye(3)), order)
