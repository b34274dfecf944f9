"""Places on a board: every edge and every node can be seen."""

from __future__ import annotations

import math

import pytest

from agents.coloring.setup import TeamSettings
from agents.coloring.view import view_of
from agents.page.places import CLEARANCE, RADIUS, name_place, note_side, team_places, view_places

GAMES = ("study", "small", "random:clusters=3,nodes=6,seed=1", "random:clusters=3,nodes=5,seed=7")


def distance(point, start, end):
    """Return the distance of a point to a segment."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - ax - share * dx, y - ay - share * dy)


def closest(places, edges):
    """Return the least distance of a node to an edge that does not join it."""
    return min(
        distance(point, places[u], places[v])
        for u, v in edges
        for node, point in places.items()
        if u in places and v in places and node not in (u, v)
    )


def team_of(game):
    return TeamSettings(topology=game, human="page").complete().team()


@pytest.mark.parametrize("game", GAMES)
def test_no_edge_of_a_view_runs_behind_a_node_and_no_nodes_overlap(game):
    team = team_of(game)
    view = view_of(team.problem, team.people[0])
    places = view_places(view)
    assert set(places) == {*view.own, *view.owners}
    assert closest(places, view.edges) > RADIUS
    points = list(places.values())
    assert min(math.dist(p, q) for i, p in enumerate(points) for q in points[:i]) > 2 * RADIUS


@pytest.mark.parametrize("game", ["study", "small"])
def test_no_edge_of_a_team_runs_behind_a_node(game):
    team = team_of(game)
    clusters = {str(owner): list(map(str, nodes)) for owner, nodes in team.problem.clusters.items()}
    edges = [(str(u), str(v)) for u, v in team.problem.edges]
    places = team_places(clusters, edges)
    assert len(places) == len(team.problem.nodes)
    assert closest(places, edges) > RADIUS


def test_places_are_the_same_each_time():
    team = team_of("study")
    view = view_of(team.problem, team.people[0])
    assert view_places(view) == view_places(view)


def test_names_stand_at_the_frames():
    assert name_place("A", ["x", "y"], {"x": (0.0, 1.0), "y": (2.0, 0.0)}) == pytest.approx(
        (-0.26, -0.40)
    )
    assert name_place("A", ["z"], {"x": (0.0, 1.0)}) is None
    assert CLEARANCE > RADIUS


@pytest.mark.parametrize(
    ("others", "side"),
    [
        ({}, 1),
        ({"right": (1, 0)}, 1),
        ({"below": (0, 1)}, -1),
        ({"above": (0, -1)}, 1),
        ({"below": (0.2, 1), "above": (0, -1)}, 1),
    ],
)
def test_a_note_is_where_no_edge_runs_through_it(others, side):
    places = {"node": (0.0, 0.0), **others}
    assert note_side("node", [("node", other) for other in others], places) == side
