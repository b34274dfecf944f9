"""Tables passed on: exact on a tree of agents, and about nodes of the recipient only."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from agents.coloring.bargaining import utilities
from agents.coloring.bargaining.utilities import check_table, choose, next_turn
from agents.coloring.game.tours import grow
from agents.coloring.messages import PAYLOADS, Utilities
from agents.coloring.situation import Constraint, HeardTable, Pin, Place, Situation
from agents.coloring.view import view_of
from agents.errors import ActionRejected
from solver import Problem

DOMAIN = ("red", "green", "blue")


def seats_of(problem, colors):
    views = {str(name): view_of(problem, name) for name in problem.clusters}
    return views, {
        name: Situation(0, {v: colors[v] for v in view.own}, beliefs={v: colors[v] for v in view.owners})
        for name, view in views.items()
    }


def round_of(problem, colors, places):
    """One round: tables up, colors down; messages reach their recipients after each step."""
    views, seats = seats_of(problem, colors)
    seats = {name: replace(seat, place=places[name]) for name, seat in seats.items()}
    period = 2 * max(place.height for place in places.values()) + 1
    for tick in range(period):
        seats = {
            name: replace(seat, time_step=tick, place=replace(seat.place, tick=tick))
            for name, seat in seats.items()
        }
        turns = {name: next_turn(views[name], seat, seat.colors) for name, seat in seats.items()}
        now = {v: c for turn in turns.values() for v, c in turn.colors.items()}
        for name, turn in turns.items():
            seats[name] = replace(
                seats[name], colors=turn.colors, beliefs={v: now[v] for v in views[name].owners}
            )
        for name, turn in turns.items():
            for one in turn.messages:
                table = PAYLOADS["utilities"].model_validate(one.payload)
                check_table(views[name], one.recipient, table)
                heard = {
                    **seats[one.recipient].heard,
                    name: HeardTable(table.boundary_nodes, table.costs),
                }
                seats[one.recipient] = replace(seats[one.recipient], heard=heard)
    return {v: c for seat in seats.values() for v, c in seat.colors.items()}


@st.composite
def trees(draw):
    """A problem whose team is a tree of up to four agents, and colors to start from."""
    count = draw(st.integers(2, 4))
    above = [None] + [draw(st.integers(0, i - 1)) for i in range(1, count)]
    nodes = [f"{'abcd'[i]}{j}" for i in range(count) for j in range(draw(st.integers(1, 3)))]
    owners = {v: f"A{'abcd'.index(v[0])}" for v in nodes}
    legal = [
        (u, v)
        for u, v in itertools.combinations(nodes, 2)
        if owners[u] == owners[v]
        or above["abcd".index(v[0])] == "abcd".index(u[0])
        or above["abcd".index(u[0])] == "abcd".index(v[0])
    ]
    edges = draw(st.lists(st.sampled_from(legal), unique=True, max_size=14)) if legal else []
    domain = DOMAIN[: draw(st.integers(2, 3))]
    color = st.sampled_from(domain)
    fixed = draw(st.dictionaries(st.sampled_from(nodes), color, max_size=2))
    liked = draw(
        st.dictionaries(st.sampled_from(nodes), st.fixed_dictionaries({"red": st.integers(-3, 3)}))
    )
    problem = Problem(nodes, edges, domain, liked, 10.0, fixed=fixed, owners=owners)
    return problem, {v: fixed.get(v, draw(color)) for v in nodes}


def best_of(problem):
    rows = np.array(list(itertools.product(range(problem.k), repeat=problem.n)), np.int32)
    held = problem.fixed_colors >= 0
    rows = rows[(rows[:, held] == problem.fixed_colors[held]).all(1)]
    return solver.penalties(problem, rows).min()


@given(trees(), st.integers(0, 3))
@settings(max_examples=40)
def test_one_round_is_exact_on_a_tree_of_agents(tree, number):
    problem, colors = tree
    views, _ = seats_of(problem, colors)
    places = grow({name: view.peers for name, view in views.items()}, number, max_height=4)
    after = round_of(problem, colors, places)
    assert solver.penalty(problem, after) == pytest.approx(best_of(problem))


@given(trees(), st.data())
@settings(max_examples=30)
def test_a_table_is_the_least_cost_for_each_coloring_of_the_border(tree, data):
    problem, colors = tree
    views, seats = seats_of(problem, colors)
    name = data.draw(st.sampled_from(sorted(views)))
    view = views[name]
    if not view.peers:
        return
    peer = data.draw(st.sampled_from(view.peers))
    table = utilities.utilities(view, seats[name], seats[name].colors, peer)
    assert table.boundary_nodes == view.border_of(peer)
    rows = itertools.product(view.domain, repeat=len(table.boundary_nodes))
    for row, cost in zip(rows, table.costs, strict=True):
        supposed = {**seats[name].beliefs, **dict(zip(table.boundary_nodes, row, strict=True))}
        assert cost == pytest.approx(solver.best_response(view.problem, name, supposed).penalty)


def triangle(**more):
    owners = {"a": "A", "b": "B", "c": "C"}
    return Problem("abc", ["ab", "bc", "ac"], DOMAIN, conflict_penalty=10.0, owners=owners, **more)


def test_outside_its_turn_an_agent_keeps_still():
    views, seats = seats_of(triangle(), dict.fromkeys("abc", "red"))
    seat = seats["A"]
    assert next_turn(views["A"], seat, seat.colors).colors == seat.colors
    waits = replace(seat, place=Place("B", (), 1, 1, tick=1))
    assert next_turn(views["A"], waits, seat.colors) == utilities.Planned(seat.colors)


def test_pins_and_fixed_nodes_are_kept():
    problem = Problem(
        ["a1", "a2", "b"], [("a1", "b"), ("a2", "b")], DOMAIN, conflict_penalty=10.0,
        fixed={"a1": "red"}, owners={"a1": "A", "a2": "A", "b": "B"},
    )  # fmt: skip
    views, seats = seats_of(problem, {"a1": "red", "a2": "green", "b": "green"})
    pins = (Pin("a2", "green", "committed", "B", "d"),)
    seat = replace(seats["A"], pins=pins, place=Place(None, ("B",), 0, 1, 1))
    with_person, with_agent = replace(views["A"], person="B"), views["A"]
    for costs in itertools.product([0.0, 50.0], repeat=3):
        now = replace(seat, heard={"B": HeardTable(("a2",), costs)})
        assert choose(with_person, now, seat.colors) == {"a1": "red", "a2": "green"}
        # Deals between agents end when a round begins.
        cheap = DOMAIN[costs.index(min(costs))]
        if costs.count(min(costs)) == 1 and cheap != "green":
            assert choose(with_agent, now, seat.colors) == {"a1": "red", "a2": cheap}


def test_what_is_left_out_of_a_table_stays_as_it_is(monkeypatch):
    owners = {**{f"a{i}": "A" for i in range(3)}, **{f"b{i}": "B" for i in range(3)}}
    edges = [(f"a{i}", f"b{i}") for i in range(3)]
    problem = Problem(list(owners), edges, DOMAIN, conflict_penalty=10.0, owners=owners)
    views, seats = seats_of(problem, dict.fromkeys(owners, "red"))
    monkeypatch.setattr(utilities, "MAX_ENTRIES", 9)
    table = utilities.utilities(views["B"], seats["B"], seats["B"].colors, "A")
    assert len(table.boundary_nodes) == 2
    assert len(table.costs) == 9
    seat = replace(
        seats["A"],
        place=Place(None, ("B",), 0, 1, 1),
        heard={"B": HeardTable(table.boundary_nodes, tuple(float(i) for i in range(9))[::-1])},
    )
    chosen = choose(views["A"], seat, seat.colors)
    (left_out,) = {"a0", "a1", "a2"} - set(table.boundary_nodes)
    assert chosen[left_out] == "red"
    assert all(chosen[v] == "blue" for v in table.boundary_nodes)


def test_a_joint_table_beyond_the_limit_keeps_some_nodes(monkeypatch):
    owners = {**{f"a{i}": "A" for i in range(4)}, **{f"b{i}": "B" for i in range(4)}}
    edges = [(f"a{i}", f"b{i}") for i in range(4)]
    problem = Problem(list(owners), edges, DOMAIN, conflict_penalty=10.0, owners=owners)
    views, seats = seats_of(problem, dict.fromkeys(owners, "red"))
    monkeypatch.setattr(utilities, "MAX_CELLS", 27)
    costs = tuple(float(sum(row)) for row in itertools.product([2, 1, 0], repeat=4))
    heard = {"B": HeardTable(views["B"].border_of("A"), costs)}
    seat = replace(seats["A"], place=Place(None, ("B",), 0, 1, 1), heard=heard)
    assert sorted(choose(views["A"], seat, seat.colors).values()) == ["blue", "blue", "blue", "red"]


def test_beyond_the_solvers_budget_it_says_so_and_keeps_its_colors(monkeypatch):
    def too_much(*_args, **_more):
        raise solver.BudgetError("counterfactuals", estimate=2.0, budget=1.0, unit="bytes")

    views, seats = seats_of(triangle(), dict.fromkeys("abc", "red"))
    monkeypatch.setattr(utilities.solver, "counterfactuals", too_much)
    seat = replace(seats["A"], place=Place("B", (), 1, 1, 0))
    planned = next_turn(views["A"], seat, seat.colors)
    assert planned.colors == seat.colors
    assert planned.messages == ()
    assert [name for name, _ in planned.events] == ["coloring.tables_over_budget"]


def test_edges_that_resist_weigh_more():
    # a can agree with b or with c only; the edge to c was left in conflict for two rounds.
    problem = triangle(fixed={"b": "green", "c": "blue"}, preferences={"a": {"red": -100.0}})
    views, seats = seats_of(problem, {"a": "blue", "b": "green", "c": "blue"})
    chosen = set()
    for step in range(20):
        seat = replace(seats["A"], time_step=step, place=Place(None, (), 0, 0, 0))
        chosen.add(choose(views["A"], seat, seat.colors)["a"])
        strained = replace(seat, strains={"a": {"c": 2}})
        assert choose(views["A"], strained, seat.colors)["a"] == "green"
    assert chosen == {"green", "blue"}


def test_edges_weigh_no_more_where_a_person_asked_for_colors():
    problem = triangle(fixed={"b": "green", "c": "blue"}, preferences={"a": {"red": -100.0}})
    views, seats = seats_of(problem, {"a": "blue", "b": "green", "c": "blue"})
    asked = Constraint("a", "forbidden", "red", "Human")
    seat = replace(seats["A"], place=Place(None, (), 0, 0, 0), strains={"a": {"c": 2}})
    steps = [replace(seat, time_step=step) for step in range(20)]
    assert {choose(views["A"], one, one.colors)["a"] for one in steps} == {"green"}
    steps = [replace(one, constraints=(asked,)) for one in steps]
    assert {choose(views["A"], one, one.colors)["a"] for one in steps} == {"green", "blue"}


def test_who_chooses_at_the_same_time_keeps_the_common_border_where_that_costs_nothing():
    views, seats = seats_of(triangle(), {"a": "red", "b": "green", "c": "blue"})
    for step in range(10):
        seat = replace(seats["A"], time_step=step, place=Place("C", (), 1, 1, 2, beside=("B",)))
        assert choose(views["A"], seat, seat.colors) == {"a": "red"}
    clash = replace(seat, beliefs={"b": "red", "c": "blue"})
    assert choose(views["A"], clash, clash.colors) == {"a": "green"}


@pytest.mark.parametrize(
    ("nodes", "count", "says"),
    [(("c",), 3, "'c': expected one of B's nodes"), (("b",), 2, "costs = 2: expected 3 costs"),
     (("b", "b"), 9, "costs = 9: expected 9 costs, for distinct")],
)  # fmt: skip
def test_a_table_that_is_none_is_refused(nodes, count, says):
    view = view_of(triangle(), "A")
    table = Utilities(boundary_nodes=nodes, costs=(0.0,) * count, round=0)
    with pytest.raises(ActionRejected, match=says):
        check_table(view, "B", table)


def test_a_situation_with_a_place_comes_back_as_it_went():
    seat = Situation(
        3,
        {"a": "red"},
        place=Place("B", ("C",), 1, 2, 1, ("D",)),
        heard={"C": HeardTable(("a",), (0.0, 1.0, 2.0))},
        strains={"a": {"c": 2}},
    )
    assert Situation.of(seat.json_dict()) == seat
