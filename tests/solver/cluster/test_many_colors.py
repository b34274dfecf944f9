"""More colors than a byte holds: answers are those of three colors, renamed."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Problem, best_response, best_responses, count_optima, counterfactuals, dcop, penalties
from solver.cluster.engines import ENGINES

EDGES = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (1, 4), (4, 5), (3, 5)]
WISHES = [[0.5, 0, 0.25], [0, 1, 0.5], [0.75, 0.25, 0], [0, 0, 1], [0.5, 0.25, 0], [0, 0, 0]]


def pair(k):
    """The problem in three colors, in k colors of which all but three are bad, and the three."""
    names = [1, k // 2, k - 1]
    wide = np.full((6, k), -64.0)
    wide[:, names] = WISHES
    owners = {v: "me" if v < 4 else "you" for v in range(6)}
    few = Problem(range(6), EDGES, range(3), WISHES, 2.0, owners=owners)
    return few, Problem(range(6), EDGES, range(k), wide, 2.0, owners=owners), names


@pytest.mark.parametrize("k", [127, 128, 255, 256, 257, 300])
def test_answers_are_those_of_three_colors(k):
    few, many, names = pair(k)
    for beliefs in ({}, {4: 2, 5: 0}):
        renamed = {node: names[c] for node, c in beliefs.items()}
        expected = best_response(few, "me", beliefs)
        for engine in ("auto", *ENGINES):
            found = best_response(many, "me", renamed, engine=engine)
            assert found.penalty == expected.penalty
            assert found.assignment == {v: names[c] for v, c in expected.assignment.items()}
        assert count_optima(many, "me", renamed) == count_optima(few, "me", beliefs)
        second = best_responses(few, "me", beliefs, count=2)[1]
        assert best_responses(many, "me", renamed, count=2)[1].penalty == second.penalty
    table, wide = counterfactuals(few, "me", [4, 5]), counterfactuals(many, "me", [4, 5])
    assert np.array_equal(wide.penalty[np.ix_(names, names)], table.penalty)
    assert np.array_equal(wide.colors[np.ix_(names, names)], np.array(names)[table.colors])
    assert np.array_equal(wide.conflicts[np.ix_(names, names)], table.conflicts)
    colors = np.array(list(np.ndindex(3, 3, 3, 3, 3, 3)))
    assert np.array_equal(penalties(many, np.array(names)[colors]), penalties(few, colors))


@pytest.mark.parametrize("k", [128, 257, 300])
def test_networks_too(k):
    few, many, names = pair(k)
    expected = dcop.dpop(few)
    assert dcop.dpop(many).values.tolist() == [names[c] for c in expected.values.tolist()]
    for search in (dcop.dsa, dcop.mgm, dcop.mgm2, dcop.maxsum):
        result = search(many, cycles=50)
        assert result.cost >= expected.cost
        assert set(result.values.tolist()) <= {*names, *range(k)}
        assert result.cost == many.costs.to_float(round(result.cost * many.costs.scale))
