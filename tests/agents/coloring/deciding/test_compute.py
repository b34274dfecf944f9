from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.assessing.satisfaction import is_satisfied
from agents.coloring.conformance import ALGORITHMS, LITERAL, PRODUCT
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.situation import Pin, Situation
from agents.coloring.view import View

from .. import naive
from ..support import RULES, after, at, colored, compute, seen, situations, views

B = ("b1", "b2", "b3", "b4", "b5")


def play(view, situation, rules, turns, **first):
    """Turns with frozen beliefs; demands in the first only."""
    results = []
    for _ in range(turns):
        results.append(compute(view, situation, rules, **first))
        situation, first = after(situation, results[-1], rules), {}
    return results


def named(result, name):
    return [data for event, data in result.events if event == name]


def path(own, fixed=None, preferences=None, beliefs_of=None, penalty=1.0):
    """A view of own nodes in a path, red and green."""
    return View(
        agent="Me",
        own=tuple(own),
        domain=("red", "green"),
        edges=tuple(itertools.pairwise(own)),
        owners=beliefs_of or {},
        fixed=fixed or {},
        preferences=preferences or {},
        conflict_penalty=penalty,
    )


# ------------------------------------------------------------------------------------------- vectors


def test_a4_literal_rules_oscillate_with_period_two():
    view = seen("Agent2", scope="global")
    situation = at(view, beliefs={"h2": "blue", "h5": "green"})
    turns = play(view, situation, LITERAL, 6)
    assert [t.penalty for t in turns] == [20, 0, 20, 0, 20, 0]
    assert [t.satisfied for t in turns] == [False, True] * 3
    assert turns[0].decision.computed == turns[1].decision.computed == colored(B, "rrggb")
    assert turns[1].assignments == turns[1].decision.snapped == colored(B, "grbgb")
    assert [t.oscillates for t in turns] == [False, False, False, True, True, True]


def test_a4_product_rules_stay():
    view = seen("Agent2")
    turns = play(view, at(view, beliefs={"h2": "blue", "h5": "green"}), PRODUCT, 6)
    assert [t.penalty for t in turns] == [10, 0, 0, 0, 0, 0]
    assert all(t.satisfied for t in turns[1:])
    assert not any(t.oscillates for t in turns)


def test_a5_literal_rules_forget_a_demand():
    view = seen("Agent2", scope="global")
    situation = at(view, beliefs={"h2": "red", "h5": "blue"})
    first, second = play(view, situation, LITERAL, 2, demands={"b2": "red"})
    assert (first.penalty, first.assignments) == (30, colored(B, "rrggb"))
    assert (second.penalty, second.assignments) == (0, colored(B, "rgrgb"))
    assert named(first, "coloring.forced_cleared") == [{"forced": {"b2": "red"}}]


def test_a5_product_rules_keep_a_demand_until_it_is_released():
    view = seen("Agent2")
    situation = at(view, beliefs={"h2": "red", "h5": "blue"})
    first, second = play(view, situation, PRODUCT, 2, demands={"b2": "red"})
    assert first.assignments["b2"] == second.assignments["b2"] == "red"
    third = after(after(situation, first, PRODUCT), second, PRODUCT)
    free = compute(view, third, PRODUCT, released=["b2"])
    later = play(view, after(third, free, PRODUCT), PRODUCT, 2)
    assert free.binding.released == ("b2",)
    assert later[-1].penalty == 0
    assert later[-1].assignments["b2"] == "green"


def test_a7_literal_greedy_walks_into_a_fixed_node():
    view = path("xy", {"y": "red"})
    assert compute(view, at(view), LITERAL).decision.computed == {"x": "red", "y": "red"}
    assert compute(view, at(view), PRODUCT).assignments == {"x": "green", "y": "red"}


