"""Best answers of a cluster against every coloring of it, and the vectors of the study."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    Budget,
    BudgetError,
    InputError,
    Problem,
    best_response,
    best_responses,
    count_optima,
    counterfactuals,
    penalty,
)
from solver.cluster import engines, prepared

from ... import naive
from ...strategies import cluster_questions
from ...study import FIXED, study

pytestmark = pytest.mark.tiny

SCOPES = st.sampled_from(["global", "cluster"])
COLORS = {"r": "red", "g": "green", "b": "blue"}
#: No power of two is a common unit of these within 62 bits.
AWKWARD = st.sampled_from([0.1, 1e-12, 1.0, 3e9, -0.3])


def expected(question, scope):
    definition, members, beliefs, required = question
    return naive.cluster_optima(
        definition, members, beliefs, required, members if scope == "cluster" else None
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_first_of_many_optima_of_a_large_tree(seed):
    """More colorings than a number of 64 bits can rank."""
    rng = np.random.default_rng(seed)
    nodes = [f"v{i}" for i in range(60)]
    edges = [(nodes[v], nodes[rng.integers(0, v)]) for v in range(1, 60)]
    wishes = rng.integers(0, 2 + 2 * seed, (60, 3)).astype(float)
    problem = Problem(nodes, edges, ["r", "g", "b"], wishes, 1.0)
    first = best_responses(problem, nodes, count=1)[0]
    assert best_response(problem, nodes) == first


def test_colors_that_the_problem_fixes_take_precedence():
    problem = Problem(["a", "b"], [("a", "b")], ["r", "g"], fixed={"a": "r"})
    for _ in range(2):  # the second time with what the first prepared
        found = best_response(problem, ["a", "b"], fixed={"a": "g", "b": "r"})
        assert found.assignment == {"a": "r", "b": "r"}


@given(cluster_questions(), SCOPES, st.sampled_from(["auto", *engines.ENGINES]))
def test_first_optimum(question, scope, engine):
    definition, members, beliefs, required = question
    problem = Problem(**definition)
    cost, colors = expected(question, scope)[0]
    found = best_response(problem, members, beliefs, required, scope=scope, engine=engine)
    assert found.penalty == cost
    assert tuple(found.assignment.items()) == tuple(zip(members, colors, strict=True))
    foreign = {v: c for v, c in beliefs.items() if v not in members}
    whole = {**foreign, **found.assignment}
    assert found.penalty == penalty(problem, whole, scope, members)
    seen = problem.seen_from(members) if scope == "cluster" else problem
    assert found.conflicts == sum(
        whole.get(a) is not None and whole.get(a) == whole.get(b) for a, b in seen.edges
    )


@given(cluster_questions(), SCOPES, st.randoms(use_true_random=False))
def test_the_first_optimum_by_another_order(question, scope, random):
    definition, members, beliefs, required = question
    problem = Problem(**definition)
    nodes, colors = [*problem.nodes], [*problem.domain]
    random.shuffle(nodes)
    random.shuffle(colors)
    found = best_response(problem, members, beliefs, required, scope=scope, order=(nodes, colors))
    reordered = problem.replace(nodes=nodes, domain=colors)
    assert found == best_response(reordered, members, beliefs, required, scope=scope)
    assert [*found.assignment] == [*best_response(problem, members).assignment]


def test_an_order_that_costs_leave_no_room_to_rank():
    problem = chain(60, 3)
    turned = best_response(problem, problem.nodes, order=(problem.nodes[::-1], problem.domain))
    first = best_response(problem, problem.nodes)
    assert [*turned.assignment.values()] == [*first.assignment.values()][::-1]
    assert (
        prepared.prepare(problem, problem.nodes, "global").turn_in_order(
            np.full(60, -1, np.int32), problem.nodes, problem.domain, Budget()
        )
        is None
    )


@given(cluster_questions(), SCOPES)
def test_the_best_few_and_their_number(question, scope):
    definition, members, beliefs, required = question
    problem = Problem(**definition)
    priced = expected(question, scope)
    few = best_responses(problem, members, beliefs, required, scope, count=5)
    assert [(a.penalty, tuple(a.assignment.values())) for a in few] == priced[:5]
    optima = [colors for cost, colors in priced if cost == priced[0][0]]
    assert count_optima(problem, members, beliefs, required, scope) == len(optima)


@given(cluster_questions(), st.data())
def test_current_colors_stay_if_they_are_optimal(question, data):
    definition, members, beliefs, required = question
    problem = Problem(**definition)
    priced = expected(question, "global")
    current = dict(zip(members, data.draw(st.sampled_from(priced))[1], strict=True))
    given_colors = dict(current)
    for node in required:  # what is required overrides what is current
        given_colors[node] = data.draw(st.sampled_from(definition["domain"]))
    found = best_response(problem, members, beliefs, required, "current", current=given_colors)
    optimal = [colors for cost, colors in priced if cost == priced[0][0]]
    kept = tuple(current.values())
    assert tuple(found.assignment.values()) == (kept if kept in optimal else optimal[0])


@given(cluster_questions(numbers=AWKWARD))
def test_costs_without_an_integer_form(question):
    definition, members, beliefs, required = question
    definition["weights"] = [abs(w) for w in definition["weights"]]
    problem = Problem(**definition)
    foreign = {v: c for v, c in beliefs.items() if v not in members}

    def price(entry):
        return penalty(problem, {**foreign, **dict(zip(members, entry[1], strict=True))})

    in_order = sorted(expected(question, "global"), key=lambda entry: entry[1])
    domain = definition["domain"]
    in_order.sort(key=lambda entry: [domain.index(c) for c in entry[1]])
    first = min(in_order, key=price)
    found = best_response(problem, members, beliefs, required)
    assert found.penalty == price(first)
    assert tuple(found.assignment.values()) == first[1]
    on_grid = best_response(problem, members, beliefs, required, engine="elimination")
    scale = sum(map(abs, definition["weights"])) + sum(
        abs(x) for row in definition["preferences"].values() for x in row.values()
    )
    assert math.isclose(on_grid.penalty, found.penalty, rel_tol=0, abs_tol=1e-12 * scale)


def chain(n, k, weight=1.0, preferences=None):
    nodes = [f"v{i}" for i in range(n)]
    edges = list(itertools.pairwise(nodes))
    return Problem(nodes, edges, list(range(k)), preferences, weight, owners=dict.fromkeys(nodes, "me"))


@pytest.mark.parametrize("n", [3, 12, 70])
def test_ties_of_long_chains_go_to_the_first_in_node_order(n):
    found = best_response(chain(n, 3), "me")
    assert list(found.assignment.values()) == [i % 2 for i in range(n)]


def test_ties_when_costs_leave_no_room_for_ranks():
    wish = {"v6": {0: 2.0}}
    problem = chain(7, 3, 0.5**58, wish)
    definition = {name: getattr(problem, name) for name in ("nodes", "edges", "domain")}
    definition |= {"weights": problem.weights.tolist(), "preferences": wish}
    first = naive.cluster_optima(definition, problem.nodes, {}, {})[0][1]
    found = best_response(problem, "me", engine="elimination")
    assert tuple(found.assignment.values()) == first


def test_many_optima_are_counted_exactly():
    assert count_optima(chain(70, 3), "me") == 3 * 2**69


def test_forced_colors_are_not_remembered():
    """Vector A.5's setting: a demand binds for the one call that it is part of."""
    problem = study(1)
    beliefs = {"h2": "red", "h5": "blue"}
    forced = best_response(problem, "Agent2", beliefs, {"b2": "red"})
    assert forced.assignment["b2"] == "red"
    assert forced.penalty == 10
    assert best_response(problem, "Agent2", beliefs).penalty == 0


