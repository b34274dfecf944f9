"""The best answer keeps what is fixed and agreed, and returns nothing that a neighbor refused."""

from __future__ import annotations

import itertools
from dataclasses import replace

from agents.coloring.setup import TeamSettings
from agents.coloring.situation import Pin, Situation
from agents.coloring.view import view_of
from agents.page.play.advice import advice_text, best_answer, refusing
from agents.page.play.sight import Sight, Told

TEAM = TeamSettings(topology="study", human="page").complete().team()
VIEW = view_of(TEAM.problem, "Human")
BELIEFS = {"a2": "red", "a4": "red", "a5": "blue", "b2": "green"}
PROPER = {"h1": "blue", "h2": "red", "h3": "green", "h4": "red", "h5": "green"}


def sight_with(colors, *, refuses=(), agreed=None, beliefs=BELIEFS, satisfied=()):
    pins = tuple(Pin(n, c, "committed", "Agent1", "o") for n, c in (agreed or {}).items())
    situation = Situation(
        time_step=3, colors=dict(colors), beliefs=beliefs, pins=pins, satisfied_peers=satisfied
    )
    told = {peer: Told() for peer in VIEW.peers}
    told["Agent1"] = Told(refuses=[*refuses])
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