def test_a8_preferences_hide_a_conflict_from_the_literal_rules_only():
    liked = {"x": {"red": 6.0}, "y": {"red": 6.0}}
    view = path("xy", preferences=liked, penalty=10.0)
    literal = compute(view, at(view), replace(LITERAL, accept="non_worsening", algorithm="exhaustive"))
    product = compute(view, at(view), replace(PRODUCT, algorithm="exhaustive"))
    # Together they would cost -2 in conflict; apart -6.
    assert literal.penalty == product.penalty == -6
    stuck = replace(at(view), may_recolor=False)
    assert compute(view, stuck, LITERAL).penalty == -2
    assert compute(view, stuck, replace(LITERAL, snap_threshold=9)).reason == "not_optimal"
    assert compute(view, stuck, PRODUCT).reason == "conflicts"
    one = path("x", preferences={"x": {"red": 2.0}})
    assert compute(one, at(one), PRODUCT).penalty == -2.0


# -------------------------------------------------------------------------------------- what binds


@pytest.mark.parametrize("mode", RULES)
def test_c3_ties_go_to_the_first_color_and_fixed_beats_forced(mode):
    rules = RULES[mode]
    view = path("x")
    assert compute(view, at(view), rules).assignments == {"x": "red"}
    view = seen("Agent2")
    situation = at(view, "rgrgr", beliefs={"h2": "red", "h5": "blue"})
    result = compute(view, situation, rules, demands={"B2": "Blue", "b4": "red"})
    assert result.assignments["b2"] == "blue"
    assert result.assignments["b4"] == "green"
    assert named(result, "coloring.forced_refused") == [
        {"node": "b4", "color": "red", "fixed": "green", "committed": None}
    ]
    assert [(r.node, r.bound_to, r.why) for r in result.refused] == [("b4", "green", "fixed")]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("mode", RULES)
def test_a_deal_binds_before_a_demand(mode, algorithm):
    view = seen("Agent1")
    situation = at(
        view,
        "grrrr",
        beliefs={"h1": "blue", "h4": "red"},
        pins=(Pin("a2", "red", "committed", "Human", "offer_1"),),
    )
    rules = replace(RULES[mode], algorithm=algorithm)
    result = compute(view, situation, rules, demands={"a2": "green"})
    assert result.assignments["a2"] == "red"
    assert [(r.node, r.why) for r in result.refused] == [("a2", "committed")]
    released = compute(view, situation, rules, demands={"a2": "green"}, released=["a2"])
    assert released.assignments["a2"] == "green"
    assert not released.refused


def test_unknown_words_demand_nothing():
    view = seen("Agent1")
    result = compute(view, at(view, "grrrr"), PRODUCT, demands={"h1": "red", "a2": "mauve", "it": "red"})
    assert not result.binding.forced
    assert not result.refused


# -------------------------------------------------------------------------------------------- snap


def snap_view(gain):
    """One node that is red, and would rather be green by that much; greedy is out of the way."""
    return View(
        agent="Me",
        own=("x",),
        domain=("red", "green"),
        edges=(),
        owners={},
        preferences={"x": {"green": gain}},
    )


@pytest.mark.parametrize("mode", RULES)
@pytest.mark.parametrize(("gain", "snaps"), [(5.0, False), (5.0001, True)])
def test_c6_no_snap_at_five_exactly(mode, gain, snaps, monkeypatch):
    view = snap_view(gain)
    monkeypatch.setattr(
        "agents.coloring.assessing.solving.greedy",
        lambda *_: type("G", (), dict(colors={"x": "red"}, local_scores={})),
    )
    result = compute(view, at(view), RULES[mode])
    assert (result.decision.snapped is not None) == snaps
    assert result.assignments["x"] == ("green" if snaps else "red")
    if not snaps:
        assert named(result, "coloring.snap_skipped") == [
            {"reason": "threshold", "current": 0.0, "best": -5.0, "threshold": 5.0}
        ]
    wider = compute(view, at(view), replace(RULES[mode], snap_threshold=6.0))
    assert wider.decision.snapped is None