def test_what_is_fixed_outranks_what_is_asked():
    found = best_response(study(1), "Agent2", {}, {"b4": "red"})
    assert found.assignment["b4"] == FIXED[1]["b4"]


def test_conflicts_hide_behind_preferences():
    """Vector A.8."""
    alone = Problem(["x"], [], ["red"], {"x": {"red": 2.0}})
    assert best_response(alone, ["x"])[:3] == (-2.0, 0, {"x": "red"})
    wishes = {"x": {"red": 6.0}, "y": {"red": 6.0}}
    both = Problem("xy", [("x", "y")], ["red", "green"], wishes, 10.0)
    assert best_response(both, ["x", "y"], None, {"x": "red", "y": "red"})[:2] == (-2.0, 1)


def test_first_valid_coloring_of_the_study():
    """Vector A.1."""
    problem = study(0)
    whole = best_response(problem, problem.nodes)
    assert "".join(c[0] for c in whole.assignment.values()) == "rgrgbrgbrbgrgrb"
    assert count_optima(problem, problem.nodes) == 432
    problem = study(1)
    whole = best_response(problem, problem.nodes)
    assert "".join(c[0] for c in whole.assignment.values()) == "rbgbggbrgrgrbgb"
    assert count_optima(problem, problem.nodes) == 10
    assert best_response(study(2), study(2).nodes).penalty > 0


def test_beliefs_as_an_array_and_of_own_nodes():
    problem = study(1)
    beliefs = {"h1": "red", "h4": "green"}
    expected = best_response(problem, "Agent1", beliefs)
    assert best_response(problem, "Agent1", problem.encode(beliefs)) == expected
    assert best_response(problem, "Agent1", {**beliefs, "a2": "red"}) == expected


