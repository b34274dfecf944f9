"""DPOP: the optimum, whatever the memory; what it costs, by hand; and refusals that say why."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import solver
from solver import BudgetError, InputError, Problem
from solver.dcop import CostNetwork, dpop
from solver.dcop.dpop import Plan, _Tables, choose_cuts
from solver.dcop.pseudotree import pseudo_tree

from . import naive
from .strategies import either_kind, networks
from .test_problem import problems

INTEGERS = st.integers(-20, 20)
EIGHTHS = INTEGERS.map(lambda x: x / 8)
PARTLY_FORBIDDEN = st.one_of(INTEGERS, st.just(math.inf))


def any_costs(**options):
    """Integer, fractional and partly forbidden costs; sparse draws are forests with lone variables."""
    kinds = [networks(costs=costs, **options) for costs in (INTEGERS, EIGHTHS, PARTLY_FORBIDDEN)]
    small = options | {"max_size": 3}
    return st.one_of(
        *kinds, either_kind(**options), networks(factors=3, costs=PARTLY_FORBIDDEN, **small)
    )


def least_cost(network):
    cells = np.stack([grid.ravel() for grid in np.indices(network.sizes)], axis=1)
    return network.costs(cells).min()


def least_memory(network):
    plan = Plan(network.sizes, pseudo_tree(network.n, network.neighbors))
    plan.cut[:] = True
    plan.update()
    return plan.memory


@pytest.mark.tiny
@given(any_costs(max_n=6, max_size=4))
def test_finds_the_least_cost(network):
    result = dpop(network)
    assert result.cost == network.cost(result.values) == least_cost(network)
    assert result.history.tolist() == [result.cost]


@pytest.mark.tiny
@given(networks(max_n=5, max_size=3))
def test_finds_what_the_book_calls_least(network):
    assert dpop(network).cost == naive.minimum(*naive.as_functions(network))


@pytest.mark.tiny
@given(networks(max_n=6, max_size=3, costs=st.floats(-1e9, 1e9)))
def test_costs_without_an_exact_form(network):
    result = dpop(network)
    assert np.isclose(result.cost, least_cost(network), rtol=1e-12, atol=1e-6)
    assert result.cost == network.cost(result.values)


@pytest.mark.tiny
@given(any_costs(max_n=7, max_size=3), st.floats(0, 1))
def test_memory_changes_neither_cost_nor_assignment(network, share):
    free = dpop(network)
    tree = pseudo_tree(network.n, network.neighbors)
    least, most = least_memory(network), Plan(network.sizes, tree).memory
    memory = max(1.0, least + share * (most - least))
    tight = dpop(network, memory=memory)
    assert tight.cost == free.cost
    assert tight.values.tolist() == free.values.tolist()


@pytest.mark.tiny
@given(networks(max_n=7, max_size=3), st.floats(0, 1))
def test_estimates_are_kept(network, share):
    tree = pseudo_tree(network.n, network.neighbors)
    plan = Plan(network.sizes, tree)
    least = least_memory(network)
    memory = least + share * (plan.memory - least)
    plan.cut[:] = choose_cuts(network.sizes, tree, memory, math.inf)
    plan.update()
    assert plan.memory <= memory
    run = _Tables(network, tree, plan.cut)
    counts = np.zeros(network.n, np.int64)
    tabulate = run.tabulate

    def counted(v):
        counts[v] += 1
        tabulate(v)

    run.tabulate = counted
    run.send_up()
    run.send_down()
    assert [len(told.ravel()) for told in run.utils] == plan.cells.tolist()
    held = sum(table.nbytes for table in [*run.utils, *run.choices])
    assert held + 9 * plan.cells.max() == plan.memory
    assert (counts * 4096 * network.sizes).sum() <= plan.work


@pytest.mark.tiny
@given(networks(max_n=8, max_size=2))
def test_every_pair_is_an_ancestor_and_a_descendant(network):
    tree = pseudo_tree(network.n, network.neighbors)
    assert sorted(tree.order) == list(range(network.n))

    def ancestors(v):
        return [] if tree.parents[v] < 0 else [tree.parents[v], *ancestors(tree.parents[v])]

    def subtree(v):
        return {v}.union(*(subtree(child) for child in tree.children[v]))

    pairs = [set(pair) for pair in network.ends.tolist()]
    assert all(u in ancestors(v) or v in ancestors(u) for u, v in pairs)
    for v in range(network.n):
        below = subtree(v)
        assert tree.separators[v] == [
            u for u in ancestors(v) if any(u in pair and pair & below for pair in pairs)
        ]


@pytest.mark.tiny
def test_traversal_prefers_many_neighbors():
    # 3 has the most neighbors, then 1 and 2; 0 has 1, and 4 and 5 are apart.
    tree = pseudo_tree(6, np.array([[0, 3], [1, 2], [1, 3], [2, 3], [4, 5]], np.int32))
    assert tree.order == [3, 1, 2, 0, 4, 5]
    assert tree.parents == [3, 3, 1, -1, -1, 4]
    assert tree.separators == [[3], [3], [1, 3], [], [], [4]]
    assert tree.width == 2


@pytest.mark.tiny
def test_deep_trees_need_no_recursion():
    n = 3000
    path = CostNetwork([2] * n, [((v, v + 1), [[1, 0], [0, 1]]) for v in range(n - 1)])
    result = dpop(path)
    assert result.cost == 0
    assert result.messages == 2 * (n - 1)


@pytest.mark.tiny
def test_messages_on_a_tree_by_hand():
    network = CostNetwork([2, 3, 4], [((0, 1), np.ones((2, 3))), ((1, 2), np.ones((3, 4)))])
    result = dpop(network)
    # The middle is the root and hears 3 costs from each end, then tells each its value. The end with
    # four values looks up 12 entries, then the root 3 of each message.
    assert (result.messages, result.bytes, result.nccc) == (4, 2 * 3 * 8 + 2 * 4, 12 + 6)
    assert result.cycles == 1


@pytest.mark.tiny
@pytest.mark.parametrize("preferred", [0, 1])
def test_messages_of_a_triangle_by_hand(preferred):
    cost = [0, 9] if preferred == 0 else [9, 0]
    ring = [((u, v), np.eye(2)) for u, v in ((0, 1), (0, 2), (1, 2))]
    network = CostNetwork([2] * 3, [((0,), cost), *ring])
    # A path 0 - 1 - 2 with tables of 2 and 4 cells, whose variables look up two tables or messages each.
    result = dpop(network, memory=99)
    assert (result.messages, result.bytes) == (4, (2 + 4) * 8 + (1 + 2) * 4)
    assert result.nccc == 2 * 4 * 2 + 2 * 2 * 2 + 2
    # One byte less, and 0 is cut: for each of its values two requests and two tables, of 1 and 2 cells;
    # and once more when 0 takes the value that it did not try last.
    cut = dpop(network, memory=98)
    rounds = 3 if preferred == 0 else 2
    assert (cut.messages, cut.bytes) == (4 * rounds + 2, rounds * (2 * 4 + 3 * 8) + (1 + 2) * 4)
    assert cut.nccc == rounds * (2 * 2 * 2 + 2 * 2) + 2
    assert cut.cost == result.cost == 1
    assert cut.values.tolist() == result.values.tolist() == [preferred, 0, 1 - preferred]


@pytest.mark.tiny
def test_ties_go_to_the_first_value():
    network = CostNetwork([3, 4], [((0, 1), np.zeros((3, 4)))])
    assert dpop(network).values.tolist() == [0, 0]


@pytest.mark.tiny
def test_single_values_and_lone_variables():
    network = CostNetwork([1, 3, 1, 2], [((0, 1), [[4, 2, 3]]), ((0, 2), [[7]]), ((), 0.5)])
    result = dpop(network)
    assert result.values.tolist() == [0, 1, 0, 0]
    assert result.cost == 9.5
    assert dpop(CostNetwork([], [])).assignment == {}


@pytest.mark.tiny
def test_nothing_allowed():
    network = CostNetwork([2, 2], [((0,), [0, math.inf]), ((0, 1), [[math.inf] * 2, [0, 0]])])
    assert dpop(network).cost == math.inf


@given(problems())
def test_agrees_with_best_response(problem):
    result = dpop(problem)
    exact = solver.best_response(problem, problem.nodes)
    assert np.isclose(result.cost, exact.penalty, rtol=1e-12, atol=1e-12)
    assert result.cost == solver.penalty(problem, result.assignment)
    assert result.conflicts == solver.conflicts(problem.graph, problem.encode(result.assignment))
    assert problem.respects_fixed(result.assignment)


@given(st.integers(0, 2**32), st.sampled_from([1, 0.25]))
def test_agrees_with_best_response_on_rings_of_cliques(seed, scale):
    random = np.random.default_rng(seed)
    cliques = [(5 * i + a, 5 * i + b) for i in range(4) for b in range(5) for a in range(b)]
    links = [(5 * i, (5 * i + 8) % 20) for i in range(4)]
    edges = cliques + links
    wishes = scale * random.integers(0, 8, (20, 3))
    problem = Problem(
        range(20), edges, "abc", preferences=wishes, weights=scale * random.integers(1, 9, len(edges))
    )
    exact = solver.best_response(problem, problem.nodes)
    assert dpop(problem).cost == exact.penalty
    assert dpop(problem, memory=3000).cost == exact.penalty


@pytest.mark.tiny
def test_refusals_state_the_estimate():
    n = 20
    ends = [(u, v) for v in range(n) for u in range(v)]
    network = CostNetwork([3] * n, [(pair, np.eye(3)) for pair in ends])
    with pytest.raises(BudgetError, match=r"dpop, width 19: needs .* cells, allowed 1e\+06") as refused:
        dpop(network, work=1e6)
    cells = [max(3**above, 4096) * 3 for above in range(n)]
    assert refused.value.estimate == sum(cells)
    assert (refused.value.budget, refused.value.unit) == (1e6, "cells")
    with pytest.raises(
        BudgetError, match=r"width 19 with [0-9]+ variables cut to save memory"
    ) as refused:
        dpop(network, memory=1e5, work=5.3e9)
    assert refused.value.estimate > 5.3e9
    small = CostNetwork([3] * 4, [((0, 1), np.eye(3))])
    with pytest.raises(
        BudgetError, match="dpop, every variable cut: needs 45 bytes, allowed 44"
    ) as refused:
        dpop(small, memory=44)
    assert (refused.value.estimate, refused.value.unit) == (45, "bytes")


@pytest.mark.tiny
def test_huge_widths_do_not_overflow():
    n = 1200
    star = [(u, v) for u in range(n) for v in range(u + 1, min(n, u + 2))]
    clique = [(u, v) for v in range(400) for u in range(v)]
    ends = np.array(sorted({*star, *clique}), np.int32)
    tree = pseudo_tree(n, ends)
    with pytest.raises(BudgetError):
        choose_cuts(np.full(n, 1000, np.int32), tree, 1e9, 1e12)


@pytest.mark.tiny
@pytest.mark.parametrize("name", ["memory", "work"])
def test_bad_limits_are_named(name):
    network = CostNetwork([2], [])
    for limit in (0, -1, math.nan):
        with pytest.raises(InputError, match=f"{name} = {limit}: expected {name} > 0"):
            dpop(network, **{name: limit})


@pytest.mark.tiny
@given(networks(max_n=5, max_size=3))
def test_equal_calls_give_equal_answers(network):
    assume(network.m)
    first, second = dpop(network), dpop(network)
    assert first.values.tolist() == second.values.tolist()
    assert (first.messages, first.bytes, first.nccc) == (second.messages, second.bytes, second.nccc)
