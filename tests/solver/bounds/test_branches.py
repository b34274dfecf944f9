"""Certificates by cases: true ones hold, and each change that leaves a gap is found."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest

from solver import Graph, InputError, generators
from solver.bounds.certificate import check_certificate
from solver.bounds.renumbering import renumbered
from tests import naive
from tests.solver.bounds.forged import small_graph

pytestmark = pytest.mark.tiny


def pentagon():
    """A cycle of five and a certificate that it has no two colors."""
    steps = [
        {"pair": [0, 2]},  # one color: the rest is a triangle, 0, 3, 4
        {"weights": [1, 0, 0, 1, 1], "largest": 1},
        {"weights": [1, 1, 1, 0, 0], "largest": 1},
    ]
    return Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)]), {
        "kind": "branches",
        "colors": 2,
        "steps": steps,
    }


def test_it_holds():
    graph, certificate = pentagon()
    verdict = check_certificate(graph, certificate)
    assert (verdict.holds, verdict.bound) == (True, 3)
    assert verdict.reason == "2 cases, each refuted by weights"


def test_merged_vertices_add_their_weights():
    graph, certificate = pentagon()
    certificate["steps"][1]["weights"] = [0, 0, 1, 1, 1]
    assert check_certificate(graph, certificate).holds
    certificate["steps"][1]["weights"] = [1, 0, 1, 2, 2]
    certificate["steps"][1]["largest"] = 2
    assert check_certificate(graph, certificate).holds


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda c: c["steps"].pop(), "1 cases are left at the end"),
        (lambda c: c["steps"].clear(), "1 cases are left at the end"),
        (lambda c: c["steps"].append(c["steps"][1]), "step 4: expected the end"),
        (lambda c: c["steps"].reverse(), "step 1: an independent set weighs 2 > 1"),
        (lambda c: c["steps"][2].update(weights=[1, 1, 0, 0, 0]), "step 3: a total weight of 2"),
        (lambda c: c.update(colors=3), "step 2: a total weight of 3 refutes no 3 colors"),
        (lambda c: c.update(bound=4), "the claimed bound is 4, the proven one 3"),
    ],
)
def test_gaps_are_found(change, reason):
    graph, certificate = pentagon()
    change(certificate)
    verdict = check_certificate(graph, certificate)
    assert verdict.holds is False
    assert reason in verdict.reason


@pytest.mark.parametrize(
    "steps",
    [[7], [{"pair": [0]}], [{"pair": [0, 9]}], [{"weights": [1], "largest": 1}], [{}], {"pair": [0, 1]}],
)
def test_other_steps_are_errors(steps):
    graph, certificate = pentagon()
    with pytest.raises(InputError):
        check_certificate(graph, certificate | {"steps": steps})


def test_adjacent_vertices_cannot_have_the_same_color_whatever_the_weights():
    graph, certificate = pentagon()
    case = {"weights": [0, 0, 0, 0, 0], "largest": 1}
    steps = [{"pair": [0, 1]}, case, *certificate["steps"]]
    assert check_certificate(graph, certificate | {"steps": steps}).holds


def test_a_small_budget_leaves_it_undecided():
    graph, certificate = pentagon()
    verdict = check_certificate(graph, certificate, max_steps=3)
    assert verdict.holds is None
    assert "undecided" in verdict.reason


def test_parts_are_renumbered():
    _, certificate = pentagon()
    before = copy.deepcopy(certificate)
    names = [1, 3, 4, 6, 8]
    whole = Graph.from_edges(10, [(names[i], names[(i + 1) % 5]) for i in range(5)])
    verdict = check_certificate(whole, renumbered(certificate, np.array(names, np.int32), 10))
    assert (verdict.holds, verdict.bound) == (True, 3)
    assert certificate == before


@pytest.mark.parametrize("seed", range(3))
def test_no_forged_certificate_with_a_false_bound_is_accepted(seed):
    """Random trees, and true ones of branch and price with one change, beside brute force."""
    from solver.exact import BranchAndPrice

    rng = random.Random(seed)
    accepted = refused = 0
    for _ in range(60):
        n, edges = small_graph(rng)
        graph = Graph.from_edges(n, edges)
        needed = naive.chromatic_number(n, edges)
        if needed < 2:
            continue
        search = BranchAndPrice(graph, needed - 1)
        search.run(1 << 40)
        steps = copy.deepcopy(search.steps)
        if len(steps) == 1 and n > 2:  # cases that are not needed
            u, v = rng.sample(range(n), 2)
            steps = [{"pair": [u, v]}, copy.deepcopy(steps[0]), *steps]
        certificate = {"kind": "branches", "colors": needed - 1, "steps": steps}
        change = rng.randrange(6)
        place = rng.choice(steps)
        if change == 0:
            certificate["colors"] += 1
        elif change == 1:
            steps.remove(place)
        elif change == 2 and "pair" in place:
            place["pair"] = [rng.randrange(n), rng.randrange(n)]
        elif change == 3 and "weights" in place:
            place["weights"][rng.randrange(n)] += rng.choice([1, 1 << 24])
        elif change == 4 and "largest" in place:
            place["largest"] = max(1, place["largest"] - rng.choice([1, 1 << 23]))
        verdict = check_certificate(graph, certificate)
        if verdict.holds:
            assert verdict.bound <= needed, (n, edges, certificate)
            accepted += 1
        else:
            refused += 1
    assert accepted
    assert refused


def test_a_proof_of_branches_is_a_search_again(tmp_path):
    from solver import write_proof
    from solver.exact import BranchAndPrice

    graph = generators.mycielski(3)
    search = BranchAndPrice(graph, 3)
    search.run(1 << 40)
    assert search.certificate["kind"] == "branches"
    assert write_proof(tmp_path / "p.pbp", graph, search.certificate).bound == 4
