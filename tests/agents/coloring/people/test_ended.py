"""The end of each offer is said at the terminal, once."""

import json
import re
from collections import Counter

import pytest

from agents.coloring.people.ended import ended_texts
from agents.coloring.situation import NodeColor, Offer, Situation

from .test_deals import shown
from .test_terminal import game

ENDS = r"[Oo]ffer (\d+) has ended|take back offer (\d+)"


def said(status=None, why="", phase="bargain"):
    waited = Offer("o", "Agent1", "Human", (NodeColor("h1", "red"),), ())
    now = Offer(
        "o", "Agent1", "Human", (NodeColor("h1", "red"),), (), status=status or "pending",
        step_closed=3, reason_closed=why,
    )  # fmt: skip
    offers = () if status is None else (now,)
    return ended_texts({2: waited}, Situation(4, {"h1": "red"}, phase=phase, offers=offers), [])


@pytest.mark.parametrize(
    ("status", "why", "text"),
    [
        ("rejected", "answered by a counter-offer", "you made another"),
        ("rejected", "none of the offers is possible for them", "you rejected it"),
        ("withdrawn", "you did not accept it", "Agent1 took it back"),
        ("expired", "not answered in 10 steps", "it was not answered in 10 steps"),
        ("rejected", "a round of tables begins", "you accepted it, and the deal is over"),
        (None, "", "a new round of bargaining begins"),
    ],
)
def test_how_an_offer_ended_is_said(status, why, text):
    assert said(status, why) == [f"Offer 2 has ended: {text}."]


def test_an_offer_ends_with_the_round():
    assert said(phase="configure") == ["Offer 2 has ended: you ended this round of bargaining."]


@pytest.mark.parametrize(
    ("status", "why"),
    [("pending", ""), ("accepted", ""), ("rejected", "Agent1 is bound by another deal")],
)
def test_what_waits_or_is_told_elsewhere_is_not_said_to_have_ended(status, why):
    assert said(status, why) == []


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("reject 1", "you rejected it"),
        ("impossible", "you rejected it"),
        ("offer Agent1: h4=blue if a2=red", "you made another"),
        ("announce", "a new round of bargaining begins"),
        ("init", "you ended this round of bargaining"),
    ],
)
def test_the_end_that_a_person_gives_an_offer_is_said(line, end):
    text = shown(f"announce\nsend\n{line}\n\n\n", mode="RB")
    assert text.count(f"Offer 1 has ended: {end}.") == 1


@pytest.mark.parametrize("mode", ["RB", "LLM_RB"])
@pytest.mark.parametrize("seed", [1, 101])
def test_each_end_is_said_once_and_no_offer_vanishes(mode, seed):
    lines = [
        "",
        "",
        "",
        "",
        "",
        "reject 2",
        "",
        "offer Agent1: h4=blue if a2=red",
        "",
        "",
        "h1=blue",
        "send",
    ]
    text = game("\n".join(["announce; send", *lines, *[""] * 12, "finish", ""]), mode=mode, seed=seed)[1]
    said = Counter()
    screens = [re.sub(r"\s+", " ", one) for one in text.split("> ")]
    waiting: set[str] = set()
    ended: set[str] = set()
    for screen in screens:
        told = [next(filter(None, found)) for found in re.findall(ENDS, screen)]
        said.update(told)
        if "you are" not in screen:
            continue
        now = {*re.findall(r" offer (\d+): ", screen)}
        if "Agreed:" not in screen:
            ended |= waiting - now
        waiting = now
    assert ended
    assert {number: said[number] for number in ended} == dict.fromkeys(ended, 1)


@pytest.mark.parametrize("seed", [1, 2, 101])
def test_who_waits_is_offered_nothing_twice(seed):
    _, _, turns = game("announce; send\n" + "\n" * 26 + "finish\n", mode="RB", seed=seed)
    terms = [
        json.dumps([turn.agent_id, move["conditions"], move.get("assignments")])
        for turn in turns
        for one in turn.info["arguments"].get("messages", ())
        if one["recipient"] == "Human" and one["kind"] == "rb"
        for move in one["payload"]["moves"]
        if move["move"] == "ConditionalOffer" and move.get("conditions")
    ]
    assert len(terms) > 1
    assert len(terms) == len({*terms})
