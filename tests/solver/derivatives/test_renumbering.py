from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, generators
from solver.derivatives import acyclic_color, color_hessian, color_jacobian, renumbering, star_color
from solver.derivatives.partial_distance2 import color_columns
from solver.derivatives.pattern import Pattern
from solver.derivatives.renumbering import (
    is_scattered,
    permuted,
    placed,
    renumbered_graph,
    renumbered_pattern,
)
from tests import naive
from tests.solver.derivatives.strategies import matrices
from tests.strategies import edge_lists


@pytest.fixture(autouse=True, scope="module")
def always():
    """Renumber small matrices too, and those whose numbers are not scattered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renumbering, "FEWEST", 0)
        patch.setattr(renumbering, "SCATTERED", -1)
        patch.setattr(renumbering, "CLOSE", 1)
        patch.setattr(renumbering, "LAST_LEVEL", 1)
        yield


def mesh(width):
    """The pattern of a square grid with nine-point stencils."""
    band = scipy.sparse.diags_array([1.0, 1.0, 1.0], offsets=[-1, 0, 1], shape=(width, width))
    return scipy.sparse.kron(band, band).tocsr()


def shuffled(matrix, seed=1):
    p = np.random.default_rng(seed).permutation(matrix.shape[0])
    return matrix[p][:, p]


@given(edge_lists(max_n=10), st.sampled_from(["auto", "largest_first", "smallest_last"]))
def test_colorings_of_renumbered_graphs_are_valid(case, order):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    assert naive.is_star_coloring(n, edges, star_color(graph, order).tolist())
    assert naive.is_acyclic_coloring(n, edges, acyclic_color(graph, order).tolist())


@given(edge_lists(max_n=10))
def test_a_renumbered_graph_has_the_same_edges(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    copy = renumbered_graph(Pattern.of_graph(graph))
    if copy is None:
        assert len({v for edge in edges for v in edge}) < 2
        return
    near, vertices = copy
    assert sorted(vertices.tolist()) == list(range(n))
    assert Graph(near.indptr, near.indices) == near  # sorted and symmetric
    original = {frozenset(vertices[list(edge)].tolist()) for edge in near.edges().tolist()}
    assert original == {frozenset(edge) for edge in graph.edges().tolist()}


@given(matrices(), st.data())
def test_permuted_patterns_and_colors_by_their_old_numbers(matrix, data):
    m, n = matrix.shape
    rows = np.array(data.draw(st.permutations(range(m))), np.int32)
    columns = np.array(data.draw(st.permutations(range(n))), np.int32)
    result = permuted(Pattern.of(matrix), rows, columns)
    dense = np.zeros((m, n), bool)
    dense[result.heads, result.indices] = True
    assert np.array_equal(dense, matrix[rows][:, columns])
    assert np.array_equal(placed(columns, columns), np.arange(n))


@given(matrices())
def test_columns_of_renumbered_patterns_are_colored(matrix):
    pattern = Pattern.of(matrix)
    copy = renumbered_pattern(pattern)
    if copy is not None:
        near, columns = copy
        assert sorted(near.lengths.tolist()) == sorted(pattern.lengths.tolist())
        assert np.array_equal(near.transposed.lengths, pattern.transposed.lengths[columns])
        assert all(np.all(np.diff(row) > 0) for row in np.split(near.indices, near.indptr[1:-1]))
    colors = color_columns(pattern, "auto")[1]
    for row in matrix:
        assert len(set(colors[row].tolist())) == row.sum()


@pytest.mark.parametrize("recovery", ["direct", "substitution"])
def test_shuffled_meshes_are_recovered_exactly_and_need_few_more_colors(recovery):
    matrix = mesh(14)
    near, far = color_hessian(matrix, recovery), color_hessian(shuffled(matrix), recovery)
    assert far.k <= 1.5 * near.k
    values = shuffled(matrix)
    values.data = np.arange(1.0, values.nnz + 1)
    values = (values + values.T).tocsr()
    assert np.array_equal(far.recover(far.compress(values)).toarray(), values.toarray())
    columns = color_jacobian(values, "columns")
    assert np.array_equal(columns.recover(columns.compress(values)).toarray(), values.toarray())


def test_natural_order_and_permutations_are_followed():
    matrix = shuffled(mesh(6))
    graph = Graph.from_edges(36, np.argwhere(np.triu(matrix.toarray(), 1)))
    edges = [tuple(edge) for edge in graph.edges().tolist()]
    expected = naive.first_fit_while(36, range(36), lambda c: naive.is_star_coloring(36, edges, c))
    assert star_color(graph, "natural").tolist() == expected
    assert star_color(graph, np.arange(36)).tolist() == expected


def test_only_large_matrices_with_scattered_numbers_count(monkeypatch):
    monkeypatch.setattr(renumbering, "SCATTERED", 0.01)
    monkeypatch.setattr(renumbering, "CLOSE", 0.15)
    matrix = mesh(40)
    # Two fields, numbered one after the other: far from the diagonal, but not scattered.
    fields = scipy.sparse.kron(np.ones((2, 2)), matrix).tocsr()
    assert not is_scattered(Pattern.of(matrix))
    assert not is_scattered(Pattern.of(fields))
    assert is_scattered(Pattern.of(shuffled(fields)))
    random = scipy.sparse.random_array((3000, 3000), density=0.003, random_state=1)
    random = Pattern.of(random + random.T)
    assert is_scattered(random)
    assert renumbered_graph(random) is None
    monkeypatch.setattr(renumbering, "FEWEST", 10_000)
    assert not is_scattered(Pattern.of(shuffled(fields)))


@pytest.mark.parametrize(
    ("generate", "is_left"),
    [
        (lambda: generators.gnp(2000, 0.003, seed=1), True),
        (lambda: generators.gnp(2000, 0.05, seed=1), True),
        (lambda: generators.grid(45), False),
        (lambda: generators.delaunay(2000, seed=1), False),
        (lambda: Graph.from_edges(2000, [(v, v + 1) for v in range(0, 2000, 2)]), False),
    ],
    ids=["sparse", "dense", "grid", "delaunay", "pairs"],
)
def test_graphs_that_expand_are_left_after_a_few_levels(monkeypatch, generate, is_left):
    graph = generate()  # not while tests are collected, where the pass without the JIT has no filter
    monkeypatch.setattr(renumbering, "LAST_LEVEL", 0.55)
    monkeypatch.setattr(renumbering, "CLOSE", 1)
    order = np.random.default_rng(1).permutation(graph.n).astype(np.int32)
    pattern = permuted(Pattern.of_graph(graph), order, order)
    assert (renumbered_graph(pattern) is None) == is_left
