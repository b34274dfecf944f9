"""The greedy coloring of a cluster, literal and mended, on the vectors that tell them apart."""

from __future__ import annotations

import pytest

from solver import Problem, greedy_response

from ...study import study

pytestmark = pytest.mark.tiny


def colors(response):
    return "".join(color[0] for color in response.assignment.values())


def test_required_colors_ahead_are_seen_only_if_preseeded():
    """Vector A.7."""
    problem = Problem("xy", [("x", "y")], ["red", "green"], fixed={"y": "red"})
    literal = greedy_response(problem, ["x", "y"], preseed_constrained=False)
    assert (colors(literal), literal.penalty) == ("rr", 1)
    mended = greedy_response(problem, ["x", "y"])
    assert (colors(mended), mended.penalty) == ("gr", 0)


def test_literal_greedy_of_the_study():
    """Vectors A.4 and A.5."""
    problem = study(1)
    stuck = greedy_response(problem, "Agent2", {"h2": "blue", "h5": "green"}, preseed_constrained=False)
    assert (colors(stuck), stuck.penalty) == ("rrggb", 20)
    beliefs = {"h2": "red", "h5": "blue"}
    forced = greedy_response(problem, "Agent2", beliefs, {"b2": "red"}, preseed_constrained=False)
    assert (colors(forced), forced.penalty) == ("rrggb", 30)
    later = greedy_response(problem, "Agent2", beliefs, preseed_constrained=False)
    assert (colors(later), later.penalty) == ("rgrgb", 0)


def test_local_scores_explain_the_choice():
    problem = Problem(
        "xyz", [("x", "y"), ("y", "z")], ["red", "green"], {"y": {"red": 0.5}}, fixed={"x": "red"}
    )
    response = greedy_response(problem, ["x", "y"], {"z": "Green"})
    assert response.local_scores == {"x": {"red": 0.0}, "y": {"red": 0.5, "green": 1.0}}
    assert response.assignment == {"x": "red", "y": "red"}
