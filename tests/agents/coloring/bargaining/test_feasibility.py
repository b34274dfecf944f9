"""Exact feasibility against brute force, and reasons that are as small as can be."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.bargaining import feasibility
from agents.coloring.bargaining.feasibility import (
    Fact,
    facts_of,
    feasible,
    feasible_all,
    smallest_reason,
    why_no_setting,
)
from agents.coloring.situation import Constraint, Pin, Situation
from agents.coloring.view import view_of
from solver import Problem
from tests.study import study

RGB = ("red", "green", "blue")


def seat(view, **more):
    return Situation(0, dict.fromkeys(view.own, "red"), **more)


def fewest_conflicts(view, facts, more=()):
    """By trying everything; ``more`` are foreign nodes that are colored too."""
    known = {fact.node: fact.color for fact in facts if fact.kind != "barred"}
    barred = {(fact.node, fact.color) for fact in facts if fact.kind == "barred"}
    free = [node for node in (*view.own, *more) if node not in known]
    best = None
    for colors in itertools.product(view.domain, repeat=len(free)):
        if barred & set(zip(free, colors, strict=True)):
            continue
        all_colors = {**known, **dict(zip(free, colors, strict=True))}
        count = sum(u in all_colors and all_colors[u] == all_colors.get(v) for u, v in view.edges)
        best = count if best is None else min(best, count)
    return best


@st.composite
def asked(draw):
    """(view, situation, supposed) of a small random cluster with all sorts of facts."""
    own, foreign = [f"a{i}" for i in range(4)], [f"h{i}" for i in range(3)]
    nodes = own + foreign
    pairs = [(u, v) for u, v in itertools.combinations(nodes, 2) if u in own]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=3))
    domain = RGB[: draw(st.integers(2, 3))]
    color = st.sampled_from(domain)
    owners = {v: "me" if v in own else draw(st.sampled_from(["x", "y"])) for v in nodes}
    fixed = draw(st.dictionaries(st.sampled_from(own), color, max_size=2))
    view = view_of(Problem(nodes, edges, domain, fixed=fixed, owners=owners), "me")
    seen = st.sampled_from(sorted(view.owners)) if view.owners else st.nothing()
    pins = [
        Pin(node, c, draw(st.sampled_from(["committed", "forced"])), "x", "d")
        for node, c in draw(st.dictionaries(st.sampled_from(own), color, max_size=2)).items()
        if node not in fixed
    ]
    beliefs = draw(st.dictionaries(seen, color)) if view.owners else {}
    supposed = draw(st.dictionaries(seen, color)) if view.owners else {}
    barred = draw(st.dictionaries(st.sampled_from([*own, *view.owners]), color, max_size=3))
    constraints = [Constraint(node, "forbidden", c, "x") for node, c in barred.items()]
    if view.owners and draw(st.booleans()):
        node, c = draw(seen), draw(color)
        if barred.get(node) != c:
            constraints.append(Constraint(node, "required", c, "x"))
    situation = seat(view, beliefs=beliefs, pins=tuple(pins), constraints=tuple(constraints))
    return view, situation, supposed


@given(asked())
@settings(max_examples=60)
def test_feasibility_is_that_of_brute_force(question):
    view, situation, supposed = question
    found = feasible(view, situation, supposed)
    facts = facts_of(view, situation, supposed)
    assert found.conflicts == fewest_conflicts(view, facts)
    assert found.feasible == (found.conflicts == 0)
    assert set(found.assignment) == set(view.own)
    assert found.penalty == pytest.approx(found.conflicts * view.conflict_penalty)


@given(asked())
@settings(max_examples=60)
def test_a_reason_is_a_smallest_one(question):
    view, situation, supposed = question
    found = feasible(view, situation, supposed)
    facts = facts_of(view, situation, supposed)
    if found.feasible:
        assert found.facts == ()
        return
    assert found.smallest
    assert fewest_conflicts(view, found.facts) > 0
    for fewer in itertools.combinations(facts, max(len(found.facts) - 1, 0)):
        assert not found.facts or fewest_conflicts(view, fewer) == 0


@given(asked())
@settings(max_examples=60)
def test_why_no_setting_works_names_what_rules_all_of_them_out(question):
    view, situation, _ = question
    border = view.border_of("x")
    reason = why_no_setting(view, situation, border)
    believed = {fact for fact in reason if fact.kind == "believed"}
    assert not {fact.node for fact in believed} & {*border}
    allowed = {
        node: [
            color
            for color in view.domain
            if all(
                (one.color == color) == (one.kind == "required")
                for one in situation.constraints
                if one.node == node
            )
        ]
        for node in border
    }
    settings_of = [dict(zip(border, row, strict=True)) for row in itertools.product(*allowed.values())]
    if border:
        works = any(
            fewest_conflicts(
                view,
                [
                    *(f for f in facts_of(view, situation, {}) if f.node not in border),
                    *(Fact("supposed", node, color) for node, color in one.items()),
                ],
            )
            == 0
            for one in settings_of
        )
        # A cluster that has no coloring in any case needs no fact to rule it out.
        assert works == (reason == () and fewest_conflicts(view, (), border) == 0)
    if reason:
        assert fewest_conflicts(view, reason, border) > 0
        for fact in reason:
            assert fewest_conflicts(view, [f for f in reason if f != fact], border) == 0


@given(asked())
@settings(max_examples=30)
def test_without_budget_a_reason_is_irreducible_and_says_so(question):
    view, situation, supposed = question
    facts = facts_of(view, situation, supposed)
    if fewest_conflicts(view, facts) == 0:
        return
    reason, smallest = smallest_reason(view, facts, max_questions=0)
    assert smallest == (len(reason) <= 1)
    assert fewest_conflicts(view, reason) > 0
    for fact in reason:
        assert fewest_conflicts(view, [f for f in reason if f != fact]) == 0


@given(asked(), st.data())
@settings(max_examples=30)
def test_many_questions_at_once_are_answered_as_one_by_one(question, data):
    view, situation, _ = question
    color = st.sampled_from(view.domain)
    one = st.dictionaries(st.sampled_from(sorted(view.owners)), color) if view.owners else st.just({})
    supposed = data.draw(st.lists(one, max_size=6))
    before = repr(situation)
    found = feasible_all(view, situation, supposed)
    each = [feasible(view, situation, one, explain=False) for one in supposed]
    assert found == [(one.feasible, one.conflicts) for one in each]
    assert repr(situation) == before


def test_the_study_tells_who_is_to_blame():
    view = view_of(study(1), "Agent1")
    found = feasible(view, seat(view), {"h1": "red", "h4": "red"})
    assert (found.feasible, found.conflicts, found.penalty) == (False, 1, 10.0)
    assert found.because == ("h1 would be red", "h4 would be red", "a1 is fixed green")
    # a1 touches nobody of the person's cluster, so the person does not hear of it by name.
    assert found.told(view, "Human") == ("h1 would be red", "h4 would be red", "a node of mine is fixed")


def test_all_nine_colorings_of_the_study_are_judged_at_once():
    view = view_of(study(1), "Agent1")
    rows = [{"h1": x, "h4": y} for x in RGB for y in RGB]
    feasible_ones = [
        (row["h1"], row["h4"])
        for row, (ok, _) in zip(rows, feasible_all(view, seat(view), rows), strict=True)
        if ok
    ]
    assert len(feasible_ones) == 7
    assert not {("red", "red"), ("blue", "blue")} & set(feasible_ones)


def test_every_kind_of_fact_is_worded():
    problem = Problem(
        ["a1", "a2", "a3", "h1", "g1"],
        [("a1", "h1"), ("a2", "a1"), ("a1", "g1"), ("a3", "a1")],
        ["red", "green"],
        fixed={"a3": "green"},
        owners={"a1": "a", "a2": "a", "a3": "a", "h1": "h", "g1": "g"},
    )
    view = view_of(problem, "a")
    situation = seat(
        view,
        beliefs={"g1": "red"},
        pins=(Pin("a2", "green", "committed", "g", "d"), Pin("a1", "red", "forced", "h")),
        constraints=(Constraint("h1", "required", "red", "h"),),
    )
    assert [str(fact) for fact in facts_of(view, situation, {})] == [
        "h1 must be red",
        "g1 is red",
        "a3 is fixed green",
        "a2 is committed to green",
        "a1 was demanded red",
    ]
    told = feasibility.told(view, facts_of(view, situation, {"h1": "red"}), "h")
    assert told == (
        "h1 would be red",
        "a1 was demanded red",
        "a color is taken by another neighbor",
        "a node of mine is fixed",
        "a color is promised to another neighbor",
    )


def test_hidden_facts_are_counted():
    view = view_of(study(1), "Agent1")
    facts = [Fact("fixed", "a1", "green"), Fact("fixed", "a3", "red")]
    assert feasibility.told(view, facts, "Human") == ("a node of mine is fixed (2 of these)",)


def test_preferences_do_not_pass_for_conflicts():
    # Worth more than a conflict, so the best response takes it; but green is possible.
    problem = Problem(
        ["a", "h"],
        [("a", "h")],
        ["red", "green"],
        {"a": {"red": 30.0}},
        10.0,
        owners={"a": "a", "h": "h"},
    )
    view = view_of(problem, "a")
    found = feasible(view, seat(view), {"h": "red"})
    assert (found.feasible, found.penalty, found.assignment) == (True, 0.0, {"a": "green"})


def test_a_cluster_without_a_coloring_needs_no_fact():
    owners = dict.fromkeys("abc", "me") | {"h": "you"}
    problem = Problem("abch", ["ab", "bc", "ac", "ah"], ["red", "green"], owners=owners)
    view = view_of(problem, "me")
    found = feasible(view, seat(view), {"h": "red"})
    assert (found.feasible, found.facts, found.smallest) == (False, (), True)


def test_a_reason_is_searched_again_only_for_other_facts(monkeypatch):
    calls = []
    search = feasibility.smallest_reason
    monkeypatch.setattr(
        feasibility, "smallest_reason", lambda *given: calls.append(given) or search(*given)
    )
    problem = Problem("axy", ["ax", "ay"], ["red", "blue"], owners={"a": "A", "x": "B", "y": "C"})
    view = view_of(problem, "A")
    both, other = {"x": "red", "y": "blue"}, {"x": "blue", "y": "red"}
    answers = [feasible(view, Situation(0, {}), supposed) for supposed in (both, both, other, both)]
    assert [len(answer.facts) for answer in answers] == [2, 2, 2, 2]
    assert answers[0] == answers[1] == answers[3] != answers[2]
    assert len(calls) == 3


def test_a_node_is_blamed_only_for_conflicts_that_it_adds():
    """``b`` has no color because of ``x``, ``y`` and ``z``; ``h`` has a color that is taken anyway."""
    foreign = {"x": "red", "y": "green", "z": "blue", "g": "green", "h": "red"}
    owners = {"b": "me", "c": "me"} | dict.fromkeys("xyz", "you") | dict.fromkeys("gh", "they")
    problem = Problem("bcxyzgh", ["bx", "by", "bz", "bh", "ch", "cg"], RGB, owners=owners)
    view = view_of(problem, "me")

    def reason(recipient, supposed, **beliefs):
        found = feasible(view, seat(view, beliefs={**foreign, **beliefs}), supposed)
        return found.conflicts, found.told(view, recipient)

    others = "a color is taken by another neighbor"
    assert reason("they", {"h": "red"}) == (1, (f"{others} (3 of these)",))
    # Without the red of x it is the red of h that b lacks.
    assert reason("they", {"h": "red"}, x="green")[1] == ("h would be red", f"{others} (2 of these)")
    # All of them are nodes of the neighbor: those that it did not ask about are to blame.
    assert reason("you", {"x": "red"}) == (1, ("y is green", "z is blue", others))


@pytest.mark.parametrize(
    ("x", "reason"),
    [
        ("red", ("x is red", "y is green", "z is blue")),
        ("green", ("x is green", "z is blue", "g is red")),
    ],
)
def test_why_no_setting_works_names_the_other_nodes_of_their_owner_last(x, reason):
    owners = {"b": "me"} | dict.fromkeys("xyz", "you") | dict.fromkeys("gh", "they")
    problem = Problem("bghxyz", ["bg", "bh", "bx", "by", "bz"], RGB, owners=owners)
    view = view_of(problem, "me")
    situation = seat(view, beliefs={"g": "red", "x": x, "y": "green", "z": "blue"})
    assert {*map(str, why_no_setting(view, situation, ("h",)))} == {*reason}


def test_a_conflict_that_the_neighbor_adds_is_explained_beside_one_without_it():
    owners = {"b": "me", "d": "me", "x": "you", "y": "you", "h": "they"}
    problem = Problem("bdxyh", ["bx", "by", "bh", "dh"], ("red", "green"), owners=owners)
    view = view_of(problem, "me")
    found = feasible(view, seat(view, beliefs={"x": "red", "y": "green"}), {"h": "green", "d": "green"})
    assert found.conflicts == 2
    others = "a color is taken by another neighbor (2 of these)"
    assert found.told(view, "they") == (others,)
    told = feasibility.told(view, feasibility.each_reason(view, found, "they"), "they")
    assert told == ("h would be green", "d would be green", others)


@given(asked(), st.sampled_from(["x", "y"]))
@settings(max_examples=60)
def test_a_reason_names_no_node_of_a_neighbor_that_changes_nothing(question, recipient):
    view, situation, supposed = question
    found = feasible(view, situation, supposed)
    facts = facts_of(view, situation, supposed)
    told = feasibility.each_reason(view, found, recipient)
    theirs = [fact for fact in facts if view.owners.get(fact.node) == recipient]
    others = [fact for fact in facts if fact not in theirs]
    if not found.feasible and fewest_conflicts(view, others) == found.conflicts:
        assert not {*theirs} & {*told}
    if fewest_conflicts(view, others) > 0 and told:
        assert fewest_conflicts(view, [fact for fact in told if fact in others]) > 0
