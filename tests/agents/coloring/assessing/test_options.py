from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.assessing import options as module
from agents.coloring.assessing.options import options
from agents.coloring.assessing.payloads import constraints_payload, cost_list
from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.messages import Constraints, CostList
from agents.coloring.situation import Constraint, Situation
from agents.coloring.view import View

from .. import naive
from ..support import COLORS, at, colored, seen, situations, views

# Boundary colors: penalty, agent_score, human_score, combined, best response.
AGENT1 = """rr 10,9,6,15 grbgb · rg 0,10,5,15 gbrbr · rb 0,11,4,15 gbrgr
 · gr 0,9,5,14 grbgb · gg 0,11,4,15 grgrb · gb 0,11,3,14 gbrgr
 · br 0,9,4,13 grbgb · bg 0,11,3,14 grgrb · bb 10,12,2,14 grgrg"""
AGENT2 = """rr 10,11,6,17 rgrgb · rg 0,11,5,16 gbrgr · rb 0,11,4,15 rgrgb 
 · gr 0,11,5,16 gbrgr · gg 10,9,4,13 grbgb
 · gb 0,9,3,12 grbgb · br 0,11,4,15 rgrgb · bg 0,9,3,12 grbgb · bb 10,11,2,13 rgrgb"""
ORDERS = {
    ("Agent1", "local"): "rb gg gb bg rg gr br bb rr",
    ("Agent1", "team"): "rb gg rg gb bg gr br rr bb",
    ("Agent1", "literal"): "rg rb gg gr gb bg br rr bb",
    ("Agent2", "local"): "rg gr rb br gb bg rr bb gg",
    ("Agent2", "team"): "rg gr rb br gb bg rr bb gg",
    ("Agent2", "literal"): "rg gr rb br gb bg rr gg bb",
}


def letters(option):
    return "".join(color[0] for color in option.human.values())


def table_of(text):
    rows = {}
    for part in text.split("·"):
        key, numbers, answer = part.split()
        rows[key] = (tuple(map(int, numbers.split(","))), answer)
    return rows


def ask(agent, rules, situation=None, **more):
    view = seen(agent, scope=rules.scope)
    situation = situation or at(view)
    return options(view, situation, rules, situation.colors, "Human", **more)


@pytest.mark.parametrize(("agent", "text"), [("Agent1", AGENT1), ("Agent2", AGENT2)])
def test_a3_the_tables_of_the_study(agent, text):
    table = ask(agent, LITERAL)
    rows = table_of(text)
    assert len(table) == table.total == 9
    for i, option in enumerate(table.options):
        numbers, answer = rows[letters(option)]
        found = (option.penalty, option.agent_score, option.human_score, option.combined)
        assert found == numbers
        assert table.answer(i) == colored(table.own, answer)


@pytest.mark.parametrize("agent", ["Agent1", "Agent2"])
@pytest.mark.parametrize("order", ["literal", "local", "team"])
def test_c10_all_orders(agent, order):
    table = ask(agent, replace(LITERAL, order=order))
    assert " ".join(map(letters, table.options)) == ORDERS[agent, order]


def test_team_keywords_change_the_order_unless_it_is_literal():
    assert (
        " ".join(map(letters, ask("Agent1", LITERAL, team=True).options)) == ORDERS["Agent1", "literal"]
    )
    rules = replace(LITERAL, order="local")
    assert " ".join(map(letters, ask("Agent1", rules, team=True).options)) == ORDERS["Agent1", "team"]


@pytest.mark.parametrize(
    ("agent", "fixed", "feasible"),
    [
        *[("Agent1", 0, 9), ("Agent2", 0, 6), ("Agent1", 1, 7), ("Agent2", 1, 6)],
        *[("Agent1", 2, 4), ("Agent2", 2, 2)],
    ],
)
def test_a2_how_many_border_colorings_can_be_answered(agent, fixed, feasible):
    view = seen(agent, fixed, scope="global")
    table = options(view, at(view), LITERAL, at(view).colors, "Human")
    assert table.feasible_count == len(table.feasible) == feasible


def test_a2_scope():
    """Under the cluster's scope a clash between h2 and h5 is not Agent2's business."""
    assert ask("Agent2", PRODUCT).feasible_count == 9


# ----------------------------------------------------------------------------------------- current


@pytest.mark.parametrize("rules", [LITERAL, PRODUCT])
def test_c9_the_current_option_costs_what_it_costs(rules):
    view = seen("Agent1", scope=rules.scope)
    situation = at(view, "grrrr", beliefs={"h1": "red", "h4": "red"})
    table = options(view, situation, rules, situation.colors, "Human")
    actual = naive.penalty(view, situation.colors, situation.beliefs)
    assert table.current.penalty == actual > 10
    assert table.current.conflicts == actual / 10
    assert table.current.agent_score == 2 + 4 * 3
    assert table.current in table.options