def test_refusals():
    problem = study(1)
    with pytest.raises(InputError, match="tie"):
        best_response(problem, "Agent1", tie="first")
    with pytest.raises(InputError, match="engine"):
        best_response(problem, "Agent1", engine="steam")
    with pytest.raises(InputError, match="current"):
        best_response(problem, "Agent1", tie="current")
    with pytest.raises(InputError, match="fixed"):
        best_response(problem, "Agent1", fixed={"h1": "red"})
    with pytest.raises(InputError, match="scope"):
        best_response(problem, "Agent1", scope="own")
    for tie, nodes, colors in (
        ("any", problem.nodes, problem.domain),
        ("lex", problem.nodes[1:], problem.domain),
        ("lex", problem.nodes, problem.domain[:2]),
    ):
        with pytest.raises(InputError, match="order"):
            best_response(problem, "Agent1", tie=tie, order=(nodes, colors))
    with pytest.raises(InputError, match="count"):
        best_responses(problem, "Agent1", count=0)
    with pytest.raises(InputError, match="memory"):
        Budget(memory=0)
    with pytest.raises(BudgetError) as caught:
        best_response(problem, "Agent1", engine="enumeration", budget=Budget(work=10))
    assert (caught.value.estimate, caught.value.unit) == (81, "states")
    with pytest.raises(BudgetError):
        best_response(problem, "Agent1", engine="elimination", budget=Budget(memory=10))


def test_the_best_so_far_comes_with_a_bound():
    random = np.random.default_rng(3)
    pairs = [(u, v) for v in range(60) for u in range(v) if random.random() < 0.3]
    wishes = random.integers(0, 9, (60, 4)).astype(float)
    problem = Problem(range(60), pairs, "rgbo", wishes, 5.0)
    little = Budget(nodes=3)
    options = {"engine": "branch_and_bound", "budget": little, "tie": "any"}
    with pytest.raises(BudgetError) as caught:
        best_response(problem, range(60), **options)
    assert caught.value.unit == "nodes"
    found = best_response(problem, range(60), **options, anytime=True)
    assert found.lower_bound < found.penalty
    assert not found.proven
    assert found.penalty == penalty(problem, found.assignment)


def test_dense_clusters_are_enumerated_and_sparse_ones_eliminated():
    pairs = [(u, v) for v in range(14) for u in range(v)]
    dense = Problem(range(14), pairs, "rgb")
    local = engines_local(dense)
    assert engines.choose(local, Budget()) == "enumeration"
    assert engines.choose(engines_local(chain(70, 3)), Budget()) == "elimination"


def engines_local(problem):
    from solver import Cluster

    cluster = Cluster(problem, problem.nodes)
    return cluster.local(cluster.know(None))


def test_costs_too_wide_for_branch_and_bound_are_named():
    """0.1 needs 55 binary places; the engine's own limit is 2^56 units in all."""
    problem = Problem("abc", [("a", "b"), ("b", "c")], ["red", "green"], {"a": {"red": 3.1}}, 0.1)
    with pytest.raises(
        BudgetError, match=r"branch_and_bound: needs .* units of cost, allowed 7\.21e\+16"
    ):
        best_response(problem, list("abc"), engine="branch_and_bound")
    assert best_response(problem, list("abc")).penalty == -3.1


def test_a_search_out_of_nodes_says_so():
    error = BudgetError("search", estimate=float("inf"), budget=200, unit="nodes")
    assert str(error) == "search: needs more than the 200 nodes allowed"


@pytest.mark.parametrize("seed", range(8))
def test_requirements_that_share_a_program_have_the_answers_of_one_of_their_own(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    n, k, own = 12, 3, 8
    ends = [(u, v) for u in range(n) for v in range(u) if rng.random() < 0.35]
    weights = rng.integers(1, 4, len(ends)).tolist() if seed % 2 else None
    preferences = rng.integers(-2, 3, (n, k)).astype(float) if seed % 4 > 1 else None
    owners = {v: "me" if v < own else "you" for v in range(n)}
    given = {"weights": weights, "preferences": preferences, "owners": owners, "fixed": {0: 1}}
    beliefs = {v: int(rng.integers(k)) for v in range(own, n)}
    current = {v: int(rng.integers(k)) for v in range(own)}
    answers = []
    for most in (prepared.SHARED_NODES, 0):
        monkeypatch.setattr(prepared, "SHARED_NODES", most)
        problem = Problem(range(n), ends, range(k), **given)
        for required in ({}, {1: 0}, {2: 1, 5: 2}, {v: 0 for v in range(own)}):
            for tie in ("lex", "current"):
                answers.append(best_response(problem, "me", beliefs, required, tie, current=current))
            table = counterfactuals(problem, "me", (own, own + 1), beliefs, required)
            answers.append((table.penalty.tolist(), table.conflicts.tolist(), table.colors.tolist()))
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