@pytest.mark.parametrize("mode", RULES)
def test_c6_no_snap_when_forced_or_changed(mode):
    view = seen("Agent2", scope="global" if mode == "literal" else "cluster")
    rules = RULES[mode]
    situation = at(view, beliefs={"h2": "blue", "h5": "green"})
    forced = compute(view, situation, rules, demands={"b2": "red"})
    assert named(forced, "coloring.snap_skipped")[0]["reason"] == "forced"
    changed = compute(view, situation, rules)
    assert changed.changes
    assert named(changed, "coloring.snap_skipped")[0]["reason"] == "changed"
    assert f"snap_skipped:{'changed'}" in changed.decision.reasons


def test_exhaustive_never_needs_a_snap_and_keeps_what_is_as_good():
    view = seen("Agent2")
    rules = replace(PRODUCT, algorithm="exhaustive")
    situation = at(view, "bgbgr", beliefs={"h2": "red", "h5": "blue"})
    result = compute(view, situation, rules)
    assert result.penalty == 0
    assert not result.changes
    assert result.decision.snapped is None


def test_exhaustive_starts_from_what_binds():
    view = seen("Agent2")
    rules = replace(LITERAL, algorithm="exhaustive")
    situation = at(view, beliefs={"h2": "red", "h5": "blue"})
    result = compute(view, situation, rules, demands={"b2": "blue"})
    assert (result.assignments["b2"], result.assignments["b4"]) == ("blue", "green")


@pytest.mark.parametrize("mode", RULES)
def test_maxsum_solves_the_study(mode):
    view = seen("Agent2")
    rules = replace(RULES[mode], algorithm="maxsum")
    result = compute(view, at(view, beliefs={"h2": "red", "h5": "blue"}), rules, seed=1)
    assert result.penalty == 0
    assert result == compute(view, at(view, beliefs={"h2": "red", "h5": "blue"}), rules, seed=1)


def test_random_depends_on_the_seed_alone():
    view = seen("Agent1")
    rules = replace(LITERAL, algorithm="random")
    results = [compute(view, at(view), rules, seed=seed).decision.computed for seed in range(9)]
    assert results == [compute(view, at(view), rules, seed=s).decision.computed for s in range(9)]
    assert len({tuple(r.values()) for r in results}) > 1
    assert {r["a1"] for r in results} == {"green"}


# ------------------------------------------------------------------------------------- satisfaction


@pytest.mark.parametrize("mode", RULES)
def test_c8_a_conflict_at_the_border_is_never_satisfying(mode):
    """Both neighbors of the only node have the only colors: nothing can be done about it."""
    view = View(
        agent="Me",
        own=("x",),
        domain=("Red", "green"),
        edges=(("x", "u"), ("x", "v")),
        owners={"u": "You", "v": "You"},
    )
    result = compute(view, at(view, beliefs={"u": "red", "v": "GREEN"}), RULES[mode])
    assert not result.satisfied
    assert named(result, "coloring.boundary_conflict") == [{"node": "x", "peer": "u", "color": "Red"}]


def test_a_hidden_conflict_is_an_inconsistency():
    """Preferences outweigh the conflict, so only counting finds it (SA-3)."""
    view = View(
        agent="Me",
        own=("x",),
        domain=("red", "green"),
        edges=(("x", "u"),),
        owners={"u": "You"},
        preferences={"x": {"red": 20.0}},
        conflict_penalty=10.0,
    )
    for rules in RULES.values():
        result = compute(view, at(view, beliefs={"u": "red"}), rules)
        assert (result.penalty, result.satisfied) == (-10.0, False)
        assert named(result, "coloring.inconsistency") == [
            {"kind": "hidden_conflicts", "conflicts": 1, "penalty": -10.0}
        ]


def test_literal_rules_miss_an_inner_conflict_behind_preferences():
    """SA-6: what is best costs -2, and is in conflict."""
    liked = {"x": {"red": 6.0}, "y": {"red": 6.0}}
    view = path("xy", {"x": "red", "y": "red"}, liked, penalty=10.0)
    assert compute(view, at(view), LITERAL).satisfied
    assert compute(view, at(view), replace(LITERAL, by_conflicts=True)).reason == "conflicts"


