"""The best answer keeps what is fixed and agreed, and returns nothing that a neighbor refused."""

from __future__ import annotations

import itertools
from dataclasses import replace

from agents.coloring.people.breaking import against_offer
from agents.coloring.setup import TeamSettings
from agents.coloring.situation import NodeColor, Offer, Pin, Situation
from agents.coloring.view import view_of
from agents.page.play.advice import advice_for, advice_text, best_answer, refusing
from agents.page.play.offer_cards import warnings_of
from agents.page.play.sight import Sight, Told

TEAM = TeamSettings(topology="study", human="page").complete().team()
VIEW = view_of(TEAM.problem, "Human")
BELIEFS = {"a2": "red", "a4": "red", "a5": "blue", "b2": "green"}
PROPER = {"h1": "blue", "h2": "red", "h3": "green", "h4": "red", "h5": "green"}


def sight_with(colors, *, refuses=(), works=None, agreed=None, beliefs=BELIEFS, satisfied=()):
    pins = tuple(Pin(n, c, "committed", "Agent1", "o") for n, c in (agreed or {}).items())
    situation = Situation(
        time_step=3, colors=dict(colors), beliefs=beliefs, pins=pins, satisfied_peers=satisfied
    )
    told = {peer: Told() for peer in VIEW.peers}
    told["Agent1"] = Told(refuses=[*refuses])
    told["Agent2"] = Told(works=[*works] if works else [])
    clashes = VIEW.conflicts(colors, beliefs)
    return Sight(
        view=VIEW,
        situation=situation,
        colors=dict(colors),
        draft={},
        conflicts=frozenset(frozenset(clash[:2]) for clash in clashes),
        offers=(),
        messages=(),
        unreported={},
        told=told,
        over=None,
        sent=(),
    )


def by_hand(sight):
    """Return the least number of conflicts and refusals of all colorings that keep what is bound."""
    bound = {**VIEW.fixed, **sight.situation.committed}
    counts = []
    for choice in itertools.product(VIEW.domain, repeat=len(VIEW.own)):
        colors = dict(zip(VIEW.own, choice, strict=True))
        if bound.items() <= colors.items():
            conflicts = VIEW.conflicts(colors, sight.situation.beliefs)
            border = {"h2": colors["h2"], "h5": colors["h5"]}
            if border in sight.told["Agent2"].works:
                conflicts = [clash for clash in conflicts if clash[1] != "b2"]
            counts.append(len(conflicts) + len(refusing(sight, colors)))
    return min(counts)


def test_it_has_the_fewest_conflicts_and_keeps_what_is_fixed_and_agreed():
    colors = dict.fromkeys(VIEW.own, "red") | dict(VIEW.fixed)
    for agreed in ({}, {"h1": "green"}, {"h1": "red", "h4": "red"}, {"h2": "green", "h5": "green"}):
        sight = sight_with(colors, agreed=agreed)
        advice = best_answer(sight)
        assert {**VIEW.fixed, **agreed}.items() <= advice.colors.items()
        assert advice.conflicts == len(VIEW.conflicts(advice.colors, BELIEFS)) == by_hand(sight)


def test_present_colors_are_kept_unless_a_neighbor_refused_them():
    beliefs = {"a2": "red", "a4": "blue", "a5": "blue"}
    sight = sight_with(PROPER, beliefs=beliefs)
    assert best_answer(sight).colors == PROPER
    assert advice_text(sight, best_answer(sight)).startswith(
        "Best answer to what you know: keep your colors; without conflict. Agent1 and Agent2 are not"
    )
    refused = sight_with(PROPER, beliefs=beliefs, refuses=[{"h1": "blue", "h4": "red"}])
    advice = best_answer(refused)
    assert (advice.colors["h1"], advice.colors["h4"]) != ("blue", "red")
    assert advice.conflicts == by_hand(refused) == 0
    assert advice_text(refused, advice).startswith("Agent1 said that your colors do not work. Best")


def test_a_conflict_counts_nothing_if_the_neighbor_said_that_it_can_move():
    colors = {"h1": "blue", "h2": "green", "h3": "green", "h4": "blue", "h5": "red"}
    beliefs = {"a2": "red", "a4": "red", "a5": "green", "b2": "blue"}
    refuses = [{"h1": "blue", "h4": "blue"}]
    without = sight_with(colors, refuses=refuses, beliefs=beliefs)
    advice = best_answer(without)
    assert (advice.conflicts, advice.refused_by) == (by_hand(without), ()) == (1, ())
    works = [{"h2": second, "h5": fifth} for second in VIEW.domain for fifth in VIEW.domain]
    sight = sight_with(colors, refuses=refuses, works=works, beliefs=beliefs)
    advice = best_answer(sight)
    assert (advice.conflicts, advice.movers) == (by_hand(sight), ("Agent2",)) == (0, ("Agent2",))
    assert "without conflict once Agent2 moves, which said that these colors work." in advice_text(
        sight, advice
    )


def test_it_says_so_if_every_answer_is_refused():
    border = VIEW.border_to("Agent1")
    every = [
        dict(zip(border, choice, strict=True))
        for choice in itertools.product(VIEW.domain, repeat=len(border))
    ]
    sight = sight_with(PROPER, refuses=every)
    advice = best_answer(sight)
    assert advice.refused_by == ("Agent1",)
    assert "Agent1 said that these colors do not work either." in advice_text(sight, advice)


def test_a_fresh_refusal_is_only_of_what_was_said():
    sight = sight_with(PROPER, refuses=[{"h1": "green"}])
    assert refusing(sight, PROPER) == ()
    assert refusing(sight, replace(sight, colors={**PROPER, "h1": "green"}).colors) == ("Agent1",)


def offered(**terms):
    asked = tuple(NodeColor(node, color) for node, color in terms.items())
    return Offer("o", "Agent1", "Human", asked, (NodeColor("a2", "red"),))


def test_a_card_warns_of_fixed_nodes_that_the_neighbor_does_not_see():
    situation = Situation(time_step=3, colors=PROPER, beliefs=BELIEFS)
    for terms, warnings in (
        ({"h1": "green", "h4": "red"}, []),
        ({"h4": "green"}, ["Beware: h4 green would clash with h3, which is fixed to green."]),
        ({"h3": "red"}, ["You cannot accept it: h3 cannot change."]),
        ({"h3": "green", "h1": "green"}, []),
    ):
        assert warnings_of(VIEW, situation, offered(**terms)) == warnings


def test_a_card_warns_of_a_deal_with_another_neighbor_as_the_terminal_does():
    pins = (Pin("h4", "red", "committed", "Agent2", "d"),)
    situation = Situation(time_step=3, colors=PROPER, beliefs=BELIEFS, pins=pins)
    (warning,) = warnings_of(VIEW, situation, offered(h4="blue"))
    assert warning == "Beware: it would break your deal with Agent2 (h4 red)."
    assert against_offer(VIEW, situation, offered(h4="blue")) in warning


def test_advice_to_change_says_that_it_holds_while_the_neighbors_stay():
    changed = sight_with({**PROPER, "h1": "red"})
    holds = "That holds as long as your neighbors keep the colors that you know."
    assert holds in advice_text(changed, best_answer(changed))
    kept = sight_with(PROPER)
    assert holds not in advice_text(kept, advice_for(kept, kept.colors))