def test_cf11_without_all_beliefs_there_is_no_current_option():
    table = ask("Agent1", PRODUCT, at(seen("Agent1"), beliefs={"h4": "red"}))
    assert table.current is None
    assert table.missing == ("h1",)


# ----------------------------------------------------------------------------------------- filters


def test_near_options_only_while_nothing_is_in_conflict():
    view = seen("Agent1")
    calm = at(view, "grbgb", beliefs={"h1": "blue", "h4": "red"})
    near = options(view, calm, PRODUCT, calm.colors, "Human")
    assert sorted(map(letters, near.options)) == ["bb", "bg", "br", "gr", "rr"]
    assert (near.total, near.by_constraint, near.by_distance) == (9, 0, 4)
    assert len(options(view, calm, PRODUCT, calm.colors, "Human", team=True)) == 9
    assert len(options(view, calm, replace(PRODUCT, near=False), calm.colors, "Human")) == 9
    clash = at(view, "grrrr", beliefs={"h1": "blue", "h4": "red"})
    assert len(options(view, clash, PRODUCT, clash.colors, "Human")) == 9


def test_what_was_ruled_out_is_never_offered():
    said = (
        Constraint("H1", "forbidden", "RED", "Human"),
        Constraint("h4", "required", "green", "Human"),
    )
    situation = at(seen("Agent1"), constraints=said)
    table = ask("Agent1", PRODUCT, situation)
    assert sorted(map(letters, table.options)) == ["bg", "gg"]
    assert table.by_constraint == 7
    nothing = ask("Agent1", PRODUCT, constraints=[*said, Constraint("h4", "required", "red", "Human")])
    assert len(nothing) == nothing.feasible_count == 0
    assert nothing.by_constraint == 9


def test_nobody_is_asked_to_change_a_node_known_to_be_fixed():
    view = replace(seen("Agent1"), known_fixed={"h1": "green"})
    table = options(view, at(view), PRODUCT, at(view).colors, "Human")
    assert {option.human["h1"] for option in table.options} == {"green"}


def test_overlay():
    """With the colors of a third party in mind, less can be promised."""
    view = View(
        agent="Me",
        own=("x",),
        domain=("red", "green"),
        edges=(("x", "y"), ("x", "z")),
        owners={"y": "You", "z": "They"},
    )
    situation = Situation(time_step=0, colors={"x": "red"}, beliefs={"z": "red"})
    feasible = {
        rules.overlay: [
            o.human["y"] for o in options(view, situation, rules, {"x": "red"}, "You").feasible
        ]
        for rules in (LITERAL, PRODUCT)
    }
    assert feasible == {False: ["red", "green"], True: ["red"]}


def test_counterfactual_off_scores_the_colors_that_stand():
    view = seen("Agent1")
    situation = at(view, "grbgb")
    rules = replace(PRODUCT, counterfactual=False, near=False)
    table = options(view, situation, rules, situation.colors, "Human")
    for option in table.options:
        assert option.penalty == naive.penalty(view, situation.colors, option.human)
        assert option.conflicts == naive.conflicts(view, situation.colors, option.human)


@pytest.mark.parametrize("agent", ["Agent1", "Agent2"])
def test_cf5_the_best_score_among_the_cheapest(agent):
    plain = {letters(o): o.agent_score for o in ask(agent, LITERAL).options}
    table = ask(agent, replace(LITERAL, score_tiebreak=True))
    for option in table.options:
        expected = naive.best_scores(seen(agent, scope="global"), option.human, {}, "global")
        assert option.agent_score == expected >= plain[letters(option)]
    higher = {letters(o) for o in table.options if o.agent_score > plain[letters(o)]}
    assert higher == ({"rr"} if agent == "Agent1" else {"gg"})


def test_by_conflicts_decides_what_is_feasible():
    """Preferences make a clash cheap: the literal rules call it feasible."""
    view = View(
        agent="Me",
        own=("x",),
        domain=("red",),
        edges=(("x", "y"),),
        owners={"y": "You"},
        preferences={"x": {"red": 20.0}},
    )
    situation = Situation(time_step=0, colors={"x": "red"})
    assert options(view, situation, LITERAL, {"x": "red"}, "You").feasible_count == 1
    assert options(view, situation, PRODUCT, {"x": "red"}, "You").feasible_count == 0