def test_need_all_beliefs():
    view = seen("Agent1")
    for known in ({}, {"h1": "red"}):
        situation = at(view, "grbgb", beliefs=known)
        assert not compute(view, replace(situation, may_recolor=False), PRODUCT).satisfied
    assert compute(view, at(view, "gbrbr"), replace(PRODUCT, need_all_beliefs=False)).satisfied
    assert compute(view, at(view, "gbrbr"), replace(LITERAL, algorithm="exhaustive")).satisfied


def test_scope_decides_about_a_clash_among_others():
    """T9: h2 and h5 clash with each other, which is no fault of Agent2's."""
    beliefs = {"h2": "red", "h5": "red"}
    wide, narrow = seen("Agent2", scope="global"), seen("Agent2")
    exact = replace(PRODUCT, algorithm="exhaustive")
    assert compute(narrow, at(narrow, beliefs=beliefs), exact).satisfied
    assert compute(wide, at(wide, beliefs=beliefs), exact).penalty == 0
    literal = compute(wide, at(wide, beliefs=beliefs), replace(exact, scope="global"))
    assert (literal.penalty, len(literal.conflicts), literal.satisfied) == (10, 1, False)


# ---------------------------------------------------------------------- acceptance, turns, oscillation


def test_accept():
    """Greedy's answer is worse than what stands."""
    view = seen("Agent2")
    situation = at(view, "grbgb", beliefs={"h2": "blue", "h5": "green"})
    assert compute(view, situation, replace(PRODUCT, accept="always", preseed=False)).penalty == 20
    kept = compute(view, situation, replace(PRODUCT, preseed=False))
    assert kept.penalty == 0
    assert "kept:not_better" in kept.decision.reasons
    assert kept.decision.computed_penalty == 20


def test_calm_down():
    view = seen("Agent2", scope="global")
    situation = at(view, "grbgb", beliefs={"h2": "blue", "h5": "green"}, calm=True)
    assert compute(view, situation, LITERAL).penalty == 20
    assert compute(view, situation, replace(LITERAL, calm_down=True)).penalty == 0


def test_who_may_not_recolor_answers_demands_only():
    view = seen("Agent2")
    situation = at(view, "rrrgr", beliefs={"h2": "red", "h5": "blue"}, may_recolor=False)
    waits = compute(view, situation, PRODUCT)
    assert not waits.changes
    assert waits.decision.reasons[0] == "waits"
    repaired = compute(view, situation, PRODUCT, demands={"b2": "green"})
    assert repaired.assignments["b2"] == "green"
    assert repaired.penalty == 0


def test_explain_says_why_and_what_else_would_cost():
    view = seen("Agent2")
    situation = at(view, beliefs={"h2": "red", "h5": "blue"})
    result = compute(view, situation, PRODUCT, explain=True, demands={"b1": "blue"})
    told = result.decision.explanation
    assert (told["b4"]["why"], told["b1"]["why"]) == ("fixed", "forced")
    assert told["b2"]["color"] == "green"
    assert result.decision.local_scores["b4"] == {"green": 0.0}
    for node in ("b2", "b3", "b5"):
        for color in view.domain:
            changed = {**result.assignments, node: color}
            assert told[node]["here"][color] == naive.penalty(view, changed, situation.beliefs)
            required = {"b1": "blue", node: color}
            assert told[node]["best"][color] == naive.best(view, situation.beliefs, required)[0]


# -------------------------------------------------------------------------------------- properties


@settings(max_examples=30)
@given(st.data(), st.sampled_from(ALGORITHMS), st.sampled_from(sorted(RULES)), st.booleans())
def test_fixed_and_committed_colors_stay(data, algorithm, mode, may_recolor):
    view = data.draw(views())
    situation = replace(data.draw(situations(view)), may_recolor=may_recolor)
    demands = {node: view.domain[-1] for node in view.own if data.draw(st.booleans())}
    rules = replace(RULES[mode], algorithm=algorithm)
    result = compute(view, situation, rules, demands=demands)
    bound = {**situation.committed, **view.fixed}
    assert {node: result.assignments[node] for node in bound} == bound
    assert list(result.assignments) == list(view.own)
    refused = {refusal.node for refusal in result.refused}
    for node, color in demands.items():
        assert result.assignments[node] == color or node in refused


