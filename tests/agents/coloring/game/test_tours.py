"""Trees of agents, their rounds, and how well agents search in them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.game.tours import PATIENCE, PERSONS_SHARE, Tours, grow, is_touring
from agents.coloring.messages import Utilities
from agents.coloring.situation import NodeColor, Offer, Pin, Situation
from agents.coloring.view import view_of
from solver import Problem
from tests.agents.coloring.search import Search, teams
from tests.strategies import chosen


@st.composite
def graphs(draw):
    names = [f"A{i}" for i in range(draw(st.integers(1, 9)))]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    edges = draw(chosen(pairs)) if pairs else []
    return {a: tuple(b for b in names if (a, b) in edges or (b, a) in edges) for a in names}


@given(graphs(), st.integers(0, 20), st.integers(0, 3), st.integers(0, 2))
@settings(max_examples=100)
def test_trees_span_the_team_and_are_no_higher_than_allowed(peers, number, height, persons):
    people = tuple(peers)[:persons]
    places = grow(peers, number, height, people)
    assert set(places) == {n for n in peers if n not in people or number % PERSONS_SHARE == 0}
    for name, place in places.items():
        assert place.depth <= place.height <= height
        assert (place.parent is None) == (place.depth == 0)
        if place.parent is not None:
            assert place.parent in peers[name]
            assert name in places[place.parent].children
            assert places[place.parent].depth == place.depth - 1
            assert name not in people
        for child in place.children:
            assert places[child].parent == name
        for other in place.beside:
            assert other in peers[name]
            assert other in places


def test_roots_rotate():
    peers = {a: tuple(b for b in "ABC" if b != a) for a in "ABC"}
    roots = [next(n for n, p in grow(peers, i).items() if p.parent is None) for i in range(6)]
    assert roots == list("ABCABC")
    roots = [next(n for n, p in grow(peers, i, people=["B"]).items() if p.depth == 0) for i in range(4)]
    assert roots == ["B", "C", "A", "B"]


def test_agents_in_conflict_become_roots_first():
    names = [f"A{i}" for i in range(30)]
    ring = {a: (names[i - 1], names[(i + 1) % 30]) for i, a in enumerate(names)}
    for number in range(30):
        places = grow(ring, number, max_height=2, first_roots={"A4", "A20"})
        assert places["A4"].depth == places["A20"].depth == 0
        assert places["A3"].parent == places["A5"].parent == "A4"


def test_in_a_large_team_conflicts_are_roots_and_weigh_more_from_round_to_round():
    names = [f"A{i}" for i in range(20)]
    nodes = [f"n{i}" for i in range(20)]
    edges = [(nodes[i - 1], nodes[i]) for i in range(20)]
    owners = dict(zip(nodes, names, strict=True))
    problem = Problem(nodes, edges, ["red", "green"], conflict_penalty=10.0, owners=owners)
    views = {name: view_of(problem, name) for name in names}
    colors = {node: ("red", "green")[i % 2] for i, node in enumerate(nodes)}
    colors["n7"] = "red"  # in conflict with n6 and n8
    seats = {name: Situation(0, {node: colors[node]}) for node, name in zip(nodes, names, strict=True)}
    tours = Tours(views, {name: i % 2 for i, name in enumerate(names)})
    for number in range(3):
        seats = tours.arrange(seats, PATIENCE + 5 * number, {})
        roots = {name for name, seat in seats.items() if seat.place and seat.place.parent is None}
        assert roots & {"A6", "A7", "A8"}
        assert "A0" not in roots
        assert seats["A7"].strains == ({"n7": {"n6": 3 * number, "n8": 3 * number}} if number else {})


def table():
    owners = {"a": "A", "b": "B", "c": "C"}
    problem = Problem("abc", ["ab", "bc"], ["red", "green"], conflict_penalty=10.0, owners=owners)
    views = {name: view_of(problem, name) for name in "ABC"}
    return views, {"A": 0, "B": 1, "C": 0}


def seats(a, b, c, **more):
    return {
        n: Situation(0, {n.lower(): color}, **more) for n, color in zip("ABC", (a, b, c), strict=True)
    }


def test_rounds_begin_when_slots_were_not_enough():
    views, slots = table()
    tours = Tours(views, slots)
    stuck = seats("red", "red", "green")
    begin = PATIENCE
    assert not is_touring(tours.arrange(stuck, begin - 1, {}))
    assert is_touring(tours.arrange(stuck, begin, {}))
    assert not is_touring(tours.arrange(seats("red", "green", "red"), begin, {}))
    assert [tours.may_recolor("B", stuck["B"], step, False) for step in range(3)] == [False, True, False]


def test_a_round_goes_up_and_down_the_tree_and_strains_what_it_leaves():
    views, slots = table()
    tours = Tours(views, slots)
    begin = PATIENCE
    now = tours.arrange(seats("red", "red", "red"), begin, {})
    assert now["B"].strains == {}
    free = []
    for step in range(begin, begin + 5):
        free.append("".join(n for n in "ABC" if tours.may_recolor(n, now[n], step, True)))
        sent = {"A": {"B": Utilities(boundary_nodes=("a",), costs=(1.0, 0.0), round=0)}}
        now = tours.arrange(now, step + 1, sent if step == begin + 1 else {})
        if step == begin + 1:
            assert now["A"].heard["B"].costs == (1.0, 0.0)
    # A, B, C in a path, A the root: down in three steps.
    assert free == ["", "", "A", "B", "C"]
    assert now["A"].heard == {}
    assert now["B"].strains == {"b": {"a": 1, "c": 1}}
    assert now["A"].strains == {"a": {"b": 1}}
    assert now["B"].place.parent is None


def test_trees_without_a_conflict_rest():
    owners = {v: v.upper() for v in "abcdefg"}
    path = [f"{u}{v}" for u, v in zip("abcdef", "bcdefg", strict=True)]
    problem = Problem("abcdefg", path, ["red", "green"], conflict_penalty=10.0, owners=owners)
    views = {name: view_of(problem, name) for name in "ABCDEFG"}
    tours = Tours(views, dict.fromkeys(views, 0), max_height=1)
    colors = dict(zip("abcdefg", ["red", "red", "green", "red", "green", "red", "green"], strict=True))
    now = {n: Situation(0, {n.lower(): colors[n.lower()]}) for n in views}
    places = tours.arrange(now, PATIENCE, {})
    assert [n for n, seat in places.items() if seat.place] == ["A", "B"]


def test_a_round_ends_no_deal_by_itself():
    views, slots = table()
    nc = NodeColor
    deal = Offer("bc", "B", "C", (nc("c", "red"),), (nc("b", "red"),), status="accepted")
    pins = (Pin("b", "red", "committed", "C", "bc"),)
    now = seats("red", "red", "red")
    now["B"] = replace(now["B"], offers=(deal,), pins=pins)
    after = Tours(views, slots, people=["C"]).arrange(now, PATIENCE, {})["B"]
    assert after.place is not None
    assert (after.offers, after.pins) == ((deal,), pins)


def test_a_person_chooses_as_root_or_last():
    views, slots = table()
    tours = Tours(views, slots, people=["B"])
    now = tours.arrange(seats("red", "red", "red"), begin := PATIENCE, {})
    assert now["B"].place.children == ("A", "C")
    free = []
    for step in range(begin, begin + 8):
        free.append("".join(n for n in "ABC" if tours.may_recolor(n, now[n], step, True)))
        now = tours.arrange(now, step + 1, {})
    # B touches both: it is the root of one round; in the next, A and C are roots of their own.
    assert free == ["", "B", "AC", "", "AC", "", "", "B"]


@pytest.mark.parametrize("offers", [False, True])
def test_structured_teams_are_solved(offers):
    drawn = list(teams(12, seed=7))
    found = [Search(team.make(), i, offers=offers).solve() for i, team in enumerate(drawn)]
    assert sum(step is not None for step in found) >= 11


def test_the_search_is_deterministic():
    team = next(iter(teams(1, seed=3))).make()
    first, second = Search(team, 1), Search(team, 1)
    for _ in range(12):
        first.step()
        second.step()
    assert first.seats == second.seats