def test_a_border_too_large_for_a_table_holds_what_is_not_in_conflict(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    view = seen("Agent2")
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "green"})
    table = options(view, situation, PRODUCT, situation.colors, "Human")
    assert (table.varied, table.held, table.total) == (("h5",), {"h2": "red"}, 3)
    for option in table.options:
        assert option.human["h2"] == "red"
        if option == table.current:
            continue
        assert option.penalty == naive.best(view, option.human, {})[0]


# ---------------------------------------------------------------------------------------- payloads


def test_an_option_is_found_by_the_colors_of_the_border():
    view = seen("Agent1")
    now = at(view, beliefs=colored(view.border_of("Human"), "rr"))
    table = options(view, now, PRODUCT, now.colors, "Human")
    assert len(table) > 3
    for i in range(len(table)):
        assert table.row(table.coloring(i)) == i
    first = table.coloring(0)
    assert table.row({**first, "elsewhere": "red"}) is None
    assert table.row(dict(list(first.items())[1:])) is None


def test_cost_list_payload():
    view = seen("Agent2")
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "green"})
    payload = cost_list(view, situation, options(view, situation, PRODUCT, situation.colors, "Human"))
    again = CostList.model_validate(payload.model_dump(mode="json"))
    assert again == payload
    assert payload.known == {"h2": "red", "h5": "green"}
    assert payload.points == {"red": 3, "green": 2, "blue": 1}
    assert len(payload.options) == 9
    assert payload.current.penalty == 10


def test_constraints_payload():
    view = seen("Agent1")
    clash = at(view, "grrrr", beliefs={"h1": "red", "h4": "red"})
    table = options(view, clash, PRODUCT, clash.colors, "Human")
    need = constraints_payload(view, clash, PRODUCT, clash.colors, table, ["never read"])
    assert Constraints.model_validate(need.model_dump(mode="json")) == need
    assert (need.status, need.valid_count, len(need.valid_configs)) == ("NEED_ALTERNATIVES", 7, 7)
    assert need.per_node == {"h1": ("red", "green", "blue"), "h4": ("red", "green", "blue")}
    assert {"h1": "red", "h4": "red"} not in need.valid_configs
    assert need.culprits == ()
    done = at(view, "grbgb", beliefs={"h1": "blue", "h4": "red"})
    table = options(view, done, PRODUCT, done.colors, "Human")
    assert constraints_payload(view, done, PRODUCT, done.colors, table).status == "SUCCESS"
    unknown = replace(done, beliefs={"h1": "blue"})
    table = options(view, unknown, PRODUCT, unknown.colors, "Human")
    asks = constraints_payload(view, unknown, PRODUCT, unknown.colors, table)
    assert (asks.status, asks.missing) == ("NEED_ALTERNATIVES", ("h4",))
    stuck = replace(clash, constraints=(Constraint("h1", "required", "red", "Human"),) * 1)
    stuck = replace(
        stuck, constraints=(*stuck.constraints, Constraint("h4", "required", "red", "Human"))
    )
    table = options(view, stuck, PRODUCT, stuck.colors, "Human")
    told = constraints_payload(view, stuck, PRODUCT, stuck.colors, table, ["a1 is fixed green"])
    assert (told.valid_count, told.culprits) == (0, ("a1 is fixed green",))


# -------------------------------------------------------------------------------------- properties


@settings(max_examples=25)
@given(st.data(), st.sampled_from([LITERAL, PRODUCT, replace(PRODUCT, near=False, score_tiebreak=True)]))
def test_every_option_costs_what_brute_force_says(data, rules):
    view = data.draw(views())
    situation = data.draw(situations(view))
    required = {**situation.forced, **situation.committed}
    for peer in view.peers:
        table = options(view, situation, rules, situation.colors, peer)
        border = view.border_of(peer)
        others = {n: c for n, c in situation.beliefs.items() if n not in border} if rules.overlay else {}
        kept = set()
        for i, option in enumerate(table.options):
            kept.add(tuple(option.human.values()))
            if table.current is not None and option.human == table.current.human:
                assert option.penalty == naive.penalty(view, situation.colors, situation.beliefs)
                continue
            beliefs = {**others, **option.human}
            assert option.penalty == naive.best(view, beliefs, required)[0]
            assert option.penalty == naive.penalty(view, table.answer(i), beliefs)
            assert option.conflicts == naive.conflicts(view, table.answer(i), beliefs)
            assert option.agent_score == view.score(table.answer(i))
        assert len(kept) == len(table) == table.total - table.by_distance
        if not table.by_distance:
            assert kept == set(itertools.product(view.domain, repeat=len(border)))


def test_colors_of_the_vectors_are_those_of_the_domain():
    assert list(COLORS.values()) == list(seen("Agent1").domain)