@settings(max_examples=30)
@given(st.data(), st.sampled_from(ALGORITHMS))
def test_product_rules_never_make_it_worse(data, algorithm):
    view = data.draw(views())
    situation = data.draw(situations(view))
    required = {**situation.forced, **situation.committed, **view.fixed}
    start = {**situation.colors, **required}
    result = compute(view, situation, replace(PRODUCT, algorithm=algorithm))
    assert result.penalty <= naive.penalty(view, start, situation.beliefs) + 1e-9


@settings(max_examples=30)
@given(st.data(), st.sampled_from(ALGORITHMS))
def test_satisfied_is_what_it_says(data, algorithm):
    view = data.draw(views())
    situation = data.draw(situations(view))
    result = compute(view, situation, replace(PRODUCT, algorithm=algorithm))
    required = result.binding.lasting
    expected = naive.satisfied(view, result.assignments, situation.beliefs, required)
    assert result.satisfied == expected
    again = is_satisfied(view, PRODUCT, result.assignments, situation.beliefs, required)
    assert (again.value, again.reason) == (expected, result.reason)
    assert result.penalty == naive.penalty(view, result.assignments, situation.beliefs)
    assert result.decision.best_penalty == naive.best(view, situation.beliefs, required)[0]


@settings(max_examples=30)
@given(st.data(), st.booleans())
def test_greedy_is_the_requirements_loop(data, preseed):
    view = data.draw(views())
    situation = data.draw(situations(view))
    result = compute(view, situation, replace(LITERAL, preseed=preseed))
    required = {**situation.forced, **situation.committed}
    assert result.decision.computed == naive.greedy(view, situation.beliefs, required, preseed)


@settings(max_examples=25)
@given(st.data())
def test_c5_the_snap_is_the_first_of_the_best(data):
    view = data.draw(views())
    situation = replace(data.draw(situations(view)), pins=())
    results = play(view, situation, replace(PRODUCT, snap_threshold=0.0), 3)
    for result in results:
        if result.decision.snapped:
            assert result.decision.snapped == naive.best(view, situation.beliefs, {})[1]
    # A cluster alone reaches the best there is.
    assert results[-1].penalty == naive.best(view, situation.beliefs, {})[0]


@settings(max_examples=25)
@given(st.data(), st.sampled_from(["greedy", "exhaustive", "maxsum"]))
def test_nobody_swings_in_product_mode(data, algorithm):
    view = data.draw(views())
    situation = data.draw(situations(view))
    results = play(view, situation, replace(PRODUCT, algorithm=algorithm), 8)
    assert not any(result.oscillates for result in results)
    changes = [bool(result.changes) for result in results]
    assert not any(changes[3:])


def test_who_is_beside_a_person_goes_for_scores():
    view = seen("Agent2", 0)
    beliefs = {"h2": "green", "h5": "blue"}
    rows = itertools.product(view.domain, repeat=len(view.own))
    colorings = [dict(zip(view.own, row, strict=True)) for row in rows]
    fitting = [
        colors
        for colors in colorings
        if not view.conflicts(colors, beliefs)
        and all(colors[node] == color for node, color in view.fixed.items())
    ]
    best = max(map(view.score, fitting))
    worst = min(fitting, key=view.score)
    assert view.score(worst) < best
    situation = Situation(3, worst, beliefs)
    for mode in ("LLM_U", "LLM_C", "LLM_F", "RB"):
        turn, _ = ColoringPolicy(mode=mode).turn(view, situation, [])
        assert view.score(turn.assignments) == best
        assert not view.conflicts(turn.assignments, beliefs)
    literal, _ = ColoringPolicy("LLM_U", replace(PRODUCT, high_scores=False)).turn(view, situation, [])
    assert view.score(literal.assignments) < best
